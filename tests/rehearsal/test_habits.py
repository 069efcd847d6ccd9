"""A dealer whose keys come late, are forgotten, wrong or doubled, and players who do not wait for them."""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median

import pytest

from hardware.simulator.zones import Zone
from table_controller.bootstrap.virtual_rehearsal import VirtualEyes, hands_of
from table_controller.core.events import ActUndone, BetMade, CardMoved, FindingClosed, FindingRaised, Folded, HandStarted, Raised
from table_controller.core.ids import HandNo, SeatNo, TableId
from table_controller.core.orders import Person, Role, VoidHand
from table_controller.core.places import SEAT_PLACES, Place
from table_controller.rehearsal.habits import HARSH, OFF, PRESETS, TYPICAL, KeyHabits, delay_of, mishap_of
from table_controller.rehearsal.pace import Pace
from table_controller.service.envelope import Envelope
from table_controller.tracking import timing
from table_controller.views.shapes import DealerView
from tests.rehearsal.virtual_table import Rehearsal, virtual

LATE = KeyHabits(late_median_ms=4_000, late_most_ms=8_000, ahead=3)


def test_delays_and_mishaps_are_as_often_as_the_figures_say() -> None:
    chance = random.Random(1)
    delays = [delay_of(TYPICAL, chance) for _ in range(4_000)]
    assert 1_400 < median(delays) < 1_600
    assert 7_000 < max(delays) <= 8_000
    assert min(delays) >= 0
    mishaps = [mishap_of(replace(HARSH, wrong=0.2), chance) for _ in range(4_000)]
    shares = {what: mishaps.count(what) / len(mishaps) for what in set(mishaps) if what is not None}
    assert shares["forgotten"] == pytest.approx(0.06, abs=0.015)
    assert shares["wrong"] == pytest.approx(0.2, abs=0.03)
    assert shares["doubled"] == pytest.approx(0.0075, abs=0.006)


def test_a_dealer_without_habits_is_never_late_and_does_nothing_wrong() -> None:
    chance = random.Random(1)
    assert {delay_of(OFF, chance) for _ in range(50)} == {0}
    assert {mishap_of(OFF, chance) for _ in range(50)} == {None}
    assert PRESETS["off"] == OFF


def played(folder: Path, habits: KeyHabits, players: int = 6, **words: object) -> Rehearsal:
    rehearsal = Rehearsal(virtual(folder), players, habits=habits, **({"hands": 12, "seed": 3} | words)).play()
    report = rehearsal.score.report(0)
    assert report.problems == []
    assert (report.missed, report.false_alarms, report.void_unexplained) == (0, 0, 0)
    assert report.finished == rehearsal.plan.hands
    return rehearsal


def thrown_before_the_key(rehearsal: Rehearsal) -> Iterator[list[SeatNo]]:
    """At each fold that is keyed: whose cards lie in the muck and wait for their keys, this seat's among them."""
    waiting: list[SeatNo] = []
    folded: set[SeatNo] = set()
    of_place = {place: seat for seat, place in SEAT_PLACES.items()}
    for event in rehearsal.events:
        match event:
            case HandStarted():
                waiting, folded = [], set()
            case CardMoved(to=Place.MUCK, source=source) if source in of_place:
                waiting += {of_place[source]} - folded - set(waiting)
            case Folded(seat=seat):
                yield list(waiting)
                folded.add(seat)
                waiting = [one for one in waiting if one != seat]
            case _:
                pass


def test_players_act_while_keys_are_wanting_and_nobody_raises_then(tmp_path: Path) -> None:
    rehearsal = played(tmp_path, LATE)
    folds = list(thrown_before_the_key(rehearsal))
    assert folds
    assert any(len(waiting) > 1 for waiting in folds), "several hands lie in the muck before the first of their keys"
    assert max(len(waiting) for waiting in folds) <= 4
    assert list(rehearsal.of(BetMade, Raised))


def test_without_habits_cards_go_to_the_muck_after_the_key(tmp_path: Path) -> None:
    assert {len(waiting) for waiting in thrown_before_the_key(played(tmp_path, OFF))} == {0}


@pytest.mark.parametrize(
    "habits",
    [
        KeyHabits(1_500, 8_000, forgotten=1.0, ahead=3),
        KeyHabits(1_500, 8_000, wrong=0.3, ahead=3),
        KeyHabits(1_500, 8_000, doubled=0.5, doubled_least_ms=300, ahead=3),
        KeyHabits(4_000, 8_000, doubled=1.0, doubled_least_ms=60, doubled_most_ms=240, ahead=3),
    ],
    ids=["forgotten", "wrong", "doubled", "doubled quickly"],
)
def test_what_goes_wrong_with_keys_is_put_right_and_every_hand_is_finished(tmp_path: Path, habits: KeyHabits) -> None:
    rehearsal = Rehearsal(virtual(tmp_path), 6, hands=8, seed=5, habits=habits).play()
    report = rehearsal.score.report(0)
    assert (report.problems, report.finished, report.void) == ([], 8, 0)
    assert bool(list(rehearsal.of(ActUndone))) is bool(habits.wrong or habits.doubled_least_ms > timing.ONE_PRESS)


