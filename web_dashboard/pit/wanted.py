"""What a reader of the wall asked to see: words, limit, state, only trouble, grid or floor plan. Knows no template."""

from collections.abc import Mapping

import msgspec

from table_controller.views.shapes import PitView
from web_dashboard.pages.picture import CALM, urgency_of


class Wanted(msgspec.Struct, frozen=True):
    """Empty: everything. `find`: words that stand in a table's id, name, dealer, floor person or players."""

    find: str = ""
    limit: str = ""
    state: str = ""
    floor: str = ""
    trouble: bool = False
    plan: bool = False

    def shows(self, view: PitView) -> bool:
        """Whether this table is among what was asked for."""
        asked = ((self.limit, view.game.limit), (self.state, view.state), (self.floor, view.floor))
        if any(wanted and wanted != given for wanted, given in asked):
            return False
        if self.trouble and urgency_of(view) == CALM:
            return False
        words = words_of(view)
        return all(word in words for word in self.find.casefold().split())


def read_wanted(given: Mapping[str, str]) -> Wanted:
    """Out of an address; what is not understood filters nothing out that is there."""
    return Wanted(
        find=given.get("find", "")[:60],
        limit=given.get("limit", ""),
        state=given.get("state", ""),
        floor=given.get("floor", ""),
        trouble="trouble" in given,
        plan="plan" in given,
    )


def words_of(view: PitView) -> str:
    """Everything a table can be found by, in small letters."""
    named = (view.table, view.name, view.dealer, view.floor, *(seat.player for seat in view.seats))
    return " ".join(named).casefold()
