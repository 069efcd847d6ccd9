"""Where a card is, as far as its antennas tell (RULEBOOK H3). Pure judgement over the sights of one track.

A card that passes is seen for a moment, one that was moved is seen in both places for a moment, a neighbour may hear it all the
time, a clone is in both. "Not known" is an answer. How long is long enough is counted in rounds of the reader: the time in which
it visits every antenna once, and a tag that is not there has had its chance to be missed.
"""

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from table_controller.core.ids import Millis
from table_controller.core.places import Place
from table_controller.tracking import timing
from table_controller.tracking.belief import Sight, Track
from table_controller.tracking.bindings import PLACE_OF_ZONE, Zone
from table_controller.tracking.evidence import MISDEALT, PUT_RIGHT, UNEXPECTED, rounds_ahead, rounds_twice, rounds_until, weighs

_replace = msgspec.structs.replace

_ALL_BUT_ONE = 7
"""Of eight inventories: a card that lies there."""


class Ear(NamedTuple):
    """How the table's antennas hear, and where a card is awaited.

    `round_ms`: a round of the reader; 0: every antenna is heard all the time. `awaited`: where a card goes next if all goes as
    usual, `zone`: on which antenna there; None where any is as likely. `to`: where cards of its place are to be moved now.
    """

    round_ms: int = 0
    awaited: Place | None = None
    to: tuple[Place, ...] = ()
    zone: Zone | None = None


Arbiter = Callable[[Track, Millis, Ear], Sight | None]
"""Says which sight tells where a card is; None while that is not known."""


def last_steady(track: Track, now: Millis, ear: Ear) -> Sight | None:
    """The yardstick of `burnturn bench tracking`: the antenna that came to see the card last, and for a whole round of
    the reader, is right. The shoe gives way to any other."""
    steady = [sight for sight in on_felt(track) or track.sights if now - sight.since >= ear.round_ms]
    return steady[-1] if steady else None


_BESIDE = frozenset({
    (Zone.BURN, Zone.FLOP), (Zone.BURN, Zone.MUCK), (Zone.FLOP, Zone.TURN), (Zone.TURN, Zone.RIVER), (Zone.TURN, Zone.HOLD),
    (Zone.RIVER, Zone.HOLD), (Zone.RIVER, Zone.OUT), (Zone.HOLD, Zone.OUT),
})  # fmt: skip
"""In front of the dealer, by the layout of the felt: antennas whose middles are no farther apart than 25 cm."""


def neighbours(one: Zone, other: Zone) -> bool:
    """Whether the antenna of one may hear what lies at the other: seats side by side, and zones close together."""
    if Zone.SEAT_1 <= one <= Zone.SEAT_10 and Zone.SEAT_1 <= other <= Zone.SEAT_10:
        return abs(one - other) == 1
    return (one, other) in _BESIDE or (other, one) in _BESIDE


def beside(ear: Ear, zone: Zone) -> bool:
    """Whether this antenna may hear a card that lies where it is awaited, and is not of that place."""
    if ear.awaited is None or PLACE_OF_ZONE[zone] is ear.awaited:
        return False
    return any(neighbours(one, zone) for one, place in PLACE_OF_ZONE.items() if place is ear.awaited and ear.zone in (None, one))


def lies_beside(told: Zone | None, zone: Zone) -> bool:
    """Whether this antenna may hear a card that is known to lie there, and is not of that place."""
    if told is None or told is Zone.SHOE or PLACE_OF_ZONE[told] is PLACE_OF_ZONE[zone]:
        return False
    return neighbours(told, zone)


def where(track: Track, now: Millis, ear: Ear) -> Sight | None:
    """The sight that tells where the card is; None while that is not known. The mouth of the shoe gives way to any other."""
    sights = on_felt(track) or track.sights
    if not sights:
        return None
    if len({PLACE_OF_ZONE[sight.zone] for sight in sights}) == 1:
        return sights[-1] if _reached(now, believed_from(track, ear)) else None
    home = _home(track, sights, ear)
    if home is not None:
        return _home_or(track, home, sights, now, ear)
    first, second = sights[-2:]
    needed, patience = _margin(track, first, second, ear)
    ahead = first.hits - second.hits
    if now - second.since < patience or abs(ahead) < needed:
        return None
    best = first if ahead > 0 else second
    return best if _reached(now, _believed(track, best, ear)) else None


