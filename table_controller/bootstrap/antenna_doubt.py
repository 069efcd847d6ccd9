"""Which antenna leaves tracking in doubt, counted from what the devices of a table said.

Owns the counting over readings in order of time. Tags are told apart and never told; whether one is registered is for others to
say.
"""

from collections.abc import Callable, Iterable

import msgspec

from table_controller.core.ids import Millis
from table_controller.core.readings import DeviceUp, EventsLost, Reading, SnapshotValid, TagAbsent, TagHits, TagId, TagPresent
from table_controller.tracking import timing
from table_controller.tracking.arbiter import Ear, neighbours, on_felt, settle_due, where
from table_controller.tracking.belief import Sight, Track
from table_controller.tracking.bindings import PLACE_OF_ZONE, Bindings, Zone

_replace = msgspec.structs.replace
LATE = ("moved_aside", "neighbours", "clash")
"""What a decision waited for longer than for a card that lands: until a card is believed that is heard beside where it lay, the
patience with two neighbours that hear one card, and with two other places."""
FLICKER_ROUNDS = 4
"""A card that went and came again so soon lay there: nobody looks at a card so quickly."""
LATE_FROM_ROUNDS = 2
"""A decision that took so many rounds was late: in less a card that was moved is missed where it was."""


class AntennaDoubt(msgspec.Struct, kw_only=True):
    """`cards`: came to lie here. `flickers`: went and came again although they lay, within `FLICKER_ROUNDS`.

    `weak`: hits below eight of eight were told. `overheard`: by the antenna where they lay, cards of others that this one heard.
    `unknown`: unregistered tags seen. `late`: decisions that took `LATE_FROM_ROUNDS` or more, by what was waited for; `late_ms`:
    in all. `undecided`: cards that went before it was clear where they were.
    """

    cards: int = 0
    flickers: int = 0
    weak: int = 0
    overheard: dict[Zone, int] = {}
    unknown: int = 0
    late: dict[str, int] = {}
    late_ms: int = 0
    undecided: int = 0

    @property
    def doubts(self) -> int:
        """All of it but weak hits, which say why more than what."""
        return self.flickers + self.unknown + self.undecided + sum(self.late.values()) + sum(self.overheard.values())


class _Tag:
    """One tag. `open`: what is waited for, since it is not clear where it is. `gone`: where it was last, until when."""

    def __init__(self) -> None:
        self.track = Track(None, 0, Millis(0))
        self.now = 0
        self.open = ""
        self.gone: Sight | None = None
        self.began: dict[tuple[Zone, Zone], int] = {}
        """(heard first, heard too): since when both hear it."""


