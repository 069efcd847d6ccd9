"""Scripts: what waits, for how long, and that the same script runs on a virtual clock and in real time."""

import pickle
import threading
import time

import pytest

from table_controller.rehearsal.script import RehearsalStuck, Script, ScriptRunner, Until, Wait, run_in_real_time


def test_a_wait_passes_when_its_time_has_come() -> None:
    told: list[str] = []

    def script() -> Script:
        told.append("began")
        yield Wait(100)
        told.append("waited")

    runner = ScriptRunner(script(), 1000)
    runner.advance(1000)
    assert told == ["began"]
    assert runner.next_deadline() == 1100
    runner.advance(1099)
    assert told == ["began"]
    runner.advance(1100)
    assert told == ["began", "waited"]
    assert runner.done
    assert runner.next_deadline() is None


@pytest.mark.parametrize("comes", [True, False])
def test_a_script_is_told_whether_what_it_waited_for_came_true(comes: bool) -> None:
    news: list[int] = []
    told: list[bool] = []

    def script() -> Script:
        told.append((yield Until(lambda: bool(news), 50)))

    runner = ScriptRunner(script(), 0)
    runner.advance(0)
    runner.advance(30)
    assert not told
    if comes:
        news.append(1)
        runner.advance(31)
    runner.advance(50)
    assert told == [comes]


def test_what_is_true_already_costs_no_time() -> None:
    def script() -> Script:
        for _ in range(3):
            assert (yield Until(lambda: True, 1000))
        yield Wait(0)

    runner = ScriptRunner(script(), 7)
    runner.advance(7)
    assert runner.done


def test_what_a_script_raises_comes_out_where_it_is_run() -> None:
    def script() -> Script:
        yield Wait(1)
        raise LookupError("no card")

    runner = ScriptRunner(script(), 0)
    runner.advance(0)
    with pytest.raises(LookupError):
        runner.advance(1)


def test_a_wait_begins_when_a_script_that_took_time_itself_reaches_it() -> None:
    """An order to a table that does not answer takes seconds; what hands begin after it must not be cut short."""
    clock = [1000]

    def script() -> Script:
        clock[0] += 5000
        yield Wait(150)

    runner = ScriptRunner(script(), 1000, lambda: clock[0])
    runner.advance(1000)
    assert runner.next_deadline() == 6150


def _real_time(script: Script, stopping: threading.Event, news: threading.Event) -> None:
    run_in_real_time(script, lambda: time.monotonic_ns() // 1_000_000, news.wait, stopping)


def test_in_real_time_news_wakes_a_script_long_before_its_patience_ends() -> None:
    news, seen = threading.Event(), threading.Event()

    def script() -> Script:
        assert (yield Until(news.is_set, 60_000))
        seen.set()

    thread = threading.Thread(target=_real_time, args=(script(), threading.Event(), news))
    thread.start()
    news.set()
    thread.join(5)
    assert seen.is_set()


def test_in_real_time_a_script_ends_when_it_is_told_to_and_may_clear_up() -> None:
    stopping, news, cleared = threading.Event(), threading.Event(), threading.Event()

    def script() -> Script:
        try:
            yield Wait(3_600_000)
        finally:
            cleared.set()

    thread = threading.Thread(target=_real_time, args=(script(), stopping, news))
    thread.start()
    stopping.set()
    news.set()
    thread.join(5)
    assert cleared.is_set()


def test_being_stuck_comes_whole_out_of_another_process() -> None:
    """A demonstration in virtual time plays each table in a process of its own."""
    stuck = pickle.loads(pickle.dumps(RehearsalStuck("no card", "a screen")))
    assert (str(stuck), stuck.what, stuck.seen) == ("no card; the screen shows: a screen", "no card", "a screen")
