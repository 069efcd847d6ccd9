"""`burnturn pit CONFIG`: the pit's server."""

import logging
from pathlib import Path

import click

from table_controller.cli.failing import TextFile, clear_faults, clear_text, refusals

LOOPBACK = ("127.0.0.1", "localhost", "::1")


@click.command()
@click.argument("config", type=TextFile())
def pit(config: Path) -> None:
    """Serves the dashboard of the tables whose journals CONFIG names, until Ctrl-C or SIGTERM."""
    from table_controller.bootstrap.pit import load_pit_config, run_pit

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(name)s %(message)s")
    with clear_faults(), clear_text(config):
        journals, dashboard = load_pit_config(config)
    if dashboard.host not in LOOPBACK:
        click.echo(f"Warning: nobody signs in yet: whoever reaches {dashboard.host} reads the pages and gives orders.", err=True)
    with clear_faults(), refusals():
        run_pit(journals, dashboard)
