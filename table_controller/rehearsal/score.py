"""The referee of a rehearsal: compares what the table's computer says with the truth, and errors made with findings raised.

Owns the comparison. It is handed the truth by whoever wires the rehearsal; the robot never sees it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Protocol

from table_controller.core.cards import Card, text_of
from table_controller.core.events import (
    AnyEvent,
    FindingClosed,
    FindingRaised,
    FloorCalled,
    HandEnded,
    HandStarted,
    HandVoided,
    QuestionAsked,
    StreetClosed,
)
from table_controller.core.ids import AttemptNo, Chips, HandNo, SeatNo
from table_controller.core.questions import PLAYING_BOARD
from table_controller.rehearsal.hands import SEAT_SPOTS, Spot
from table_controller.rehearsal.mistakes import ErrorLog, MadeError
from table_controller.rehearsal.report import CodeScore, RehearsalReport
from table_controller.views.shapes import DealerView, HandView

_BOARD = (Spot.FLOP, Spot.TURN, Spot.RIVER)


class Truth(Protocol):
    """What is really so at the table."""

    def stacks(self) -> Mapping[SeatNo, Chips]:
        """The stack of each seat that has one."""
        ...

    def loose_chips(self) -> Chips:
        """Chips in the pot and in front of the seats."""
        ...

    def chips_unaccounted(self) -> int:
        """All chips there are, less those that were brought: 0 unless some appeared or vanished."""
        ...

    def faces(self, spot: Spot) -> tuple[Card, ...]:
        """The cards lying there, in order of arrival."""
        ...

    def cards(self) -> int:
        """How many different cards there are over all places."""
        ...


class Score:
    """One table's score. Tell it every event (`saw`) and every finished hand (`hand_over`)."""

    def __init__(self, truth: Truth, log: ErrorLog) -> None:
        self._truth = truth
        self._cards = truth.cards()
        self._log = log
        self._now = (HandNo(0), AttemptNo(0))
        self._findings: dict[tuple[HandNo, AttemptNo], list[FindingRaised]] = {}
        self._report = RehearsalReport(tables=1)
        self._explained: set[int] = set()
        """Findings that acts keyed late have explained, or that went with the wrong key that made them."""
        self._fumbles: set[int] = set()
        """Findings that came while a key stood that was not meant."""
        self._slipped = False
        """The wrong key has closed the round: what is found at its end it has made."""
        self._voided: list[tuple[HandNo, AttemptNo]] = []
        self._calls: list[tuple[HandNo, AttemptNo]] = []

    def saw(self, events: Iterable[AnyEvent]) -> None:
        """Events as the journal has them, in order, each once."""
        self._slipped = False
        for event in events:
            self._slipped |= type(event) is StreetClosed and bool(self._log.fumbled)
            self._saw(event)

    def _saw(self, event: AnyEvent) -> None:
        match event:
            case HandStarted(hand=hand, attempt=attempt):
                self._now = (hand, attempt)
                self._report.hands += attempt == 1
            case FindingRaised():
                self._findings.setdefault(self._where(), []).append(event)
                if event.seat in self._log.fumbled or self._slipped:
                    self._fumbles.add(event.number)
            case HandEnded():
                self._report.finished += 1
            case HandVoided():
                self._voided.append(self._now)
            case FloorCalled():
                self._calls.append(self._where())
            case FindingClosed(how="late_entry", number=number):
                self._report.late_entries += 1
                self._explained.add(number)
            case FindingClosed(how="undone", number=number) if number in self._fumbles:
                self._explained.add(number)
            case QuestionAsked(key=key):
                self._report.questions += key != PLAYING_BOARD  # the house asks that of everybody, in no doubt
            case _:
                pass

    def _where(self) -> tuple[HandNo, AttemptNo]:
        """Which hand it belongs to: before the first card to the hand that something was done wrong for already."""
        last = self._log.made[-1] if self._log.made else None
        return self._now if last is None else max(self._now, (last.hand, last.attempt))

    def agrees(self, view: DealerView) -> bool:
        """See `Referee`."""
        return view.pit.hand is None or not self._wrong_places(view.pit.hand)

    def hand_over(self, view: DealerView) -> None:
        """The pots have been paid, the cards lie where they lay: compare chips and cards with the truth."""
        if view.pit.hand is not None:
            self._compare_cards(view.pit.hand)
        self._compare_chips(view)

    def lost(self, what: str) -> None:
        """See `Referee`."""
        self._problem(what)

    def report(self, seconds: float) -> RehearsalReport:
        """The score so far."""
        report = self._report
        report.seconds = seconds
        report.codes, report.false_alarm_codes = {}, {}
        report.injected = len(self._log.made)
        report.categories = dict(Counter(one.kind.category.value for one in self._log.made))
        for made in self._log.made:
            self._score(made)
        alarms = Counter(code for where, found in self._findings.items() for code in self._unexplained(where, found))
        report.false_alarm_codes = dict(alarms)
        report.false_alarms = alarms.total()
        report.detected = sum(score.sensed + score.declared for score in report.codes.values())
        report.missed = report.injected - report.detected
        report.void = len(self._voided)
        report.void_unexplained = sum(self._log.of(*where) is None for where in self._voided)
        report.floor_calls_without_error = sum(self._log.of(*where) is None for where in self._calls)
        return report

    def _score(self, made: MadeError) -> None:
        found = [one for one in self._findings.get((made.hand, made.attempt), []) if one.number not in self._explained]
        right = next((one for one in found if one.code in made.accepts), None)
        score = self._report.codes.setdefault((made.accepts[0] if right is None else right.code), CodeScore())
        score.injected += 1
        if right is not None:
            score.sensed += right.sensed
            score.declared += not right.sensed
        elif any(one.code not in made.kind.tolerates for one in found):
            score.as_other += 1
            self._problem(f"hand {made.hand}: {made.kind.name} was found as {sorted({one.code for one in found})}")
        else:
            score.missed += 1
            self._problem(f"hand {made.hand}: {made.kind.name} was not found")

    def _unexplained(self, where: tuple[HandNo, AttemptNo], found: list[FindingRaised]) -> list[str]:
        """Codes of findings that no error explains; an error found under a wrong code is a miss, not an alarm."""
        made = self._log.of(*where)
        found = [one for one in found if one.number not in self._explained]
        if made is None:
            return [one.code for one in found]
        known = (*made.accepts, *made.kind.tolerates)
        hit = any(one.code in made.accepts for one in found)
        return [one.code for one in found if hit and one.code not in known]

    def _compare_chips(self, view: DealerView) -> None:
        truth = self._truth
        wrong = [f"seat {seat.seat}" for seat in view.pit.seats if truth.stacks().get(seat.seat, 0) != seat.stack]
        if truth.loose_chips():
            wrong.append("chips left in the middle")
        if truth.chips_unaccounted():
            wrong.append("chips appeared or vanished")
        if wrong:
            self._report.chips_conserved = False
            self._problem(f"hand {view.pit.hands_finished}: chips differ from the truth: {', '.join(wrong)}")

    def _compare_cards(self, hand: HandView) -> None:
        board = tuple(card for spot in _BOARD for card in self._truth.faces(spot))
        named = [(hand.board, board)]
        named += [(shown, self._truth.faces(SEAT_SPOTS[SeatNo(int(seat))])) for seat, shown in hand.shown.items()]
        for said, lying in named:
            true = [text_of(card) for card in lying]
            self._report.wrong_identities += sum(card not in true for card in said)
        wrong = self._wrong_places(hand)
        if wrong or self._truth.cards() != self._cards:
            self._report.cards_conserved = False
            self._problem(f"hand {hand.number}: cards differ from the truth: {', '.join(wrong)}")

    def _wrong_places(self, hand: HandView) -> list[str]:
        counts = {Spot.BURN: hand.burns, Spot.MUCK: hand.muck, Spot.HOLD: hand.hold, Spot.OUT: len(hand.out)}
        counts |= {SEAT_SPOTS[seat.seat]: seat.cards for seat in hand.seats}
        wrong = [spot.value for spot, count in counts.items() if len(self._truth.faces(spot)) != count]
        board = sum(len(self._truth.faces(spot)) for spot in _BOARD)
        return wrong + ["board"] * (board != len(hand.board))

    def _problem(self, text: str) -> None:
        if text not in self._report.problems:
            self._report.problems.append(text)
