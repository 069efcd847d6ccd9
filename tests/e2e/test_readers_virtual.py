"""Tables whose felt is read by tag readers at the host: quiet hands, dying controllers, failing readers. In virtual time."""

import random
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import msgspec
import pytest

from hardware.simulator.usb_reader import ANTENNAS, ReaderKind
from table_controller.bootstrap.show import Show

from .device_trouble import KINDS, READER_HANGS, troubles
from .mortal import Death, Ended, Fate, Trouble, lives, play
from .test_devices_virtual import where_things_are

HANDS, TIMES, TABLE_OF_THREE = 2, 4, 3
KINDS_OF_TROUBLE = {**KINDS, "hanging": READER_HANGS}
both = pytest.mark.parametrize("reader", ReaderKind)


def game(folder: Path, reader: ReaderKind, fate: Fate = lives, trouble: Iterable[Trouble] = ()) -> Ended:
    show = Show(folder, tables=4, hands=HANDS, factor=None, seed=7)
    return play(msgspec.structs.replace(show, readers=reader), TABLE_OF_THREE, fate, trouble)


@cache
def undisturbed(folder: Path, reader: ReaderKind) -> Ended:
    """Played once for all tests of a process."""
    return game(folder, reader)


@pytest.fixture(scope="session")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Callable[[ReaderKind], Ended]:
    folders = {reader: tmp_path_factory.mktemp(reader) for reader in ReaderKind}
    return lambda reader: undisturbed(folders[reader], reader)


def assert_right(ended: Ended, calm: Ended) -> None:
    """Every hand came to its end without a false word, and things are where they would be anyway."""
    report = ended.report
    assert (report.finished, report.void, report.false_alarm_codes, report.wrong_identities) == (HANDS, 0, {}, 0)
    assert report.chips_conserved
    assert where_things_are(ended.game.state) == where_things_are(calm.game.state)


def dies(every: int, away_ms: int) -> Fate:
    """In each so-manieth transaction that holds events; away for so long."""
    count = 0

    def fate(_number: int, events: bool) -> Death | None:
        nonlocal count
        count += events
        return Death(True, away_ms) if events and count % every == 0 else None

    return fate


@both
def test_hands_are_played_without_a_false_word(reader: ReaderKind, calm: Callable[[ReaderKind], Ended]) -> None:
    ended = calm(reader)
    assert_right(ended, ended)
    assert ended.report.cards_conserved
    assert ended.report.problems == []


@both
@pytest.mark.parametrize(("every", "away_ms"), [(10, 40), (7, 1_200)])
def test_a_controller_that_starts_again_finds_the_cards_as_they_lie(
    quick_folder: Path, reader: ReaderKind, every: int, away_ms: int, calm: Callable[[ReaderKind], Ended]
) -> None:
    """B14, B18: by level, whatever came and went while nobody listened."""
    ended = game(quick_folder, reader, dies(every, away_ms))
    assert ended.kills > 5
    assert_right(ended, calm(reader))


@both
@pytest.mark.parametrize("name", ["unplugged", "all at once", "stalled", "rebooted", "without power", "hanging"])
def test_readers_that_fail_in_running_hands(
    quick_folder: Path, reader: ReaderKind, name: str, calm: Callable[[ReaderKind], Ended]
) -> None:
    whole = calm(reader)
    devices = tuple(ANTENNAS[reader])
    trouble = troubles(KINDS_OF_TROUBLE[name], devices, whole.lasted, random.Random(name), TIMES)
    assert_right(game(quick_folder, reader, trouble=trouble), whole)
