"""The referee: findings against errors made, chips and cards against the truth."""

from collections.abc import Mapping

import pytest

from table_controller.core.cards import Card, cards
from table_controller.core.events import (
    FindingClosed,
    FindingRaised,
    FloorCalled,
    HandEnded,
    HandStarted,
    HandVoided,
    QuestionAsked,
    Street,
    StreetClosed,
)
from table_controller.core.ids import AttemptNo, Chips, HandNo, SeatNo
from table_controller.core.orders import Person, Role
from table_controller.rehearsal.error_kinds import KINDS
from table_controller.rehearsal.hands import Spot
from table_controller.rehearsal.mistakes import ErrorLog, MadeError
from table_controller.rehearsal.report import RehearsalReport, add_up
from table_controller.rehearsal.score import Score
from tests.rehearsal.screens import hand, screen, seat

FLOOR = Person(Role.FLOOR)
DOUBLE = next(kind for kind in KINDS if kind.name == "flop_burned_twice")


class MadeUpTruth:
    def __init__(self) -> None:
        self.chips: dict[SeatNo, Chips] = {SeatNo(1): Chips(500), SeatNo(2): Chips(500)}
        self.loose = Chips(0)
        self.unaccounted = 0
        self.lying: dict[Spot, tuple[Card, ...]] = {}
        self.count = 52

    def stacks(self) -> Mapping[SeatNo, Chips]:
        return self.chips

    def loose_chips(self) -> Chips:
        return self.loose

    def chips_unaccounted(self) -> int:
        return self.unaccounted

    def faces(self, spot: Spot) -> tuple[Card, ...]:
        return self.lying.get(spot, ())

    def cards(self) -> int:
        return self.count


class Table:
    """A score and its means."""

    def __init__(self) -> None:
        self.truth = MadeUpTruth()
        self.log = ErrorLog()
        self.score = Score(self.truth, self.log)

    def begin(self, number: int, attempt: int = 1) -> None:
        order = (SeatNo(1), SeatNo(2))
        self.score.saw(
            [
                HandStarted(
                    hand=HandNo(number), attempt=AttemptNo(attempt), button=order[1], small_blind=1, big_blind=2, dealt_in=order
                )
            ]
        )

    def err(self, number: int) -> None:
        self.log.made.append(MadeError(HandNo(number), AttemptNo(1), DOUBLE, DOUBLE.accepts))

    def find(self, code: str, *, sensed: bool = True) -> None:
        self.score.saw([FindingRaised(number=1, code=code, level=2, clauses=(), sensed=sensed)])

    def report(self) -> RehearsalReport:
        return self.score.report(1.0)


@pytest.mark.parametrize(("sensed", "column"), [(True, "sensed"), (False, "declared")])
def test_an_error_found_by_its_code_is_detected(sensed: bool, column: str) -> None:
    table = Table()
    table.begin(1)
    table.err(1)
    table.find("flop_double_burn", sensed=sensed)
    report = table.report()
    assert (report.injected, report.detected, report.missed, report.false_alarms) == (1, 1, 0, 0)
    assert getattr(report.codes["flop_double_burn"], column) == 1


def test_an_error_nobody_found_is_missed() -> None:
    table = Table()
    table.begin(1)
    table.err(1)
    report = table.report()
    assert (report.detected, report.missed, report.codes["flop_double_burn"].missed) == (0, 1, 1)


def test_an_error_found_under_another_code_is_missed_and_no_false_alarm() -> None:
    table = Table()
    table.begin(1)
    table.err(1)
    table.find("flop_too_many")
    report = table.report()
    assert (report.missed, report.false_alarms, report.codes["flop_double_burn"].as_other) == (1, 0, 1)


def test_a_finding_in_a_hand_without_an_error_is_a_false_alarm() -> None:
    table = Table()
    table.begin(1)
    table.err(1)
    table.find("flop_double_burn")
    table.begin(1, attempt=2)
    table.find("missing_uid")
    report = table.report()
    assert (report.false_alarms, report.false_alarm_codes) == (1, {"missing_uid": 1})


