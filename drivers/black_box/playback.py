"""A black box as a driver: the readings its port gave, once more.

Owns how the records become readings: from the first place where it is known how the link stood. Nobody is spoken to.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from drivers.black_box.tape import Entry, Kind, entries, parse_standing
from drivers.link.overheard import OverheardLink
from drivers.link.standing import Standing
from table_controller.core.readings import Reading


class PlayedLink(Protocol):
    """A link to which everything has happened already: `OverheardLink`, or `PlayedReader`."""

    def opened(self, now: int, /) -> None: ...
    def closed(self, now: int, /) -> None: ...
    def hear(self, data: bytes, now: int, /) -> list[Reading]: ...
    def overhear(self, data: bytes, now: int, /) -> list[Reading]: ...
    def found_silent(self, now: int, /) -> list[Reading]: ...


class Playback:
    """One box. `wall_ms`: the wall clock less the stamps of the readings that came last; `missing`: blocks that are gone."""

    def __init__(self, link_at: Callable[[Standing], PlayedLink] = OverheardLink) -> None:
        """`link_at`: the link as it stood there."""
        self.wall_ms = 0
        self.missing = 0
        self.link: PlayedLink | None = None
        self._link_at = link_at
        self._last_block: int | None = None
        self._skipped = 0
        """Blocks since then that are there and do not open."""

    def readings(self, blocks: Iterable[tuple[int, bytes | None]]) -> Iterator[Reading]:
        """The readings of these blocks, oldest first. After missing ones it begins anew where the link's standing is told."""
        for number, block in blocks:
            if block is None:
                self.missing += 1
                self.link = None
                self._skipped += 1
                continue
            if self._last_block is not None and number != self._last_block + 1:
                self.missing += max(0, number - self._last_block - 1 - self._skipped)
                self.link = None
            self._last_block, self._skipped = number, 0
            for entry in entries(block):
                yield from self._play(entry)

    def _play(self, entry: Entry) -> list[Reading]:
        if entry.kind is Kind.STANDING:
            self._stand(entry)
            return []
        return [] if self.link is None else _heed(self.link, entry)

    def _stand(self, entry: Entry) -> None:
        stood = parse_standing(entry.data)
        self.wall_ms = stood.wall_ms
        if self.link is None or stood.fresh:
            self.link = self._link_at(stood.link)


def _heed(link: PlayedLink, entry: Entry) -> list[Reading]:
    match entry.kind:
        case Kind.HEARD:
            return link.hear(entry.data, entry.at)
        case Kind.SAID:
            return link.overhear(entry.data, entry.at)
        case Kind.SILENT:
            return link.found_silent(entry.at)
        case Kind.OPENED:
            link.opened(entry.at)
        case _:
            link.closed(entry.at)
    return []
