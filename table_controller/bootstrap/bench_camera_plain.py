"""Template matching as it stands in every textbook: the yardstick of the enrolled reader."""

from collections.abc import Mapping, Sequence

import cv2

from drivers.camera.picture import Picture
from drivers.camera.seen import Seen
from table_controller.core.cards import Card

_SIZE = (80, 144)
"""The window at 4 pixels a millimetre."""
_INDEX = (slice(12, 108), slice(6, 48))
"""Where an index usually is: 1.5 to 12 mm across, 3 to 27 mm down."""
_SURE = 0.7


class PlainTemplates:
    """The grey picture of each enrolled index is slid over the window; the best fit is the card, if it fits well."""

    def __init__(self, samples: Mapping[Card, Sequence[Picture]]) -> None:
        self._templates = [(face, _grey(window)[_INDEX]) for face, windows in samples.items() for window in windows]

    def seen(self, window: Picture) -> Seen:
        """One window as a face."""
        grey = _grey(window)
        fits = [(cv2.minMaxLoc(cv2.matchTemplate(grey, part, cv2.TM_CCOEFF_NORMED))[1], face) for face, part in self._templates]
        fit, face = max(fits)
        return Seen(face if fit >= _SURE else None, max(0.0, fit))


def _grey(window: Picture) -> Picture:
    return cv2.resize(cv2.cvtColor(window, cv2.COLOR_BGR2GRAY), _SIZE, interpolation=cv2.INTER_AREA)
