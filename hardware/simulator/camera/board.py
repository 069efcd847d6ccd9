"""The board camera: a photograph of the board zone with cards lying on it, from above and a little aslant."""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from hardware.simulator.camera.design import CARD_MM, PX_PER_MM, DeckDesign, Numbers, Picture, cut_out
from hardware.simulator.camera.fingers import worn
from hardware.simulator.camera.optics import NORMAL, Optics, fixed

ZONE_MM = (420.0, 180.0)
"""Width and height of what the camera sees of the table."""
WIDTH_PX = 1280
_FELT = (62, 104, 36)
_SMALLER = 0.5
"""Than a card is drawn: the picture shows it smaller still, and so it costs less."""


class Lying(NamedTuple):
    """One card on the table; `x_mm` and `y_mm` are its middle, from the upper left of the zone."""

    face: int
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0
    face_up: bool = True

    def __repr__(self) -> str:
        return "Lying(··)"


class BoardScene:
    """One deck under one board camera. The same seed, deck and calls give the same pictures."""

    def __init__(self, deck: DeckDesign, seed: int) -> None:
        self.deck = deck
        rng = np.random.default_rng((seed, 0))
        self.px_per_mm = WIDTH_PX / ZONE_MM[0]
        self._size = (WIDTH_PX, round(ZONE_MM[1] * self.px_per_mm))
        self._optics = Optics(self._size, self.px_per_mm, fixed(rng, NORMAL.strength))
        self._view = _aslant(rng, self._size, self.px_per_mm)
        self._seed, self._times = seed, 0

    def picture(self, cards: Sequence[Lying]) -> Picture:
        """The zone with `cards`, later ones over earlier ones."""
        self._times += 1
        rng = np.random.default_rng((self._seed, self._times))
        grain = rng.normal(0, 5, (self._size[1] // 2, self._size[0] // 2, 1)).astype(np.float32)
        scene = np.array(_FELT, np.float32) + cv2.resize(grain, self._size)[:, :, None]
        for one in cards:
            scene = self._laid(rng, scene, one)
        return self._optics.seen(rng, self._optics.lit(scene))

    def outline(self, card: Lying) -> Numbers:
        """The four corners of `card` in the picture, clockwise from its upper left: x and y in pixels."""
        width, height = CARD_MM
        corners = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1]])
        seen = corners @ (self._view @ _lies(card)).T
        outline: Numbers = seen[:, :2] / seen[:, 2:]
        return outline

    def _laid(self, rng: np.random.Generator, scene: Numbers, card: Lying) -> Numbers:
        image = self.deck.face(card.face) if card.face_up else self.deck.back()
        image = cut_out(worn(rng, image, NORMAL.strength))
        image = cv2.resize(image, None, fx=_SMALLER, fy=_SMALLER, interpolation=cv2.INTER_AREA)
        to_mm = 1 / (PX_PER_MM * _SMALLER)
        place = self._view @ _lies(card) @ np.diag([to_mm, to_mm, 1])
        seen = cv2.warpPerspective(image, place, self._size, flags=cv2.INTER_LINEAR)
        share = seen[:, :, 3:].astype(np.float32) * np.float32(1 / 255)
        laid: Numbers = scene * (1 - share) + seen[:, :, :3].astype(np.float32) * share
        return laid


def _lies(card: Lying) -> Numbers:
    """From the card's millimetres to the zone's."""
    turn = np.deg2rad(card.turn_deg)
    turned = np.array([[np.cos(turn), -np.sin(turn), card.x_mm], [np.sin(turn), np.cos(turn), card.y_mm], [0, 0, 1]])
    to_middle = np.array([[1, 0, -CARD_MM[0] / 2], [0, 1, -CARD_MM[1] / 2], [0, 0, 1]])
    placed: Numbers = turned @ to_middle
    return placed


def _aslant(rng: np.random.Generator, size: tuple[int, int], px_per_mm: float) -> Numbers:
    """From the zone's millimetres to the picture: the far edge a little smaller, the camera turned a little."""
    width, height = size
    inset = float(rng.uniform(0, 0.03)) * width
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    moved = corners + rng.normal(0, 3, (4, 2)).astype(np.float32)
    moved[:2, 0] += (inset, -inset)
    view: Numbers = cv2.getPerspectiveTransform(corners, moved) @ np.diag([px_per_mm, px_per_mm, 1])
    return view
