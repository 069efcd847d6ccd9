"""Cards drawn for the tests with OpenCV's own strokes: no font and no art is needed."""

import cv2
import numpy as np

from drivers.camera.geometry import CARD, PX_PER_MM, WINDOW
from drivers.camera.picture import Picture
from table_controller.core.cards import RANKS, Card, rank_of, suit_of

INK = {0: (20, 20, 20), 1: (30, 20, 200), 2: (30, 20, 200), 3: (20, 20, 20)}
"""Blue, green and red of clubs, diamonds, hearts and spades."""
PAPER = (245, 245, 245)
_FELT = (60, 110, 40)
_PHOTO = (900, 700)
_WIDTH_MM = {"T": 6.0, "J": 3.0, "6": 4.0}
"""Of an index; the others are 4.5 mm wide."""


def window(face: Card, ink: tuple[int, int, int] | None = None) -> Picture:
    """The index corner of `face`, at the size of a window: a card that lies straight on felt."""
    corner = np.full((WINDOW[1], WINDOW[0], 3), PAPER, np.uint8)
    colour = ink or INK[suit_of(face)]
    _rank(corner, RANKS[rank_of(face)], colour)
    _suit(corner, suit_of(face), colour, (5.5, 17), 5.5)
    return corner


def card(face: Card) -> Picture:
    """The whole card, index at two corners and a pip in the middle."""
    whole = np.full((CARD[1], CARD[0], 3), PAPER, np.uint8)
    corner = window(face)
    height, width = WINDOW[1], WINDOW[0]
    whole[:height, :width] = corner
    whole[-height:, -width:] = np.rot90(corner, 2)
    _suit(whole, suit_of(face), INK[suit_of(face)], (31.7, 44.4), 14)
    return whole


def on_felt(face: Card, turn: float) -> Picture:
    """A photograph of the card on felt, turned by `turn` degrees."""
    photo = np.full((_PHOTO[1], _PHOTO[0], 3), _FELT, np.uint8)
    cv2.warpAffine(card(face), _place(turn), _PHOTO, dst=photo, borderMode=cv2.BORDER_TRANSPARENT, flags=cv2.INTER_AREA)
    return cv2.GaussianBlur(photo, (3, 3), 0)


def corners_on_felt(turn: float) -> Picture:
    """Where in that photograph the corners of the card are."""
    width, height = CARD
    corners: Picture = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1]]) @ _place(turn).T
    return corners


def _place(turn: float) -> Picture:
    place: Picture = cv2.getRotationMatrix2D((CARD[0] / 2, CARD[1] / 2), turn, 0.6)
    place[:, 2] += np.array([_PHOTO[0] - CARD[0], _PHOTO[1] - CARD[1]]) / 2
    return place


def as_taken(image: Picture, rng: np.random.Generator, turn: float = 0.0, shift_mm: tuple[float, float] = (0, 0)) -> Picture:
    """The window as a camera might take it: turned, shifted, darker, a little noisy."""
    place = cv2.getRotationMatrix2D((WINDOW[0] / 2, WINDOW[1] / 2), turn, 1)
    place[:, 2] += np.array(shift_mm) * PX_PER_MM
    moved = cv2.warpAffine(image, place, WINDOW, borderMode=cv2.BORDER_REPLICATE)
    noisy = moved * rng.uniform(0.6, 0.95) + rng.normal(0, 3, moved.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def _rank(image: Picture, rank: str, colour: tuple[int, int, int]) -> None:
    """Strokes of a fixed height, middle of the column at 5.5 mm."""
    text = "10" if rank == "T" else rank
    big = np.zeros((160, 260), np.uint8)
    cv2.putText(big, text, (20, 120), cv2.FONT_HERSHEY_SIMPLEX, 4, (255,), 12, cv2.LINE_AA)
    rows, columns = np.nonzero(big)
    shape = big[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    width = int(_WIDTH_MM.get(rank, 4.5) * PX_PER_MM)
    shape = cv2.resize(shape, (width, int(7.5 * PX_PER_MM)), interpolation=cv2.INTER_AREA)
    top, left = 4 * PX_PER_MM, int(5.5 * PX_PER_MM - width / 2)
    spot = image[top : top + shape.shape[0], left : left + width]
    share = shape[:, :, None].astype(np.float32) / 255
    spot[:] = (spot * (1 - share) + np.array(colour, np.float32) * share).astype(np.uint8)


def _suit(image: Picture, suit: int, colour: tuple[int, int, int], middle_mm: tuple[float, float], size_mm: float) -> None:
    x, y, r = middle_mm[0] * PX_PER_MM, middle_mm[1] * PX_PER_MM, size_mm * PX_PER_MM / 2

    def disc(dx: float, dy: float, part: float) -> None:
        cv2.circle(image, (round(x + dx * r), round(y + dy * r)), round(part * r), colour, -1, cv2.LINE_AA)

    def shape(*points: tuple[float, float]) -> None:
        corners = np.array([[x + dx * r, y + dy * r] for dx, dy in points])
        cv2.fillPoly(image, [np.round(corners).astype(np.int32)], colour, cv2.LINE_AA)

    if suit == 1:
        shape((0, -1), (0.75, 0), (0, 1), (-0.75, 0))
    elif suit == 2:
        disc(-0.45, -0.4, 0.5)
        disc(0.45, -0.4, 0.5)
        shape((-0.93, -0.25), (0.93, -0.25), (0, 1))
    else:
        if suit == 3:
            disc(-0.45, 0.25, 0.42)
            disc(0.45, 0.25, 0.42)
            shape((-0.9, 0.15), (0.9, 0.15), (0, -1))
        else:
            disc(0, -0.6, 0.4)
            disc(-0.62, 0.1, 0.4)
            disc(0.62, 0.1, 0.4)
            shape((-0.4, 0), (0.4, 0), (0, -0.4))
        shape((-0.1, 0), (0.1, 0), (0.35, 1), (-0.35, 1))
