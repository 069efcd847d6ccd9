"""Packages that the training fetches: where they are unpacked, and what an interrupted run leaves."""

import hashlib
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from drivers.camera.training.designs import Package
from drivers.camera.training.fetch import fetched

STORE = Path("store")
"""Beside where the command was given, as `build/camera` is."""
CARD = "usr/share/card.svg"


def arrived(kind: str) -> Path:
    folder = STORE / f"{kind}-cards" / "arrived"
    folder.mkdir(parents=True)
    return folder


def a_debian_package() -> Path:
    root = Path("made")
    for file, text in (
        ("DEBIAN/control", "Package: cards\nVersion: 1\nArchitecture: all\nMaintainer: n\nDescription: d\n"),
        (CARD, "ace"),
    ):
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        (root / file).write_text(text, encoding="utf-8")
    file = arrived("deb") / "cards.deb"
    subprocess.run(["dpkg-deb", "--build", str(root), str(file)], check=True, capture_output=True, timeout=30)
    return file


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg-deb is not here")
def test_a_debian_package_is_unpacked_in_a_folder_named_from_here() -> None:
    file = a_debian_package()
    inside, digest = fetched(Package("deb", "cards", "1"), STORE)
    assert (inside / CARD).read_text(encoding="utf-8") == "ace"
    assert digest == hashlib.sha256(file.read_bytes()).hexdigest()


def test_what_was_half_unpacked_is_unpacked_anew() -> None:
    file = arrived("npm") / "cards.tgz"
    file.write_bytes(b"cut off")
    package = Package("npm", "cards", "1")
    with pytest.raises(tarfile.TarError):
        fetched(package, STORE)
    Path("ace.svg").write_text("ace", encoding="utf-8")
    with tarfile.open(file, "w:gz") as tar:
        tar.add("ace.svg")
    inside, _ = fetched(package, STORE)
    assert [one.name for one in inside.iterdir()] == ["ace.svg"]
