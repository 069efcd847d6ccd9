"""Orders about the record itself: to see sealed cards of a hand that is over, and to note that a copy was made."""

from typing import Annotated

import msgspec

from table_controller.core.ids import AttemptNo, HandNo, Seq
from table_controller.core.order_base import Order, Sentence

Group = Annotated[str, msgspec.Meta(pattern=r"^(seat ([1-9]|10)|burns|other)$(?!\n)")]
"""The places one key seals."""
_MOST = 2**31


class OpenSealed(Order, frozen=True, kw_only=True):
    """The auditor wants to see sealed cards; a second person countersigns the record this becomes. `attempt` 0: of all attempts;
    no `places`: all of them."""

    hand: Annotated[HandNo, msgspec.Meta(ge=1, le=_MOST)]
    attempt: Annotated[AttemptNo, msgspec.Meta(ge=0, le=_MOST)] = AttemptNo(0)
    places: Annotated[tuple[Group, ...], msgspec.Meta(max_length=12)] = ()
    reason: Sentence


class NoteCopy(Order, frozen=True, kw_only=True):
    """A backup of the record was made, up to record `up_to` with this hash, hexadecimal."""

    up_to: Annotated[Seq, msgspec.Meta(ge=0, le=2**53)]
    hash: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]


RecordOrder = OpenSealed | NoteCopy
