"""The host's end of one tag reader: bytes in and out, readings out, as a table board with one reader would give them.

Owns time: when a reader is silent, when half an answer is torn, when a visit and a check are due. Must not know ports, threads or
what a tag stands for. All times are the host's monotonic milliseconds. A port runs it as it runs a table bus.
"""

from collections import deque
from collections.abc import Collection, Sequence
from typing import Final

from drivers.counters import DeviceCounters
from drivers.link.backoff import Backoff
from drivers.link.intake import Life
from drivers.link.liveness import LinkState
from drivers.link.orders import NoAnswer, OneShot, OrderTicket
from drivers.link.timing import MAX_UNRECORDED, NEVER, OPEN_GRACE, SILENT_AFTER
from drivers.link.wanted import WantedState
from drivers.readers.talk import Dialect, Identity, Said, Talk, Trouble
from drivers.readers.tally import ReaderTally
from drivers.readers.told import Told
from drivers.readers.turns import Turns
from hardware.protocol.events import Uid
from hardware.protocol.wire import ReaderReason
from table_controller.core.ids import DeviceId
from table_controller.core.readings import LinkPosition, Reading

SILENT_MS: Final = 600
"""Longer than 52 tags need."""
QUIET_MS: Final = 50
"""Half an answer, and nothing after it for so long: the other half does not come."""
VISIT_MS: Final = 10
"""A visit lasts as long as an empty inventory at least, so that a reader that answers at once does not keep the host busy."""
FULL_REST_MS: Final = 50
"""Pause while the owner does not take what was read; levels come again."""
CHECK_EVERY: Final = 5_000
"""So often a reader is asked what it is, and set up again."""


