"""The steps of a recovery procedure as data: what the dealer is asked to do, what the sensors must show, what may move meanwhile.

Numbers and places only: a process that may not know hidden cards reads the same steps and finds them done or not. What a step
leads to (`effect`) is a word of `recovery`; here it means nothing.
"""

import msgspec

from table_controller.core.ids import SeatNo
from table_controller.core.messages import Message
from table_controller.core.places import Place


class Need(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One thing the sensors must show. `what` says which:

    `cards`: exactly `count` cards in `place`; `down`: so many of them face down; `up`: so many face up.
    `lies`: the card of draw `count` lies in `place` (SHOE: it is in the deck again).
    `on`: the card of draw `count` lies in `place` and nowhere else.
    `dealt`: the deal is complete, but for one card of `seat` where one is named.
    `closed`: the betting of a street is over, `count` being the street's number (`STREETS`).
    `mixed`: the deck has been out and is in again, and no card went into it since. `shuffled`: the same, or somebody says so by
    the key. `whole`: every card is in the deck, and it counts 52 where it can count. `again`: the next attempt has begun.
    `second_deck`: another deck is in: none of the cards of the old one went back into it, or the floor says so by the key.
    `button`: the button lies at `seat`.
    `tag`: the foreign card lies in `place`. `unheld`: no act out of turn waits any more, of `seat` where one is named.
    `top`: the card that was put back on top has gone to the burns.
    `ok`: somebody says so by the key.
    """

    what: str
    place: Place | None = None
    count: int = 0
    seat: SeatNo | None = None


class Awaits(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What may happen while a step is under way.

    `game`: cards leave the deck as the game wants them; otherwise the next one has to land in `place` (None: none may leave it).
    `prompt` None: the game's own next step. `holds`: no act is taken and no street is opened meanwhile. `keeps_board`: what lies
    on the board does not count as a street. `owed`: seats that get a card of the deal after all others. `returns`: places whose
    cards may go back into the deck. `moves`: where cards may be moved by hand, as (from, to). `mucking`: whose hole cards may go.
    `tolerates`: where a card of the deck does no harm although another movement comes first.
    """

    game: bool = False
    prompt: Message | None = None
    place: Place | None = None
    holds: bool = False
    keeps_board: bool = False
    owed: tuple[SeatNo, ...] = ()
    returns: tuple[Place, ...] = ()
    moves: tuple[tuple[Place, Place], ...] = ()
    mucking: tuple[SeatNo, ...] = ()
    tolerates: tuple[Place, ...] = ()


FREELY = Awaits(game=True)


class Step(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One step. `n`: its number in the procedure (RULEBOOK 5), `text`: what the dealer does.

    It is done as soon as every need is met; a step without needs is done when it is reached. `effect`: what being done leads to.
    """

    n: int
    text: Message
    needs: tuple[Need, ...] = ()
    awaits: Awaits = FREELY
    effect: str = ""


class Ruling(msgspec.Struct, frozen=True, gc=False):
    """How an irregularity is treated: the procedure (`M12` stands; empty: nothing is repaired) and who may confirm it."""

    procedure: str
    level: int
