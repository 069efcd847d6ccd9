"""Cards dealt to the wrong place, in the wrong order, too early or too often: what a dealer's hands can do with the next card."""

from collections.abc import Callable

from table_controller.core.ids import SeatNo
from table_controller.rehearsal.errors import BOARD_SPOTS, Category, ErrorKind, Moment, Scene
from table_controller.rehearsal.hands import SEAT_SPOTS, Key, Spot
from table_controller.rehearsal.script import Script


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


def _passes_one_over(scene: Scene) -> Script:
    """The next seat gets nothing, all others their second card; then somebody acts, and so the deal is taken for complete."""
    passed = scene.expected
    assert passed is not None
    others = (seat.seat for seat in scene.hand.seats if seat.cards == 1 and seat.seat != passed)
    yield from scene.draw(*(SEAT_SPOTS[seat] for seat in sorted(others, key=lambda seat: (seat < passed, seat))))
    yield from scene.key(Key.CHECK_CALL)
    yield from scene.found("hole_too_few_not_button")


def _not_the_button(scene: Scene) -> bool:
    return scene.expected != scene.hand.button


def _deal_called_done(scene: Scene) -> Script:
    yield from scene.dealer.press(Key.DEAL_DONE)


_BEFORE = {"flop": "preflop", "turn": "flop", "river": "turn"}
_NO_BURN = {"flop": "flop_no_burn_before_action", "turn": "turn_no_burn", "river": "river_no_burn"}
_TWO_BURNS = {"flop": "flop_double_burn", "turn": "burn_double", "river": "burn_double"}


def _deal_kinds() -> tuple[ErrorKind, ...]:
    seat, zone = Category.WRONG_SEAT, Category.WRONG_ZONE
    astray = ("deal_out_of_sequence",)
    missed, button = ("deal_missed_seat",), ("hole_too_few_button",)
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
    )


def _count_kinds() -> tuple[ErrorKind, ...]:
    count, deal = Category.WRONG_COUNT, Moment.DEAL
    missed, short, button = ("deal_missed_seat",), ("hole_wrong_count",), ("hole_too_few_button",)
    other = ("hole_too_few_not_button",)
    return (
        ErrorKind("two_cards_in_a_row", count, deal, ("hole_extra_mid_deal",), _to_previous),
        ErrorKind(
            "seat_passed_over",
            count,
            deal,
            other,
            _passes_one_over,
            rounds=(2,),
            needs_waiting=True,
            when=_not_the_button,
            tolerates=("deal_out_of_sequence", "hole_extra_mid_deal"),
        ),
        ErrorKind("deal_ended_in_first_round", count, deal, missed, _deal_called_done, rounds=(1,)),
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


DEALING: tuple[ErrorKind, ...] = (
    *_deal_kinds(),
    *_count_kinds(),
    *_after_deal_kinds(),
    *(kind for street in BOARD_SPOTS for kind in _street_kinds(street)),
)
"""Every way to deal a card wrongly."""