@pytest.mark.parametrize("forgotten", [0.0, 1.0])
def test_a_forgotten_key_comes_when_a_later_one_is_due(tmp_path: Path, forgotten: float) -> None:
    """At people's pace: hands of which the key was forgotten lie in the muck together with the next."""
    habits = KeyHabits(100, 200, forgotten=forgotten, ahead=3)
    rehearsal = Rehearsal(virtual(tmp_path), 9, hands=3, seed=5, pace=Pace(1, 1.0), habits=habits).play()
    assert any(len(waiting) > 1 for waiting in thrown_before_the_key(rehearsal)) is bool(forgotten)


class DeafKeypad:
    """Hands at a keypad that does not hear every fifth zero."""

    def __init__(self, rehearsal: Rehearsal) -> None:
        self._hands, self._zeros = hands_of(rehearsal.table), 0

    def __getattr__(self, name: str) -> object:
        return getattr(self._hands, name)

    def press(self, key: int) -> int:
        self._zeros += key == 0
        return 80 if key == 0 and self._zeros % 5 == 0 else self._hands.press(key)


def test_an_amount_that_the_keypad_heard_wrongly_is_taken_back_and_keyed_again(tmp_path: Path) -> None:
    rehearsal = Rehearsal(virtual(tmp_path), 6, hands=12, seed=3, habits=LATE)
    rehearsal.hands = DeafKeypad(rehearsal)
    report = rehearsal.play().score.report(0)
    assert list(rehearsal.of(ActUndone))
    assert (report.problems, report.finished, report.false_alarms, report.chips_conserved) == ([], 12, 0, True)


class VoidsTheHand(VirtualEyes):
    """The floor declares each hand void, once, while a hand that was thrown away is not keyed yet."""

    def __init__(self, rehearsal: Rehearsal) -> None:
        super().__init__(rehearsal.table, TableId("t1"))
        self.table, self.events = rehearsal.table, rehearsal.events
        self.voided: set[HandNo] = set()

    def view(self) -> DealerView | None:
        view = super().view()
        hand = None if view is None else view.pit.hand
        if view is None or hand is None or hand.number in self.voided or view.prompt.key != "action_on":
            return view
        folded = sum(seat.status == "folded" for seat in hand.seats)
        if len(self.table.sim.truth.zone(Zone.MUCK)) > 2 * folded:
            self.voided.add(hand.number)
            self.table.order(Envelope(VoidHand(reason="tried"), Person(Role.FLOOR, "somebody", "console")))
        return super().view()


def test_a_hand_that_is_void_while_acts_wait_for_their_keys_gives_back_what_they_put_in(tmp_path: Path) -> None:
    rehearsal = Rehearsal(virtual(tmp_path), 6, hands=10, seed=3, habits=LATE)
    rehearsal.eyes = eyes = VoidsTheHand(rehearsal)
    rehearsal.play()
    report = rehearsal.score.report(0)
    assert len(eyes.voided) >= 3
    assert report.void_unexplained == len(eyes.voided)
    assert (report.problems, report.finished, report.chips_conserved) == ([], 10, True)


def test_who_burns_before_the_keys_enters_them_late_and_that_is_no_false_alarm(tmp_path: Path) -> None:
    rehearsal = played(tmp_path, replace(LATE, looks=0.0))
    report = rehearsal.score.report(0)
    closed = {event.how for event in rehearsal.of(FindingClosed) if isinstance(event, FindingClosed)}
    assert {event.code for event in rehearsal.of(FindingRaised) if isinstance(event, FindingRaised)} == {"burn_early"}
    assert closed == {"late_entry"}
    assert report.late_entries > 2


def test_errors_are_found_all_the_same_and_not_entered_late(tmp_path: Path) -> None:
    rehearsal = Rehearsal(virtual(tmp_path), 5, hands=30, errors=1.0, seed=42, habits=LATE).play()
    report = rehearsal.score.report(0)
    assert (report.problems, report.missed, report.false_alarms) == ([], 0, 0)
    assert report.injected >= 27


def test_what_people_do_is_the_same_each_time(tmp_path: Path) -> None:
    first, second = (played(tmp_path / name, HARSH, hands=4) for name in "ab")
    assert [event for event in first.events if type(event) in (Folded, Raised, BetMade)] == [
        event for event in second.events if type(event) in (Folded, Raised, BetMade)
    ]
