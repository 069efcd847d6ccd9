"""When keys of a hand go: the table at rest, nothing out, the hand really over; and escrow that fails is tried again later."""

from pathlib import Path

from table_controller.core import orders as ask
from table_controller.core.events import Checkpoint
from table_controller.core.ids import Millis
from table_controller.core.record_events import KeyDestroyed, KeyEscrowed
from table_controller.core.state import TableState
from table_controller.journal import FaultReason, JournalFault
from table_controller.sealing import AfterHand, KeySlot, WrappedKey
from table_controller.service.spent_keys import RETRY_MS, SpentKeys
from tests.core.felt import FLOOR, Felt

NOW = Millis(50_000)
HELD = [
    WrappedKey(KeySlot(3, 1, "burns"), b"a"),
    WrappedKey(KeySlot(3, 2, "burns"), b"b"),
    WrappedKey(KeySlot(3, 2, "seat 4"), b"c"),
]


def table() -> Felt:
    return Felt().sit({1: 500, 2: 500, 3: 500}, button=3).start()


def over() -> TableState:
    """A hand has ended and its cards are gathered."""
    return table().acts("f f").do(ask.Award()).again().state


def test_keys_go_when_the_hand_is_over_and_its_cards_are_back() -> None:
    spent = SpentKeys(AfterHand.DESTROY)
    assert spent.due(over(), NOW)
    assert not SpentKeys().due(over(), NOW)
    assert not spent.due(table().state, NOW)
    assert not spent.due(table().acts("f f").do(ask.Award()).state, NOW)  # its cards still lie there


def test_a_voided_hand_is_over_when_it_has_been_dealt_again() -> None:
    spent, felt = SpentKeys(AfterHand.DESTROY), table().do(ask.VoidHand(reason="misdeal"), by=FLOOR).again()
    assert not spent.due(felt.state, NOW)
    assert spent.due(felt.start().acts("f f").do(ask.Award()).again().state, NOW)


def test_what_is_said_names_every_key_behind_a_checkpoint_that_needs_none() -> None:
    checkpoint, first, second = SpentKeys(AfterHand.DESTROY).told(over(), HELD, NOW)
    assert isinstance(checkpoint, Checkpoint)
    assert first == KeyDestroyed(hand=3, attempt=1, places=("burns",))  # type: ignore[arg-type]
    assert second == KeyDestroyed(hand=3, attempt=2, places=("burns", "seat 4"))  # type: ignore[arg-type]


def test_escrow_that_cannot_be_written_keeps_the_keys_and_is_tried_again() -> None:
    disk: list[list[WrappedKey]] = []

    def escrow(keys: object) -> None:
        if not disk:
            raise JournalFault(Path("T1.escrow"), FaultReason.FULL, "no space")
        disk.append(list(keys))  # type: ignore[call-overload]

    spent, ended = SpentKeys(AfterHand.ESCROW, escrow), over()
    assert spent.told(ended, HELD, NOW) == ()
    assert spent.lost
    assert not spent.due(ended, Millis(NOW + RETRY_MS - 1))
    disk.append([])
    assert spent.due(ended, Millis(NOW + RETRY_MS))
    assert [type(one) for one in spent.told(ended, HELD, Millis(NOW + RETRY_MS))] == [Checkpoint, KeyEscrowed, KeyEscrowed]
    assert disk[1:] == [HELD]
    assert not spent.lost
