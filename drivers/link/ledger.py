"""What has been recorded of each device, and what is under way to the journal.

Owns the rule that an event is acknowledged only once its life and number are in the journal, and the continuation of
lives after a HELLO. Knows neither frames nor readings.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from drivers.link.recent import Recent
from drivers.link.timing import MAX_UNRECORDED
from hardware.protocol.sequence import distance16, first_event_number, next16, previous16, within16
from table_controller.core.ids import DeviceId
from table_controller.core.readings import LinkPosition

_HALF = 1 << 15


@dataclass(frozen=True, slots=True)
class Loss:
    """Events are gone. `count` None: nobody can tell how many; 0: a device never met before, all of its life kept."""

    count: int | None
    position: LinkPosition
    """To be recorded together with the loss."""
    new_life: bool


class Ledger:
    """Positions of all devices met at one port; one of them is the device at hand."""

    def __init__(self, recorded: Iterable[LinkPosition] = ()) -> None:
        self._last: Recent[DeviceId, LinkPosition] = Recent()
        for position in recorded:
            self._last.put(position.device, position)
        self._under_way: deque[LinkPosition] = deque()
        self._at_hand: LinkPosition | None = None
        self._ack: int | None = None

    @property
    def ack(self) -> int | None:
        """Number of the last event recorded; None while a break of the numbering is not in the journal yet."""
        return self._ack

    @property
    def expected(self) -> int:
        """Number of the event the host waits for."""
        return next16(self._at_hand.number) if self._at_hand else 0

    @property
    def settled(self) -> bool:
        """Whether everything handed out has been recorded."""
        return not self._under_way

    @property
    def full(self) -> bool:
        """Whether so much is under way that no further event may be taken."""
        return len(self._under_way) >= MAX_UNRECORDED

    @property
    def at_hand(self) -> LinkPosition | None:
        """The last event handed out of the device at hand; None before its first HELLO."""
        return self._at_hand

    def handed_out(self) -> tuple[LinkPosition, ...]:
        """Where each device stands once all that was handed out has been recorded."""
        latest = {position.device: position for position in (*self._last.values(), *self._under_way)}
        return tuple(latest.values())

    def resume(self, position: LinkPosition) -> None:
        """This device is at hand, and all up to this position has been recorded."""
        self._last.put(position.device, position)
        self._at_hand, self._ack = position, position.number

    def begin(self, device: DeviceId, life: int, first: int, following: int) -> Loss | None:
        """A HELLO of a device that keeps events first..following - 1. Only when `settled`.

        Returns what is lost; then the ledger goes on at `first`, and nothing is acknowledged before that is recorded.
        """
        last = self._last.get(device)
        if last is not None and last.life == life and within16(next16(last.number), first, following):
            self._at_hand, self._ack = last, last.number
            return None
        self._at_hand, self._ack = LinkPosition(device, life, previous16(first)), None
        self._under_way.append(self._at_hand)
        new_life = last is None or last.life != life
        return Loss(_count(last, device, life, first), self._at_hand, new_life)

    def take(self) -> LinkPosition:
        """The expected event is handed out; its position, to be recorded."""
        assert self._at_hand is not None
        self._at_hand = LinkPosition(self._at_hand.device, self._at_hand.life, self.expected)
        self._under_way.append(self._at_hand)
        return self._at_hand

    def record(self, position: LinkPosition) -> bool:
        """Everything up to this position is in the journal. False, and nothing done, when it is not under way."""
        if position not in self._under_way:
            return False
        while self._under_way.popleft() != position:
            pass
        self._last.put(position.device, position)
        self._ack = position.number
        return True


def _count(last: LinkPosition | None, device: DeviceId, life: int, first: int) -> int | None:
    """How many events are gone, when that can be known at all."""
    if last is None:
        missing = distance16(first_event_number(bytes.fromhex(device), life), first)
    elif last.life == life:
        missing = distance16(next16(last.number), first)
    else:
        return None
    return missing if missing < _HALF else None
