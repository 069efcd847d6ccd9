"""The second person signs for the record in which the first one signed, and for no other."""

import pytest

from table_controller.core.events import FindingRaised
from table_controller.core.ids import Seq
from table_controller.core.order_base import Person, Role
from table_controller.core.procedure_events import FindingConfirmed
from table_controller.core.state import TableState
from table_controller.service import signatures

FLOOR = Person(Role.FLOOR, "Eva")


@pytest.mark.parametrize(("said", "right"), [(1588, False), (1589, True), (1590, True), (1591, False), (0, False), (-1, False)])
def test_only_the_record_of_the_first_signature_will_do(monkeypatch: pytest.MonkeyPatch, said: int, right: bool) -> None:
    finding = FindingRaised(number=7, code="deck_fouled", level=3, clauses=(), procedure="M18", locks=True)
    monkeypatch.setattr(signatures, "half_signed", lambda _state: finding)
    signed = signatures.Signatures()
    signed.note((FindingConfirmed(number=7, by=FLOOR), FindingConfirmed(number=8, by=FLOOR)), Seq(1590))
    assert signed.signed_in(TableState(), said) is right


def test_what_was_signed_in_a_record_nobody_remembers_is_not_signed_for(monkeypatch: pytest.MonkeyPatch) -> None:
    finding = FindingRaised(number=7, code="deck_fouled", level=3, clauses=(), procedure="M18", locks=True)
    monkeypatch.setattr(signatures, "half_signed", lambda _state: finding)
    assert not signatures.Signatures().signed_in(TableState(), 0)
