"""What lies on a card: wear, dirt, a finger."""

import cv2
import numpy as np

from hardware.simulator.camera.design import PX_PER_MM, Picture

_INDEX = (slice(2 * PX_PER_MM, 23 * PX_PER_MM), slice(PX_PER_MM, 10 * PX_PER_MM))
"""Where on a card its index usually is."""
_LEAVES = 0.12
"""Share of the index a finger may hide and the card still be asked for."""
_HIDES = 0.6
"""Share from which nobody can read it."""


def worn(rng: np.random.Generator, card: Picture, strength: float) -> Picture:
    """Scratches, dirt, and ink that has faded, on some of the cards."""
    if rng.random() > 0.2 * strength:
        return card
    marked = card.copy()
    height, width = marked.shape[:2]
    for _ in range(int(rng.integers(0, 12))):
        start = rng.integers(0, (width, height))
        end = start + rng.integers(-160, 161, 2)
        shade = int(rng.choice([rng.integers(60, 160), rng.integers(200, 256)]))
        cv2.line(marked, start.tolist(), end.tolist(), (shade,) * 3, 1, cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 20))):
        spot = rng.integers(0, (width, height)).tolist()
        cv2.circle(marked, spot, int(rng.integers(1, 6)), (int(rng.integers(90, 220)),) * 3, -1, cv2.LINE_AA)
    faded = rng.uniform(0, 0.2 * strength)
    return np.round(marked * (1 - faded) + 235 * faded).astype(np.uint8)


def finger(rng: np.random.Generator, card: Picture, hides: bool) -> Picture:
    """A fingertip around the card's edge that leaves the index to be read, or over the index."""
    height, width = card.shape[:2]
    for _ in range(20):
        middle = (float(rng.uniform(-4, 20)), float(rng.uniform(-4, 60)))
        if hides:
            middle = (float(rng.uniform(2, 8)), float(rng.uniform(7, 15)))
        mask = np.zeros((height, width), np.uint8)
        place = (round(middle[0] * PX_PER_MM), round(middle[1] * PX_PER_MM))
        axes = (8 * PX_PER_MM, 13 * PX_PER_MM)
        cv2.ellipse(mask, place, axes, float(rng.uniform(-180, 180)), 0, 360, (255,), -1, cv2.LINE_AA)
        covered = float(mask[_INDEX].mean()) / 255
        if (covered >= _HIDES) if hides else (covered <= _LEAVES and mask[: 36 * PX_PER_MM, : 20 * PX_PER_MM].any()):
            share = cv2.GaussianBlur(mask, (0, 0), 4).astype(np.float32)[:, :, None] / 255
            skin = rng.uniform(0.5, 1.1) * rng.uniform((60, 80, 110), (170, 190, 230))
            return np.clip(card * (1 - share) + skin * share, 0, 255).astype(np.uint8)
    return card
