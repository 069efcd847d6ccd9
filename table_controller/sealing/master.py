"""The table's master key and the file it lies in.

Owns reading, first creation and the refusal of a key file that others could read. Must not know what is wrapped with
the key.
"""

import os
import secrets
import stat
from pathlib import Path

from table_controller.sealing.box import KEY_BYTES, SecretKey

_LABEL = "burnturn-master-key-1"
_MODE = 0o600
_LONGEST = 4096


class MasterKeyFault(Exception):  # a fault is one of the three kinds of "no"
    """The master key cannot be used. The text names the file and what is wrong with it, never its content."""

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__(f"master key {path}: {problem}")
        self.path = path
        self.problem = problem


class MasterKey(SecretKey):
    """The key all data keys of one table are wrapped with. It exists in its file and in the table process, nowhere
    else."""

    __slots__ = ()


def load_or_create_master_key(path: Path) -> MasterKey:
    """The key in the file; a new one, mode 0600, when there is no file.

    MasterKeyFault when the file is no regular file, belongs to another user, may be read or written by anybody else,
    or holds no key. A symbolic link is refused too, since whoever may change the link may change the key.
    """
    try:
        return _load(path)
    except FileNotFoundError:
        _create(path)
        return _load(path)


def load_master_key(path: Path) -> MasterKey:
    """The key in the file. MasterKeyFault as above, and when there is no file."""
    try:
        return _load(path)
    except FileNotFoundError:
        raise MasterKeyFault(path, "is not there") from None


def _load(path: Path) -> MasterKey:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise MasterKeyFault(path, f"cannot be opened ({os.strerror(error.errno or 0)})") from None
    try:
        _check_private(path, os.fstat(descriptor))
        text = os.read(descriptor, _LONGEST)
    finally:
        os.close(descriptor)
    return MasterKey(_parsed(path, text))


def _check_private(path: Path, found: os.stat_result) -> None:
    mode = stat.S_IMODE(found.st_mode)
    if not stat.S_ISREG(found.st_mode):
        raise MasterKeyFault(path, "is not a regular file")
    if found.st_uid != os.geteuid():
        raise MasterKeyFault(path, f"belongs to user {found.st_uid}, not to user {os.geteuid()} who runs this table")
    if mode & ~_MODE:
        raise MasterKeyFault(path, f"has mode {mode:04o}; only its owner may read it (chmod 600)")


def _parsed(path: Path, text: bytes) -> bytes:
    label, _, digits = text.strip().partition(b" ")
    try:
        raw = bytes.fromhex(digits.decode("ascii"))
    except ValueError:
        raw = b""
    if label != _LABEL.encode() or len(raw) != KEY_BYTES:
        raise MasterKeyFault(path, f"does not hold one line '{_LABEL}' and {2 * KEY_BYTES} hexadecimal digits")
    return raw


def _create(path: Path) -> None:
    """Complete or not at all: written beside, then linked to its name, so that a power cut leaves no half key."""
    beside = path.with_name(f"{path.name}.{secrets.token_hex(4)}.new")
    try:
        _write_durably(beside, f"{_LABEL} {secrets.token_hex(KEY_BYTES)}\n".encode())
        try:
            os.link(beside, path)
        except FileExistsError:
            return  # another first start was quicker; its key is the key
        finally:
            beside.unlink()
        _sync_directory(path.parent)
    except OSError as error:
        raise MasterKeyFault(path, f"cannot be created ({os.strerror(error.errno or 0)})") from None


def _write_durably(path: Path, content: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, _MODE)
    try:
        os.write(descriptor, content)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _sync_directory(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
