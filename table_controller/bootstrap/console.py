"""The dealer's console of one table: a process beside the controller, over the table's own journal and control socket alone.

Owns what is served there. Who starts and ends the process is `console_keeper`.
"""

import os

from flask import Flask

from table_controller.bootstrap.processes import end_with_parent
from table_controller.config import TableConfig
from web_dashboard.app import create_console
from web_dashboard.config import DashboardConfig
from web_dashboard.local_control import LocalControl
from web_dashboard.local_feed import LocalFeed
from web_dashboard.serve import serve

MOST_VIEWERS = 8
"""A console is one screen; the others are for whoever helps."""


def dashboard_of(config: TableConfig) -> DashboardConfig:
    """What the console's server is told. ValueError when the table has none."""
    console = config.console
    if console is None:
        raise ValueError(f"{config.file}: there is no [console]")
    return DashboardConfig(
        host=console.host,
        port=console.port,
        max_viewers=MOST_VIEWERS,
        language=config.language,
        trusted_hosts=console.trusted_hosts,
    )


def run_console(config: TableConfig, beside: int | None = None) -> None:
    """Serves until SIGTERM or Ctrl-C. `beside`: the process of the table; the console ends when it does, however it goes."""
    if beside is not None:
        end_with_parent()
        if os.getppid() != beside:
            return  # it went before we could ask
    dashboard = dashboard_of(config)

    def make_app() -> Flask:
        feed = LocalFeed(config.journal, config.journal_path.name)
        feed.start()
        return create_console(dashboard, feed, LocalControl(config.journal), config.id)

    serve(dashboard, make_app)
