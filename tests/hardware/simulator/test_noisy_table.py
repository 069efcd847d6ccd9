"""Hands and shoe under noise, and all of it together: each figure of it has its effect, and none where it is 0."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from hardware.protocol.events import Deck, DeckState, Gate, TagIn, TagOut
from hardware.simulator.carrier import MemoryCarrier
from hardware.simulator.felt import beside, passed
from hardware.simulator.motion import Motion
from hardware.simulator.noise import OFF, TYPICAL, Noise
from hardware.simulator.pieces import make_deck
from hardware.simulator.usb_reader import ANTENNAS, ReaderKind, UsbReader
from hardware.simulator.world import PhysicalTable
from hardware.simulator.zones import FELT, SEAT_ZONES, Zone
from tests.hardware.simulator.noisy import ALMOST_OFF, ANTENNA_OF, Noisy, heard

HOUR = 3_600_000


def only(**figures: float) -> Noise:
    """Nothing else errs."""
    return replace(ALMOST_OFF, **figures)  # type: ignore[arg-type]


# --- motion ----------------------------------------------------------------------------------------------------------


def test_zones_beside_each_other_know_it_of_each_other() -> None:
    assert all(zone in beside(other) for zone in FELT for other in beside(zone))
    assert all(beside(zone) for zone in FELT)
    assert set(beside(Zone.SEAT_4)) == {Zone.SEAT_3, Zone.SEAT_5}
    assert Zone.TURN in beside(Zone.FLOP)
    assert [zone for zone, _ in passed(Zone.EXIT, Zone.SEAT_8)] == [Zone.FLOP, Zone.TURN, Zone.RIVER, Zone.BURN]


@pytest.mark.parametrize("pass_ms", [0, 40])
def test_a_pitched_card_is_over_the_antennas_on_its_way_for_some_tens_of_ms(pass_ms: int) -> None:
    table = Noisy(only(pass_ms=pass_ms))
    over: list[tuple[int, set[Zone]]] = []
    table.hand().draw(SEAT_ZONES[8])
    for _ in range(500):
        table.run(1)
        over.append((table.now, {zone for zone in FELT if table.truth.passing(zone)}))
    times = Counter(zone for _, zones in over for zone in zones)
    whole = dict.fromkeys((Zone.FLOP, Zone.TURN, Zone.RIVER, Zone.BURN), pass_ms)
    assert times == (whole if pass_ms else {})
    assert not over[-1][1]
    assert [card.piece for card in table.truth.zone(SEAT_ZONES[8])] == [1]


def test_passing_cards_are_heard_now_and_then_by_the_antennas_on_their_way() -> None:
    def sights(noise: Noise) -> int:
        table = Noisy(noise)
        for _ in range(40):
            table.run(table.hand().draw(SEAT_ZONES[8]) + 300)
        return sum(event.antenna != ANTENNA_OF[Zone.SEAT_8] for event in table.events("board", TagIn))  # type: ignore[union-attr]

    assert sights(only(pass_ms=0)) == 0
    assert sights(only(pass_ms=150, pass_read=1)) > 3


@pytest.mark.parametrize("rate", [0.0, 1.0, 3.0])
def test_players_look_as_often_and_as_long_as_said(rate: float) -> None:
    noise = only(lift_per_hand=rate)
    motion = Motion(noise, 1)
    looks = [look for _ in range(4_000) for look in motion.looks()]
    assert len(looks) / 4_000 == pytest.approx(rate, rel=0.05)
    assert all(500 <= begin <= 60_000 and 2_000 <= lasts <= 60_000 for begin, lasts in looks)
    if rate:
        assert sorted(lasts for _, lasts in looks)[len(looks) // 2] == pytest.approx(3_060, rel=0.05)
        assert max(lasts for _, lasts in looks) > 50_000


def test_cards_are_laid_down_before_they_are_moved() -> None:
    table = Noisy(only(lift_per_hand=0))
    table.deal(5)
    table.run(2_000)
    table.hand().lift(5, 60_000)
    table.run(5_000)
    assert heard(table, SEAT_ZONES[5]) == set()
    table.run(table.hand().move_last(SEAT_ZONES[5], Zone.MUCK))
    assert table.truth.lifted == set()
    table.run(3_000)
    assert len(heard(table, SEAT_ZONES[5])) == 1
    table.hand().lift(5, 90_000)
    table.run(58_000)
    assert table.truth.lifted == {5}, "the end of the first look is not that of the second"


def test_nobody_lifts_what_is_no_longer_there() -> None:
    table = Noisy(only(lift_per_hand=5))
    table.deal(5)
    table.run(table.hand().move_zone(SEAT_ZONES[5], Zone.MUCK))
    table.run(120_000)
    assert table.truth.lifted == set()
    assert [event.antenna for event in table.events("board", TagOut)] in ([], [4, 4])  # type: ignore[union-attr]


# --- shoe ------------------------------------------------------------------------------------------------------------


def drawn(noise: Noise, *, two: bool = False) -> Noisy:
    """Many cards come out of the shoe, alone or two together."""
    table = Noisy(noise)
    for n in range(400):
        if two:
            table.hand().draw(Zone.MUCK)
        table.run(table.hand().draw(Zone.MUCK) + 300)
        if n % 20 == 19:
            table.run(table.hand().gather())
            table.run(table.hand().insert_deck())
    return table


@pytest.mark.parametrize("chance", [0.0, 0.1])
def test_a_card_passes_the_mouth_unread(chance: float) -> None:
    told = len(drawn(only(mouth_unread=chance)).events("shoe", TagIn))
    assert told == pytest.approx(400 * (1 - chance), abs=20 if chance else 0)


@pytest.mark.parametrize("chance", [0.0, 0.5])
def test_the_second_of_two_that_come_together_is_not_read(chance: float) -> None:
    told = len(drawn(only(double_unread=chance), two=True).events("shoe", TagIn))
    assert told == pytest.approx(400 * (2 - chance), abs=40 if chance else 0)


@pytest.mark.parametrize("chance", [0.0, 0.2])
def test_a_single_card_is_now_and_then_taken_for_two(chance: float) -> None:
    passages = drawn(only(gate_long=chance)).events("shoe", Gate)
    assert len(passages) == 400
    double = [event for event in passages if isinstance(event, Gate) and event.double]
    assert len(double) == pytest.approx(400 * chance, abs=30 if chance else 0)
    assert all((event.duration_ms or 0) >= 400 for event in double)


@pytest.mark.parametrize("per_hour", [0.0, 400.0])
def test_cards_that_pass_while_the_beams_are_blocked_make_one_long_passage(per_hour: float) -> None:
    passages = drawn(only(gate_blocked_per_hour=per_hour, gate_blocked_longest_s=3)).events("shoe", Gate)
    if not per_hour:
        assert len(passages) == 400
        return
    assert 300 < len(passages) < 395
    assert any(event.duration_ms and event.duration_ms > 1_000 and event.double for event in passages if isinstance(event, Gate))


@pytest.mark.parametrize("miss", [0.0, 0.1])
def test_a_count_of_the_deck_may_be_short_and_is_told_again(miss: float) -> None:
    table = Noisy(only(deck_miss=miss))
    counts: list[list[int | None]] = []
    for _ in range(30):
        table.hand().take_out_deck()
        table.run(1_000)
        table.fresh()
        table.hand().insert_deck()
        table.run(10_000)
        told = [event for event in table.events("shoe", Deck) if isinstance(event, Deck)]
        assert all(event.state is DeckState.INSERTED for event in told)
        counts.append([event.tags_seen for event in told])
    assert all(one[-1] == 52 for one in counts)
    assert all(early < late for one in counts for early, late in pairwise(one))  # type: ignore[operator]
    first = sum(52 - (one[0] or 0) for one in counts) / 30
    assert first == pytest.approx(52 * miss, abs=1.5 if miss else 0)


# --- all of it -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("noise", [TYPICAL], ids=["typical"])
def test_the_same_seed_gives_the_same_events_to_the_ms(noise: Noise) -> None:
    def told(seed: int) -> dict[str, list[object]]:
        table = Noisy(noise, seed)
        table.sit(1, 2, 3, 4, 5, 6)
        table.play(1, 2, 3, 4, 5, 6)
        return {name: [(one.event, one.edge_ms, one.at_ms) for one in said] for name, said in table.said.items()}

    assert told(1) == told(1)
    assert told(1) != told(2)


@pytest.mark.parametrize("noise", [OFF, Noise(neighbour=1.0, burst_per_hour=60, outage_per_hour=60)], ids=["off", "noisy"])
def test_readers_on_ports_of_the_host_err_as_well(noise: Noise) -> None:
    truth, now = PhysicalTable(make_deck(1)), [0]
    antennas = ANTENNAS[ReaderKind.METRATEC]["felt"]
    usb = UsbReader(ReaderKind.METRATEC, antennas, truth, MemoryCarrier(lambda: now[0]), lambda: now[0], noise)
    card = truth.draw(Zone.BURN).uid
    found, deaf, hung = set[int](), 0, 0
    for now[0] in range(0, HOUR, 1_000):
        usb.advance(now[0])
        heard_at = {number for number in antennas if card in usb.reader.radio.answers(number)}
        found |= heard_at
        deaf += ANTENNA_OF[Zone.BURN] not in heard_at
        hung += usb.reader.hangs
    near = {ANTENNA_OF[zone] for zone in (Zone.BURN, *beside(Zone.BURN))}
    assert found == (near if noise != OFF else {ANTENNA_OF[Zone.BURN]})
    assert (deaf > 30, hung > 100) == ((False, False) if noise == OFF else (True, True))
    usb.set_reader(0, ok=False)
    assert usb.reader.hangs
