"""Which deck a card is of, and whether that deck is the one in play (RULEBOOK A4). Works on a `CardDesk`.

A card of another deck is told by name of its deck and by place, never by what it is. Jokers and cards of no deck are not asked.
"""

from table_controller.core.facts import DeckTold, OtherDeckCard
from table_controller.core.ids import Millis, PieceNo
from table_controller.core.places import Place
from table_controller.core.state import TableState
from table_controller.decks import DeckLabel, DeckMap


def in_play(deck: DeckMap, table: TableState) -> DeckLabel | None:
    """The deck that is dealt from; None while nobody knows."""
    return deck.named(table.deck_in_play) if table.deck_in_play else deck.only()


def strange(deck: DeckMap, table: TableState, piece: PieceNo) -> DeckLabel | None:
    """The deck this card is of, when that is not the one in play or may not be dealt from."""
    label = deck.label(piece)
    if label is None:
        return None
    playing = in_play(deck, table)
    other = playing is not None and playing.name != label.name
    return label if other or not label.usable else None


def told(deck: DeckMap, table: TableState, piece: PieceNo, place: Place, at: Millis) -> tuple[OtherDeckCard | DeckTold, ...]:
    """What a card that shows up in a place says about decks: that it is strange, or which deck is in play."""
    label = strange(deck, table, piece)
    if label is not None:
        playing = in_play(deck, table)
        same = playing is not None and playing.name != label.name and playing.back == label.back
        return (OtherDeckCard(at=at, place=place, deck=label.name, same_back=same),)
    known = deck.label(piece)
    if known is None or in_play(deck, table) is not None:
        return ()
    return (DeckTold(at=at, deck=known.name),)
