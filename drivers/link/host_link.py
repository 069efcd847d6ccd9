"""The host's end of one table bus: bytes in and out, readings out, orders in.

Owns the handshake, acknowledgement after recording, liveness, and when what is sent. Must not know ports, threads,
journals or what a reading means. All times are the host's monotonic milliseconds.
"""

from collections import deque
from collections.abc import Iterable, Mapping
from random import Random, SystemRandom

from drivers.counters import DeviceCounters, Tally, counters_of
from drivers.link.intake import Arrival, Intake, Life
from drivers.link.liveness import LinkState, Liveness
from drivers.link.orders import OneShot, Orders, OrderTicket, Outcome
from drivers.link.pings import Pings
from drivers.link.snapshots import Snapshots
from drivers.link.standing import Standing
from drivers.link.timing import HELLO_REQ_EVERY, HELLO_REQ_LEAST, NAK_EVERY, NEVER, PING_EVERY
from drivers.link.wanted import Wanted, WantedState
from hardware.protocol.commands import Scan, parse_response
from hardware.protocol.frames import Deframer, Frame, FrameType, encode
from hardware.protocol.hello import NEGATIVE, Hello, parse_heartbeat, parse_hello, parse_pong
from hardware.protocol.sequence import wrap32
from table_controller.core.ids import DeviceId, Millis
from table_controller.core.readings import LinkPosition, Reading

_FROM_DEVICE = frozenset({FrameType.HELLO, FrameType.EVENT, FrameType.RESP, FrameType.PONG})


