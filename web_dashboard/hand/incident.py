"""The report of one irregularity as a PDF: what it was, which rule decides it, who signed, and its timeline."""

from collections.abc import Iterator
from datetime import datetime

from flask import Blueprint, Response, current_app

from table_controller.core.cards import text_of
from table_controller.core.ids import Seq, TableId
from table_controller.core.places import Place
from table_controller.export import Step
from table_controller.journal import JournalFault
from web_dashboard.asked import number as asked
from web_dashboard.errors import ApiError
from web_dashboard.hand.find import hand_of
from web_dashboard.hand.paper import Paper
from web_dashboard.hand.story import Incident, Story, person_of, story_of
from web_dashboard.pages.helpers import person, seconds, where
from web_dashboard.pages.rules import clause_words, house_words
from web_dashboard.pages.words import fact
from web_dashboard.parts import parts
from web_dashboard.texts import amount, clock_time, language, say, t

bp = Blueprint("incident", __name__)

_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_HASH = 16
"""Digits of a record's hash that are printed: enough to tell records apart."""


@bp.get("/tables/<table>/hands/<int:number>/irregularities/<int:finding>.pdf")
def pdf(table: str, number: int, finding: int) -> Response:
    """The whole report. ApiError 404 when the hand has no such finding."""
    story = story_of(hand_of(TableId(table), number, asked("attempt")))
    incident = next((one for one in story.incidents if one.found.number == finding), None)
    if incident is None:
        raise ApiError(404, "no_irregularity", number=finding)
    name = f"irregularity-{number}-{story.hand.attempt}-{finding}.pdf"
    head = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(_written(story, incident), mimetype="application/pdf", headers=head)


def _written(story: Story, incident: Incident) -> bytes:
    hand, found = story.hand, incident.found
    title = t("incident.title", table=hand.table, hand=hand.number)
    made = datetime.fromtimestamp(incident.timeline[-1].at / 1000).astimezone()
    paper = Paper(title, t("incident.foot", table=hand.table, first=hand.steps[0].seq, last=hand.steps[-1].seq), language(), made)
    paper.heading(title)
    paper.heading(t(f"code.{found.code}"), 14)
    paper.words(t(f"irregularity.{found.code}"))
    paper.facts(_facts(story, incident))
    paper.heading(t("incident.table_then"), 12)
    paper.table_of(_seats_head(), _seats(incident.raised), (20, 64, 30, 30, 30))
    paper.heading(t("incident.timeline"), 12)
    paper.table_of(_events_head(), map(_event, incident.timeline), (24, 20, 90, 40))
    paper.words(t("incident.hidden"))
    return bytes(paper.output())


def _facts(story: Story, incident: Incident) -> Iterator[tuple[str, str]]:
    hand, found, then = story.hand, incident.found, incident.raised.state
    yield t("incident.code"), f"{found.code}, {t('page.level', level=found.level)}"
    yield t("incident.where"), where(found.seat, None if found.place is None else found.place.value)
    yield t("incident.when"), f"{_day(incident.raised.at)} {clock_time(incident.raised.at)}"
    yield t("incident.hand"), _hand_words(story)
    yield t("page.rule"), f"{house_words(then.rules.name)}\n" + "\n".join(_clauses(found.clauses))
    yield t("incident.sensed"), t("incident.by_sensor" if found.sensed else "incident.by_key")
    yield t("incident.procedure"), found.procedure
    yield t("incident.closed"), t(f"how.{incident.how}") if incident.how else t("hand.still_open")
    yield t("incident.lasted"), seconds(incident.seconds)
    yield t("incident.signed"), ", ".join(map(person, incident.people))
    yield t("incident.board"), " ".join(_faces(incident.raised))
    yield t("incident.hash"), _hash(hand.table, incident.raised.seq)


def _hand_words(story: Story) -> str:
    hand = story.hand
    words = [t("page.hand_no", hand=hand.number)]
    if hand.attempt > 1:
        words.append(t("page.attempt", attempt=hand.attempt))
    words.append(t(f"outcome.{hand.outcome}") if hand.outcome else t("hand.running"))
    return ", ".join(words)


def _clauses(clauses: tuple[str, ...]) -> Iterator[str]:
    for clause in clauses:
        words = clause_words(clause)
        yield f"{clause}: {words}" if words else clause


def _faces(step: Step) -> Iterator[str]:
    for card in step.state.at(Place.BOARD):
        if card.public is not None:
            face = text_of(card.public)
            yield face[0] + _SIGNS.get(face[1], face[1])


def _hash(table: TableId, seq: Seq) -> str:
    """The beginning of the record's hash: what is printed can be held against the journal."""
    journal = parts(current_app).feed.record(table)
    try:
        found = [] if journal is None else journal.tail(Seq(seq - 1), 1)
    except JournalFault:
        return ""
    return f"#{seq} {found[0].hash.hex()[:_HASH]}" if found else ""


def _seats_head() -> tuple[str, ...]:
    return tuple(t(f"incident.{name}") for name in ("seat", "player", "stack", "bet", "cards"))


def _seats(step: Step) -> Iterator[tuple[str, ...]]:
    hand = step.state.hand
    for seat in step.state.seats:
        if seat.player is not None and hand is not None and seat.seat in hand.order:
            lying = str(len(step.state.at(Place(f"seat_{seat.seat}"))))
            yield str(seat.seat), seat.player, amount(seat.stack), amount(seat.bet), lying


def _events_head() -> tuple[str, ...]:
    return tuple(t(f"incident.{name}") for name in ("time", "event", "what", "who"))


def _event(step: Step) -> tuple[str, ...]:
    message = fact(step.event)
    words = "" if message is None else say("fact", message)
    return clock_time(step.at), f"#{step.seq}", words, person(person_of(step.event))


def _day(wall: int) -> str:
    """The day where the server stands, as ISO 8601 writes it."""
    return datetime.fromtimestamp(wall / 1000).astimezone().date().isoformat()
