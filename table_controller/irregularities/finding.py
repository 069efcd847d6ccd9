"""What was found wrong, as a value: code, level, clauses and where. Never which card."""

import msgspec

from table_controller.core.events import FindingRaised
from table_controller.core.ids import SeatNo
from table_controller.core.places import Place
from table_controller.core.rules import HouseRules
from table_controller.irregularities.catalogue import CATALOGUE, cited


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """`replaces`: number of the open finding that this one explains along with what is new. `sensed` False: a key said so."""

    code: str
    level: int
    clauses: tuple[str, ...]
    seat: SeatNo | None = None
    place: Place | None = None
    position: int | None = None
    """Which card or slot of the place, from 1."""
    replaces: int | None = None
    locks: bool = True
    sensed: bool = True
    public_tag: str | None = None
    by_player: bool = False
    keeps_board: bool = False
    draw: int = 0
    home: Place | None = None
    """Of a card that was moved by hand: which draw of the deck it was, and where it belongs."""

    def raised(self, number: int) -> FindingRaised:
        """The event that puts it on record under this number."""
        return FindingRaised(
            number=number,
            code=self.code,
            level=self.level,
            clauses=self.clauses,
            seat=self.seat,
            place=self.place,
            position=self.position,
            replaces=self.replaces,
            locks=self.locks,
            sensed=self.sensed,
            public_tag=self.public_tag,
            by_player=self.by_player,
            keeps_board=self.keeps_board,
            draw=self.draw,
            home=self.home,
        )


class Where(msgspec.Struct, frozen=True):
    """Where something is wrong: as much of it as is known."""

    seat: SeatNo | None = None
    place: Place | None = None
    position: int | None = None


def finding(
    code: str,
    rules: HouseRules,
    where: Where | None = None,
    *,
    level: int = 0,
    sensed: bool = True,
    public_tag: str | None = None,
    by_player: bool = False,
) -> Finding:
    """A finding with level, clauses and lock of the catalogue. `level`: another one, where the case decides it."""
    entry = CATALOGUE[code]
    spot = where or Where()
    return Finding(
        code=code,
        level=level or entry.level,
        clauses=cited(entry, rules),
        seat=spot.seat,
        place=spot.place,
        position=spot.position,
        locks=entry.locks or level > 1,
        sensed=sensed,
        public_tag=public_tag,
        by_player=by_player,
    )
