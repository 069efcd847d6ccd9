"""What a picture is here: rows of pixels, 8 bits each of blue, green and red."""

from typing import Any

import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[Any]
"""Height x width x 3 (BGR), or height x width for one channel; 8 bits unless said otherwise."""
Numbers = npt.NDArray[Any]
"""An array of numbers that are no picture, or a picture that is no longer whole numbers."""


def darkest(picture: Picture) -> Picture:
    """One channel: of each pixel its weakest colour."""
    weakest: Picture = np.minimum(np.minimum(picture[:, :, 0], picture[:, :, 1]), picture[:, :, 2])
    return weakest


def brightest(picture: Picture) -> Picture:
    """One channel: of each pixel its strongest colour."""
    strongest: Picture = np.maximum(np.maximum(picture[:, :, 0], picture[:, :, 1]), picture[:, :, 2])
    return strongest
