"""Which devices and readers speak, which may have lost something, and what spoke without being bound.

Knows devices by serial number and the names the configuration gives them; nothing of cards.
"""

import msgspec

from table_controller.core.facts import (
    AnyFact,
    DeviceBack,
    DeviceEventsLost,
    DeviceLost,
    DeviceNotUnderstood,
    UnboundSource,
)
from table_controller.core.ids import DeviceId, Millis, SeatNo
from table_controller.core.readings import (
    DeviceRefused,
    DeviceSilent,
    DeviceUp,
    EventsLost,
    ReaderState,
    Reading,
    SnapshotValid,
)
from table_controller.tracking.belief import DeviceBelief
from table_controller.tracking.bindings import Bindings, InputRole, Zone

_replace = msgspec.structs.replace

_UNBOUND_KEPT = 64
"""More unbound sources than this are not told one by one: the first say enough."""

Told = tuple[DeviceBelief, tuple[AnyFact, ...]]


def heard(belief: DeviceBelief, reading: Reading, bindings: Bindings) -> Told:
    """What a reading says of its device. Devices the table is not configured with are unbound as a whole."""
    device = reading.device
    name = bindings.names.get(device)
    if name is None:
        return unbound(belief, device, "device", reading.at)
    needed = device in bindings.needed
    match reading:
        case DeviceSilent() if device not in belief.silent:
            lost = DeviceLost(at=reading.at, device=device, name=name, needed=needed)
            return _replace(belief, silent=(*belief.silent, device)), (lost,)
        case DeviceRefused():
            return _refused(belief, reading, name, needed)
        case DeviceUp():
            return _up(belief, reading, name)
        case EventsLost():
            lost_events = DeviceEventsLost(at=reading.at, device=device, name=name, count=reading.count)
            return _unsure(belief, device), (lost_events,) if reading.count != 0 else ()
        case SnapshotValid():
            sure = _replace(belief, unsure=tuple(other for other in belief.unsure if other != device))
            return _readers_proven(sure, reading, name)
        case ReaderState():
            return _reader(belief, reading, name, needed)
    return belief, ()


def blind(belief: DeviceBelief, bindings: Bindings) -> bool:
    """Whether a card that is not seen may lie under an antenna that says nothing now."""
    quiet = _quiet(belief)
    return any(device in quiet or device not in belief.heard for device, _ in bindings.antennas)


def mute(belief: DeviceBelief, bindings: Bindings) -> bool:
    """Whether the shoe may have seen a card leave that it has not told of yet."""
    quiet = _quiet(belief)
    shoes = {device for (device, _), zone in bindings.antennas.items() if zone is Zone.SHOE}
    return any(device in quiet or device not in belief.heard for device in shoes | {device for device, _ in bindings.cards})


def blind_lines(belief: DeviceBelief, bindings: Bindings) -> frozenset[SeatNo]:
    """The seats whose bet lines say nothing now."""
    quiet = _quiet(belief)
    return frozenset(
        bound.seat for (device, _), bound in bindings.inputs.items() if bound.role is InputRole.BET and device in quiet
    )


def _quiet(belief: DeviceBelief) -> frozenset[DeviceId]:
    return frozenset((*belief.silent, *belief.unsure, *(device for device, _ in belief.readers)))


def unbound(belief: DeviceBelief, device: DeviceId, what: str, at: Millis) -> Told:
    """A source nobody bound has spoken: told once."""
    source = f"{device} {what}"
    if source in belief.unbound or len(belief.unbound) >= _UNBOUND_KEPT:
        return belief, ()
    return _replace(belief, unbound=(*belief.unbound, source)), (UnboundSource(at=at, device=device, what=what),)


def _up(belief: DeviceBelief, reading: DeviceUp, name: str) -> Told:
    device = reading.device
    was_silent = device in belief.silent
    heard = belief.heard if device in belief.heard else (*belief.heard, device)
    belief = _replace(belief, heard=heard, silent=tuple(other for other in belief.silent if other != device))
    if reading.new_life:  # its readers speak for themselves in the snapshot that follows
        belief = _unsure(belief, device)
    return belief, (DeviceBack(at=reading.at, device=device, name=name),) if was_silent else ()


def _refused(belief: DeviceBelief, reading: DeviceRefused, name: str, needed: bool) -> Told:
    """Whoever is not understood is silent."""
    device, schemas = reading.device, {"schema": reading.schema, "wanted": reading.wanted}
    told = DeviceNotUnderstood(at=reading.at, device=device, name=name, needed=needed, **schemas)
    return _replace(belief, silent=belief.silent if device in belief.silent else (*belief.silent, device)), (told,)


def _unsure(belief: DeviceBelief, device: DeviceId) -> DeviceBelief:
    return belief if device in belief.unsure else _replace(belief, unsure=(*belief.unsure, device))


def _readers_proven(belief: DeviceBelief, reading: SnapshotValid, name: str) -> Told:
    """A valid snapshot proves the readers it does not call lost, also one that was lost when this process began."""
    back = [(device, at) for device, at in belief.readers if device == reading.device and at not in reading.lost_readers]
    left = tuple(source for source in belief.readers if source not in back)
    facts = (DeviceBack(at=reading.at, device=device, name=_reader_name(name, at)) for device, at in back)
    return _replace(belief, readers=left) if back else belief, tuple(facts)


def _reader_name(name: str, reader: int) -> str:
    return f"{name} reader {reader}"


def _reader(belief: DeviceBelief, reading: ReaderState, name: str, needed: bool) -> Told:
    """A card reader is told like a device of its own, by the device's name and its number."""
    source = (reading.device, reading.reader)
    full_name = _reader_name(name, reading.reader)
    if reading.ok == (source not in belief.readers):
        return belief, ()
    if reading.ok:
        left = tuple(other for other in belief.readers if other != source)
        return _replace(belief, readers=left), (DeviceBack(at=reading.at, device=reading.device, name=full_name),)
    lost = DeviceLost(at=reading.at, device=reading.device, name=full_name, needed=needed)
    return _replace(belief, readers=(*belief.readers, source)), (lost,)
