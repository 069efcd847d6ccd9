"""Following a key to the browser: which act it led to, and when that was seen where."""

from pathlib import Path

import pytest

from table_controller.bootstrap import bench_latency as bench
from table_controller.bootstrap.room import room_of
from table_controller.bootstrap.show import Show
from table_controller.bootstrap.simulated import furnish
from table_controller.core.events import AnyEvent, Checked, Folded, TableReopened
from table_controller.core.ids import Chips, Millis, SeatNo
from table_controller.journal import Moment

FOLD = Folded(seat=SeatNo(2), facing=Chips(0))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [0.0]
    monkeypatch.setattr(bench, "_now_ms", lambda: now[0])
    return now


def journal_with(folder: Path, *recorded: tuple[int, AnyEvent]) -> Path:
    """A journal of events recorded at these monotonic ms."""
    plan, _ = Show(folder).plan(1)
    furnish(plan)
    journal = room_of(plan.config).open_journal()
    for at, event in recorded:
        journal.append([event], {}, b"", Moment(0, Millis(at)))
    journal.close()
    return journal.path


def seen(watch: bench.Watch, clock: list[float], *times: tuple[float, int]) -> None:
    """Readable, at the pit wall 50 ms later, on the page another 10 ms later."""
    for at, seq in times:
        for later, trails in ((0, watch.announced), (50, watch.shown), (60, watch.on_page)):
            clock[0] = at + later
            trails["T1"].note(seq)


def test_a_key_is_followed_to_the_act_recorded_next_and_the_first_frame_that_shows_it(tmp_path: Path, clock: list[float]) -> None:
    journal = journal_with(tmp_path, (90, TableReopened()), (125, Checked(seat=SeatNo(1))), (2_030, FOLD))
    watch = bench.Watch(0, tmp_path, ["T1"])
    seen(watch, clock, (95, 1), (130, 2), (2_040, 3))
    assert list(bench._follow([100.0, 2_000.0], journal, watch, "T1")) == [
        bench.Passed(100.0, 125.0, 130.0, 180.0, 190.0),
        bench.Passed(2_000.0, 2_030.0, 2_040.0, 2_090.0, 2_100.0),
    ]


def test_a_later_frame_shows_an_act_that_had_none_of_its_own(tmp_path: Path, clock: list[float]) -> None:
    journal = journal_with(tmp_path, (125, Checked(seat=SeatNo(1))), (140, TableReopened()))
    watch = bench.Watch(0, tmp_path, ["T1"])
    seen(watch, clock, (150, 2))
    assert [one.shown for one in bench._follow([100.0], journal, watch, "T1")] == [200.0]


def test_a_key_no_act_followed_before_the_next_key_is_not_followed(tmp_path: Path, clock: list[float]) -> None:
    journal = journal_with(tmp_path, (525, FOLD))
    watch = bench.Watch(0, tmp_path, ["T1"])
    seen(watch, clock, (530, 1))
    assert [one.key for one in bench._follow([100.0, 500.0], journal, watch, "T1")] == [500.0]


def test_keys_that_are_no_acts_are_left_out(tmp_path: Path) -> None:
    notes = tmp_path / "T1.keys"
    notes.write_text("1000000 1\n2000000 12\n3000000 14\n4000000 10\n", encoding="ascii")
    assert list(bench._keys(notes)) == [2.0, 4.0]
