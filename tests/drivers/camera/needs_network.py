"""Tests of the network are skipped where there is none."""

import pytest

from drivers.camera.network import MODEL

needs_network = pytest.mark.skipif(not MODEL.is_file(), reason="there is no card network yet: make camera-model")
