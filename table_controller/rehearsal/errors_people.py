"""What people do wrongly with seats, blinds, button and money, and what only people see: the dealer or the floor says so by key.

Where the house's texts are silent about it nobody says anything, so it is no error there.
"""

from collections.abc import Callable
from dataclasses import replace

from table_controller.core.ids import SeatNo
from table_controller.core.orders import PostBlind, Report, Role
from table_controller.rehearsal.dealer import CARD_MS
from table_controller.rehearsal.errors import Ahead, Category, ErrorKind, Moment, Scene, always, known
from table_controller.rehearsal.hands import SEAT_SPOTS, Spot
from table_controller.rehearsal.script import Script, Wait


def _button_in_a_wrong_place(scene: Scene) -> Script:
    """It is moved to another seat, and the dealer deals without looking at it."""
    first = scene.expected
    assert first is not None
    yield Wait(scene.dealer.hands.place_button(first))
    yield from scene.dealer.see(lambda view: view.prompt.key == "place_button", CARD_MS)
    yield from scene.draw(SEAT_SPOTS[first])


def _blind_of_the_wrong_seat(scene: Scene) -> Script:
    """Somebody puts in a small blind that is not his to post, and takes it back when it is seen."""
    seat, amount = _not_first(scene), scene.view.pit.game.small_blind
    yield Wait(scene.purse.push(seat, amount))
    yield from scene.say(PostBlind(seat=seat, what="sb"), Role.FLOOR)
    yield Wait(scene.purse.take_back(seat, amount))


def _not_first(scene: Scene) -> SeatNo:
    """Neither of the two who are dealt to first."""
    order = sorted(scene.dealt_in, key=lambda seat: (seat < (scene.expected or seat), seat))
    return order[2 % len(order)]


def _swept_into_the_muck(code: str) -> Callable[[Scene], Script]:
    """A hand that plays is thrown in by a hand that should not, and somebody says so."""

    def make(scene: Scene) -> Script:
        seat = scene.one_of(tuple(seat for seat in scene.playing if seat != scene.actor))
        scene.dealer.astray = (Spot.MUCK, Spot.MUCK)
        yield Wait(scene.dealer.hands.move_zone(SEAT_SPOTS[seat], Spot.MUCK))
        yield from scene.dealer.see(lambda view: all(one.cards == 0 for one in view.pit.seats if one.seat == seat), CARD_MS)
        yield from scene.say(Report(code=code, seat=seat))

    return make


def _thrown_over_the_line(scene: Scene) -> Script:
    """A player who has acted throws his cards away, and nobody keys anything."""
    yield Wait(scene.dealer.hands.move_zone(SEAT_SPOTS[scene.behind[-1]], Spot.MUCK))


def _said(code: str, whose: Callable[[Scene], SeatNo | None]) -> Callable[[Scene], Script]:
    def make(scene: Scene) -> Script:
        yield from scene.say(Report(code=code, seat=whose(scene)))

    return make


def _somebody(scene: Scene) -> SeatNo | None:
    return scene.one_of(scene.dealt_in)


def _the_actor(scene: Scene) -> SeatNo | None:
    return scene.actor


def _nobody(_scene: Scene) -> SeatNo | None:
    return None


def _three_play(scene: Scene) -> bool:
    """Enough players that one may go, and the one before the actor has acted."""
    return len(scene.playing) > 2 and scene.behind[-1:] != () and scene.actor != scene.playing[0]


def _with_three(kind: ErrorKind) -> ErrorKind:
    """On the flop, with so many that one may go."""
    return replace(kind, street="flop", players=3, when=_three_play)


def _two_play(scene: Scene) -> bool:
    return len(scene.playing) == 2


def _word(
    code: str,
    moment: Moment = Moment.BETTING,
    street: str = "",
    whose: Callable[[Scene], SeatNo | None] = _somebody,
    possible: Callable[[Ahead], bool] = always,
    turns: int = 1,
) -> ErrorKind:
    return ErrorKind(
        code,
        Category.MONEY,
        moment,
        (code,),
        _said(code, whose),
        told=True,
        harmless=True,
        street=street,
        possible=lambda ahead: known(code)(ahead) and possible(ahead),
        turns=turns,
    )


_MONEY, _READY = Category.MONEY, Moment.READY
_BLIND = ("blind_wrong_seat_or_amount",)
_SEATS_AND_MONEY: tuple[ErrorKind, ...] = (
    ErrorKind("button_in_a_wrong_place", _MONEY, Moment.FIRST_CARD, ("button_misplaced",), _button_in_a_wrong_place, players=3),
    ErrorKind("blind_of_the_wrong_seat", _MONEY, _READY, _BLIND, _blind_of_the_wrong_seat, players=4, told=True),
    _word("seat_taken_wrong", _READY),
    _word("button_move", street="preflop"),
    replace(_word("heads_up", street="preflop"), heads_up=True, when=_two_play),
    _word("missed_blind", street="preflop"),
    _word("dead_small_blind", street="preflop"),
    _word("straddle", street="preflop", turns=2),
    _word("kill_button_option", street="preflop", turns=2),
    _word("buyin_changed_in_hand", street="flop"),
    _word("cash_or_plaque_bet", street="flop", whose=_the_actor, possible=lambda ahead: not ahead.rules.cash_plays, turns=4),
    _word("chips_not_in_line", street="flop", whose=_the_actor),
    _word("bets_pulled_early", street="turn", whose=_nobody),
    _word("hidden_chips", street="turn", whose=_the_actor),
)


_BETTING = Moment.BETTING
_MUCKED, _KILLED = "mucked_by_mistake", "killed_unprotected"
_LINE = ("folded_over_line",)
_HANDS: tuple[ErrorKind, ...] = (
    _with_three(ErrorKind(_MUCKED, _MONEY, _BETTING, (_MUCKED,), _swept_into_the_muck(_MUCKED), told=True)),
    _with_three(ErrorKind(_KILLED, _MONEY, _BETTING, (_KILLED,), _swept_into_the_muck(_KILLED), told=True)),
    _with_three(ErrorKind("thrown_over_the_line", _MONEY, _BETTING, _LINE, _thrown_over_the_line, lasting=True)),
    _word("irregular_card_played", street="turn", turns=2),
    _word("advice_or_proxy", street="river"),
)


_BOARD = Moment.BOARD
_DECK: tuple[ErrorKind, ...] = (
    _word("shuffle_complaint", Moment.READY, whose=_nobody),
    _word("deck_not_cut", Moment.DEAL, whose=_nobody),
    _word("burn_exposed", _BOARD, street="flop", whose=_nobody),
    _word("deck_bottom_burn", _BOARD, street="turn", whose=_nobody, turns=4),
)


THE_PEOPLE: tuple[ErrorKind, ...] = (*_SEATS_AND_MONEY, *_HANDS, *_DECK)
"""Seats, money, hands thrown in, and what people only say."""
