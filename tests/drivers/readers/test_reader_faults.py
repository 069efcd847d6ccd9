"""Faults that happened to others' readers (docs/faults.md), against simulated readers of both makers in virtual time."""

import subprocess
import sys
from collections.abc import Callable

import pytest

from hardware.protocol.events import Uid
from hardware.simulator.noise import TYPICAL, Noise
from hardware.simulator.reader_voice import Mishap
from table_controller.core import readings as rd

from .reader_rig import RIGS, Rig, metratec, uid

Make = Callable[..., Rig]
both = pytest.mark.parametrize("make", RIGS.values(), ids=RIGS)


def up(make: Make, tags: dict[int, list[Uid]] | None = None, **how: object) -> tuple[Rig, int]:
    """A rig whose reader works and has told what lies there; and its first antenna."""
    rig = make(**how)
    first = min(rig.link.antennas)
    rig.reader.field = {first + antenna: uids for antenna, uids in (tags or {}).items()}
    rig.until(rd.SnapshotValid)
    return rig, first


def lies(rig: Rig) -> set[tuple[int, bytes]]:
    """What really lies where."""
    return {(antenna, bytes(tag)) for antenna, tags in rig.reader.field.items() for tag in tags}


def moves(rig: Rig) -> list[rd.Reading]:
    return [*rig.of(rd.TagPresent), *rig.of(rd.TagAbsent)]


def states(rig: Rig) -> list[bool]:
    return [reading.ok for reading in rig.of(rd.ReaderState)]


@both
def test_b1_a_reader_that_falls_silent_in_the_middle_of_an_answer(make: Make) -> None:
    rig, _ = up(make, {0: [uid(1)]})
    rig.told.clear()
    rig.reader.mishaps.append(Mishap.SHORT)
    rig.run(30)
    rig.reader.hangs = True
    began = rig.now
    rig.until(rd.ReaderState)
    assert rig.now - began < 700
    rig.run(1_000)
    rig.reader.hangs = False
    rig.until(rd.ReaderState, 2)
    assert states(rig) == [False, True]
    rig.run(2_000)
    assert rig.of(rd.TagAbsent) == []
    assert rig.linked


@both
@pytest.mark.parametrize("mishap", Mishap)
def test_b2_no_answer_of_any_length_stops_a_reader_or_moves_a_card(make: Make, mishap: Mishap) -> None:
    rig, _ = up(make, {0: [uid(1)], 2: [uid(2), uid(3)]})
    rig.told.clear()
    for _ in range(60):
        rig.reader.mishaps.append(mishap)
        rig.run(173)
    assert moves(rig) == []
    rig.reader.mishaps.clear()
    rig.run(3_000)
    assert rig.linked
    rig.reader.field = {}
    rig.run(2_000)
    assert len(rig.of(rd.TagAbsent)) == 3


@both
def test_b4_a_card_that_lies_for_a_minute_is_never_removed(make: Make) -> None:
    rig, _ = up(make, {0: [uid(1), uid(2)]})
    rig.told.clear()
    for _ in range(60):
        rig.reader.mishaps.append(Mishap.STALE)
        rig.run(1_000)
    assert moves(rig) == []


@both
def test_b5_a_tag_that_keeps_silent_after_it_was_read_is_not_removed(make: Make) -> None:
    rig, first = up(make, {0: [uid(1)]})
    rig.told.clear()
    asked = 0
    radio = rig.reader.radio
    hears = radio.answers

    def every_third(antenna: int) -> list[Uid]:
        nonlocal asked
        asked += antenna == first
        return hears(antenna) if antenna != first or asked % 3 == 0 else []

    radio.answers = every_third  # type: ignore[method-assign]
    rig.run(60_000)
    assert rig.of(rd.TagAbsent) == []
    assert rig.of(rd.TagHits)[-1].hits in (2, 3)


def test_b6_it_reads_without_assertions_and_debug_flags_too() -> None:
    script = "\n".join(
        (
            "from tests.drivers.readers.reader_rig import RIGS, uid",
            "for make in RIGS.values():",
            "    rig = make()",
            "    rig.reader.field = {1: [uid(1)]}",
            "    rig.run(2000)",
            "    print(len(rig.there()), rig.linked, __debug__)",
        )
    )
    for flag, debug in (("-O", "False"), ("-Xdev", "True")):
        ran = subprocess.run([sys.executable, flag, "-c", script], capture_output=True, text=True, check=True, timeout=60)
        assert ran.stdout.split() == ["1", "True", debug] * 2


