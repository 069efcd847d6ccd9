"""`burnturn explain`: what an irregularity is, which clause decides it, what the dealer does; or one finding of a journal."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Never

import click
import msgspec

from table_controller.cli.failing import TextFile, clear_faults
from table_controller.cli.nearest import nearest
from table_controller.messages import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_controller.bootstrap.explain import Deciding, Explanation, Rule, Ruled
    from table_controller.bootstrap.explain_finding import ExplainedFinding

_FOUND_BY = {
    "sensors": "found by sensors",
    "key": "found by a key: no sensor can see it",
    "either": "found by sensors or a key",
    "computed": "found by what is in the record already",
}
_LEVELS = {1: "level 1, the dealer's", 2: "level 2, the floor's", 3: "level 3, floor and a second person"}


@click.command()
@click.argument("what", metavar="CODE|FINDING")
@click.option("--rules", "profile", metavar="NAME", help="Only under this profile, in full; without it all seven, as a table.")
@click.option(
    "--journal",
    type=TextFile(),
    help="The table's journal, when a finding is asked for by the number that pit page and API give it.",
)
@click.option("--lang", default="en", show_default=True, type=click.Choice(LANGUAGES), help="English where it has no text yet.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on the last line.")
def explain(what: str, profile: str | None, journal: Path | None, lang: str, as_json: bool) -> None:
    """What the irregularity CODE is, which clause decides it, and what the dealer does.

    With --journal, FINDING is the number of a finding in it, and that one is explained. No hidden card is shown.
    """
    if journal is not None:
        found = _finding(what, journal, lang)
        if as_json:
            _print_json(found)
        else:
            _say_finding(found)
    else:
        told = _code(what, profile, lang)
        if as_json:
            _print_json(told)
        else:
            _say(told, whole=profile is not None)


def _print_json(told: object) -> None:
    click.echo(msgspec.json.encode(told).decode())


def _code(code: str, profile: str | None, lang: str) -> "Explanation":
    from table_controller.bootstrap.explain import explain as explain_code
    from table_controller.core.toml_lines import TomlError
    from table_controller.house_rules import PRESETS, SettingError
    from table_controller.irregularities import CATALOGUE

    if code.isdigit():
        _wrong(f"{code} is the number of a finding: --journal says in which record it stands")
    if code not in CATALOGUE:
        _wrong(f"no irregularity {code}; {nearest(code, CATALOGUE)}")
    try:
        return explain_code(code, PRESETS if profile is None else (profile,), lang)
    except (TomlError, SettingError, OSError) as error:
        _wrong(str(error))


def _finding(what: str, journal: Path, lang: str) -> "ExplainedFinding":
    from table_controller.bootstrap.explain_finding import NoSuchFinding, explain_finding

    if not (what.isascii() and what.isdigit() and len(what) < 10):
        _wrong(f"with --journal the number of a finding is wanted, not {what}")
    try:
        with clear_faults():
            return explain_finding(journal, int(what), lang)
    except NoSuchFinding as none:
        _wrong(f"no finding {what} in {journal}; the last is {none.last}" if none.last else f"no finding in {journal}")


def _wrong(why: str) -> Never:
    click.echo(f"Error: {why}", err=True)
    sys.exit(2)


# --- in words --------------------------------------------------------------------------------------------------------


def _say(told: "Explanation", whole: bool) -> None:
    _head(told)
    if not whole:
        _table(told.code, told.rulings)
        return
    for ruled in told.rulings:
        click.echo(f"\n{ruled.rules}: {_taken(told.code, ruled)}")
        if ruled.taken_as:
            _decided(ruled.clauses, ruled.settings, ruled.steps)


def _head(told: "Explanation") -> None:
    click.echo(f"{told.code} ({told.number}): {told.name}")
    click.echo(f"  {told.what}")
    click.echo(f"  Said when: {told.trigger}")
    repair = f"procedure {told.procedure}" if told.procedure else "nothing is to be repaired"
    click.echo(f"  {_LEVELS[told.level]}; {repair}; {_FOUND_BY[told.found_by]}")


def _taken(code: str, ruled: "Ruled") -> str:
    """What a house calls it, who may put it right, and how."""
    if not ruled.taken_as:
        return "nothing is said of it"
    other = "" if ruled.taken_as == code else f"taken as {ruled.taken_as}, "
    return f"{other}level {ruled.level}" + (f", {ruled.procedure}" if ruled.procedure else "")


def _decided(clauses: "Sequence[Rule]", settings: "Sequence[Deciding]", steps: "Sequence[str]") -> None:
    for clause in clauses:
        click.echo(f"  clause   {clause.id}{': ' * bool(clause.text)}{clause.text}")
    for one in settings:
        by = ", ".join((one.source, *one.clauses))
        click.echo(f"  setting  {one.key} = {one.value} ({by})")
    for number, step in enumerate(steps, start=1):
        click.echo(f"  {number:>3}. {step}")


def _table(code: str, rulings: "Sequence[Ruled]") -> None:
    """Every house in a line; below them each way to put it right once, and the text of each clause."""
    from rich.console import Console
    from rich.table import Table

    table = Table("rules", "what is made of it", "decided by")
    table.add_column("setting", overflow="fold")
    for ruled in rulings:
        clauses = "\n".join(clause.id for clause in ruled.clauses)
        settings = "\n".join(f"{one.key} = {one.value}" for one in ruled.settings)
        table.add_row(ruled.rules, _taken(code, ruled), clauses, settings)
    if rulings:
        Console(markup=False, highlight=False).print(table)
    ways: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for ruled in rulings:
        ways.setdefault((ruled.procedure, ruled.steps), []).append(ruled.rules)
    for (procedure, steps), houses in ways.items():
        if procedure:
            click.echo(f"{procedure}: {', '.join(houses)}")
            _decided((), (), steps)
    _decided(tuple(dict.fromkeys(one for ruled in rulings for one in ruled.clauses if one.text)), (), ())


def _say_finding(found: "ExplainedFinding") -> None:
    where = ", ".join(str(part) for part in (found.seat and f"seat {found.seat}", found.place) if part)
    click.echo(f"Finding {found.number}, {found.at}, hand {found.hand} attempt {found.attempt}{', ' * bool(where)}{where}")
    _head(found.irregularity)
    how = f"level {found.level}" + (f", {found.procedure}" if found.procedure else "")
    click.echo(f"\n{found.rules}: {how}; {'seen by sensors' if found.sensed else 'said by key'}")
    _decided(found.clauses, found.settings, found.steps)
    if found.replaced_by is not None:
        click.echo(f"  replaced by finding {found.replaced_by}, which explains more")
    else:
        click.echo(f"  closed: {found.closed}, by {found.closed_by}" if found.closed else "  still open")
