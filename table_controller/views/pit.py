"""The pit view: everything public about one table. Must not know where the state came from."""

from collections.abc import Iterable
from typing import Any

from table_controller.alarms import Alarms
from table_controller.core.awarding import left_in
from table_controller.core.cards import LyingCard, text_of, texts_of
from table_controller.core.claims import undecided
from table_controller.core.deciding import rulings
from table_controller.core.events import FindingRaised, PotAwarded, QuestionAsked, Street
from table_controller.core.expect import expected
from table_controller.core.ids import Chips, HandNo, SeatNo, Seq, TableId
from table_controller.core.limits import legal
from table_controller.core.messages import Message
from table_controller.core.places import SEAT_PLACES, Place
from table_controller.core.procedure import acts_held, deck_barred, in_deck
from table_controller.core.ruling import choices
from table_controller.core.signing import signers
from table_controller.core.stakes import Stakes
from table_controller.core.state import HandState, SeatState, SeatStatus, TableState
from table_controller.views.alarm import alarm_views
from table_controller.views.procedure import procedure_view
from table_controller.views.shapes import (
    AwardView,
    DeckView,
    DeviceView,
    FindingView,
    GameView,
    HandView,
    LevelView,
    PitView,
    PotView,
    QuestionView,
    SeatView,
    SeatWord,
    StakesView,
    TableStateWord,
)
from table_controller.views.times import utc_text


def pit_view(table: TableId, seq: Seq, wall: int, state: TableState, alarms: Alarms) -> PitView:
    """The table as of record `seq`, written at wall clock `wall` (UTC ms)."""
    running = state.hand if state.hand is not None and not _between(state) else None
    return PitView(
        table=table,
        seq=seq,
        as_of=utc_text(wall),
        house_rules=state.rules.name,
        game=GameView(state.stakes.limit.value, state.stakes.small_blind, state.stakes.big_blind),
        state=state_word(state),
        hand=None if running is None else _hand_view(state, running),
        procedure=procedure_view(state),
        alarms=alarm_views(alarms),
        alarms_raised=alarms.raised,
        devices=tuple(DeviceView(name, "lost", None) for name, _needed in state.lost),
        name=state.name,
        seats=tuple(_seat_view(state, seat) for seat in state.seats if seat.player is not None),
        max_seats=len(state.seats),
        next_hand=HandNo(state.hands + 1),
        button_seen=state.button_sighted,
        findings=tuple(_finding_view(state, finding) for finding in state.findings),
        questions=tuple(map(_question_view, state.questions)),
        prompt=expected(state).step,
        by_hand=tuple(name for name, needed in state.lost if needed) if state.by_hand else (),
        **_shift(state),
        hands_finished=state.hands if not state.in_hand else HandNo(state.hands - 1),
        rake_taken=state.rake,
    )


def _stakes_view(stakes: Stakes) -> StakesView:
    return StakesView(stakes.limit.value, stakes.small_blind, stakes.big_blind, stakes.ante, stakes.min_buy_in, stakes.max_buy_in)


def _shift(state: TableState) -> dict[str, Any]:
    """What does not belong to a hand: who works here, the level, the deck, whether the table is to close."""
    shift, level = state.shift, state.shift.level
    return {
        "dealer": shift.dealer,
        "dealer_since": shift.dealer_since or None,
        "floor": shift.floor,
        "level": None if level is None else LevelView(level.number, level.minutes, level.used_ms, level.since),
        "stakes": _stakes_view(state.stakes),
        "next_stakes": None if state.next_stakes is None else _stakes_view(state.next_stakes),
        "pause_reason": state.paused or "",
        "closing": state.closing,
        "deck": state.deck_in_play,
        "decks": tuple(DeckView(name, status) for name, status in state.decks),
    }


def _between(state: TableState) -> bool:
    return not state.in_hand and state.ready


def state_word(state: TableState) -> TableStateWord:
    """One word for the wall. A lock outranks everything, a pause all but a lock."""
    if state.locked:
        return "locked"
    if state.paused is not None:
        return "paused"
    hand = state.hand
    if hand is None or hand.street is Street.OVER:
        return _word_between(state)
    return _hand_word(state, hand)


def _word_between(state: TableState) -> TableStateWord:
    """Between hands. `opening`: the draw for the button runs. `out_of_play`: no hand begins with a deck known to be wrong."""
    if not state.open or state.closing:
        return "closed"
    if deck_barred(state):
        return "out_of_play"
    return "opening" if state.drawing else "idle"


