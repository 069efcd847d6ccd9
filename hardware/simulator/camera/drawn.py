"""Decks drawn with OpenCV's own strokes: no art and no font is needed, and no reader was ever trained on them."""

from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np

from hardware.simulator.camera.design import CARD_PX, FACES, PX_PER_MM, Picture, plain_back
from hardware.simulator.camera.pips import PIP_PLACES, pip

_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_COURT = 9
"""From this rank on there are no pips."""
Ink = tuple[int, int, int]
_BLACK, _RED = (24, 22, 20), (40, 25, 200)
TWO_COLOURS = (_BLACK, _RED, _RED, _BLACK)
FOUR_COLOURS = ((50, 120, 20), (190, 70, 20), _RED, _BLACK)


class Style(NamedTuple):
    """How a deck is drawn; lengths in mm."""

    name: str
    font: int = cv2.FONT_HERSHEY_DUPLEX
    stroke: float = 1.1
    rank: tuple[float, float] = (4.6, 7.6)
    """Width and height of a rank; a 10 is a third wider."""
    suit: float = 5.2
    middle: float = 6.0
    """Of the index, from the card's edge."""
    top: float = 5.0
    gap: float = 1.4
    inks: tuple[Ink, Ink, Ink, Ink] = TWO_COLOURS
    """Of clubs, diamonds, hearts and spades."""
    paper: Ink = (246, 247, 247)
    back: Ink = (120, 50, 30)


STYLES = (
    Style("plain"),
    Style("narrow", cv2.FONT_HERSHEY_SIMPLEX, 1.2, (4.0, 8.4), 4.8, 5.2, 4.2, 1.2, back=(40, 40, 150)),
    Style("serif", cv2.FONT_HERSHEY_TRIPLEX, 0.9, (5.0, 7.4), 5.4, 6.2, 4.6, 1.4, back=(60, 100, 30)),
    Style("four_colours", cv2.FONT_HERSHEY_DUPLEX, 1.2, (4.8, 8.0), 5.4, 6.0, 4.6, 1.4, FOUR_COLOURS, back=(90, 30, 110)),
    Style("large", cv2.FONT_HERSHEY_DUPLEX, 1.5, (6.2, 10.4), 6.2, 6.6, 3.6, 1.2, back=(20, 20, 20)),
)


class DrawnDeck:
    """All 52 faces in one style; each is drawn when it is first asked for."""

    def __init__(self, style: Style = STYLES[0]) -> None:
        self.name = style.name
        self._style = style
        self._faces: list[Picture | None] = [None] * FACES

    def face(self, face: int) -> Picture:
        """The whole card, upright, CARD_PX."""
        drawn = self._faces[face]
        if drawn is None:
            drawn = self._faces[face] = _drawn(self._style, face)
        return drawn

    def back(self) -> Picture:
        """What a card shows when it lies face down."""
        return self._back

    @cached_property
    def _back(self) -> Picture:
        return plain_back(self._style.back)


def _drawn(style: Style, face: int) -> Picture:
    rank, suit = divmod(face, 4)
    card = np.full((CARD_PX[1], CARD_PX[0], 3), style.paper, np.uint8)
    ink = style.inks[suit]
    _index(card, style, rank, suit)
    for across, down in PIP_PLACES[rank]:
        shape = pip(suit, round((16 if rank == len(_RANKS) - 1 else 11) * PX_PER_MM))
        upright = shape if down <= 0.5 else shape[::-1]
        _print(card, upright, (18 + across * 27.5) * PX_PER_MM, (16 + down * 57) * PX_PER_MM, ink)
    if _COURT <= rank < len(_RANKS) - 1:
        _court(card, rank, suit, ink)
    return card


def _index(card: Picture, style: Style, rank: int, suit: int) -> None:
    """At the top left, and upside down at the bottom right."""
    width = style.rank[0] * (1.33 if _RANKS[rank] == "10" else 0.8 if _RANKS[rank] == "J" else 1)
    shape = cv2.resize(
        _letters(style, _RANKS[rank]),
        (round(width * PX_PER_MM), round(style.rank[1] * PX_PER_MM)),
        interpolation=cv2.INTER_AREA,
    )
    below = pip(suit, round(style.suit * PX_PER_MM))
    middle, top = style.middle * PX_PER_MM, style.top * PX_PER_MM
    suit_top = top + shape.shape[0] + style.gap * PX_PER_MM
    for _ in range(2):
        _print(card, shape, middle, top + shape.shape[0] / 2, style.inks[suit])
        _print(card, below, middle, suit_top + below.shape[0] / 2, style.inks[suit])
        card[:] = card[::-1, ::-1].copy()


def _letters(style: Style, text: str) -> Picture:
    big = np.zeros((320, 520), np.uint8)
    stroke = round(style.stroke * 16)
    cv2.putText(big, text, (60, 240), style.font, 7, (255,), stroke, cv2.LINE_AA)
    rows, columns = np.nonzero(big > 127)
    return big[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]


def _court(card: Picture, rank: int, suit: int, ink: Ink) -> None:
    """A frame with a large letter and pips: this house has no portraits."""
    left, top = 13 * PX_PER_MM, 8 * PX_PER_MM
    cv2.rectangle(card, (left, top), (CARD_PX[0] - left, CARD_PX[1] - top), ink, 3)
    letter = cv2.resize(_letters(STYLES[0], _RANKS[rank]), (20 * PX_PER_MM, 32 * PX_PER_MM), interpolation=cv2.INTER_AREA)
    _print(card, letter, CARD_PX[0] / 2, CARD_PX[1] / 2, ink)
    shape = pip(suit, 8 * PX_PER_MM)
    _print(card, shape, left + 6 * PX_PER_MM, top + 6 * PX_PER_MM, ink)
    _print(card, shape[::-1], CARD_PX[0] - left - 6 * PX_PER_MM, CARD_PX[1] - top - 6 * PX_PER_MM, ink)


def _print(card: Picture, shape: Picture, across: float, down: float, ink: Ink) -> None:
    """`shape` (how much ink is where), its middle at this place."""
    left, top = round(across - shape.shape[1] / 2), round(down - shape.shape[0] / 2)
    spot = card[top : top + shape.shape[0], left : left + shape.shape[1]]
    share = shape[:, :, None].astype(np.float32) / 255
    spot[:] = np.round(spot * (1 - share) + np.array(ink, np.float32) * share).astype(np.uint8)
