"""Functions the templates call, and the clock that every page is told. Knows no page by name."""

import time
from datetime import datetime

from flask import Flask

from table_controller.core.messages import Message
from table_controller.core.order_base import Person
from table_controller.house_rules import CLAUSES
from web_dashboard.dealer.keys import answers, confirm
from web_dashboard.dealer.reports import REPORTS
from web_dashboard.pages.picture import pressing
from web_dashboard.pages.rules import clause_words, house_words
from web_dashboard.pages.words import told
from web_dashboard.texts import amount, language, say, span, t

_SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def register(app: Flask) -> None:
    """Makes what the templates call known to them; texts, numbers and times are `texts.register`'s."""
    app.jinja_env.globals.update(
        told=told,
        pressing=pressing,
        now_ms=_now_ms,
        since=_since,
        moment=_moment,
        rank=_rank,
        suit=_suit,
        card_name=_card_name,
        where=where,
        person=person,
        duration=span,
        day_time=_day_time,
        decimal=_decimal,
        seconds=seconds,
        confirm=confirm,
        answers=answers,
        clause_words=clause_words,
        house_words=house_words,
        reports=REPORTS,
        CLAUSES=CLAUSES,
    )
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


def _moment(iso: str) -> int:
    """UTC milliseconds of an ISO moment."""
    return int(datetime.fromisoformat(iso).timestamp() * 1000)


def _since(wall: int) -> str:
    """How long ago, as the page's clock writes it."""
    return span((_now_ms() - wall) / 1000)


def _day_time(wall: int) -> str:
    """Day and time of day where the server stands, as ISO 8601 writes the day."""
    return f"{datetime.fromtimestamp(wall / 1000).astimezone():%Y-%m-%d %H:%M}"


def _decimal(value: float | None) -> str:
    """A figure with one digit after the point, as the reader's language writes it; a dash for none."""
    if value is None:
        return "–"
    whole, _, rest = f"{value:.1f}".partition(".")
    return f"{amount(int(whole))}{'.' if language() == 'en' else ','}{rest}"


def seconds(value: float | None) -> str:
    """How long something took: 0.4 s, else as `span` writes it; a dash for none."""
    if value is None:
        return "–"
    return f"{_decimal(value)} s" if value < 60 else span(value)


def _rank(card: str) -> str:
    return "10" if card[:1] == "T" else card[:1]


def _suit(card: str) -> str:
    """The name of the suit's drawing; empty for a card that has none."""
    return _SUITS.get(card[1:], "")


def _card_name(card: str) -> str:
    """A card in words, for screen readers."""
    if _suit(card):
        return t("card.of", rank=card[:1], suit=_suit(card))
    return t(f"card.{card}")


def where(seat: int | None, place: str | None) -> str:
    """Where something is, in words; empty when it is nowhere in particular."""
    if seat is not None:
        return say("word", Message("at_seat", {"seat": seat}))
    return "" if place is None else t(f"place.{place}")


def person(by: Person | None) -> str:
    """Who gave an order: role, and the name where the record has one; empty for nobody."""
    if by is None:
        return ""
    return " ".join(filter(None, (t(f"role.{by.role.value}"), by.name)))
