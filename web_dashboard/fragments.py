"""Pieces of pages, rendered once for all who look at the same thing. Knows no template."""

import threading
from collections.abc import Callable
from typing import NamedTuple

from table_controller.core.ids import TableId
from table_controller.views.shapes import PitView

MOST = 1_000
"""Pieces kept: tables times kinds times languages stay far below."""


class Piece(NamedTuple):
    """What a piece shows: one kind of view of one table in one language."""

    kind: str
    table: TableId
    language: str


class FragmentCache:
    """The latest rendering of each piece and what it shows."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[Piece, tuple[object, str]] = {}

    def get(self, piece: Piece, view: PitView, render: Callable[[], str]) -> str:
        """The piece as this view shows it, rendered only when nobody has asked for that yet."""
        mark = _mark(view)
        with self._lock:
            kept = self._kept.get(piece)
        if kept is not None and kept[0] == mark:
            return kept[1]
        text = render()
        with self._lock:
            if len(self._kept) >= MOST:
                self._kept.clear()
            self._kept[piece] = (mark, text)
        return text


def _mark(view: PitView) -> object:
    """Whatever can change what a piece shows; ages do not, the page counts them itself."""
    return (view.seq, view.alarms, tuple((device.name, device.state) for device in view.devices))
