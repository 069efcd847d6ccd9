"""How well a camera sees: what is wrong with its picture as a whole, and what kept a card from being read.

Names what is wrong; what to do about it stands in the messages under the same names. Never says which card it is.
"""

from collections import deque
from enum import StrEnum
from typing import Final, NamedTuple

import numpy as np

from drivers.camera.picture import Picture, darkest


class Trouble(StrEnum):
    """What is wrong. Of the camera: nothing is read meanwhile. Of a card: that one is unread, or read with this seen beside."""

    UNPLUGGED = "unplugged"
    """There is no camera at its address, or it went away."""
    BLOCKED = "blocked"
    """It is there and gives no pictures."""
    FROZEN = "frozen"
    """It gives the same picture over and over."""
    BLACK = "black"
    """No light: the lamp is off, or the lens covered."""
    OVEREXPOSED = "overexposed"
    OUT_OF_FOCUS = "out_of_focus"
    UPSIDE_DOWN = "upside_down"
    """The camera looks from the wrong side, or the card came the wrong way round."""
    WRONG_DECK = "wrong_deck"
    """A card that is no card of an accepted deck, though one can see what it should be."""
    SLEEVE = "sleeve"
    """Something dark lies over the mouth: a cuff."""
    TWO_CARDS = "two_cards"
    COVERED = "covered"
    """A finger, or something else, over the index."""
    COLOUR_CAST = "colour_cast"
    """White paper is not white: red and black cannot be told by their colour."""
    NO_INDEX = "no_index"
    """Something passed that showed no corner of a card: its back, or a hand."""
    TOO_FAST = "too_fast"
    """Too few pictures of it."""
    UNSURE = "unsure"
    """All seems well, and the readers do not agree surely."""


STANDS_MS: Final = 500
"""So long a picture must be bad before that is said, and good again before that is."""
SLEEVE_MS: Final = 1_000
"""The same for a cuff, which may just pass."""
_DARKEST: Final = 2.6
"""Of 255, all over: the plate of a lit mouth is lighter, the noise of a sensor in the dark is not."""
_WHITEST: Final = 250
_WHITE_SHARE: Final = 0.9
_SAMPLE: Final = 7
"""Every so many pixels are looked at."""


class Level(NamedTuple):
    """Of one whole picture. `mean`: 0..255; `white`: share that is burnt out."""

    mean: float
    white: float


def level_of(picture: Picture) -> Level:
    """From a sample of its pixels."""
    sample = picture[::_SAMPLE, ::_SAMPLE]
    return Level(float(sample.mean()), float((darkest(sample) >= _WHITEST).mean()))


class Watchdog:
    """Looks at every picture, whatever it shows. `trouble`: what is wrong with the camera now, None: nothing."""

    def __init__(self) -> None:
        self.trouble: Trouble | None = None
        self._last: Picture | None = None
        self._last_said: Trouble | None = None
        self._since: int | None = None
        self._still_since: int | None = None
        self._came: deque[int] = deque(maxlen=120)

    def begin(self) -> None:
        """The camera was opened anew."""
        self._last, self._since, self._still_since, self._last_said = None, None, None, None
        self._came.clear()

    def lost(self, trouble: Trouble) -> None:
        """It gives no pictures."""
        self.trouble = trouble

    def look(self, picture: Picture, at: int) -> bool:
        """Whether the picture may be read: it is well, and no mere copy of the last."""
        self._came.append(at)
        sample = picture[::_SAMPLE, ::_SAMPLE].copy()
        same = self._last is not None and np.array_equal(sample, self._last)
        self._last = sample
        if not same:
            self._still_since = at
        if (wrong := self._wrong(picture, at)) is not None:
            self._say(wrong, at)
        return wrong is None and not same

    def well(self, at: int, *, veiled: bool) -> None:
        """The picture was well. `veiled`: but something dark lies over the mouth."""
        self._say(Trouble.SLEEVE if veiled else None, at)

    def _say(self, wrong: Trouble | None, at: int) -> None:
        """It must be so for a while before `trouble` changes."""
        if wrong is not self._last_said or self._since is None:
            self._last_said, self._since = wrong, at
        stands = SLEEVE_MS if wrong is Trouble.SLEEVE else 0 if wrong is Trouble.FROZEN else STANDS_MS
        if wrong is not self.trouble and at - self._since >= stands:
            self.trouble = wrong

    @property
    def fps(self) -> float:
        """Pictures a second, of late."""
        span = self._came[-1] - self._came[0] if len(self._came) > 1 else 0
        return 1000 * (len(self._came) - 1) / span if span else 0.0

    def _wrong(self, picture: Picture, at: int) -> Trouble | None:
        """A sensor is never still: pictures that are equal to the last bit are one picture."""
        if self._still_since is not None and at - self._still_since >= STANDS_MS:
            return Trouble.FROZEN
        level = level_of(picture)
        if level.mean <= _DARKEST:
            return Trouble.BLACK
        return Trouble.OVEREXPOSED if level.white >= _WHITE_SHARE else None
