"""Pieces of pages, rendered once for all who look at the same thing. Knows no template."""

import threading
from collections.abc import Callable
from typing import NamedTuple

from table_controller.core.ids import Seq, TableId

MOST = 1_000
"""Pieces kept: tables times kinds times languages stay far below."""


class Piece(NamedTuple):
    """What a piece shows: one kind of view of one table in one language."""

    kind: str
    table: TableId
    language: str


class FragmentCache:
    """The latest rendering of each piece with the sequence number it shows."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[Piece, tuple[Seq, str]] = {}

    def get(self, piece: Piece, seq: Seq, render: Callable[[], str]) -> str:
        """The piece as of `seq`, rendered only when nobody has asked for that yet."""
        with self._lock:
            kept = self._kept.get(piece)
        if kept is not None and kept[0] == seq:
            return kept[1]
        text = render()
        with self._lock:
            if len(self._kept) >= MOST:
                self._kept.clear()
            self._kept[piece] = (seq, text)
        return text
