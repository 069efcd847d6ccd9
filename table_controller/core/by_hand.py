"""Play by hand while a needed device is silent (H6): cards the dealer says lie there, and sensors that name them afterwards.

Nothing is guessed: what only a sensor could know stays unknown until one says it, and what everybody sees is keyed.
"""

from table_controller.core import orders as ask
from table_controller.core.cards import Card, LyingCard, text_of
from table_controller.core.device_events import EnteredByHand, OpenCardCorrected, PlayedByHand
from table_controller.core.draft import Draft
from table_controller.core.events import BoardCardDealt, CardBurned, CardDealt, CardIdentified, CardMoved, Street
from table_controller.core.expect import BOARD_TARGET, Expectation, expected
from table_controller.core.facts import CardArrived
from table_controller.core.keyed_cards import named
from table_controller.core.messages import Rejection
from table_controller.core.order_base import Order, Person, Role
from table_controller.core.places import SEAT_PLACES, Place
from table_controller.core.procedure import deck_barred, shuffle_due
from table_controller.core.roles import MAY
from table_controller.core.rounds import after_card
from table_controller.core.start import start_hand
from table_controller.core.state import SeatStatus, TableState

_UNMARKED = (ask.ByHand, ask.CallFloor, ask.Cancel, ask.AnswerQuestion, ask.Report, ask.ReportAbsent, ask.CheckDeck)
_MOST_DEALT = 20
"""Two cards to each of ten seats."""
_GONE = (SeatStatus.FOLDED, SeatStatus.DEAD)


def go_on(draft: Draft, _order: ask.ByHand, by: Person) -> Rejection | None:
    """Ends the lock that a silent device has put on the table."""
    if not draft.state.unheard:
        return Rejection("already_by_hand" if draft.state.by_hand else "sensors_work")
    draft.add(PlayedByHand(by=by, devices=tuple(name for name, needed in draft.state.lost if needed)))
    return None


def mark(draft: Draft, order: Order, by: Person) -> None:
    """Says of what follows that it was keyed while no sensor could confirm it."""
    if draft.state.by_hand and marked(type(order)):
        what = str(order.__struct_config__.tag)
        draft.add(EnteredByHand(what=what, by=by, seat=getattr(order, "seat", None)))


def marked(kind: type[Order]) -> bool:
    """Whether orders of this kind say what happens at the table."""
    return Role.DEALER in MAY[kind] and kind not in _UNMARKED


def lay_cards(draft: Draft, order: ask.LayCards, _by: Person) -> Rejection | None:
    """The rest of the deal, a burn, or the cards of a street; in a repair the one card that is due."""
    if not draft.state.by_hand:
        return Rejection("sensors_work")
    faces = named(draft.state, order.cards)
    if isinstance(faces, Rejection):
        return faces
    wanted = expected(draft.state)
    if wanted.place is None:
        return Rejection("no_card_due")
    missing = open_cards(draft.state, wanted)
    if len(faces) != missing:
        return Rejection("cards_wanted", {"count": missing})
    hand = draft.state.hand
    barred = shuffle_due(draft.state) or deck_barred(draft.state)
    if (hand is None or hand.outcome) and (barred or not start_hand(draft)):
        return Rejection("no_card_due")
    _lay_all(draft, wanted, faces)
    return None


def open_cards(state: TableState, wanted: Expectation) -> int:
    """How many of the cards that are due everybody sees: those of the board."""
    hand = state.hand
    if wanted.place is not Place.BOARD or hand is None:
        return 0
    return 1 if state.procedures else max(1, BOARD_TARGET.get(hand.street, 5) - len(state.at(Place.BOARD)))


def _lay_all(draft: Draft, wanted: Expectation, faces: tuple[Card, ...]) -> None:
    if wanted.place is Place.BURN:
        draft.add(CardBurned(draw=_next_draw(draft), by_hand=True))
    for face in faces:
        draft.add(BoardCardDealt(up=face, draw=_next_draw(draft), by_hand=True))
    if wanted.seat is not None:
        _deal(draft)
    after_card(draft)


def _deal(draft: Draft) -> None:
    """A step of a repair gives one card; a deal goes on to its end."""
    for _ in range(1 if draft.state.procedures else _MOST_DEALT):
        seat = expected(draft.state).seat
        if seat is None:
            return
        draft.add(CardDealt(seat=seat, draw=_next_draw(draft), by_hand=True))


def _next_draw(draft: Draft) -> int:
    return draft.state.drawn + 1


def name_card(draft: Draft, order: ask.NameCard, _by: Person) -> Rejection | None:
    """A card of the board was keyed wrongly."""
    board, faces = draft.state.at(Place.BOARD), named(draft.state, order.card)
    if isinstance(faces, Rejection):
        return faces
    if not 0 < order.nth <= len(board) or not board[order.nth - 1].by_hand or len(faces) != 1:
        return Rejection("no_card_there")
    draft.add(OpenCardCorrected(place=Place.BOARD, index=order.nth - 1, card=text_of(faces[0])))
    return None


# --- sensors that speak again ----------------------------------------------------------------------------------------


def reconciled(draft: Draft, fact: CardArrived) -> bool:
    """A card is seen where one was entered by hand: it is that one, and has not come just now."""
    lying = draft.state.at(fact.to)
    index = _same_card(lying, fact)
    if index is not None:
        up = fact.card.face if lying[index].up else None
        draft.add(CardIdentified(place=fact.to, index=index, hidden=fact.card, up=up, draw=fact.draw))
        after_card(draft)
        return True
    return fact.to is Place.MUCK and _thrown_away(draft, fact)


def _same_card(lying: tuple[LyingCard, ...], fact: CardArrived) -> int | None:
    """Of several the one keyed with this face; else the first nobody has named, for a face may have been keyed wrongly."""
    unnamed = [index for index, card in enumerate(lying) if card.by_hand]
    right = (index for index in unnamed if lying[index].public == fact.card.face)
    return next(right, unnamed[0] if unnamed else None)


def _thrown_away(draft: Draft, fact: CardArrived) -> bool:
    """Hands that were dealt by hand and folded: whose card it is nobody can know, and it matters to nobody."""
    for seat in draft.state.seats:
        place = SEAT_PLACES[seat.seat]
        index = _same_card(draft.state.at(place), fact)
        if index is not None and (seat.status in _GONE or seat.gave_up or _over(draft.state)):
            draft.add(CardIdentified(place=place, index=index, hidden=fact.card, draw=fact.draw))
            draft.add(CardMoved(source=place, index=index, to=fact.to, hidden=fact.card, draw=fact.draw, found=True))
            return True
    return False


def _over(state: TableState) -> bool:
    return state.hand is None or state.hand.street in (Street.SHOWDOWN, Street.OVER)
