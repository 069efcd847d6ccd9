"""`burnturn verify JOURNAL`: is the record whole?"""

import sys
from pathlib import Path

import click
import msgspec


@click.command()
@click.argument("journal", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object on the last line.")
def verify(journal: Path, as_json: bool) -> None:
    """Checks chain, numbering and form of every record of JOURNAL and names the first bad one."""
    from table_controller.journal import verify as verify_journal

    report = verify_journal(journal)
    if as_json:
        click.echo(msgspec.json.encode({"records": report.records, "ok": report.ok, "first_bad": report.first_bad}).decode())
    elif report.ok:
        click.echo(f"{journal}: {report.records} records, chain whole")
    else:
        click.echo(f"{journal}: record {report.first_bad} is bad: {report.reason}")
    sys.exit(0 if report.ok else 1)
