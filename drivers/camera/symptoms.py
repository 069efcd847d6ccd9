"""What a window tells besides its card: light, sharpness, colour of the paper, and what lies over it.

Measures, and names what is out of bounds. The bounds were chosen on simulated pictures; a rig may want others.
"""

from typing import Final, NamedTuple

import cv2
import numpy as np

from drivers.camera.geometry import PX_PER_MM
from drivers.camera.picture import Numbers, Picture, brightest, darkest
from drivers.camera.sight import Trouble

BURNT: Final = 0.6
"""From this share of burnt-out paper on, thin ink is eaten away."""
DARK: Final = 60
SOFT: Final = 0.6
"""Less of the way from plate to paper in a millimetre of the card's edge: out of focus."""
CAST: Final = 1.6
"""One colour of the paper is so many times stronger than another."""
_INDEX: Final = (slice(2 * PX_PER_MM, 23 * PX_PER_MM), slice(1 * PX_PER_MM, 11 * PX_PER_MM))
_OVER: Final = 0.3
"""Share of the index that is neither paper nor ink, from which on something lies over it."""


class Symptoms(NamedTuple):
    """`paper`: how bright, 0..255; `burnt`: share of it; `sharp`: see SOFT; `cast`: strongest colour over weakest; `over`: share
    of the index that is neither paper nor ink."""

    paper: float
    burnt: float
    sharp: float
    cast: float
    over: float

    @property
    def trouble(self) -> Trouble | None:
        """The first that is out of bounds."""
        wrong = (
            (Trouble.OVEREXPOSED, self.burnt >= BURNT),
            (Trouble.BLACK, self.paper < DARK),
            (Trouble.COLOUR_CAST, self.cast >= CAST),
            (Trouble.OUT_OF_FOCUS, self.sharp < SOFT),
            (Trouble.COVERED, self.over >= _OVER),
        )
        return next((trouble for trouble, so in wrong if so), None)


def symptoms_of(window: Picture, sharp: float) -> Symptoms:
    """Of a window at a card's corner. `sharp`: of the picture it was cut from."""
    bright = brightest(window)
    level = float(np.percentile(bright, 80))
    paper = bright > 0.85 * level
    colours = np.median(window[paper], axis=0) + 1.0
    return Symptoms(
        paper=level,
        burnt=float((darkest(window)[paper] >= 250).mean()),
        sharp=sharp,
        cast=float(colours.max() / colours.min()),
        over=_over(bright, level),
    )


def _over(bright: Picture, paper: float) -> float:
    """A patch wider than any stroke that is darker than the paper around, where the index should be."""
    light = bright[_INDEX]
    between = (light < 0.88 * paper).astype(np.uint8)
    patch: Numbers = cv2.morphologyEx(between, cv2.MORPH_OPEN, np.ones((5 * PX_PER_MM, 5 * PX_PER_MM), np.uint8))
    return float(patch.mean())