@both
@pytest.mark.parametrize("minutes", [5, pytest.param(60, marks=pytest.mark.soak)])
def test_b7_an_hour_of_polling(make: Make, minutes: int) -> None:
    rig, _ = up(make, {0: [uid(1)], 3: [uid(2)]})
    rig.told.clear()
    rig.run(60_000 * minutes)
    assert rig.told == []
    assert rig.link.counters().commands_resent == rig.link.counters().malformed == 0


@both
@pytest.mark.parametrize("count", [2, 3, 5])
def test_b8_b9_b44_every_card_of_a_zone_is_told_however_alike(make: Make, count: int) -> None:
    alike = [uid(1), uid(1 ^ 1 << 39), uid(1 ^ 1), uid(1 ^ 1 << 20), uid(1 ^ 1 << 8)][:count]
    rig, first = up(make, {0: alike})
    assert rig.there() == {(first, bytes(tag)) for tag in alike}


@both
def test_b14_b39_a_host_that_stalls_loses_no_card_and_takes_no_memory(make: Make) -> None:
    rig, first = up(make, {0: [uid(1)]})
    rig.takes = False
    for second in range(5):
        rig.reader.field = {first + second % 3: [uid(n) for n in range(20)]}
        rig.run(1_000)
    assert len(rig.link.outbox) < 64 + 40
    rig.takes = True
    rig.run(2_000)
    assert rig.there() == lies(rig)


@both
@pytest.mark.parametrize("flip", [1e-4, 1e-3, 5e-3])
def test_b15_flipped_bits_on_the_wire_make_no_card(make: Make, flip: float) -> None:
    rig, _ = up(make, {0: [uid(1), uid(2)], 2: [uid(3)]})
    rig.told.clear()
    rig.reader.flip = flip
    rig.run(60_000)
    assert rig.of(rd.TagPresent) == []


@both
def test_b16_a_garbled_identity_counts_only_when_it_comes_twice_and_is_passed_on_then(make: Make) -> None:
    rig, first = up(make, {0: [uid(1)]})
    rig.told.clear()
    shifted = Uid(b"\xe0" + bytes(uid(1))[:-1])
    hears = rig.reader.radio.answers
    inventories: list[list[Uid]] = [[uid(1), shifted], [uid(1)], [uid(1), shifted], [uid(1), shifted]]
    rig.reader.radio.answers = lambda antenna: (  # type: ignore[method-assign]
        inventories.pop(0) if antenna == first and inventories else hears(antenna)
    )
    rig.run(1_000)
    assert [(reading.antenna, reading.tag.raw) for reading in rig.of(rd.TagPresent)] == [(first, bytes(shifted))]
    assert len(rig.of(rd.TagAbsent)) == 1


@both
def test_b17_a_reader_of_unknown_version_is_told_and_not_read(make: Make) -> None:
    rig = make(firmware="9.9 unknown")
    rig.reader.field = {1: [uid(1)]}
    rig.run(10_000)
    assert states(rig) == [False]
    assert moves(rig) == rig.of(rd.DeviceUp) == []
    assert rig.reader.inventories == 0
    assert rig.link.trouble


@both
@pytest.mark.parametrize("tags", [{}, {0: [uid(1)], 1: [uid(2), uid(3)], 4: [uid(4)]}], ids=["empty", "full"])
def test_b18_what_lies_there_at_the_start_is_found_and_so_is_what_comes(make: Make, tags: dict[int, list[Uid]]) -> None:
    rig, first = up(make, tags)
    (snapshot,) = rig.of(rd.SnapshotValid)
    assert {(antenna, tag.raw) for antenna, tag in snapshot.tags} == rig.there() == lies(rig)
    rig.reader.field = {first: [uid(9)]}
    rig.run(2_000)
    assert rig.there() == lies(rig)


@both
def test_b21_b23_a_tag_the_neighbour_overhears_now_and_then_is_not_told_of_it(make: Make) -> None:
    rig, first = up(make, {1: [uid(1)], 3: [uid(2)]}, noise=Noise(neighbour=TYPICAL.neighbour))
    rig.run(120_000)
    assert rig.there() == lies(rig)
    assert {reading.antenna for reading in rig.of(rd.TagPresent)} == {first + 1, first + 3}


def test_b24_one_antenna_of_a_reader_has_its_field_on_at_a_time() -> None:
    rig = metratec()
    heard: list[str] = []
    receive = rig.reader.receive

    def listening(data: bytes, now: int) -> None:
        heard.extend(data.decode().split("\r")[:-1])
        receive(data, now)

    rig.reader.receive = listening  # type: ignore[method-assign]
    rig.run(2_000)
    visits = [word for word in heard if word.startswith(("SAP MAN", "INV"))]
    assert len(visits) > 100
    assert all(word.startswith("SAP MAN") == (place % 2 == 0) for place, word in enumerate(visits))


