"""Walls of many tables made up by chance: every state, game and company, and as many alarms of each priority as are wanted."""

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from dashboard_fakes import NAMES, alarm, betting_view, idle_view, replace, seat

from table_controller.core.ids import Chips, HandNo
from table_controller.core.messages import Message
from table_controller.views.shapes import GameView, PitView, PotView, QuestionView

CODES = {
    1: ("turn_premature", "deck_fouled", "reader_down", "misdeal_called", "flop_no_burn_before_action"),
    2: ("floor_called", "wrong_award", "hole_exposed_multiple"),
    3: ("events_lost", "unbound_source", "clock_jumped"),
}
GAMES = (("no_limit", 100, 200), ("no_limit", 500, 1000), ("pot_limit", 200, 400), ("fixed_limit", 1000, 2000))
STREETS = ("preflop", "flop", "turn", "river")


def since(chance: random.Random) -> str:
    """Up to twenty minutes ago."""
    moment = datetime.now(UTC) - timedelta(seconds=chance.randrange(5, 1200))
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def alarm_of(chance: random.Random, priority: int) -> Any:
    where = {"place": "board"} if priority == 1 else {"seat": chance.randrange(1, 10)}
    state = chance.choice(("active_unacknowledged", "active_acknowledged"))
    return alarm(priority, chance.choice(CODES[priority]), id=f"a{priority}", since=since(chance), params=where, state=state)


def table(chance: random.Random, number: int, seq: int, priority: int | None) -> PitView:
    name = f"T{number}"
    company = chance.sample(range(1, 10), chance.randrange(2, 10))
    seats = tuple(seat(one, stack=Chips(chance.randrange(1, 400_000))) for one in sorted(company))
    base = chance.choice((betting_view, betting_view, idle_view))(name, seq)
    limit, small, big = chance.choice(GAMES)
    changes: dict[str, Any] = {"seats": seats, "game": GameView(limit, Chips(small), Chips(big)), "max_seats": 9}
    changes["dealer"] = chance.choice(("", *NAMES, "Bartholomew"))
    changes["floor"] = chance.choice(("Anna", "Bruno"))
    if base.hand is not None:
        number_of_hand = HandNo(chance.randrange(1, 3_000))
        changes["hand"] = replace(base.hand, street=chance.choice(STREETS), actor=company[0], seats=seats, number=number_of_hand)
        pot = PotView(Chips(chance.choice((600, 48_250, 1_234_567))), base.hand.pots[0].seats)
        changes["hand"] = replace(changes["hand"], pots=(pot,))
        changes["state"] = chance.choice(("betting", "board", "dealing"))
    if priority is not None:
        changes["alarms"] = (alarm_of(chance, priority),)
        changes["state"] = "locked" if priority == 1 else changes.get("state", base.state)
    elif chance.random() < 0.1:
        changes["questions"] = (QuestionView(1, Message("chips_without_key", {"seat": company[0]})),)
    elif chance.random() < 0.1:
        changes["state"] = chance.choice(("paused", "closed"))
    return replace(base, **changes)


def wall(seed: int, seq: int, tables: int = 40, priorities: Sequence[int] = (1, 2, 2, 3, 3, 3)) -> list[PitView]:
    """Views of T1 and so on; which of them have an alarm is chance."""
    chance = random.Random(seed)
    troubled = dict(zip(chance.sample(range(1, tables + 1), len(priorities)), priorities, strict=True))
    return [table(chance, number, seq, troubled.get(number)) for number in range(1, tables + 1)]
