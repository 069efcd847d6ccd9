"""Puts the dashboard together: one Flask app, a blueprint per concern. Must not know where feed and control link come from.

There are two: the pit's pages over many tables, and the dealer's console over one, which the table's own computer serves.
"""

import secrets
from datetime import timedelta
from typing import NamedTuple

from flask import Blueprint, Flask

from table_controller.core.ids import TableId
from table_controller.core.orders import Role
from web_dashboard import errors, guard, headers, health, texts
from web_dashboard.alarms import api as alarms_api
from web_dashboard.alarms import page as alarms
from web_dashboard.api import exports, figures
from web_dashboard.api import routes as api
from web_dashboard.audit import page as audit
from web_dashboard.audit.books import Shelf
from web_dashboard.audit.check import Checks
from web_dashboard.config import DashboardConfig
from web_dashboard.dealer import page as dealer
from web_dashboard.devices import page as devices
from web_dashboard.feed import ControlLink, Feed
from web_dashboard.fragments import FragmentCache
from web_dashboard.hand import incident
from web_dashboard.hand import page as hand
from web_dashboard.hand.cache import HandCache
from web_dashboard.live import stream
from web_dashboard.live.hub import Hub
from web_dashboard.metrics import Metrics
from web_dashboard.orders import SIGNING
from web_dashboard.pages import helpers, shift
from web_dashboard.parts import Parts, attach
from web_dashboard.pit import page as pit
from web_dashboard.room import page as room
from web_dashboard.table import page as table

MOST_BYTES = 65_536
"""Longest request body; no order comes near it."""


class _Kind(NamedTuple):
    """What an app is for: in which roles orders may be given there, its pages, and what frames a page about a failure."""

    roles: tuple[Role, ...]
    blueprints: tuple[Blueprint, ...]
    frame: str


_HISTORY = (exports.bp, hand.bp, incident.bp, devices.bp, audit.bp, figures.bp)
"""Hands and shifts long past."""
_PIT = _Kind(SIGNING, (pit.bp, room.bp, table.bp, alarms.bp, alarms_api.bp, api.bp, *_HISTORY, stream.bp, health.bp), "base.html")
_CONSOLE = _Kind((Role.DEALER,), (dealer.bp, api.bp, stream.bp, health.bp), "console_frame.html")


def create_app(config: DashboardConfig, feed: Feed, control: ControlLink) -> Flask:
    """The pit's dashboard, ready; its hub already follows the feed."""
    return _ready(_PIT, config, feed, control)


def create_console(config: DashboardConfig, feed: Feed, control: ControlLink, only: TableId) -> Flask:
    """The dealer's console of one table: its page and nothing of the pit's, and whoever sits there is the dealer."""
    app = _ready(_CONSOLE, config, feed, control)
    dealer.lead_to(app, only)
    return app


def _ready(kind: _Kind, config: DashboardConfig, feed: Feed, control: ControlLink) -> Flask:
    app = Flask("web_dashboard")
    app.config.update(
        SECRET_KEY=config.secret_key or secrets.token_hex(32),
        MAX_CONTENT_LENGTH=MOST_BYTES,
        TRUSTED_HOSTS=config.hosts,
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_NAME=f"burnturn{config.port}",  # cookies know no ports: two dashboards on one computer must not meet
        SEND_FILE_MAX_AGE_DEFAULT=timedelta(0),
    )
    hub = Hub(feed, config.max_viewers)
    attach(
        app, Parts(config, feed, control, hub, FragmentCache(), Metrics(feed, hub), HandCache(), Shelf(), Checks(), kind.roles)
    )
    for concern in (errors, guard, headers, helpers, shift, texts, alarms):
        concern.register(app)
    app.jinja_env.globals["frame"] = kind.frame
    for blueprint in kind.blueprints:
        app.register_blueprint(blueprint)
    hub.start()
    return app