def _hand_word(state: TableState, hand: HandState) -> TableStateWord:
    if hand.street is Street.DEAL:
        return "dealing"
    if hand.betting:
        return "board" if acts_held(state) else "betting"
    if hand.street is Street.SHOWDOWN:
        return "paying" if not showing(state) else "showdown"
    return "board"


def showing(state: TableState) -> tuple[SeatNo, ...]:
    """Seats still asked to show or give up their hands, in the order of the showdown."""
    hand = state.hand
    if hand is None:
        return ()
    return tuple(number for number in hand.show_order if undecided(state.rules, state.seat(number)))


def _hand_view(state: TableState, hand: HandState) -> HandView:
    acts = legal(state)
    return HandView(
        number=hand.number,
        attempt=hand.attempt,
        street=hand.street.value,
        button=hand.button,
        small_blind_seat=hand.small_blind,
        big_blind_seat=hand.big_blind,
        actor=hand.actor,
        to_call=None if acts is None else acts.to_call,
        min_raise_to=acts.min_to if acts is not None and acts.may_raise else None,
        max_raise_to=acts.max_to if acts is not None and acts.may_raise else None,
        board=_faces(state.at(Place.BOARD)),
        burns=len(state.at(Place.BURN)),
        burns_shown=_shown(state.at(Place.BURN)),
        muck=len(state.at(Place.MUCK)),
        stub=in_deck(state),
        pots=_pots(state, hand),
        seats=tuple(_seat_view(state, state.seat(number)) for number in sorted(hand.order)),
        shown={str(number): texts_of(state.seat(number).tabled) for number in hand.order if state.seat(number).tabled},
        winners=tuple(map(award_view, hand.awards)),
        hold=len(state.at(Place.HOLD)),
        out=_faces(state.at(Place.OUT)),
        by_hand=hand.by_hand,
    )


def _pots(state: TableState, hand: HandState) -> tuple[PotView, ...]:
    """What lies in the middle: less what has been pushed, and nothing once all has."""
    if hand.outcome:
        return ()
    if not hand.awards:
        return tuple(PotView(pot.amount, pot.seats) for pot in hand.pots)
    return tuple(PotView(Chips(left_in(state, hand, number)), pot.seats) for number, pot in enumerate(hand.pots))


def _faces(lying: Iterable[LyingCard]) -> tuple[str, ...]:
    return tuple("XX" if card.public is None else text_of(card.public) for card in lying)


def _shown(lying: Iterable[LyingCard]) -> tuple[str, ...]:
    return tuple(text_of(card.public) for card in lying if card.public is not None)


def _seat_view(state: TableState, seat: SeatState) -> SeatView:
    owes = (("bb",) if seat.owes_big else ()) + (("dead_sb",) if seat.owes_small else ())
    return SeatView(
        seat=seat.seat,
        player=seat.player or "",
        stack=seat.stack,
        bet=seat.bet,
        cards=len(state.at(SEAT_PLACES[seat.seat])),
        status=_status(state, seat),
        owes=owes,
        present=seat.present,
    )


_STATUS: dict[SeatStatus, SeatWord] = {
    SeatStatus.LIVE: "live",
    SeatStatus.ALL_IN: "all_in",
    SeatStatus.FOLDED: "folded",
    SeatStatus.DEAD: "dead",
}


def _status(state: TableState, seat: SeatState) -> SeatWord:
    if seat.sitting_out:
        return "sitting_out"
    if seat.away:
        return "absent"
    if seat.status is SeatStatus.OUT:
        return "waiting" if state.in_hand or seat.waits else "live"
    return _STATUS[seat.status]


def award_view(award: PotAwarded) -> AwardView:
    """A winner's part of one pot, pushed or still to be pushed."""
    return AwardView(
        pot=award.pot,
        seat=award.seat,
        amount=award.amount,
        odd=award.odd,
        best=texts_of(award.best),
        category=award.category,
        plays_board=award.plays_board,
    )


def _finding_view(state: TableState, finding: FindingRaised) -> FindingView:
    return FindingView(
        number=finding.number,
        code=finding.code,
        level=finding.level,
        clauses=finding.clauses,
        seat=finding.seat,
        place=None if finding.place is None else finding.place.value,
        position=finding.position,
        procedure=finding.procedure,
        choices=choices(state, finding),
        signed=tuple(person.role.value for person in signers(state, finding.number)),
        count=finding.count,
        rulings=rulings(state.rules, finding.code),
    )


def _question_view(question: QuestionAsked) -> QuestionView:
    where: dict[str, str | int] = {}
    if question.seat is not None:
        where["seat"] = question.seat
    if question.place is not None:
        where["place"] = question.place.value
    if question.position is not None:
        where["position"] = question.position
    return QuestionView(question.number, Message(question.key, where))
