"""Cards the sensors saw land, move, vanish or come back: never refused, always recorded, rightly dealt or not.

A card from the deck that lands while the table is idle begins the hand. Whether it was the right card in the right place is for
`irregularities` to say; cards thrown to the muck fold nobody (B45), only a key does.
"""

from table_controller.core import facts as seen
from table_controller.core.by_hand import reconciled
from table_controller.core.cards import DECK_SIZE, Card, HiddenCard
from table_controller.core.claims import asked_for, undecided
from table_controller.core.deck_events import DeckInPlay, OtherDeckSeen
from table_controller.core.draft import Draft
from table_controller.core.draw import draw_complete
from table_controller.core.events import (
    BoardCardDealt,
    CardBurned,
    CardDealt,
    CardDrawn,
    CardLost,
    CardMoved,
    CardReadTwice,
    DeckCounted,
    DeckGathered,
    ReadersDisagreed,
    Street,
    UnknownTagSeen,
)
from table_controller.core.failing import failed
from table_controller.core.places import SEAT_OF_PLACE, Place
from table_controller.core.procedure import OTHER_DECK, deck_barred, shuffle_due
from table_controller.core.questions import ask_board
from table_controller.core.rounds import after_card
from table_controller.core.start import start_hand
from table_controller.core.state import NOTHING_LIES, PLACE_INDEX, PLACES, DeckState, TableState

_DECK = Place.SHOE
_TO_BOARD = Place.BOARD
_TO_BURN = Place.BURN
_TO_MUCK = Place.MUCK
_SHOWDOWN = Street.SHOWDOWN


def card_arrived(draft: Draft, fact: seen.CardArrived) -> None:
    """A card lies somewhere new."""
    if draft.state.laid_by_hand and fact.to is not _DECK and not known(draft.state, fact) and reconciled(draft, fact):
        return
    if fact.source is _DECK:
        if fact.to is not _DECK:
            _from_deck(draft, fact)
        return
    found = _where(draft.state, fact.card, fact.source)
    if found is None:
        if fact.to is not _DECK:
            _landed(draft, fact, _face(draft.state, fact, fact.source, fact.draw))
            after_card(draft)
        return
    source, index = found
    if source is fact.to:
        return
    lying = draft.state.lying[PLACE_INDEX[source]][index]
    up = fact.card.face if lying.up else _face(draft.state, fact, source, lying.draw)
    moved = CardMoved(source=source, index=index, to=fact.to, hidden=fact.card, up=up, draw=fact.draw, found=fact.found)
    spoils = failed(draft.state, moved) is not None
    draft.add(moved)
    _thrown_away(draft, source, fact.to)
    in_place = fact.to is not _TO_BOARD or source is Place.NOWHERE or bool(draft.state.procedures)
    if in_place and not spoils:  # only the deck's cards make a street, and none that was taken away (UA32, D9)
        after_card(draft)


def known(state: TableState, fact: seen.CardArrived) -> bool:
    """Whether the record has this very card somewhere."""
    return bool(state.out >> fact.card.piece & 1)


def _thrown_away(draft: Draft, source: Place, to: Place) -> None:
    """At the showdown a seat lets go of cards it has not shown: the dealer asks, whatever they are (G2)."""
    hand, seat = draft.state.hand, SEAT_OF_PLACE.get(source)
    if hand is None or hand.street is not _SHOWDOWN or seat is None or to is not _TO_MUCK or seat not in hand.order:
        return
    state = draft.state.seats[seat - 1]
    if undecided(draft.state.rules, state) and asked_for(draft.state.rules, state):
        ask_board(draft, seat)


def _from_deck(draft: Draft, fact: seen.CardArrived) -> None:
    found = _where(draft.state, fact.card, fact.to) if draft.state.out >> fact.card.piece & 1 else None
    if found is not None:  # it lay elsewhere by the record, so it must have gone into the deck unseen
        source, index = found
        draft.add(CardMoved(source=source, index=index, to=_DECK, hidden=fact.card, found=True))
    state = draft.state
    hand = state.hand
    if (hand is None or hand.outcome) and not state.drawing:
        _begin(draft, fact)
    _landed(draft, fact, _face(state, fact, _DECK, fact.draw))
    if state.drawing:
        draw_complete(draft)
    else:
        after_card(draft)


def _begin(draft: Draft, fact: seen.CardArrived | seen.CardMissing) -> None:
    """The first card of a hand: the deck was ready for it, or this is the first draw since a shuffle."""
    if not draft.state.ready and fact.draw == 1 and draft.state.lying == NOTHING_LIES:
        draft.add(DeckGathered(count=None))
    if (draft.state.ready or fact.draw == 1) and not shuffle_due(draft.state) and not deck_barred(draft.state):
        start_hand(draft)


def _face(state: TableState, fact: seen.CardArrived, source: Place, draw: int) -> Card | None:
    """The face, where everybody sees it: dealt to the board, in the opening draw, or when a sensor saw it lie open."""
    up = fact.up
    if up is None:
        board = fact.to is _TO_BOARD and _shows(state, source, draw)
        up = board or (state.drawing != () and fact.to in SEAT_OF_PLACE)
    return fact.card.face if up else None


