"""What running procedures remember of cards and deck: a deck that went out and came in, the card put on top and where it went.

Called by the folds of cards. Knows neither steps nor rules.
"""

from msgspec.structs import replace

from table_controller.core.cards import LyingCard
from table_controller.core.procedure_state import ProcedureState

Procedures = tuple[ProcedureState, ...]


def lay(procedures: Procedures, lying: tuple[tuple[LyingCard, ...], ...]) -> Procedures:
    """A card is about to move. Of a step that has failed it stays known how the cards lay before that."""
    return tuple(one if one.failed is not None else replace(one, lay=lying) for one in procedures)


def drew(procedures: Procedures, card: LyingCard, *, burned: bool) -> Procedures:
    """A card left the deck."""
    return tuple(_drew(one, card, burned) for one in procedures)


def _drew(one: ProcedureState, card: LyingCard, burned: bool) -> ProcedureState:
    if one.top_burned is not None:
        return one
    hidden, top = card.hidden, None if one.top is None else one.top.hidden
    same = hidden is None or top is None or top.piece == hidden.piece
    if burned:
        return replace(one, top_burned=same)
    return replace(one, top=None) if same else one


def put_back(procedures: Procedures, card: LyingCard) -> Procedures:
    """A card went into the deck. What goes back while a step has failed puts that right: on top lies what lay there before."""
    return tuple(replace(one, top=_top(one, card), top_burned=None, shuffled=False) for one in procedures)


def _top(one: ProcedureState, card: LyingCard) -> LyingCard:
    return card if one.failed is None or one.top is None else one.top


def deck_seen(procedures: Procedures, *, present: bool) -> Procedures:
    """The deck is out, or in."""
    if not present:
        return tuple(replace(one, deck_out=True) for one in procedures)
    return tuple(replace(one, deck_out=False, shuffled=one.shuffled or one.deck_out) for one in procedures)
