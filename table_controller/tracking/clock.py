"""Time that does not count: waits put off while nothing could be read, and stamps moved onto another clock.

Works on beliefs as values; knows what in them is a time and nothing else.
"""

import msgspec

from table_controller.core.ids import Millis
from table_controller.tracking.belief import CardBelief, ChipBelief, Line, Sight, Track
from table_controller.tracking.patience import waits

_replace = msgspec.structs.replace


def put_off(cards: CardBelief, chips: ChipBelief, by: int) -> tuple[CardBelief, ChipBelief]:
    """Everything that is waited for may come later by so many milliseconds."""
    tracks = {piece: _put_off(track, by) for piece, track in cards.tracks.items()}
    cards = _replace(
        cards,
        tracks=tracks,
        gate_in=later(cards.gate_in, by),
        hold_until=later(cards.hold_until, by),
        deck_due=later(cards.deck_due, by),
        due=later(cards.due, by),
        doubted=tuple((tag, zone, Millis(until + by)) for tag, zone, until in cards.doubted),
    )
    lines = {seat: _put_off_line(line, by) for seat, line in chips.lines.items()}
    return cards, ChipBelief(lines, later(chips.due, by), later(chips.played, by))


def moved(cards: CardBelief, chips: ChipBelief, by: int) -> tuple[CardBelief, ChipBelief]:
    """All stamps on a clock that shows so many milliseconds more."""
    cards, chips = put_off(cards, chips, by)
    tracks = {piece: _moved(track, by) for piece, track in cards.tracks.items()}
    return _replace(cards, tracks=tracks, passage=None), ChipBelief(
        {seat: _moved_line(line, by) for seat, line in chips.lines.items()}, chips.due, chips.played
    )


def later(time: Millis | None, by: int) -> Millis | None:
    """That much later, if there is a time."""
    return None if time is None else Millis(time + by)


def _put_off(track: Track, by: int) -> Track:
    since = Millis(track.since + by) if waits(track) else track.since
    overlapping = len(track.sights) > 1
    return _replace(
        track, since=since, lost=Millis(track.lost + by), sights=_sights(track.sights, by) if overlapping else track.sights
    )


def _moved(track: Track, by: int) -> Track:
    """What `_put_off` has left where it was."""
    since = track.since if waits(track) else Millis(track.since + by)
    sights = track.sights if len(track.sights) > 1 else _sights(track.sights, by)
    landed = track.landed and _replace(track.landed, since=Millis(track.landed.since + by))
    last = track.last and _replace(track.last, since=Millis(track.last.since + by))
    return _replace(track, since=since, sights=sights, landed=landed, last=last)


def _sights(sights: tuple[Sight, ...], by: int) -> tuple[Sight, ...]:
    return tuple(_replace(sight, since=Millis(sight.since + by)) for sight in sights)


def _put_off_line(line: Line, by: int) -> Line:
    """Every time from which seconds are counted until a question."""
    return _replace(
        line,
        asked=later(line.asked, by),
        spare=later(line.spare, by),
        wanted=later(line.wanted, by),
        covered=later(line.covered, by),
        against=later(line.against, by),
    )


def _moved_line(line: Line, by: int) -> Line:
    """What `_put_off_line` has left where it was."""
    return _replace(line, edge=later(line.edge, by), idle=later(line.idle, by), keyed=later(line.keyed, by))
