"""Cards that lie on each other, where an antenna does not hear those below. Pure questions on a `CardDesk`."""

from table_controller.core.ids import PieceNo
from table_controller.core.places import SEAT_OF_PLACE
from table_controller.tracking.belief import Track
from table_controller.tracking.bindings import Zone
from table_controller.tracking.card_desk import CardDesk
from table_controller.tracking.patience import place_of

STACKED = frozenset({Zone.BURN, Zone.MUCK, Zone.HOLD, Zone.OUT})
"""Places where cards are laid on each other."""
_READ_IN_A_STACK = 2
"""Two cards on each other read well, a third does not always."""


def covered(desk: CardDesk, piece: PieceNo, track: Track) -> bool:
    """Under others, where an antenna may not hear it."""
    if track.told not in STACKED:
        return False
    buried = desk.context.table.at(place_of(track.told))[:-_READ_IN_A_STACK]
    return any(card.hidden is not None and card.hidden.piece == piece for card in buried)


def may_lie_unheard(desk: CardDesk, piece: PieceNo, track: Track) -> bool:
    """Under others that are heard, or in the hand of a player who looks at it: not being seen says nothing of it."""
    return place_of(track.told) in SEAT_OF_PLACE or (covered(desk, piece, track) and _pile_is_there(desk, track))


def _pile_is_there(desk: CardDesk, track: Track) -> bool:
    top = desk.context.table.at(place_of(track.told))[-_READ_IN_A_STACK:]
    pieces = {card.hidden.piece for card in top if card.hidden is not None}
    return any(piece in desk.tracks and desk.tracks[piece].sights for piece in pieces)
