"""Many correlations at once are what OpenCV finds one by one."""

import cv2
import numpy as np

from drivers.camera.correlate import Parts


def test_each_template_fits_as_well_as_opencv_says() -> None:
    rng = np.random.default_rng(2)
    parts = {name: rng.integers(0, 256, (9, 7)).astype(np.uint8) for name in range(4)}
    pictures = [rng.integers(0, 256, (15, 12)).astype(np.uint8) for _ in range(3)]
    pictures[1][3:12, 2:9] = parts[2]
    fits = Parts(parts).fits(pictures)
    for name, part in parts.items():
        wanted = max(float(cv2.matchTemplate(picture, part, cv2.TM_CCOEFF_NORMED).max()) for picture in pictures)
        np.testing.assert_allclose(fits[name], wanted, atol=1e-4)
    assert fits[2] > 0.999
    assert max(fit for name, fit in fits.items() if name != 2) < 0.8


def test_where_nothing_is_nothing_fits() -> None:
    part = np.random.default_rng(2).integers(0, 256, (9, 7)).astype(np.uint8)
    assert Parts({0: part}).fits([np.full((15, 12), 200, np.uint8)])[0] < 0.05
