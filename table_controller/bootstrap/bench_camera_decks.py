"""The decks the passes of `burnturn bench camera` are made with: rendered from public packages, none seen in training.

Their packages are fetched with the registries' own clients when the bench runs, each with the hash it had when the network was
made. None of their art is in the project.
"""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from drivers.camera.network import RECORD
from drivers.camera.photo import opened_photo
from drivers.camera.picture import Picture
from drivers.camera.training.designs import ART, DESIGNS, Package
from drivers.camera.training.fetch import FetchError, fetched
from drivers.camera.training.render import RenderError, faces
from hardware.simulator.camera.design import DeckDesign, PrintedDeck
from hardware.simulator.camera.drawn import STYLES, DrawnDeck
from table_controller.core.cards import FULL_DECK

HELD_OUT = tuple(design for design in DESIGNS if design.held in ("casino", "odd"))
DRAWN = "drawn"
"""Kind of the decks that the simulated camera draws itself."""


class DecksError(Exception):
    """The decks cannot be had; the text says why."""


class HeldOut(NamedTuple):
    """A deck, and whether it is like those casinos use (`casino`), `odd`, or `drawn` by the simulated camera."""

    name: str
    kind: str
    opened: Callable[[], DeckDesign]
    """Its pictures, which are large: one deck at a time is enough."""


def held_out(work: Path, progress: Callable[[str], None]) -> list[HeldOut]:
    """The eleven, and the drawn ones. `work`: where packages and rendered cards are kept. DecksError."""
    packages = {package.name: package for package in ART}
    decks = []
    for design in HELD_OUT:
        try:
            inside = _checked(packages[design.package], work / "packages")
            if not (work / "faces" / design.name).is_dir():
                faces(design, inside, work / "faces")
        except (FetchError, RenderError, OSError) as failed:
            raise DecksError(str(failed)) from None
        decks.append(HeldOut(design.name, design.held, partial(_rendered, design.name, work)))
        progress(design.name)
    return decks + [HeldOut(style.name, DRAWN, partial(DrawnDeck, style)) for style in STYLES]


def _checked(package: Package, store: Path) -> Path:
    """The folder of the package, which is the one that the network's record names."""
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    wanted = {one["name"]: one["sha256"] for one in record["packages"]}
    folder, digest = fetched(package, store)
    if digest != wanted[package.name]:
        raise DecksError(f"{package.name} {package.version}: not the file that the record of the network names")
    return folder


def _rendered(name: str, work: Path) -> PrintedDeck:
    """At the size the simulated camera takes, which is larger than that of the training."""
    pictures: dict[int, Picture] = {face: opened_photo(work / "faces" / name / f"{face}.png") for face in FULL_DECK}
    return PrintedDeck(name, pictures)
