"""`burnturn device replace OLD NEW`: another board in place of a dead one."""

import getpass
import re
from pathlib import Path

import click
import msgspec

from table_controller.cli.failing import TextFile, clear_faults, refusals

FILE = TextFile()
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


class Serial(click.ParamType[str]):
    """A board's serial number."""

    name = "serial"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """See click."""
        if not re.fullmatch(r"[0-9a-fA-F]{16}", str(value)):
            self.fail(f"{value} is no serial number: 16 hexadecimal digits", param, ctx)
        return str(value).lower()


@click.group()
def device() -> None:
    """The devices of a table."""


@device.command()
@click.argument("old", type=Serial())
@click.argument("new", type=Serial())
@click.option("--config", "configs", multiple=True, type=FILE, help="The table's file; else the one here that has OLD.")
@click.option("--folder", "folders", multiple=True, type=FOLDER, help="A folder of links to terminals, looked at too.")
@click.option("--by", default=None, help="Who does it; else the user.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on the last line.")
def replace(old: str, new: str, configs: tuple[Path, ...], folders: tuple[Path, ...], by: str | None, as_json: bool) -> None:
    """Puts the board NEW in place of OLD: in the table's file (the one before is kept as NAME.before) and in its journal.

    Stop the table's process first and start it again afterwards. Exit code 1: a hand is running, the process runs, or NEW is not
    plugged in, of another kind or schema.
    """
    from table_controller.bootstrap.replace_device import replace_device
    from table_controller.core.orders import Person, Role

    config = _the_one_with(old, configs)
    person = Person(Role.TECHNICIAN, by or getpass.getuser(), "console")
    with clear_faults(busy=1), refusals():
        done = replace_device(old, new, person, config, folders)
    if as_json:
        click.echo(msgspec.json.encode(done).decode())
    else:
        click.echo(
            f"{config}: {done.device} of {done.table} is {new} now, found at {done.port}; recorded as done by {person.name}"
        )


def _the_one_with(old: str, configs: tuple[Path, ...]) -> Path:
    """The file that names this board. UsageError when none does, or several."""
    looked_at = configs or tuple(sorted(Path().glob("*.toml")))
    found = [path for path in looked_at if re.search(rf"^\s*serial\s*=\s*[\"']{old}[\"']", _read(path), re.M | re.I)]
    if len(found) != 1:
        raise click.UsageError(f"{len(found)} table files name {old}; say which with --config")
    return found[0]


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
