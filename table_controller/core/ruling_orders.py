"""Orders about irregularities: confirm, cancel, rule, key an act late, override a step, kill a hand, sign second."""

from table_controller.core.ids import SeatNo
from table_controller.core.order_base import Amount, Order, Sentence, Word


class ConfirmStep(Order, frozen=True, kw_only=True):
    """Enter: finding accepted, step done, pots pushed, next hand (bus key 14)."""


class Cancel(Order, frozen=True, kw_only=True):
    """No irregularity, play goes on (bus key 23 with nothing typed). Of level 2 and 3 the alarm stays for the floor."""


class Late(Order, frozen=True, kw_only=True):
    """An act that was made before what has been dealt since, keyed only now.

    `act`: fold, check, call, bet, raise, all_in. `to`: total of the round, for bet and raise.
    """

    seat: SeatNo
    act: Word
    to: Amount | None = None


class Rule(Order, frozen=True, kw_only=True):
    """The floor's decision about an open irregularity.

    `ruling`: a value of the setting that decides the code (RULEBOOK 3.1), or `stands`, `redeal`, `kill` (with `seat`), `void`.
    """

    code: Word
    ruling: Word
    seat: SeatNo | None = None
    reason: Sentence = ""


class OverrideStep(Order, frozen=True, kw_only=True):
    """The floor takes the running step for done, whatever the sensors show."""

    reason: Sentence


class KillHand(Order, frozen=True, kw_only=True):
    """The floor kills one seat's hand; its chips stay, an uncalled bet goes back."""

    seat: SeatNo
    reason: Sentence


class Countersign(Order, frozen=True, kw_only=True):
    """The second person of level 3 signs what the first one signed in record `order_seq`. Never the first person."""

    order_seq: int


class Flashed(Order, frozen=True, kw_only=True):
    """A hole card was seen on its way: the last one dealt to this seat. `by_dealer`: the dealer's hand showed it (C5)."""

    seat: SeatNo
    by_dealer: bool
