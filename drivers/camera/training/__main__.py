"""`python -m drivers.camera.training`: makes `card_net.onnx` and `card_net.json` anew."""

import argparse
import hashlib
import json
import logging
import platform
import subprocess
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import cv2
import numpy as np

from drivers.camera.network import MODEL, RECORD, Network
from drivers.camera.training import optics
from drivers.camera.training.designs import ART, DESIGNS, Design
from drivers.camera.training.fetch import fetched
from drivers.camera.training.fonts import FONTS, index_fonts
from drivers.camera.training.frames import Faces, Frames, Source, shown
from drivers.camera.training.glyphs import Glyphs
from drivers.camera.training.learn import exported, learned
from drivers.camera.training.render import RSVG, faces
from drivers.camera.training.tried import Answers, answers, counted, sure_from

LOG = logging.getLogger("camera-model")
TIMES = {"casino": 6, "odd": 6, "": 1}
"""How often each card of a design is tried, ordinary and hard."""


def main() -> None:
    """Fetches, renders, trains, exports, tries and records."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    asked = _asked()
    cv2.setNumThreads(1)
    packages = {package.name: (package, *fetched(package, asked.work / "packages")) for package in (*ART, *FONTS)}
    decks = {design: faces(design, packages[design.package][1], asked.work / "faces") for design in DESIGNS}
    glyphs = Glyphs(index_fonts([packages[font.name][1] for font in FONTS]))
    LOG.info("%d designs, ranks of %d fonts, suits of %d", len(decks), len(glyphs.ranks), len(glyphs.suits))
    source = Source(_of(decks, ""), _of(decks, "indexless"), glyphs)
    run = asked.work / f"run-{asked.seed}-{asked.frames}-{_script()[:12]}"
    run.mkdir(parents=True, exist_ok=True)
    frames = _frames(source, asked, run / "frames.npz")
    asked.out.mkdir(parents=True, exist_ok=True)
    model = asked.out / MODEL.name
    record: dict[str, object] = {"parameters": exported(learned(frames, asked.epochs, asked.seed, run), model)}
    record |= {"sha256": hashlib.sha256(model.read_bytes()).hexdigest()}
    record |= {"seed": asked.seed, "frames": asked.frames, "epochs": asked.epochs}
    record |= {"fonts": {"ranks": len(glyphs.ranks), "suits": len(glyphs.suits)}, "designs": _groups()}
    record |= {"tools": _tools(), "script_sha256": _script()}
    record |= {"packages": [{**package._asdict(), "sha256": digest} for package, _, digest in packages.values()]}
    record |= _tried(model, decks, asked.seed + 1)
    (asked.out / RECORD.name).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


def _frames(source: Source, asked: argparse.Namespace, kept: Path) -> Frames:
    """Made once, and kept for a run that was interrupted."""
    if not kept.exists():
        frames = source.made(np.random.default_rng(asked.seed), asked.frames)
        part = kept.with_name("part.npz")
        np.savez(part, **frames._asdict())
        part.replace(kept)
    with np.load(kept) as held:
        LOG.info("%d pictures", asked.frames)
        return Frames(held["pictures"], held["ranks"], held["suits"])


def _of(decks: dict[Design, Faces], held: str) -> list[Faces]:
    return [deck for design, deck in decks.items() if design.held == held]


def _groups() -> dict[str, list[str]]:
    kinds = ("", "indexless", "casino", "odd")
    return {kind or "trained": [design.name for design in DESIGNS if design.held == kind] for kind in kinds}


def _asked() -> argparse.Namespace:
    options = argparse.ArgumentParser(description="Makes the card network anew. About half an hour on one core.")
    options.add_argument("--work", type=Path, default=Path("build/camera"), help="folder for packages and rendered decks")
    options.add_argument("--out", type=Path, default=MODEL.parent, help="folder for the network and its record")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--frames", type=int, default=32_000)
    options.add_argument("--epochs", type=int, default=14)
    return options.parse_args()


def _tried(model: Path, decks: dict[Design, Faces], seed: int) -> dict[str, object]:
    """From which confidence on a card counts as read, and how the designs are read then."""
    network, rng = Network(model, sure=0.0), np.random.default_rng(seed)
    groups: dict[str, list[Answers]] = {"casino": [], "odd": [], "": []}
    for design, deck in decks.items():
        for strength, name in ((optics.ORDINARY, "ordinary"), (optics.HARD, "hard")):
            if design.held in groups:
                frames = shown(rng, deck, strength, TIMES[design.held])
                groups[design.held].append(answers(network, design.name, name, frames))
    sure = sure_from(groups["casino"])
    results = [counted(group, sure) for held in groups for group in groups[held]]
    for result in results:
        LOG.info("sure %.2f  %-32s %-9s n %4d  right %4d  wrong %d  refused %d", sure, *result)
    return {"sure": sure, "tried": [result._asdict() for result in results]}


def _tools() -> dict[str, str]:
    rsvg = subprocess.run([RSVG, "--version"], capture_output=True, text=True, check=True, timeout=30).stdout.strip()  # noqa: S603
    names: dict[str, Callable[[], str]] = {"python": platform.python_version, "machine": platform.machine}
    packages = ("torch", "numpy", "opencv-python-headless", "pillow")
    return {name: ask() for name, ask in names.items()} | {name: version(name) for name in packages} | {"rsvg-convert": rsvg}


def _script() -> str:
    """One hash over all files of this folder."""
    files = sorted(Path(__file__).parent.glob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


if __name__ == "__main__":
    main()
