"""Fetches packages with their registries' own clients, and unpacks them. Nothing is installed."""

import hashlib
import shutil
import subprocess
import tarfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from drivers.camera.training.designs import Package

SECONDS = 300


class FetchError(Exception):
    """A package could not be had; the text says which, and what its client said."""


def fetched(package: Package, store: Path) -> tuple[Path, str]:
    """The folder `package` is unpacked in, and the SHA-256 of the file it came in."""
    folder = store.resolve() / f"{package.kind}-{package.name.strip('@').replace('/', '-')}"
    arrived = _filled(folder / "arrived", partial(_download, package))
    file = next(iter(arrived.iterdir()))
    return _filled(folder / "inside", partial(_unpack, package, file)), hashlib.sha256(file.read_bytes()).hexdigest()


def _filled(folder: Path, fill: Callable[[Path], None]) -> Path:
    """`folder` as `fill` filled it, once. What an interrupted run left is begun anew."""
    if not folder.is_dir():
        part = folder.with_name(f"{folder.name}.part")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        fill(part)
        part.rename(folder)
    return folder


def _download(package: Package, into: Path) -> None:
    if package.kind == "npm":
        _run(package, ["npm", "pack", "--silent", f"{package.name}@{package.version}"], into)
    else:
        _run(package, ["apt-get", "download", "--quiet", f"{package.name}={package.version}"], into)


def _unpack(package: Package, file: Path, inside: Path) -> None:
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
