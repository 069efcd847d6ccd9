"""A card's corner as a reader's camera sees it: how it lies, what happened to it, light, thumb, lens and sensor.

Everything is drawn from the random numbers given. `strength` scales all of it: 1 is an ordinary reader, 1.7 a bad one, with some
pictures that nobody could read.
"""

import cv2
import numpy as np

from drivers.camera.picture import Numbers, Picture
from drivers.camera.training.scale import FRAME, SIM_PX

EASY, ORDINARY, HARD = 0.5, 1.0, 1.7
_WIDTH, _HEIGHT = FRAME
_DOWN, _RIGHT = (grid.astype(np.float32) for grid in np.mgrid[0:_HEIGHT, 0:_WIDTH])
_INDEX = (slice(2 * SIM_PX, 23 * SIM_PX), slice(1 * SIM_PX, 10 * SIM_PX))
"""Where in the window the index of a card that lies straight is."""
COVERED_AT_MOST = 0.12
"""Share of the index a thumb may hide and the card still be asked for."""
HIDDEN_FROM = 0.6
"""Share from which nobody can read it."""


def captured(rng: np.random.Generator, corner: Picture, strength: float, moved_mm: tuple[float, float] = (0, 0)) -> Picture:
    """One window, 8 bits, from a corner of 26 x 44 mm; `moved_mm` is how far the card lies out of its place on purpose."""
    image = _lit(rng, _lying(rng, _worn(rng, corner, strength), strength, moved_mm), strength)
    if rng.random() < 0.12 * strength:
        image = _thumbed(rng, image, hides=False)
    return _sensed(rng, _blurred(rng, image, strength), strength)


def hidden(rng: np.random.Generator, corner: Picture, strength: float) -> Picture:
    """A window whose index a thumb hides."""
    image = _thumbed(rng, _lit(rng, _lying(rng, corner, strength, (0, 0)), strength), hides=True)
    return _sensed(rng, _blurred(rng, image, strength), strength)


def _worn(rng: np.random.Generator, corner: Picture, strength: float) -> Picture:
    """Scratches, dirt, and ink that has faded."""
    if rng.random() > 0.25 * strength:
        return corner
    worn = corner.copy()
    height, width = worn.shape[:2]
    for _ in range(int(rng.integers(0, 5))):
        ends = rng.integers(0, (width, height), (2, 2))
        shade = int(rng.choice([rng.integers(60, 160), rng.integers(200, 256)]))
        cv2.line(worn, ends[0].tolist(), ends[1].tolist(), (shade,) * 3, 1, cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 8))):
        spot = rng.integers(0, (width, height)).tolist()
        cv2.circle(worn, spot, int(rng.integers(1, 4)), (int(rng.integers(90, 220)),) * 3, -1, cv2.LINE_AA)
    faded = rng.uniform(0, 0.3)
    return np.round(worn * (1 - faded) + 235 * faded).astype(np.uint8)


def _lying(rng: np.random.Generator, corner: Picture, strength: float, moved_mm: tuple[float, float]) -> Numbers:
    """Turned, shifted, tilted, bent, and sheared by a shutter that reads row after row while the card moves."""
    inverse = np.linalg.inv(_place(rng, strength, moved_mm))
    from_middle = (_DOWN - _HEIGHT / 2) / (_HEIGHT / 2)
    bend = rng.normal(0, 0.5 * strength) * SIM_PX if rng.random() < 0.3 else 0.0
    across = _RIGHT + bend * from_middle**2 + rng.normal(0, 0.5 * strength) * SIM_PX * from_middle
    down = _DOWN * (1 + rng.normal(0, 0.015 * strength)) + bend * ((_RIGHT - _WIDTH / 2) / (_WIDTH / 2)) ** 2
    depth = inverse[2, 0] * across + inverse[2, 1] * down + inverse[2, 2]
    columns = ((inverse[0, 0] * across + inverse[0, 1] * down + inverse[0, 2]) / depth).astype(np.float32)
    rows = ((inverse[1, 0] * across + inverse[1, 1] * down + inverse[1, 2]) / depth).astype(np.float32)
    around = (rng.integers(5, 90, 3) if rng.random() < 0.75 else rng.integers(60, 256, 3)).tolist()
    seen = cv2.remap(corner, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=around)
    return seen.astype(np.float32)


def _place(rng: np.random.Generator, strength: float, moved_mm: tuple[float, float]) -> Numbers:
    """From the corner's pixels to the window's."""
    turn = np.deg2rad(rng.uniform(-5, 5) * min(strength, 1.3))
    scale, wider = 1 + rng.normal(0, 0.02 * strength), 1 + rng.normal(0, 0.01 * strength)
    place = np.eye(3, dtype=np.float32)
    place[:2, :2] = [
        [np.cos(turn) * scale * wider, -np.sin(turn) * scale],
        [np.sin(turn) * scale * wider, np.cos(turn) * scale],
    ]
    middle = np.array([9.5, 17]) * SIM_PX
    shift = (rng.uniform(-1.5, 1.5, 2) * min(strength, 1.3) + moved_mm) * SIM_PX
    place[:2, 2] = np.array([_WIDTH / 2, _HEIGHT / 2]) - place[:2, :2] @ middle + shift
    place[2, :2] = rng.normal(0, 2.4e-4 * strength), rng.normal(0, 1.6e-4 * strength)
    return place


