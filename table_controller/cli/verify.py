"""`burnturn verify JOURNAL`: is the record whole?"""

import sys
from pathlib import Path

import click
import msgspec

from table_controller.cli.failing import clear_faults


@click.command()
@click.argument("journal", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object on the last line.")
def verify(journal: Path, as_json: bool) -> None:
    """Checks chain, numbering and form of every record of JOURNAL and names the first bad one."""
    from table_controller.journal import JournalFault
    from table_controller.journal import verify as verify_journal

    with clear_faults():
        try:
            report = verify_journal(journal)
        except JournalFault as none:
            _tell_json(as_json, {"records": 0, "ok": False, "first_bad": None, "why": str(none)})
            raise
    _tell_json(as_json, {"records": report.records, "ok": report.ok, "first_bad": report.first_bad})
    if not as_json and report.ok:
        click.echo(f"{journal}: {report.records} records, chain whole")
    elif not as_json:
        click.echo(f"{journal}: record {report.first_bad} is bad: {report.reason}")
    sys.exit(0 if report.ok else 1)


def _tell_json(wanted: bool, told: dict[str, object]) -> None:
    if wanted:
        click.echo(msgspec.json.encode(told).decode())