def _shows(state: TableState, source: Place, draw: int) -> bool:
    """Whether a card is open on the board because it was dealt there.

    A hand, a burn or the muck that touches it stays what it was until a repair proves that it belongs there (`rounds.lay_open`);
    so does a lost card older than the last that players hold.
    """
    if source not in (Place.NOWHERE, Place.DROPPED):
        return source is _DECK
    return all(card.draw < draw for place in (*SEAT_OF_PLACE, _TO_MUCK) for card in state.at(place))


def _landed(draft: Draft, fact: seen.CardArrived, up: Card | None) -> None:
    to = fact.to
    seat = SEAT_OF_PLACE.get(to)
    if seat is not None:
        draft.add(CardDealt(seat=seat, hidden=fact.card, up=up, draw=fact.draw, found=fact.found, stuck=fact.stuck))
    elif to is _TO_BOARD:
        draft.add(BoardCardDealt(hidden=fact.card, up=up, draw=fact.draw, found=fact.found))
    elif to is _TO_BURN:
        draft.add(CardBurned(hidden=fact.card, up=up, draw=fact.draw, found=fact.found))
    else:
        draft.add(CardDrawn(to=to, hidden=fact.card, up=up, draw=fact.draw, found=fact.found))


def _where(state: TableState, card: HiddenCard, source: Place) -> tuple[Place, int] | None:
    """Where this card lies by the record: first where it is said to come from, then anywhere."""
    for place in (source, *PLACES):
        for index, lying in enumerate(state.lying[PLACE_INDEX[place]]):
            if lying.hidden is not None and lying.hidden.piece == card.piece:
                return place, index
    return None


def card_missing(draft: Draft, fact: seen.CardMissing) -> None:
    """A card has been nowhere for too long (H1)."""
    found = _where(draft.state, fact.card, fact.source)
    hand = draft.state.hand
    if found is None and fact.source is _DECK and (hand is None or hand.outcome) and not draft.state.drawing:
        _begin(draft, fact)
    if found is None:
        draft.add(CardDrawn(to=Place.NOWHERE, hidden=fact.card, draw=fact.draw))
    elif found[0] is not Place.NOWHERE:
        source, index = found
        up = fact.card.face if draft.state.lying[PLACE_INDEX[source]][index].up else None
        draft.add(CardMoved(source=source, index=index, to=Place.NOWHERE, hidden=fact.card, up=up, draw=fact.draw))
    draft.add(CardLost(source=fact.source))


def card_in_two_places(draft: Draft, fact: seen.CardInTwoPlaces) -> None:
    """Never a move (H3, B23)."""
    draft.add(CardReadTwice(places=fact.places))


def readers_disagree(draft: Draft, fact: seen.ReadersDisagree) -> None:
    """Neither is believed for it (D20)."""
    draft.add(ReadersDisagreed(place=fact.place))


def unknown_tag(draft: Draft, fact: seen.UnknownTag) -> None:
    """Never taken for a card (H4, B16). While one is on record in a place, others there only add to how many they are."""
    noted = unknown_in(draft.state, fact.place)
    if fact.count > noted:
        draft.add(UnknownTagSeen(tag=fact.tag, place=fact.place, count=fact.count))


def unknown_in(state: TableState, place: Place) -> int:
    """How many unknown tags are on record there, of which somebody has still to judge; 0: none."""
    lie_there = sum(where is place for _, where in state.tags)
    if place is Place.OUT:  # nobody judges what is put aside, but a step may wait for it
        return 0 if state.procedures else lie_there
    found = [one for one in state.findings if one.public_tag and one.place in (place, None)]
    return max((one.count if one.place is place else lie_there for one in found), default=0)


def other_deck(draft: Draft, fact: seen.OtherDeckCard) -> None:
    """Told once before a hand: at the mouth of the shoe, or where the card lies (A4)."""
    state = draft.state
    if state.in_hand or not any(finding.code in OTHER_DECK for finding in state.findings):
        draft.add(OtherDeckSeen(place=fact.place, deck=fact.deck, same_back=fact.same_back))


def deck_told(draft: Draft, fact: seen.DeckTold) -> None:
    """The deck that is dealt from, as its first card tells."""
    if not draft.state.deck_in_play:
        draft.add(DeckInPlay(deck=fact.deck))


def deck_seen(draft: Draft, fact: seen.DeckSeen) -> None:
    """A whole deck after the hand ends the gathering; a shoe that cannot count says so by being put back."""
    state = draft.state
    deck = DeckState(fact.present, fact.lid_open, fact.count, state.deck.fresh)
    put_back = fact.count is None and fact.present and not state.deck.present
    whole = fact.present and fact.count == DECK_SIZE
    if not state.ready and not state.in_hand and (put_back or whole):
        draft.add(DeckGathered(count=fact.count))
    elif deck != state.deck:
        draft.add(DeckCounted(present=fact.present, lid_open=fact.lid_open, count=fact.count))
