"""The real server process with a fake feed, for tests: `python fake_server.py PORT MAX_VIEWERS [SETTINGS]`.

Each line of standard input is a pit view as JSON, shown at once. A `bet` or `raise` order makes the bet visible in the next view.
"""

import os
import sys
import threading
import time

import msgspec
import pseudo
from dashboard_fakes import FakeControl, FakeFeed, betting_view, every_page, idle_view, replace, some_facts
from flask import Flask

from table_controller.core.ids import Seq, TableId
from table_controller.core.orders import AnyOrder, Raise
from table_controller.views.shapes import PitView
from web_dashboard.config import DashboardConfig
from web_dashboard.feed import Accepted
from web_dashboard.serve import serve


def _make_app(config: DashboardConfig) -> Flask:
    feed = FakeFeed(betting_view("T1"), idle_view("T2"), betting_view("T3"), betting_view("T4"))
    feed.events = some_facts()
    feed.since = time.time_ns() // 1_000_000 - 42_000
    control = FakeControl()

    def raised(order: AnyOrder) -> None:
        if not isinstance(order, Raise):
            return
        view = feed.views[TableId("T1")]
        seats = tuple(replace(seat, bet=order.to) if seat.seat == 3 else seat for seat in view.seats)
        control.answer = Accepted(Seq(view.seq + 1))
        feed.show(replace(view, seq=view.seq + 1, seats=seats, hand=replace(view.hand, seats=seats, actor=6)))

    control.then = raised
    threading.Thread(target=_follow_stdin, args=(feed,), daemon=True).start()
    return every_page(config, feed, control)


def _follow_stdin(feed: FakeFeed) -> None:
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as lines:  # a buffer's lock would hold the exit up
        while line := lines.readline():
            feed.show(msgspec.json.decode(line, type=PitView))


if __name__ == "__main__":
    if os.environ.get("PSEUDO_LOCALE"):
        pseudo.speak()
    more = msgspec.json.decode(sys.argv[3]) if len(sys.argv) > 3 else {}
    given = {"port": int(sys.argv[1]), "max_viewers": int(sys.argv[2]), "strict_texts": True, **more}
    settings = msgspec.convert(given, DashboardConfig)
    serve(settings, lambda: _make_app(settings))
