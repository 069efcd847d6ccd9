"""Cards that lie on each other, where an antenna does not hear those below. Pure questions on a `CardDesk`."""

from table_controller.core.places import SEAT_OF_PLACE
from table_controller.tracking.belief import Track
from table_controller.tracking.bindings import Zone, place_of
from table_controller.tracking.card_desk import CardDesk

STACKED = frozenset({Zone.BURN, Zone.MUCK, Zone.HOLD, Zone.OUT})
"""Places where cards are laid on each other."""
_READ_IN_A_STACK = 2
"""Two cards on each other read well, a third does not always."""


def covered(desk: CardDesk, track: Track) -> bool:
    """Perhaps under two others: of cards that were pushed there together nobody knows which lies below."""
    if not desk.round_ms or track.told not in STACKED:
        return False
    return len(desk.context.table.at(place_of(track.told))) > _READ_IN_A_STACK


def may_lie_unheard(desk: CardDesk, track: Track) -> bool:
    """Under others of which one is heard, or in the hand of a player who looks at it: not being seen says nothing of it."""
    heard = (other.told is track.told and bool(other.sights) for other in desk.tracks.values())
    return place_of(track.told) in SEAT_OF_PLACE or (covered(desk, track) and any(heard))
