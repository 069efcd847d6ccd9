"""`burnturn blackbox replay|doubt CONFIG`: the readings of a table's last hours once more, from the bytes its ports kept; and
which antenna left most in doubt.
"""

import sys
from pathlib import Path

import click
import msgspec

from table_controller.cli.failing import TextFile, clear_faults, clear_text, refusals


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


@blackbox.command()
@click.argument("config", type=TextFile())
@click.option("--picture", type=click.Path(dir_okay=False, path_type=Path), help="SVG of the felt to be written.")
@click.option(
    "--layout", type=TextFile(), help="Where things lie on it, as hardware/layouts/slovak.toml, which is meant without it."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object on the last line.")
def doubt(config: Path, picture: Path | None, layout: Path | None, as_json: bool) -> None:
    """Which antenna of the table in CONFIG left most in doubt, as far back as its boxes go. Counts only: no card, no tag.

    Exit code 1: a hand is running there, or a part of a box is missing.
    """
    from hardware.layout import LayoutError, load
    from table_controller.bootstrap.doubt_boxes import SLOVAK, doubt_boxes, told
    from table_controller.bootstrap.doubt_picture import picture_of

    try:
        felt = load(layout or SLOVAK)
    except LayoutError as wrong:
        raise click.BadParameter(str(wrong), param_hint="--layout") from None
    with clear_faults(), refusals():
        result, antennas = doubt_boxes(config)
    if picture is not None:
        with clear_text(picture):
            picture.write_text(picture_of(felt, antennas, result.title), encoding="utf-8")
    click.echo(msgspec.json.encode(result).decode() if as_json else "\n".join(told(result)))
    sys.exit(1 if result.missing or result.broken else 0)
