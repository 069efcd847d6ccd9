"""`burnturn clauses`: every clause of the rule texts, how the product keeps it, where, and the tests that name it."""

import sys
from typing import TYPE_CHECKING, get_args

import click
import msgspec

from table_controller.cli.nearest import nearest
from table_controller.house_rules import CLAUSES
from table_controller.house_rules.kept import KEPT, How

if TYPE_CHECKING:
    from collections.abc import Sequence

_HOWS = get_args(How)


@click.command()
@click.argument("ids", nargs=-1, metavar="[ID...]")
@click.option("--how", type=click.Choice(_HOWS), help="Only those kept in this way.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on the last line.")
def clauses(ids: tuple[str, ...], how: str | None, as_json: bool) -> None:
    """Every clause of the rule texts, or those with these IDs (SK30, or SK for a whole text).

    enforced: the product does it, or refuses the contrary; detected: the contrary is a finding; prompted: the dealer is told.
    """
    chosen = [id for id in _asked(ids) if how in (None, KEPT[id].how)]
    if as_json:
        click.echo(msgspec.json.encode({"clauses": [_told(id) for id in chosen]}).decode())
    elif ids and all(len(id) > len("SK") for id in ids):
        for id in chosen:
            _in_full(id)
    else:
        _table(chosen)


def _asked(ids: "Sequence[str]") -> list[str]:
    """The clauses of these ids and texts, all where none is named; exit 2 for one that does not exist."""
    texts = {id[:2] for id in CLAUSES}
    for id in ids:
        if id.upper() not in CLAUSES and id.upper() not in texts:
            click.echo(f"Error: no clause {id}; {nearest(id.upper(), [*CLAUSES, *texts])}", err=True)
            sys.exit(2)
    wanted = tuple(id.upper() for id in ids)
    return [id for id in CLAUSES if not wanted or id in wanted or id[:2] in wanted]


def _told(id: str) -> dict[str, object]:
    kept = KEPT[id]
    reason = {"reason": kept.reason} if kept.reason else {}
    return {"id": id, "text": CLAUSES[id].text, "how": kept.how, **reason, "where": kept.where, "tests": kept.tests}


def _table(chosen: "Sequence[str]") -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("clause", "how")
    table.add_column("what it says", ratio=3)
    table.add_column("where", ratio=2, overflow="fold")
    table.add_column("tests", justify="right")
    for id in chosen:
        kept = KEPT[id]
        where = "\n".join(place.removeprefix("table_controller.") for place in kept.where)
        says = f"{CLAUSES[id].text}\n({kept.reason})" if kept.reason else CLAUSES[id].text
        table.add_row(id, kept.how, says, where, str(len(kept.tests)))
    console = Console(markup=False, highlight=False)
    console.print(table)
    counts = {how: sum(KEPT[id].how == how for id in chosen) for how in _HOWS}
    console.print(f"{len(chosen)} clauses: {', '.join(f'{count} {how}' for how, count in counts.items() if count)}")


def _in_full(id: str) -> None:
    kept = KEPT[id]
    click.echo(f"{id}: {CLAUSES[id].text}")
    click.echo(f"  {kept.how}{': ' * bool(kept.reason)}{kept.reason}")
    for head, names in (("where", kept.where), ("tests", kept.tests)):
        for name in names:
            click.echo(f"  {head}  {name}")