def test_a_finding_before_the_first_card_belongs_to_the_hand_whose_error_was_made() -> None:
    table = Table()
    table.begin(1)
    table.err(2)
    table.find("flop_double_burn")
    table.begin(2)
    report = table.report()
    assert (report.detected, report.false_alarms) == (1, 0)


def test_a_second_finding_that_the_error_does_not_explain_is_a_false_alarm() -> None:
    table = Table()
    table.begin(1)
    table.err(1)
    table.find("flop_double_burn")
    table.find("button_misplaced")
    assert table.report().false_alarm_codes == {"button_misplaced": 1}


def test_hands_attempts_and_calls_are_counted_with_and_without_an_error() -> None:
    table = Table()
    for number in (1, 2):
        table.begin(number)
        if number == 1:
            table.err(1)
            table.find("flop_double_burn")
        table.score.saw([FloorCalled(by=FLOOR), HandVoided(hand=HandNo(number), attempt=AttemptNo(1), reason="", by=FLOOR)])
        table.begin(number, attempt=2)
        table.score.saw([HandEnded(hand=HandNo(number), attempt=AttemptNo(2), outcome="showdown")])
    report = table.report()
    assert (report.hands, report.finished, report.void, report.void_unexplained) == (2, 2, 2, 1)
    assert report.floor_calls_without_error == 1


def test_stacks_that_are_not_the_true_ones_are_told_by_seat() -> None:
    table = Table()
    table.score.hand_over(screen(seats=(seat(1), seat(2, 480))))
    report = table.report()
    assert not report.chips_conserved
    assert "seat 2" in report.problems[0]


@pytest.mark.parametrize("what", ["loose", "unaccounted"])
def test_chips_left_in_the_middle_or_out_of_nowhere_are_told(what: str) -> None:
    table = Table()
    setattr(table.truth, what, Chips(5))
    table.score.hand_over(screen(seats=(seat(1), seat(2))))
    assert not table.report().chips_conserved


def shown_down(table: Table) -> object:
    table.truth.lying = {
        Spot.FLOP: cards("As Kd 2c"),
        Spot.TURN: cards("9h"),
        Spot.BURN: cards("3c 4c"),
        Spot.SEAT_1: cards("Qs Qh"),
    }
    over = hand(board=("As", "Kd", "2c", "9h"), burns=2, seats=(seat(1, cards=2),), shown={"1": ("Qh", "Qs")})
    return screen(running=over)


def test_cards_as_they_lie_are_right_in_any_order() -> None:
    table = Table()
    view = shown_down(table)
    table.truth.chips = {SeatNo(1): Chips(500)}
    table.score.hand_over(view)  # type: ignore[arg-type]
    report = table.report()
    assert (report.wrong_identities, report.cards_conserved, report.problems) == (0, True, [])


def test_a_wrong_card_on_board_or_tabled_is_counted_and_never_named() -> None:
    table = Table()
    view = shown_down(table)
    table.truth.lying[Spot.TURN] = cards("9d")
    table.truth.lying[Spot.SEAT_1] = cards("Qs Jh")
    table.score.hand_over(view)  # type: ignore[arg-type]
    report = table.report()
    assert report.wrong_identities == 2
    assert not any("9" in problem or "Q" in problem for problem in report.problems)


def test_a_screen_that_lags_behind_the_felt_does_not_agree_yet() -> None:
    table = Table()
    view = shown_down(table)
    assert table.score.agrees(view)  # type: ignore[arg-type]
    table.truth.lying[Spot.MUCK] = cards("5c")
    assert not table.score.agrees(view)  # type: ignore[arg-type]
    assert table.report().problems == []


def test_a_card_more_or_less_in_a_zone_is_told() -> None:
    table = Table()
    view = shown_down(table)
    table.truth.lying[Spot.MUCK] = cards("5c")
    table.score.hand_over(view)  # type: ignore[arg-type]
    report = table.report()
    assert not report.cards_conserved
    assert "muck" in report.problems[0]


