"""What happens to cards, deck and devices, and the passing of time: statements of a scenario, typed.

Each happening knows which method of a player it is for, and nothing of how that player does it.
"""

from typing import TYPE_CHECKING

import msgspec

from table_controller.core.messages import Rejection
from table_controller.core.places import Place
from table_controller.rehearsal.scenario.words import CardName

if TYPE_CHECKING:
    from table_controller.rehearsal.scenario.player import Player

Answer = Rejection | None
"""Why a statement was refused, or None."""


class Happening(msgspec.Struct, frozen=True, kw_only=True):
    """Base of everything that is done at the table. `line`: where it stands in the file."""

    line: int

    def play(self, player: "Player") -> Answer:
        """Lets the player do it."""
        raise NotImplementedError


class Deal(Happening, frozen=True, kw_only=True):
    """All hole cards as they should go."""

    def play(self, player: "Player") -> Answer:
        return player.deal(self)


class Draw(Happening, frozen=True, kw_only=True):
    """The next cards leave the deck and land on these places, in order. `up`: face up. `pair`: all in one draw."""

    to: tuple[Place, ...]
    up: bool = False
    pair: bool = False

    def play(self, player: "Player") -> Answer:
        return player.draw(self)


class Found(Happening, frozen=True, kw_only=True):
    """A dropped or stuck card is found."""

    card: CardName
    to: Place

    def play(self, player: "Player") -> Answer:
        return player.found(self)


class Move(Happening, frozen=True, kw_only=True):
    """A card, or all cards of a zone (`card` None), moved by hand."""

    card: CardName | None
    source: Place
    to: Place

    def play(self, player: "Player") -> Answer:
        return player.move(self)


class Clone(Happening, frozen=True, kw_only=True):
    """A second tag with the number of this card comes to lie there."""

    card: CardName
    to: Place

    def play(self, player: "Player") -> Answer:
        return player.clone(self)


class ReturnCard(Happening, frozen=True, kw_only=True):
    """A card goes on top of the deck."""

    card: CardName

    def play(self, player: "Player") -> Answer:
        return player.return_card(self)


class ReturnZone(Happening, frozen=True, kw_only=True):
    """All cards of a zone go into the deck."""

    zone: Place

    def play(self, player: "Player") -> Answer:
        return player.return_zone(self)


class Shuffle(Happening, frozen=True, kw_only=True):
    """What is in the deck is shuffled and cut; `top` are its new top cards."""

    top: tuple[CardName, ...]

    def play(self, player: "Player") -> Answer:
        return player.shuffle(self)


class DropStub(Happening, frozen=True, kw_only=True):
    def play(self, player: "Player") -> Answer:
        return player.drop_stub(self)


class SwapDeck(Happening, frozen=True, kw_only=True):
    """A checked second deck comes in, in this order."""

    deck: tuple[CardName, ...]

    def play(self, player: "Player") -> Answer:
        return player.swap_deck(self)


class StackDeck(Happening, frozen=True, kw_only=True):
    """A new `deck` line: the order of the shoe for the hand that begins."""

    deck: tuple[CardName, ...]

    def play(self, player: "Player") -> Answer:
        return player.stack_deck(self)


class Wait(Happening, frozen=True, kw_only=True):
    """Time passes, in milliseconds."""

    ms: int

    def play(self, player: "Player") -> Answer:
        return player.wait(self)


class DeviceGone(Happening, frozen=True, kw_only=True):
    device: str

    def play(self, player: "Player") -> Answer:
        return player.device_gone(self)


class DeviceBack(Happening, frozen=True, kw_only=True):
    device: str

    def play(self, player: "Player") -> Answer:
        return player.device_back(self)


class NextHand(Happening, frozen=True, kw_only=True):
    """Cards are gathered, the next hand begins."""

    def play(self, player: "Player") -> Answer:
        return player.next_hand(self)
