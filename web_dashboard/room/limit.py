"""How many tables a floor person answers for at most. Knows the room's views and nothing else."""

from collections.abc import Iterable

from table_controller.core.ids import TableId
from table_controller.views.shapes import PitView

MOST_TABLES = 10


def too_many(views: Iterable[PitView], floor: str, more: Iterable[TableId]) -> bool:
    """Whether this person would have more tables than one may have, once these are his too. Nobody (empty) has no bound."""
    has = {view.table for view in views if view.floor == floor}
    return bool(floor) and len(has | set(more)) > MOST_TABLES
