"""Lamps, lock and antennas as they are wanted, and which of it the device has confirmed since its last HELLO.

Owns the rule that these are states, ordered anew after each HELLO and never queued: of two wishes only the last is ever
sent. Knows nothing of numbers or times of commands but when to try again.
"""

from typing import Final, TypeAlias

from drivers.link.orders import NoAnswer, Outcome
from drivers.link.timing import RETRY_AFTER
from hardware.protocol.commands import LampPattern, Lamps, Lock, Scan, Status, pack_command

WantedState: TypeAlias = Lamps | Lock | Scan

_LAMPS: Final = 32
_ALL: Final = 0xFFFFFFFF


class Wanted:
    """Wanted states of the device at one port."""

    def __init__(self) -> None:
        self._wanted: dict[tuple[str, int], WantedState] = {}
        self._confirmed: dict[tuple[str, int], WantedState] = {}
        self._visited: dict[int, int] = {}
        self._retry_at = 0
        self.refused = 0

    def want(self, state: WantedState) -> None:
        """From now on this is wanted. Raises ValueError when a value of it does not fit the wire."""
        pack_command(state)
        if isinstance(state, Scan):
            self._visited[state.reader] = self._visits(state.reader) & state.antennas
        self._wanted.update(dict.fromkeys(_keys(state), state))

    def hello(self) -> None:
        """A HELLO: nothing is known to be as wanted."""
        self._confirmed.clear()
        self._retry_at = 0

    def missing(self) -> WantedState | None:
        """The next state to be ordered; None when all is as wanted."""
        for key, state in self._wanted.items():
            if not _same(self._confirmed.get(key), state):
                return self._lamps(state.pattern) if isinstance(state, Lamps) else state
        return None

    def due_at(self) -> int | None:
        """When `missing` is to be ordered; None when nothing is."""
        return self._retry_at if self.missing() else None

    def ended(self, ordered: WantedState, outcome: Outcome, now: int) -> None:
        """How the order of a state ended. One the device cannot do is not tried again before its next HELLO."""
        if isinstance(outcome, NoAnswer) or outcome.status is Status.BUSY:
            self._retry_at = now + RETRY_AFTER
            return
        self._confirmed.update(dict.fromkeys(_keys(ordered), ordered))
        if outcome.status is not Status.OK:
            self.refused += 1
        elif isinstance(ordered, Scan) and self._wanted[("scan", ordered.reader)] == ordered:
            self._visited[ordered.reader] = ordered.antennas

    def scanned(self) -> dict[int, int]:
        """For each reader with a wanted SCAN the antennas (bit n = antenna n) that are surely visited."""
        return dict(self._visited)

    def _visits(self, reader: int) -> int:
        return self._visited.get(reader, _ALL)

    def _lamps(self, pattern: LampPattern) -> Lamps:
        """All lamps that miss this pattern, in one command."""
        mask = 0
        for (kind, lamp), state in self._wanted.items():
            if kind == "lamp" and isinstance(state, Lamps) and state.pattern is pattern:
                mask |= (not _same(self._confirmed.get((kind, lamp)), state)) << lamp
        return Lamps(mask, pattern)


def _keys(state: WantedState) -> list[tuple[str, int]]:
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
