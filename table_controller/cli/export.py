"""`burnturn export JOURNAL --format phh|ohh|csv`: finished hands for other programs, on standard output."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from table_controller.cli.failing import TextFile, clear_faults

if TYPE_CHECKING:
    from table_controller.export import ToldHand


@click.command()
@click.argument("journal", type=TextFile())
@click.option("--format", "form", type=click.Choice(["phh", "ohh", "csv"]), required=True)
def export(journal: Path, form: str) -> None:
    """Writes every finished hand of JOURNAL, oldest first. Cards nobody at the table saw are in none of the forms.

    phh: one TOML section a hand (a .phhs file); ohh: one JSON object a line; csv: one line a hand, the first names the columns.
    """
    from table_controller.export import finished_hands, tell
    from table_controller.journal import JournalReader

    with clear_faults():
        reader = JournalReader.open(journal)
        hands = (tell(hand) for hand in finished_hands(reader, reader.owner.table))
        for piece in _FORMS[form](hands):
            click.echo(piece, nl=False)


def _phh(hands: "Iterator[ToldHand]") -> Iterator[str]:
    from table_controller.export import phh_text

    for number, hand in enumerate(hands, start=1):
        yield f"[{number}]\n{phh_text(hand)}\n"


def _ohh(hands: "Iterator[ToldHand]") -> Iterator[str]:
    from table_controller.export import ohh_text

    yield from map(ohh_text, hands)


def _csv(hands: "Iterator[ToldHand]") -> Iterator[str]:
    from table_controller.export import csv_head, csv_row

    yield csv_head()
    yield from map(csv_row, hands)


_FORMS: dict[str, Callable[["Iterator[ToldHand]"], Iterator[str]]] = {"phh": _phh, "ohh": _ohh, "csv": _csv}
