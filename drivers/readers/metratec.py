"""metraTec readers for ISO 15693 (QuasarLR, QuasarMX, DeskID ISO, Dwarf15 and kin), which speak ASCII over a serial line.

Owns that conversation. The protocol has no checksum: an inventory counts only when its number of tags, its antenna and the form
of each line fit. Words: the maker's protocol guide and library (metratec-rfid 1.4.5); no real reader was at hand.
"""

import re
from collections.abc import Generator
from typing import Final

from drivers.readers.talk import MOST_TAGS, TRIES, Desk, Dialect, Heard, Identity, Said, Splitter, Talk, Trouble, uid_of
from hardware.protocol.events import Uid
from hardware.protocol.wire import ReaderReason

LONGEST_LINE: Final = 40
"""The longest answer is a name of 15 letters with two versions; what is longer is no line."""
_OK: Final = b"OK!"
_STOPPED: Final = (b"BRA", b"NCM")
_REFUSALS: Final = (b"UCO", b"NOS", b"UPA", b"CCE")
"""Unknown command, not over serial or not supported, unknown parameter, checksum wanted."""
_FORGOT: Final = (b"SRT", b"RNW")
"""It restarted, or its radio chip lost its registers."""
_HEARTBEAT: Final = b"HBT"

_MODELS: Final = frozenset({"quasarlr", "quasarmx", "deskidiso", "dwarf15", "um15", "qr15"})
_OLDEST, _NEWEST = (2, 18), (3, 99)
"""Firmware whose words are known: the oldest the maker's library takes, and the guides up to version 3."""

_Exchange = Generator[Said, Heard, Heard]


class Lines(Splitter):
    """Bytes into lines: each ends with CR, LF or both; empty ones are none."""

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that are whole now, without their ends; one that is too long comes as it was cut."""
        lines, line = [], self._waiting
        for byte in data:
            if byte in b"\r\n":
                if line:
                    lines.append(bytes(line))
                    self.bad += len(line) > LONGEST_LINE
                    line.clear()
            elif len(line) <= LONGEST_LINE:
                line.append(byte)
        return lines


def converse(desk: Desk) -> Talk:
    """Set up, identify, then visit antennas for ever."""
    yield from _stop()
    identity = yield from _identify()
    yield from _set_up(desk)
    desk.works(identity)
    while True:
        if desk.check_due():
            yield from _identify(identity)
            yield from _set_up(desk)
        antenna = desk.next_antenna()
        if antenna is None:
            yield from _hear(None)
        else:
            yield from _visit(desk, antenna)


def _hear(said: Said) -> _Exchange:
    """What comes next. A reader that has forgotten everything ends the conversation."""
    line = yield said
    while line == _HEARTBEAT:
        line = yield b""
    if line in _FORGOT:
        raise Trouble(ReaderReason.RESTARTED, "it restarted")
    return line


def _ask(command: bytes) -> _Exchange:
    """The line that answers a command; a pause before it is no matter."""
    line = yield from _hear(command + b"\r")
    while line is None:
        line = yield from _hear(b"")
    return line


def _stop() -> _Exchange:
    """Ends whatever it was doing; all that comes before its word is left over from before."""
    line = yield from _hear(b"BRK\r")
    while line not in _STOPPED:
        line = yield from _hear(b"")
    return line


def _set_up(desk: Desk) -> _Exchange:
    """Field on, and each inventory names its antenna. Said again now and then: a chip that lost its registers hears nothing."""
    yield from _set(b"SRI SS 100")
    if METRATEC.switches(desk.antennas):
        yield from _set(b"SAP ARP ON")
    return None


def _set(command: bytes) -> _Exchange:
    """Until it says OK; what is neither that nor a refusal was garbled, and silence ends it."""
    line = yield from _ask(command)
    while line != _OK:
        _mind_refusal(command, line)
        line = yield from _hear(b"")
    return line


def _mind_refusal(command: bytes, line: Heard) -> None:
    if line is not None and line in _REFUSALS:
        raise Trouble(ReaderReason.REFUSES, f"{command.decode()}: {line.decode()}")


def _identify(expected: Identity | None = None) -> Generator[Said, Heard, Identity]:
    """Newer firmware answers RFW, older only REV. Trouble when it says thrice that it is no reader whose words are known."""
    said = ""
    for _ in range(TRIES):
        line = yield from _ask(b"RFW")
        if line == b"UCO":
            line = yield from _ask(b"REV")
        identity, said = _recognise(line or b"")
        if identity is not None and expected in (None, identity):
            return identity
    raise Trouble(ReaderReason.REFUSES, said)


def _recognise(line: bytes) -> tuple[Identity | None, str]:
    """The reader, when its words are known; and what it says it is, for the technician."""
    found = re.fullmatch(rb"([\w -]{15})\s*(?:\d{4})?(\d\d)(\d\d)\D?", line, re.ASCII)
    if found is None:
        return None, "it says nothing of its version"
    model, version = found[1].decode().strip(), (int(found[2]), int(found[3]))
    identity = Identity(model, f"{version[0]}.{version[1]:02}")
    known = re.sub(r"[ _-]", "", model).lower() in _MODELS and _OLDEST <= version <= _NEWEST
    return identity if known else None, f"{identity.model} {identity.firmware} is no reader it should be"


def _visit(desk: Desk, antenna: int) -> Talk:
    if METRATEC.switches(desk.antennas):
        command = b"SAP MAN %d" % antenna
        line = yield from _hear(command + b"\r")
        _mind_refusal(command, line)
        if line != _OK:
            yield from _settle(desk, line)
            return
    inventory = _Inventory(antenna if METRATEC.switches(desk.antennas) else None)
    line = yield from _hear(b"INV\r")
    while not inventory.ended:
        if line is not None:
            _mind_refusal(b"INV", line)
            inventory.heed(line)
        elif inventory.torn or desk.half:
            break
        if not inventory.ended:
            line = yield from _hear(b"")
    if inventory.whole:
        desk.whole(antenna, inventory.tags)
    else:
        desk.torn()


def _settle(desk: Desk, line: Heard) -> Talk:
    """Waits until nothing more comes, so that no late word is taken for the next visit's."""
    while line is not None:
        line = yield from _hear(b"")
    desk.torn()


class _Inventory:
    """The lines of one inventory. `antenna` None: the reader has only one and names none."""

    def __init__(self, antenna: int | None) -> None:
        self.tags: list[Uid] = []
        self.torn = self.ended = self.whole = False
        self._antenna = antenna
        self._named = False

    def heed(self, line: bytes) -> None:
        """One line of it."""
        if re.fullmatch(rb"[0-9A-F]{16}", line):
            self._tag(bytes.fromhex(line.decode()))
        elif found := re.fullmatch(rb"ARP (\d\d)", line):
            self._named = True
            self.torn |= self._antenna is not None and int(found[1]) != self._antenna
        elif found := re.fullmatch(rb"IVF (\d\d)", line):
            self.ended = True
            told = self._named or self._antenna is None or not self.tags
            self.whole = told and not self.torn and int(found[1]) == len(self.tags)
        else:
            self.torn = True

    def _tag(self, data: bytes) -> None:
        uid = uid_of(data)
        if uid is None or uid in self.tags or len(self.tags) == MOST_TAGS:
            self.torn = True
        else:
            self.tags.append(uid)


METRATEC: Final = Dialect("metratec", range(32), Lines, converse)
