"""The camera of a simulated table: its deck, accepted as a real one would have to be, and its pictures in real time."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from drivers.camera.acceptance import inspected
from drivers.camera.corner import window_at_corner
from drivers.camera.kept import keep
from drivers.camera.picture import Picture
from hardware.simulator.camera.drawn import STYLES, DrawnDeck
from hardware.simulator.camera.optics import Level
from hardware.simulator.camera.shoe import CardScene
from hardware.simulator.shoe_camera import CAMERA, LiveShoeCamera
from hardware.simulator.world import PhysicalTable
from table_controller.core.cards import FULL_DECK, Card

if TYPE_CHECKING:
    from table_controller.bootstrap.simulated import SimulatedPlan

DECK: Final = STYLES[1]
_CALM: Final = Level("calm", 0.3)
"""A deck is shown to be accepted under good light, and slowly."""
_SLOW_MM_S: Final = 150.0
_SEED: Final = 5


class DeckNotAccepted(RuntimeError):
    """The readers err on the simulated deck: nothing can be played with it."""


def shown_windows() -> list[tuple[Card, Picture]]:
    """Each card of the simulated deck as the camera sees it, once."""
    scene = CardScene(DrawnDeck(DECK), _SEED, _CALM, CAMERA)
    shown: list[tuple[Card, Picture]] = []
    for face in FULL_DECK:
        windows = (window_at_corner(frame, CAMERA.px_per_mm) for frame in scene.film(face, speed_mm_s=_SLOW_MM_S, most=4))
        shown.append((face, next(window for window in windows if window is not None)))
    return shown


def accept_deck(file: Path) -> None:
    """Shows the deck to both readers and keeps what the templates know of it. DeckNotAccepted when one of them errs."""
    verdict = inspected(shown_windows())
    if not verdict.accepted or verdict.templates is None:
        raise DeckNotAccepted(f"the simulated deck is not accepted: {verdict.why}")
    keep(verdict.templates, file)


def camera_of(plan: "SimulatedPlan", truth: PhysicalTable, exit_ms: int) -> LiveShoeCamera:
    """The table's camera, to be entered. `exit_ms`: how long a card is in the mouth."""
    path = plan.device_path("camera")
    return LiveShoeCamera(truth, DrawnDeck(DECK), path, exit_ms, plan.noise_seed)
