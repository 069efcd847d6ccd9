"""Where the ink is in a window, whatever the light, and whether it is red."""

import cv2
import numpy as np

from drivers.camera.geometry import PX_PER_MM, WINDOW
from drivers.camera.picture import Numbers, Picture

INK_PX = 4
"""Pixels a millimetre of an ink map."""
INK_SIZE = (WINDOW[0] * INK_PX // PX_PER_MM, WINDOW[1] * INK_PX // PX_PER_MM)
"""Width and height of an ink map."""
_WIDEST_STROKE = 9 * INK_PX // 2 | 1
"""Ink narrower than this in one direction does not count as paper."""
_FEW = 6
_FAINT = 25
"""Less ink than this is paper."""


def to_ink_size(window: Picture) -> Picture:
    """`window` at the size of an ink map, in colours."""
    return cv2.resize(window, INK_SIZE, interpolation=cv2.INTER_AREA)


def ink_of(small: Picture) -> Picture:
    """0 where there is paper .. 255 where nothing comes back. Red and black are alike: both are dark in blue and green.

    `small`: a window at the size of an ink map.
    """
    darker = cv2.min(small[:, :, 0], small[:, :, 1])
    paper = cv2.morphologyEx(darker, cv2.MORPH_CLOSE, np.ones((_WIDEST_STROKE, _WIDEST_STROKE), np.uint8))
    half = cv2.resize(paper, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    paper = cv2.resize(cv2.GaussianBlur(half, (0, 0), 0.75 * INK_PX), INK_SIZE, interpolation=cv2.INTER_LINEAR)
    share = darker.astype(np.float32) / np.maximum(paper.astype(np.float32), 20)
    return (255 * np.clip(1 - share, 0, 1)).astype(np.uint8)


def redness(small: Picture, ink: Picture, spot: tuple[slice, slice], turn: Numbers) -> float:
    """How much more red than blue and green the ink at `spot` sends back, as a share of what the paper does; about 0 for black.

    `ink` is turned already; `turn` is the 2 x 3 matrix that turns `small`, a window at the size of an ink map, likewise.
    """
    colours = cv2.warpAffine(small, turn, INK_SIZE, borderMode=cv2.BORDER_REPLICATE)[spot].reshape(-1, 3).astype(np.float32)
    depth = ink[spot].ravel()
    if depth.size < _FEW:
        return 0.0
    inked, plain = depth >= max(50.0, 0.7 * float(np.percentile(depth, 97))), depth < _FAINT
    if inked.sum() < _FEW:
        return 0.0
    paper = np.median(colours[plain], axis=0) if plain.sum() > _FEW else np.percentile(colours, 95, axis=0)
    blue, green, red = colours[inked].mean(0) / (paper + 1)
    return float(red - 0.5 * (blue + green))
