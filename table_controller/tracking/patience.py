"""How long a card may be where nobody sees it. Pure questions about one track."""

from typing import NamedTuple

from table_controller.core.ids import Millis
from table_controller.tracking import timing
from table_controller.tracking.belief import Track
from table_controller.tracking.bindings import Zone, place_of
from table_controller.tracking.evidence import rounds_silent


def waits(track: Track) -> bool:
    """Whether this card's `since` is the begin of a wait: it is in flight or out of sight."""
    return not track.sights or (track.told is Zone.SHOE and not track.stale)


class Silence(NamedTuple):
    """What is known when a card is not seen. `blind`: an antenna that might see it says nothing; `mute`: the shoe's. `watched`: a
    hand runs, the deck is in place and the card lies in no pile of three or more, so that it may not just vanish.
    `dealing`: hole cards are dealt. `round_ms`: a round of the reader. `dealt_on`: the dealer has drawn others since.
    """

    blind: bool
    mute: bool
    watched: bool
    dealing: bool
    round_ms: int
    dealt_on: bool = False


def waits_until(track: Track, silence: Silence) -> Millis | None:
    """When the patience with a card that is not seen where it should be ends; None: nothing is waited for."""
    if track.told is None or track.stale:
        return None
    if track.told is Zone.SHOE:
        return _flight_until(track, silence)
    if track.sights or silence.blind or not silence.watched:
        return None
    usual = timing.missing_after(place_of(track.told)) + timing.slowness(timing.ROUNDS_UNHEARD, silence.round_ms)
    return Millis(track.since + max(usual, timing.slowness(rounds_silent(track.heard), silence.round_ms)))


def _flight_until(track: Track, silence: Silence) -> Millis | None:
    if not track.draw:
        late = timing.SHOE_LATE + timing.slowness(timing.ROUNDS_LATE, silence.round_ms)
        return None if silence.mute else Millis(track.since + late)
    unheard = not track.sights and track.last is None
    rounds = timing.ROUNDS_DEALT_ON if silence.dealt_on and unheard else timing.ROUNDS_LANDING
    slow = timing.slowness(rounds, silence.round_ms)
    landing = timing.LANDING_IN_DEAL if silence.dealing else timing.LANDING
    return None if silence.blind or track.landed is not None else Millis(track.since + landing + slow)
