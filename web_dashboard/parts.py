"""What one running dashboard is made of, so that every route finds it in one place. Holds no logic."""

from typing import cast

import msgspec
from flask import Flask

from table_controller.core.orders import Role
from web_dashboard.audit.books import Shelf
from web_dashboard.audit.check import Checks
from web_dashboard.config import DashboardConfig
from web_dashboard.feed import ControlLink, Feed
from web_dashboard.fragments import FragmentCache
from web_dashboard.hand.cache import HandCache
from web_dashboard.live.hub import Hub
from web_dashboard.metrics import Metrics

_NAME = "burnturn"


class Parts(msgspec.Struct, frozen=True):
    """The collaborators of one app."""

    config: DashboardConfig
    feed: Feed
    control: ControlLink
    hub: Hub
    fragments: FragmentCache
    metrics: Metrics
    hands: HandCache
    shelf: Shelf
    checks: Checks
    roles: tuple[Role, ...]
    """In which roles orders may be given here."""


def attach(app: Flask, parts: Parts) -> None:
    """Makes these the parts of this app."""
    app.extensions[_NAME] = parts


def parts(app: Flask) -> Parts:
    """The parts given to `attach`. Takes `current_app` as well."""
    return cast(Parts, app.extensions[_NAME])
