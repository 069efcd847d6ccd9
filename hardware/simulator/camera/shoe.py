"""The shoe's camera: the pictures it takes of cards that slide over it one after the other, a short edge and its index first.

The camera lies under a window in the shoe's floor. Its picture stands upright: cards come from below and leave at the top. The
sensor reads column after column (its rows lie along the way of the card), so that a moving card leans: the shear of a rolling
shutter. A global shutter has `readout_ms` 0.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

import cv2
import numpy as np

from hardware.simulator.camera.design import FACES, PX_PER_MM, DeckDesign, Numbers, Picture, cut_out
from hardware.simulator.camera.fingers import finger, worn
from hardware.simulator.camera.optics import NORMAL, Level, Optics, fixed

SPEEDS_MM_S = (100.0, 1000.0)
"""The slowest and the quickest card drawn."""
_BEHIND = 17
"""The second of two cards is so many faces further: another rank, another suit."""


class ShoeCamera(NamedTuple):
    """What is known of the camera and its window."""

    across_mm: float = 26.0
    along_mm: float = 64.0
    """Of the view, along the way of the cards."""
    px_per_mm: float = 8.0
    fps: float = 120.0
    exposure_ms: float = 0.5
    readout_ms: float = 5.0
    """From the first column of the view to the last."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of a frame in pixels."""
        return round(self.across_mm * self.px_per_mm), round(self.along_mm * self.px_per_mm)


class Fault(StrEnum):
    """What goes wrong for one pass, or for an empty frame."""

    BLACK = "black"
    FROZEN = "frozen"
    OVEREXPOSED = "overexposed"
    OUT_OF_FOCUS = "out_of_focus"
    UPSIDE_DOWN = "upside_down"
    """The camera was put in the wrong way round."""
    SLEEVE = "sleeve"
    """A cuff over the window."""
    TWO_CARDS = "two_cards"
    """A second card slides along with the first, a little behind it."""
    FINGER = "finger"
    """Over the index, and moving with the card."""
    NO_WHITE_BALANCE = "no_white_balance"
    """Light of one colour, in which red and black ink look alike."""
    FACE_AWAY = "face_away"
    """The card shows its back to the camera."""


class _Pass(NamedTuple):
    """One card on its way, as it lies and as it is lit."""

    speed: float
    phase: float
    turn: float
    side: float
    scale: float
    bend: float
    tilt: tuple[float, float]
    brighter: float
    glare: tuple[float, float, float, float] | None
    shadow: tuple[float, float, float, float] | None


