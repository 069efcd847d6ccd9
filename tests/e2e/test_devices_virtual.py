"""Devices are cut off, disturbed, restarted in running hands: play goes on, nothing is lost, nothing doubled, nobody accused.

In virtual time, every kind of trouble at every device. The same over real terminals, once each, is another file's.
"""

import random
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hardware.simulator.table import SimulatedTable
from table_controller.bootstrap.show import Show
from table_controller.core import events as happened
from table_controller.core.state import TableState

from .compare import Game, Happening
from .device_trouble import DEVICES, KINDS, READER_HANGS, Kind, Stutter, troubles
from .mortal import Ended, Trouble, play

HANDS, TIMES = 2, 6
ASKED = (happened.QuestionAsked, happened.QuestionClosed)


def game_with(show: Show, number: int, kind: Kind, devices: tuple[str, ...], lasts_ms: int) -> Ended:
    seed = zlib.crc32(f"{show.seed} {devices} {show.folder.name}".encode())
    return play(show, number, troubles=troubles(kind, devices, lasts_ms, random.Random(seed), TIMES))


def assert_right(ended: Ended) -> None:
    """Chips are where they truly are, each hand came to its end, and no finding was raised that nothing explains."""
    report = ended.report
    assert (report.finished, report.chips_conserved, report.false_alarm_codes) == (HANDS, True, {})


def seen_play(game: Game) -> list[Happening]:
    """Without what is said of the loss itself: that there was one, that a card was found, that the dealer was asked."""
    told = (one for one in game.play if not isinstance(one.event, (happened.DeviceLostEvents, *ASKED)))
    return [one._replace(event=_as_if_seen(one.event)) for one in told]


def _as_if_seen(event: happened.AnyEvent) -> happened.AnyEvent:
    return msgspec.structs.replace(event, found=False) if isinstance(event, happened.CardEvent) else event


def where_things_are(state: TableState) -> object:
    """Stacks, cards and button; not in which order cards came to a heap that nobody saw grow."""
    lying = [sorted(str((card.hidden.piece if card.hidden else 0, card.up)) for card in place) for place in state.lying]
    return state.seats, lying, state.button_sighted, state.last_button, state.rake, state.bank, state.findings


@cache
def undisturbed(folder: Path, number: int, seed: int) -> Ended:
    """Played once for all tests of a process."""
    return play(Show(folder, tables=4, hands=HANDS, factor=None, seed=seed), number)


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int, int], Ended]:
    folder = tmp_path_factory.mktemp("whole")

    def ended(number: int, seed: int) -> Ended:
        (folder / str(seed)).mkdir(exist_ok=True)
        return undisturbed(folder / str(seed), number, seed)

    return ended


def check(show: Show, number: int, name: str, device: str, calm: Ended) -> None:
    kind = KINDS[name]
    ended = game_with(show, number, kind, (device,), calm.lasted)
    assert_right(ended)
    if kind.keeps:
        assert ended.game.play == calm.game.play
        assert ended.game.state == calm.game.state == ended.state
    else:
        assert seen_play(ended.game) == seen_play(calm.game)
        assert where_things_are(ended.game.state) == where_things_are(calm.game.state)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("name", KINDS)
def test_trouble_with_a_device_changes_nothing_of_the_game(
    quick_folder: Path, show_in: Callable[..., Show], whole: Callable[[int, int], Ended], name: str, device: str
) -> None:
    number, seed = 3, 7
    check(show_in(quick_folder / name, seed=seed), number, name, device, whole(number, seed))


def test_a_reader_that_hangs_stops_play_and_nothing_else(
    quick_folder: Path, show_in: Callable[..., Show], whole: Callable[[int, int], Ended]
) -> None:
    calm = whole(3, 7)
    ended = game_with(show_in(quick_folder / "hangs", seed=7), 3, READER_HANGS, ("shoe", "board"), calm.lasted)
    assert_right(ended)
    assert where_things_are(ended.game.state) == where_things_are(calm.game.state)


@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32), rate=st.sampled_from([0.05, 0.3, 0.6]))
def test_a_doubled_or_late_frame_changes_nothing(
    quick_folder: Path, show_in: Callable[..., Show], whole: Callable[[int, int], Ended], seed: int, rate: float
) -> None:
    """Of any kind, in either direction: an event, an acknowledgement, a greeting."""
    stutters: list[Stutter] = []

    def begin(table: SimulatedTable) -> None:
        for at, device in enumerate(DEVICES):
            line = table.boards[device].carrier.line  # type: ignore[attr-defined]
            line.to_host, line.to_device = Stutter(seed + at, rate), Stutter(seed - at, rate)
            stutters.extend((line.to_host, line.to_device))

    calm = whole(3, 7)
    folder = quick_folder / str(sum(1 for _ in quick_folder.iterdir()))  # a fresh one, even for the same example
    ended = play(show_in(folder, seed=7), 3, troubles=[Trouble(0, begin)])
    assert_right(ended)
    assert sum(stutter.again for stutter in stutters) > 30
    assert ended.game == calm.game


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(300, 340))
def test_any_trouble_with_any_device_changes_nothing_of_the_game(
    quick_folder: Path, show_in: Callable[..., Show], whole: Callable[[int, int], Ended], seed: int
) -> None:
    """But a keypad without power again and again: what the dealer keys into it nobody can know."""
    number = seed % 4 + 1
    for name in KINDS:
        for device in DEVICES:
            if (name, device) != ("without power", "keypad"):
                check(show_in(quick_folder / f"{name} {device}", seed=seed), number, name, device, whole(number, seed))
