"""The hand page: any hand of a table stepped through, forward and back. Works without script: each step is an address."""

from flask import Blueprint, current_app, render_template

from table_controller.core.ids import TableId
from table_controller.journal import JournalFault
from table_controller.views.shapes import PitView
from web_dashboard.asked import known_view
from web_dashboard.asked import number as asked
from web_dashboard.feed import HandSummary
from web_dashboard.hand.cache import last_number
from web_dashboard.hand.find import hand_of
from web_dashboard.hand.story import Story, story_of
from web_dashboard.pages.picture import picture_of
from web_dashboard.parts import parts

bp = Blueprint("hand", __name__)


@bp.get("/tables/<table>/hands")
def newest(table: str) -> str:
    """The hand that runs, else the last one."""
    return page(table, max(1, last_number(known_view(table))))


@bp.get("/tables/<table>/hands/<int:number>")
def page(table: str, number: int) -> str:
    """The whole page."""
    now, story = known_view(table), _told(table, number)
    return render_template("hand.html", hand=story.hand, strip=strip(now), pieces=_pieces(story))


@bp.get("/fragments/tables/<table>/hands/<int:number>")
def fragment(table: str, number: int) -> str:
    """The pieces of one step."""
    return _pieces(_told(table, number))


def strip(view: PitView) -> tuple[HandSummary, ...]:
    """The last hands of a table, for the strip on its pages; none while its record cannot be read."""
    here = parts(current_app)
    try:
        return here.hands.strip(here.feed, view)
    except JournalFault:
        return ()


def _told(table: str, number: int) -> Story:
    return story_of(hand_of(TableId(table), number, asked("attempt")))


def _step(story: Story) -> int:
    """The step asked for, kept within the hand; where the hand was over when none is. `?seq=` names an event of the record."""
    seq = asked("seq")
    wanted = story.line_of(seq) if seq is not None else asked("step")
    return story.outcome_line if wanted is None else min(wanted, len(story.lines))


def _pieces(story: Story) -> str:
    step = _step(story)
    view = story.view(step)
    return render_template(
        "hand_pieces.html",
        story=story,
        hand=story.hand,
        step=step,
        line=story.lines[step - 1],
        view=view,
        picture=picture_of(view),
        attempt=asked("attempt"),
    )
