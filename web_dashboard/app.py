"""Puts the dashboard together: one Flask app, a blueprint per concern. Must not know where feed and control link come from."""

import secrets
from datetime import timedelta

from flask import Flask

from web_dashboard import errors, guard, headers, health, texts
from web_dashboard.api import exports
from web_dashboard.api import routes as api
from web_dashboard.config import DashboardConfig
from web_dashboard.dealer import page as dealer
from web_dashboard.feed import ControlLink, Feed
from web_dashboard.fragments import FragmentCache
from web_dashboard.hand import incident
from web_dashboard.hand import page as hand
from web_dashboard.hand.cache import HandCache
from web_dashboard.live import stream
from web_dashboard.live.hub import Hub
from web_dashboard.metrics import Metrics
from web_dashboard.pages import helpers
from web_dashboard.parts import Parts, attach
from web_dashboard.pit import page as pit
from web_dashboard.table import page as table

MOST_BYTES = 65_536
"""Longest request body; no order comes near it."""


def create_app(config: DashboardConfig, feed: Feed, control: ControlLink) -> Flask:
    """A ready app whose hub already follows the feed."""
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
    attach(app, Parts(config, feed, control, hub, FragmentCache(), Metrics(feed, hub), HandCache()))
    for concern in (errors, guard, headers, helpers, texts):
        concern.register(app)
    for blueprint in (pit.bp, table.bp, dealer.bp, api.bp, exports.bp, hand.bp, incident.bp, stream.bp, health.bp):
        app.register_blueprint(blueprint)
    hub.start()
    return app
