"""Which table comes first on the wall, and which one needed somebody first. Pure."""

from collections.abc import Iterable, Mapping

from table_controller.core.ids import TableId
from table_controller.views.shapes import PitView
from web_dashboard.feed import STALE_AFTER_S, by_number
from web_dashboard.pages.picture import NEEDS_SOMEBODY, pressing, urgency_of

ROOMY, MIDDLE = 9, 20
"""Up to so many tables tiles are large, and up to so many of middle size."""


def urgent_first(views: Iterable[PitView], ages: Mapping[TableId, float | None]) -> list[PitView]:
    """By severity; of equals the one that has waited longest and nobody has seen; then by number."""
    return sorted(views, key=lambda view: (_severity(view, ages.get(view.table)), *_waiting(view), by_number(view.table)))


def first_out(views: Iterable[PitView]) -> PitView | None:
    """Where the oldest alarm stands that nobody has seen, among those of the highest priority. None: there is none."""
    waiting = [
        (alarm.priority, alarm.since, view.seq, view)
        for view in views
        for alarm in view.alarms
        if alarm.state == "active_unacknowledged"
    ]
    return min(waiting, key=lambda one: one[:3])[3] if waiting else None


def density(tables: int) -> str:
    """How much room a tile has."""
    return "roomy" if tables <= ROOMY else "middle" if tables <= MIDDLE else "dense"


def _severity(view: PitView, age: float | None) -> int:
    stale = age is None or age > STALE_AFTER_S
    return min(urgency_of(view), NEEDS_SOMEBODY if stale else 9)


def _waiting(view: PitView) -> tuple[bool, str]:
    alarms = pressing(view.alarms)
    if not alarms:
        return False, ""
    foremost = alarms[0]
    return foremost.state != "active_unacknowledged", foremost.since