def _lit(rng: np.random.Generator, image: Numbers, strength: float) -> Numbers:
    """Exposure, white balance, light that falls off, glare and the edge of a shadow."""
    across, down = _RIGHT / _WIDTH - 0.5, _DOWN / _HEIGHT - 0.5
    light = 1 + rng.normal(0, 0.15 * strength) * across + rng.normal(0, 0.15 * strength) * down
    if rng.random() < 0.15 * strength:
        angle = rng.uniform(0, np.pi)
        from_edge = (_RIGHT - _WIDTH / 2) * np.cos(angle) + (_DOWN - _HEIGHT / 2) * np.sin(angle) - rng.normal(0, 6 * SIM_PX)
        light = light * (1 - rng.uniform(0.2, 0.6) / (1 + np.exp(-from_edge / rng.uniform(2, 13))))
    exposure = 0.8 * np.exp(rng.normal(0, 0.28 * strength)) * np.exp(rng.normal(0, 0.06 * strength, 3))
    image = image * (light[:, :, None] * exposure.astype(np.float32)).astype(np.float32)
    if rng.random() < 0.25 * strength:
        right, down_to, size = rng.uniform(0, _WIDTH), rng.uniform(0, _HEIGHT), rng.uniform(2, 7) * SIM_PX
        spot = np.exp(-((_RIGHT - right) ** 2 + (_DOWN - down_to) ** 2) / (2 * size * size))
        image = image + (rng.uniform(60, 220) * strength * spot)[:, :, None]
    return image


def _thumbed(rng: np.random.Generator, image: Numbers, hides: bool) -> Numbers:
    """A thumb over the window's edge that leaves the index to be read, or over the index."""
    for _ in range(20):
        angle = rng.uniform(0, 2 * np.pi)
        middle = (_WIDTH / 2 + np.cos(angle) * _WIDTH * 0.75, _HEIGHT / 2 + np.sin(angle) * _HEIGHT * 0.62)
        if hides:
            middle = (rng.uniform(2, 9) * SIM_PX, rng.uniform(6, 16) * SIM_PX)
        mask = np.zeros((_HEIGHT, _WIDTH), np.uint8)
        size, turn = (8 * SIM_PX, 13 * SIM_PX), np.rad2deg(angle) + rng.uniform(-30, 30) + 90
        cv2.ellipse(mask, (int(middle[0]), int(middle[1])), size, turn, 0, 360, (255,), -1, cv2.LINE_AA)
        covered = float(mask[_INDEX].mean()) / 255
        if (covered >= HIDDEN_FROM) if hides else (covered <= COVERED_AT_MOST):
            share = cv2.GaussianBlur(mask, (0, 0), 2).astype(np.float32)[:, :, None] / 255
            skin = np.array([rng.uniform(60, 170), rng.uniform(80, 190), rng.uniform(110, 230)], np.float32)
            return image * (1 - share) + skin * share * np.float32(rng.uniform(0.5, 1.1))
    return np.zeros_like(image) if hides else image


def _blurred(rng: np.random.Generator, image: Numbers, strength: float) -> Numbers:
    """Out of focus, and moved while the shutter was open."""
    defocus = abs(rng.normal(0, 0.14 * strength)) * SIM_PX
    if defocus > 0.3:
        image = cv2.GaussianBlur(image, (0, 0), defocus)
    motion = abs(rng.normal(0, 0.45 * strength)) * SIM_PX
    if motion > 1:
        size = max(3, int(motion) | 1)
        angle, half = rng.choice([0, np.pi / 2]) + rng.normal(0, 0.15), size // 2
        reach = np.array([np.cos(angle), np.sin(angle)]) * half
        kernel = np.zeros((size, size), np.float32)
        cv2.line(kernel, np.rint(half - reach).astype(int).tolist(), np.rint(half + reach).astype(int).tolist(), (1.0,), 1)
        image = cv2.filter2D(image, -1, kernel / kernel.sum())
    return image


def _sensed(rng: np.random.Generator, image: Numbers, strength: float) -> Picture:
    """What the sensor makes of it: its pixels, its curve, noise, and the way the picture is sent."""
    if rng.random() < 0.5:  # a camera with fewer pixels; the window is brought to its size afterwards
        fewer = rng.uniform(0.25, 0.8)
        image = cv2.resize(image, None, fx=fewer, fy=fewer, interpolation=cv2.INTER_AREA)
    image = 255 * np.clip(image / 255, 0, 1) ** np.float32(np.exp(rng.normal(0, 0.15 * strength)))
    noise = rng.standard_normal(image.shape, dtype=np.float32) * np.float32(rng.uniform(1, 6) * strength)
    sent = np.clip(image + noise, 0, 255).astype(np.uint8)
    _, coded = cv2.imencode(".jpg", sent, [cv2.IMWRITE_JPEG_QUALITY, int(rng.uniform(50, 96))])
    received = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    assert received is not None
    return received if received.shape[:2] == (_HEIGHT, _WIDTH) else cv2.resize(received, FRAME, interpolation=cv2.INTER_LINEAR)
