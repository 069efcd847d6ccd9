"""How cards are read at each speed, and at each shear of the shutter."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple
from zlib import crc32

import msgspec

from drivers.camera.together import BothReaders
from hardware.simulator.camera.design import DeckDesign
from hardware.simulator.camera.optics import LEVELS
from hardware.simulator.camera.shoe import ShoeCamera
from table_controller.bootstrap.bench_camera_passes import CAMERA, FRAMES, Accepted, Reading, passed, set_up
from table_controller.bootstrap.bench_camera_score import CameraSet, score
from table_controller.core.cards import FULL_DECK

SPEEDS: Final = (100.0, 200.0, 400.0, 600.0, 800.0, 1000.0)
"""mm/s."""
READOUTS: Final = (0.0, 2.5, 5.0, 7.5, 10.0)
"""ms from the first column of the view to the last; 0 is a global shutter."""
SHEARED_AT: Final = 800.0
CARDS: Final = 10
"""Of each deck, at each point and level."""
_STEP: Final = 11
"""From one of them to the next: other ranks, other suits."""


class Point(NamedTuple):
    """One speed, one shutter, one level."""

    swept: str
    """`speed` or `readout`."""
    value: float
    level: str

    @property
    def speed(self) -> float:
        """mm/s."""
        return self.value if self.swept == "speed" else SHEARED_AT

    @property
    def camera(self) -> ShoeCamera:
        """The usual one, but for the shutter."""
        return CAMERA._replace(readout_ms=self.value) if self.swept == "readout" else CAMERA


class SweptPoint(msgspec.Struct, frozen=True):
    """`value`: mm/s for `speed`, ms for `readout`."""

    swept: str
    value: float
    level: str
    result: CameraSet


class Swept(msgspec.Struct, frozen=True):
    """`readout` is swept at SHEARED_AT, `speed` with the usual shutter."""

    decks: list[str]
    seed: int
    points: list[SweptPoint]


POINTS: Final = tuple(
    Point(swept, value, level)
    for swept, values in (("speed", SPEEDS), ("readout", READOUTS))
    for value in values
    for level in LEVELS
)


def swept(accepted: Sequence[Accepted], seed: int, progress: Callable[[str], None]) -> Swept:
    """CARDS cards of each of these decks at every point."""
    seen: dict[Point, list[Reading]] = {point: [] for point in POINTS}
    for deck, templates in accepted:
        both, design = BothReaders(templates), deck.opened()
        for point in POINTS:
            seen[point] += _at(point, both, design, seed)
        progress(f"{deck.name} swept")
    points = [SweptPoint(*point, score(f"{point.swept}-{point.level}/{point.value:g}", read)) for point, read in seen.items()]
    return Swept([deck.name for deck, _ in accepted], seed, points)


def _at(point: Point, both: BothReaders, deck: DeckDesign, seed: int) -> list[Reading]:
    name = f"{seed} {deck.name} {point}"
    scene = set_up(deck, name, LEVELS[point.level], point.camera)
    faces = [(_STEP * at + crc32(name.encode())) % len(FULL_DECK) for at in range(CARDS)]
    return [(face, passed(both, scene.film(face, speed_mm_s=point.speed, most=FRAMES))) for face in faces]
