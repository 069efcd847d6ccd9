"""`burnturn flash SERIAL`: new firmware for a board."""

from pathlib import Path

import click
import msgspec

from table_controller.cli.device import FILE, FOLDER, Serial
from table_controller.cli.failing import clear_faults, refusals
from table_controller.cli.firmware import MADE


@click.command()
@click.argument("serial", type=Serial())
@click.option("--image", type=FILE, help="Intel HEX; else what `make firmware` made.")
@click.option("--config", "configs", multiple=True, type=FILE, help="A table whose ports are looked at too.")
@click.option("--folder", "folders", multiple=True, type=FOLDER, help="A folder of links to terminals, looked at too.")
@click.option("--expect", help="The version that must come back; else the one beside the image.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on the last line.")
def flash(
    serial: str, image: Path | None, configs: tuple[Path, ...], folders: tuple[Path, ...], expect: str | None, as_json: bool
) -> None:
    """Writes firmware into the board SERIAL with avrdude and waits till the board says the new version.

    Exit code 1: the board is not there, its port is in use, avrdude failed, or the board did not come back with it.
    """
    from table_controller.bootstrap.flash import expected_version, image_digest
    from table_controller.bootstrap.flash import flash as flash_board

    path = image or MADE / "table.hex"
    if not path.exists():
        raise click.UsageError(f"there is no image {path}: run `make firmware`, or name one with --image")
    with clear_faults(), refusals():
        if not as_json:
            click.echo(f"{path}: sha256 {image_digest(path)}")
        done = flash_board(serial, path, folders, configs, expect or expected_version(path))
    if as_json:
        click.echo(msgspec.json.encode(done).decode())
    else:
        before = done.before.firmware if done.before is not None else None
        click.echo(f"{serial} at {done.port}: firmware {before or 'unknown'} before, {done.after.firmware} now")
