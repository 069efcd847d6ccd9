"""The bench of tracking: hands are spread whole, the yardstick is worse and pays for it, and the exit code says what matters."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from table_controller.bootstrap import bench_tracking
from table_controller.bootstrap.bench_tracking import Job, jobs, played
from table_controller.bootstrap.room import Room
from table_controller.bootstrap.show import Show
from table_controller.bootstrap.tracking_figures import Part, TrackingBench, figures, naive_figures, upper95
from table_controller.cli import burnturn
from table_controller.core.ids import Millis
from table_controller.rehearsal.report import RehearsalReport
from table_controller.tracking.arbiter import Ear, last_steady, where
from table_controller.tracking.belief import Sight, Track
from table_controller.tracking.bindings import Zone

HANDS = 4


def show(preset: str, tables: int = 4) -> Show:
    return Show(Path(), tables=tables, seed=3).under(preset)


def bench_of(preset: str, *, hands: int = HANDS, number: int = 2) -> TrackingBench:
    """So many hands at one table, and as many of the yardstick."""
    ours, naive = (played(Job(msgspec.structs.replace(show(preset), hands=hands), number, naive)) for naive in (False, True))
    return figures(ours, naive)


@pytest.mark.parametrize(("tables", "hands"), [(4, 10), (50, 20), (3, 2000), (50, 2000), (1, 1)])
def test_all_hands_are_played_and_a_tenth_of_them_by_the_yardstick(tables: int, hands: int) -> None:
    made = jobs(show("typical", tables), hands)
    ours = [job.show.hands or 0 for job in made if not job.naive]
    naive = [job.show.hands or 0 for job in made if job.naive]
    assert (sum(ours), sum(naive)) == (hands, hands // 10)
    assert min(ours) >= 1
    assert max(ours) - min(ours) <= 1
    assert len({job.number for job in made}) == min(tables, hands)


def test_under_noise_the_yardstick_finds_what_is_not_so() -> None:
    both = bench_of("typical")
    assert (both.finished, both.stuck, both.misplaced) == (HANDS, 0, 0)
    assert both.naive is not None
    assert both.naive.hands == HANDS
    assert both.naive.stuck == both.naive.hands - both.naive.finished
    assert both.naive.misplaced > 0
    assert both.naive.false_alarms_per_10000 > 10 * both.false_alarms_per_10000
    assert both.all_well


class Looked(Exception):
    """A table was about to be built."""


@pytest.mark.parametrize(("naive", "arbiter"), [(False, where), (True, last_steady)])
def test_the_yardstick_differs_in_whom_it_believes_and_in_nothing_else(
    naive: bool, arbiter: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    def looked_at(_plan: object, room: Room, _journal: object, _log: object, said: object) -> None:
        raise Looked(said is arbiter, room.config.bindings.round_ms > 0)

    monkeypatch.setattr(bench_tracking, "MeasuredTable", looked_at)
    with pytest.raises(Looked) as table:
        played(Job(msgspec.structs.replace(show("typical"), hands=1), 1, naive))
    assert table.value.args == (True, True)


def test_a_table_whose_people_are_stuck_gives_way_to_another_until_its_hands_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stuck in the second hand, in the first, then not at all."""
    begun, seeds, wanted = [2, 1, 3], [], []

    def pretended(show: Show, _number: int, *, naive: bool) -> Part:
        seeds.append(show.seed)
        wanted.append(show.hands)
        hands, stuck = begun[len(seeds) - 1], "stuck" * (len(seeds) < len(begun))
        report = RehearsalReport(hands=hands, finished=hands - bool(stuck))
        return Part(report=report, decisions=[], delays={}, overtaken=0, misplaced=0, busy_s=0, cpu_s=0, table_ms=1, stuck=stuck)

    monkeypatch.setattr(bench_tracking, "play", pretended)
    result = figures(played(Job(msgspec.structs.replace(show("typical"), hands=6), 1)), [])
    assert wanted == [6, 4, 3]
    assert len(set(seeds)) == 3
    assert (result.hands, result.finished, result.stuck, result.problems) == (6, 4, 2, ["stuck", "stuck"])
    assert not result.all_well


def test_where_nothing_errs_the_yardstick_is_as_good() -> None:
    both = bench_of("off", hands=2)
    assert both.naive is not None
    assert (both.naive.finished, both.naive.stuck, both.naive.false_alarms, both.naive.misplaced) == (2, 0, 0, 0)


def test_the_bound_of_nothing_seen_is_three() -> None:
    assert round(upper95(0), 2) == 3.0
    assert round(upper95(1), 2) == 4.74


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """The bench finds what is said; the words of the command's call come back."""

    def found(**what: object) -> list[str]:
        result = msgspec.structs.replace(figures([], []), hands=9, **what)
        monkeypatch.setattr(bench_tracking, "bench_tracking", lambda *_: result)
        return ["bench", "tracking", "--hands", "9"]

    return found


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ({}, 0),
        ({"false_alarms": 1}, 0),
        ({"missed": 1}, 1),
        ({"wrong_identities": 1}, 1),
        ({"stuck": 1}, 1),
        ({"chips_conserved": False}, 1),
        ({"cards_conserved": False}, 1),
    ],
)
def test_the_exit_code_says_what_was_wrong(what: dict[str, object], code: int, pretend: Callable[..., list[str]]) -> None:
    assert CliRunner().invoke(burnturn, pretend(**what)).exit_code == code


def test_a_stuck_yardstick_is_no_failure(pretend: Callable[..., list[str]]) -> None:
    naive = msgspec.structs.replace(naive_figures([]), hands=3, stuck=3, missed=1, wrong_identities=1)
    assert CliRunner().invoke(burnturn, pretend(naive=naive)).exit_code == 0


def test_for_people_ours_stands_beside_the_yardstick_and_each_code_has_a_line(pretend: Callable[..., list[str]]) -> None:
    words = pretend(naive=msgspec.structs.replace(naive_figures([]), stuck=77), false_alarm_codes={"fouled_hand": 5})
    told = CliRunner().invoke(burnturn, words).output
    assert next(line for line in told.splitlines() if "stuck" in line).split()[1::2] == ["stuck", "0", "77"]
    assert "fouled_hand" in told


def test_the_keys_that_others_read_are_there(pretend: Callable[..., list[str]]) -> None:
    told = msgspec.json.decode(CliRunner().invoke(burnturn, [*pretend(), "--json"]).stdout.splitlines()[-1])
    agreed = {"missed", "false_alarms_per_10000", "questions_per_100", "wrong_identities", "delay_p99_s", "late_entries_per_100"}
    assert agreed | {"floor_calls_without_error", "hands_per_s", "codes", "naive", "cpu_per_table"} <= told.keys()


def test_the_yardstick_is_debounced() -> None:
    lay, heard = Sight(Zone.MUCK, Millis(0), 4), Sight(Zone.SEAT_1, Millis(1_000), 8)
    track = Track(Zone.MUCK, 1, Millis(0), (lay, heard))
    assert last_steady(track, Millis(1_399), Ear(400)) is lay
    assert last_steady(track, Millis(1_400), Ear(400)) is heard
    assert last_steady(msgspec.structs.replace(track, sights=(heard,)), Millis(1_100), Ear(400)) is None
