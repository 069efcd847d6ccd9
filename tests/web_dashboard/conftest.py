"""Makes the helpers of these tests importable (pytest's importlib mode adds nothing to the path), and opens the browser."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.chromium import FLAGS

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="module")
def browser(chromium: Path) -> Iterator[Browser]:
    """Debian's Chromium. Not for the whole session: a module that opens its own must find none open."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=str(chromium), args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def axe(root: Path) -> Path:
    """axe-core as `make axe` has fetched it."""
    script = root / "build/axe/axe.min.js"
    if not script.is_file():
        pytest.skip("axe-core is not there (make axe)")
    return script