class ReaderLink:
    """One reader's link. Its owner feeds `receive`, sends what `poll` gives and empties `outbox`."""

    def __init__(self, device: DeviceId, dialect: Dialect, antennas: Collection[int]) -> None:
        """`antennas`: those that are wired to something; no other is visited. ValueError for one the reader cannot have."""
        if not antennas or not set(antennas) <= set(dialect.antennas):
            raise ValueError(f"a {dialect.name} reader has antennas {dialect.antennas.start} to {dialect.antennas.stop - 1}")
        self.antennas = frozenset(antennas)
        self.trouble: str | None = None
        """See `DeviceLink`."""
        self._device, self._dialect = device, dialect
        self._splitter = dialect.splitter()
        self._told, self._turns = Told(device, self.antennas), Turns(self.antennas)
        self._tally, self._backoff = ReaderTally(), Backoff()
        self._state = LinkState.CLOSED
        self._talk: Talk | None = None
        self._out = bytearray()
        self._now = self._asked_at = self._began = self._checked_at = self._turned_at = self._retry_at = 0
        self._heard_at: int | None = None
        self._quiet_at = NEVER
        """When half an answer is given up; NEVER while nothing came since something was said."""
        self._rest_until: int | None = None

    @property
    def state(self) -> LinkState:
        """Where the link stands."""
        return self._state

    @property
    def outbox(self) -> deque[Reading]:
        """Readings not yet taken by the owner, in order."""
        return self._told.outbox

    @property
    def life(self) -> Life | None:
        """The reader, once it has been met; its lives are openings of its port."""
        return Life(self._device, self._tally.opened) if self._tally.visits else None

    @property
    def heard_at(self) -> int | None:
        """When a whole line or frame last came in, host ms; None: never."""
        return self._heard_at

    @property
    def half(self) -> bool:
        """See `Desk`."""
        return self._splitter.half

    def counters(self) -> DeviceCounters:
        """The counters as they stand; see `ReaderTally`."""
        return self._tally.counters(self._told.tally, self._splitter.bad)

    # What the owner says

    def opened(self, now: int) -> None:
        """The port is open and what lay in it is thrown away."""
        self._tally.opened += 1
        self._told.away()
        self.trouble = None
        self._state, self._turned_at = LinkState.ASKING, now
        self._begin(now)

    def closed(self, now: int) -> None:
        """The port is closed, or gone."""
        if self._state is not LinkState.CLOSED:
            self._state, self._turned_at = LinkState.CLOSED, now
        self._stop()

    def recorded(self, _position: LinkPosition) -> bool:
        """Nothing of a reader waits to be recorded."""
        return False

    def order(self, command: OneShot, now: int) -> OrderTicket:
        """A reader does nothing once: refused."""
        return OrderTicket(command, now, NoAnswer.REFUSED)

    def want(self, state: WantedState) -> None:
        """A reader has no lamps and no gate, and visits every antenna that is wired."""

    def want_snapshot(self, _now: int) -> None:
        """All levels are to be named again."""
        self._told.want_snapshot()

    # What the wire says

    def receive(self, data: bytes, now: int) -> None:
        """Bytes from the port, any number of them."""
        if self._state is LinkState.CLOSED or not data:
            return
        self._quiet_at = now + QUIET_MS
        for unit in self._splitter.feed(data):
            self._heard_at = now
            if self._talk is not None:
                self._step(unit, now)

    # What is to be said

    def poll(self, now: int) -> bytes:
        """Does what time demands and gives the bytes to be sent now."""
        if self._state is LinkState.CLOSED:
            if now >= self._silent_at():
                self._told.silent(now)
        elif now >= self._due():
            self._do(now)
        out = bytes(self._out)
        self._out.clear()
        return out

    def reopen_due(self, now: int) -> bool:
        """Whether the reader has been silent so long that the port must be opened anew."""
        return now >= self._reopen_at()

    def next_deadline(self) -> int | None:
        """When `poll` must be called again at the latest, with nothing received before."""
        due = self._silent_at() if self._state is LinkState.CLOSED else min(self._due(), self._reopen_at())
        return None if due >= NEVER else due

    def _due(self) -> int:
        if self._talk is None:
            return self._retry_at
        if self._rest_until is not None:
            return self._rest_until
        return min(self._asked_at + SILENT_MS, self._quiet_at)

    def _do(self, now: int) -> None:
        if self._talk is None:
            self._begin(now)
        elif self._rest_until is None and now >= self._asked_at + SILENT_MS:
            self._tally.timeouts += 1
            self._lose(Trouble(ReaderReason.SILENT, "nothing heard"), now)
        else:
            self._step(None, now)

    def _silent_at(self) -> int:
        """When a reader whose port is gone is to be called silent."""
        return self._turned_at + SILENT_AFTER if self._told.announced else NEVER

    def _reopen_at(self) -> int:
        if self._state is not LinkState.ASKING:
            return NEVER
        return max(self._turned_at, self._heard_at or 0) + OPEN_GRACE

    # The conversation

    def _begin(self, now: int) -> None:
        self._stop()
        self._now = now
        self._talk = self._dialect.converse(self)
        self._say(next(self._talk), now)

    def _stop(self) -> None:
        if self._talk is not None:
            self._talk.close()
        self._talk = self._rest_until = None
        self._out.clear()
        self._splitter.clear()

    def _step(self, heard: bytes | None, now: int) -> None:
        assert self._talk is not None
        self._now = now
        self._rest_until = None
        if heard is None:
            self._quiet_at = NEVER
        try:
            said = self._talk.send(heard)
        except Trouble as trouble:
            self._lose(trouble, now)
        else:
            self._say(said, now)

    def _say(self, said: Said, now: int) -> None:
        if said is None:
            held = len(self.outbox) >= MAX_UNRECORDED
            self._rest_until = now + FULL_REST_MS if held else self._began + VISIT_MS
        elif said:
            self._out += said
            self._asked_at, self._quiet_at = now, NEVER
            self._splitter.clear()

    def _lose(self, trouble: Trouble, now: int) -> None:
        """Begin again: after a restart at once, else ever later until it works."""
        self._stop()
        if self._state is LinkState.LINKED:
            self._state, self._turned_at = LinkState.ASKING, now
        self.trouble = trouble.detail if trouble.reason is ReaderReason.REFUSES else None
        self._retry_at = now if trouble.reason is ReaderReason.RESTARTED else now + self._backoff.take()
        self._told.lost(trouble.reason, now)

    # What the conversation says (Desk)

    def works(self, identity: Identity) -> None:
        """See `Desk`."""
        self._state = LinkState.LINKED
        self.trouble = None
        self._checked_at = self._now
        self._backoff.reset()
        self._told.works(identity, self._tally.opened, self._now)

    def next_antenna(self) -> int | None:
        """See `Desk`."""
        if len(self.outbox) >= MAX_UNRECORDED:
            self._tally.held_back += 1
            return None
        if self._now < self._began + VISIT_MS:
            return None
        self._began = self._now
        self._tally.visits += 1
        return self._turns.choose(self._told.presence.unsettled())

    def whole(self, antenna: int, tags: Sequence[Uid]) -> None:
        """See `Desk`."""
        self._tally.visit_ms = self._now - self._began
        self._told.whole(antenna, tags, self._began, self._now)

    def torn(self) -> None:
        """See `Desk`."""
        self._tally.torn += 1

    def check_due(self) -> bool:
        """See `Desk`."""
        due = self._now >= self._checked_at + CHECK_EVERY
        if due:
            self._checked_at = self._now
        return due
