"""Events of the wire as readings of the table.

Owns the word-for-word translation; a field the device left out becomes its harmless value (no confidence, no duration).
Knows nothing of links: the three facts every reading carries come from outside.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from drivers.link.snapshots import Named
from hardware.protocol import events as ev
from table_controller.core import readings as rd
from table_controller.core.readings import Reading, TagId

_BY_EVENT: Final[Mapping[type[Any], Callable[[Any], tuple[type[Reading], dict[str, Any]]]]] = {
    ev.Input: lambda e: (rd.InputLevel, {"index": e.index, "level": e.level}),
    ev.TagIn: lambda e: (rd.TagPresent, {"antenna": e.antenna, "tag": TagId(bytes(e.uid))}),
    ev.TagOut: lambda e: (rd.TagAbsent, {"antenna": e.antenna, "tag": TagId(bytes(e.uid))}),
    ev.TagSeen: lambda e: (
        (Reading, {}) if e.hits is None else (rd.TagHits, {"antenna": e.antenna, "tag": TagId(bytes(e.uid)), "hits": e.hits})
    ),
    ev.Reader: lambda e: (rd.ReaderState, {"reader": e.reader, "ok": e.ok, "reason": e.reason or 0}),
    ev.Key: lambda e: (rd.KeyMoved, {"keypad": e.keypad, "key": e.key, "pressed": e.pressed}),
    ev.CardRead: lambda e: (rd.CardRead, {"face": e.card, "confidence": e.confidence or 0, "draw": e.draw or 0}),
    ev.Gate: lambda e: (
        rd.GatePassed,
        {
            "out": e.direction is ev.GateDirection.OUT,
            "duration_ms": e.duration_ms or 0,
            "double": bool(e.double),
        },
    ),
    ev.Weight: lambda e: (rd.WeightRead, {"cell": e.cell, "decigrams": e.decigrams, "stable": bool(e.stable)}),
    ev.Tamper: lambda e: (rd.TamperSwitch, {"switch": e.switch, "open": e.open}),
    ev.Deck: lambda e: (rd.DeckState, {"state": int(e.state), "tags": e.tags_seen or 0}),
    ev.Supply: lambda e: (rd.SupplyRead, {"millivolts": e.millivolts, "low": e.low}),
}


def reading_of(event: ev.Event | None, named: Named | None, carried: dict[str, Any]) -> Reading:
    """The reading of an event. What says nothing about the table is a bare `Reading`: only its position counts.

    `named`: the valid snapshot this event ends. `carried`: device, at, position and approximate.
    """
    if named is not None:
        tags = tuple((antenna, TagId(bytes(uid))) for antenna, uid in named.tags)
        lost = named.lost_readers
        return rd.SnapshotValid(inputs=named.inputs, tags=tags, antennas=named.antennas, lost_readers=lost, **carried)
    make = _BY_EVENT.get(type(event))
    if make is None:
        return Reading(**carried)
    kind, fields = make(event)
    return kind(**fields, **carried)
