"""Decks that training never saw, before the simulated shoe camera: each is enrolled as a house enrols it, then dealt from.

What is passed: cards of every deck in turn, at speeds from 100 to 1,000 mm/s, at two levels of all that goes wrong. A card is
read as the shoe reads it: pictures in their order, until three surely say the same.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from statistics import median
from typing import Final, NamedTuple
from zlib import crc32

import msgspec
import numpy as np

from drivers.camera.acceptance import Verdict, inspected
from drivers.camera.corner import window_at_corner
from drivers.camera.passing import ENOUGH, LEAST
from drivers.camera.picture import Picture
from drivers.camera.seen import UNSEEN, Seen
from drivers.camera.symptoms import BURNT, SOFT, symptoms_of
from drivers.camera.templates import Templates
from drivers.camera.together import BothReaders, voted
from hardware.simulator.camera.design import DeckDesign
from hardware.simulator.camera.optics import HARD, NORMAL, Level
from hardware.simulator.camera.shoe import CardScene, ShoeCamera
from table_controller.bootstrap.bench_camera_decks import HeldOut
from table_controller.bootstrap.bench_camera_score import CameraSet, score
from table_controller.core.cards import FULL_DECK, Card

CAMERA: Final = ShoeCamera(px_per_mm=5.0)
"""The coarsest that the readers are made for: what is read here is read by any better one."""
LEVELS: Final = (NORMAL, HARD)
FRAMES: Final = 5
"""Taken of a card at most."""
_SHOWN_AT: Final = 150.0
"""mm/s: whoever enrols a deck draws its cards slowly."""
_SHOWN_AGAIN: Final = 3
"""So often a card is shown at most: until its corner is found, and until it is read."""
_SET_UP_WITH: Final = (0, 17, 34)
"""Faces a camera is set up with."""
_CAMERAS: Final = 10
"""Tried at most for one place."""


Reading = tuple[int | None, Seen]
"""What a card is, and what was read."""


class DeckTried(msgspec.Struct, frozen=True):
    """How the acceptance of one deck ended."""

    name: str
    kind: str
    """`casino`, `odd` or `drawn`."""
    accepted: bool
    why: str
    errors: int
    """Readings of its 52 cards that were wrong or missing, of both readers together."""


class Accepted(NamedTuple):
    """A deck that may be dealt from, and the templates that were made of it."""

    deck: HeldOut
    templates: Templates


class Enrolled(NamedTuple):
    """How the acceptance of all decks ended."""

    decks: list[DeckTried]
    accepted: list[Accepted]


def decks_enrolled(decks: Sequence[HeldOut], seed: int, progress: Callable[[str], None]) -> Enrolled:
    """Shows every deck to the camera once."""
    tried, accepted = [], []
    for deck in decks:
        verdict = shown_once(deck.opened(), seed)
        tried.append(DeckTried(deck.name, deck.kind, verdict.accepted, verdict.why, len(verdict.errors)))
        if verdict.accepted and verdict.templates is not None:
            accepted.append(Accepted(deck, verdict.templates))
        progress(f"{deck.name} {verdict.why}")
    return Enrolled(tried, accepted)


def passes(accepted: Sequence[Accepted], cards: int, seed: int, progress: Callable[[str], None]) -> list[CameraSet]:
    """At least `cards` cards of these decks, at both levels alike: sets `passes-LEVEL/DECK`, and `passes-LEVEL/all`."""
    rounds = -(-cards // max(1, len(accepted) * len(LEVELS) * len(FULL_DECK)))
    seen: dict[tuple[str, str], list[Reading]] = {}
    for deck, templates in accepted:
        both, design = BothReaders(templates), deck.opened()
        for level in LEVELS:
            readings = seen[level.name, deck.name] = list(dealt(both, design, level, seed, rounds))
            so_far = score("", readings)
            progress(f"{deck.name} {level.name}: {so_far.read} of {so_far.n} read, {so_far.wrong} wrong")
    return _sets(seen)


def _sets(seen: Mapping[tuple[str, str], list[Reading]]) -> list[CameraSet]:
    sets = [score(f"passes-{level}/{deck}", readings) for (level, deck), readings in seen.items()]
    for level in LEVELS:
        everything = [reading for (name, _), readings in seen.items() if name == level.name for reading in readings]
        sets.append(score(f"passes-{level.name}/all", everything))
    return sets


def shown_once(deck: DeckDesign, seed: int) -> Verdict:
    """Each card is drawn slowly past the camera, and its middle window enrols it; again where no corner was found.

    As `burnturn camera enroll` advises, cards that are not surely read, and those alone, are shown again.
    """
    scene = _scene(deck, seed, 0, NORMAL)
    shown = {face: window for face in FULL_DECK if (window := _shown(scene, face)) is not None}
    verdict = inspected(list(shown.items()))
    for _ in range(1, _SHOWN_AGAIN):
        if verdict.why != "unread":
            break
        again = {face: _shown(scene, face) for face in sorted({error.face for error in verdict.errors})}
        shown |= {face: window for face, window in again.items() if window is not None}
        verdict = inspected(list(shown.items()))
    return verdict


def _shown(scene: CardScene, face: Card) -> Picture | None:
    """The middle one of the card's windows; None if no corner was found, however often it was tried."""
    tries = (list(windows(scene.film(face, speed_mm_s=_SHOWN_AT, most=FRAMES))) for _ in range(_SHOWN_AGAIN))
    found = next(filter(None, tries), [])
    return found[len(found) // 2] if found else None


def dealt(both: BothReaders, deck: DeckDesign, level: Level, seed: int, rounds: int) -> Iterator[Reading]:
    """Every card of the deck so many times, shuffled each time, before another camera with another lamp each time.

    What it is, and what was read.
    """
    for turn in range(1, rounds + 1):
        scene, rng = _scene(deck, seed, turn, level), np.random.default_rng((seed, turn))
        for face in rng.permutation(len(FULL_DECK)).tolist():
            yield face, passed(both, scene.film(face, most=FRAMES))


def _scene(deck: DeckDesign, seed: int, turn: int, level: Level) -> CardScene:
    """A camera of its own, with its lamp, for each deck and turn."""
    return set_up(deck, f"{seed} {deck.name} {turn}", level, CAMERA)


def set_up(deck: DeckDesign, name: str, level: Level, camera: ShoeCamera) -> CardScene:
    """The camera of this name; if it is overexposed, as whoever sets it up sees (hardware/camera.md), the next one."""
    for again in range(_CAMERAS):
        chance = crc32(f"{name}{' again' * again}".encode())
        if not _overexposed(CardScene(deck, chance, level, camera)):
            break
    return CardScene(deck, chance, level, camera)


def _overexposed(scene: CardScene) -> bool:
    """By the product's own bound, of some cards shown slowly, which are none of those that are counted."""
    shown = [list(windows(scene.film(face, speed_mm_s=_SHOWN_AT, most=FRAMES))) for face in _SET_UP_WITH]
    burnt = [symptoms_of(found[len(found) // 2], SOFT).burnt for found in shown if found]
    return bool(burnt) and median(burnt) >= BURNT


def passed(both: BothReaders, frames: Iterable[Picture]) -> Seen:
    """One reading of all pictures of a card."""
    looks: list[Seen] = []
    for window in windows(frames):
        looks.append(both.seen(window))
        if sum(look.face is not None for look in looks) >= ENOUGH:
            break
    return voted(looks) if sum(look.face is not None for look in looks) >= LEAST else UNSEEN


def windows(frames: Iterable[Picture]) -> Iterator[Picture]:
    """Those of the pictures that show a corner."""
    return (window for frame in frames if (window := window_at_corner(frame, CAMERA.px_per_mm)) is not None)
