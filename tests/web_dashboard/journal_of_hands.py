"""A real journal on disk, written by hand: a few short hands at one table."""

from pathlib import Path

import msgspec

from table_controller.core import events as did
from table_controller.core.cards import HiddenCard, card
from table_controller.core.codec import RecordCodec
from table_controller.core.ids import AttemptNo, Chips, HandNo, Millis, PieceNo, SeatNo, TableId
from table_controller.core.orders import Person, Role
from table_controller.core.rules import HouseRules
from table_controller.core.stakes import Limit, Stakes
from table_controller.journal import Moment, SqliteJournal, write_status
from table_controller.sealing import load_or_create_master_key

FLOOR = Person(Role.FLOOR)
ONE, TWO = SeatNo(1), SeatNo(2)


class Table:
    """One table's journal and status, as its process would write them."""

    def __init__(self, folder: Path, name: str = "T1") -> None:
        self.path = folder / f"{name}.journal"
        self._name = TableId(name)
        self._key = load_or_create_master_key(folder / f"{name}.key")
        self._wall = 1_796_032_800_000
        self.journal = self._open()

    def _open(self) -> SqliteJournal[did.AnyEvent]:
        return SqliteJournal.open(self.path, self._name, self._key, RecordCodec())

    def reopen(self) -> None:
        """The process was started again: its codec has forgotten the hand."""
        self.journal.close()
        self.journal = self._open()

    def write(self, *events: did.AnyEvent) -> None:
        self._wall += 1000
        self.journal.append(events, {}, b"", Moment(self._wall, Millis(self._wall - 1_796_000_000_000)))

    def beat(self, heartbeat: int, fault: str | None = None, **devices: str) -> None:
        ages = [{"name": name, "state": state, "age_ms": 200} for name, state in devices.items()]
        write_status(
            self.path,
            msgspec.json.encode({"alive_since": 1, "heartbeat": heartbeat, "queue": 0, "devices": ages, "fault": fault}),
        )

    def open_with_two(self) -> None:
        stakes = Stakes(limit=Limit.NO_LIMIT, small_blind=Chips(1), big_blind=Chips(2))
        self.write(did.TableOpened(name="Table one", rules=HouseRules(), stakes=stakes, seats=6, simulated=True))
        self.write(did.TableReopened())
        for number, player in ((ONE, "Anna"), (TWO, "Bruno")):
            self.write(did.PlayerSeated(seat=number, player=player, chips=Chips(200), newcomer=False))

    def begin(self, number: int, attempt: int = 1) -> None:
        """Blinds and one card, which nobody here may read."""
        self.write(
            did.HandStarted(
                hand=HandNo(number), attempt=AttemptNo(attempt), button=ONE, small_blind=ONE, big_blind=TWO, dealt_in=(TWO, ONE)
            ),
            did.BlindPosted(seat=ONE, what=did.BlindKind.SB, live=Chips(1), dead=Chips(0), all_in=False),
            did.BlindPosted(seat=TWO, what=did.BlindKind.BB, live=Chips(2), dead=Chips(0), all_in=False),
            did.CardDealt(seat=TWO, hidden=HiddenCard(PieceNo(7), card("Ah")), draw=1),
        )

    def end(self, number: int, attempt: int = 1) -> None:
        self.write(did.Folded(seat=ONE, facing=Chips(1)))
        self.write(
            did.PotAwarded(pot=0, seat=TWO, amount=Chips(3)),
            did.HandEnded(hand=HandNo(number), attempt=AttemptNo(attempt), outcome="uncontested"),
        )
        self.write(did.DeckGathered(count=None))

    def void(self, number: int, attempt: int = 1) -> None:
        self.write(did.FindingRaised(number=number, code="deal_first_wrong_seat", level=2, clauses=("SK29",)))
        self.write(did.HandVoided(hand=HandNo(number), attempt=AttemptNo(attempt), reason="redeal", by=FLOOR))
        self.write(did.DeckGathered(count=None))
