"""What people do: acts, chips, seats, keys and rulings: statements of a scenario, typed.

Each happening knows which method of a player it is for, and nothing of how that player does it.
"""

from enum import StrEnum
from typing import TYPE_CHECKING

from table_controller.core.ids import Chips, SeatNo
from table_controller.rehearsal.scenario.motions import Answer, Happening

if TYPE_CHECKING:
    from table_controller.rehearsal.scenario.player import Player


class ActWord(StrEnum):
    """What a player may do, as the language writes it."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    ALLIN = "allin"
    MUCK = "muck"
    SHOW = "show"


class Act(Happening, frozen=True, kw_only=True):
    """Key, chips and cards together. `to`: total of the round, for bet and raise."""

    seat: SeatNo
    act: ActWord
    to: Chips | None = None

    def play(self, player: "Player") -> Answer:
        return player.act(self)


class KeyOnly(Act, frozen=True, kw_only=True):
    """The dealer's key alone."""

    def play(self, player: "Player") -> Answer:
        return player.key_only(self)


class Say(Act, frozen=True, kw_only=True):
    """A declaration without chips; the total of a bet or raise may stay unsaid."""

    def play(self, player: "Player") -> Answer:
        return player.say(self)


class Late(Act, frozen=True, kw_only=True):
    """An act keyed afterwards, in its place before what has happened since."""

    def play(self, player: "Player") -> Answer:
        return player.late(self)


class Push(Happening, frozen=True, kw_only=True):
    """`amount` chips go over the line, silent, in one motion. `chips`: their values, where that matters."""

    seat: SeatNo
    amount: Chips
    chips: tuple[Chips, ...] = ()

    def play(self, player: "Player") -> Answer:
        return player.push(self)


class PostWord(StrEnum):
    SB = "sb"
    BB = "bb"
    DEAD_SB = "dead_sb"
    BOTH = "both"


class Post(Happening, frozen=True, kw_only=True):
    """A blind put in by hand."""

    seat: SeatNo
    what: PostWord

    def play(self, player: "Player") -> Answer:
        return player.post(self)


class Leave(Happening, frozen=True, kw_only=True):
    seat: SeatNo

    def play(self, player: "Player") -> Answer:
        return player.leave(self)


class Sit(Happening, frozen=True, kw_only=True):
    seat: SeatNo
    stack: Chips

    def play(self, player: "Player") -> Answer:
        return player.sit(self)


class Absent(Happening, frozen=True, kw_only=True):
    """The player walks away from the table."""

    seat: SeatNo

    def play(self, player: "Player") -> Answer:
        return player.absent(self)


class Back(Happening, frozen=True, kw_only=True):
    seat: SeatNo

    def play(self, player: "Player") -> Answer:
        return player.back(self)


class TopUp(Happening, frozen=True, kw_only=True):
    seat: SeatNo
    amount: Chips

    def play(self, player: "Player") -> Answer:
        return player.top_up(self)


class ButtonAt(Happening, frozen=True, kw_only=True):
    """Where the button physically lies."""

    seat: SeatNo

    def play(self, player: "Player") -> Answer:
        return player.button_at(self)


class KeyWord(StrEnum):
    """The dealer's keys that are no acts."""

    BOXED = "boxed"
    MISDEAL = "misdeal"
    FLOOR = "floor"
    OK = "ok"
    CANCEL = "cancel"
    UNDO = "undo"
    DEAL_DONE = "deal_done"
    EXPOSED = "exposed"
    ABSENT = "absent"
    PLAYING_BOARD = "playing_board"
    CLOCK = "clock"
    FLASHED_BY_PLAYER = "flashed_by_player"
    FLASHED_BY_DEALER = "flashed_by_dealer"


KEYS_WITH_SEAT = frozenset(
    {
        KeyWord.EXPOSED,
        KeyWord.ABSENT,
        KeyWord.PLAYING_BOARD,
        KeyWord.CLOCK,
        KeyWord.FLASHED_BY_PLAYER,
        KeyWord.FLASHED_BY_DEALER,
    }
)


class Key(Happening, frozen=True, kw_only=True):
    key: KeyWord
    seat: SeatNo | None = None

    def play(self, player: "Player") -> Answer:
        return player.key(self)


class Rule(Happening, frozen=True, kw_only=True):
    """The floor's decision: a value of the deciding setting, `stands`, `redeal`, `void`, or `kill` with a seat."""

    code: str
    ruling: str
    seat: SeatNo | None = None

    def play(self, player: "Player") -> Answer:
        return player.rule(self)


class Award(Happening, frozen=True, kw_only=True):
    """The pots are pushed as computed."""

    def play(self, player: "Player") -> Answer:
        return player.award(self)


class PushPot(Happening, frozen=True, kw_only=True):
    """A pot is pushed by hand to a seat. `pot`: 0 main, 1 first side pot ..."""

    pot: int
    seat: SeatNo

    def play(self, player: "Player") -> Answer:
        return player.push_pot(self)
