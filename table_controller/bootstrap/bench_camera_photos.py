"""The photographs the camera bench reads: windows at a card's corner, and cards on a table, each with what it shows."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from drivers.camera.photo import opened_photo
from drivers.camera.picture import Picture
from table_controller.core.cards import Card, card, cards

_ALL_LISTED = "all cards in photo"


class PhotosError(Exception):
    """The folder is not as it should be; the text says which file."""


class Window(NamedTuple):
    """20 x 36 mm of a card's corner."""

    file: str
    face: Card | None
    """None: there is no index in it, and it must be refused."""
    path: Path

    @property
    def source(self) -> str:
        """Whose photograph it is: the first word of the file's name."""
        return _source(self.file)

    @property
    def known(self) -> Card:
        """The face of a window that has one."""
        assert self.face is not None
        return self.face

    def picture(self) -> Picture:
        """Read anew each time: all together would not be small."""
        return opened_photo(self.path)


class BoardPhoto(NamedTuple):
    """Cards lying on a table."""

    file: str
    faces: tuple[Card, ...]
    complete: bool
    """False: cards lie there that are not listed."""
    path: Path

    @property
    def source(self) -> str:
        """Whose photograph it is."""
        return _source(self.file)

    def picture(self) -> Picture:
        """Read anew each time."""
        return opened_photo(self.path)


class Photos:
    """What `windows.csv` and `board.csv` of a folder list."""

    def __init__(self, folder: Path) -> None:
        self.windows = [
            Window(row["file"], card(row["card"]) if row["card"] else None, folder / row["file"])
            for row in _rows(folder / "windows.csv")
        ]
        self.boards = [
            BoardPhoto(row["file"], cards(row["cards"]), row["note"] == _ALL_LISTED, folder / row["file"])
            for row in _rows(folder / "board.csv")
        ]
        self.sources = sorted({window.source for window in self.windows})
        self.board_sources = sorted({photo.source for photo in self.boards})

    def halves(self, source: str) -> tuple[list[Window], list[Window]]:
        """Each card's windows of `source`, in the order of their files: the first half enrols, the second is read."""
        of_card: dict[Card, list[Window]] = {}
        for window in sorted(self.windows):
            if window.source == source and window.face is not None:
                of_card.setdefault(window.face, []).append(window)
        enrolling = [window for same in of_card.values() for window in same[: (len(same) + 1) // 2]]
        return enrolling, [window for same in of_card.values() for window in same[(len(same) + 1) // 2 :]]


def _source(file: str) -> str:
    return Path(file).name.split("_")[0]


def _rows(file: Path) -> Iterator[dict[str, str]]:
    try:
        with file.open(encoding="utf-8", newline="") as opened:
            yield from csv.DictReader(opened)
    except OSError as missing:
        raise PhotosError(f"{file}: {missing.strerror}") from None
