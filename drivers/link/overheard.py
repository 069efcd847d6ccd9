"""The host's link once more, from its wire as a black box kept it: the same readings, for nobody is there to be spoken to.

Owns what a link must be told of its own past: what it sent, when it found its device silent. The device's bytes are heard
by the link itself.
"""

from drivers.link.host_link import HostLink
from drivers.link.liveness import LinkState
from drivers.link.standing import Standing
from hardware.protocol.commands import Command, Response, Scan, Snapshot, Status, parse_command
from hardware.protocol.frames import Deframer, FrameType
from table_controller.core.readings import Reading


class OverheardLink(HostLink):
    """Begins where the link stood. All that comes out counts as recorded at once."""

    def __init__(self, standing: Standing) -> None:
        super().__init__(standing.recorded, dict(standing.stamps))
        self._said = Deframer()
        self._last_order: object = None
        self._deframer.feed(standing.partial)
        for number, sent in standing.pings:
            self._pings.sent(number, sent)
        if standing.met is not None:
            self._intake.resume(standing.met)
            self._state = LinkState.LINKED if standing.linked else LinkState.CLOSED

    def hear(self, data: bytes, now: int) -> list[Reading]:
        """The device's bytes; what they say."""
        self.receive(data, now)
        return self._taken(now)

    def overhear(self, data: bytes, now: int) -> list[Reading]:
        """The host's bytes. They tell no reading."""
        for frame in self._said.feed(data):
            if frame.type is FrameType.PING:
                self._pings.sent(frame.seq, now)
            elif frame.type is FrameType.CMD and self._last_order != (order := (self.life, frame.seq)):
                self._last_order = order
                self._ordered(parse_command(frame.payload), now)
        return []

    def found_silent(self, now: int) -> list[Reading]:
        """The host found the device silent."""
        self._intake.silent(now)
        if self._state is LinkState.LINKED:
            self._unlink(LinkState.ASKING, now)
        return self._taken(now)

    def _taken(self, now: int) -> list[Reading]:
        taken: list[Reading] = []
        while self.outbox:
            taken.append(reading := self.outbox.popleft())
            if reading.position is not None:
                self.recorded(reading.position)
            if not self.outbox:
                self._greet(now)
        return taken

    def _ordered(self, command: Command | Status, now: int) -> None:
        if isinstance(command, Snapshot):
            self._snapshots.ordered(command, now)
        elif isinstance(command, Scan):
            self._wanted.want(command)
            self._wanted.ended(command, Response(Status.OK), now)
