"""`burnturn console CONFIG`: the dealer's console of one table. `burnturn table` starts it; by hand only to look into trouble."""

import logging
import sys
from pathlib import Path

import click

from table_controller.cli.failing import TextFile, clear_faults, refusals


@click.command()
@click.argument("config", type=TextFile())
@click.option("--beside", type=int, hidden=True, help="Process of the table, to end with.")
def console(config: Path, beside: int | None) -> None:
    """Serves the dealer's console of the table in CONFIG, as `burnturn table` does by itself where the file has `[console]`."""
    from table_controller.bootstrap.console import run_console
    from table_controller.config import load_table_config

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(name)s %(message)s")
    with clear_faults():
        table = load_table_config(config)
    if table.console is None:
        click.echo(f"burnturn: {config}: there is no [console]", err=True)
        sys.exit(2)
    with refusals():
        run_console(table, beside)
