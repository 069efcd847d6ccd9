"""What every event is. Each family of events builds on it."""

from typing import ClassVar

import msgspec

from table_controller.core.ids import Chips, SeatNo
from table_controller.core.naming import snake


class Event(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, tag_field="kind", tag=snake):
    """Base of all events."""

    VERSION: ClassVar[int] = 1


class Pot(msgspec.Struct, frozen=True):
    """`seats`: who can win it."""

    amount: Chips
    seats: tuple[SeatNo, ...]
