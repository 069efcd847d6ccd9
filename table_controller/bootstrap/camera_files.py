"""`burnturn camera read|enroll`: pictures in files, of windows at a card's corner or of cards on a table."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import msgspec

from drivers.camera.acceptance import Likest, Verdict, inspected
from drivers.camera.board import BoardReader
from drivers.camera.contact_sheet import contact_sheet
from drivers.camera.kept import NotTemplatesError, keep, opened
from drivers.camera.network import Network
from drivers.camera.photo import opened_photo
from drivers.camera.picture import Picture
from drivers.camera.seen import Seen
from drivers.camera.together import BothReaders
from table_controller.core.cards import Card, text_of

Corners = list[list[int]]


class PictureError(Exception):
    """A file is not what it should be; the text names it."""


class CardInImage(msgspec.Struct, frozen=True):
    """`card` is None where it was not surely read; `box` has its four corners, x and y in pixels, clockwise."""

    card: str | None
    confidence: float
    box: Corners


class ReadImage(msgspec.Struct, frozen=True):
    """What one file shows. `ms`: how long reading took, opening the file not counted."""

    file: str
    ms: float
    cards: list[CardInImage]


class Misread(msgspec.Struct, frozen=True):
    """A card one of the readers did not read as what it is; `said` is None where it said nothing."""

    card: str
    reader: str
    said: str | None
    confidence: float


class Enrolled(msgspec.Struct, frozen=True):
    """How the acceptance of a deck ended. `why` as in `drivers.camera.acceptance.Verdict`."""

    accepted: bool
    why: str
    errors: list[Misread]
    missing: list[str]
    doubled: list[str]
    likest_ranks: Likest | None
    """How far apart the two most alike are (0: the same), and which."""
    likest_suits: Likest | None
    kept: str | None
    """The file of the deck's templates."""
    picture: str | None
    """Of the cards that were not read rightly."""


def read_images(files: Sequence[Path], board: bool, deck: Path | None) -> list[ReadImage]:
    """`board`: photographs of cards on a table, else windows. `deck`: the kept templates, which must agree with the network."""
    look = _board_look() if board else _window_look(deck)
    images = []
    for file in files:
        picture = opened_photo(file)
        begun = time.perf_counter()
        cards = look(picture)
        images.append(ReadImage(str(file), round(1000 * (time.perf_counter() - begun), 2), cards))
    return images


def enroll_images(shown: Sequence[tuple[Card, Path]], deck: str, folder: Path) -> Enrolled:
    """Accepts the deck and keeps `DECK.templates` in `folder`, or refuses it and leaves `DECK.refused.png` there."""
    windows = [(face, opened_photo(file)) for face, file in shown]
    verdict = inspected(windows)
    kept = picture = None
    if verdict.accepted and verdict.templates is not None:
        kept = folder / f"{deck}.templates"
        keep(verdict.templates, kept)
    elif verdict.errors:
        picture = folder / f"{deck}.refused.png"
        if not cv2.imwrite(str(picture), contact_sheet(dict(windows), verdict.errors)):
            raise PictureError(f"{picture}: cannot be written")
    return _told(verdict, kept, picture)


def _window_look(deck: Path | None) -> Callable[[Picture], list[CardInImage]]:
    try:
        seen = Network().seen if deck is None else BothReaders(opened(deck)).seen
    except (NotTemplatesError, OSError) as wrong:
        raise PictureError(str(wrong)) from None

    def look(picture: Picture) -> list[CardInImage]:
        height, width = picture.shape[:2]
        return [_card(seen(picture), [[0, 0], [width, 0], [width, height], [0, height]])]

    return look


def _board_look() -> Callable[[Picture], list[CardInImage]]:
    reader = BoardReader(Network())
    return lambda photo: [_card(card.seen, [[round(x), round(y)] for x, y in card.quad.tolist()]) for card in reader.cards(photo)]


def _card(seen: Seen, box: Corners) -> CardInImage:
    return CardInImage(_text(seen.face), round(seen.confidence, 4), box)


def _told(verdict: Verdict, kept: Path | None, picture: Path | None) -> Enrolled:
    return Enrolled(
        accepted=verdict.accepted,
        why=verdict.why,
        errors=[
            Misread(text_of(error.face), error.reader, _text(error.said), round(error.confidence, 4)) for error in verdict.errors
        ],
        missing=[text_of(face) for face in verdict.missing],
        doubled=[text_of(face) for face in verdict.doubled],
        likest_ranks=_rounded(verdict.ranks),
        likest_suits=_rounded(verdict.suits),
        kept=None if kept is None else str(kept),
        picture=None if picture is None else str(picture),
    )


def _text(face: Card | None) -> str | None:
    return None if face is None else text_of(face)


def _rounded(likest: Likest | None) -> Likest | None:
    return None if likest is None else (round(likest[0], 4), likest[1], likest[2])
