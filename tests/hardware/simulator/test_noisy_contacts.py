"""Contacts, keys and clocks under noise: each figure of it has its effect, and none where it is 0."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from hardware.protocol.events import Event, Input, Key
from hardware.simulator.contacts import DEBOUNCE_MS
from hardware.simulator.delays import Delays, Jitter, drift_ppm
from hardware.simulator.noise import TYPICAL, Noise
from hardware.simulator.noisy_contacts import Habit, NoisyContacts, hall_habit, key_habit, line_habit, seat_habit
from hardware.simulator.wiring import BUTTON_INPUTS, OCCUPIED_INPUTS
from tests.hardware.simulator.noisy import ALMOST_OFF, Noisy

HOUR = 3_600_000


def only(**figures: float) -> Noise:
    """Nothing else errs."""
    return replace(ALMOST_OFF, **figures)  # type: ignore[arg-type]


# --- contacts --------------------------------------------------------------------------------------------------------


class Row:
    """Three contacts that a test moves; the first two err."""

    def __init__(self, habit: Callable[[Noise], Habit], noise: Noise) -> None:
        self.levels = {0: False, 1: False, 2: False}
        self.told: list[tuple[int, int, bool]] = []
        self.now = 0
        quiet = Habit()
        habits = {0: habit(noise), 1: habit(noise), 2: quiet}
        feel = {n: (lambda n=n: self.levels[n]) for n in self.levels}  # type: ignore[misc]
        self.row = NoisyContacts(feel, Input, self._tell, habits, noise, "test", 0)

    def _tell(self, event: Event, _at: int) -> None:
        assert isinstance(event, Input)
        self.told.append((self.now, event.index, event.level))

    def set(self, number: int, level: bool) -> None:
        self.levels[number] = level
        self.row.touch(self.now)

    def run(self, milliseconds: int) -> None:
        end = self.now + milliseconds
        while (due := self.row.deadline()) is not None and due <= end:
            self.now = due
            self.row.settle(due)
        self.now = end

    def of(self, number: int) -> list[tuple[int, bool]]:
        return [(at, level) for at, one, level in self.told if one == number]


@pytest.mark.parametrize("per_hour", [0.0, 20.0])
def test_a_seat_sensor_loses_a_player_for_a_while(per_hour: float) -> None:
    sits = [True]
    row = Row(lambda noise: seat_habit(noise, lambda: sits[0]), only(seat_lost_per_hour=per_hour))
    row.set(0, True)
    row.run(50 * HOUR)
    assert row.of(0)[0][1]
    lost = [(late - early) for (early, level), (late, _) in pairwise(row.of(0)) if not level]
    assert len(lost) == pytest.approx(50 * per_hour, rel=0.1)
    assert all(300 - 2 * DEBOUNCE_MS <= lasted <= 4_000 + 2 * DEBOUNCE_MS for lasted in lost)
    sits[0] = False
    row.set(0, False)
    told = len(row.told)
    row.run(10 * HOUR)
    assert len(row.told) == told + 1, "an empty seat loses nobody"


@pytest.mark.parametrize("rate", [0.0, 0.2])
def test_a_sleeve_blocks_the_line_of_a_seat_where_somebody_sits(rate: float) -> None:
    row = Row(lambda noise: line_habit(noise, lambda: True), only(sleeve_per_hand=rate))
    row.run(2_000 * 100_000)
    blocked = [late - early for (early, level), (late, _) in pairwise(row.of(0)) if level]
    assert len(blocked) == pytest.approx(2_000 * rate, rel=0.1)
    assert all(480 <= lasted <= 5_020 for lasted in blocked)
    empty = Row(lambda noise: line_habit(noise, lambda: False), only(sleeve_per_hand=rate))
    empty.run(2_000 * 100_000)
    assert empty.told == []


@pytest.mark.parametrize("chance", [0.0, 0.2])
def test_chips_cross_a_line_unseen(chance: float) -> None:
    row = Row(lambda noise: line_habit(noise, lambda: True), only(unseen=chance))
    for _ in range(2_000):
        row.set(0, True)
        row.run(250)
        row.set(0, False)
        row.run(1_000)
    assert len(row.told) / 2 == pytest.approx(2_000 * (1 - chance), rel=0.05 if chance else 0)


@pytest.mark.parametrize("chance", [0.0, 0.2])
def test_a_contact_bounces_longer_than_its_debouncing(chance: float) -> None:
    for made, falls in ((lambda noise: seat_habit(noise, lambda: True), True), (key_habit, False)):
        row = Row(made, only(bounce=chance, key_bounce=chance))  # type: ignore[arg-type]
        for _ in range(1_000):
            row.set(0, True)
            row.run(2_000)
            row.set(0, False)
            row.run(2_000)
        extra = (len(row.told) - 2_000) / 2
        assert extra == pytest.approx(1_000 * chance * (1 + falls), rel=0.15)


@pytest.mark.parametrize("chance", [0.0, 1.0])
def test_a_hall_chatters_while_the_button_is_laid_down_and_one_beside_feels_it(chance: float) -> None:
    row = Row(lambda noise: hall_habit(noise, [1]), only(hall_chatter=chance))
    for _ in range(200):
        row.set(0, True)
        row.run(5_000)
        row.set(0, False)
        row.run(5_000)
    assert all(level for at, level in row.of(0) if at % 10_000 > 1_000 and at % 10_000 < 5_000) or not chance
    assert (len(row.of(0)) > 600) == (len(row.of(1)) > 300) == bool(chance)
    assert row.of(2) == []
    if not chance:
        assert len(row.told) == 400


def test_at_a_table_the_sensors_of_seats_and_button_err_and_come_back() -> None:
    table = Noisy(only(seat_lost_per_hour=100, hall_chatter=1))
    table.sit(3)
    table.run(HOUR)
    seat = next(index for index, one in OCCUPIED_INPUTS.items() if one == 3)
    lost = [event for event in table.events("board", Input) if event == Input(seat, False)]
    assert 60 < len(lost) < 140
    table.fresh()
    table.run(table.hand().place_button(5))
    table.run(3_000)
    shown = {event.index: event.level for event in table.events("board", Input) if isinstance(event, Input)}
    assert {BUTTON_INPUTS[index] for index, level in shown.items() if index in BUTTON_INPUTS and level} == {5}


@pytest.mark.parametrize("chance", [0.0, 1.0])
def test_a_key_that_bounces_goes_down_more_often_than_it_was_pressed(chance: float) -> None:
    table = Noisy(only(key_bounce=chance))
    for _ in range(20):
        table.run(table.hand().press(3))
        table.run(3_000)
    downs = sum(event.pressed for event in table.events("keypad", Key) if isinstance(event, Key))
    assert downs == (40 if chance else 20)


# --- times -----------------------------------------------------------------------------------------------------------


def test_events_of_one_device_come_late_and_in_order() -> None:
    noise = only(delay_ms=5, delay_tail=0.02, delay_longest_ms=300)
    delays = Delays(noise, 1, "board")
    late = sorted(delays.arrival(1_000 * n) - 1_000 * n for n in range(10_000))
    assert late[5_000] == pytest.approx(5, abs=1)
    assert late[9_700] <= 10 < 50 < late[9_950]
    assert 250 < late[-1] <= 300
    close = Delays(noise, 1, "board")
    times = [close.arrival(n) for n in range(10_000)]
    assert times == sorted(times)
    still = Delays(only(), 1, "board")
    assert [still.arrival(n) for n in range(100)] == list(range(100))


def test_two_devices_overtake_each_other_and_each_repeats_itself() -> None:
    one, other = (Delays(TYPICAL, 1, name) for name in ("board", "shoe"))
    early = [(one.arrival(1_000 * n), other.arrival(1_000 * n)) for n in range(1_000)]
    assert any(board < shoe for board, shoe in early)
    assert any(board > shoe for board, shoe in early)
    again = Delays(TYPICAL, 1, "board")
    assert [again.arrival(1_000 * n) for n in range(1_000)] == [board for board, _ in early]


def test_a_clock_is_wrong_by_what_is_said_at_most() -> None:
    found = [drift_ppm(only(drift_ppm=50), seed, name) for seed in range(200) for name in ("board", "shoe")]
    assert min(found) < -40
    assert max(found) > 40
    assert all(-50 <= one <= 50 for one in found)
    assert drift_ppm(only(), 1, "board") == 0


def test_an_edge_is_stamped_late_but_never_after_now() -> None:
    jitter = Jitter(only(stamp_jitter_ms=3), 1, "board")
    assert {jitter.stamp(100, 200) for _ in range(300)} == {100, 101, 102, 103}
    assert {jitter.stamp(100, 101) for _ in range(300)} == {100, 101}
    assert Jitter(only(), 1, "board").stamp(100, 200) == 100


def test_the_boards_of_a_noisy_table_stamp_so() -> None:
    table = Noisy(only(stamp_jitter_ms=5))
    table.sit(3)
    began = table.now
    table.run(100)
    edges = [one.edge_ms for one in table.said["board"]]
    assert all(began <= edge <= began + 5 for edge in edges)
    assert any(edge > began for edge in edges)
