"""Where a card is, as far as its antennas tell (RULEBOOK H3). Pure judgement over the sights of one track.

A card that passes is seen for a moment, one that was moved is seen in both places for a moment, a neighbour may hear it all the
time, a clone is in both. "Not known" is an answer. How long is long enough is counted in rounds of the reader: the time in which
it visits every antenna once, and a tag that is not there has had its chance to be missed.
"""

from collections.abc import Callable
from typing import NamedTuple

from table_controller.core.ids import Millis
from table_controller.core.places import Place
from table_controller.tracking import timing
from table_controller.tracking.belief import Sight, Track
from table_controller.tracking.bindings import PLACE_OF_ZONE, Zone

_ALL_BUT_ONE = 7
"""Of eight inventories: a card that lies there."""


class Ear(NamedTuple):
    """How the table's antennas hear, and where a card is awaited.

    `round_ms`: a round of the reader; 0: every antenna is heard all the time. `awaited`: where a card goes next if all goes as
    usual; None where any place is as likely.
    """

    round_ms: int = 0
    awaited: Place | None = None


Arbiter = Callable[[Track, Millis, Ear], Sight | None]
"""Says which sight tells where a card is; None while that is not known."""


def last_seen(track: Track, _now: Millis, _ear: Ear) -> Sight | None:
    """The yardstick of `burnturn bench tracking`: the antenna of the felt that saw the card last is right."""
    return (on_felt(track) or track.sights or (None,))[-1]


def neighbours(one: Zone, other: Zone) -> bool:
    """Seats side by side, and the zones in front of the dealer among each other."""
    if Zone.SEAT_1 <= one <= Zone.SEAT_10 and Zone.SEAT_1 <= other <= Zone.SEAT_10:
        return abs(one - other) == 1
    return one > Zone.SEAT_10 and other > Zone.SEAT_10


def where(track: Track, now: Millis, ear: Ear) -> Sight | None:
    """The sight that tells where the card is; None while that is not known. The mouth of the shoe gives way to any other."""
    sights = on_felt(track) or track.sights
    if not sights:
        return None
    if len({PLACE_OF_ZONE[sight.zone] for sight in sights}) == 1:
        return sights[-1] if now >= believed_from(track, ear) else None
    home = _home(track, sights, ear)
    if home is not None:
        return _home_or(home, sights, now, ear)
    first, second = sights[-2:]
    needed, patience = _margin(track, first, second, ear)
    ahead = first.hits - second.hits
    return None if now - second.since < patience or abs(ahead) < needed else first if ahead > 0 else second


def _home(track: Track, sights: tuple[Sight, ...], ear: Ear) -> Sight | None:
    """Where the card is known to lie, or should land, if it is seen there: beside it a stray word weighs less."""
    lies = None if track.told is None else PLACE_OF_ZONE[track.told]
    homes = (sight for home in (lies, ear.awaited) for sight in sights if home is not None and PLACE_OF_ZONE[sight.zone] is home)
    return next(homes, None) if ear.round_ms else None


def _home_or(home: Sight, sights: tuple[Sight, ...], now: Millis, ear: Ear) -> Sight | None:
    """At home, unless another place has long been heard far better; not known when both are heard at their best (H3)."""
    place = PLACE_OF_ZONE[home.zone]
    others = (sight for sight in sights if PLACE_OF_ZONE[sight.zone] is not place)
    other = max(others, key=lambda sight: (sight.hits, sight.since))
    begun = max(home.since, other.since)
    if now < begun + _clash_patience(ear):
        return home if now >= begun + _neighbours_patience(ear) else None
    if other.hits - home.hits >= timing.HITS_CLEAR:
        return other
    return None if min(home.hits, other.hits) >= _ALL_BUT_ONE else home


def on_felt(track: Track) -> tuple[Sight, ...]:
    """Without that of the mouth of the shoe."""
    return tuple(sight for sight in track.sights if sight.zone is not Zone.SHOE)


def believed_from(track: Track, ear: Ear) -> Millis:
    """From when the only place that sees a card is believed: where it is known to lie at once."""
    sights = on_felt(track)
    if not sights or not ear.round_ms:
        return Millis(0)
    zone, told = sights[0].zone, track.told
    if told is not None and PLACE_OF_ZONE[told] is PLACE_OF_ZONE[zone]:
        return Millis(0)
    begun = sights[0].since
    if told is not None and told is not Zone.SHOE:
        begun = max(begun, track.since) if neighbours(told, zone) else begun
    rounds = _rounds(zone, told, ear.awaited)
    if track.last is not None:  # it was seen where it should land, and may only be heard badly there
        rounds *= 2
    return Millis(begun + round(rounds * ear.round_ms))


def _rounds(zone: Zone, told: Zone | None, awaited: Place | None) -> float:
    """How many rounds must show a card where it was not. Where it is awaited few: elsewhere it may be on its way there."""
    if PLACE_OF_ZONE[zone] is awaited:
        return timing.ROUNDS_LANDED
    beside = told is not None and neighbours(told, zone)
    return timing.ROUNDS_MOVED_ASIDE if beside else timing.ROUNDS_STRAY


def settle_due(track: Track, now: Millis, ear: Ear, *, blind: bool) -> Millis | None:
    """When time alone may decide more about where a card is; None when it cannot."""
    sights = on_felt(track)
    if len({PLACE_OF_ZONE[sight.zone] for sight in sights}) < 2:
        lies = not sights or (track.told is not None and PLACE_OF_ZONE[track.told] is PLACE_OF_ZONE[sights[0].zone])
        return None if lies else max(now, believed_from(track, ear))
    begun = sights[-1].since
    for patience in (_neighbours_patience(ear), _clash_patience(ear)):
        if now < begun + patience:
            return Millis(begun + patience)
    return now if clashes(track, now, ear, blind=blind) else None


def clashes(track: Track, now: Millis, ear: Ear, *, blind: bool) -> bool:
    """Whether this is a conflict that has not been told. False while an antenna is `blind`: its last word may long not be so."""
    sights = on_felt(track)
    over = len({PLACE_OF_ZONE[sight.zone] for sight in sights}) > 1 and now >= sights[-1].since + _clash_patience(ear)
    return over and not blind and not track.clashed and where(track, now, ear) is None


def _margin(track: Track, first: Sight, second: Sight, ear: Ear) -> tuple[int, int]:
    """How many hits more are needed, and after how long. A card already told somewhere does not move for one hit."""
    if not neighbours(first.zone, second.zone):
        return timing.HITS_CLEAR, _clash_patience(ear)
    told_here = track.told in (first.zone, second.zone)
    return timing.HITS_CLEAR if told_here else 1, _neighbours_patience(ear)


def _neighbours_patience(ear: Ear) -> int:
    return max(timing.OVERLAP_NEIGHBOURS, 2 * ear.round_ms)


def _clash_patience(ear: Ear) -> int:
    return max(timing.OVERLAP_CLASH, (timing.INVENTORIES + 1) * ear.round_ms)
