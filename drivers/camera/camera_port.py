"""The thread of one camera: opens it again whatever happens, reads its pictures, and puts what they say into the owner's queue.

The capture itself runs in a thread of its own (`drivers.camera.capture`), which may hang; this one never does.
"""

import time
from collections.abc import Callable
from threading import Event, Thread
from typing import Final

from drivers.black_box.recorder import Recorder
from drivers.camera.addresses import kind_of
from drivers.camera.camera_link import CameraLink
from drivers.camera.capture import Capture, Captures
from drivers.camera.evidence import Evidence, packed
from drivers.camera.frame_sources import FrameSource, open_source
from drivers.camera.mouth import Mouth
from drivers.camera.passing import Passed, Readers
from drivers.link.timing import BACKOFF_LIMIT
from drivers.port import monotonic_ms, supervised
from drivers.ports import FaultCode, Inbox, PortFault, TablePort, fault_of
from table_controller.core.ids import DeviceId

_WAIT_S: Final = 0.05
_STEP_S: Final = 0.02


class CameraPort(TablePort):
    """Watches one camera in a thread of its own from `start` to `stop`. Readings go into `inbox`, which is bounded."""

    def __init__(
        self,
        name: str,
        address: str,
        inbox: Inbox,
        device: DeviceId,
        mouth: Mouth,
        readers: Readers,
        *,
        box: Recorder | None = None,
        opener: Callable[[], FrameSource] | None = None,
        told: Callable[[Passed], None] | None = None,
    ) -> None:
        """`address`: see `frame_sources.kind_of`; ValueError for a wrong one. `box`: keeps each card's pictures. `opener`: opens
        the camera in another way. `told`: hears of each card, in this port's thread."""
        kind_of(address)
        self.camera = CameraLink(device, mouth, readers, self._keep)
        super().__init__(name, self.camera, monotonic_ms)
        self.address = address
        self._inbox, self._box, self._told = inbox, box, told
        self._kept: list[bytes] = []
        self._captures = Captures(opener or (lambda: open_source(address)), monotonic_ms, name)
        self._stopping = Event()
        self._thread = Thread(target=self._run, name=f"port {name}", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self, timeout_s: float = 1.0) -> bool:
        """Close the camera and end the threads; False when a hanging driver does not let go in time."""
        self._stopping.set()
        until = time.monotonic() + timeout_s
        if self._thread.ident is not None:
            self._thread.join(timeout_s)
        return not self._thread.is_alive() and self._captures.end(max(0.0, until - time.monotonic()))

    def _box_fault(self) -> str | None:
        return None if self._box is None else self._box.fault

    def _note_link(self) -> None:
        """What is wrong with the picture is a fault of the port, named by the word of `sight.Trouble`."""
        self._fault = None
        if (trouble := self.camera.trouble) is not None:
            self._fault = PortFault(FaultCode.SIGHT, f"{self.name}: {trouble}")
        if self.camera.watchdog.trouble is None:
            self._backoff.reset()

    def _run(self) -> None:
        while not self._stopping.is_set():
            if (defect := supervised(self._attempt, self._pause)) is not None:
                self._fault = PortFault(FaultCode.DEFECT, f"{self.address}: {defect}")
                self._stopping.wait(BACKOFF_LIMIT / 1000)
        if self._box is not None:
            self._box.close()

    def _attempt(self) -> None:
        """One opening of the camera, to its end."""
        capture = self._captures.begin()
        if capture is None:
            self._fault = PortFault(FaultCode.SILENT, f"{self.address}: captures hang")
            return
        try:
            self._serve(capture)
        finally:
            self._captures.leave(capture)
            self._close(capture)

    def _serve(self, capture: Capture) -> None:
        with self._lock:
            now = self._clock()
            if self._box is not None:
                self._box.opened(now)
            self._link.opened(now)
        while not self._stopping.is_set():
            frames = capture.take(_WAIT_S)
            for frame in frames:
                with self._lock:
                    self.camera.saw(frame.picture, frame.at)
                    self._note_link()
                self._deliver_to(self._inbox)
            with self._lock:
                now = self._clock()
                self._link.poll(now)
                blocked = not frames and self._link.reopen_due(now)  # what was waiting is no silence
            self._write(now)
            self._deliver_to(self._inbox)
            if blocked or (capture.trouble is not None and not frames):
                return

    def _close(self, capture: Capture) -> None:
        with self._lock:
            now = self._clock()
            self._link.closed(now)
            self._note_link()
            if capture.trouble is not None:
                fault = fault_of(capture.trouble, self.address)
                self._fault = PortFault(fault.code, f"{self.camera.trouble}: {fault.detail}")
        if self._box is not None:
            self._box.closed(now)

    def _pause(self) -> None:
        """Waits before the next opening; that it is gone is said meanwhile."""
        until = self._clock() + self._backoff.take()
        while not self._stopping.is_set() and self._clock() < until:
            with self._lock:
                self._link.poll(self._clock())
            self._deliver_to(self._inbox)
            self._stopping.wait(_STEP_S)

    def _keep(self, passed: Passed, evidence: Evidence) -> None:
        if self._told is not None:
            self._told(passed)
        if self._box is not None:
            self._kept.append(packed(evidence))

    def _write(self, now: int) -> None:
        kept, self._kept = self._kept, []
        if self._box is not None:
            for data in kept or (b"",):
                self._box.moved(data, b"", now, None)
