"""Who works at a table, and how far its level is. Times are wall clock, UTC ms, and come in as values."""

import msgspec


class LevelState(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """`used_ms`: how long its clock has run before `since`. `since` None: the clock stands."""

    number: int
    minutes: int
    used_ms: int = 0
    since: int | None = None


class ShiftState(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Empty names: nobody has said."""

    dealer: str = ""
    dealer_since: int = 0
    floor: str = ""
    level: LevelState | None = None
