"""What an error is that the people of a rehearsal make on purpose: when it can happen, what hands do, which codes explain it.

Owns the form of a kind of error and the moment it is made in. The kinds themselves stand in `errors_*`, all of them together in
`error_kinds`. Whether an error is found, and what is done about it, is not known here.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from enum import StrEnum

from table_controller.core.ids import Chips, SeatNo
from table_controller.core.orders import AnyOrder, Role
from table_controller.core.rules import ExtraCard, HouseRules
from table_controller.core.stakes import Limit
from table_controller.irregularities import CATALOGUE, cited
from table_controller.rehearsal.dealer import CARD_MS, Dealer, left_in_deck
from table_controller.rehearsal.hands import SEAT_SPOTS, Key, Spot, seat_keys
from table_controller.rehearsal.players import PASSIVE, Act, Mood
from table_controller.rehearsal.purse import Purse
from table_controller.rehearsal.script import Script, Step, Wait
from table_controller.views.shapes import DealerView, HandView, SeatView


class Category(StrEnum):
    """What goes wrong: a card is dealt to the wrong place, too early, too often; the cards themselves; what people say and do."""

    WRONG_SEAT = "wrong_seat"
    WRONG_ORDER = "wrong_order"
    WRONG_ZONE = "wrong_zone"
    WRONG_COUNT = "wrong_count"
    CARDS = "cards"
    BETTING = "betting"
    MONEY = "money"
    SHOWDOWN = "showdown"


class Moment(StrEnum):
    """When an error can be made."""

    GATHER = "gather"
    """The cards of the last hand are to be gathered."""
    SHUFFLE = "shuffle"
    """The shuffled deck is about to go into the shoe."""
    READY = "ready"
    """The deck is in the shoe, and no card has left it."""
    FIRST_CARD = "first_card"
    DEAL = "deal"
    LAST_BUT_ONE = "last_but_one"
    LAST_CARD = "last_card"
    BETTING = "betting"
    BURN = "burn"
    BOARD = "board"
    SHOW = "show"
    AWARD = "award"


@dataclass(frozen=True, slots=True)
class Ahead:
    """A hand that is about to be dealt, as far as it says which errors are possible in it. `empty_seat`: nobody owns one."""

    rules: HouseRules
    players: int
    empty_seat: bool = True
    limit: Limit = Limit.NO_LIMIT


@dataclass(frozen=True, slots=True)
class Scene:
    """The moment an error is made. `expected`: the seat the next card belongs to; `previous`: the seat that got the last one.

    `waiting`: the other seats that have not yet got their card of this round; `empty`: seats nobody owns. `pick`: any number, for
    choosing among several.
    """

    dealer: Dealer
    purse: Purse
    view: DealerView
    pick: int
    expected: SeatNo | None = None
    previous: SeatNo | None = None
    waiting: tuple[SeatNo, ...] = ()
    empty: tuple[SeatNo, ...] = ()
    dealt_in: tuple[SeatNo, ...] = ()
    first: SeatNo | None = None
    """Who got the first card of this hand."""

    # --- what is seen ------------------------------------------------------------------------------------------------

    @property
    def hand(self) -> HandView:
        """The running hand; only errors of a hand ask for it."""
        assert self.view.pit.hand is not None
        return self.view.pit.hand

    @property
    def actor(self) -> SeatNo:
        """Whose turn it is; only errors of the betting ask for it."""
        assert self.view.keys is not None
        return self.view.keys.seat

    @property
    def call(self) -> Chips:
        """What the actor has to add to stay in; 0: a check is free."""
        return Chips(0) if self.view.keys is None or self.view.keys.call is None else self.view.keys.call

    @property
    def playing(self) -> tuple[SeatNo, ...]:
        """Seats that have not folded."""
        return tuple(seat.seat for seat in self.hand.seats if seat.status in ("live", "all_in"))

    @property
    def behind(self) -> tuple[SeatNo, ...]:
        """Seats that may still act, in turn after the actor."""
        live = [seat.seat for seat in self.hand.seats if seat.status == "live"]
        return tuple(seat for seat in live if seat > self.actor) + tuple(seat for seat in live if seat < self.actor)

    def seat(self, number: SeatNo) -> SeatView:
        """What the screen shows of a seat that is taken."""
        return next(seat for seat in self.view.pit.seats if seat.seat == number)

    def any_of(self, seats: tuple[SeatNo, ...]) -> Spot:
        """The zone of one of these seats."""
        return SEAT_SPOTS[self.one_of(seats)]

    def one_of(self, seats: tuple[SeatNo, ...]) -> SeatNo:
        """One of these seats."""
        return seats[self.pick % len(seats)]

    # --- what is done ------------------------------------------------------------------------------------------------

    def draw(self, *spots: Spot) -> Script:
        """One card after another to these places, as a dealer would who notices nothing; then until they have been seen."""
        left = left_in_deck(self.view) - len(spots)
        for spot in spots:
            yield from self.dealer.pause("deal")
            yield Wait(self.dealer.hands.draw(spot))
        yield from self.dealer.see(lambda view: view.pit.hand is not None and left_in_deck(view) <= left, CARD_MS)

    def key(self, *keys: int) -> Script:
        """Keys of the dealer's keypad."""
        yield from self.dealer.pause("key")
        yield from self.dealer.press(*keys)

    def key_for(self, seat: SeatNo, key: Key) -> Script:
        """A key about a seat."""
        yield from self.key(*seat_keys(seat, key))

    def say(self, order: AnyOrder, role: Role = Role.DEALER) -> Script:
        """A key of the screen. RehearsalStuck when it is refused."""
        yield from self.dealer.pause("key")
        refused = yield from self.dealer.order(order, role)
        if refused is not None:
            raise self.dealer.stuck(f"{type(order).__name__} is refused: {refused.code} {refused.params}")

    def found(self, *codes: str, patience_ms: int = CARD_MS) -> Generator[Step, bool, bool]:
        """Until one of these stands on the screen; whether it came."""
        return (yield from self.dealer.see(lambda view: any(one.code in codes for one in view.pit.findings), patience_ms))


