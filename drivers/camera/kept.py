"""Keeps the templates of an accepted deck in a file, and opens it again."""

import zipfile
from pathlib import Path

import numpy as np

from drivers.camera.index_box import Box
from drivers.camera.picture import Picture
from drivers.camera.templates import RedInk, Templates, parts_of
from table_controller.core.cards import DECK_SIZE, Card

FORM = 1
"""Of the file; another one is not opened."""


class NotTemplatesError(Exception):
    """The file holds no templates that this version can read."""


def keep(templates: Templates, file: Path) -> None:
    """Writes `templates` to `file`, whole or not at all."""
    red = (templates.red.middle, templates.red.between) if templates.red is not None else ()
    part = file.with_name(file.name + ".part")
    with part.open("wb") as into:
        np.savez_compressed(
            into, form=FORM, box=templates.box, faces=templates.faces, corners=np.stack(templates.corners), red=np.array(red)
        )
    part.replace(file)


def opened(file: Path) -> Templates:
    """What `keep` wrote. NotTemplatesError for any other file; OSError if it cannot be read."""
    try:
        with file.open("rb") as raw, np.load(raw, allow_pickle=False) as held:
            if int(held["form"]) != FORM:
                raise NotTemplatesError(f"{file}: templates of another version")
            box, faces = Box(*(int(side) for side in held["box"])), [Card(int(face)) for face in held["faces"]]
            corners: list[Picture] = list(held["corners"])
            red = RedInk(*(float(number) for number in held["red"])) if held["red"].size else None
    except (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):  # numpy's own words are for programmers
        raise NotTemplatesError(f"{file}: no templates of a deck") from None
    if len(faces) != len(corners) or not all(0 <= face < DECK_SIZE for face in faces):
        raise NotTemplatesError(f"{file}: templates and cards do not match")
    ranks, suits = parts_of(dict(zip(faces, corners, strict=True)), box)
    return Templates(box, tuple(faces), tuple(corners), ranks, suits, red)
