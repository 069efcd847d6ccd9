"""Index corners set in fonts: ranks and suits of many shapes, which the rendered decks alone do not have."""

from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from drivers.camera.picture import Picture
from drivers.camera.training.scale import CORNER, SIM_PX
from table_controller.core.cards import RANKS, Card, rank_of, suit_of

_SIZE = 120
_SUIT_SIGNS = "♣♦♥♠"
_BLACK, _RED = (0, 3), (1, 2)
_FOUR_COLOURS = ((40, 120, 10), (190, 60, 20), (30, 20, 200), (15, 15, 15))
"""Blue, green and red of clubs, diamonds, hearts and spades."""


class Glyphs:
    """The shapes of ranks and suits of all fonts, each as how much ink is where (0..255)."""

    def __init__(self, files: list[Path]) -> None:
        self.ranks: list[tuple[Picture, ...]] = []
        self.suits: list[tuple[Picture, ...]] = []
        for file in files:
            try:
                font = ImageFont.truetype(str(file), _SIZE)
            except OSError:  # a file that is no font FreeType knows
                continue
            ranks = tuple(_ink(font, _spoken(rank)) for rank in RANKS)
            suits = tuple(_ink(font, sign) for sign in _SUIT_SIGNS)
            if _all_differ(ranks) and not _in_a_box(ranks[RANKS.index("8")]):
                self.ranks.append(ranks)
            if _all_differ(suits) and not any(_in_a_box(suit) for suit in suits):
                self.suits.append(suits)

    def corner(self, rng: np.random.Generator, face: Card | None) -> Picture:
        """A card's corner with the index of `face`, or a corner without one."""
        width, height = CORNER
        paper = np.full((height, width, 3), rng.integers(222, 256), np.uint8)
        paper[:] = np.clip(paper * (1 - np.abs(rng.normal(0, 0.03, 3)) * (1, 0.3, 0)), 0, 255).astype(np.uint8)
        suit = suit_of(face) if face is not None else int(rng.integers(4))
        colour = _colour(rng, suit)
        right = int(rng.uniform(1.5, 4) * SIM_PX)
        if face is not None:
            right = self._index(rng, paper, face, colour, right)
        self._beside(rng, paper, suit, colour, right)
        return paper

    def _index(self, rng: np.random.Generator, paper: Picture, face: Card, colour: tuple[int, ...], left: int) -> int:
        """Draws rank over suit; gives back where their column ends."""
        tall, top = rng.uniform(5.5, 13) * SIM_PX, rng.uniform(2, 7) * SIM_PX
        wide = rng.uniform(5, 9.5) * SIM_PX * (1.3 if RANKS[rank_of(face)] == "T" else 1)
        rank = _sized(rng, self.ranks[rng.integers(len(self.ranks))][rank_of(face)], tall, wide)
        suit = _sized(rng, self.suits[rng.integers(len(self.suits))][suit_of(face)], tall * rng.uniform(0.45, 1), 9 * SIM_PX)
        middle = left + max(rank.shape[1], suit.shape[1]) / 2
        _print(paper, rank, middle, top, colour)
        _print(paper, suit, middle, top + rank.shape[0] + rng.uniform(0.5, 2.2) * SIM_PX, colour)
        return int(middle + max(rank.shape[1], suit.shape[1]) / 2)

    def _beside(self, rng: np.random.Generator, paper: Picture, suit: int, colour: tuple[int, ...], right: int) -> None:
        """What stands right of the index: a pip, the frame of a court card, or nothing."""
        left, top = right + rng.uniform(0.7, 3) * SIM_PX, rng.uniform(2, 12) * SIM_PX
        kind = rng.random()
        if kind < 0.6:
            pip = _sized(rng, self.suits[rng.integers(len(self.suits))][suit], rng.uniform(8, 15) * SIM_PX, 15 * SIM_PX)
            _print(paper, pip, left + pip.shape[1] / 2, top, colour)
        elif kind < 0.85:
            ink = tuple(int(part) for part in rng.integers(0, 200, 3))
            if rng.random() < 0.5:
                fill = tuple(int(part) for part in rng.integers(0, 256, 3))
                cv2.rectangle(paper, (int(left), int(top)), (999, 999), fill, -1)
            cv2.rectangle(paper, (int(left), int(top)), (999, 999), ink, int(rng.integers(1, 4)))


def _spoken(rank: str) -> str:
    return "10" if rank == "T" else rank


def _ink(font: ImageFont.FreeTypeFont, text: str) -> Picture:
    left, top, right, bottom = (round(side) for side in font.getbbox(text))
    image = Image.new("L", (max(1, right - left), max(1, bottom - top)), 0)
    ImageDraw.Draw(image).text((-left, -top), text, font=font, fill=255)
    return np.array(image)


def _all_differ(shapes: tuple[Picture, ...]) -> bool:
    """A font draws the same for every sign it does not have."""
    return min(shape.size for shape in shapes) > 300 and len({(shape.shape, shape.tobytes()) for shape in shapes}) == len(shapes)


def _in_a_box(shape: Picture) -> bool:
    """Ink in a corner: no suit and no 8 has any, but the box that stands for a missing sign has."""
    edge = min(shape.shape) // 10
    return bool((shape[:edge, :edge] > 128).any() or (shape[-edge:, -edge:] > 128).any())


def _colour(rng: np.random.Generator, suit: int) -> tuple[int, ...]:
    if rng.random() < 0.1:
        return _FOUR_COLOURS[suit]
    if suit in _RED:
        return int(rng.integers(0, 70)), int(rng.integers(0, 60)), int(rng.integers(140, 250))
    return tuple(int(part) for part in rng.integers(0, 60) + rng.integers(0, 15, 3))


def _sized(rng: np.random.Generator, shape: Picture, tall: float, widest: float) -> Picture:
    width = shape.shape[1] * tall / shape.shape[0] * rng.uniform(0.6, 1.1)
    return cv2.resize(shape, (max(6, int(min(width, widest))), max(6, int(tall))), interpolation=cv2.INTER_AREA)


def _print(paper: Picture, ink: Picture, middle: float, top: float, colour: tuple[int, ...]) -> None:
    """Puts `ink` onto `paper`, as far as it lies on it."""
    left, upper = max(0, int(middle - ink.shape[1] / 2)), int(top)
    spot = paper[upper : upper + ink.shape[0], left : left + ink.shape[1]]
    share = ink[: spot.shape[0], : spot.shape[1], None].astype(np.float32) / 255
    spot[:] = np.round(spot * (1 - share) + np.array(colour, np.float32) * share).astype(np.uint8)
