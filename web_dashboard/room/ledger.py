"""Who bought in for how much and left with what, out of what the books of each table kept. Pure."""

from collections.abc import Iterable

import msgspec

from table_controller.core import events as did
from table_controller.core.ids import Chips, SeatNo, TableId
from web_dashboard.audit.books import Deed

IN = "in"
OUT = "out"


class Entry(msgspec.Struct, frozen=True):
    """One line of the ledger. `at`: wall clock, UTC ms. `amount` is more than nothing; `way`: in or out."""

    table: TableId
    at: int
    seat: SeatNo
    player: str
    way: str
    amount: Chips


class Sums(msgspec.Struct, frozen=True):
    """What came to the tables and what went away."""

    bought: Chips
    taken: Chips


def entries(table: TableId, deeds: Iterable[Deed]) -> list[Entry]:
    """The lines of one table, oldest first. A player whose buy-in lies before what was kept goes by no name."""
    names: dict[SeatNo, str] = {}
    lines = []
    for deed in deeds:
        event = deed.event
        if isinstance(event, did.PlayerSeated):
            names[event.seat] = event.player
            lines.append(Entry(table, deed.at, event.seat, event.player, IN, event.chips))
        elif isinstance(event, did.ChipsToppedUp):
            lines.append(Entry(table, deed.at, event.seat, names.get(event.seat, ""), IN, event.amount))
        elif isinstance(event, did.PlayerLeft):
            lines.append(Entry(table, deed.at, event.seat, names.pop(event.seat, ""), OUT, event.chips))
    return lines


def sums(lines: Iterable[Entry]) -> Sums:
    """Added up."""
    bought = taken = 0
    for line in lines:
        if line.way == IN:
            bought += line.amount
        else:
            taken += line.amount
    return Sums(Chips(bought), Chips(taken))
