"""What a black box is sealed to: its table, its device, its place in the ring, and the key of the table."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from drivers.black_box.playback import Playback
from drivers.link.host_link import HostLink
from table_controller.bootstrap.black_boxes import _SLOT, box_path, open_box, play_box
from table_controller.bootstrap.room import Room, room_of
from table_controller.cli import burnturn
from table_controller.sealing import SealBroken

from .bench_table import plan_in


@pytest.fixture
def room(tmp_path: Path) -> Room:
    """A table whose boxes hold an opening and some bytes each."""
    room = room_of(plan_in(tmp_path).config)
    for device in room.config.devices:
        box = open_box(room, device, HostLink().standing)
        assert box is not None
        box.opened(1_000)
        for number in range(400):
            box.moved(bytes(40), b"", 1_000 + number, None)
        box.close()
    return room


def test_a_box_opens_for_its_own_device_and_table_alone(room: Room, tmp_path: Path) -> None:
    shoe, board, _ = room.config.devices
    assert list(play_box(room, shoe, Playback())) == []
    shutil.copy(box_path(room, board), box_path(room, shoe))
    with pytest.raises(SealBroken):
        list(play_box(room, shoe, Playback()))
    (tmp_path / "other").mkdir()
    other = room_of(plan_in(tmp_path / "other", 2).config)
    box_path(other, board).parent.mkdir(parents=True)
    shutil.copy(box_path(room, board), box_path(other, board))
    with pytest.raises(SealBroken):
        list(play_box(other, board, Playback()))


def test_a_box_with_anothers_seal_is_refused_in_one_line(room: Room) -> None:
    shoe, board, _ = room.config.devices
    shutil.copy(box_path(room, board), box_path(room, shoe))
    result = CliRunner().invoke(burnturn, ["blackbox", "replay", str(room.config.journal.parent / "T1.toml")])
    assert result.exit_code == 1
    assert result.stderr == ""
    lines = [line for line in result.stdout.splitlines() if line.startswith(("shoe:", "board:", "keypad:"))]
    assert len(lines) == 1, "the other boxes are played all the same"
    assert lines[0].startswith("shoe: ")


def test_blocks_that_change_places_do_not_open(room: Room) -> None:
    device = room.config.devices[0]
    path = box_path(room, device)
    content = path.read_bytes()
    slot = _SLOT
    first, second = content[512 + slot : 512 + 2 * slot], content[512 + 2 * slot : 512 + 3 * slot]
    changed = first[:8] + second[8:] + second[:8] + first[8:]
    path.write_bytes(content[: 512 + slot] + changed + content[512 + 3 * slot :])
    playback = Playback()
    assert list(play_box(room, device, playback)) == []
    assert playback.link is None, "the block that told where the link stood is one of them"


def test_a_table_that_wants_none_keeps_none(tmp_path: Path) -> None:
    plan = plan_in(tmp_path)
    plan.config.write_text(plan.config.read_text().replace("simulated = true", "simulated = true\nblack_box = 0"))
    room = room_of(plan.config)
    assert open_box(room, room.config.devices[0], HostLink().standing) is None
