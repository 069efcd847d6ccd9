"""Renders the faces of a design: rsvg-convert for drawings, all at the width of a straightened card."""

import gzip
import subprocess
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from drivers.camera.geometry import CARD, PX_PER_MM
from drivers.camera.picture import Picture
from drivers.camera.training.designs import Design
from drivers.camera.training.scale import SIM_PX
from table_controller.core.cards import FULL_DECK, RANKS, SUITS, Card, rank_of, suit_of

SECONDS = 120
RSVG = "/usr/bin/rsvg-convert"
"""Of Debian's librsvg2-bin."""
_WORDS = {"A": "1", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
_NAMES = ("club", "diamond", "heart", "spade")
_SMALLER = SIM_PX / PX_PER_MM
_ACE_FIRST = "A23456789TJQK"


class RenderError(Exception):
    """A design could not be drawn; the text says which."""


def faces(design: Design, inside: Path, store: Path) -> dict[Card, Picture]:
    """All 52 faces of `design`, whose package is unpacked in `inside`; drawn ones are kept in `store`."""
    folder = store / design.name
    if not folder.is_dir():
        drawn = {face: _on_paper(image) for face, image in _drawn(design, inside)}
        folder.mkdir(parents=True)
        for face, image in drawn.items():
            cv2.imwrite(str(folder / f"{face}.png"), image)
    return {face: _small(folder / f"{face}.png") for face in FULL_DECK}


def _small(file: Path) -> Picture:
    image = cv2.imread(str(file))
    if image is None:
        raise RenderError(f"{file}: not all of the 52 faces are there")
    return cv2.resize(image, None, fx=_SMALLER, fy=_SMALLER, interpolation=cv2.INTER_AREA)


def _drawn(design: Design, inside: Path) -> Iterator[tuple[Card, Picture]]:
    if design.how == "sheet":
        yield from _sheet(_rsvg(inside / design.path, "-w", "3900"))
        return
    plain = _unzipped(inside / design.path) if design.how == "ids" else None
    for face in FULL_DECK:
        words = _naming(face)
        if plain is not None:
            yield face, _rsvg(plain, "-w", str(CARD[0]), "-i", "{word}_{name}".format(**words))
            continue
        file = inside / design.path.format(**words)
        yield face, _opened(file.read_bytes(), file) if file.suffix == ".png" else _rsvg(file, "-w", str(CARD[0]))


def _naming(face: Card) -> dict[str, str]:
    rank, suit = RANKS[rank_of(face)], SUITS[suit_of(face)]
    number = str(_ACE_FIRST.index(rank) + 1)
    spoken = {"short": rank, "rank": "10" if rank == "T" else rank, "number": number, "word": _WORDS.get(rank, rank)}
    return {**spoken, "suit": suit, "SUIT": suit.upper(), "name": _NAMES[suit_of(face)]}


def _sheet(sheet: Picture) -> Iterator[tuple[Card, Picture]]:
    """Cut apart: 13 columns, and 5 rows of which the last holds jokers and backs."""
    height, width = sheet.shape[0] / 5, sheet.shape[1] / 13
    for face in FULL_DECK:
        row, column = suit_of(face), _ACE_FIRST.index(RANKS[rank_of(face)])
        yield face, sheet[round(row * height) : round((row + 1) * height), round(column * width) : round((column + 1) * width)]


def _unzipped(file: Path) -> Path:
    """rsvg-convert finds no element by its id in a compressed file."""
    plain = file.with_suffix(".svg")
    data = file.read_bytes()
    plain.write_bytes(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)
    return plain


def _rsvg(file: Path, *options: str) -> Picture:
    try:
        done = subprocess.run([RSVG, "--unlimited", *options, str(file)], capture_output=True, check=False, timeout=SECONDS)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired) as failed:
        raise RenderError(f"{file}: {failed}") from None
    if done.returncode or not done.stdout:
        raise RenderError(f"{file} {' '.join(options)}: {done.stderr.decode(errors='replace')[-200:]}")
    return _opened(done.stdout, file)


def _opened(data: bytes, file: Path) -> Picture:
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    if image is None:
        raise RenderError(f"{file}: not a picture")
    return image


def _on_paper(image: Picture) -> Picture:
    """Without what is transparent around the card, on white, at the width of a straightened card."""
    if image.ndim == 3 and image.shape[2] == 4:
        rows, columns = np.nonzero(image[:, :, 3] > 40)
        image = image[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
        alpha = image[:, :, 3:].astype(np.float32) / 255
        image = np.round(image[:, :, :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)
    height = round(image.shape[0] * CARD[0] / image.shape[1])
    how = cv2.INTER_AREA if image.shape[1] > CARD[0] else cv2.INTER_CUBIC
    return cv2.resize(image, (CARD[0], height), interpolation=how)
