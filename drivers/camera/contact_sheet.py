"""One picture of the windows that decided against a deck, each with what was said about it."""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from drivers.camera.acceptance import Error
from drivers.camera.geometry import WINDOW
from drivers.camera.picture import Picture
from table_controller.core.cards import Card, text_of

_COLUMNS = 6
_CAPTION = 44
_WIDTH = WINDOW[0] + 60


def contact_sheet(windows: Mapping[Card, Picture], errors: Sequence[Error]) -> Picture:
    """Captions such as `Ts` over `network: 9s 0.93`; the first error of each card."""
    tiles = [_tile(windows[error.face], error) for error in {error.face: error for error in reversed(errors)}.values()]
    blank = np.full((WINDOW[1] + _CAPTION, _WIDTH, 3), 255, np.uint8)
    columns = min(_COLUMNS, len(tiles)) or 1
    tiles += [blank] * (-len(tiles) % columns)
    rows = [np.hstack(tiles[at : at + columns]) for at in range(0, len(tiles), columns)]
    return np.vstack(rows) if rows else blank


def _tile(window: Picture, error: Error) -> Picture:
    tile = np.full((WINDOW[1] + _CAPTION, _WIDTH, 3), 255, np.uint8)
    tile[_CAPTION:, : WINDOW[0]] = cv2.resize(window, WINDOW, interpolation=cv2.INTER_AREA)
    said = "nothing" if error.said is None else text_of(error.said)
    for line, text in enumerate((text_of(error.face), f"{error.reader}: {said} {error.confidence:.2f}")):
        cv2.putText(tile, text, (4, 18 + 18 * line), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (0, 0, 0), 1, cv2.LINE_AA)
    return tile
