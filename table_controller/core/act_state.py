"""What a hand remembers of betting that does not go as it should. Values only; they come and go with `act_events`."""

import msgspec

from table_controller.core.ids import Chips, HandNo, SeatNo


class HeldAct(msgspec.Struct, frozen=True, gc=False):
    """An act out of turn. `price`: what had to be matched when it was made, held bets before it counted."""

    seat: SeatNo
    act: str
    to: Chips
    price: Chips


class Said(msgspec.Struct, frozen=True, gc=False):
    """Words of a seat. `lies`: chips that lie there already of an act still to be completed. `done`: the act is recorded."""

    seat: SeatNo
    act: str
    to: Chips | None = None
    lies: Chips = Chips(0)
    done: bool = False


class AmissAct(msgspec.Struct, frozen=True, gc=False):
    """A seat's act that put in too little. `to`: its total of the round when put right."""

    seat: SeatNo
    to: Chips
    why: str


class Astray(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """All of it in one round.

    `held`: acts out of turn that wait for their seats' turns, in the order they were made. `said`: words of the actor before his
    chips, or of who acted last, whose chips may still be under way. `pushed`: who acted last by chips that lie there. `passive`:
    seats that may not bet or raise when their turn comes (TDA 53-B, 55). `amiss`: acts that put in too little and may still be
    put right.
    """

    held: tuple[HeldAct, ...] = ()
    said: Said | None = None
    pushed: SeatNo | None = None
    passive: tuple[SeatNo, ...] = ()
    amiss: tuple[AmissAct, ...] = ()


class MisawardedPot(msgspec.Struct, frozen=True, gc=False):
    """A pot that went wrong in `hand`. `due`: who should have it instead. `why`: until when that can be put right."""

    hand: HandNo
    pot: int
    seat: SeatNo
    amount: Chips
    due: tuple[tuple[SeatNo, Chips], ...]
    why: str
