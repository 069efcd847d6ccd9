"""Orders about a table's record from outside: through the control link where the table runs, else straight into its journal.

A table that stands still is not run for this: no port is opened and no device heard.
"""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from table_controller.bootstrap.deck_room import answers, by_link
from table_controller.bootstrap.no_dumps import no_core_dumps
from table_controller.bootstrap.room import Room, node_of, room_of
from table_controller.core.ids import Seq
from table_controller.core.messages import Rejection
from table_controller.core.orders import Order, Person
from table_controller.journal import FaultReason, JournalFault, JournalReader
from table_controller.messages import catalogue
from table_controller.service.batch import Received
from table_controller.service.envelope import Envelope
from table_controller.service.loop import real_moment
from table_controller.service.node import Node
from web_dashboard.local_control import LocalControl


class NotDone(Exception):
    """It was not done, and why. `code` for programs; the text says it to people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class RecordDesk:
    """A table's record as its upkeep reaches it."""

    def __init__(self, room: Room, give: Callable[[Order, Person], Seq | Rejection | None], *, running: bool) -> None:
        self.room = room
        self.running = running
        """The table's process runs."""
        self.reader = JournalReader.open(room.config.journal_path)
        self._give = give

    def order(self, order: Order, by: Person) -> Seq:
        """Where the record stood when it was done. NotDone when it was refused, or nobody answered."""
        answer = self._give(order, by)
        if answer is None:
            raise NotDone("unknown", "the table does not answer; ask again")
        if isinstance(answer, Rejection):
            raise NotDone(answer.code, catalogue("en").text(f"rejection.{answer.code}", answer.params))
        return answer


@contextmanager
def record_desk(config: Path) -> Iterator[RecordDesk]:
    """The record of this configuration's table. ConfigError, MasterKeyFault, EnrolmentFault and JournalFault as for a table."""
    no_core_dumps()
    room = room_of(config, new_decks=True)
    if answers(room.socket):
        control = LocalControl(room.config.journal)
        yield RecordDesk(room, lambda order, by: by_link(control, room.config.id, order, by), running=True)
        return
    must_be_there(room)
    with closing(room.open_journal()) as journal:
        node = node_of(room, journal, room.keep)
        node.recover(real_moment())
        yield RecordDesk(room, lambda order, by: _straight(node, order, by), running=False)


def must_be_there(room: Room) -> None:
    """JournalFault where the table has no record yet: looking makes none."""
    path = room.config.journal_path
    if not path.exists():
        raise JournalFault(path, FaultReason.NO_ACCESS, "is not there")


def _straight(node: Node, order: Order, by: Person) -> Seq | Rejection | None:
    envelope = Envelope(order, by)  # type: ignore[arg-type]  # one of the union
    answer = node.take((), Received(envelope, b""), real_moment()).answer
    return None if answer is None else answer.rejection or answer.seq
