"""Journals on disk for the tests of this folder."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

NOBODY = 65534


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a journal may be made."""
    return tmp_path / "t1.journal"


@pytest.fixture
def shared_directory() -> Iterator[Path]:
    """A journal directory as it is deployed: the group may read it and not write it. Needs root, to act as another user."""
    if os.geteuid() != 0:
        pytest.skip("reading as another user needs root")
    directory = Path(tempfile.mkdtemp(prefix="burnturn-journal-"))
    os.chown(directory, 0, NOBODY)
    directory.chmod(0o2750)
    yield directory
    shutil.rmtree(directory)
