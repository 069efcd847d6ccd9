"""A dead board goes, another takes its place: the table's file is changed, and its journal says who did it.

Owns the checks of the new board and the order of the two writings: first the record, then the file. Done while the table's
process is stopped, for it reads its file once; the lock of the journal sees to that.
"""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from table_controller.bootstrap.at_rest import at_rest
from table_controller.bootstrap.devices import SeenDevice
from table_controller.bootstrap.find_board import NotThere, find_board
from table_controller.bootstrap.room import Room, opened_of, room_of
from table_controller.bootstrap.table_file import TableFile
from table_controller.config import ConfigError, TableConfig, load_table_config
from table_controller.core.events import DeviceReplaced
from table_controller.core.ids import DeviceId
from table_controller.core.orders import Person
from table_controller.service.loop import real_moment
from table_controller.tracking import TrackerState, encode_state
from table_controller.tracking.bindings import Bindings

_ANY_KIND = ("table_board", "card_shoe", "keypad")


class WrongBoard(Exception):
    """The new board cannot stand in for the old one. The text says why."""


class Replaced(msgspec.Struct, frozen=True):
    """What was done. `port`: where the new board was found; `url`: what the file says now, None: as before."""

    table: str
    device: str
    old: str
    new: str
    port: str
    url: str | None


def replace_device(old: str, new: str, by: Person, config: Path, folders: Sequence[Path]) -> Replaced:
    """HandRunning, NotThere, WrongBoard, NotEditable, ConfigError; JournalFault BUSY while the table's process runs."""
    file = TableFile(config)
    table = load_table_config(config)
    at_rest(table, "device replace")
    device = next((one for one in table.devices if one.serial == old), None)
    if device is None:
        raise ConfigError(str(config), 1, "device", "no_such_device", f"no device has the serial number {old}")
    found = find_board(new, folders, [config])
    _check(found, table, device.serial, new)
    url = _new_url(found, device.url, new)
    _change(file, old, new, url)
    with file.ready() as put:
        _record(room_of(config), DeviceReplaced(device=device.name, old=old, new=new, by=by))
        put()
    return Replaced(table.id, device.name, old, new, found.port or "", url)


def _check(found: SeenDevice, table: TableConfig, old: DeviceId, new: str) -> None:
    if any(one.serial == new for one in table.devices):
        raise WrongBoard(f"{new} is a device of table {table.id} already")
    board = found.board
    if board is None:
        raise NotThere(f"{new} at {found.port}: {found.detail or found.state}")
    if board.schema_ours is not True:
        raise WrongBoard(f"{new} speaks schema {board.schema or 'unknown'}, not ours: flash it first")
    if board.kind not in (kinds := kinds_for(table.bindings, old)):
        raise WrongBoard(f"{new} is a {board.kind or 'board of no kind'}; wanted: {' or '.join(kinds)}")
    wanted = 1 + max((index for device, index in table.bindings.antennas if device == old), default=-1)
    if board.antennas is not None and board.antennas < wanted:
        raise WrongBoard(f"{new} has {board.antennas} antennas; {wanted} are wired")


def kinds_for(bindings: Bindings, device: DeviceId) -> tuple[str, ...]:
    """The kinds of board that can have what is bound to this device: one that is dead cannot be asked."""
    antennas = sum(1 for one, _ in bindings.antennas if one == device)
    inputs = any(one == device for one, _ in bindings.inputs)
    keypad = any(one == device for one, _ in bindings.keypads)
    if any(one == device for one, _ in bindings.cards):
        return ("card_shoe",)
    if inputs or antennas > 1 or (antennas and keypad):
        return ("table_board",)
    if antennas:
        return ("card_shoe", "table_board")
    return ("keypad", "table_board") if keypad else _ANY_KIND


def _new_url(found: SeenDevice, url: str | None, new: str) -> str | None:
    """What `url` must say for the board to be found where it is; None: it is found as it is."""
    assert found.port is not None
    if url is None:
        return None if found.usb_serial == new else found.port
    return None if Path(url).resolve() == Path(found.port).resolve() else found.port


def _change(file: TableFile, old: str, new: str, url: str | None) -> None:
    number = file.device(old)
    file.set_text(("device", number, "serial"), new)
    if url is None:
        return
    if file.has(("device", number, "url")):
        file.set_text(("device", number, "url"), url)
    else:
        file.add_text(("device", number, "serial"), "url", url)


def _record(room: Room, event: DeviceReplaced) -> None:
    with closing(room.open_journal()) as journal:
        recovery, now = journal.recover(), real_moment()
        state = recovery.tracker_state or encode_state(TrackerState())
        first = () if recovery.events else (opened_of(room),)
        journal.append([*first, event], {}, state, now, None)
