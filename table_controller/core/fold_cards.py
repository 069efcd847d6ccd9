"""Folds of cards: where they lie, in which order they came, which of them lie face up.

They record, rightly or wrongly dealt alike. A process that may not know hidden cards folds the same events and gets the same
counts, places and open faces.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from table_controller.core import events as did
from table_controller.core.cards import DECK_SIZE, Card, HiddenCard, LyingCard
from table_controller.core.cards import card as card_of
from table_controller.core.device_events import OpenCardCorrected
from table_controller.core.ids import PieceNo, SeatNo
from table_controller.core.places import SEAT_PLACES, Place
from table_controller.core.procedure_notes import deck_seen, drew, lay, put_back
from table_controller.core.procedure_state import ProcedureState
from table_controller.core.state import NOTHING_LIES, PLACE_INDEX, DeckState, HandState, TableState

_TO_MUCK = Place.MUCK
_GIVEN_UP = ("folded", "hand_given_up")

Lying = tuple[tuple[LyingCard, ...], ...]

SOME_PIECE = PieceNo(0)
"""An open card of which this process knows the face but not which physical card it is."""
_BURN = PLACE_INDEX[Place.BURN]
_BOARD = PLACE_INDEX[Place.BOARD]
_SHOE = PLACE_INDEX[Place.SHOE]
SEAT_INDEX: dict[int, int] = {seat: PLACE_INDEX[place] for seat, place in SEAT_PLACES.items()}


def lying_card(hidden: HiddenCard | None, up: Card | None, draw: int) -> LyingCard:
    """A card as it lies, known or not."""
    if up is None:
        return LyingCard(hidden, False, draw)
    return LyingCard(hidden or HiddenCard(SOME_PIECE, up), True, draw)


def _drawn(state: TableState, event: did.CardEvent, index: int) -> TableState:
    """A card left the deck: nothing before it can be undone any more, and the deck is no longer whole."""
    hand = state.hand
    if hand is not None:
        if index in (_BURN, _BOARD):
            hand = _counted(hand, event.draw, burned=index == _BURN)
        elif hand.before is not None:
            hand = replace(hand, before=None)
    hidden, draw = event.hidden, event.draw
    card = LyingCard(hidden, False, draw) if event.up is None else lying_card(hidden, event.up, draw)
    if event.by_hand:
        card = replace(card, by_hand=True)
        state = replace(state, laid_by_hand=True)
    lying = list(state.lying)
    lying[index] = (*lying[index], card)
    out = state.out if hidden is None else state.out | _bit(hidden)
    if state.deck.fresh:
        state = replace(state, deck=replace(state.deck, fresh=False))
    if state.procedures:
        state = replace(state, procedures=drew(lay(state.procedures, state.lying), card, burned=index == _BURN))
    return replace(state, lying=tuple(lying), out=out, drawn=draw or state.drawn + 1, ready=False, hand=hand)


def _counted(hand: HandState, draw: int, *, burned: bool) -> HandState:
    """Counts a card for the street it was dealt for."""
    laid = (*hand.laid, draw)
    due = hand.burns_due
    if burned and due and due[0]:
        return replace(hand, before=None, burns_due=(due[0] - 1, *due[1:]), laid=laid)
    return replace(hand, before=None, laid=laid)


def _bit(hidden: HiddenCard | None) -> int:
    return 1 << hidden.piece if hidden is not None and hidden.piece > 0 else 0


def _card_dealt(state: TableState, event: did.CardDealt) -> TableState:
    index = SEAT_INDEX.get(event.seat)
    if index is None:
        return state
    return _drawn(state, event, index)


def _card_burned(state: TableState, event: did.CardBurned) -> TableState:
    return _drawn(state, event, _BURN)


def _board_card(state: TableState, event: did.BoardCardDealt) -> TableState:
    return _drawn(state, event, _BOARD)


def _card_drawn(state: TableState, event: did.CardDrawn) -> TableState:
    return _drawn(state, event, PLACE_INDEX[event.to])


def _card_moved(state: TableState, event: did.CardMoved) -> TableState:
    source, target = PLACE_INDEX[event.source], PLACE_INDEX[event.to]
    places = list(state.lying)
    there = places[source]
    if 0 <= event.index < len(there):
        card = there[event.index]
        places[source] = there[: event.index] + there[event.index + 1 :]
        out = state.out
    else:
        card = lying_card(event.hidden, event.up, event.draw)
        out = state.out | _bit(event.hidden)
    if event.up is not None and not card.up:
        card = lying_card(card.hidden, event.up, card.draw)
    if target != _SHOE:
        places[target] = (*places[target], card)
    else:
        out &= ~_bit(card.hidden)
    procedures = _moved(state, card if target == _SHOE else None)
    lying = tuple(places)
    hand = _after_move(state.hand, event)
    if hand is not None and target in (_BURN, _BOARD) and event.source is Place.NOWHERE and not state.procedures:
        hand = _found_for_the_street(hand, card.draw, burned=target == _BURN)
    ready = state.ready or (lying == NOTHING_LIES and not state.in_hand)
    return replace(state, lying=lying, out=out, hand=hand, ready=ready, procedures=procedures)


def _moved(state: TableState, returned: LyingCard | None) -> tuple[ProcedureState, ...]:
    """What running procedures remember of it. `returned`: the card, where it went into the deck."""
    if not state.procedures:
        return ()
    procedures = lay(state.procedures, state.lying)
    return procedures if returned is None else put_back(procedures, returned)


def _after_move(hand: HandState | None, event: did.CardMoved) -> HandState | None:
    """Closes undo, but not for the cards of a hand that was out before the last act, nor for those of a seat of which another
    act than a fold was keyed: by them the dealer sees that the key was wrong.
    """
    if hand is None or hand.before is None:
        return hand
    if event.to is _TO_MUCK and (event.source != SEAT_PLACES.get(hand.before.seat) or hand.before.act not in _GIVEN_UP):
        return hand
    return replace(hand, before=None)


def _found_for_the_street(hand: HandState, draw: int, *, burned: bool) -> HandState:
    """A card that was nowhere on its way from the deck is where the street wanted it (H5)."""
    if hand.street is did.Street.DEAL or hand.betting or not draw:
        return hand
    return _counted(hand, draw, burned=burned)


def _with_card(state: TableState, place: Place, index: int, card: LyingCard) -> TableState:
    """The same with another card in one place; nothing changes where none lies there."""
    at = PLACE_INDEX[place]
    there = list(state.lying[at])
    if not 0 <= index < len(there):
        return state
    there[index] = card
    lying = list(state.lying)
    lying[at] = tuple(there)
    return replace(state, lying=tuple(lying))


def _lying_at(state: TableState, place: Place, index: int) -> LyingCard | None:
    there = state.at(place)
    return there[index] if 0 <= index < len(there) else None


def _card_identified(state: TableState, event: did.CardIdentified) -> TableState:
    card = _lying_at(state, event.place, event.index)
    if card is None:
        return state
    named = lying_card(event.hidden, event.up, card.draw)
    return replace(_with_card(state, event.place, event.index, named), out=state.out | _bit(event.hidden))


def _open_card_corrected(state: TableState, event: OpenCardCorrected) -> TableState:
    card = _lying_at(state, event.place, event.index)
    if card is None or not card.by_hand:
        return state
    right = replace(lying_card(None, card_of(event.card), card.draw), by_hand=True)
    return _with_card(state, event.place, event.index, right)


def deal_complete(lying: Lying, order: tuple[SeatNo, ...]) -> bool:
    """Every dealt-in seat has two cards or more. Asked from the end, where the last card falls."""
    for seat in reversed(order):  # noqa: SIM110 - asked for every card of a deal
        if len(lying[SEAT_INDEX[seat]]) < 2:
            return False
    return True


def turned_up(lying: Lying, seat: SeatNo, faces: tuple[Card, ...]) -> Lying:
    """The seat's cards lie open. `faces` name them where this process did not know them, and where they are keyed anew."""
    index = SEAT_INDEX[seat]
    shown = []
    for number, card in enumerate(lying[index]):
        hidden = card.hidden
        if (hidden is None or card.by_hand) and number < len(faces):
            hidden = HiddenCard(SOME_PIECE, faces[number])
        shown.append(LyingCard(hidden, True, card.draw, card.by_hand))
    places = list(lying)
    places[index] = tuple(shown)
    return tuple(places)


