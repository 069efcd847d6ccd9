"""Light, lens and sensor of a camera: what every picture of it shares, and what differs from one to the next."""

from typing import NamedTuple

import cv2
import numpy as np

from hardware.simulator.camera.design import Numbers, Picture


class Level(NamedTuple):
    """How bad everything is: 1 an ordinary reader, 1.7 a bad one, some of whose pictures nobody could read."""

    name: str
    strength: float


NORMAL = Level("normal", 1.0)
HARD = Level("hard", 1.7)
LEVELS = {level.name: level for level in (NORMAL, HARD)}


class Light(NamedTuple):
    """What lies in the device: its lamp, exposure and white balance, its lens, its sensor."""

    slope: tuple[float, float]
    """How much brighter it is at the right and the lower edge than in the middle, as a share."""
    exposure: tuple[float, float, float]
    """How much of blue, green and red comes through."""
    defocus_mm: float
    noise: float
    jpeg: int
    plate: tuple[int, int, int]
    """What is seen where no card is: the dark plate over the camera."""


def fixed(rng: np.random.Generator, strength: float) -> Light:
    """The light of one device, which stays."""
    cast = np.exp(rng.normal(0, 0.05 * strength, 3)) * 0.8 * np.exp(rng.normal(0, 0.12 * strength))
    return Light(
        slope=(float(rng.normal(0, 0.1 * strength)), float(rng.normal(0, 0.1 * strength))),
        exposure=(float(cast[0]), float(cast[1]), float(cast[2])),
        defocus_mm=float(abs(rng.normal(0, 0.08 * strength))),
        noise=float(rng.uniform(1, 4) * strength),
        jpeg=int(rng.uniform(70, 96)),
        plate=tuple((int(rng.integers(8, 40)) + rng.integers(0, 8, 3)).tolist()),
    )


class Optics:
    """Makes pictures of one size out of what lies before the lens."""

    def __init__(self, size: tuple[int, int], px_per_mm: float, light: Light) -> None:
        self.size, self.px_per_mm, self.light = size, px_per_mm, light
        down, right = np.mgrid[0 : size[1], 0 : size[0]].astype(np.float32)
        self._right, self._down = right, down
        falls = 1 + light.slope[0] * (right / size[0] - 0.5) + light.slope[1] * (down / size[1] - 0.5)
        self._grain = np.random.default_rng(light.jpeg).standard_normal((size[1] * 2, size[0] * 2, 3), np.float32) * light.noise
        self._falls = (falls[:, :, None] * np.array(light.exposure, np.float32)).astype(np.float32)

    def lit(self, image: Numbers, brighter: float = 1.0) -> Numbers:
        """`image` under the lamp."""
        lit: Numbers = image * (self._falls * np.float32(brighter))
        return lit

    def glaring(self, image: Numbers, card: Numbers, x_mm: float, y_mm: float, size_mm: float, bright: float) -> Numbers:
        """The lamp mirrored in what shines: where `card` is 255, `bright` (0..255) in the middle."""
        x, y, size = x_mm * self.px_per_mm, y_mm * self.px_per_mm, size_mm * self.px_per_mm
        across = np.exp(-((self._right[:1] - x) ** 2) / (2 * size * size))
        along = np.exp(-((self._down[:, :1] - y) ** 2) / (2 * size * size))
        glare: Numbers = image + card * (along * across * np.float32(bright / 255))[:, :, None]
        return glare

    def shaded(self, image: Numbers, edge_mm: float, soft_mm: float, dark: float, slant: float) -> Numbers:
        """The edge of a shadow: `dark` is the share of light it takes right of `edge_mm`."""
        from_edge = (self._right + slant * self._down) / self.px_per_mm - edge_mm
        shade: Numbers = 1 - dark / (1 + np.exp(np.clip(-from_edge / soft_mm, -20, 20)))
        return image * shade[:, :, None].astype(np.float32)

    def seen(self, rng: np.random.Generator, image: Numbers, moved_mm: float = 0.0, more_defocus_mm: float = 0.0) -> Picture:
        """Out of focus, moved along the picture's columns while the shutter was open, noisy, and sent as JPEG."""
        defocus = float(np.hypot(self.light.defocus_mm, more_defocus_mm)) * self.px_per_mm
        if defocus > 0.25:
            image = cv2.GaussianBlur(image, (0, 0), defocus)
        image = _moved(image, moved_mm * self.px_per_mm)
        sent = np.clip(image + self._noise(rng), 0, 255).astype(np.uint8)
        _, coded = cv2.imencode(".jpg", sent, [cv2.IMWRITE_JPEG_QUALITY, self.light.jpeg])
        received: Picture | None = cv2.imdecode(coded, cv2.IMREAD_COLOR)
        assert received is not None
        return received

    def _noise(self, rng: np.random.Generator) -> Numbers:
        """A piece of a larger field of noise, drawn once: drawing it anew would take longer than all else."""
        down, right = rng.integers(0, self.size[1] + 1), rng.integers(0, self.size[0] + 1)
        noise: Numbers = self._grain[down : down + self.size[1], right : right + self.size[0]]
        return noise


def _moved(image: Numbers, pixels: float) -> Numbers:
    """Smeared over so many pixels downwards, parts of one included."""
    if pixels < 0.3:
        return image
    half = int(np.ceil(pixels / 2))
    reach = np.arange(-half, half + 1, dtype=np.float32)
    kernel = np.clip(pixels / 2 + 0.5 - np.abs(reach), 0, 1)
    return cv2.filter2D(image, -1, (kernel / kernel.sum())[:, None])