@both
def test_b25_ordinary_noise_loses_no_card_for_long_and_invents_none(make: Make) -> None:
    tags = {antenna: [uid(10 * antenna + n) for n in range(2)] for antenna in range(5)}
    rig, _ = up(make, tags, noise=TYPICAL)
    rig.run(60_000)
    came = [(reading.antenna, reading.tag.raw, reading.at) for reading in rig.of(rd.TagPresent)]
    assert {reading.tag.raw for reading in rig.of(rd.TagPresent)} <= {tag for _, tag in lies(rig)}
    gone = [reading for reading in rig.of(rd.TagAbsent) if (reading.antenna, reading.tag.raw) in lies(rig)]
    assert len(gone) < 20  # out of some 20 000 times a tag was asked: those at the edge of an antenna
    for reading in gone:
        assert any(where == reading.antenna and tag == reading.tag.raw and 0 < at - reading.at < 1_000 for where, tag, at in came)


@both
def test_b29_b43_how_soon_a_card_is_told_with_seventeen_antennas_or_eight(make: Make) -> None:
    antennas = set(range(17)) if make is metratec else set(range(1, 9))
    rig, _ = up(make, {n: [uid(2 * n), uid(2 * n + 1)] for n in range(7)}, antennas=antennas)
    last = max(antennas)
    rig.told.clear()
    placed = rig.now
    rig.reader.field[last] = [uid(99)]
    rig.until(rd.TagPresent)
    assert rig.now - placed < 700
    lifted = rig.now
    rig.reader.field[last] = []
    rig.until(rd.TagAbsent)
    assert rig.now - lifted < 1_200


@both
def test_b30_two_tags_with_one_identity_are_one_in_one_place_and_two_in_two(make: Make) -> None:
    rig, first = up(make, {0: [uid(1), uid(1)], 2: [uid(1)]})
    assert sorted((reading.antenna, reading.tag.raw) for reading in rig.of(rd.TagPresent)) == [
        (first, bytes(uid(1))),
        (first + 2, bytes(uid(1))),
    ]


@both
def test_b33_the_same_card_in_the_same_place_counts_again(make: Make) -> None:
    rig, first = up(make, {0: [uid(1)]})
    for _ in range(3):
        rig.reader.field = {}
        rig.run(1_500)
        rig.reader.field = {first: [uid(1)]}
        rig.run(1_500)
    assert len(rig.of(rd.TagPresent)) == 4


@both
def test_b36_a_card_deep_in_a_stack_is_not_guessed(make: Make) -> None:
    rig, first = up(make, {0: [uid(1), uid(2)]}, noise=Noise(depth=(1.0, 1.0, 0.0)))
    rig.told.clear()
    rig.reader.field[first].append(uid(3))
    rig.run(5_000)
    gone = [reading.tag.raw for reading in rig.of(rd.TagAbsent)]
    assert gone == [bytes(uid(1))]
    assert [reading.tag.raw for reading in rig.of(rd.TagPresent)] == [bytes(uid(3))]


@both
def test_a_reader_whose_power_was_away_for_a_moment_is_set_up_anew(make: Make) -> None:
    rig, _ = up(make, {0: [uid(1)]})
    rig.told.clear()
    rig.reader.restart(rig.now)
    rig.run(5_000)
    assert states(rig) == [False, True]
    assert moves(rig) == []


def test_b11_a_chip_that_lost_its_registers_reads_again_after_the_next_check() -> None:
    rig, _ = up(metratec, {0: [uid(1)]})
    rig.told.clear()
    rig.reader._field_on = False  # type: ignore[union-attr]
    rig.run(6_000)
    assert rig.of(rd.TagPresent)
    assert [type(reading) for reading in moves(rig)] == [rd.TagPresent, rd.TagAbsent]


@both
def test_a_reader_that_stays_silent_gets_its_port_opened_anew_and_is_asked_ever_less(make: Make) -> None:
    rig, _ = up(make)
    rig.told.clear()
    rig.polls = 0
    rig.reader.hangs = True
    rig.run(60_000)
    assert 15 <= rig.reopened <= 21
    assert rig.polls < 600
    assert states(rig) == [False]
    rig.reader.hangs = False
    rig.until(rd.SnapshotValid)
    assert states(rig) == [False, True]
