"""A reader under noise, and a table of them: what it tells, when, and that it does not matter who looks how often."""

from collections import Counter
from dataclasses import replace

import pytest

from hardware.protocol.events import Deck, Event, Gate, Input, Reader, TagIn, TagOut, TagSeen, Uid
from hardware.simulator.lies import Ground, Lies
from hardware.simulator.noise import HARSH, OFF, TYPICAL, Noise, with_parameter
from hardware.simulator.noisy_reader import NoisyReader
from hardware.simulator.table import DEVICES
from hardware.simulator.zones import FELT, SEAT_ZONES, Zone
from tests.drivers.readers.test_presence import uid
from tests.hardware.simulator.noisy import ALMOST_OFF, Noisy, heard

ONE, TWO = uid(1), uid(2)
ROW = Ground(beside={0: (1,), 1: (0,)}, stacked={0}, capped={0})


# --- one reader ------------------------------------------------------------------------------------------------------


class Rig:
    """A reader over antennas that a test fills."""

    def __init__(self, noise: Noise, antennas: int = 1, ground: Ground = Ground(), seed: int = 1) -> None:  # noqa: B008 - frozen
        self.field: dict[int, list[Uid]] = {}
        self.told: list[tuple[Event, int]] = []
        lies = Lies(noise, seed, ground)
        self.reader = NoisyReader(0, range(antennas), lies, seed, self.lay, lambda event, at: self.told.append((event, at)), 0)
        self.reader.start(0)
        self.now = 0

    def lay(self, antenna: int) -> tuple[list[Uid], list[Uid]]:
        return self.field.get(antenna, []), []

    def put(self, antenna: int, *tags: Uid) -> None:
        self.field[antenna] = list(tags)
        self.reader.stir(antenna, self.now)

    def run(self, milliseconds: int) -> None:
        end = self.now + milliseconds
        while (due := self.reader.next_deadline()) is not None and due <= end:
            self.now = due
            self.reader.run(due)
        self.now = end
        self.reader.run(end)

    def kinds(self) -> Counter[type[Event]]:
        return Counter(type(event) for event, _ in self.told)


def test_without_any_noise_a_tag_comes_once_and_goes_once() -> None:
    rig = Rig(ALMOST_OFF, 17)
    rig.run(1_000)
    rig.put(5, ONE)
    rig.run(60_000)
    assert [event for event, _ in rig.told] == [TagIn(5, ONE)]
    assert 1_000 <= rig.told[0][1] < 1_300
    rig.put(5)
    rig.run(60_000)
    assert [event for event, _ in rig.told] == [TagIn(5, ONE), TagSeen(5, ONE, 6), TagOut(5, ONE)]


def test_a_round_of_the_felt_takes_as_long_as_one_reader_needs_for_it() -> None:
    rig = Rig(ALMOST_OFF, 17)
    for antenna in range(9):
        rig.put(antenna, uid(2 * antenna), uid(2 * antenna + 1))
    rig.run(60_000)
    done = rig.reader._work._state.done
    assert max(done) - min(done) < 40, "unsettled antennas are visited more often, but only then"
    assert 280 < 60_000 / (sum(done) / 17) < 400
    quicker = Rig(with_parameter(ALMOST_OFF, "switch_ms", 0), 17)
    quicker.run(60_000)
    slower = Rig(ALMOST_OFF, 17)
    slower.run(60_000)
    assert 60_000 / sum(slower.reader._work._state.done) - 60_000 / sum(quicker.reader._work._state.done) == pytest.approx(
        5, abs=0.1
    )


def test_a_tag_at_the_edge_is_told_with_its_hits() -> None:
    rig = Rig(Noise(miss=0.2))
    rig.put(0, ONE)
    rig.run(60_000)
    hits = [event.hits for event, _ in rig.told if isinstance(event, TagSeen)]
    assert len(hits) > 100
    assert 5 < sum(hit for hit in hits if hit is not None) / len(hits) < 7.5


def test_what_is_told_does_not_depend_on_how_often_one_looks() -> None:
    lazy, busy = Rig(TYPICAL, 3, ROW), Rig(TYPICAL, 3, ROW)
    for rig in (lazy, busy):
        rig.put(0, ONE, TWO)
        rig.put(2, uid(3))
    lazy.run(120_000)
    for _ in range(12_000):
        busy.run(10)
        busy.put(1)  # a hand that moves nothing
    assert [event for event, _ in busy.told if event.antenna == 2] == [event for event, _ in lazy.told if event.antenna == 2]  # type: ignore[union-attr]
    assert busy.told == lazy.told
    assert len(lazy.told) > 20


def test_looking_ahead_and_going_back_is_as_never_having_looked() -> None:
    def played(look: bool) -> list[tuple[Event, int]]:
        rig = Rig(HARSH, 5, ROW)
        for n in range(400):
            if look:
                rig.reader.next_deadline()
            rig.put(n % 5, uid(n % 7), uid(n % 3 + 10))
            rig.run(37 * (n % 9))
        return rig.told

    assert played(look=True) == played(look=False)


def test_the_same_seed_tells_the_same_and_another_does_not() -> None:
    def told(seed: int) -> list[tuple[Event, int]]:
        rig = Rig(TYPICAL, 3, ROW, seed)
        rig.put(0, ONE, TWO)
        rig.run(120_000)
        return rig.told

    assert told(1) == told(1) != told(2)


