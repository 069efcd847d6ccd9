"""Lamps, lock and antennas as they are wanted, and which of it the device has confirmed since its last HELLO.

Owns the rule that these are states, ordered anew after each HELLO and never queued: of two wishes only the last is ever
sent. Knows nothing of numbers or times of commands but when to try again.
"""

from typing import Final, TypeAlias

from drivers.link.orders import NoAnswer, Outcome
from drivers.link.timing import RETRY_AFTER
from hardware.protocol.commands import LampPattern, Lamps, Lock, Scan, Status, pack_command

WantedState: TypeAlias = Lamps | Lock | Scan

Key: TypeAlias = tuple[str, int]
"""Kind and number of one thing that can be wanted: a lamp, the antennas of a reader, the lock."""

_LAMPS: Final = 32
_ALL: Final = 0xFFFFFFFF


class Wanted:
    """Wanted states of the device at one port."""

    def __init__(self) -> None:
        self._wanted: dict[Key, WantedState] = {}
        self._confirmed: dict[Key, WantedState] = {}
        self._missing: dict[Key, WantedState] = {}
        """What is wanted and not confirmed, in the order in which it is to be ordered."""
        self._visited: dict[int, int] = {}
        self._retry_at = 0
        self.refused = 0

    def want(self, state: WantedState) -> None:
        """From now on this is wanted. Raises ValueError when a value of it does not fit the wire."""
        pack_command(state)
        if isinstance(state, Scan):
            self._visited[state.reader] = self._visits(state.reader) & state.antennas
        for key in _keys(state):
            self._wanted[key] = state
            self._compare(key)

    def hello(self) -> None:
        """A HELLO: nothing is known to be as wanted."""
        self._confirmed.clear()
        self._missing = dict(self._wanted)
        self._retry_at = 0

    def missing(self) -> WantedState | None:
        """The next state to be ordered; None when all is as wanted."""
        state = next(iter(self._missing.values()), None)
        return self._lamps(state.pattern) if isinstance(state, Lamps) else state

    def due_at(self) -> int | None:
        """When `missing` is to be ordered; None when nothing is."""
        return self._retry_at if self._missing else None

    def ended(self, ordered: WantedState, outcome: Outcome, now: int) -> None:
        """How the order of a state ended. One the device cannot do is not tried again before its next HELLO."""
        if isinstance(outcome, NoAnswer) or outcome.status is Status.BUSY:
            self._retry_at = now + RETRY_AFTER
            return
        for key in _keys(ordered):
            self._confirmed[key] = ordered
            self._compare(key)
        if outcome.status is not Status.OK:
            self.refused += 1
        elif isinstance(ordered, Scan) and self._wanted[("scan", ordered.reader)] == ordered:
            self._visited[ordered.reader] = ordered.antennas

    def scanned(self) -> dict[int, int]:
        """For each reader with a wanted SCAN the antennas (bit n = antenna n) that are surely visited."""
        return dict(self._visited)

    def _visits(self, reader: int) -> int:
        return self._visited.get(reader, _ALL)

    def _compare(self, key: Key) -> None:
        if _same(self._confirmed.get(key), self._wanted[key]):
            self._missing.pop(key, None)
        else:
            self._missing[key] = self._wanted[key]

    def _lamps(self, pattern: LampPattern) -> Lamps:
        """All lamps that miss this pattern, in one command."""
        mask = 0
        for (_, lamp), state in self._missing.items():
            if isinstance(state, Lamps) and state.pattern is pattern:
                mask |= 1 << lamp
        return Lamps(mask, pattern)


def _keys(state: WantedState) -> list[Key]:
    match state:
        case Lamps(mask, _):
            return [("lamp", lamp) for lamp in range(_LAMPS) if mask >> lamp & 1]
        case Scan(reader, _, _):
            return [("scan", reader)]
        case Lock():
            return [("lock", 0)]


def _same(confirmed: WantedState | None, wanted: WantedState) -> bool:
    if isinstance(confirmed, Lamps) and isinstance(wanted, Lamps):
        return confirmed.pattern is wanted.pattern
    return confirmed == wanted