class CardScene:
    """One deck before one camera. The same seed, deck and calls give the same pictures."""

    def __init__(self, deck: DeckDesign, seed: int, level: Level = NORMAL, camera: ShoeCamera | None = None) -> None:
        self.deck, self.level = deck, level
        self.camera = camera or ShoeCamera()
        self._seed = seed
        self._light = fixed(np.random.default_rng((seed, 0)), level.strength)
        self._optics = Optics(self.camera.size, self.camera.px_per_mm, self._light)
        self._times = 0

    def film(
        self,
        face: int,
        *,
        speed_mm_s: float | None = None,
        fault: Fault | None = None,
        whole: bool = False,
        most: int = 8,
    ) -> Iterator[Picture]:
        """The frames of one card, in order, each drawn when it is asked for.

        As long as the index corner is in view: the card's first edge from 37 mm below the upper rim of the view up to it; with
        `whole` from the first sight of the card to the last. Of more than `most` frames every second, third ... is kept.
        """
        rng = self._rng()
        speed = speed_mm_s or float(np.exp(rng.uniform(*np.log(SPEEDS_MM_S))))
        one = _on_its_way(rng, self.level.strength, speed)
        card = self._card(rng, face, fault)
        second = self.deck.face((face + _BEHIND) % FACES) if fault is Fault.TWO_CARDS else None
        begin, end = (self.camera.along_mm, -95.0) if whole else (37.0, 0.0)
        step = speed / self.camera.fps
        places = np.arange(begin - one.phase * step, end, -step)
        places = places[:: max(1, int(np.ceil(len(places) / most)))]
        if fault is Fault.FROZEN:
            first = self._frame(rng, one, card, float(places[0]), fault, second)
            return iter([first] * len(places))
        return (self._frame(rng, one, card, float(place), fault, second) for place in places)

    def empty(self, fault: Fault | None = None) -> Picture:
        """A frame between two cards."""
        rng = self._rng()
        scene = np.full((*self.camera.size[::-1], 3), self._light.plate, np.float32)
        return self._taken(rng, scene, 0.0, fault)

    def _rng(self) -> np.random.Generator:
        self._times += 1
        return np.random.default_rng((self._seed, self._times))

    def _card(self, rng: np.random.Generator, face: int, fault: Fault | None) -> Picture:
        image = self.deck.back() if fault is Fault.FACE_AWAY else self.deck.face(face)
        image = worn(rng, image, self.level.strength)
        if fault is Fault.FINGER:
            image = finger(rng, image, hides=True)
        elif rng.random() < 0.1 * self.level.strength:
            image = finger(rng, image, hides=False)
        return cut_out(image)

    def _frame(
        self, rng: np.random.Generator, one: _Pass, card: Picture, place: float, fault: Fault | None, second: Picture | None
    ) -> Picture:
        scene = np.full((*self.camera.size[::-1], 4), (*self._light.plate, 0), np.float32)
        if second is not None:
            behind = one._replace(turn=one.turn - 4, side=one.side + 1.5)
            scene = self._laid(scene, behind, cut_out(second), place + 9)
        scene = self._laid(scene, one, card, place)
        lit = self._optics.lit(scene[:, :, :3], one.brighter)
        if one.glare is not None:
            lit = self._optics.glaring(lit, scene[:, :, 3:], *one.glare)
        if one.shadow is not None:
            lit = self._optics.shaded(lit, *one.shadow)
        return self._taken(rng, lit, one.speed * self.camera.exposure_ms / 1000, fault)

    def _laid(self, scene: Numbers, one: _Pass, card: Picture, place: float) -> Numbers:
        """`scene` with the card over it, its first edge `place` mm below the upper rim; the fourth channel is 255 on cards."""
        columns, rows = self._maps(one, place)
        seen = cv2.remap(card, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(0, 0, 0, 0))
        share = seen[:, :, 3:].astype(np.float32) * np.float32(1 / 255)
        laid: Numbers = scene * (1 - share) + seen.astype(np.float32) * share
        return laid

    def _maps(self, one: _Pass, place: float) -> tuple[Numbers, Numbers]:
        """For each pixel of the frame, which of the card's it shows."""
        width, height = self.camera.size
        (a, b, c), (d, e, f), (g, h, i) = np.linalg.inv(self._place(one, place)).astype(np.float32)
        right = np.arange(width, dtype=np.float32)
        bent = (right / width - 0.5) ** 2 * np.float32(4 * one.bend * self.camera.px_per_mm)
        down = np.arange(height, dtype=np.float32)[:, None]
        depth = (g * right + h * bent + i) + h * down
        columns: Numbers = ((a * right + b * bent + c) + b * down) / depth
        rows: Numbers = ((d * right + e * bent + f) + e * down) / depth
        return columns, rows

    def _place(self, one: _Pass, place: float) -> Numbers:
        """From the card's pixels to the frame's: turned, at its place, leaning by the shutter, tilted, at the camera's scale."""
        turn, scale = np.deg2rad(one.turn), one.scale
        lies = np.array(
            [
                [np.cos(turn) * scale, -np.sin(turn) * scale, one.side],
                [np.sin(turn) * scale, np.cos(turn) * scale, place],
                [0, 0, 1],
            ]
        )
        lean = -one.speed * self.camera.readout_ms / 1000 / self.camera.across_mm
        leaning = np.array([[1, 0, 0], [lean, 1, 0], [0, 0, 1.0]])
        tilted = np.array([[1, 0, 0], [0, 1, 0], [*one.tilt, 1.0]])
        to_pixels = np.diag([self.camera.px_per_mm, self.camera.px_per_mm, 1])
        placed: Numbers = to_pixels @ tilted @ leaning @ lies @ np.diag([1 / PX_PER_MM, 1 / PX_PER_MM, 1])
        return placed

    def _taken(self, rng: np.random.Generator, lit: Numbers, moved_mm: float, fault: Fault | None) -> Picture:
        """What the camera gives, with what is wrong with it."""
        if fault is Fault.BLACK:
            lit = lit * np.float32(0.01)
        elif fault is Fault.OVEREXPOSED:
            lit = lit * np.float32(6)
        elif fault is Fault.NO_WHITE_BALANCE:
            lit = lit * np.array([0.1, 0.3, 1.3], np.float32)
        elif fault is Fault.SLEEVE:
            lit = np.full_like(lit, (50, 42, 40)) + rng.normal(0, 6, (lit.shape[0], lit.shape[1], 1)).astype(np.float32)
        frame = self._optics.seen(rng, lit, moved_mm, 2.0 if fault is Fault.OUT_OF_FOCUS else 0.0)
        return np.ascontiguousarray(frame[::-1, ::-1]) if fault is Fault.UPSIDE_DOWN else frame


def _on_its_way(rng: np.random.Generator, strength: float, speed: float) -> _Pass:
    """How one card comes: what a hand and a worn card make of it."""
    glare = shadow = None
    if rng.random() < 0.2 * strength:
        glare = (rng.uniform(0, 24), rng.uniform(0, 60), rng.uniform(2, 6), rng.uniform(40, 150) * strength)
    if rng.random() < 0.1 * strength:
        shadow = (rng.normal(12, 6), rng.uniform(0.5, 3), rng.uniform(0.2, 0.5), rng.normal(0, 0.3))
    return _Pass(
        speed=speed,
        phase=float(rng.uniform()),
        turn=float(rng.uniform(-2.5, 2.5) * strength),
        side=float(3.5 + rng.uniform(-1, 1) * strength),
        scale=float(1 + rng.normal(0, 0.01 * strength)),
        bend=float(rng.normal(0, 0.4 * strength)) if rng.random() < 0.3 else 0.0,
        tilt=(float(rng.normal(0, 4e-4 * strength)), float(rng.normal(0, 3e-4 * strength))),
        brighter=float(np.exp(rng.normal(0, 0.08 * strength))),
        glare=glare,
        shadow=shadow,
    )
