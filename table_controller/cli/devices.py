"""`burnturn devices`: what is plugged in."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from table_controller.cli.failing import TextFile, clear_faults, clear_text

if TYPE_CHECKING:
    from table_controller.bootstrap.devices import SeenDevice
    from table_controller.service.loop import DeviceAge

_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command()
@click.argument("configs", nargs=-1, type=TextFile())
@click.option("--folder", "folders", multiple=True, type=_FOLDER, help="A folder of links to terminals, looked at too.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on the last line.")
def devices(configs: tuple[Path, ...], folders: tuple[Path, ...], as_json: bool) -> None:
    """Asks every USB serial port nobody has open who is there, and compares with the tables in CONFIGS.

    Exit code 1: a port cannot be used, a board speaks another schema, or a configured device is absent.
    """
    from table_controller.bootstrap.devices import survey

    with clear_faults(), clear_text(*folders):
        seen = survey(folders, configs)
    if as_json:
        click.echo(msgspec.json.encode({"devices": seen}).decode())
    else:
        click.echo("\n".join(line for one in seen for line in _told(one)) or "nothing is plugged in")
    sys.exit(0 if all(one.well for one in seen) else 1)


def _told(one: "SeenDevice") -> Iterator[str]:
    whose = f"{one.table} {one.name}" if one.name else "of no table named here"
    yield f"{one.port or '-'}  {one.state}  {whose}" + (f"  USB {one.usb_serial} {one.label}".rstrip() if one.usb_serial else "")
    if one.detail:
        yield f"    {one.detail}"
    if (board := one.board) is not None:
        schema = {True: "ours", False: "ANOTHER SCHEMA", None: "not said"}[board.schema_ours]
        cause = ", ".join(board.reset_cause) or "not said"
        yield f"    serial {board.serial}, {board.kind or 'kind not said'}, firmware {board.firmware or 'not said'}"
        yield f"    schema {board.schema or '-'} ({schema}), boot {board.boot_count}, last reset: {cause}"
    if one.now is not None:
        yield from _health(one.now)


def _health(now: "DeviceAge") -> Iterator[str]:
    yield f"    {now.state}, heard {'never' if now.age_ms is None else f'{now.age_ms} ms ago'}" + (
        f"; {now.fault}" if now.fault else ""
    )
    if (health := now.health) is None:
        return
    yield f"    bad frames {health.bad_frames}, lost {health.lost_events}, round trip {health.round_trip_ms} ms"
    yield f"    sent again: {health.resent} events, {health.commands_resent} commands"
    yield f"    reconnects {health.reconnects}, restarts {health.restarts}"
    if health.silent_readers:
        yield f"    SILENT READERS: {', '.join(map(str, health.silent_readers))}"
    if weak := [f"{antenna} ({hits}/8)" for antenna, _, hits in health.antennas if hits < 8]:
        yield f"    antennas that miss tags: {', '.join(weak)}"
    if health.black_box:
        yield f"    black box: {health.black_box}"
