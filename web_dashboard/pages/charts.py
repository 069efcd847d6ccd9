"""Small charts as the numbers of SVG drawings. Pure geometry; the templates draw."""

from collections.abc import Sequence
from typing import NamedTuple

SPARK_WIDTH, SPARK_HEIGHT = 240.0, 36.0
BAR_WIDTH = 200.0
COLUMN, COLUMN_GAP, COLUMN_HEIGHT = 54.0, 10.0, 150.0


class Bar(NamedTuple):
    """A bar of a column chart; `top` counts downwards as SVG does."""

    x: float
    top: float
    height: float
    value: int


def spark(values: Sequence[int]) -> str:
    """The line of a sparkline as the `d` of a path, in a box of SPARK_WIDTH by SPARK_HEIGHT; empty without two values."""
    if len(values) < 2:
        return ""
    most = max(1, *values)
    step = SPARK_WIDTH / (len(values) - 1)
    points = (
        f"{place * step:.1f} {SPARK_HEIGHT - 2 - value / most * (SPARK_HEIGHT - 4):.1f}" for place, value in enumerate(values)
    )
    return "M" + "L".join(points)


def bar(value: float | None, most: float) -> float:
    """How long a lying bar is; something to be seen for whatever is more than nothing."""
    if not value or not most:
        return 0.0
    return round(max(2.0, value / most * BAR_WIDTH), 1)


def columns(values: Sequence[int]) -> tuple[Bar, ...]:
    """The bars of a column chart, COLUMN wide with COLUMN_GAP between."""
    most = max(1, *values) if values else 1
    heights = (round(value / most * COLUMN_HEIGHT, 1) for value in values)
    return tuple(
        Bar(place * (COLUMN + COLUMN_GAP), COLUMN_HEIGHT - height, height, values[place]) for place, height in enumerate(heights)
    )
