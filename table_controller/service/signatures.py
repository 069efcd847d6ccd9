"""In which record somebody signed for a finding, so that the second person signs for that one and no other."""

from collections.abc import Sequence

from table_controller.core.events import AnyEvent
from table_controller.core.ids import Seq
from table_controller.core.procedure_events import FindingConfirmed, RulingGiven
from table_controller.core.ruling import half_signed
from table_controller.core.state import TableState


class Signatures:
    """The records of what was signed since the node's last checkpoint."""

    def __init__(self) -> None:
        self._at: dict[int, tuple[int, Seq]] = {}

    def note(self, events: Sequence[AnyEvent], last: Seq) -> None:
        """These events stand in the journal, up to the record `last`: the one the order's answer named."""
        for number, event in enumerate(events, last - len(events) + 1):
            if isinstance(event, FindingConfirmed | RulingGiven):
                self._at.setdefault(event.number, (number, last))

    def signed_in(self, state: TableState, order_seq: int) -> bool:
        """Whether the first person signed there; where nothing waits for a second one the rules say so themselves."""
        finding = half_signed(state)
        if finding is None:
            return True
        first, last = self._at.get(finding.number, (0, Seq(0)))
        return 0 < first <= order_seq <= last
