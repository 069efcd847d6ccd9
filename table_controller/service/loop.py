"""The node's loop on the real clock: one bounded inbox, one thread that owns everything decided, batches to the journal.

Port threads and control clients only put things into the inbox. When the journal cannot be written the batch is kept and tried
again, nothing is acknowledged, and the status row says so.
"""

import logging
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Protocol

import msgspec

from drivers.ports import Delivery
from table_controller.core.ids import DeviceId, Millis
from table_controller.journal import FaultReason, JournalFault, Moment
from table_controller.service.batch import Received
from table_controller.service.envelope import Answer, Envelope
from table_controller.service.node import Node
from table_controller.service.roll_call import RollCall
from table_controller.service.settling import Settling

INBOX = 1_024
"""Readings and orders waiting at most; a full inbox makes the ports stop reading, and the devices keep their events."""
MOST_AT_ONCE = 64
"""Readings in one transaction: 64 ordinary events are 150 ms of a busy wire."""
IDLE_S = 0.1
RETRY_S = 0.5
ANSWER_S = 2.0
LOST = (FaultReason.REPLACED, FaultReason.DAMAGED, FaultReason.NOT_A_JOURNAL)
"""The record is not there any more: trying again would write it nowhere."""
log = logging.getLogger("burnturn.node")


class Lights(Protocol):
    """The way back to the table: lamps follow what is now so."""

    def show(self, node: Node, *, record_fails: bool = False) -> None:
        """Called after each batch that may have changed something, and while the journal cannot be written."""


class _Asked:
    """An order waiting for its answer."""

    def __init__(self, received: Received) -> None:
        self.received = received
        self.answer: Answer | None = None
        self.done = threading.Event()


def real_moment() -> Moment:
    """Both clocks of this computer, now."""
    return Moment(time.time_ns() // 1_000_000, Millis(time.monotonic_ns() // 1_000_000))


class Loop:
    """Runs a started node until `stop`."""

    def __init__(
        self, node: Node, devices: Mapping[str, DeviceId], lights: Lights, heartbeat: Callable[[str | None], None]
    ) -> None:
        """`devices`: those whose readings will come into `inbox`, by the names of their ports."""
        self._node = node
        self._settling = Settling(devices, real_moment().mono_ms)
        self._roll = RollCall(devices, real_moment().mono_ms)
        self._fresh: list[Delivery] = []
        self._lights = lights
        self._heartbeat = heartbeat
        self.inbox: queue.Queue[Delivery | _Asked] = queue.Queue(maxsize=INBOX)
        self._stopping = threading.Event()
        self._beat_at = 0.0
        self._failed = False
        self._kept: list[Delivery] = []
        self._orders: deque[_Asked] = deque()
        """One for each waiting control client at most; each is a batch of its own."""

    def submit(self, envelope: Envelope, body: bytes) -> Answer | None:
        """From a control client's thread: the node's answer, or None when it did not come in time."""
        asked = _Asked(Received(envelope, body))
        try:
            self.inbox.put(asked, timeout=ANSWER_S)
        except queue.Full:
            return None
        asked.done.wait(ANSWER_S)
        return asked.answer

    def stop(self) -> None:
        """Makes `run` return after the batch in hand."""
        self._stopping.set()

    def run(self) -> None:
        """Until `stop`. JournalFault when the record is lost; whatever else escapes from here is a bug. In either case the caller
        stops the process, and leaves the journal as it is."""
        while not self._stopping.is_set():
            self._collect()
            try:
                self._batch()
                fault = None
            except JournalFault as wrong:
                log.error("journal: %s", wrong)
                self._give_up_if_lost(wrong)
                fault = "journal_write_failed"
                self._failed = True
                self._lights.show(self._node, record_fails=True)
                self._stopping.wait(RETRY_S)
            self._beat(fault)

    def _give_up_if_lost(self, wrong: JournalFault) -> None:
        if wrong.reason in LOST:
            self._heartbeat("journal_lost")
            raise wrong

    def _collect(self) -> None:
        """Takes what waits: readings up to the first order, for what came before an order is decided before it."""
        wait = not self._kept and (not self._orders or self._settling.deadline() is not None)
        while len(self._fresh) < MOST_AT_ONCE and (wait or not self._orders):
            try:
                item = self.inbox.get(timeout=self._patience()) if wait else self.inbox.get_nowait()
            except queue.Empty:
                return
            wait = False
            if isinstance(item, _Asked):
                self._orders.append(item)
            else:
                self._fresh.append(item)

    def _patience(self) -> float:
        times = [at for at in (self._node.deadline(), self._settling.deadline()) if at is not None]
        if not times:
            return IDLE_S
        return min(IDLE_S, max(0.001, (min(times) - real_moment().mono_ms) / 1000))

    def _batch(self) -> None:
        now = real_moment()
        self._roll.hear(self._fresh)
        self._kept += self._settling.pass_on(self._fresh, now.mono_ms)
        self._fresh = []
        if self._settling.deadline() is not None:
            return
        order = self._orders[0] if self._orders else None
        kept = self._kept
        readings = [*(delivery.reading for delivery in kept), *self._roll.missing(now.mono_ms)]
        outcome = self._node.take(readings, None if order is None else order.received, now)
        self._roll.called(now.mono_ms)
        self._kept = []
        _acknowledge(kept)
        if order is not None:
            self._orders.popleft()
            order.answer = outcome.answer
            order.done.set()
        if outcome.events or kept or self._failed:
            self._failed = False
            self._lights.show(self._node)

    def _beat(self, fault: str | None) -> None:
        now = time.monotonic()
        if now - self._beat_at >= 1.0 or fault is not None:
            self._beat_at = now
            self._heartbeat(fault)
            self._ask_for_the_journal()

    def _ask_for_the_journal(self) -> None:
        """A table at rest writes nothing, and would not notice."""
        try:
            self._node.check()
        except JournalFault as wrong:
            log.error("journal: %s", wrong)
            self._give_up_if_lost(wrong)


def _acknowledge(kept: list[Delivery]) -> None:
    """The last position of each port stands for all before it."""
    last = {delivery.port.name: delivery for delivery in kept if delivery.reading.position is not None}
    for delivery in last.values():
        position = delivery.reading.position
        assert position is not None
        delivery.port.recorded(position)


class Status(msgspec.Struct, frozen=True):
    """The one overwritten row of a running node. Says nothing about the hand. Wall clock in UTC ms."""

    alive_since: int
    heartbeat: int
    queue: int
    devices: tuple["DeviceAge", ...]
    fault: str | None = None
    console: str | None = None
    """Address of the dealer's console."""


class DeviceAge(msgspec.Struct, frozen=True):
    """`age_ms`: since the device was last heard; None: never. `fault`: what is wrong with its port, for the technician."""

    name: str
    state: str
    age_ms: int | None
    fault: str | None = None
    health: "DeviceHealth | None" = None


class DeviceHealth(msgspec.Struct, frozen=True):
    """How well a device is heard since the process began. Numbers of faults; `round_trip_ms` None: no answer yet.

    `resent`: events the device sent again; `antennas`: number, tags that came, hits in the last eight inventories of the last
    tag that was not in all of them; `places`: where each antenna lies, as a configuration writes it. `black_box`: why nothing is
    kept; None: all is well, or none is wanted.
    """

    bad_frames: int
    lost_events: int
    resent: int
    commands_resent: int
    reconnects: int
    restarts: int
    round_trip_ms: int | None
    silent_readers: tuple[int, ...]
    antennas: tuple[tuple[int, int, int], ...]
    black_box: str | None = None
    places: tuple[tuple[int, str], ...] = ()
