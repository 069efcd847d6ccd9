"""The words between a reader's protocol and the link that runs it.

A protocol is a conversation written down as a generator: it yields what is to be said and is sent what was heard. It knows no
time, no port and no presence; those are the link's.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from hardware.protocol.events import UID_BYTES, Uid
from hardware.protocol.wire import ReaderReason

MOST_TAGS: Final = 99
"""Tags of one inventory; more is no inventory."""
TRIES: Final = 3
"""How often a reader is asked what it is before it is believed that it is another one."""

Heard: TypeAlias = bytes | None
"""One unit of what the reader said (a line, a frame); None: nothing came for a while, or the rest is over."""
Said: TypeAlias = bytes | None
"""What to say now; empty: only listen; None: rest."""
Talk: TypeAlias = Generator[Said, Heard, None]


class Trouble(Exception):
    """The conversation cannot go on; it is begun anew. `detail`: for the technician."""

    def __init__(self, reason: ReaderReason, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Identity:
    """What a reader says it is. `firmware`: major.minor."""

    model: str
    firmware: str


class Desk(Protocol):
    """What a conversation needs of the link it is part of."""

    @property
    def antennas(self) -> frozenset[int]:
        """The antennas that are wired to something."""
        ...

    @property
    def half(self) -> bool:
        """Whether half a unit waits for its other half."""
        ...

    def works(self, identity: Identity) -> None:
        """The reader is what it should be, and is set up."""
        ...

    def next_antenna(self) -> int | None:
        """The antenna to visit now; None: none yet."""
        ...

    def whole(self, antenna: int, tags: Sequence[Uid]) -> None:
        """An inventory that counts."""
        ...

    def torn(self) -> None:
        """One that does not."""
        ...

    def check_due(self) -> bool:
        """Whether it is time to ask again what the reader is; True once each time."""
        ...


class Splitter(ABC):
    """Bytes into units; each protocol has its own `feed`. No length from the wire is trusted. `bad`: units that were none."""

    def __init__(self) -> None:
        self.bad = 0
        self._waiting = bytearray()

    @property
    def half(self) -> bool:
        """Whether half a unit waits."""
        return bool(self._waiting)

    @abstractmethod
    def feed(self, data: bytes) -> list[bytes]:
        """The units that are whole now."""

    def clear(self) -> None:
        """Forget half a unit."""
        self._waiting.clear()


@dataclass(frozen=True, slots=True)
class Dialect:
    """One maker's protocol. `antennas`: the numbers it can have; the first is the one of a reader that has no others."""

    name: str
    antennas: range
    splitter: Callable[[], Splitter]
    converse: Callable[[Desk], Talk]
    baud: int = 115_200

    def switches(self, antennas: frozenset[int]) -> bool:
        """Whether a reader with these antennas must be told which one to use."""
        return antennas != {self.antennas.start}


def uid_of(data: bytes) -> Uid | None:
    """The identity of an ISO 15693 tag, most significant byte first; None when it is none: each begins with E0."""
    return Uid(data) if len(data) == UID_BYTES and data[0] == 0xE0 else None
