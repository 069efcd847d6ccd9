"""One table of real processes: the people with their simulated hardware in one, the controller in another, which can be killed.

Owns starting, killing and watching them. Everything between them is what a demonstration has: pseudo terminals, journal, socket.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from table_controller.bootstrap.processes import Child, wait_for
from table_controller.bootstrap.room import room_of
from table_controller.bootstrap.show import Show
from table_controller.bootstrap.simulated import SimulatedPlan, furnish
from table_controller.journal import JournalFault, read_status
from table_controller.rehearsal.report import RehearsalReport
from table_controller.service.loop import Status

from .compare import Game, game_of

STARTED_S = 30.0


class LiveTable:
    """Made by `live_table`. The people play as soon as there is a controller; `finish` waits for them."""

    def __init__(self, show: Show, number: int) -> None:
        self.plan, _ = show.plan(number)
        self.kills = 0
        furnish(self.plan)
        plan_file = show.folder / "show.json"
        plan_file.write_bytes(msgspec.json.encode(show, enc_hook=str))
        self._report = show.folder / "report.json"
        with self._report.open("wb") as output:
            self.people = Child(["rehearse", str(plan_file), str(number)], output)
        self.controller = self._new_controller()

    def playing(self) -> bool:
        return self.people.ended() is None

    def alive(self) -> bool:
        """Whether the present controller has begun, and has every device."""
        status = status_of(self.plan)
        return (
            status is not None
            and status.alive_since > self._begun_ms
            and len(status.devices) == 3
            and all(device.state == "linked" for device in status.devices)
        )

    def kill(self, away_s: float) -> None:
        """As a power cut would, and another one after so many seconds."""
        assert self.controller.ended() is None
        self.controller.kill()
        self.kills += 1
        time.sleep(away_s)
        self.start_again()

    def start_again(self) -> None:
        """Another controller; the one before is dead."""
        assert self.controller.ended() is not None
        self.controller = self._new_controller()

    def finish(self, patience_s: float) -> RehearsalReport:
        """The people's score; everything but the journal is gone then."""
        assert wait_for(lambda: not self.playing(), patience_s), "the people do not come to an end"
        assert self.people.ended() == 0
        assert self.controller.ended() is None
        self.stop()
        return msgspec.json.decode(self._report.read_bytes().splitlines()[-1], type=RehearsalReport)

    def game(self) -> Game:
        """What the journal says, once all is over."""
        return game_of(room_of(self.plan.config))

    def stop(self) -> None:
        """The controller first: it is not to see its devices go."""
        self.controller.stop()
        self.people.stop()

    def _new_controller(self) -> Child:
        self._begun_ms = time.time_ns() // 1_000_000
        return Child(["table", str(self.plan.config)])


def status_of(plan: SimulatedPlan) -> Status | None:
    """The row the controller overwrites each second."""
    try:
        line = read_status(plan.journals / f"{plan.id}.journal")
        return None if line is None else msgspec.json.decode(line, type=Status)
    except (JournalFault, msgspec.MsgspecError):
        return None


@contextmanager
def live_table(show: Show, number: int) -> Iterator[LiveTable]:
    """Nothing of it is left running afterwards."""
    table = LiveTable(show, number)
    try:
        yield table
    finally:
        table.stop()
