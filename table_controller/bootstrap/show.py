"""What a demonstration consists of: how many tables, who plays, how fast, with which errors."""

from pathlib import Path

import msgspec

from hardware.simulator.noise import OFF, Noise
from hardware.simulator.noise import PRESETS as NOISES
from hardware.simulator.usb_reader import ReaderKind
from table_controller.bootstrap.simulated import SimulatedPlan
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.stakes import Limit, Rake, Stakes
from table_controller.house_rules import load_profile
from table_controller.rehearsal.habits import OFF as NO_HABITS
from table_controller.rehearsal.habits import PRESETS as HABITS
from table_controller.rehearsal.habits import KeyHabits
from table_controller.rehearsal.pace import Pace
from table_controller.rehearsal.plan import RobotPlan

ENDLESS = 1_000_000_000
"""Hands of a demonstration that runs until it is stopped."""


class Show(msgspec.Struct, frozen=True):
    """`factor`: 1 is a real table's pace, None as quick as the sensors allow. `hands` per table; None: until stopped.

    `notes_keys`: when each key goes down is written beside the journals, for measuring. `shared`: pages are served, and whoever
    looks at them may give orders too.
    """

    folder: Path
    tables: int = 4
    hands: int | None = None
    factor: float | None = 1.0
    errors: float = 0.0
    rules: str = "tda_2024"
    seed: int = 1
    notes_keys: bool = False
    shared: bool = False
    firmware: Path | None = None
    readers: ReaderKind | None = None
    noise: Noise = OFF
    """See `SimulatedPlan`, all three."""
    optical: bool = False
    """The shoe has a camera over its mouth instead of an antenna."""
    habits: KeyHabits = NO_HABITS
    """How dealers key, see `RobotPlan`."""
    consoles: tuple[int, ...] = ()
    """Ports of the dealers' consoles, that of the first table first; tables beyond them have none."""

    def under(self, preset: str) -> "Show":
        """The same with sensors and dealers of this preset: off, typical, harsh."""
        return msgspec.structs.replace(self, noise=NOISES[preset], habits=HABITS[preset])

    def key_notes(self, number: int) -> Path:
        """Where the keys of table `number` are noted."""
        return self.folder / f"T{number}.keys"

    def plans(self) -> list[tuple[SimulatedPlan, RobotPlan]]:
        """One table after another, each with its own game, players and chance."""
        return [self._plan(number) for number in range(1, self.tables + 1)]

    def plan(self, number: int) -> tuple[SimulatedPlan, RobotPlan]:
        """The plan of table `number`, from 1."""
        return self._plan(number)

    def _plan(self, number: int) -> tuple[SimulatedPlan, RobotPlan]:
        stakes = _GAMES[(number - 1) % len(_GAMES)]
        players = _COMPANIES[(number - 1) % len(_COMPANIES)]
        seed = self.seed * 1_000 + number
        robot = RobotPlan(
            seed=seed,
            hands=self.hands or ENDLESS,
            players=tuple(SeatNo(seat) for seat in players),
            buy_in=Chips(stakes.big_blind * 100),
            pace=Pace(seed, self.factor),
            seats=9,
            errors=self.errors,
            shared=self.shared,
            rules=load_profile(self.rules).rules,
            habits=self.habits,
            games=_in_turn(stakes) if self.errors and number % len(_GAMES) == _MIXED else (),
        )
        plan = SimulatedPlan(self.folder, number, stakes, self.rules, 9, self.seed)
        console = self.consoles[number - 1] if number <= len(self.consoles) else None
        plan = msgspec.structs.replace(plan, console=console, optical=self.optical)
        return msgspec.structs.replace(plan, firmware=self.firmware, readers=self.readers, noise=self.noise), robot


def _stakes(limit: Limit, small: int, big: int, chip: int, rake: Rake = Rake()) -> Stakes:  # noqa: B008 - frozen
    return Stakes(
        limit=limit,
        small_blind=Chips(small),
        big_blind=Chips(big),
        chip=Chips(chip),
        min_buy_in=Chips(big * 40),
        max_buy_in=Chips(big * 200),
        rake=rake,
    )


_GAMES = (
    _stakes(Limit.NO_LIMIT, 100, 200, 25, Rake(per_mille=50, cap=Chips(500))),
    _stakes(Limit.NO_LIMIT, 500, 1000, 100),
    _stakes(Limit.POT_LIMIT, 200, 400, 50, Rake(per_mille=40, cap=Chips(1000))),
    _stakes(Limit.FIXED_LIMIT, 100, 200, 25),
)
_MIXED = 2
"""The table that plays the three games in turn where errors are to be made: some are possible in one of them only."""


def _in_turn(stakes: Stakes) -> tuple[Stakes, ...]:
    games = (Limit.NO_LIMIT, Limit.POT_LIMIT, Limit.FIXED_LIMIT)
    return tuple(msgspec.structs.replace(stakes, limit=limit) for limit in games)


_COMPANIES = ((1, 2, 3, 5, 6, 8), (1, 2, 3, 4, 5, 6, 7, 8, 9), (2, 5, 9), (1, 3, 4, 7))
