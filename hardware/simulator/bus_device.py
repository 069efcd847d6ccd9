"""The device side of the table bus: bytes and times in, bytes out, no thread, port or clock of its own.

Keeps every rule TABLE_BUS.md gives a device. What the board senses comes from a LevelSource and from `post`; times are
ms of whoever runs it. Knows nothing of cards, seats or the rules of a game.
"""

import secrets
from collections.abc import Callable, Mapping
from typing import Final

from hardware.protocol.commands import (
    Counters,
    CountersAnswer,
    Echo,
    Identify,
    Lamp,
    LampPattern,
    Response,
    Scan,
    Snapshot,
    Status,
    parse_command,
)
from hardware.protocol.event_codec import pack_event
from hardware.protocol.events import Event
from hardware.protocol.frames import Deframer, Frame, FrameType, encode
from hardware.protocol.hello import DeviceClass, Heartbeat, is_negative, pack_pong
from hardware.protocol.sequence import first_event_number, next16
from hardware.simulator.board_data import QUICK, Identity, ResetCause, Timing
from hardware.simulator.command_desk import CommandDesk, OrderAge
from hardware.simulator.eeprom import Eeprom, PowerLostError, next_boot_counter
from hardware.simulator.event_ring import EventRing, SendWindow
from hardware.simulator.levels import LevelSource
from hardware.simulator.outputs import Outputs
from hardware.simulator.snapshot_report import SnapshotReport

HEARTBEAT_MS: Final = 250
HOST_SILENT_MS: Final = 2000
HELLO_EVERY_MS: Final = 100
SNAPSHOT_ROOM: Final = 32
_NEW_LIFE_AFTER: Final = 1 << 15
_OUT_LIMIT: Final = 2048
_FROM_HOST: Final = frozenset({FrameType.HELLO_REQ, FrameType.ACK, FrameType.CMD, FrameType.PING})


