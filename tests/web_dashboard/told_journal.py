"""A journal on disk of two hands that were played straight: one shown down, one in which the turn came too early."""

import sys
from pathlib import Path

from table_controller.bootstrap.scenario import DirectStage, direct_stage
from table_controller.core import events as did
from table_controller.core.cards import Card, text_of
from table_controller.core.codec import RecordCodec
from table_controller.core.ids import Millis, TableId
from table_controller.journal import Moment, SqliteJournal
from table_controller.rehearsal.scenario import run
from table_controller.sealing import load_or_create_master_key

sys.path.insert(0, str(Path(__file__).parent.parent.parent))
from tests.recovery.scenes import Scene

SHOWN_DOWN = """deal, @calls, flop, act 1 bet 20, act 2 call, act 3 fold, act 4 fold, act 5 fold, act 6 fold,
turn, act 1 check, act 2 check, river, act 1 check, act 2 check, act 1 show, act 2 muck, award, next_hand"""
TOO_EARLY = """act 4 call, act 5 call, act 6 call, act 1 call, act 2 call, act 3 check, flop, act 2 check, turn,
key floor, key ok"""
WALL = 1_796_032_800_000
PAUSE_MS = 1_500


def played(body: str) -> DirectStage:
    """The stage after these statements."""
    stages: list[DirectStage] = []

    def staged(scenario: object) -> DirectStage:
        stages.append(direct_stage(scenario))  # type: ignore[arg-type]
        return stages[0]

    result = run(Scene("told", body).scenario(), staged)  # type: ignore[arg-type]
    assert result.failure is None, result.failure
    return stages[0]


def two_hands(folder: Path) -> tuple[Path, tuple[did.AnyEvent, ...]]:
    """The journal of table T1 and all its events, hidden cards included."""
    events = tuple(played(f"{SHOWN_DOWN}, deal, {TOO_EARLY}").events)
    path = folder / "T1.journal"
    journal = SqliteJournal.open(path, TableId("T1"), load_or_create_master_key(folder / "T1.key"), RecordCodec())
    for number, event in enumerate(events):
        at = PAUSE_MS * number
        journal.append((event,), {}, b"", Moment(WALL + at, Millis(at)))
    journal.close()
    return path, events


def unseen(events: tuple[did.AnyEvent, ...]) -> set[str]:
    """Faces that lay somewhere and that nobody at the table ever saw."""
    hidden: set[Card] = set()
    seen: set[Card] = set()
    for event in events:
        card = getattr(event, "hidden", None)
        if card is not None:
            hidden.add(card.face)
        up = getattr(event, "up", None)
        seen |= {up} if up is not None else set()
        seen |= set(getattr(event, "cards", ()) or ())
    return {text_of(face) for face in hidden - seen}