class Doubts:
    """Give it every reading with its time (`heard`), then `over`; `antennas` has the counts."""

    def __init__(self, bindings: Bindings, known: Callable[[TagId], bool]) -> None:
        self.antennas = {zone: AntennaDoubt() for zone in sorted(bindings.zones())}
        self._bindings = bindings
        self._known = known
        self._round = bindings.round_ms
        self._tags: dict[TagId, _Tag] = {}
        self._now = 0

    def heard(self, reading: Reading, at: int) -> None:
        """`at`: milliseconds on one clock for all devices, never less than before."""
        self._now = at
        match reading:
            case TagPresent():
                self._seen(reading, reading.antenna, reading.tag, at)
            case TagAbsent():
                self._went(reading, reading.antenna, reading.tag, at)
            case TagHits():
                self._hits(reading, at)
            case SnapshotValid():
                self._named(reading, at)
            case EventsLost() | DeviceUp(new_life=True):
                self._forget(reading)
            case _:
                pass

    def over(self) -> None:
        """Nothing more comes: what time alone would have decided is decided."""
        for tag in self._tags.values():
            self._decide(tag, self._now)

    def _zone(self, reading: Reading, antenna: int) -> Zone | None:
        return self._bindings.antennas.get((reading.device, antenna))

    def _seen(self, reading: Reading, antenna: int, name: TagId, at: int) -> None:
        zone = self._zone(reading, antenna)
        if zone is None:
            return
        if not self._known(name):
            self.antennas[zone].unknown += 1
            return
        tag = self._tags.setdefault(name, _Tag())
        self._decide(tag, at)
        sights = tuple(sight for sight in tag.track.sights if sight.zone is not zone)
        if len(sights) == len(tag.track.sights):
            self._arrived(tag, zone, at)
        tag.track = _replace(tag.track, sights=(*sights, Sight(zone, Millis(at), timing.HITS_UNTOLD)))
        self._decide(tag, at)

    def _arrived(self, tag: _Tag, zone: Zone, at: int) -> None:
        gone = tag.gone
        again = gone is not None and gone.zone is zone and at - gone.since <= FLICKER_ROUNDS * self._round
        if again and zone is not Zone.SHOE:
            self.antennas[zone].flickers += 1
        for sight in on_felt(tag.track):
            if zone is not Zone.SHOE:
                tag.began[sight.zone, zone] = at

    def _went(self, reading: Reading, antenna: int, name: TagId, at: int) -> None:
        zone, tag = self._zone(reading, antenna), self._tags.get(name)
        if zone is None or tag is None or all(sight.zone is not zone for sight in tag.track.sights):
            return
        self._decide(tag, at)
        for (first, second), since in list(tag.began.items()):
            if zone in (first, second):
                del tag.began[first, second]
                self._overheard(zone, second if zone is first else first, at - since, came_later=zone is second)
        self._leave(tag, zone, at)
        self._decide(tag, at)

    def _overheard(self, zone: Zone, lay: Zone, lasted: int, *, came_later: bool) -> None:
        """It came later and went sooner than the other; or it heard on for longer than it takes to miss a card that was moved."""
        if came_later or lasted > timing.ROUNDS_GONE * self._round:
            counts = self.antennas[zone].overheard
            counts[lay] = counts.get(lay, 0) + 1

    def _leave(self, tag: _Tag, zone: Zone, at: int) -> None:
        left = tuple(sight for sight in tag.track.sights if sight.zone is not zone)
        tag.gone = Sight(zone, Millis(at), 0)
        if not left and tag.open:
            self.antennas[zone].undecided += tag.open in LATE
            tag.open = ""
        tag.track = _replace(tag.track, sights=left, since=Millis(at))

    def _hits(self, reading: TagHits, at: int) -> None:
        zone, tag = self._zone(reading, reading.antenna), self._tags.get(reading.tag)
        if zone is None or tag is None:
            return
        self.antennas[zone].weak += reading.hits < timing.INVENTORIES
        self._decide(tag, at)
        told = tuple(_replace(sight, hits=reading.hits) if sight.zone is zone else sight for sight in tag.track.sights)
        tag.track = _replace(tag.track, sights=told)
        self._decide(tag, at)

    def _named(self, reading: SnapshotValid, at: int) -> None:
        """Of the scanned antennas what is not named went unseen: nobody's doubt."""
        named = {(self._zone(reading, antenna), tag) for antenna, tag in reading.tags}
        scanned = {
            zone
            for (device, antenna), zone in self._bindings.antennas.items()
            if device == reading.device and (reading.antennas is None or antenna in reading.antennas)
        }
        for name, tag in self._tags.items():
            self._drop(tag, {zone for zone in scanned if (zone, name) not in named})
        for antenna, name in reading.tags:
            zone, tag_or_none = self._zone(reading, antenna), self._tags.get(name)
            there = zone is not None and tag_or_none is not None and any(sight.zone is zone for sight in tag_or_none.track.sights)
            if not there and self._known(name):
                self._seen(reading, antenna, name, at)

    def _forget(self, reading: Reading) -> None:
        zones = {zone for (device, _), zone in self._bindings.antennas.items() if device == reading.device}
        for tag in self._tags.values():
            self._drop(tag, zones)

    def _drop(self, tag: _Tag, zones: set[Zone]) -> None:
        if any(sight.zone in zones for sight in tag.track.sights):
            self._decide(tag, self._now)
            tag.track = _replace(tag.track, sights=tuple(sight for sight in tag.track.sights if sight.zone not in zones))
            tag.began = {pair: at for pair, at in tag.began.items() if not zones & set(pair)}
            tag.open, tag.gone = "", None

    def _decide(self, tag: _Tag, until: int) -> None:
        """What the table concluded of where this tag is, up to then."""
        now = tag.now
        while True:
            self._judge(tag, Millis(now))
            due = settle_due(tag.track, Millis(now), self._ear(tag.track), blind=True)
            if due is None or due > until or due <= now:
                break
            now = due
        tag.now = until

    def _judge(self, tag: _Tag, now: Millis) -> None:
        track = tag.track
        sight = where(track, now, self._ear(track))
        if sight is None:
            tag.open = _waited_for(track) if track.sights and tag.open not in LATE else tag.open
            return
        waited = now - track.sights[-1].since
        if tag.open in LATE and waited >= max(timing.OVERLAP_NEIGHBOURS, LATE_FROM_ROUNDS * self._round):
            antenna = self.antennas[sight.zone]
            antenna.late[tag.open] = antenna.late.get(tag.open, 0) + 1
            antenna.late_ms += waited
        tag.open = ""
        self.antennas[sight.zone].cards += sight.zone is not track.told
        tag.track = _replace(track, told=sight.zone)

    def _ear(self, track: Track) -> Ear:
        """As if it were awaited where it is alone, unless beside where it lay: what the hand waits for is in no box."""
        there = {PLACE_OF_ZONE[sight.zone] for sight in on_felt(track)}
        return Ear(self._round, there.pop() if len(there) == 1 and not _aside(track) else None)


def _aside(track: Track) -> bool:
    """Whether it is heard only beside where it was known to lie."""
    told, zone = track.told, on_felt(track)[0].zone
    return told not in (None, Zone.SHOE) and PLACE_OF_ZONE[told] is not PLACE_OF_ZONE[zone] and neighbours(told, zone)


def _waited_for(track: Track) -> str:
    felt = on_felt(track)
    if len({PLACE_OF_ZONE[sight.zone] for sight in felt}) > 1:
        return "neighbours" if neighbours(*(sight.zone for sight in felt[-2:])) else "clash"
    return "moved_aside" if _aside(track) else "landed"


def counted(
    readings: Iterable[tuple[int, Reading]], bindings: Bindings, known: Callable[[TagId], bool]
) -> dict[Zone, AntennaDoubt]:
    """The counts of each antenna from readings with their times, in order."""
    doubts = Doubts(bindings, known)
    for at, reading in readings:
        doubts.heard(reading, at)
    doubts.over()
    return doubts.antennas
