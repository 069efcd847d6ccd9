"""`burnturn blackbox replay CONFIG`: the readings of a table's last hours once more, from the bytes its ports kept."""

import sys
from pathlib import Path

import click
import msgspec

from table_controller.cli.failing import TextFile, clear_faults, refusals


@click.group()
def blackbox() -> None:
    """The sealed last bytes of each port of a table."""


@blackbox.command()
@click.argument("config", type=TextFile())
@click.option("--device", help="Only this one, by its name in CONFIG.")
@click.option("--last", default=1_000, show_default=True, type=click.IntRange(1, 1_000_000), help="Readings of each device.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on the last line.")
def replay(config: Path, device: str | None, last: int, as_json: bool) -> None:
    """What the devices of the table in CONFIG said. Tags are numbered in the order in which they appear; no card is named.

    Exit code 1: a hand is running there, or a part of a box is missing.
    """
    from table_controller.bootstrap.replay_boxes import replay_boxes, told

    with clear_faults(), refusals():
        result = replay_boxes(config, device, last)
    if as_json:
        click.echo(msgspec.json.encode(result).decode())
    else:
        for line in told(result):
            click.echo(line)
    sys.exit(1 if result.missing or result.broken else 0)
