"""Drawings made from the schema and the layouts: how the board is wired, and what lies where on the felt.

Owns the pictures only, as SVG text.
"""

from collections.abc import Iterable, Iterator
from html import escape

from hardware.generate.schema import Pins, Schema
from hardware.layout import Area, Layout

_STYLE = "<style>text{font:12px sans-serif;fill:#222}.s{font-size:10px;fill:#555}rect,ellipse,path{fill:none;stroke:#444}</style>"
_ROW, _BOX, _GAP = 46, 430, 90
_CM = 5
_KEY = "All measures are assumed. Filled: an antenna is under it. Dashed: bet line."


def wiring(schema: Schema) -> str:
    """`hardware/wiring.svg`: the processor in the middle, and what hangs on each of its pins."""
    half = (len(schema.pins) + 1) // 2
    height = half * _ROW + 40
    lines = [svg(2 * (_BOX + _GAP) + 120, height), box(_BOX + _GAP, 20, 120, half * _ROW - 10)]
    lines += [text(_BOX + _GAP + 60, height / 2, "ATmega2560", middle=True)]
    for n, row in enumerate(schema.pins):
        lines += _wire(row, 20 + n % half * _ROW, at_left=n < half)
    return "\n".join([*lines, "</svg>"]) + "\n"


def felt(layout: Layout) -> str:
    """The drawing of a layout, as somebody above the dealer sees it: the dealer is at the bottom."""
    wide, deep = layout.width * _CM, layout.depth * _CM
    across, along = (axis * _CM for axis in layout.line)
    lines = [svg(wide + 20, deep + 50), f'<g transform="translate({wide / 2 + 10:g} {deep + 10:g})">']
    lines += [f'<rect x="{-wide / 2:g}" y="{-deep:g}" width="{wide:g}" height="{deep:g}" rx="{deep / 2:g}"/>']
    lines += [f'<ellipse cx="0" cy="{-deep / 2:g}" rx="{across:g}" ry="{along:g}" stroke-dasharray="6 4"/>']
    for area in layout.areas:
        lines += _area(area)
    lines += [text(0, 20, "dealer", middle=True), "</g>"]
    lines += [text(10, deep + 44, f"{layout.name}. {_KEY}", small=True)]
    return "\n".join([*lines, "</svg>"]) + "\n"


def svg(width: float, height: float) -> str:
    made = "<!-- Made by `make generate`: change what it is made from, not this. -->"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">\n{made}\n{_STYLE}'


def _wire(row: Pins, y: float, *, at_left: bool) -> Iterator[str]:
    processor = _BOX + _GAP
    x = 10 if at_left else processor + 120 + _GAP - 10
    begins, ends = (x + _BOX, processor) if at_left else (processor + 120, x)
    pins = " ".join(f"P{pin}" for pin in row.pins)
    yield box(x, y, _BOX, _ROW - 10)
    yield text(x + 8, y + 14, f"{row.name}   {pins}")
    yield text(x + 8, y + 29, row.doc, small=True)
    yield f'<path d="M{begins:g} {y + 18:g}H{ends:g}"/>'
    yield text((begins + ends) / 2, y + 14, f"{len(row.pins)}", middle=True, small=True)


def _area(area: Area) -> Iterable[str]:
    fill = ' style="fill:#dfeedf"' if area.place is not None else ""
    box = f'x="{area.left * _CM:g}" y="{-area.far * _CM:g}" width="{area.width * _CM:g}" height="{area.depth * _CM:g}"'
    yield f"<rect {box}{fill}/>"
    yield text(area.x * _CM, -area.y * _CM + 4, area.name, middle=True, small=True)


def box(x: float, y: float, width: float, height: float) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="4"/>'


def text(x: float, y: float, words: str, *, middle: bool = False, small: bool = False) -> str:
    look = ' class="s"' * small + ' text-anchor="middle"' * middle
    return f'<text x="{x:g}" y="{y:g}"{look}>{escape(words)}</text>'