class HostLink:
    """One port's link. Its owner feeds `receive`, sends what `poll` gives, empties `outbox` and calls `recorded`."""

    def __init__(
        self,
        recorded: Iterable[LinkPosition] = (),
        stamps: Mapping[DeviceId, Millis] | None = None,
        random: Random | None = None,
    ) -> None:
        """`recorded`, `stamps`: last journaled position and stamp of each device. `random` makes the first ping number and
        snapshot id of this host differ from those of the host before it.
        """
        self.trouble: str | None = None
        """See `DeviceLink`."""
        random = random or SystemRandom()
        self._tally = Tally()
        self._snapshots = Snapshots(random.randrange(1, 0x100))
        self._intake = Intake(self._snapshots, self._tally, recorded, stamps or {})
        self._orders = Orders()
        self._wanted = Wanted()
        self._pings = Pings(random.randrange(0x10000))
        self._deframer = Deframer()
        self._state = LinkState.CLOSED
        self._hello: tuple[Hello, int] | None = None
        self._out = bytearray()
        self._liveness = Liveness()
        self._ask_at = self._ping_at = 0
        self._asked_at = self._nak_at = -NEVER
        self._ack_due = self._nak_due = False

    @property
    def state(self) -> LinkState:
        """Where the link stands."""
        return self._state

    @property
    def life(self) -> Life | None:
        """The device met last."""
        return self._intake.life

    @property
    def outbox(self) -> deque[Reading]:
        """Readings not yet taken by the owner, in order, at most 66."""
        return self._intake.outbox

    @property
    def heard_at(self) -> int | None:
        """When a whole frame last came in, host ms; None: never."""
        return self._liveness.heard_at

    def counters(self) -> DeviceCounters:
        """The counters as they stand."""
        return counters_of(self._tally, self._deframer, self._orders.resent, self._wanted.refused)

    def standing(self) -> Standing:
        """Where the link stands, for a playback that begins here."""
        linked = self._state is LinkState.LINKED and self._hello is None
        return self._intake.standing(linked, self._deframer.partial, self._pings.under_way())

    # What the owner says

    def opened(self, now: int) -> None:
        """The port is open and what lay in it is thrown away."""
        self._deframer.clear()
        self.trouble = None
        self._tally.opened += 1
        self._liveness.opened(now)
        self._out[:] = b"\0"  # ends whatever half a frame the device holds
        self._unlink(LinkState.ASKING, now)

    def closed(self, now: int) -> None:
        """The port is closed, or gone."""
        self._out.clear()
        self._unlink(LinkState.CLOSED, now)

    def recorded(self, position: LinkPosition) -> bool:
        """Everything up to this position is durably in the journal. False when that is not under way here."""
        known = self._intake.ledger.record(position)
        self._ack_due |= known
        return known

    def order(self, command: OneShot, now: int) -> OrderTicket:
        """Orders something done once; refused at once without a link. Raises ValueError on a value out of range."""
        return self._orders.order(command, now, self._state is LinkState.LINKED)

    def want(self, state: WantedState) -> None:
        """From now on lamps, lock or antennas are wanted so. Raises ValueError on a value out of range.

        A device keeps its antennas over a restart of the host: a table that uses SCAN at all wants it before its ports
        are opened, else a snapshot calls antennas empty that nobody visits.
        """
        self._wanted.want(state)

    def want_snapshot(self, now: int) -> None:
        """All levels are to be named again."""
        self._snapshots.want(now)

    # What the wire says

    def receive(self, data: bytes, now: int) -> None:
        """Bytes from the port, any number of them."""
        for frame in self._deframer.feed(data):
            if frame.type in _FROM_DEVICE and self._state is not LinkState.CLOSED:
                self._liveness.heard(now)
                self._heed(frame, now)

    def _heed(self, frame: Frame, now: int) -> None:
        if frame.type is FrameType.HELLO:
            self._heed_hello(frame, now)
        elif self._state is not LinkState.LINKED or not self.life or frame.epoch != self.life.epoch:
            self._tally.foreign += 1
            if self._state is LinkState.LINKED:
                self._unlink(LinkState.ASKING, now)
        elif self._hello is None:
            self._obey(frame, now)

    def _obey(self, frame: Frame, now: int) -> None:
        """A frame of the life at hand."""
        if frame.type is FrameType.EVENT:
            self._heed_event(frame, now)
        elif frame.type is FrameType.PONG:
            self._heed_pong(frame, now)
        elif (response := parse_response(frame.payload)) is None:
            self._tally.malformed += 1
        else:
            self._orders.answer(frame.seq, response, now)

    def _heed_hello(self, frame: Frame, now: int) -> None:
        hello = parse_hello(frame.payload)
        if hello is None or frame.epoch != hello.boot_counter & 0xFF:
            self._tally.malformed += 1
            return
        self.trouble = self._intake.refuses(hello, now)
        if self.trouble is not None:  # it is asked on, for it may be given our firmware where it stands
            self._unlink(LinkState.ASKING, now)
            return
        self._hello = hello, frame.t_ms
        self._greet(now)

    def _greet(self, now: int) -> None:
        """Handles a HELLO as soon as all events before it are recorded; until then nothing is sent and nothing taken."""
        if self._hello is None or not self._intake.ready:
            return
        (hello, device_ms), self._hello = self._hello, None
        if self._intake.hello(hello, device_ms, now):
            self._pings.forget()
            self._orders.new_life(now)
        self._wanted.hello()
        self._state = LinkState.LINKED
        self._ping_at = now
        self._nak_due = False

    def _heed_event(self, frame: Frame, now: int) -> None:
        arrival = self._intake.event(frame, self._wanted.scanned(), now)
        if arrival is Arrival.DOUBLED:
            self._ack_due = True
        elif arrival is not Arrival.HELD_BACK:
            self._nak_due = arrival is Arrival.GAP

    def _heed_pong(self, frame: Frame, now: int) -> None:
        if frame.seq == 0:
            self._tally.heartbeat = parse_heartbeat(frame.payload)
            self._intake.clock.notice(frame.t_ms)
            return
        sent = self._pings.answered(frame.seq, parse_pong(frame.payload))
        if sent is not None:
            self._tally.round_trip_ms = now - sent
            self._intake.clock.sample(sent, now, frame.t_ms)
            self._orders.continue_from(frame.ack)

    # What is to be sent

    def poll(self, now: int) -> bytes:
        """Does what time demands and gives the bytes to be sent now."""
        self._greet(now)
        self._orders.expire(now)
        if now >= self._silent_at():
            self._intake.silent(now)
            if self._state is LinkState.LINKED:  # a port that was opened just now stays open, and all begins with HELLO
                self._unlink(LinkState.ASKING, now)
        if self._state is LinkState.ASKING and now >= self._ask_at:
            self._asked_at, self._ask_at = now, now + HELLO_REQ_EVERY
            self._out += encode(Frame(FrameType.HELLO_REQ, t_ms=wrap32(now)))
        elif self._may_send():
            self._serve(now)
        out = bytes(self._out)
        self._out.clear()
        return out

    def reopen_due(self, now: int) -> bool:
        """Whether the device has been silent so long that the port must be opened anew."""
        return now >= self._liveness.reopen_at(self._state)

    def next_deadline(self) -> int | None:
        """When `poll` must be called again at the latest, with nothing received before."""
        times = [self._liveness.reopen_at(self._state), self._silent_at(), self._orders.expires_at()]
        if self._state is LinkState.ASKING:
            times.append(self._ask_at)
        if self._may_send():
            times += [self._ping_at, self._answer_at(), self._command_at()]
        soonest = min((t for t in times if t is not None), default=NEVER)
        return None if soonest >= NEVER else soonest

    def _may_send(self) -> bool:
        return self._state is LinkState.LINKED and self._hello is None and self._intake.ledger.ack is not None

    def _serve(self, now: int) -> None:
        self._begin_command(now)
        if command := self._orders.due(now):
            self._send(FrameType.CMD, command.ordered_at, command.number, command.payload)
        if now >= self._ping_at:
            self._ping_at = now + PING_EVERY
            self._send(FrameType.PING, now, self._pings.send(now))
        if self._nak_due and self._intake.ledger.settled and now >= self._nak_at + NAK_EVERY:
            self._nak_due, self._nak_at = False, now
            self._tally.negative_acks += 1
            self._send(FrameType.ACK, now, payload=NEGATIVE)
        if self._ack_due:
            self._send(FrameType.ACK, now)

    def _begin_command(self, now: int) -> None:
        """One at a time: first what is wanted, then a snapshot, then orders in turn."""
        if self._orders.current or not self._orders.numbered:
            return
        due, state = self._wanted.due_at(), self._wanted.missing()
        if state is not None and due is not None and now >= due:
            self._orders.start(state, now, lambda end, at: self._wanted_ended(state, end, at))
        elif self._snapshots.due_at is not None and now >= self._snapshots.due_at:
            snapshot = self._snapshots.order(now)
            self._orders.start(snapshot, now, lambda end, at: self._snapshots.ended(snapshot, end, at))
        else:
            self._orders.start_waiting()

    def _wanted_ended(self, state: WantedState, outcome: Outcome, now: int) -> None:
        self._wanted.ended(state, outcome, now)
        if isinstance(state, Scan):
            self._snapshots.scanning(self._wanted.scanned(), now)

    def _send(self, kind: FrameType, t_ms: int, seq: int = 0, payload: bytes = b"") -> None:
        life, ack = self.life, self._intake.ledger.ack
        assert life is not None
        assert ack is not None
        self._ack_due = False
        self._out += encode(Frame(kind, life.epoch, seq, ack, wrap32(t_ms), payload))

    def _unlink(self, state: LinkState, now: int) -> None:
        if self._state is LinkState.LINKED:
            self._liveness.down(now)
        self._state = state
        self._hello = None
        self._ask_at = max(now, self._asked_at + HELLO_REQ_LEAST)

    # When time matters

    def _silent_at(self) -> int:
        return self._liveness.silent_at(self._state) if self._intake.announced else NEVER

    def _answer_at(self) -> int | None:
        """When an ACK or negative ACK is due."""
        if self._ack_due:
            return 0
        return self._nak_at + NAK_EVERY if self._nak_due and self._intake.ledger.settled else None

    def _command_at(self) -> int | None:
        if self._orders.current:
            return self._orders.send_at()
        if not self._orders.numbered:
            return None
        if self._orders.waiting:
            return 0
        return min((t for t in (self._wanted.due_at(), self._snapshots.due_at) if t is not None), default=None)
