"""How long a card may be where nobody sees it. Pure questions about one track."""

from table_controller.core.ids import Millis
from table_controller.core.places import Place
from table_controller.tracking import timing
from table_controller.tracking.belief import Track
from table_controller.tracking.bindings import PLACE_OF_ZONE, Zone


def place_of(zone: Zone | None) -> Place:
    """The place of a zone; None is nowhere."""
    return Place.NOWHERE if zone is None else PLACE_OF_ZONE[zone]


def waits(track: Track) -> bool:
    """Whether this card's `since` is the begin of a wait: it is in flight or out of sight."""
    return not track.sights or (track.told is Zone.SHOE and not track.stale)


def waits_until(track: Track, *, blind: bool, mute: bool, watched: bool, dealing: bool) -> Millis | None:
    """When the patience with a card that is not seen where it should be ends; None: nothing is waited for.

    `blind`: an antenna that might see it says nothing; `mute`: the shoe's. `watched`: a hand runs and the deck is in place, so
    that cards may not just vanish. `dealing`: hole cards are dealt.
    """
    if track.told is None or track.stale:
        return None
    if track.told is Zone.SHOE:
        if not track.draw:
            return None if mute else Millis(track.since + timing.SHOE_LATE)
        landing = timing.LANDING_IN_DEAL if dealing else timing.LANDING
        return None if blind or track.landed is not None else Millis(track.since + landing)
    if track.sights or blind or not watched:
        return None
    return Millis(track.since + timing.missing_after(place_of(track.told)))
