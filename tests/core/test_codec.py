"""Records name the hand they belong to, also when the record is read from the last checkpoint on."""

from table_controller.core.checkpoint import checkpoint_of
from table_controller.core.codec import RecordCodec
from table_controller.core.events import Checkpoint, ClockJumped
from table_controller.core.orders import Award
from tests.core.felt import Felt
from tests.core.test_floor import three


def over() -> Felt:
    return three().start().acts("f f").do(Award()).again()


def test_what_follows_a_checkpoint_belongs_to_the_hand_before_it() -> None:
    felt = over()
    point = checkpoint_of(felt.state)
    assert point is not None
    assert felt.state.hand is not None
    kind, version, public, *_ = RecordCodec().split(point)
    reading = RecordCodec()
    assert isinstance(reading.join(kind, version, public, None), Checkpoint)
    *_, hand, attempt = reading.split(ClockJumped(by_ms=5))
    assert (hand, attempt) == (felt.state.hand.number, felt.state.hand.attempt) == (1, 1)


def test_a_table_without_a_hand_has_none() -> None:
    point = checkpoint_of(three().state)
    assert point is not None
    codec = RecordCodec()
    codec.split(point)
    assert (codec.hand, codec.attempt) == (0, 0)
