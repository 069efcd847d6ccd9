"""What is wrong with hole cards: exposed, flashed, boxed, on the floor, in another hand, thrown away, left behind.

Faces nobody but a person can see are told by key; everything else the sensors must find.
"""

from collections.abc import Callable

from table_controller.core.orders import Flashed
from table_controller.core.rules import AbsentPlayer
from table_controller.rehearsal.errors import Ahead, Category, ErrorKind, Moment, Scene, presses
from table_controller.rehearsal.hands import SEAT_SPOTS, Key, Spot
from table_controller.rehearsal.script import Script, Wait

LOST_MS = 8_000
"""A card that lies nowhere is missed within this."""


# --- hole cards ------------------------------------------------------------------------------------------------------


def _shows_the_last(scene: Scene) -> Script:
    assert scene.previous is not None
    yield from scene.key_for(scene.previous, Key.EXPOSED)


def _shows_two(scene: Scene) -> Script:
    assert scene.previous is not None
    held = [seat.seat for seat in scene.hand.seats if seat.cards and seat.seat != scene.previous]
    yield from scene.key_for(scene.previous, Key.EXPOSED)
    yield from scene.key_for(scene.one_of(tuple(held)), Key.EXPOSED)
    yield from scene.found("hole_exposed_multiple")


def _flashes(*, by_dealer: bool) -> Callable[[Scene], Script]:
    def make(scene: Scene) -> Script:
        assert scene.previous is not None
        yield from scene.say(Flashed(seat=scene.previous, by_dealer=by_dealer))

    return make


def _falls(scene: Scene) -> Script:
    """Off the table; the dealer goes on when it has been missed."""
    scene.dealer.astray = (Spot.DROPPED,)
    yield Wait(scene.dealer.hands.draw(Spot.DROPPED))
    yield from scene.dealer.see(lambda view: bool(view.pit.findings), LOST_MS)


def _into_another_hand(scene: Scene) -> Script:
    """A player's card slides among those of the next one."""
    seat = scene.one_of(scene.playing)
    others = tuple(other for other in scene.playing if other != seat)
    to = scene.any_of(others)
    scene.dealer.astray = (to,)
    yield Wait(scene.dealer.hands.move_last(SEAT_SPOTS[seat], to))


def _one_card_thrown_away(scene: Scene) -> Script:
    """A player lets go of one of his two cards, and nobody says anything; where play is slow it is found before the showdown."""
    scene.dealer.astray = (Spot.MUCK,)
    yield Wait(scene.dealer.hands.move_last(scene.any_of(scene.playing), Spot.MUCK))


def _thrown_away_on_a_misdeal(scene: Scene) -> Script:
    """The dealer calls a misdeal, and a player throws in what he has before anybody has agreed."""
    held = tuple(seat.seat for seat in scene.hand.seats if seat.cards)
    seat = scene.one_of(held)
    scene.dealer.astray = (Spot.MUCK,) * scene.seat(seat).cards
    yield from scene.key(Key.MISDEAL)
    yield from scene.found("deal_interrupted")
    yield Wait(scene.dealer.hands.move_zone(SEAT_SPOTS[seat], Spot.MUCK))
    yield from scene.found("mucked_on_false_misdeal")


def _shows_his_hand(scene: Scene) -> Script:
    yield from scene.key_for(scene.one_of(scene.playing), Key.EXPOSED)


def _walks_off(scene: Scene) -> Script:
    """A player gets up while cards are dealt, and sits down again after the hand."""
    seat = scene.one_of(scene.dealt_in)
    scene.dealer.away.append(seat)
    yield Wait(scene.dealer.hands.walk(seat, away=True))


# --- when ------------------------------------------------------------------------------------------------------------


def _first_exposed(count: int) -> Callable[[Ahead], bool]:
    return lambda ahead: ahead.rules.first_exposed_misdeal_n >= count


def _later_card(scene: Scene) -> bool:
    return sum(seat.cards for seat in scene.hand.seats) > 2


def _acted(scene: Scene) -> bool:
    """Somebody has acted in this round of betting: it is not the first player's turn."""
    return scene.actor != scene.playing[0]


def _folds_the_absent(ahead: Ahead) -> bool:
    return ahead.rules.absent_player is not AbsentPlayer.HOUSE


_CARDS, _DEAL, _BETTING = Category.CARDS, Moment.DEAL, Moment.BETTING
_SINGLE, _LAST = ("hole_exposed_single",), ("hole_exposed_last",)
_ONES = ("hole_exposed_first", "hole_exposed_second", *_SINGLE, *_LAST)
_TWO = ("hole_exposed_multiple",)
_FIRST, _SECOND = _first_exposed(1), _first_exposed(2)
_AWAY = ("absent_player",)
THE_HANDS: tuple[ErrorKind, ...] = (
    ErrorKind("first_card_shown", _CARDS, _DEAL, ("hole_exposed_first",), _shows_the_last, told=True, card=2, possible=_FIRST),
    ErrorKind("second_card_shown", _CARDS, _DEAL, ("hole_exposed_second",), _shows_the_last, told=True, card=3, possible=_SECOND),
    ErrorKind("card_shown", _CARDS, _DEAL, _SINGLE, _shows_the_last, told=True, when=_later_card),
    ErrorKind("last_card_shown", _CARDS, _BETTING, _LAST, _shows_the_last, told=True, street="preflop"),
    ErrorKind("two_cards_shown", _CARDS, _DEAL, _TWO, _shows_two, told=True, rounds=(2,), tolerates=_ONES),
    ErrorKind("card_flashed", _CARDS, _DEAL, ("hole_flashed",), _flashes(by_dealer=True), told=True, when=_later_card),
    ErrorKind("player_flashes_a_card", _CARDS, _DEAL, ("hole_flashed",), _flashes(by_dealer=False), told=True, when=_later_card),
    ErrorKind("card_falls_to_the_floor", _CARDS, _DEAL, ("hole_off_table",), _falls),
    ErrorKind("card_boxed", _CARDS, _DEAL, ("boxed_one",), presses(Key.BOXED), told=True),
    ErrorKind(
        "two_cards_boxed",
        _CARDS,
        _DEAL,
        ("boxed_many",),
        presses(Key.BOXED, 2),
        told=True,
        tolerates=("boxed_one",),
        possible=lambda ahead: ahead.rules.boxed_misdeal_count == 2,
    ),
    ErrorKind("deal_stopped", _CARDS, _DEAL, ("deal_interrupted",), presses(Key.MISDEAL), told=True),
    ErrorKind("player_walks_off", _CARDS, _DEAL, _AWAY, _walks_off, possible=_folds_the_absent, lasting=True),
    ErrorKind("card_in_another_hand", _CARDS, _BETTING, ("fouled_hand",), _into_another_hand, street="flop"),
    ErrorKind(
        "one_card_thrown_away",
        _CARDS,
        _BETTING,
        ("wrong_count_at_showdown", "fouled_hand"),
        _one_card_thrown_away,
        street="river",
        lasting=True,
    ),
    ErrorKind(
        "thrown_in_on_a_misdeal",
        _CARDS,
        _DEAL,
        ("mucked_on_false_misdeal",),
        _thrown_away_on_a_misdeal,
        tolerates=("deal_interrupted",),
    ),
    ErrorKind(
        "player_shows_his_hand",
        _CARDS,
        _BETTING,
        ("player_exposes_cards",),
        _shows_his_hand,
        told=True,
        when=_acted,
        street="flop",
    ),
)
"""Everything that can be wrong with hole cards."""
