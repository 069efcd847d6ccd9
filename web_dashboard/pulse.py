"""The pulse of a table process: the status it overwrites each second. When it was last heard, its devices, what it cannot do.

Owns what a status adds to a view. It says nothing about the hand, so nothing here can.
"""

import time
from collections.abc import Callable, Hashable
from pathlib import Path

import msgspec

from table_controller.alarms import Alarms, alarm_of_fault
from table_controller.journal import JournalFault, read_status
from table_controller.views.alarm import alarm_view
from table_controller.views.alarm_shape import AlarmView
from table_controller.views.shapes import DeviceView, PitView
from web_dashboard.feed import STALE_AFTER_S

_LINKED = "linked"


class _Device(msgspec.Struct, frozen=True):
    name: str
    state: str
    age_ms: int | None


class _Status(msgspec.Struct, frozen=True):
    heartbeat: int
    devices: tuple[_Device, ...] = ()
    fault: str | None = None
    console: str | None = None


class Pulse:
    """One table's status, as the feed's thread found it last: a hundred pages ask, and none waits for a file.

    Ages are monotonic; only the first look trusts the file's own time.
    """

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self._last: bytes | None = None
        self._status: _Status | None = None
        self._heard_at: float | None = None
        self._fault_since = 0
        self.told: Callable[[bytes], None] = lambda _line: None
        """Called with each new status."""

    def heard(self) -> None:
        """The table gave another sign of life."""
        self._heard_at = time.monotonic()

    def age(self) -> float | None:
        """Seconds since the last sign of life; None: there was never one."""
        return None if self._heard_at is None else round(time.monotonic() - self._heard_at, 3)

    @property
    def fault(self) -> str | None:
        """What the table said last that it cannot do."""
        return None if self._status is None else self._status.fault

    def mark(self) -> Hashable:
        """Looks at the status. Differs when a view must be given again though its journal has not moved."""
        self._look()
        age = self.age()
        stale = age is None or age > STALE_AFTER_S
        status = self._status
        return (
            stale,
            None if status is None else (status.fault, status.console, tuple((one.name, one.state) for one in status.devices)),
        )

    def added_to(self, view: PitView) -> PitView:
        """The view with heartbeat, devices and the fault no journal could record."""
        age = self.age()
        alarms = (*view.alarms, *self._fault_alarm())
        console = None if self._status is None else self._status.console
        return msgspec.structs.replace(view, heartbeat_age_s=age, devices=self._devices(view), alarms=alarms, console=console)

    def _devices(self, view: PitView) -> tuple[DeviceView, ...]:
        if self._status is None:
            return view.devices
        lost = {device.name for device in view.devices}
        named = {device.name for device in self._status.devices}
        others = tuple(device for device in view.devices if device.name not in named)
        return (*(_device(one, one.name in lost) for one in self._status.devices), *others)

    def _fault_alarm(self) -> tuple[AlarmView, ...]:
        if self._status is None or self._status.fault is None:
            return ()
        alarm = alarm_of_fault(self._status.fault, self._fault_since)
        return (alarm_view(Alarms(), alarm),)

    def _look(self) -> None:
        try:
            line = read_status(self._journal)
            if line is None or line == self._last:
                return
            status = msgspec.json.decode(line, type=_Status)
        except (JournalFault, msgspec.MsgspecError):
            return
        if status.fault is not None and (self._status is None or self._status.fault != status.fault):
            self._fault_since = status.heartbeat
        old = max(0.0, time.time() - status.heartbeat / 1000) if self._last is None else 0.0
        self._last, self._status = line, status
        self.told(line)
        self._heard_at = max(self._heard_at or 0.0, time.monotonic() - old)


def _device(device: _Device, lost: bool) -> DeviceView:
    state = "lost" if lost else "ok" if device.state == _LINKED else device.state
    return DeviceView(device.name, state, None if device.age_ms is None else device.age_ms / 1000)
