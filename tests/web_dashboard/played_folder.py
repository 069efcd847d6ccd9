"""A folder with the journal and status of one table at which robots played some hands with errors, in virtual time."""

from pathlib import Path

import msgspec

from table_controller.bootstrap.room import room_of
from table_controller.bootstrap.simulated import SimulatedPlan, furnish
from table_controller.bootstrap.virtual import VirtualTable
from table_controller.bootstrap.virtual_rehearsal import play_at, score_of
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.orders import DealerChange, Person, Role
from table_controller.core.stakes import Limit, Stakes
from table_controller.journal import SqliteJournal, write_status
from table_controller.rehearsal.mistakes import ErrorLog
from table_controller.rehearsal.pace import Pace
from table_controller.rehearsal.plan import RobotPlan
from table_controller.service.envelope import Envelope

STAKES = Stakes(limit=Limit.NO_LIMIT, small_blind=Chips(5), big_blind=Chips(10), min_buy_in=Chips(100))
SEATS = tuple(SeatNo(seat) for seat in (1, 2, 4, 5, 7, 9))
HANDS = 6


def played_folder(folder: Path) -> Path:
    """The folder of the journal. The same every time."""
    plan = SimulatedPlan(folder, 1, STAKES, rules="slovak", seed=11)
    furnish(plan)
    room = room_of(plan.config)
    journal: SqliteJournal[object] = room.open_journal()  # type: ignore[assignment]
    table = VirtualTable(plan, room, journal)  # type: ignore[arg-type]
    olga = Person(Role.PIT, "Olga", "pit")
    log = ErrorLog()
    robots = RobotPlan(seed=4, hands=HANDS, players=SEATS, buy_in=Chips(500), pace=Pace(3, 1.0), errors=1.0)
    table.order(Envelope(DealerChange(dealer="Eva"), olga))
    play_at(table, plan, robots, log, score_of(table, log))
    table.order(Envelope(DealerChange(dealer="Ivo"), olga))
    journal.close()
    return room.config.journal_path.parent


def heard(journals: Path, now_ms: int, seconds: int) -> None:
    """The status its process would have written `seconds` after `now_ms`: antennas that read more and less."""
    places = [(seat - 1, f"seat {seat} cards") for seat in range(1, 10)]
    places += [(10, "board flop"), (11, "board turn"), (12, "board river"), (13, "burn"), (14, "muck"), (15, "hold")]
    turns = seconds // 10
    reads = [
        (number, sum((turn * 7 + number * 3) % 11 for turn in range(turns)), 6 if number == 11 else 8) for number, _ in places
    ]
    board = {"antennas": reads, "places": places, "round_trip_ms": 4, "resent": 3, "bad_frames": 2}
    shoe = {"antennas": [(0, 9 * turns, 8)], "places": [(0, "shoe")], "round_trip_ms": 2}
    devices = [
        {"name": "shoe", "state": "linked", "age_ms": 120, "health": shoe},
        {"name": "board", "state": "linked", "age_ms": 90, "health": board},
        {"name": "keypad", "state": "linked", "age_ms": 300, "health": {"round_trip_ms": 3, "reconnects": 1}},
    ]
    body = {"alive_since": now_ms, "heartbeat": now_ms + seconds * 1000, "queue": 0, "devices": devices, "fault": None}
    write_status(journals / "T1.journal", msgspec.json.encode(body))
