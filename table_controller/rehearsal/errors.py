"""Dealing errors a robot dealer can make on purpose: what hands do wrong, when it can happen, and which codes explain it.

Owns the catalogue of kinds as data and their movements. Whether an error is found, and what is done about it, is not known here.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from table_controller.core.ids import SeatNo
from table_controller.core.rules import ExtraCard, HouseRules
from table_controller.rehearsal.dealer import CARD_MS, Dealer, left_in_deck
from table_controller.rehearsal.hands import SEAT_SPOTS, Key, Spot
from table_controller.rehearsal.script import Script, Wait
from table_controller.views.shapes import DealerView


class Category(StrEnum):
    """The four ways of dealing wrongly."""

    WRONG_SEAT = "wrong_seat"
    WRONG_ORDER = "wrong_order"
    WRONG_ZONE = "wrong_zone"
    WRONG_COUNT = "wrong_count"


class Moment(StrEnum):
    """When an error can be made."""

    FIRST_CARD = "first_card"
    DEAL = "deal"
    LAST_BUT_ONE = "last_but_one"
    LAST_CARD = "last_card"
    BETTING = "betting"
    BURN = "burn"
    BOARD = "board"


@dataclass(frozen=True, slots=True)
class Scene:
    """The moment an error is made. `expected`: the seat the next card belongs to; `previous`: the seat that got the last one.

    `waiting`: the other seats that have not yet got their card of this round; `empty`: seats nobody owns. `pick`: any number, for
    choosing among several.
    """

    dealer: Dealer
    view: DealerView
    pick: int
    expected: SeatNo | None = None
    previous: SeatNo | None = None
    waiting: tuple[SeatNo, ...] = ()
    empty: tuple[SeatNo, ...] = ()
    dealt_in: tuple[SeatNo, ...] = ()
    first: SeatNo | None = None
    """Who got the first card of this hand."""

    def any_of(self, seats: tuple[SeatNo, ...]) -> Spot:
        """The zone of one of these seats."""
        return SEAT_SPOTS[seats[self.pick % len(seats)]]

    def draw(self, *spots: Spot) -> Script:
        """One card after another to these places, as a dealer would who notices nothing; then until they have been seen."""
        left = left_in_deck(self.view) - len(spots)
        for spot in spots:
            yield from self.dealer.pause("deal")
            yield Wait(self.dealer.hands.draw(spot))
        yield from self.dealer.see(lambda view: view.pit.hand is not None and left_in_deck(view) <= left, CARD_MS)


@dataclass(frozen=True, slots=True)
class ErrorKind:
    """`accepts`: codes that name this error; `tolerates`: others that may come with it and are no false alarm.

    `street`: the street whose burn, board card or betting it is about. `rounds`: of the deal, when it can be made. `players`: how
    many must be dealt in. `empty_seat`: a seat nobody owns is needed; `needs_waiting`: another seat that waits for its card of
    this round. `wrong_count`: a house that knows only the wrong number of cards names it so; `not_the_button`: the codes when the
    next card belongs to another seat than the button. `harmless`: play goes on as if nothing had happened.
    """

    name: str
    category: Category
    moment: Moment
    accepts: tuple[str, ...]
    make: Callable[[Scene], Script]
    harmless: bool = False
    street: str = ""
    tolerates: tuple[str, ...] = ()
    rounds: tuple[int, ...] = (1, 2)
    players: int = 2
    empty_seat: bool = False
    needs_waiting: bool = False
    wrong_count: bool = False
    not_the_button: tuple[str, ...] = ()

    def accepted(self, rules: HouseRules, scene: Scene) -> tuple[str, ...]:
        """The codes that name it in this house and scene."""
        button = None if scene.view.pit.hand is None else scene.view.pit.hand.button
        if self.not_the_button and scene.expected != button:
            return self.not_the_button
        if self.wrong_count and rules.extra_one_to_first_seat is ExtraCard.DEAD_HAND:
            return ("hole_wrong_count",)
        return self.accepts


def _others(scene: Scene) -> tuple[SeatNo, ...]:
    return tuple(seat for seat in scene.dealt_in if seat != scene.expected)


def _to_other(scene: Scene) -> Script:
    yield from scene.draw(scene.any_of(_others(scene)))


def _to_waiting(scene: Scene) -> Script:
    yield from scene.draw(scene.any_of(scene.waiting))


def _to_previous(scene: Scene) -> Script:
    assert scene.previous is not None
    yield from scene.draw(SEAT_SPOTS[scene.previous])


def _to_empty(scene: Scene) -> Script:
    yield from scene.draw(scene.any_of(scene.empty))


def _to(*spots: Spot) -> Callable[[Scene], Script]:
    return lambda scene: scene.draw(*spots)


def _to_first(count: int) -> Callable[[Scene], Script]:
    return lambda scene: scene.draw(*[scene.any_of((scene.first or scene.dealt_in[0],))] * count)


def _to_another(scene: Scene) -> Script:
    yield from scene.draw(scene.any_of(tuple(seat for seat in scene.dealt_in if seat != scene.first)))


def _deal_called_done(scene: Scene) -> Script:
    yield from scene.dealer.press(Key.DEAL_DONE)


BOARD_SPOTS = {"flop": Spot.FLOP, "turn": Spot.TURN, "river": Spot.RIVER}
_BEFORE = {"flop": "preflop", "turn": "flop", "river": "turn"}
_NO_BURN = {"flop": "flop_no_burn_before_action", "turn": "turn_no_burn", "river": "river_no_burn"}
_TWO_BURNS = {"flop": "flop_double_burn", "turn": "burn_double", "river": "burn_double"}


def _deal_kinds() -> tuple[ErrorKind, ...]:
    seat, zone, count = Category.WRONG_SEAT, Category.WRONG_ZONE, Category.WRONG_COUNT
    astray = ("deal_out_of_sequence",)
    missed, short, button = ("deal_missed_seat",), ("hole_wrong_count",), ("hole_too_few_button",)
    other = ("hole_too_few_not_button",)
    return (
        ErrorKind("first_card_wrong_seat", seat, Moment.FIRST_CARD, ("deal_first_wrong_seat",), _to_other),
        ErrorKind("card_wrong_seat", seat, Moment.DEAL, astray, _to_waiting, players=3, needs_waiting=True),
        ErrorKind("card_to_empty_seat", seat, Moment.DEAL, ("deal_to_unentitled_seat",), _to_empty, empty_seat=True),
        ErrorKind("card_to_muck", zone, Moment.DEAL, astray, _to(Spot.MUCK)),
        ErrorKind("card_to_hold", zone, Moment.DEAL, astray, _to(Spot.HOLD)),
        ErrorKind("card_to_out", zone, Moment.DEAL, astray, _to(Spot.OUT)),
        ErrorKind("burn_in_first_round", zone, Moment.DEAL, missed, _to(Spot.BURN), rounds=(1,)),
        ErrorKind("burn_for_last_card", zone, Moment.LAST_CARD, button, _to(Spot.BURN), not_the_button=other),
        ErrorKind("two_cards_in_a_row", count, Moment.DEAL, ("hole_extra_mid_deal",), _to_previous),
        ErrorKind("deal_ended_in_first_round", count, Moment.DEAL, missed, _deal_called_done, rounds=(1,)),
        ErrorKind("deal_two_cards_short", count, Moment.LAST_BUT_ONE, short, _deal_called_done),
        ErrorKind("deal_one_card_short", count, Moment.LAST_CARD, button, _deal_called_done, not_the_button=other),
    )


def _after_deal_kinds() -> tuple[ErrorKind, ...]:
    count, betting = Category.WRONG_COUNT, Moment.BETTING
    two = ("turn_two_cards",)
    one, other, more = ("hole_extra_one_after_deal",), ("hole_wrong_count",), ("hole_extra_multiple",)
    return (
        ErrorKind("third_card_first_seat", count, betting, one, _to_first(1), street="preflop", wrong_count=True),
        ErrorKind("third_card_other_seat", count, betting, other, _to_another, street="preflop"),
        ErrorKind("two_extra_cards", count, betting, more, _to_first(2), street="preflop", tolerates=one, wrong_count=True),
        ErrorKind("four_card_flop", count, betting, ("flop_too_many",), _to(Spot.FLOP), street="flop"),
        ErrorKind("two_turn_cards", count, betting, two, _to(Spot.TURN), street="turn"),
        ErrorKind("two_river_cards", count, betting, two, _to(Spot.RIVER), street="river"),
    )


def _street_kinds(street: str) -> tuple[ErrorKind, ...]:
    order, board = Category.WRONG_ORDER, BOARD_SPOTS[street]
    before = _BEFORE[street]
    no_burn, two_burns, early = (_NO_BURN[street],), (_TWO_BURNS[street],), ("burn_early",)
    swapped = ("order_burn_board_swapped",)
    premature = (Spot.BURN, *[board] * (3 if street == "flop" else 1))
    return (
        ErrorKind(f"{street}_without_burn", order, Moment.BURN, no_burn, _to(board), street=before),
        ErrorKind(f"{street}_burned_twice", order, Moment.BOARD, two_burns, _to(Spot.BURN), street=before),
        ErrorKind(
            f"{street}_and_burn_swapped", order, Moment.BURN, swapped, _to(board, Spot.BURN), street=before, tolerates=no_burn
        ),
        ErrorKind(
            f"premature_{street}",
            order,
            Moment.BETTING,
            (f"{street}_premature",),
            _to(*premature),
            street=before,
            tolerates=early,
        ),
        ErrorKind(f"early_burn_{street}", order, Moment.BETTING, early, _to(Spot.BURN), harmless=True, street=before),
    )


KINDS: tuple[ErrorKind, ...] = (
    *_deal_kinds(),
    *_after_deal_kinds(),
    *(kind for street in BOARD_SPOTS for kind in _street_kinds(street)),
)
"""Every kind a robot dealer can make."""
