"""`burnturn scenario run FILE...`: scenario files played, and whether everything they expect is so."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from table_controller.cli.failing import TextFile
from table_controller.messages import LANGUAGES

if TYPE_CHECKING:
    from table_controller.bootstrap.scenario import Played


@click.group()
def scenario() -> None:
    """Scenario files: tests, training and disputes in the dealer's language."""


@scenario.command(name="run")
@click.argument("files", nargs=-1, required=True, type=TextFile())
@click.option(
    "--through",
    type=click.Choice(["serial", "pty"]),
    help="Through simulated devices: serial has every byte of the serial protocol pass through memory on a virtual clock;"
    " pty takes real pseudo terminals and real time.",
)
@click.option("--lang", default="en", show_default=True, type=click.Choice(LANGUAGES), help="English where it has no text yet.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on the last line.")
def run(files: tuple[Path, ...], through: str | None, lang: str, as_json: bool) -> None:
    """Plays FILES and names the first line of each that does not hold."""
    from table_controller.bootstrap.scenario import play_files, report

    played = play_files(files, through)
    if as_json:
        click.echo(msgspec.json.encode(report(played, lang)).decode())
    else:
        _say(played, lang)
    sys.exit(2 if played.unread else 1 if played.failed else 0)


def _say(played: "Played", lang: str) -> None:
    from table_controller.bootstrap.scenario import in_words

    for one in played.runs:
        if len(played.runs) == 1:
            for prompt in one.history.prompts:
                click.echo(f"{prompt.line:4}  {in_words(prompt.prompt, lang)}")
        if one.failure is None:
            click.echo(f"{one.file}: all well")
    for wrong in played.failed:
        click.echo(f"{wrong.file}:{wrong.line}: {wrong.why}")
