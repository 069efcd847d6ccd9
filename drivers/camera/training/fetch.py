"""Fetches packages with their registries' own clients, and unpacks them. Nothing is installed."""

import hashlib
import subprocess
import tarfile
from pathlib import Path

from drivers.camera.training.designs import Package

SECONDS = 300


class FetchError(Exception):
    """A package could not be had; the text says which, and what its client said."""


def fetched(package: Package, store: Path) -> tuple[Path, str]:
    """The folder `package` is unpacked in, and the SHA-256 of the file it came in."""
    folder = store / f"{package.kind}-{package.name.strip('@').replace('/', '-')}"
    arrived = folder / "arrived"
    if not arrived.is_dir() or not any(arrived.iterdir()):
        arrived.mkdir(parents=True, exist_ok=True)
        if package.kind == "npm":
            _run(package, ["npm", "pack", "--silent", f"{package.name}@{package.version}"], arrived)
        else:
            _run(package, ["apt-get", "download", "--quiet", f"{package.name}={package.version}"], arrived)
    file = next(iter(arrived.iterdir()))
    inside = folder / "inside"
    if not inside.is_dir():
        _unpack(package, file, inside)
    return inside, hashlib.sha256(file.read_bytes()).hexdigest()


def _unpack(package: Package, file: Path, inside: Path) -> None:
    inside.mkdir()
    if package.kind == "npm":
        with tarfile.open(file) as tar:
            tar.extractall(inside, filter="data")
    else:
        _run(package, ["dpkg-deb", "--extract", str(file), str(inside)], inside)


def _run(package: Package, command: list[str], folder: Path) -> None:
    try:
        done = subprocess.run(  # noqa: S603 - clients and packages named in this project
            command, cwd=folder, capture_output=True, text=True, check=False, timeout=SECONDS
        )
    except (OSError, subprocess.TimeoutExpired) as failed:
        raise FetchError(f"{package.name} {package.version}: {failed}") from None
    if done.returncode:
        raise FetchError(f"{package.name} {package.version}: {done.stderr.strip()[-300:]}")
