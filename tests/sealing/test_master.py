"""The master key's file: made once, private, refused by name when it is not."""

import os
import re
import stat
from pathlib import Path

import pytest

from table_controller.sealing import MasterKeyFault, SecretKey, load_or_create_master_key


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "t1.key"


def test_the_first_start_makes_a_private_key_and_the_second_finds_it(path: Path) -> None:
    first = load_or_create_master_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    second = load_or_create_master_key(path)
    assert second.unseal(first.seal(b"x", b"", 16), b"") == b"x"
    assert list(path.parent.iterdir()) == [path]


def test_two_tables_have_two_keys(tmp_path: Path) -> None:
    sealed = load_or_create_master_key(tmp_path / "a").seal(b"x", b"", 16)
    with pytest.raises(Exception, match="another key"):
        load_or_create_master_key(tmp_path / "b").unseal(sealed, b"")


def test_a_wide_umask_does_not_widen_the_key(path: Path) -> None:
    before = os.umask(0)
    try:
        load_or_create_master_key(path)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o700, 0o644])
def test_a_key_that_others_may_use_is_refused_by_name(path: Path, mode: int) -> None:
    load_or_create_master_key(path)
    path.chmod(mode)
    with pytest.raises(MasterKeyFault, match=re.escape(str(path)) + f".*{mode:04o}.*chmod 600"):
        load_or_create_master_key(path)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_a_key_of_another_user_is_refused(path: Path) -> None:
    load_or_create_master_key(path)
    os.chown(path, 65534, 65534)
    with pytest.raises(MasterKeyFault, match="belongs to user 65534"):
        load_or_create_master_key(path)


def test_a_link_to_a_key_is_refused(path: Path) -> None:
    load_or_create_master_key(path)
    link = path.with_name("link")
    link.symlink_to(path)
    with pytest.raises(MasterKeyFault, match="link"):
        load_or_create_master_key(link)


def test_a_pipe_is_refused_and_not_waited_for(path: Path) -> None:
    os.mkfifo(path, 0o600)
    with pytest.raises(MasterKeyFault, match="regular file"):
        load_or_create_master_key(path)


@pytest.mark.parametrize("spoil", [b"", b"burnturn-master-key-1 abc", b"burnturn-master-key-9 " + b"00" * 32, b"\xff" * 90])
def test_a_damaged_key_is_refused_and_kept(path: Path, spoil: bytes) -> None:
    path.write_bytes(spoil)
    path.chmod(0o600)
    with pytest.raises(MasterKeyFault, match="does not hold"):
        load_or_create_master_key(path)
    assert path.read_bytes() == spoil


def test_a_missing_directory_is_named(path: Path) -> None:
    with pytest.raises(MasterKeyFault, match="cannot be created"):
        load_or_create_master_key(path / "below" / "key")


def test_no_error_or_text_shows_the_key(path: Path) -> None:
    key: SecretKey = load_or_create_master_key(path)
    digits = path.read_text().split()[1]
    path.chmod(0o644)
    with pytest.raises(MasterKeyFault) as caught:
        load_or_create_master_key(path)
    assert digits not in repr(key) + str(caught.value) + repr(caught.value)
