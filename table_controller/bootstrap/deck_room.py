"""The deck registry from outside: orders to the table's process, running or run for this alone, and what it put on record.

Which tag is which card never leaves that process: what comes back are events of the journal, and the registry's people's part.
"""

import socket
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec

from table_controller.bootstrap.no_dumps import no_core_dumps
from table_controller.bootstrap.room import Room, master_of, room_of
from table_controller.bootstrap.table import RunningTable
from table_controller.config import load_table_config
from table_controller.core.cards import Card, card
from table_controller.core.codec import join
from table_controller.core.deck_events import DeckInspected
from table_controller.core.deck_orders import DeckOrder
from table_controller.core.ids import Seq, TableId
from table_controller.core.messages import Rejection
from table_controller.core.orders import Order, Person
from table_controller.decks import DeckRecord, read_records
from table_controller.decks.inspection import LONGEST
from table_controller.journal import JournalReader
from table_controller.journal.beside import short_address
from table_controller.service.envelope import Answer, Envelope
from web_dashboard.feed import Accepted, Refused
from web_dashboard.local_control import LocalControl

SPEAKING_S = 10.0
"""How long the devices of a table that is run for this alone may take to say hello."""
_POLL_S = 0.2
SUITS = "shdc"
RANKS = "A23456789TJQK"
FACTORY: tuple[Card, ...] = tuple(card(rank + suit) for suit in SUITS for rank in RANKS)
"""The order of a deck that is to be enrolled, unless another one is named: ace to king of spades, hearts, diamonds, clubs."""


class DeckTrouble(Exception):
    """It could not be done. `code` for programs; the text says it to people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class DeckDesk:
    """A table's process as the registry's commands reach it."""

    def __init__(self, room: Room, give: Callable[[DeckOrder, Person], Seq | Rejection | None]) -> None:
        self._give = give
        self._reader = JournalReader.open(room.config.journal_path)

    def order(self, order: DeckOrder, by: Person) -> Seq:
        """Where the record stood when it was done. DeckTrouble when it was refused, or nobody answered."""
        answer = self._give(order, by)
        if answer is None:
            raise DeckTrouble("unknown", "the table does not answer")
        if isinstance(answer, Rejection):
            raise DeckTrouble(answer.code, f"refused: {answer.code}")
        return answer

    def shown(self, after: Seq) -> DeckInspected:
        """What a deck that is being shown turned out to be. Waits as long as the table does. DeckTrouble beyond that."""
        until = time.monotonic() + LONGEST / 1000 + SPEAKING_S
        while time.monotonic() < until:
            for record in self._reader.tail(after, 500):
                event = join(record.kind, record.version, record.public, None)
                after = record.sequence
                if isinstance(event, DeckInspected):
                    return event
            time.sleep(_POLL_S)
        raise DeckTrouble("unknown", "the table has not said what it saw")


@contextmanager
def deck_desk(config: Path, *, devices: bool) -> Iterator[DeckDesk]:
    """The table of this configuration; one that does not run is run while the context lasts. `devices`: they must speak.

    ConfigError, MasterKeyFault, EnrolmentFault and JournalFault as for a table; DeckTrouble when a device is silent.
    """
    no_core_dumps()
    room = room_of(config, new_decks=True)
    if answers(room.socket):
        control = LocalControl(room.config.journal)
        yield DeckDesk(room, lambda order, by: by_link(control, room.config.id, order, by))
        return
    with closing(room.open_journal()) as journal, RunningTable(room, journal) as table:
        running = threading.Thread(target=table.loop.run, name="table")
        running.start()
        try:
            if devices:
                _await_devices(room, table)
            yield DeckDesk(room, lambda order, by: _straight(table, order, by))
        finally:
            table.loop.stop()
            running.join()


def deck_records(config: Path) -> tuple[DeckRecord, ...]:
    """What people may know of the table's decks; their cards stay sealed. ConfigError, MasterKeyFault, EnrolmentFault."""
    table = load_table_config(config)
    if not table.deck.exists() and not table.journal_path.exists():
        return ()  # a new table: nothing was enrolled yet, and looking makes nothing
    return read_records(table.deck, master_of(config, table), table.id)


def answers(path: Path) -> bool:
    """Whether a table's process listens at this socket."""
    with socket.socket(socket.AF_UNIX) as trial:
        try:
            with short_address(path) as address:
                trial.connect(address)
        except OSError:
            return False
        return True


def by_link(control: LocalControl, table: TableId, order: Order, by: Person) -> Seq | Rejection | None:
    """Gives an order through the control link; None: nobody answered."""
    answer = control.order(table, order, by, None, str(uuid.uuid4()))  # type: ignore[arg-type]  # one of the union
    if isinstance(answer, Refused):
        return answer.rejection
    return answer.seq if isinstance(answer, Accepted) else None


def _straight(table: RunningTable, order: DeckOrder, by: Person) -> Seq | Rejection | None:
    envelope = Envelope(order, by)  # type: ignore[arg-type]  # one of the union
    answer: Answer | None = table.loop.submit(envelope, msgspec.json.encode(envelope))
    return None if answer is None else answer.rejection or answer.seq


def _await_devices(room: Room, table: RunningTable) -> None:
    until = time.monotonic() + SPEAKING_S
    wanted = {device.serial: device.name for device in room.config.devices if device.needed}
    while silent := wanted.keys() - set(table.node.tracker.devices.heard):
        if time.monotonic() > until:
            names = ", ".join(sorted(wanted[serial] for serial in silent))
            raise DeckTrouble("device_silent", f"nothing is heard of {names}")
        time.sleep(_POLL_S)
