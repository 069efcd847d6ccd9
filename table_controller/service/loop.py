"""The node's loop on the real clock: one bounded inbox, one thread that owns everything decided, batches to the journal.

Port threads and control clients only put things into the inbox. When the journal cannot be written the batch is kept and tried
again, nothing is acknowledged, and the status row says so.
"""

import logging
import queue
import threading
import time
from collections.abc import Callable
from typing import Protocol

import msgspec

from drivers.ports import Delivery
from table_controller.core.ids import Millis
from table_controller.journal import JournalFault, Moment
from table_controller.service.envelope import Answer, Envelope
from table_controller.service.node import Node, Received

INBOX = 1_024
"""Readings and orders waiting at most; a full inbox makes the ports stop reading, and the devices keep their events."""
MOST_AT_ONCE = 64
"""Readings in one transaction: 64 ordinary events are 150 ms of a busy wire."""
IDLE_S = 0.1
RETRY_S = 0.5
ANSWER_S = 2.0
log = logging.getLogger("burnturn.node")


class Lights(Protocol):
    """The way back to the table: lamps follow what is now so."""

    def show(self, node: Node) -> None:
        """Called after each batch that changed something."""


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

    def __init__(self, node: Node, lights: Lights, heartbeat: Callable[[str | None], None]) -> None:
        self._node = node
        self._lights = lights
        self._heartbeat = heartbeat
        self.inbox: queue.Queue[Delivery | _Asked] = queue.Queue(maxsize=INBOX)
        self._stopping = threading.Event()
        self._beat_at = 0.0
        self._kept: list[Delivery] = []
        self._kept_order: _Asked | None = None

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
        """Until `stop`. Whatever escapes from here is a bug: the caller stops the process with the journal intact."""
        while not self._stopping.is_set():
            self._collect()
            try:
                self._batch()
                fault = None
            except JournalFault as wrong:
                log.error("journal: %s", wrong)
                fault = "journal_write_failed"
                self._stopping.wait(RETRY_S)
            self._beat(fault)

    def _collect(self) -> None:
        """Fills the kept batch: all readings that wait, up to the first order."""
        wait = not self._kept and self._kept_order is None
        while len(self._kept) < MOST_AT_ONCE and self._kept_order is None:
            try:
                item = self.inbox.get(timeout=self._patience()) if wait else self.inbox.get_nowait()
            except queue.Empty:
                return
            wait = False
            if isinstance(item, _Asked):
                self._kept_order = item
            else:
                self._kept.append(item)

    def _patience(self) -> float:
        at = self._node.deadline()
        if at is None:
            return IDLE_S
        return min(IDLE_S, max(0.001, (at - real_moment().mono_ms) / 1000))

    def _batch(self) -> None:
        order, kept = self._kept_order, self._kept
        readings = [delivery.reading for delivery in kept]
        outcome = self._node.take(readings, None if order is None else order.received, real_moment())
        self._kept, self._kept_order = [], None
        _acknowledge(kept)
        if order is not None:
            order.answer = outcome.answer
            order.done.set()
        if outcome.events:
            self._lights.show(self._node)

    def _beat(self, fault: str | None) -> None:
        now = time.monotonic()
        if now - self._beat_at >= 1.0 or fault is not None:
            self._beat_at = now
            self._heartbeat(fault)


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


class DeviceAge(msgspec.Struct, frozen=True):
    """`age_ms`: since the device was last heard; None: never."""

    name: str
    state: str
    age_ms: int | None
