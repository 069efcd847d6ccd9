"""What comes in through the control link and what goes out: an order with who asked, what they had seen, and a key."""

import msgspec

from table_controller.core.ids import Seq
from table_controller.core.messages import Rejection
from table_controller.core.orders import AnyOrder, Person

MAX_LINE = 65_536
"""Longest line the control link reads, bytes; no order comes near it."""


class Envelope(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`key` makes the order safe to repeat; `seen_seq`: the state the person was looking at."""

    order: AnyOrder
    person: Person
    key: str | None = None
    seen_seq: Seq | None = None


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """`seq`: the journal's position once the order was decided. `conflict`: the key was used before with another body."""

    ok: bool
    seq: Seq | None = None
    rejection: Rejection | None = None
    conflict: bool = False


_ENVELOPE = msgspec.json.Decoder(Envelope)


def read_envelope(line: bytes) -> Envelope:
    """The order in one line of JSON. `msgspec.ValidationError` (a ValueError) names the field that is wrong."""
    return _ENVELOPE.decode(line)


def write_answer(answer: Answer) -> bytes:
    """One line of JSON."""
    return msgspec.json.encode(answer) + b"\n"