def test_reports_of_several_tables_add_up() -> None:
    reports = []
    for number in (1, 2):
        table = Table()
        table.begin(1)
        table.err(1)
        table.find("flop_double_burn" if number == 1 else "flop_too_many")
        reports.append(table.report())
    total = add_up(reports, 9.0)
    assert (total.tables, total.hands, total.injected, total.detected, total.missed, total.seconds) == (2, 2, 2, 1, 1, 9.0)
    assert total.codes["flop_double_burn"].injected == 2
    assert total.categories == {"wrong_order": 2}


def test_questions_are_those_of_doubt_not_what_the_house_asks_of_everybody() -> None:
    table = Table()
    table.begin(1)
    keys = ("playing_board", "chips_without_key", "playing_board")
    table.score.saw([QuestionAsked(number=number, key=key, seat=SeatNo(1)) for number, key in enumerate(keys)])
    assert table.report().questions == 1


@pytest.mark.parametrize(
    ("how", "alarms", "late"), [("late_entry", 0, 1), ("undone", 1, 0), ("cancelled", 1, 0), ("repaired", 1, 0)]
)
def test_what_late_keys_explain_is_no_false_alarm(how: str, alarms: int, late: int) -> None:
    table = Table()
    table.begin(1)
    table.find("burn_early")
    table.score.saw([FindingClosed(number=1, how=how, by=FLOOR)])
    report = table.report()
    assert (report.false_alarms, report.late_entries) == (alarms, late)


@pytest.mark.parametrize(
    ("fumbled", "how", "alarms"),
    [((2,), "undone", 0), ((3,), "undone", 1), ((), "undone", 1), ((2,), "repaired", 1)],
    ids=["this key was wrong", "that of another seat", "no key was wrong, sensors made it", "wrong, and not undone"],
)
def test_what_is_undone_is_no_false_alarm_where_the_wrong_key_made_it(fumbled: tuple[int, ...], how: str, alarms: int) -> None:
    table = Table()
    table.begin(1)
    table.log.fumbled = frozenset(SeatNo(seat) for seat in fumbled)
    table.score.saw([FindingRaised(number=1, code="folded_over_line", level=1, clauses=(), seat=SeatNo(2), sensed=True)])
    table.log.fumbled = frozenset()
    table.score.saw([FindingClosed(number=1, how=how, by=FLOOR)])
    assert table.report().false_alarms == alarms


def test_what_is_found_at_the_end_of_a_round_that_a_wrong_key_closed_is_no_false_alarm() -> None:
    table = Table()
    table.begin(1)
    table.log.fumbled = frozenset({SeatNo(2)})
    thrown = FindingRaised(number=1, code="folded_over_line", level=1, clauses=(), seat=SeatNo(3), sensed=True)
    table.score.saw([StreetClosed(street=Street.FLOP, pots=()), thrown])
    table.score.saw([FindingClosed(number=1, how="undone", by=FLOOR)])
    assert table.report().false_alarms == 0


def test_what_sensors_made_before_a_wrong_key_is_a_false_alarm_though_it_goes_when_that_is_undone() -> None:
    table = Table()
    table.begin(1)
    table.score.saw([FindingRaised(number=1, code="folded_over_line", level=1, clauses=(), seat=SeatNo(2))])
    table.log.fumbled = frozenset({SeatNo(2)})
    table.score.saw([FindingClosed(number=1, how="undone", by=FLOOR)])
    assert table.report().false_alarm_codes == {"folded_over_line": 1}


def test_an_error_that_was_entered_late_is_missed() -> None:
    table = Table()
    table.begin(1)
    table.err(1)
    table.find("flop_double_burn")
    table.score.saw([FindingClosed(number=1, how="late_entry", by=FLOOR)])
    assert table.report().missed == 1