class BusDevice:
    """One board. Call `receive` and `post` as things happen, and `poll` after each and at `next_deadline`."""

    def __init__(
        self,
        identity: Identity,
        eeprom: Eeprom,
        source: LevelSource,
        *,
        now_ms: int = 0,
        timing: Timing = QUICK,
        entropy: Callable[[], int] = lambda: secrets.randbits(32),
    ) -> None:
        """Power the board on. `entropy`: gives a random u32 when the EEPROM holds no counter."""
        self.identity = identity
        self.reader_timeouts = 0
        self._eeprom = eeprom
        self._source = source
        self._timing = timing
        self._entropy = entropy
        self.reset(ResetCause.POWER_ON, now_ms)

    def reset(self, cause: ResetCause, now_ms: int) -> None:
        """Start anew: a new life with an empty ring, lamps off, gate open, all antennas scanned.

        A power cut while the boot counter is written (see Eeprom) leaves the board off until the next reset.
        """
        self._cause = cause
        self._now = now_ms
        self._up_at = now_ms + self._timing.boot_ms
        self._beat_at = self._up_at + HEARTBEAT_MS
        self._heard_at: int | None = None
        self._said_hello_at: int | None = None
        self._stirred = False
        self._out = bytearray()
        self._deframer = Deframer()
        self._age = OrderAge()
        self.outputs = Outputs(self._source, has_gate=self.identity.device_class is DeviceClass.CARD_SHOE)
        self.powered = True
        self._live()

    def power_off(self) -> None:
        """Nothing is sent, heard or sensed until the next reset."""
        self.powered = False

    @property
    def boot_counter(self) -> int:
        """Counter of the present life."""
        return self._boot_counter

    @property
    def waiting(self) -> int:
        """Events not yet acknowledged."""
        return len(self._ring)

    @property
    def host_heard(self) -> bool:
        """Whether a frame that was obeyed, or HELLO_REQ, came in the 2 s before the last call."""
        return self._heard_at is not None and self._now - self._heard_at < HOST_SILENT_MS

    @property
    def lamps(self) -> Mapping[int, LampPattern]:
        """Pattern of each lamp as it burns; the link lamp blinks fast while the host is silent."""
        silent = {} if self.host_heard else {Lamp.LINK: LampPattern.FAST_BLINK}
        return self.outputs.lamps | silent

    @property
    def locked(self) -> bool:
        """Whether the gate is locked."""
        return self.outputs.locked

    @property
    def scan_masks(self) -> Mapping[int, Scan]:
        """Which antennas each reader visits, and which first."""
        return self.outputs.scans

    def next_deadline(self) -> int | None:
        """When `poll` is next due, in ms; at once after `receive` and `post`; None while the power is off.

        While a snapshot waits for inventories, poll also when one is complete.
        """
        if not self.powered:
            return None
        if self._said_hello_at is None:
            return self._up_at
        if self._stirred:
            return self._now
        times = [self._beat_at]
        if self._heard_at is not None and self.host_heard:
            resend = self._window.deadline()
            times += [self._heard_at + HOST_SILENT_MS, *([] if resend is None else [resend])]
        return min(times)

    def post(self, event: Event, now_ms: int, edge_ms: int | None = None) -> None:
        """Something happened at the board: a key, a card, a gate passage, a changed level. Lost while it is not up.

        `edge_ms`: time of the first edge, when it was before now.
        """
        if self._is_up(now_ms):
            self._enter(event, now_ms if edge_ms is None else edge_ms)

    def receive(self, data: bytes, now_ms: int) -> None:
        """Bytes from the host."""
        if self._is_up(now_ms):
            for frame in self._deframer.feed(data):
                self._obey(frame)

    def poll(self, now_ms: int) -> bytes:
        """The bytes to send now."""
        if not self._is_up(now_ms):
            return b""
        self._stirred = False
        if now_ms >= self._beat_at:
            self._beat()
        self._report()
        if self.host_heard:
            for event in self._window.take(now_ms):
                self._send(FrameType.EVENT, event.number, event.payload, event.t_ms)
        data = bytes(self._out)
        self._out.clear()
        return data

    def _is_up(self, now_ms: int) -> bool:
        self._now = now_ms
        self._stirred = True
        up = self.powered and now_ms >= self._up_at
        if up and self._said_hello_at is None:
            self._out += b"\0"  # ends whatever the host half received before
            self._say_hello()
        return up

    def _live(self) -> None:
        """Begin a life."""
        try:
            self._boot_counter = next_boot_counter(self._eeprom, self._entropy)
        except PowerLostError:
            self._boot_counter = 0  # never seen: the board is off
            self.powered = False
        self._ring = EventRing(first_event_number(self.identity.serial, self._boot_counter))
        self._window = SendWindow(self._ring, self._timing.resend_ms)
        self._desk = CommandDesk(self._execute)
        self._snapshot = SnapshotReport(self._source, self.outputs.scanned_since)

    def _clock(self, at_ms: int) -> int:
        return self._timing.clock(at_ms - self._up_at)

    def _enter(self, event: Event, edge_ms: int) -> None:
        payload = pack_event(event)
        self._ring.append(self._clock(edge_ms), payload)
        if self._ring.dropped_since_ack >= _NEW_LIFE_AFTER:
            # The host could take what follows for numbers it knows: event numbers came half way round.
            self._live()
            self._ring.append(self._clock(edge_ms), payload)

    def _report(self) -> None:
        while len(self._ring) < SNAPSHOT_ROOM:
            event = self._snapshot.next_event(self._ring.next, self._now)
            if event is None:
                return
            self._enter(event, self._now)

    def _obey(self, frame: Frame) -> None:
        if frame.type not in _FROM_HOST:
            self._deframer.bad_form += 1
        elif frame.type is FrameType.HELLO_REQ:
            self._heard_at = self._now
            self._age.restart()
            self._note_age(frame)
            self._say_hello()
        elif frame.epoch != self._boot_counter & 0xFF or not self._ring.covers(next16(frame.ack)):
            self._say_hello_again()
        else:
            self._heard_at = self._now
            self._note_age(frame)
            if self._ring.release(next16(frame.ack)):
                self._window.progress(self._now)
            self._serve(frame)

    def _note_age(self, frame: Frame) -> None:
        self._age.note(frame.t_ms, self._clock(self._now), self._now)

    def _serve(self, frame: Frame) -> None:
        if frame.type is FrameType.PING:
            self._send(FrameType.PONG, frame.seq, pack_pong(frame.t_ms))
        elif frame.type is FrameType.CMD:
            self._command(frame)
        elif is_negative(frame.payload):
            self._window.restart()

    def _command(self, frame: Frame) -> None:
        if frame.seq == 0:
            self._deframer.bad_form += 1
            return
        age = self._age.of(frame.t_ms, self._clock(self._now))
        answer = self._desk.answer(frame.seq, frame.payload, age)
        if answer is not None:
            self._send(FrameType.RESP, frame.seq, answer)

    def _execute(self, payload: bytes) -> bytes:
        match parse_command(payload):
            case Status() as refusal:
                return Response(refusal).pack()
            case Echo(data):
                self.outputs.display = data
                return Response(Status.OK, data).pack()
            case Snapshot(snapshot_id):
                self._snapshot.order(snapshot_id)
                return Response(Status.OK).pack()
            case Counters():
                return Response(Status.OK, self._counters().pack()).pack()
            case Identify():
                return Response(Status.OK, self.identity.answer().pack()).pack()
            case command:
                return self.outputs.carry_out(command).pack()

    def _counters(self) -> CountersAnswer:
        bad = self._deframer
        return CountersAnswer(
            frames_bad=(bad.bad_crc + bad.bad_form + bad.too_long) & 0xFFFF,
            events_lost=self._ring.dropped & 0xFFFF,
            resent=self._window.resent & 0xFFFF,
            reader_timeouts=self.reader_timeouts & 0xFFFF,
            free_ring=self._ring.size - len(self._ring),
        )

    def _beat(self) -> None:
        bad = self._deframer
        heartbeat = Heartbeat(
            waiting=len(self._ring),
            lost=self._ring.dropped & 0xFFFF,
            resent=self._window.resent & 0xFFFF,
            bad_crc=bad.bad_crc & 0xFFFF,
            bad_form=bad.bad_form & 0xFFFF,
            too_long=bad.too_long & 0xFFFF,
            host_up=int(self.host_heard),
        )
        self._send(FrameType.PONG, 0, heartbeat.pack())
        self._beat_at = self._now + HEARTBEAT_MS

    def _say_hello_again(self) -> None:
        if self._said_hello_at is None or self._now - self._said_hello_at >= HELLO_EVERY_MS:
            self._say_hello()

    def _say_hello(self) -> None:
        hello = self.identity.hello(self._boot_counter, self._cause, self._ring.first, self._ring.next)
        self._said_hello_at = self._now
        self._window.restart()
        self._send(FrameType.HELLO, 0, hello.pack())

    def _send(self, kind: FrameType, seq: int, payload: bytes, t_ms: int | None = None) -> None:
        stamp = self._clock(self._now) if t_ms is None else t_ms
        frame = Frame(kind, self._boot_counter & 0xFF, seq, self._desk.last_number, stamp, payload)
        if len(self._out) < _OUT_LIMIT:  # what does not fit is asked for again by the other side
            self._out += encode(frame)
