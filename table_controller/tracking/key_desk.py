"""Keys of the dealer's keypad: presses in, orders out."""

from table_controller.core.orders import AnyOrder
from table_controller.core.readings import KeyMoved
from table_controller.core.state import TableState
from table_controller.tracking.belief import KeyBelief


def pressed(belief: KeyBelief, reading: KeyMoved, table: TableState, *, unsure: bool) -> tuple[KeyBelief, tuple[AnyOrder, ...]]:
    return belief, ()
