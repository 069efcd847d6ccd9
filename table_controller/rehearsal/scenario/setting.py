"""How a scenario sets the table before the first action. Values only; `stage` gives them to the product."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from table_controller.core.ids import Chips, SeatNo
from table_controller.core.stakes import Limit
from table_controller.house_rules import Profile
from table_controller.rehearsal.scenario.words import CardName


class Flag(StrEnum):
    """What is said of a seat behind its stack."""

    ABSENT = "absent"
    SITTING_OUT = "sitting_out"
    NEW = "new"
    MISSED_BB = "missed_bb"
    MISSED_BOTH = "missed_both"
    MISSED_SB = "missed_sb"


class SeatLine(msgspec.Struct, frozen=True):
    seat: SeatNo
    stack: Chips
    flags: frozenset[Flag] = frozenset()


class LimitLine(msgspec.Struct, frozen=True):
    """`small`, `big`: the blinds, or in fixed limit the small and the big bet."""

    limit: Limit
    small: Chips
    big: Chips


class LastHandLine(msgspec.Struct, frozen=True):
    button: SeatNo
    small_blind: SeatNo | None
    big_blind: SeatNo


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """The table before the first action. One of `button`, `button_draw`, `last_hand` says where the button is."""

    profile: Profile
    limit: LimitLine
    seats: tuple[SeatLine, ...]
    button: SeatNo | None = None
    button_draw: tuple[CardName, ...] = ()
    last_hand: LastHandLine | None = None
    chip: Chips = Chips(1)
    ante: Chips | None = None
    straddle: Chips = Chips(0)
    blinds_posted: bool = True
    deck: tuple[CardName, ...] = ()
    lines: Mapping[str, int] = {}
    """The line each setting stands on, by its first word."""