@pytest.mark.parametrize("per_hour", [0.0, 30.0])
def test_an_antenna_is_deaf_for_a_while_as_often_as_said(per_hour: float) -> None:
    noise = Noise(depth=(1.0, 1.0), burst_per_hour=per_hour, burst_shortest_s=1, burst_longest_s=2)
    rig = Rig(noise)
    rig.put(0, ONE)
    rig.run(6 * 3_600_000)
    bursts = rig.kinds()[TagOut]
    assert bursts == pytest.approx(6 * per_hour, rel=0.25)
    gone = [at for event, at in rig.told if isinstance(event, TagOut)]
    back = [at for event, at in rig.told if isinstance(event, TagIn)][1:]
    assert all(900 < late - early < 2_100 for early, late in zip(gone, back, strict=True))


@pytest.mark.parametrize("per_hour", [0.0, 30.0])
def test_a_reader_is_told_as_lost_and_back_as_often_as_said(per_hour: float) -> None:
    rig = Rig(Noise(depth=(1.0, 1.0), outage_per_hour=per_hour))
    rig.put(0, ONE)
    rig.run(6 * 3_600_000)
    states = [event.ok for event, _ in rig.told if isinstance(event, Reader)]
    assert states == [False, True] * (len(states) // 2)
    assert len(states) / 2 == pytest.approx(6 * per_hour, rel=0.25)
    assert [type(event) for event, _ in rig.told if not isinstance(event, Reader)] == [TagIn], "what it missed is not made up for"


def test_a_reader_that_hangs_tells_nothing_and_one_inventory_goes_on_where_it_was() -> None:
    rig = Rig(TYPICAL)
    rig.put(0, ONE)
    rig.run(1_000)
    assert rig.reader.hang(rig.now, hangs=True)
    assert not rig.reader.ok
    rig.put(0)
    told = len(rig.told)
    rig.run(10_000)
    assert len(rig.told) == told
    assert rig.reader.holds(0, ONE)
    assert rig.reader.hang(rig.now, hangs=False)
    rig.run(1_000)
    assert isinstance(rig.told[-1][0], TagOut)
    assert rig.told[-1][1] >= 11_000


def test_antennas_that_are_not_scanned_tell_nothing() -> None:
    rig = Rig(ALMOST_OFF, 3)
    rig.reader.scan(0b010, 0)
    for antenna in range(3):
        rig.put(antenna, uid(antenna))
    rig.run(5_000)
    assert [event for event, _ in rig.told] == [TagIn(1, uid(1))]
    assert rig.reader.twice(1, 3_000, rig.now)
    assert not rig.reader.twice(0, 3_000, rig.now)


def test_two_inventories_since_a_moment_take_two_rounds() -> None:
    rig = Rig(ALMOST_OFF, 17)
    rig.run(10_000)
    since = rig.now
    times = rig.reader.twice_times(since)
    while not all(rig.reader.twice(antenna, since, rig.now) for antenna in range(17)):
        rig.run(10)
    assert 400 < rig.now - since < 700
    assert any(at >= rig.now for at in times)


# --- a whole table ---------------------------------------------------------------------------------------------------


def test_the_uppermost_card_of_the_muck_is_heard_and_those_below_mostly_not() -> None:
    table = Noisy(with_parameter(TYPICAL, "edge", 0))
    for _ in range(10):
        table.run(table.hand().draw(Zone.MUCK))
    top, upper, lower = Counter[bool](), Counter[bool](), Counter[bool]()
    cards = [card.uid for card in table.truth.zone(Zone.MUCK)]
    for _ in range(600):
        table.run(1_000)
        there = heard(table, Zone.MUCK)
        top[cards[-1] in there] += 1
        upper[cards[-2] in there] += 1
        lower.update(card in there for card in cards[:6])
    assert top[True] > 590
    assert upper[True] > 590
    assert lower[True] < 0.2 * lower.total()


def test_a_hand_that_is_held_up_is_not_heard() -> None:
    table = Noisy(with_parameter(TYPICAL, "lift_per_hand", 0))
    table.deal(4)
    table.run(3_000)
    assert len(heard(table, SEAT_ZONES[4])) == 2
    table.hand().lift(4, 20_000)
    table.run(3_000)
    assert heard(table, SEAT_ZONES[4]) == set()
    table.run(20_000)
    assert len(heard(table, SEAT_ZONES[4])) == 2


def test_parts_that_can_err_and_do_not_tell_what_true_ones_tell() -> None:
    def told(noise: Noise) -> tuple[Counter[tuple[str, Event]], list[tuple[str, Event]]]:
        table = Noisy(noise)
        table.sit(1, 4, 9)
        table.play(1, 4, 9)
        table.run(5_000)
        tags = [(name, event) for name in ("shoe", "board") for event in table.events(name, TagIn, TagOut)]
        others = [(name, event) for name in DEVICES for event in table.events(name, Input, Gate, Deck)]
        return Counter(tags), others

    assert told(ALMOST_OFF) == told(OFF)


def test_an_empty_felt_is_silent_and_every_zone_is_heard() -> None:
    table = Noisy(replace(ALMOST_OFF, miss=0.02))
    table.run(30_000)
    assert table.counted()["TagIn"] == 0
    for zone in FELT:
        table.run(table.hand().draw(zone))
    table.run(2_000)
    assert all(heard(table, zone) for zone in FELT)
