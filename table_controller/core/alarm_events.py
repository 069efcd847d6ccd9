"""What people and time made of alarms. What raises and clears one are events of their own kind, such as a finding.

A kind and its `VERSION` are never renamed, as those of `events`.
"""

from enum import StrEnum

from table_controller.core.event_base import Event
from table_controller.core.order_base import Person


class Due(StrEnum):
    """What the passing of time did to an alarm."""

    RAISED = "raised"
    """What it is about has lasted long enough to trouble somebody."""
    CLEARED = "cleared"
    """It has been over for long enough not to come back in the next moment."""
    UNSHELVED = "unshelved"
    AGAIN = "again"
    """Nobody has seen it for a minute: it is told anew."""


class AlarmAcknowledged(Event, frozen=True, kw_only=True):
    alarm: str
    by: Person


class AlarmShelved(Event, frozen=True, kw_only=True):
    """Put aside for so many minutes from the wall clock of this record."""

    alarm: str
    minutes: int
    reason: str
    by: Person


class AlarmUnshelved(Event, frozen=True, kw_only=True):
    alarm: str
    by: Person


class AlarmDue(Event, frozen=True, kw_only=True):
    alarm: str
    what: Due
    by: Person
    """The product itself."""


class DeviceOutOfService(Event, frozen=True, kw_only=True):
    device: str
    reason: str
    by: Person


class DeviceInService(Event, frozen=True, kw_only=True):
    device: str
    by: Person


AlarmEvent = AlarmAcknowledged | AlarmShelved | AlarmUnshelved | AlarmDue | DeviceOutOfService | DeviceInService
