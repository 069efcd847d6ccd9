"""Whether tracking has made up its mind about the cards it sees, and what it misses: for whoever lets a table come to rest.

A card that no antenna sees is not waited for: only time says more about it.
"""

from table_controller.core.ids import Millis
from table_controller.tracking.arbiter import on_felt
from table_controller.tracking.belief import Track
from table_controller.tracking.bindings import PLACE_OF_ZONE, Zone, place_of
from table_controller.tracking.tracker_state import TrackerState


def unsettled(state: TrackerState) -> str:
    """What a conclusion is still open about, in words; empty when nothing is."""
    cards = state.cards
    if cards.deck_due is not None:
        return "the deck's count and the zones to agree"
    if state.seats.leaving:
        return "a seat sensor that has just lost its player"
    if cards.hold_until is not None:
        return "cards of the last hand to vanish"
    if cards.doubted:
        return "whether a tag nobody registered stays, or was misread"
    for track in cards.tracks.values():
        if not track.stale and not track.clashed and track.landed is None and _elsewhere(track):
            return "a card seen where it was not, or in two places"
        unnumbered = track.told is Zone.SHOE and not track.draw and not track.stale and bool(track.sights)
        if unnumbered and not cards.mute:
            return "the shoe's word of a card that lies on the table"
    return ""


def _elsewhere(track: Track) -> bool:
    """An antenna of the felt shows it where it is not known to lie."""
    return any(PLACE_OF_ZONE[sight.zone] is not place_of(track.told) for sight in on_felt(track))


def missed_since(state: TrackerState) -> list[Millis]:
    """Since when something is missed: cards no antenna sees, chips without a key, keys without chips, what is waited for."""
    cards = [track.since for track in state.cards.tracks.values() if not track.sights and track.told is not None]
    chips = [since for line in state.chips.lines.values() for since in (line.asked, line.wanted) if since is not None]
    return cards + chips + state.waits.since
