"""The second person's signature under what the auditor asked to see: which record it is about, and what it leads to."""

from table_controller.core.codec import join
from table_controller.core.events import AnyEvent
from table_controller.core.ids import Seq
from table_controller.core.messages import Rejection
from table_controller.core.opening import countersigned
from table_controller.core.orders import Countersign, Order, Person
from table_controller.core.record_events import SealedAsked, SealedOpened
from table_controller.core.state import TableState
from table_controller.journal import Journal


def second_signature(
    journal: Journal[AnyEvent], state: TableState, order: Order, by: Person, wall: int
) -> SealedOpened | Rejection | None:
    """None: the order is no signature under a record by which sealed cards were asked for."""
    record = journal.record_at(Seq(order.order_seq)) if isinstance(order, Countersign) else None
    if record is None or record.kind != SealedAsked.__struct_config__.tag:
        return None
    asked = join(record.kind, record.version, record.public, None)
    assert isinstance(asked, SealedAsked)
    return countersigned(state, asked, record.sequence, wall - record.wall_ms, by)