def _home(track: Track, sights: tuple[Sight, ...], ear: Ear) -> Sight | None:
    """Where the card is known to lie, or should land, if it is seen there: beside it a stray word weighs less."""
    lies = None if track.told is None else PLACE_OF_ZONE[track.told]
    homes = (sight for home in (lies, ear.awaited) for sight in sights if home is not None and PLACE_OF_ZONE[sight.zone] is home)
    return next(homes, None) if ear.round_ms else None


def _home_or(track: Track, home: Sight, sights: tuple[Sight, ...], now: Millis, ear: Ear) -> Sight | None:
    """At home, unless another place has long been heard far better; not known when both are heard at their best (H3)."""
    other, begun = _other(home, sights)
    if track.told is Zone.SHOE and home.since - other.since >= timing.ROUNDS_FIRST * ear.round_ms:
        return _contested(track, home, sights, now, ear)
    if now < begun + _clash_patience(ear):
        return home if now >= begun + _neighbours_patience(ear) else None
    if _reached(now, _ahead_from(track, home, sights, ear)):
        return other
    return None if min(home.hits, other.hits) >= _ALL_BUT_ONE else home


def _contested(track: Track, home: Sight, sights: tuple[Sight, ...], now: Millis, ear: Ear) -> Sight | None:
    """Another place had heard it long before it was heard where it is awaited: only how well each hears it tells them apart."""
    other, begun = _other(home, sights)
    if _reached(now, _ahead_from(track, home, sights, ear)):
        return other
    rounds = rounds_ahead(PUT_RIGHT, home.hits, other.hits)
    return home if rounds is not None and now >= begun + rounds * ear.round_ms else None


def _other(home: Sight, sights: tuple[Sight, ...]) -> tuple[Sight, Millis]:
    """The best of the other places, and since when both have been heard."""
    place = PLACE_OF_ZONE[home.zone]
    others = (sight for sight in sights if PLACE_OF_ZONE[sight.zone] is not place)
    other = max(others, key=lambda sight: (sight.hits, sight.since))
    return other, max(home.since, other.since)


def _ahead_from(track: Track, home: Sight, sights: tuple[Sight, ...], ear: Ear) -> Millis | None:
    """From when another place is believed although the card is still heard at home; None: it is not heard so much better."""
    other, begun = _other(home, sights)
    if not neighbours(home.zone, other.zone):
        return Millis(begun + _clash_patience(ear)) if other.hits - home.hits >= timing.HITS_CLEAR else None
    rounds = rounds_ahead(_needed(track, other, ear), other.hits, home.hits)
    return None if rounds is None else Millis(begun + round(rounds * ear.round_ms))


def on_felt(track: Track) -> tuple[Sight, ...]:
    """Without that of the mouth of the shoe."""
    return tuple(sight for sight in track.sights if sight.zone is not Zone.SHOE)


def believed_from(track: Track, ear: Ear) -> Millis | None:
    """From when the only place that sees a card is believed: where it is known to lie at once; None: not as it is heard now."""
    sights = on_felt(track)
    if not sights or not ear.round_ms:
        return Millis(0)
    best = max(sights, key=lambda sight: sight.hits)
    return _believed(track, _replace(best, since=min(sight.since for sight in sights)), ear)


def _believed(track: Track, sight: Sight, ear: Ear) -> Millis | None:
    told = track.told
    if not ear.round_ms or (told is not None and PLACE_OF_ZONE[told] is PLACE_OF_ZONE[sight.zone]):
        return Millis(0)
    begun = sight.since
    if lies_beside(told, sight.zone):
        begun = max(begun, track.since)
    rounds = _rounds(track, sight, ear)
    return None if rounds is None else Millis(begun + round(rounds * ear.round_ms))


def _rounds(track: Track, sight: Sight, ear: Ear) -> float | None:
    """How many rounds must show a card where it was not. Where it is awaited few: elsewhere it may be on its way there, and
    beside the place where it lies, or is awaited, that it is heard may be all there is to it."""
    if PLACE_OF_ZONE[sight.zone] is ear.awaited:
        if _heard_elsewhere(track, sight, ear):
            return rounds_until(MISDEALT, sight.hits)
        return timing.ROUNDS_LANDED if ear.zone in (None, sight.zone) else timing.ROUNDS_STRAY
    if lies_beside(track.told, sight.zone) or beside(ear, sight.zone):
        return rounds_until(_needed(track, sight, ear), sight.hits)
    return timing.ROUNDS_STRAY if track.last is None else 2 * timing.ROUNDS_STRAY


