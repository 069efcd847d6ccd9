"""Which antenna of a table left most in doubt, from its black boxes, for who adjusts them. Refused while a hand runs.

Owns what is told of the counts. No card and no tag leaves this place.
"""

import heapq
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

import hardware
from table_controller.bootstrap.antenna_doubt import AntennaDoubt, counted
from table_controller.bootstrap.at_rest import at_rest
from table_controller.bootstrap.black_boxes import Kept, box_path
from table_controller.bootstrap.doubt_picture import worst
from table_controller.bootstrap.replay_boxes import play_one
from table_controller.bootstrap.room import room_of
from table_controller.config import zone_text
from table_controller.tracking import Zone
from table_controller.views.times import utc_text

SLOVAK: Final = Path(hardware.__file__).parent / "layouts" / "slovak.toml"


class AntennaTold(msgspec.Struct, frozen=True, kw_only=True):
    """See `AntennaDoubt`; places as a configuration writes them. `late_s`: seconds."""

    place: str
    doubts: int
    cards: int
    flickers: int
    weak: int
    overheard: dict[str, int]
    unknown: int
    late: dict[str, int]
    late_s: float
    undecided: int


class DoubtTold(msgspec.Struct, frozen=True, kw_only=True):
    """`worst`: in words. `missing`, `without`, `broken`: as in `Replayed`. `began`, `ended`: of the readings counted."""

    table: str
    began: str
    ended: str
    antennas: tuple[AntennaTold, ...]
    worst: tuple[str, ...]
    missing: int
    without: tuple[str, ...]
    broken: tuple[tuple[str, str], ...]

    @property
    def title(self) -> str:
        """Of a picture."""
        return f"Table {self.table}, {self.began} to {self.ended}"


def doubt_boxes(config: Path) -> tuple[DoubtTold, dict[Zone, AntennaDoubt]]:
    """Counts over all boxes of the table. HandRunning; the faults of `room_of`."""
    room = room_of(config)
    at_rest(room.config, "blackbox doubt")
    having = {owner for owner, _ in room.config.bindings.antennas}
    wanted = [one for one in room.config.devices if one.serial in having]
    there, broken = [one for one in wanted if box_path(room, one).exists()], dict[str, str]()
    played = [play_one(room, one, None, broken) for one in there]
    at_rest(room.config, "blackbox doubt")  # none may have begun meanwhile
    kept: list[Kept] = list(heapq.merge(*(kept for kept, *_ in played), key=lambda one: one.wall_ms))
    antennas = counted(
        ((one.wall_ms, one.reading) for one in kept), room.config.bindings, lambda tag: room.decks.find(tag) is not None
    )
    result = DoubtTold(
        table=room.config.id,
        began=utc_text(kept[0].wall_ms) if kept else "",
        ended=utc_text(kept[-1].wall_ms) if kept else "",
        antennas=tuple(_told(zone, one) for zone, one in antennas.items()),
        worst=tuple(worst(antennas)),
        missing=sum(gone for *_, gone in played),
        without=tuple(one.name for one in wanted if one not in there),
        broken=tuple(broken.items()),
    )
    return result, antennas


def told(result: DoubtTold) -> Iterator[str]:
    """For a terminal: a line for each antenna, then the worst in words."""
    yield f"{'antenna':13} {'cards':>6} {'doubts':>6} flicker {'weak':>6} {'heard':>6} unknown {'late':>5} {'late s':>7}"
    for one in sorted(result.antennas, key=lambda one: -one.doubts):
        heard, late = sum(one.overheard.values()), sum(one.late.values()) + one.undecided
        figures = f"{one.flickers:7} {one.weak:6} {heard:6} {one.unknown:7} {late:5} {one.late_s:7.1f}"
        yield f"{one.place:13} {one.cards:6} {one.doubts:6} {figures}"
    yield from result.worst
    if result.missing:
        yield f"{result.missing} blocks are missing: written over, torn or altered"
    yield from (f"{name}: has no black box" for name in result.without)
    yield from (f"{name}: {why}" for name, why in result.broken)


def _told(zone: Zone, one: AntennaDoubt) -> AntennaTold:
    return AntennaTold(
        place=zone_text(zone),
        doubts=one.doubts,
        cards=one.cards,
        flickers=one.flickers,
        weak=one.weak,
        overheard={zone_text(lay): times for lay, times in one.overheard.items()},
        unknown=one.unknown,
        late=one.late,
        late_s=round(one.late_ms / 1000, 1),
        undecided=one.undecided,
    )
