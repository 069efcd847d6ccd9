"""`burnturn table CONFIG`: one table's controller."""

import logging
import signal
import sys
from pathlib import Path

import click

from table_controller.cli.failing import TextFile, clear_faults


@click.command()
@click.argument("config", type=TextFile())
@click.option("--new-record", is_flag=True, help="Begin a new record although this table had one, which is not there.")
def table(config: Path, new_record: bool) -> None:
    """Runs the controller of the table in CONFIG until it is stopped with Ctrl-C or SIGTERM."""
    from table_controller.bootstrap.table import run_table

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(name)s %(message)s")
    with clear_faults():
        told = run_table(config, new_record=new_record)
    if told is signal.SIGINT:
        sys.exit(130)