def _heard_elsewhere(track: Track, sight: Sight, ear: Ear) -> bool:
    """Before it was heard here it lay somewhere else, by all that was heard, and this antenna may hear it from there."""
    last = track.last
    if last is None or track.told is not Zone.SHOE or not neighbours(last.zone, sight.zone) or not ear.round_ms:
        return False
    if PLACE_OF_ZONE[last.zone] is PLACE_OF_ZONE[sight.zone]:
        return False
    return weighs((track.lost - last.since) / ear.round_ms, last.hits) >= PUT_RIGHT


def _needed(track: Track, sight: Sight, ear: Ear) -> float:
    """How much it must weigh that the card is there."""
    place = PLACE_OF_ZONE[sight.zone]
    if place in ear.to or place is ear.awaited:
        return PUT_RIGHT
    return MISDEALT if track.told is Zone.SHOE else UNEXPECTED


def _reached(now: Millis, time: Millis | None) -> bool:
    return time is not None and now >= time


def settle_due(track: Track, now: Millis, ear: Ear, *, blind: bool) -> Millis | None:
    """When time alone may decide more about where a card is; None when it cannot."""
    sights = on_felt(track)
    if len({PLACE_OF_ZONE[sight.zone] for sight in sights}) < 2:
        lies = not sights or (track.told is not None and PLACE_OF_ZONE[track.told] is PLACE_OF_ZONE[sights[0].zone])
        due = None if lies else believed_from(track, ear)
        return None if due is None else max(now, due)
    later = [time for time in _settle_times(track, sights, ear) if time is not None and time > now]
    return min(later) if later else now if clashes(track, now, ear, blind=blind) else None


def _settle_times(track: Track, sights: tuple[Sight, ...], ear: Ear) -> list[Millis | None]:
    """When two places that see a card may be told apart better."""
    home, begun = _home(track, sights, ear), max(sight.since for sight in sights)
    patient: list[Millis | None] = [Millis(begun + _neighbours_patience(ear)), Millis(begun + _clash_patience(ear))]
    patient.append(_clash_from(sights, ear))
    if home is not None:
        other, both = _other(home, sights)
        here = rounds_ahead(PUT_RIGHT, home.hits, other.hits)
        ahead = None if here is None else Millis(both + round(here * ear.round_ms))
        return [*patient, _ahead_from(track, home, sights, ear), ahead]
    return [*patient, *(_believed(track, sight, ear) for sight in sights[-2:])]


def clashes(track: Track, now: Millis, ear: Ear, *, blind: bool) -> bool:
    """Whether this is a conflict that has not been told. False while an antenna is `blind`: its last word may long not be so."""
    sights = on_felt(track)
    over = len({PLACE_OF_ZONE[sight.zone] for sight in sights}) > 1 and now >= _clash_from(sights, ear)
    return over and not blind and not track.clashed and where(track, now, ear) is None


def _clash_from(sights: tuple[Sight, ...], ear: Ear) -> Millis:
    """From when two places that hear a card as well are a conflict: side by side, one may hear the other's for long."""
    begun, worst = max(sight.since for sight in sights), min(sight.hits for sight in sights)
    patience = _clash_patience(ear)
    if ear.round_ms and any(neighbours(one.zone, other.zone) for one in sights for other in sights):
        patience = max(patience, round(rounds_twice(UNEXPECTED, worst) * ear.round_ms))
    return Millis(begun + patience)


def _margin(track: Track, first: Sight, second: Sight, ear: Ear) -> tuple[int, int]:
    """How many hits more are needed, and after how long. A card already told somewhere does not move for one hit."""
    if not neighbours(first.zone, second.zone):
        return timing.HITS_CLEAR, _clash_patience(ear)
    if ear.round_ms and track.told is Zone.SHOE:  # before so many rounds nobody knows how well each hears it
        return 1, _clash_patience(ear)
    told_here = track.told in (first.zone, second.zone)
    return timing.HITS_CLEAR if told_here else 1, _neighbours_patience(ear)


def _neighbours_patience(ear: Ear) -> int:
    return max(timing.OVERLAP_NEIGHBOURS, 2 * ear.round_ms)


def _clash_patience(ear: Ear) -> int:
    return max(timing.OVERLAP_CLASH, (timing.INVENTORIES + 1) * ear.round_ms)
