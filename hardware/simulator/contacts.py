"""Debounced switches, beams and keys: a level counts when it has stood for a while, and is stamped with its first edge.

Owns the debouncing of TABLE_BUS.md (INPUT, KEY). What a contact stands for is not known here.
"""

from collections.abc import Callable, Mapping
from typing import Final

from hardware.protocol.events import Event
from hardware.simulator.antenna import Emit

DEBOUNCE_MS: Final = 20

Feel = Callable[[], bool]
"""The level a contact has at this moment."""


class Contacts:
    """A row of contacts by number. Sans-I/O: `touch` when any may have changed, `settle` at `deadline`."""

    def __init__(
        self, contacts: Mapping[int, Feel], event: Callable[[int, bool], Event], emit: Emit, *, debounce_ms: int = DEBOUNCE_MS
    ) -> None:
        """`event`: makes the event of a contact's number and new level."""
        self._contacts = contacts
        self._event = event
        self._emit = emit
        self._debounce = debounce_ms
        self._levels = dict.fromkeys(contacts, False)
        self._edges: dict[int, int] = {}
        """Contacts that are not yet settled, with the time of their first edge."""

    @property
    def levels(self) -> Mapping[int, bool]:
        """The debounced level of each contact."""
        return self._levels

    def level(self, number: int) -> Event:
        """The event that tells a contact's debounced level."""
        return self._event(number, self._levels[number])

    def deadline(self) -> int | None:
        """When the next contact settles."""
        return min(self._edges.values()) + self._debounce if self._edges else None

    def forget(self, now_ms: int) -> None:
        """The board restarts: all levels are taken for low until felt."""
        self._levels = dict.fromkeys(self._contacts, False)
        self._edges.clear()
        self.touch(now_ms)

    def touch(self, now_ms: int) -> None:
        """Feel all contacts now."""
        for number, feel in self._contacts.items():
            if feel() == self._levels[number]:
                self._edges.pop(number, None)
            else:
                self._edges.setdefault(number, now_ms)

    def settle(self, now_ms: int) -> None:
        """Report the contacts whose new level has stood long enough by now, first edge first."""
        due = sorted((edge, number) for number, edge in self._edges.items() if edge + self._debounce <= now_ms)
        for edge, number in due:
            del self._edges[number]
            self._levels[number] = not self._levels[number]
            self._emit(self._event(number, self._levels[number]), edge)
