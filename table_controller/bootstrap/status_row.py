"""The row a running table process overwrites each second: that it lives, and how well each of its devices is heard.

Owns the words for counters of ports. Says nothing about the hand.
"""

import logging
from collections.abc import Callable, Mapping

import msgspec

from drivers.ports import PortStatus, TablePort
from hardware.protocol.hello import Heartbeat
from table_controller.bootstrap.kept_heads import JournalWithHeads
from table_controller.config import zone_text
from table_controller.journal import JournalFault, write_status
from table_controller.service.loop import DeviceAge, DeviceHealth, Status, real_moment
from table_controller.service.spent_keys import SpentKeys
from table_controller.tracking import Bindings

Places = tuple[tuple[int, str], ...]
"""Number of an antenna, and where it lies."""

log = logging.getLogger("burnturn.table")


class StatusRow:
    """Writes the status row; a status that cannot be written is no reason to stop a game."""

    def __init__(
        self,
        journal: JournalWithHeads,
        spent: SpentKeys,
        ports: list[TablePort],
        boxless: Mapping[str, str],
        places: Mapping[str, Places],
    ) -> None:
        """`boxless`: ports whose black box could not be had, and why. `places`: of each port, where its antennas lie."""
        self._since = real_moment().wall_ms
        self._journal = journal
        self._spent = spent
        self._ports = ports
        self._boxless = boxless
        self._places = places
        self.queue: Callable[[], int] = lambda: 0
        self.console: str | None = None
        """Where the table serves its dealer's console."""

    def __call__(self, fault: str | None) -> None:
        now = real_moment()
        ages = tuple(self._age(port.status(), now.mono_ms) for port in self._ports)
        fault = fault or self._fault_of_record()
        status = Status(self._since, now.wall_ms, self.queue(), ages, fault, self.console)
        try:
            write_status(self._journal.path, msgspec.json.encode(status))
        except JournalFault as wrong:
            log.error("status: %s", wrong)

    def _fault_of_record(self) -> str | None:
        """What stops no game, and somebody has to see to."""
        if self._journal.heads_lost:
            return "heads_not_kept"
        if self._spent.lost:
            return "escrow_not_kept"
        return "keys_not_wiped" if self._journal.unwiped else None

    def _age(self, status: PortStatus, now: int) -> DeviceAge:
        age = None if status.heard_ms is None else max(0, now - status.heard_ms)
        fault = None if status.fault is None else status.fault.detail
        health = _health(status, self._boxless.get(status.name), self._places.get(status.name, ()))
        return DeviceAge(status.name, status.state.name.lower(), age, fault, health)


def _health(status: PortStatus, boxless: str | None, places: Places) -> DeviceHealth:
    counted = status.counters
    own = counted.heartbeat or Heartbeat()
    return DeviceHealth(
        bad_frames=counted.bad_frames + sum(number or 0 for number in (own.bad_crc, own.bad_form, own.too_long)),
        lost_events=counted.lost,
        resent=own.resent or 0,
        commands_resent=counted.commands_resent,
        reconnects=counted.reopened,
        restarts=max(0, counted.lives - 1),
        round_trip_ms=counted.round_trip_ms,
        silent_readers=counted.silent_readers,
        antennas=counted.antennas,
        black_box=boxless or status.black_box,
        places=places,
    )


def places_of(bindings: Bindings) -> dict[str, Places]:
    """Of each port by its name, where its antennas lie."""
    found: dict[str, list[tuple[int, str]]] = {}
    for (device, antenna), zone in bindings.antennas.items():
        found.setdefault(bindings.names[device], []).append((antenna, zone_text(zone)))
    return {name: tuple(sorted(places)) for name, places in found.items()}