def always(_: object) -> bool:
    """No further condition."""
    return True


def known(code: str) -> Callable[[Ahead], bool]:
    """The house's texts speak of it, or no text does."""
    return lambda ahead: not CATALOGUE[code].clauses or bool(cited(CATALOGUE[code], ahead.rules))


@dataclass(frozen=True, slots=True)
class ErrorKind:
    """One way of going wrong.

    `accepts`: codes that name this error; `tolerates`: others that may come with it and are no false alarm. `told`: no sensor
    sees it, so a key says so, as a dealer's would.

    When: `street`: the street whose burn, board card or betting it is about. `rounds`: of the deal; `card`: the only card of the
    deal it can be made with. `players`: how many must be dealt in. `empty_seat`: a seat nobody owns is needed; `needs_waiting`:
    another seat that waits for its card of this round. `possible`: in a hand like this, by its rules and game. `when`: at this
    moment of it. `turns`: how often in a round of all codes; what few houses know comes more often.

    Which code: `wrong_count`: a house that knows only the wrong number of cards names it so; `not_the_button`: the codes when the
    next card belongs to another seat than the button.

    What happens around it: `harmless`: play goes on as if nothing had happened. `mood`: how the players play until it is made;
    `stage`: what one of them does to bring it about. `packed`: the deck is stacked so that the board plays. `heads_up`: all
    but two sit out. `lasting`: it is noticed later, until when they play on so.
    """

    name: str
    category: Category
    moment: Moment
    accepts: tuple[str, ...]
    make: Callable[[Scene], Script]
    told: bool = False
    harmless: bool = False
    street: str = ""
    tolerates: tuple[str, ...] = ()
    rounds: tuple[int, ...] = (1, 2)
    card: int = 0
    players: int = 2
    empty_seat: bool = False
    needs_waiting: bool = False
    wrong_count: bool = False
    not_the_button: tuple[str, ...] = ()
    possible: Callable[[Ahead], bool] = always
    when: Callable[[Scene], bool] = always
    mood: Mood = PASSIVE
    stage: Callable[[Scene], Act | None] | None = None
    lasting: bool = False
    packed: bool = False
    heads_up: bool = False
    turns: int = 1

    def may_come(self, ahead: Ahead) -> bool:
        """Whether it is possible in this hand."""
        return self.players <= ahead.players and (ahead.empty_seat or not self.empty_seat) and self.possible(ahead)

    def accepted(self, rules: HouseRules, scene: Scene) -> tuple[str, ...]:
        """The codes that name it in this house and scene."""
        button = None if scene.view.pit.hand is None else scene.view.pit.hand.button
        if self.not_the_button and scene.expected != button:
            return self.not_the_button
        if self.wrong_count and rules.extra_one_to_first_seat is ExtraCard.DEAD_HAND:
            return ("hole_wrong_count",)
        return self.accepts

    @property
    def codes(self) -> frozenset[str]:
        """Every code that can name it in some house."""
        more = ("hole_wrong_count",) if self.wrong_count else ()
        return frozenset((*self.accepts, *self.not_the_button, *more))


def presses(key: Key, times: int = 1) -> Callable[[Scene], Script]:
    """A key of the dealer's keypad, so many times."""

    def make(scene: Scene) -> Script:
        for _ in range(times):
            yield from scene.key(key)

    return make


BOARD_SPOTS = {"flop": Spot.FLOP, "turn": Spot.TURN, "river": Spot.RIVER}
