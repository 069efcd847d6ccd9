"""A dictionary that keeps only what was written last.

Owns the bound on what a link remembers of devices met at its port.
"""

from typing import Generic, TypeVar

from drivers.link.timing import MAX_DEVICES

K = TypeVar("K")
V = TypeVar("V")


class Recent(Generic[K, V]):
    """At most 64 entries; the one written longest ago makes room."""

    def __init__(self) -> None:
        self._entries: dict[K, V] = {}

    def put(self, key: K, value: V) -> None:
        """Writes an entry."""
        self._entries.pop(key, None)
        self._entries[key] = value
        if len(self._entries) > MAX_DEVICES:
            del self._entries[next(iter(self._entries))]

    def get(self, key: K) -> V | None:
        """The entry, None without one."""
        return self._entries.get(key)

    def values(self) -> list[V]:
        """All entries, the one written longest ago first."""
        return list(self._entries.values())

    def items(self) -> list[tuple[K, V]]:
        """All entries with their keys, the one written longest ago first."""
        return list(self._entries.items())

    def drop(self, key: K) -> None:
        """Forgets an entry, if it is there."""
        self._entries.pop(key, None)

    def __contains__(self, key: object) -> bool:
        return key in self._entries
