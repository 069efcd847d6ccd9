"""Pictures of cards that pass a simulated shoe camera, drawn once, and a camera's link that is fed with them."""

from functools import cache

from drivers.camera.camera_link import CameraLink
from drivers.camera.deck_readers import DeckReaders
from drivers.camera.evidence import Evidence
from drivers.camera.mouth import Mouth
from drivers.camera.passing import Passed
from drivers.camera.picture import Picture
from drivers.camera.templates import Templates, enrolled
from hardware.simulator.camera.drawn import STYLES, DrawnDeck
from hardware.simulator.camera.shoe import CardScene, Fault
from hardware.simulator.shoe_camera import CAMERA
from table_controller.bootstrap.simulated_camera import DECK, shown_windows
from table_controller.core.cards import Card, card
from table_controller.core.ids import DeviceId

DEVICE = DeviceId("camera")
FRAME_MS = 1000 / CAMERA.fps
SPEED = 400.0


@cache
def templates() -> Templates:
    return enrolled({face: [window] for face, window in shown_windows()})


@cache
def readers() -> DeckReaders:
    return DeckReaders([templates()])


@cache
def _scene(style: int) -> CardScene:
    return CardScene(DrawnDeck(STYLES[style]), 9, camera=CAMERA)


@cache
def passing(text: str, speed: float = SPEED, fault: Fault | None = None, style: int = STYLES.index(DECK)) -> tuple[Picture, ...]:
    """The pictures of one card on its way, from the first to the last."""
    return tuple(_scene(style).film(int(card(text)), speed_mm_s=speed, fault=fault, whole=True, most=1_000))


@cache
def empty(fault: Fault | None = None) -> tuple[Picture, ...]:
    """Some pictures of the mouth without a card; a sensor is never still."""
    return tuple(_scene(0).empty(fault) for _ in range(8))


class Watched:
    """A link with its own clock. `passed`: what it said of each card."""

    def __init__(self, turn: int = 0) -> None:
        self.passed: list[Passed] = []
        self.kept: list[Evidence] = []
        self.link = CameraLink(DEVICE, Mouth(CAMERA.px_per_mm, turn), readers(), self._told)
        self.now = 1_000.0
        self.link.opened(int(self.now))
        self.see(*empty())

    @property
    def faces(self) -> list[Card | None]:
        return [one.seen.face for one in self.passed]

    def see(self, *pictures: Picture) -> None:
        for picture in pictures:
            self.now += FRAME_MS
            self.link.saw(picture, int(self.now))

    def rest(self, ms: float, fault: Fault | None = None) -> None:
        """Nothing passes for so long."""
        pictures = empty(fault)
        self.see(*(pictures[at % len(pictures)] for at in range(round(ms / FRAME_MS))))

    def _told(self, passed: Passed, evidence: Evidence) -> None:
        self.passed.append(passed)
        self.kept.append(evidence)
