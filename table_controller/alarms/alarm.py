"""What an alarm is, and the alarms of one table. Knows no event and no screen.

Three things are said of an alarm apart from each other: whether what it is about is still so, whether somebody has seen it, and
whether it is kept quiet (shelved by a person for a time, suppressed because the table is closed, its device out of service).
"""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from table_controller.core.order_base import Person

STOP_THE_DEAL = 1
BEFORE_NEXT_HAND = 2
THIS_SHIFT = 3

FLOOD_MS = 600_000
FLOOD = 10
"""More alarms than this within ten minutes are a flood (DASHBOARD 6.2)."""
AGAIN_MS = 60_000
"""An alarm that stops the deal and that nobody has seen is told again after a minute, and so on."""
MOST_AGAIN = 60
"""For an hour; who has not seen it by then sees it burning. Keeps the record of a forgotten table bounded."""

QUIET = ("shelved", "suppressed", "out_of_service")
"""States in which an alarm troubles nobody."""


class Shelf(msgspec.Struct, frozen=True):
    """Who put the alarm aside, why, and until when (wall clock, UTC ms)."""

    by: Person
    reason: str
    until: int


class Alarm(msgspec.Struct, frozen=True):
    """`since`: wall clock, UTC ms, of the event that raised it. `params` name seat and place, never a card."""

    id: str
    priority: int
    code: str
    since: int
    active: bool = True
    acknowledged: bool = False
    params: dict[str, str | int] = {}
    latched: bool = False
    """Its end does not take back that it was seen: somebody sees it once more afterwards. It cannot be shelved."""
    first: bool = False
    """The first of its table after a time without any: the first-out."""
    count: int = 1
    """How often what it is about came back while it stood here."""
    told: int = 0
    """Wall clock at which people were last told of it, and `again`: how often anew."""
    again: int = 0
    begins: int | None = None
    """It troubles nobody before this moment, and never if it is over by then."""
    ends: int | None = None
    """What it is about is over; if it stays so until this moment, the alarm is."""
    shelf: Shelf | None = None
    device: str = ""
    """The device whose alarm it is; empty: it is no sensor's."""

    @property
    def state(self) -> str:
        """The word the HTTP API uses, table and device being in service."""
        if self.shelf is not None:
            return "shelved"
        if not self.active:
            return "cleared_unacknowledged"
        return "active_acknowledged" if self.acknowledged else "active_unacknowledged"


class Absent(msgspec.Struct, frozen=True):
    """A device that is out of service: since when, who took it out and why."""

    device: str
    since: int
    reason: str
    by: Person


class Alarms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All alarms of a table by id, oldest first, and what decides whether they trouble anybody.

    Treated as immutable: every change gives a new one.
    """

    by_id: dict[str, Alarm] = {}
    raised: tuple[int, ...] = ()
    """When the last ones came that troubled somebody, within ten minutes, no more than a flood needs."""
    absent: tuple[Absent, ...] = ()
    closing: bool = False
    in_hand: bool = False

    @property
    def listed(self) -> tuple[Alarm, ...]:
        """Those there are to see: not those that wait whether they last."""
        return tuple(alarm for alarm in self.by_id.values() if alarm.begins is None)

    @property
    def pressing(self) -> tuple[Alarm, ...]:
        """Those that trouble somebody now."""
        return tuple(alarm for alarm in self.listed if self.state_of(alarm) not in QUIET)

    def state_of(self, alarm: Alarm) -> str:
        """The word the HTTP API uses. Out of service outranks a closed table, that the shelf."""
        if alarm.device and any(one.device == alarm.device for one in self.absent):
            return "out_of_service"
        if alarm.device and self.closing and not self.in_hand:
            return "suppressed"
        return alarm.state


def with_alarm(alarms: Alarms, alarm: Alarm) -> Alarms:
    """The alarms with this one in its place, or behind all others."""
    return with_all(alarms, {**alarms.by_id, alarm.id: alarm})


def without(alarms: Alarms, key: str) -> Alarms:
    """The alarms without that one."""
    return with_all(alarms, {name: alarm for name, alarm in alarms.by_id.items() if name != key})


def with_all(alarms: Alarms, by_id: Mapping[str, Alarm]) -> Alarms:
    """The same table with these alarms."""
    return replace(alarms, by_id=dict(by_id))
