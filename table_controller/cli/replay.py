"""`burnturn replay-hands FILE...`: real hands through the product, and the finishing stacks compared with their sources."""

import sys
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from table_controller.cli.failing import TextFile, clear_text, workers_kept
from table_controller.cli.progress import progress

if TYPE_CHECKING:
    from table_controller.rehearsal.what_was_said import Said


@click.command(name="replay-hands")
@click.argument("files", nargs=-1, required=True, type=TextFile())
@click.option("--direct", "way", flag_value="direct", help="Straight into the controller, as recorded.")
@click.option("--virtual", "way", flag_value="virtual", help="Through simulated devices on a virtual clock.")
@click.option("--sample", type=click.IntRange(1), help="Only so many rows, evenly spread.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on the last line.")
def replay_hands(files: tuple[Path, ...], way: str | None, sample: int | None, as_json: bool) -> None:
    """Deals each hand of FILES card by card, keys every act, and compares. Without a way: over pseudo terminals."""
    from table_controller.bootstrap.replay import replay
    from table_controller.rehearsal.real_hands import read_rows

    with clear_text(*files):
        for path in files:
            deque(read_rows(path), maxlen=0)
    with workers_kept(), progress("hands") as say:
        result = replay(files, way or "serial", sample, say)
    different = [{"id": one.row, "why": one.what} for one in result.different]
    said = [{"id": one.row, "said": [_plain(word) for word in one.said]} for one in result.said]
    told = {"hands": result.hands, "equal": result.equal, "different": different, "said": said}
    if as_json:
        click.echo(msgspec.json.encode({**told, "seconds": round(result.seconds, 3)}).decode())
    else:
        click.echo(f"{result.equal} of {result.hands} equal in {result.seconds:.1f} s")
        for one in result.different[:20]:
            click.echo(f"  {one.row}: {one.what}")
        for hand in result.said[:20]:
            click.echo(f"  {hand.row}: {', '.join(dict.fromkeys(word.code for word in hand.said))}")
    sys.exit(0 if result.equal == result.hands else 1)


def _plain(word: "Said") -> dict[str, Any]:
    """Without what it does not have."""
    return {key: value for key, value in msgspec.to_builtins(word).items() if value not in (None, "", 0, ())}
