"""A tag reader's link once more, from its wire as a black box kept it.

Owns the moments at which the link is let act: those at which the host said something, and deadlines that passed long ago. A
conversation cannot be joined in its middle: it is played from an opening of the port on.
"""

from typing import Final

from drivers.readers.reader_link import ReaderLink
from table_controller.core.readings import Reading

_LATE_MS: Final = 20
"""A deadline that passed so long before the next record was met without a word."""


class PlayedReader:
    """See `OverheardLink`: the same calls."""

    def __init__(self, link: ReaderLink) -> None:
        """`link`: as the table has it, not yet opened."""
        self._link = link

    def opened(self, now: int) -> None:
        """The port was opened."""
        self._link.opened(now)

    def closed(self, now: int) -> None:
        """The port was closed, or gone."""
        self._pass(now)
        self._link.closed(now)

    def hear(self, data: bytes, now: int) -> list[Reading]:
        """The reader's bytes; what they say."""
        self._pass(now)
        self._link.receive(data, now)
        return self._act(now)

    def overhear(self, _data: bytes, now: int) -> list[Reading]:
        """The host said something: the link says it once more."""
        self._pass(now)
        return self._act(now)

    def found_silent(self, now: int) -> list[Reading]:
        """The host found the reader's port gone."""
        return self._act(now)

    def _act(self, now: int) -> list[Reading]:
        self._link.poll(now)
        told = list(self._link.outbox)
        self._link.outbox.clear()
        return told

    def _pass(self, now: int) -> None:
        while (due := self._link.next_deadline()) is not None and due < now - _LATE_MS:
            self._link.poll(due)
            if self._link.next_deadline() == due:
                return
