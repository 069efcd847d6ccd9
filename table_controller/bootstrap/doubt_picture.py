"""The felt of a table with each antenna at its place, the darker the more it leaves in doubt.

Owns the picture, as SVG text, and the words for the worst. Counts and places only: no card and no tag is known here.
"""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Final

from hardware.layout import Area, Layout
from table_controller.bootstrap.antenna_doubt import AntennaDoubt
from table_controller.config import zone_text
from table_controller.tracking import timing
from table_controller.tracking.bindings import Zone

WORST: Final = 3
_CM: Final = 5
_LINE: Final = 18
_STYLE: Final = (
    "<style>text{font:12px sans-serif;fill:#222}.s{font-size:9px}rect,ellipse,path{fill:none;stroke:#444}"
    ".b{stroke:#b23a48;stroke-opacity:0.6}</style>"
)
_KEY: Final = (
    "In each area: doubts, and cards that came to lie there. The redder, the more doubt. A line: cards of the one were heard by "
    "the other, the thicker the more often."
)
_WAITED: Final = {
    "moved_aside": "heard only beside where it lay, long and well enough",
    "neighbours": "two neighbours heard one card, 2 rounds",
    "clash": f"two places heard one card, {timing.INVENTORIES + 1} rounds",
}
Antennas = Mapping[Zone, AntennaDoubt]


def worst(antennas: Antennas) -> Iterator[str]:
    """The antennas that leave most in doubt, in words."""
    doubtful = [zone for zone in antennas if antennas[zone].doubts]
    ranked = sorted(doubtful, key=lambda zone: (-antennas[zone].doubts, zone))
    for zone in ranked[:WORST]:
        one = antennas[zone]
        yield f"{zone_text(zone)}: {', '.join(_words(one))} ({one.cards} cards came to lie there)"
    if not ranked:
        yield "no antenna left anything in doubt"


def _words(one: AntennaDoubt) -> Iterator[str]:
    for lay, times in sorted(one.overheard.items(), key=lambda item: (-item[1], item[0]))[:WORST]:
        yield f"{times} times it heard a card of {zone_text(lay)}"
    if one.flickers:
        yield f"{one.flickers} times a card went and came although it lay"
    for what, times in sorted(one.late.items(), key=lambda item: (-item[1], item[0])):
        yield f"{times} decided late ({_WAITED[what]})"
    if one.undecided:
        yield f"{one.undecided} gone before it was clear where they were"
    if one.unknown:
        yield f"{one.unknown} unknown tags"
    if one.weak:
        yield f"{one.weak} reports of hits below {timing.INVENTORIES} of {timing.INVENTORIES}"


def picture_of(layout: Layout, antennas: Antennas, title: str) -> str:
    """The picture, as somebody above the dealer sees it: the dealer is at the bottom."""
    wide, deep = layout.width * _CM, layout.depth * _CM
    words = [title, *worst(antennas), _KEY]
    areas = _areas(layout, antennas)
    size = f'viewBox="0 0 {wide + 20:g} {deep + 40 + _LINE * len(words):g}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
        _STYLE,
        f'<g transform="translate({wide / 2 + 10:g} {deep + 10:g})">',
    ]
    lines += [f'<rect x="{-wide / 2:g}" y="{-deep:g}" width="{wide:g}" height="{deep:g}" rx="{deep / 2:g}"/>']
    most = max((one.doubts for one in antennas.values()), default=0)
    for zone, area in areas.items():
        lines += _antenna(area, zone_text(zone), antennas[zone], most)
    lines += [*_overheard(areas, antennas), '<text x="0" y="20" text-anchor="middle">dealer</text>', "</g>"]
    lines += [f'<text x="10" y="{deep + 30 + _LINE * (n + 1):g}">{escape(text)}</text>' for n, text in enumerate(words)]
    return "\n".join([*lines, "</svg>"]) + "\n"


def _areas(layout: Layout, antennas: Antennas) -> dict[Zone, Area]:
    """Where each antenna is; one that the layout does not know is only in the words."""
    there = {area.place: area for area in layout.areas if area.place is not None}
    return {zone: there[zone_text(zone)] for zone in antennas if zone_text(zone) in there}


def _antenna(area: Area, name: str, one: AntennaDoubt, most: int) -> Iterator[str]:
    share = one.doubts / most if most else 0.0
    box = f'x="{area.left * _CM:g}" y="{-area.far * _CM:g}" width="{area.width * _CM:g}" height="{area.depth * _CM:g}"'
    x, y = area.x * _CM, -area.y * _CM
    yield f'<rect {box} style="fill:#d62839;fill-opacity:{0.8 * share:.2f}"/>'
    for row, text in enumerate((name.removesuffix(" cards").removeprefix("board "), f"{one.doubts} : {one.cards}")):
        yield f'<text x="{x:g}" y="{y - 2 + 13 * row:g}" class="s" text-anchor="middle">{escape(text)}</text>'


def _overheard(areas: Mapping[Zone, Area], antennas: Antennas) -> Iterator[str]:
    """A line from where cards lay to the antenna that heard them too."""
    pairs = [(zone, lay, times) for zone in areas for lay, times in antennas[zone].overheard.items() if lay in areas]
    most = max((times for *_, times in pairs), default=1)
    for zone, lay, times in pairs:
        (x, y), (to_x, to_y) = ((areas[one].x * _CM, -areas[one].y * _CM) for one in (lay, zone))
        yield f'<path class="b" stroke-width="{1 + 4 * times / most:g}" d="M{x:g} {y:g}L{to_x:g} {to_y:g}"/>'
