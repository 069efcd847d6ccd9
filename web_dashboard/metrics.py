"""The dashboard's own figures for Prometheus. Names no card, no player, no amount."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, generate_latest
from prometheus_client.core import GaugeMetricFamily

if TYPE_CHECKING:
    from web_dashboard.feed import Feed
    from web_dashboard.live.hub import Hub


class Metrics:
    """One registry per app, so that two apps in one process do not meet."""

    def __init__(self, feed: "Feed", hub: "Hub") -> None:
        self.registry = CollectorRegistry()
        self.orders = Counter("burnturn_orders", "Orders posted, by outcome", ["outcome"], registry=self.registry)
        self.errors = Counter("burnturn_http_errors", "Answers that were errors, by status", ["status"], registry=self.registry)
        self.missing_texts = Counter("burnturn_missing_texts", "Texts asked for that no catalogue has", registry=self.registry)
        self.registry.register(_Now(feed, hub))

    def text(self) -> bytes:
        """Everything in Prometheus' own text form."""
        return generate_latest(self.registry)


class _Now:
    """What is read at the moment of asking."""

    def __init__(self, feed: "Feed", hub: "Hub") -> None:
        self._feed = feed
        self._hub = hub

    def collect(self) -> Iterator[GaugeMetricFamily]:
        yield GaugeMetricFamily("burnturn_streams_open", "Live streams open", value=self._hub.viewers)
        yield GaugeMetricFamily("burnturn_streams_refused", "Live streams refused since start", value=self._hub.refused)
        ages = GaugeMetricFamily("burnturn_table_heartbeat_age_seconds", "Since a table was last heard", labels=["table"])
        for table, age in self._feed.ages().items():
            if age is not None:
                ages.add_metric([table], age)
        yield ages
        alarms = GaugeMetricFamily("burnturn_table_alarms_open", "Open alarms", labels=["table"])
        for summary in self._feed.tables():
            alarms.add_metric([summary.id], summary.alarms)
        yield alarms
