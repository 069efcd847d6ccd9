"""The devices page: how well each reader is heard, and where the table misread."""

from flask import Blueprint, current_app, render_template

from table_controller.views.shapes import PitView
from web_dashboard.asked import known_view
from web_dashboard.audit.books import Books
from web_dashboard.devices.health import MOST_HITS, UNHEARD
from web_dashboard.devices.heat import heat_of
from web_dashboard.pages.charts import spark
from web_dashboard.parts import parts
from web_dashboard.texts import t

bp = Blueprint("devices", __name__)


@bp.get("/tables/<table>/devices")
def page(table: str) -> str:
    """The whole page."""
    view = known_view(table)
    age = parts(current_app).feed.ages().get(view.table)
    return render_template("devices.html", view=view, age=age, pieces=_pieces(view))


@bp.get("/fragments/tables/<table>/devices")
def fragment(table: str) -> str:
    """The pieces as they are now."""
    return _pieces(known_view(table))


def books_of(view: PitView) -> Books | None:
    """The table's books as of now; None without a record. JournalFault passes through."""
    here = parts(current_app)
    journal = here.feed.record(view.table)
    return None if journal is None else here.shelf.of(journal)


def antenna_words(place: str) -> str:
    """Where an antenna lies, from the words of a configuration (`seat 3 cards`, `board flop`), for people."""
    first, _, rest = place.partition(" ")
    if first == "seat":
        return t(f"place.seat_{rest.partition(' ')[0]}")
    if first == "board":
        return f"{t('place.board')}, {t(f'street.{rest}')}"
    return t(f"place.{first}") if first else ""


def _pieces(view: PitView) -> str:
    books, health = books_of(view), parts(current_app).feed.health(view.table)
    return render_template(
        "devices_pieces.html",
        view=view,
        health=health or UNHEARD,
        heat=heat_of({} if books is None else books.misread, view.max_seats),
        events={} if books is None else dict(books.devices),
        since=None if books is None else books.since,
        most_hits=MOST_HITS,
        spark=spark,
        antenna_words=antenna_words,
        states={device.name: device.state for device in view.devices},
    )
