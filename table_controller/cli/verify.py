"""`burnturn verify JOURNAL`: is the record whole?"""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from table_controller.cli.failing import TextFile, clear_faults

if TYPE_CHECKING:
    from table_controller.journal import VerifyReport


@click.command()
@click.argument("journal", type=TextFile())
@click.option("--heads", type=TextFile(), help="The signed heads kept elsewhere: finds a cut tail or an old copy.")
@click.option("--key", type=TextFile(), help="The table's master key: does all that is sealed open? None of it is shown.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on the last line.")
def verify(journal: Path, heads: Path | None, key: Path | None, as_json: bool) -> None:
    """Checks chain, numbering, form and lawfulness of every record of JOURNAL and names the first bad one."""
    from table_controller.bootstrap.proof import proved
    from table_controller.journal import JournalFault, JournalReader

    with clear_faults():
        try:
            report = proved(journal, heads, key)
            table = JournalReader.open(journal).owner.table
        except JournalFault as none:
            _tell_json(as_json, {"records": 0, "ok": False, "first_bad": None, "why": str(none)})
            raise
    told = {"table": table, "records": report.records, "ok": report.ok, "first_bad": report.first_bad}
    _tell_json(as_json, {**told, "signed_to": report.signed_to} if heads is not None else told)
    if not as_json:
        click.echo(f"{journal}: table {table}, {_in_words(report)}")
    sys.exit(0 if report.ok else 1)


def _in_words(report: "VerifyReport") -> str:
    if report.ok:
        signed = f", signed heads to record {report.signed_to}" if report.signed_to else ""
        return f"{report.records} records, chain whole, every event lawful{signed}"
    if report.first_bad is None:
        return f"{report.records} records, chain whole; the database around them is not: {report.reason}"
    return f"record {report.first_bad} is bad: {report.reason}"


def _tell_json(wanted: bool, told: dict[str, object]) -> None:
    if wanted:
        click.echo(msgspec.json.encode(told).decode())
