"""Small words from which the procedures are written: needs, and what may happen while a step is under way."""

from table_controller.core.events import Street
from table_controller.core.ids import SeatNo
from table_controller.core.messages import Message
from table_controller.core.places import Place
from table_controller.core.procedure import STREETS
from table_controller.core.steps import FREELY, Awaits, Need, Step

EVERYWHERE: tuple[Place, ...] = tuple(Place)
DURING_MISDEAL = Awaits(game=True, returns=EVERYWHERE)
AT_SHUFFLE = Awaits(returns=EVERYWHERE)
"""No card leaves the deck before it is shuffled."""
SHUFFLED, MIXED, WHOLE = Need("shuffled"), Need("mixed"), Need("whole")
AGAIN, TOP, OK, SECOND_DECK = Need("again"), Need("top"), Need("ok"), Need("second_deck")

Move = tuple[Place, Place]


def cards(place: Place, count: int) -> Need:
    """Exactly so many cards in a place."""
    return Need("cards", place, count)


def down(place: Place, count: int) -> Need:
    """Exactly so many cards lie there face down."""
    return Need("down", place, count)


def up(place: Place, count: int) -> Need:
    """Exactly so many cards lie there face up."""
    return Need("up", place, count)


def lies(draw: int, place: Place) -> Need:
    """The card of this draw lies there."""
    return Need("lies", place, draw)


def on(draw: int, place: Place) -> Need:
    """The card of this draw lies there and nowhere else."""
    return Need("on", place, draw)


def closed(street: Street) -> Need:
    """The betting of this street is over."""
    return Need("closed", count=STREETS.index(street))


def dealt(but: SeatNo | None = None) -> Need:
    """Everybody has two cards, but for one of this seat."""
    return Need("dealt", seat=but)


def hands(*moves: Move, returns: tuple[Place, ...] = (), holds: bool = True, keeps_board: bool = False) -> Awaits:
    """Cards are moved by hand, and none leaves the deck."""
    return Awaits(moves=moves, returns=returns, holds=holds, keeps_board=keeps_board)


def deck_to(place: Place, prompt: Message | None = None, *moves: Move, holds: bool = True) -> Awaits:
    """The next card of the deck goes there."""
    return Awaits(place=place, prompt=prompt, moves=moves, holds=holds)


def told(n: int, key: str, effect: str = "", **params: str | int) -> Step:
    """A step that is done when it is reached."""
    return Step(n, Message(key, params), (), FREELY, effect)


def step(n: int, key: str, *needs: Need, awaits: Awaits = FREELY, effect: str = "", **params: str | int) -> Step:
    """A step that the sensors prove."""
    return Step(n, Message(key, params), needs, awaits, effect)


def owe(*burns: int) -> str:
    """The effect of owing so many burns to the coming streets."""
    return " ".join(("owe", *map(str, burns)))
