"""A small honest host for one simulated board: greets it, takes its events in order, acknowledges each at once."""

from collections.abc import Callable

from hardware.protocol.commands import Command, pack_command
from hardware.protocol.event_codec import parse_event
from hardware.protocol.events import Event
from hardware.protocol.frames import Deframer, Frame, FrameType, encode
from hardware.protocol.hello import Hello, parse_hello
from hardware.protocol.sequence import next16, previous16


class Listener:
    """`send` carries bytes to the board. Feed it what the board says."""

    def __init__(self, send: Callable[[bytes], None]) -> None:
        self.events: list[Event] = []
        self.stamps: list[int] = []
        """Time of the first edge of each event, by the board's clock."""
        self.hellos: list[Hello] = []
        self._send = send
        self._deframer = Deframer()
        self._wanted = 0
        self._command = 0

    def greet(self) -> None:
        self._send(encode(Frame(FrameType.HELLO_REQ)))

    def order(self, command: Command, t_ms: int) -> None:
        self._command += 1
        self._say(FrameType.CMD, self._command, t_ms, pack_command(command))

    def ping(self, t_ms: int) -> None:
        self._say(FrameType.PING, 1, t_ms)

    def feed(self, data: bytes) -> None:
        for frame in self._deframer.feed(data):
            if frame.type is FrameType.HELLO:
                self._met(parse_hello(frame.payload))
            elif frame.type is FrameType.EVENT and self.hellos and frame.seq == self._wanted:
                self._take(frame)

    def _met(self, hello: Hello | None) -> None:
        assert hello is not None
        if not self.hellos or self.hellos[-1].boot_counter != hello.boot_counter:
            self._wanted = hello.first
            self._command = 0
        self.hellos.append(hello)

    def _take(self, frame: Frame) -> None:
        event = parse_event(frame.payload)
        assert event is not None
        self.events.append(event)
        self.stamps.append(frame.t_ms)
        self._wanted = next16(self._wanted)
        self._say(FrameType.ACK, 0, frame.t_ms)

    def _say(self, kind: FrameType, seq: int, t_ms: int, payload: bytes = b"") -> None:
        epoch = self.hellos[-1].boot_counter & 0xFF
        self._send(encode(Frame(kind, epoch, seq, previous16(self._wanted), t_ms, payload)))
