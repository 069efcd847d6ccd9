"""Orders about alarms. Seen is not silenced, put aside is not seen, and none of them ends what the alarm is about."""

from typing import Annotated

import msgspec

from table_controller.core.order_base import Order, Sentence, Word

Minutes = Annotated[int, msgspec.Meta(ge=1, le=1440)]


class Acknowledge(Order, frozen=True, kw_only=True):
    """An alarm has been seen by somebody."""

    alarm: Sentence


class Shelve(Order, frozen=True, kw_only=True):
    """An alarm is put aside for so many minutes, and comes back by itself. How long at most is the policy's to say."""

    alarm: Sentence
    minutes: Minutes
    reason: Sentence


class Unshelve(Order, frozen=True, kw_only=True):
    """A shelved alarm comes back at once."""

    alarm: Sentence


class OutOfService(Order, frozen=True, kw_only=True):
    """A technician works on a device: its alarms trouble nobody until it is put back in service."""

    device: Word
    reason: Sentence


class InService(Order, frozen=True, kw_only=True):
    """The device works again, and its alarms count."""

    device: Word


AlarmOrder = Acknowledge | Shelve | Unshelve | OutOfService | InService