def _card_exposed(state: TableState, event: did.CardExposed | did.CardFlashed) -> TableState:
    place = SEAT_INDEX.get(event.seat)
    if place is None or event.up is None or not 0 <= event.index < len(state.lying[place]):
        return state
    cards = list(state.lying[place])
    cards[event.index] = lying_card(cards[event.index].hidden, event.up, cards[event.index].draw)
    places = list(state.lying)
    places[place] = tuple(cards)
    return replace(state, lying=tuple(places))


def _deck_gathered(state: TableState, event: did.DeckGathered) -> TableState:
    deck = DeckState(present=True, count=event.count)
    procedures = deck_seen(state.procedures, present=True)
    state = replace(state, lying=NOTHING_LIES, out=0, drawn=0, laid_by_hand=False)
    return replace(state, deck=deck, ready=not state.in_hand, procedures=procedures, tags=())


def _deck_counted(state: TableState, event: did.DeckCounted) -> TableState:
    procedures = deck_seen(state.procedures, present=event.present)
    fresh = event.present and (state.deck.fresh or not state.deck.present) and event.count == DECK_SIZE
    return replace(state, deck=DeckState(event.present, event.lid_open, event.count, fresh), procedures=procedures)


FOLDS: dict[type, Callable[[TableState, Any], TableState]] = {
    did.CardDealt: _card_dealt,
    did.CardBurned: _card_burned,
    did.BoardCardDealt: _board_card,
    did.CardDrawn: _card_drawn,
    did.CardMoved: _card_moved,
    did.CardIdentified: _card_identified,
    OpenCardCorrected: _open_card_corrected,
    did.CardExposed: _card_exposed,
    did.CardFlashed: _card_exposed,
    did.DeckGathered: _deck_gathered,
    did.DeckCounted: _deck_counted,
}
