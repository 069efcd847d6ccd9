"""What a deck's cards look like."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Protocol

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[Any]
"""Height x width x 3 (BGR), 8 bits."""
Numbers = npt.NDArray[Any]
CARD_MM = (63.5, 88.9)
"""Width and height of a card."""
PX_PER_MM = 8
"""Of a card's picture."""
CARD_PX = (round(CARD_MM[0] * PX_PER_MM), round(CARD_MM[1] * PX_PER_MM))
FACES = 52
_ROUND = 3 * PX_PER_MM
"""Of a card's corners."""


class DeckDesign(Protocol):
    """Faces and back of one deck."""

    @property
    def name(self) -> str:
        """A short word."""
        ...

    def face(self, face: int) -> Picture:
        """The whole card, upright, about CARD_PX."""
        ...

    def back(self) -> Picture:
        """The same of what all cards show when they lie face down."""
        ...


class PrintedDeck:
    """A deck whose faces are given as pictures."""

    def __init__(self, name: str, faces: Mapping[int, Picture]) -> None:
        self.name = name
        self._faces = faces
        self._back = plain_back()

    def face(self, face: int) -> Picture:
        """The whole card, upright, at CARD_PX, its width kept and its height cut or filled."""
        image = self._faces[face]
        height, width = image.shape[:2]
        return image if width == CARD_PX[0] else cv2.resize(image, (CARD_PX[0], round(height * CARD_PX[0] / width)))

    def back(self) -> Picture:
        """What a card shows when it lies face down."""
        return self._back


def plain_back(ink: tuple[int, int, int] = (120, 50, 30)) -> Picture:
    """Diamonds within a white edge."""
    width, height = CARD_PX
    down, right = np.mgrid[0:height, 0:width]
    pattern = ((down + right) // 26 + (down - right) // 26) % 2
    back = np.where(pattern[:, :, None] > 0, np.array(ink, np.uint8), np.uint8(225)).astype(np.uint8)
    edge = 4 * PX_PER_MM
    back[:edge], back[-edge:], back[:, :edge], back[:, -edge:] = 245, 245, 245, 245
    return back


def cut_out(image: Picture) -> Picture:
    """`image` with a fourth channel: 255 where there is card, 0 outside its round corners."""
    return cv2.merge([*cv2.split(image), _outline(image.shape[0], image.shape[1])])


@lru_cache(maxsize=8)
def _outline(height: int, width: int) -> Picture:
    card = np.zeros((height, width), np.uint8)
    for corner in ((_ROUND, _ROUND), (width - _ROUND, _ROUND), (_ROUND, height - _ROUND), (width - _ROUND, height - _ROUND)):
        cv2.circle(card, corner, _ROUND, (255,), -1)
    card[_ROUND:-_ROUND] = 255
    card[:, _ROUND:-_ROUND] = 255
    return card
