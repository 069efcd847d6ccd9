"""The other end of a link, word by word: says what a test says, and shows what the host sent."""

from random import Random

from drivers.link.host_link import HostLink
from hardware.protocol.commands import Response, Status
from hardware.protocol.event_codec import pack_event
from hardware.protocol.events import Event, Input
from hardware.protocol.frames import Deframer, Frame, FrameType, encode
from hardware.protocol.hello import WINDOW, DeviceClass, Firmware, Hello, pack_pong
from hardware.protocol.wire import SCHEMA_HASH
from table_controller.core.ids import DeviceId, Millis
from table_controller.core.readings import LinkPosition, Reading

SERIAL = bytes.fromhex("0102030405060708")
DEVICE = DeviceId(SERIAL.hex())
LIFE = 0x1F7
FIRST = 100
QUIET = Input(0, False)


class Peer:
    """A device in the hands of a test. Its clock shows `now` - 1000."""

    def __init__(self, recorded: tuple[LinkPosition, ...] = (), stamps: dict[DeviceId, Millis] | None = None) -> None:
        self.link = HostLink(recorded, stamps, Random(7))
        self.now = 5000
        self.life = LIFE
        self.last_command = 0
        self.sent: list[Frame] = []
        self._deframer = Deframer()

    def poll(self) -> list[Frame]:
        """What the host sends now."""
        frames = self._deframer.feed(self.link.poll(self.now))
        self.sent += frames
        return frames

    def pass_time(self, ms: int) -> list[Frame]:
        """What the host sends in these ms, polled when it wants to be."""
        end, frames = self.now + ms, []
        while (due := self.link.next_deadline()) is not None and due <= end and not self.link.reopen_due(self.now):
            self.now = max(due, self.now)
            frames += self.poll()
        self.now = end
        return frames + self.poll()

    def say(self, kind: FrameType, seq: int = 0, payload: bytes = b"", *, epoch: int | None = None, t: int | None = None) -> None:
        """A frame from the device."""
        epoch = self.life & 0xFF if epoch is None else epoch
        stamp = self.now - 1000 if t is None else t
        self.link.receive(encode(Frame(kind, epoch, seq, self.last_command, stamp & 0xFFFFFFFF, payload)), self.now)

    def hello(
        self,
        first: int = FIRST,
        following: int = FIRST,
        *,
        life: int | None = None,
        serial: bytes = SERIAL,
        t: int | None = None,
        schema: int = SCHEMA_HASH,
    ) -> None:
        self.life = self.life if life is None else life
        hello = Hello(self.life, 1, WINDOW, serial, first, following, Firmware(1, 2, 3), schema, DeviceClass.CARD_SHOE, 2)
        self.say(FrameType.HELLO, payload=hello.pack(), t=t)

    def event(self, number: int, event: Event = QUIET, *, t: int | None = None) -> None:
        self.say(FrameType.EVENT, number, pack_event(event), t=t)

    def pong(self, ping: Frame, *, t: int | None = None) -> None:
        self.say(FrameType.PONG, ping.seq, pack_pong(ping.t_ms), t=t)

    def beat(self) -> None:
        self.say(FrameType.PONG, 0)

    def answer(self, command: Frame, status: Status = Status.OK, fields: bytes = b"") -> None:
        self.last_command = command.seq
        self.say(FrameType.RESP, command.seq, Response(status, fields).pack())

    def readings(self) -> list[Reading]:
        """What came out since the last call."""
        taken = list(self.link.outbox)
        self.link.outbox.clear()
        return taken

    def record(self) -> list[Reading]:
        """Takes all readings and says they are recorded."""
        taken = self.readings()
        for reading in taken:
            if reading.position:
                self.link.recorded(reading.position)
        return taken

    def up(self) -> "Peer":
        """Opened, greeted, recorded, numbered, and its snapshot refused for good."""
        self.link.opened(self.now)
        self.poll()
        self.hello()
        self.record()
        for _ in range(3):
            for frame in self.poll():
                if frame.type is FrameType.PING:
                    self.pong(frame)
                elif frame.type is FrameType.CMD:
                    self.answer(frame, Status.UNKNOWN_CODE)
        self.sent.clear()
        return self


def of(frames: list[Frame], kind: FrameType) -> list[Frame]:
    """The frames of one type."""
    return [frame for frame in frames if frame.type is kind]
