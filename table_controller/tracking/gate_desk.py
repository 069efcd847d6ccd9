"""The gate at the mouth of the shoe: what went through it, in or out, one card or two that stuck together (RULEBOOK H2).

Works on a `CardDesk`. A passage is one unbroken interruption of the beams; what the antenna saw meanwhile belongs to it.
"""

import msgspec

from table_controller.core.ids import Millis, PieceNo
from table_controller.core.readings import GatePassed
from table_controller.tracking import optics, timing
from table_controller.tracking.belief import Passage, Sight, Track
from table_controller.tracking.bindings import Zone
from table_controller.tracking.card_desk import CardDesk

_replace = msgspec.structs.replace


def passed(desk: CardDesk, reading: GatePassed) -> None:
    """A passage, in whichever direction. Which card it was the tag at the mouth says."""
    if reading.out:
        ended = Millis(reading.at - 1 if reading.approximate else reading.at + reading.duration_ms)  # then it holds no card
        passage = Passage(reading.at, ended, reading.double)
        named = desk.named_at is not None and optics.belongs(passage, desk.named_at)
        unread = not reading.approximate and not named and not _meanwhile(desk, passage)
        desk.passage = _replace(passage, unread=unread)
        mark_pair(desk)
    else:
        _passed_in(desk, reading.at)


def _passed_in(desk: CardDesk, at: Millis) -> None:
    for piece, track in desk.tracks.items():
        if track.told is not Zone.SHOE and _mouth(track) is not None:
            desk.returned(piece)
            return
    for piece in reversed(desk.queue):
        track = desk.tracks[piece]
        mouth = _mouth(track)
        if mouth is not None and track.landed is None and abs(mouth.since - at) <= timing.SAME_PASSAGE:
            desk.pushed_back(piece, track)
            return
    desk.gate_in = at


def mark_pair(desk: CardDesk) -> None:
    """Two tags in one draw: the last of its cards is marked, wherever it will land (H2). A long passage alone proves nothing."""
    if desk.context.bindings.gates:
        passage = desk.passage
        drawn = [] if passage is None else [one for one in _meanwhile(desk, passage) if _unlanded(one[1])]
        if passage is None or len(drawn) < 2:
            return
    else:
        drawn = _close_together(desk)
        if len(drawn) < 2:
            return
    piece, track = max(drawn, key=lambda one: one[1].draw)
    desk.tracks[piece] = _replace(track, stuck=True)


def _meanwhile(desk: CardDesk, passage: Passage) -> list[tuple[PieceNo, Track]]:
    """The cards that came to the mouth while the beams were broken."""
    return [
        (piece, track)
        for piece, track in desk.tracks.items()
        if (mouth := _mouth(track)) is not None and passage.began <= mouth.since <= passage.ended
    ]


def _close_together(desk: CardDesk) -> list[tuple[PieceNo, Track]]:
    """Without a gate: those that came to the mouth almost at the same time."""
    seen = [(mouth.since, piece, track) for piece, track in desk.tracks.items() if (mouth := _mouth(track)) and _unlanded(track)]
    latest = max((since for since, _, _ in seen), default=Millis(0))
    return [(piece, track) for since, piece, track in seen if latest - since < timing.ONE_DRAW]


def _unlanded(track: Track) -> bool:
    return track.told is Zone.SHOE and track.draw > 0


def _mouth(track: Track) -> Sight | None:
    return next((sight for sight in track.sights if sight.zone is Zone.SHOE), None)
