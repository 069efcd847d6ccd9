"""What happened to devices of the table, and how play went on without them.

A kind and its `VERSION` are never renamed, as those of `events`.
"""

from table_controller.core.event_base import Event
from table_controller.core.ids import SeatNo
from table_controller.core.order_base import Person, Word
from table_controller.core.places import Place


class DeviceRefused(Event, frozen=True, kw_only=True):
    """A board speaks by another schema than this program: it is not listened to. Both hashes, 8 hexadecimal digits."""

    device: str
    board_schema: str
    host_schema: str


class PlayedByHand(Event, frozen=True, kw_only=True):
    """Somebody at the table goes on although needed devices are silent: cards and acts are keyed until they are back (H6)."""

    by: Person
    devices: tuple[str, ...]


class EnteredByHand(Event, frozen=True, kw_only=True):
    """What follows was keyed while play goes on by hand, and no sensor has confirmed it. `what`: the kind of order."""

    what: Word
    by: Person
    seat: SeatNo | None = None


class OpenCardCorrected(Event, frozen=True, kw_only=True):
    """The face of an open card that was entered by hand had been keyed wrongly."""

    place: Place
    index: int
    card: Word
    """The right one, as everybody sees it."""


DeviceEvent = DeviceRefused | PlayedByHand | EnteredByHand | OpenCardCorrected
