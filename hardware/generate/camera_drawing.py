"""The mounting of the shoe's camera, in section and as the camera sees it, drawn from the measures of `hardware/camera.md`.

Owns the measures and the arithmetic that follows from them; none was tried.
"""

from collections.abc import Iterator
from typing import NamedTuple

from hardware.generate.drawings import box, svg, text

_PX = 4
"""Of the drawing, for a millimetre."""
_CARD = (63.5, 88.9)


class Mounting(NamedTuple):
    """Lengths in mm, times in ms, speeds in mm/s; all assumed."""

    across: float = 26.0
    along: float = 64.0
    """What the camera sees: across the way of the cards, and along it."""
    sensor: tuple[float, float] = (3.86, 2.9)
    """Global shutter, 1280 x 960 pixels of 3 micrometres, its long side along the way."""
    pixels: tuple[int, int] = (1280, 960)
    focal: float = 4.0
    exposure: float = 0.5
    fps: float = 120.0
    corner: float = 30.0
    """So much of the card must be in the picture for its corner to be read."""

    @property
    def scale(self) -> float:
        """Of the picture on the sensor: the length along the way decides."""
        return self.sensor[0] / self.along

    @property
    def distance(self) -> float:
        """From the card to the lens (thin lens)."""
        return self.focal * (1 + 1 / self.scale)

    @property
    def px_per_mm(self) -> float:
        """On the card."""
        return self.pixels[0] / self.along

    def frames(self, speed: float) -> float:
        """Pictures with the whole index, of a card as quick as this."""
        return (self.along - self.corner) / speed * self.fps

    def blur(self, speed: float) -> float:
        """How far the card goes while the shutter is open."""
        return speed * self.exposure / 1000


def shoe_camera(it: Mounting = Mounting()) -> str:  # noqa: B008  (frozen)
    """`hardware/shoe_camera.svg`."""
    return "\n".join([svg(760, 520), *_section(it), *_seen(it), *_figures(it), "</svg>"]) + "\n"


def _section(it: Mounting) -> Iterator[str]:
    """From the side: the card slides over the window, the camera looks up."""
    yield text(20, 24, "Section along the way of the card")
    x, y = 60, 90
    wide, deep = it.along * _PX * 0.8, it.distance * _PX * 0.8
    yield f'<path d="M{x - 40} {y}H{x}M{x + wide:g} {y}H{x + wide + 60:g}"/>'
    yield f'<path d="M{x} {y + 4}H{x + wide:g}" stroke-dasharray="4 3"/>'
    yield text(x + wide + 4, y + 18, "window, 2 mm glass", small=True)
    yield f'<path d="M{x - 30} {y - 8}H{x - 30 + _CARD[1] * _PX * 0.8:g}" stroke-width="3"/>'
    yield text(x - 30, y - 16, "card, face down  →", small=True)
    yield box(x + wide / 2 - 22, y + deep, 44, 36)
    yield text(x + wide / 2, y + deep + 22, "camera", middle=True, small=True)
    yield f'<path d="M{x} {y + 4}L{x + wide / 2 - 6:g} {y + deep:g}M{x + wide:g} {y + 4}L{x + wide / 2 + 6:g} {y + deep:g}"/>'
    yield text(x + wide / 2, y + deep / 2, f"{it.distance:.0f} mm", middle=True)
    for left in (x - 34, x + wide + 14):
        yield box(left, y + 30, 20, 10)
    yield text(x + wide + 40, y + 39, "LED bars at 45°, diffused", small=True)
    yield from (f'<circle cx="{x + at:g}" cy="{y - 2}" r="3"/>' for at in (-14, wide + 10))
    yield text(x + wide - 40, y - 16, "gate beams: before and behind", small=True)


def _seen(it: Mounting) -> Iterator[str]:
    """What the camera sees: the guide at the left, the card moving up."""
    x, y = 500, 60
    yield text(x, 24, "As the camera sees it")
    yield box(x, y, it.across * _PX, it.along * _PX)
    left, top = x + 3.5 * _PX, y + 20 * _PX
    round_corner = f"H{left + 12:g}Q{left:g} {top:g} {left:g} {top + 12:g}"
    yield f'<path d="M{x + it.across * _PX:g} {top:g}{round_corner}V{y + it.along * _PX:g}"/>'
    yield text(left + 8, top + 40, "A")
    yield text(left + 8, top + 60, "♠")
    yield text(x + it.across * _PX + 8, top + 60, "↑ way of the card", small=True)
    yield text(x, y + it.along * _PX + 16, f"{it.across:g} x {it.along:g} mm, {it.px_per_mm:.0f} pixels a mm", small=True)
    yield text(x, y - 8, "left edge of the card: 2.5 to 4.5 mm in", small=True)


def _figures(it: Mounting) -> Iterator[str]:
    """The same arithmetic as in the text."""
    yield text(
        20, 420, f"Lens {it.focal:g} mm, {it.distance:.0f} mm to the card. {it.fps:g} pictures a second, {it.exposure:g} ms each."
    )
    for row, speed in enumerate((300, 500, 1000)):
        told = f"{speed} mm/s: {it.frames(speed):.1f} pictures with the whole index, {it.blur(speed):.2f} mm of motion in each"
        yield text(20, 444 + 20 * row, told)
    yield text(20, 512, "Nothing of this was built, and no measure tried.", small=True)
