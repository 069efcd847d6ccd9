"""The sweeps of `burnturn bench tracking` as pictures: one SVG for each parameter, the same bytes from the same figures.

Owns the drawing. matplotlib is an extra (`pip install burnturn[plots]`); everything else goes without it.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from table_controller.bootstrap.sweep_tracking import SWEPT, PointOf, Sweep, SweepPoint

FIGURES: Final = "sweep.json"
"""The figures that are drawn, beside the pictures."""
_OURS, _NAIVE, _GREY = "#0b6e4f", "#b23a48", "#777777"
STYLE: Final = {
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "burnturn",  # ids would be drawn by chance
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


class NoMatplotlibError(RuntimeError):
    """Pictures need the extra `plots`."""


class _Panel(NamedTuple):
    """`of`: what is drawn of a point, None where there is nothing. `wanted`: what it should at most be. `steep`: some are much
    larger than others."""

    title: str
    of: Callable[[PointOf], float | None]
    wanted: float | None = None
    steep: bool = False


_PANELS: Final = (
    _Panel("false alarms in 100 hands", lambda one: one.false_alarms_per_100, steep=True),
    _Panel("missed of 100 errors", lambda one: one.missed_per_100),
    _Panel("questions in 100 hands", lambda one: one.questions_per_100, 1.0),
    _Panel("99 of 100 cards known in, s", lambda one: one.delay_p99_s, 1.5),
)


def write_sweep(sweep: Sweep, folder: Path) -> list[Path]:
    """The figures and a picture for each parameter, in this folder. NoMatplotlibError when they cannot be drawn."""
    folder.mkdir(parents=True, exist_ok=True)
    figures = folder / FIGURES
    figures.write_bytes(msgspec.json.format(msgspec.json.encode(sweep), indent=1) + b"\n")
    return [figures, *(_draw(sweep, name, folder / f"{name}.svg") for name in sweep.curves)]


def need_matplotlib() -> Any:
    """The library, for who wants to know before the work begins. NoMatplotlibError."""
    try:
        import matplotlib
        import matplotlib.figure
    except ImportError:
        raise NoMatplotlibError("pictures need matplotlib: pip install 'burnturn[plots]'") from None
    return matplotlib


def _draw(sweep: Sweep, name: str, path: Path) -> Path:
    matplotlib = need_matplotlib()
    with matplotlib.rc_context(STYLE):
        figure = matplotlib.figure.Figure(figsize=(9.6, 3.1), layout="constrained")
        for axes, panel in zip(figure.subplots(1, len(_PANELS)), _PANELS, strict=True):
            _panel(axes, panel, name, sweep.curves[name])
        figure.legend(*axes.get_legend_handles_labels(), loc="outside upper right", ncols=2, frameon=False)
        figure.suptitle(f"{name}: {SWEPT[name].what}", x=0.01, ha="left", fontsize=11)
        figure.supxlabel(caption(sweep), x=0.01, ha="left", fontsize=8, color=_GREY)
        figure.savefig(path, format="svg", metadata={"Date": None, "Creator": None})
    return path


def caption(sweep: Sweep) -> str:
    """What was played, and what the lines are."""
    played = f"{sweep.hands} hands a point, an error in {sweep.errors:g} of them, {sweep.rules}, seed {sweep.seed}"
    return f"{played}. Dotted: the typical value. Dashed: at most so much is wanted."


def _panel(axes: Any, panel: _Panel, name: str, points: tuple[SweepPoint, ...]) -> None:
    axes.axvline(SWEPT[name].typical, color=_GREY, linewidth=0.8, linestyle=":")
    if panel.wanted is not None:
        axes.axhline(panel.wanted, color=_GREY, linewidth=0.8, linestyle="--")
    ours = [(point.value, panel.of(point.ours)) for point in points]
    naive = [(point.value, panel.of(point.naive)) for point in points if point.naive is not None]
    top = max(_plot(axes, ours, "ours", _OURS), _plot(axes, naive, "naive", _NAIVE), 1.0)
    axes.set_title(panel.title, fontsize=9, loc="left")
    margin = (points[-1].value - points[0].value) / 20
    axes.set_xlim(points[0].value - margin, points[-1].value + margin)
    if panel.steep:
        axes.set_yscale("symlog", linthresh=1)
        axes.yaxis.set_major_formatter("{x:g}")
    axes.set_ylim(0, top * (2 if panel.steep else 1.1))


def _plot(axes: Any, line: list[tuple[float, float | None]], label: str, color: str) -> float:
    """Draws what there is of a line; its largest figure."""
    there = [(value, figure) for value, figure in line if figure is not None]
    axes.plot([value for value, _ in there], [figure for _, figure in there], color=color, marker="o", markersize=3, label=label)
    return max((figure for _, figure in there), default=0.0)
