"""The `[[device]]` sections of a table's configuration: their schema, and what of them the schema cannot say.

Owns serial numbers and what a tag reader at the host may have. Which place an index stands for is read in `config`.
"""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec

from drivers.camera.addresses import kind_of
from drivers.readers.dialects import DIALECTS
from table_controller.core.ids import DeviceId
from table_controller.core.toml_lines import FieldPath
from table_controller.tracking.bindings import SourceKind

BUS_BAUD: Final = 250_000
"""Of our own board."""
KINDS: tuple[SourceKind, ...] = tuple(SourceKind)
_SERIALS = {
    False: (r"[0-9a-f]{16}", "16 hexadecimal digits"),
    True: (r"[0-9a-z._-]{1,32}", "the serial number of its USB port: letters, digits and ._- only, at most 32"),
}
"""Of a device that speaks the table bus, and of a reader."""
USUAL_ROUND_MS = 400
"""One multiplexed reader under a table of nine: 240 ms for ten seats, 495 ms with board, muck and shoe (ISO 15693 timing)."""
CAMERA: Final = "camera"
"""What `reader` says of a camera over the shoe's mouth."""
Fail = Callable[[FieldPath, str, str], Exception]
"""Makes the error for the value at a path, from a code and words."""


class DeviceSection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One `[[device]]`: index -> place for each kind of source. `url` None: the port is found by the USB serial number.

    `reader`: a tag reader at the host, of this kind, or a camera; None: it speaks the table bus. `baud` None: the usual one.
    `templates`: of a camera, the kept templates of each deck it can read; `px_per_mm`, `turn`: how it looks at the mouth.
    `round_ms`: how long its tag reader takes to visit all its antennas once; 0: its antennas never miss a tag.
    """

    name: str
    serial: str
    reader: str | None = None
    url: str | None = None
    baud: Annotated[int, msgspec.Meta(ge=1200, le=1_000_000)] | None = None
    needed: bool = True
    round_ms: Annotated[int, msgspec.Meta(ge=0, le=5_000)] = USUAL_ROUND_MS
    templates: dict[str, str] = {}
    px_per_mm: Annotated[float, msgspec.Meta(ge=2, le=100)] = 10.0
    turn: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    antenna: dict[str, Any] = {}
    input: dict[str, Any] = {}
    keypad: dict[str, Any] = {}
    deck: dict[str, Any] = {}
    gate: dict[str, Any] = {}
    card: dict[str, Any] = {}


class CameraConfig(msgspec.Struct, frozen=True):
    """`templates`: the file of each deck that was accepted. `turn`: quarter turns, clockwise, that bring its pictures upright."""

    templates: dict[str, Path]
    px_per_mm: float
    turn: int


class DeviceConfig(msgspec.Struct, frozen=True):
    """One device of the table: `serial` is its 16 hexadecimal digits in lower case, or of a reader that of its USB port."""

    name: str
    serial: DeviceId
    reader: str | None
    url: str | None
    baud: int
    needed: bool
    camera: CameraConfig | None = None

    @property
    def address(self) -> str:
        """Where its port is, as `drivers.port.Port` takes it."""
        return self.url or f"usb:{self.serial}"


def check_devices(devices: list[DeviceSection], fail: Fail) -> None:
    """What the schema cannot say of devices. Raises what `fail` makes for the first mistake."""
    names: set[str] = set()
    serials: set[str] = set()
    for number, section in enumerate(devices):
        at, serial = ("device", number), section.serial.lower()
        form, words = _SERIALS[section.reader is not None]
        if not re.fullmatch(form, serial):
            raise fail((*at, "serial"), "bad_value", words)
        if section.reader == CAMERA:
            _check_camera(at, section, fail)
        elif section.reader is not None:
            _check_reader(at, section, fail)
        if section.name in names:
            raise fail((*at, "name"), "same_name", "another device has this name")
        if serial in serials:
            raise fail((*at, "serial"), "same_serial", "another device has this serial number")
        names.add(section.name)
        serials.add(serial)


def _check_reader(at: FieldPath, section: DeviceSection, fail: Fail) -> None:
    dialect = DIALECTS.get(section.reader or "")
    if dialect is None:
        raise fail((*at, "reader"), "bad_value", f"one of: {', '.join((*DIALECTS, CAMERA))}")
    if others := [kind for kind in KINDS if kind is not SourceKind.ANTENNA and getattr(section, kind.value)]:
        raise fail((*at, others[0].value), "bad_place", "a reader has antennas and nothing else")
    if not section.antenna:
        raise fail((*at, "reader"), "not_bound", "none of its antennas is bound to a place")
    for index in section.antenna:
        if index.isdecimal() and int(index) not in dialect.antennas:
            bounds = f"{dialect.antennas.start} to {dialect.antennas.stop - 1}"
            raise fail((*at, "antenna", index), "bad_index", f"this reader has antennas {bounds}")


def _check_camera(at: FieldPath, section: DeviceSection, fail: Fail) -> None:
    if others := [kind for kind in KINDS if kind is not SourceKind.CARD and getattr(section, kind.value)]:
        raise fail((*at, others[0].value), "bad_place", "a camera sees cards and nothing else")
    if list(section.card) != ["0"]:
        raise fail((*at, "card" if section.card else "reader"), "not_bound", 'a camera has card.0 = "shoe"')
    if not section.templates:
        raise fail((*at, "reader"), "missing_key", "templates: a camera reads accepted decks only (`burnturn camera enroll`)")
    try:
        kind_of(section.url or "")
    except ValueError as wrong:
        raise fail((*at, "url" if section.url else "reader"), "bad_value", f"url: {wrong}") from None


def accepted_decks(devices: Iterable[DeviceConfig]) -> frozenset[str] | None:
    """The decks every camera of a table can read; None when it has no camera."""
    read = [frozenset(device.camera.templates) for device in devices if device.camera is not None]
    return frozenset.intersection(*read) if read else None


def device_of(section: DeviceSection, folder: Path) -> DeviceConfig:
    """A section that has been checked. `folder`: of the file it stands in."""
    if section.reader == CAMERA:
        templates = {deck: folder / file for deck, file in section.templates.items()}
        camera = CameraConfig(templates, section.px_per_mm, section.turn)
        return DeviceConfig(section.name, id_of(section), CAMERA, section.url, BUS_BAUD, section.needed, camera)
    baud = section.baud or (BUS_BAUD if section.reader is None else DIALECTS[section.reader].baud)
    return DeviceConfig(section.name, id_of(section), section.reader, section.url, baud, section.needed)


def id_of(section: DeviceSection) -> DeviceId:
    """A USB serial number is kept as it is written: the port is looked for by it."""
    return DeviceId(section.serial if section.reader is not None else section.serial.lower())
