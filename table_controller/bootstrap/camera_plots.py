"""How cards are read by speed and by shear, as a picture: the same bytes from the same figures. Needs matplotlib."""

from pathlib import Path
from typing import Any, Final

import msgspec

from table_controller.bootstrap.bench_camera_passes import CAMERA
from table_controller.bootstrap.bench_camera_sweep import CARDS, SHEARED_AT, Swept
from table_controller.bootstrap.tracking_plots import STYLE, need_matplotlib

_COLOURS: Final = {"normal": "#0b6e4f", "hard": "#b23a48"}
_GREY: Final = "#777777"
_WANTED: Final = {"normal": 99.5, "hard": 98.0}
_AXES: Final = {
    "speed": f"speed of the card, mm/s (shutter: {CAMERA.readout_ms:g} ms over the view)",
    "readout": f"readout of the shutter, ms over the view (at {SHEARED_AT:g} mm/s; 0: global)",
}


def write_swept(swept: Swept, folder: Path) -> list[Path]:
    """`sweep.json` and `passes.svg` in this folder. NoMatplotlibError when it cannot be drawn."""
    matplotlib = need_matplotlib()
    folder.mkdir(parents=True, exist_ok=True)
    figures, picture = folder / "sweep.json", folder / "passes.svg"
    figures.write_bytes(msgspec.json.format(msgspec.json.encode(swept), indent=1) + b"\n")
    with matplotlib.rc_context(STYLE):
        figure = matplotlib.figure.Figure(figsize=(9.6, 3.4), layout="constrained")
        for axes, name in zip(figure.subplots(1, len(_AXES), sharey=True), _AXES, strict=True):
            _panel(axes, name, swept)
        figure.legend(*axes.get_legend_handles_labels(), loc="outside upper right", ncols=2, frameon=False)
        figure.suptitle("Cards read, of 100", x=0.01, ha="left", fontsize=11)
        figure.supxlabel(_caption(swept), x=0.01, ha="left", fontsize=8, color=_GREY)
        figure.savefig(picture, format="svg", metadata={"Date": None, "Creator": None})
    return [figures, picture]


def _caption(swept: Swept) -> str:
    wrong = sum(point.result.wrong for point in swept.points)
    cards = CARDS * len(swept.decks)
    return (
        f"{cards} cards of {len(swept.decks)} decks a point, seed {swept.seed}; {wrong} read wrong. Dashed: so many are wanted."
    )


def _panel(axes: Any, name: str, swept: Swept) -> None:
    least = 100.0
    for level, colour in _COLOURS.items():
        points = [point for point in swept.points if (point.swept, point.level) == (name, level)]
        shares = [100 * point.result.read / max(1, point.result.n) for point in points]
        axes.axhline(_WANTED[level], color=colour, linewidth=0.8, linestyle="--")
        axes.plot([point.value for point in points], shares, color=colour, marker="o", markersize=3, label=level)
        least = min(least, *shares)
    axes.set_title(_AXES[name], fontsize=9, loc="left")
    axes.set_ylim(min(90.0, least - 2), 100.6)
