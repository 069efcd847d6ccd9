"""The pit's server: the dashboard over the journals and control sockets of one computer."""

import os
from pathlib import Path

import msgspec
from flask import Flask

from table_controller.core.toml_lines import TomlText
from web_dashboard.app import create_app
from web_dashboard.config import DashboardConfig
from web_dashboard.local_control import LocalControl
from web_dashboard.local_feed import LocalFeed
from web_dashboard.serve import serve


class PitSection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[pit]`: `journals` is the folder of the tables' journals, against the folder of the file."""

    journals: str


class PitConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pit's configuration file."""

    pit: PitSection
    dashboard: DashboardConfig = DashboardConfig()


def load_pit_config(path: Path) -> tuple[Path, DashboardConfig]:
    """Journal folder and dashboard settings. TomlError with file, line and field for a mistake."""
    text = TomlText.parse(str(path), path.read_text(encoding="utf-8"))
    config = text.convert(PitConfig)
    journals = path.parent / config.pit.journals
    if not journals.is_dir():
        raise text.fault(("pit", "journals"), f"no such folder: {journals}")
    if not os.access(journals, os.R_OK | os.X_OK):  # it would be an empty wall
        raise text.fault(("pit", "journals"), f"a folder this user may not read: {journals}")
    _one_place_each(text, config.dashboard)
    return journals, config.dashboard


def _one_place_each(text: TomlText, dashboard: DashboardConfig) -> None:
    """TomlError where two tables would stand on one another in the floor plan."""
    standing: dict[tuple[int, int], str] = {}
    for table, place in dashboard.places.items():
        other = standing.setdefault(place, table)
        if other != table:
            raise text.fault(("dashboard", "places", table), f"{other} stands there already")


def run_pit(journals: Path, dashboard: DashboardConfig) -> None:
    """Serves until SIGTERM or Ctrl-C: see `serve`."""

    def make_app() -> Flask:
        feed = LocalFeed(journals)
        feed.start()
        return create_app(dashboard, feed, LocalControl(journals))

    serve(dashboard, make_app)
