"""Where things lie on a table's felt, read from a file of `hardware/layouts`.

Owns form and checks of such a file. Which antenna is under which area stands in the table's own configuration, which calls the
areas by the same names (`place`). Knows no rules: sides and measures are what the file says.
"""

import math
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any, Final

_HOLDS: Final = ("cards", "chips", "cash", "the dealer's work")


class LayoutError(ValueError):
    """The file is not a layout: what is wrong, and where."""


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of the felt, in cm, seen by the dealer: `x` to the right of the dealer's middle, `y` away from the dealer.

    `place`: its name in a table's configuration, None without antenna. `clauses`: of the rule text that asks for it.
    """

    name: str
    holds: str
    x: float
    y: float
    width: float
    depth: float
    place: str | None = None
    clauses: tuple[str, ...] = ()

    @property
    def left(self) -> float:
        """Its edge at the dealer's left."""
        return self.x - self.width / 2

    @property
    def right(self) -> float:
        """Its edge at the dealer's right."""
        return self.x + self.width / 2

    @property
    def near(self) -> float:
        """Its edge at the dealer's side."""
        return self.y - self.depth / 2

    @property
    def far(self) -> float:
        """Its edge away from the dealer."""
        return self.y + self.depth / 2


@dataclass(frozen=True, slots=True)
class Layout:
    """The whole felt. `line`: half axes of the bet line, an ellipse around the middle of the table."""

    name: str
    width: float
    depth: float
    areas: tuple[Area, ...]
    line: tuple[float, float]


def load(path: Path) -> Layout:
    """The layout of a file. LayoutError when it is none, areas with antennas are too near each other, or one is off the felt."""
    try:
        file = tomllib.loads(path.read_text(encoding="utf-8"))
        head = file["layout"]
        own = [Area(**{**area, "clauses": tuple(area.get("clauses", ()))}) for area in file["area"]]
        sign = -1 if head["mirrored"] else 1
        areas = (*(replace(area, x=sign * area.x) for area in own), *_seats(file["seats"], head["depth"] / 2))
        line = file["seats"]["line"]
        layout = Layout(head["name"], head["width"], head["depth"], areas, (line["across"], line["along"]))
        _check(layout, head["antenna_gap"])
    except KeyError as missing:
        raise LayoutError(f"{path}: {missing.args[0]} is not there") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, TypeError) as wrong:
        raise LayoutError(f"{path}: {wrong}") from None
    return layout


def _seats(seats: Mapping[str, Any], middle: float) -> Iterator[Area]:
    """Seat 1 is at the dealer's left, and the others follow clockwise; the dealer has the room of two on the ring."""
    for seat in range(1, seats["count"] + 1):
        angle = math.radians(270 - (seat + 0.5) * 360 / (seats["count"] + 2))
        for what, ring, place in (("cards", seats["cards"], f"seat {seat} cards"), ("bet", seats["bets"], None)):
            x, y = ring["across"] * math.cos(angle), middle + ring["along"] * math.sin(angle)
            holds, clauses = "cards" if place else "chips", tuple(ring.get("clauses", ()))
            yield Area(f"seat {seat} {what}", holds, round(x, 1), round(y, 1), ring["width"], ring["depth"], place, clauses)


def _check(layout: Layout, gap: float) -> None:
    names = [area.name for area in layout.areas]
    if len(set(names)) != len(names):
        raise LayoutError("two areas have the same name")
    for area in layout.areas:
        if area.holds not in _HOLDS:
            raise LayoutError(f"{area.name}: holds must be one of {', '.join(_HOLDS)}")
        if min(area.near, layout.depth - area.far, layout.width / 2 - max(abs(area.left), abs(area.right))) < 0:
            raise LayoutError(f"{area.name} is off the felt")
    for one, other in combinations([area for area in layout.areas if area.place is not None], 2):
        if _apart(one, other) < gap:
            raise LayoutError(f"{one.name} and {other.name} are less than {gap} cm apart, too near for two antennas")


def _apart(one: Area, other: Area) -> float:
    """Between their nearest edges, in cm; negative when they overlap."""
    return max(one.left - other.right, other.left - one.right, one.near - other.far, other.near - one.far)
