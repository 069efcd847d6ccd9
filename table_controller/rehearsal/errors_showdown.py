"""What goes wrong when hands are shown and pots are pushed."""

from dataclasses import replace

from table_controller.core.claims import DECLARED
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.orders import PushPot, Report, Role
from table_controller.rehearsal.dealer import CARD_MS, LOOK_AGAIN_MS
from table_controller.rehearsal.errors import Ahead, Category, ErrorKind, Moment, Scene, known
from table_controller.rehearsal.errors_staging import shortest_all_in
from table_controller.rehearsal.hands import SEAT_SPOTS, Key, Spot, seat_keys
from table_controller.rehearsal.players import Mood
from table_controller.rehearsal.script import Script, Wait

_BETTING = Mood(fold=0, stay=3, wager=2, all_in=0, least=True)
"""They stay in and bet a little, so that there is something beside the main pot."""
_ALL_IN = Mood(fold=0, stay=1, wager=0, all_in=1)


def _winners(scene: Scene) -> tuple[SeatNo, ...]:
    """Who gets the main pot, as the screen says."""
    return tuple(SeatNo(int(seat)) for seat in str(scene.view.prompt.params["seats"]).split())


def _losers(scene: Scene) -> tuple[SeatNo, ...]:
    return tuple(seat.seat for seat in scene.hand.seats if seat.seat not in _winners(scene))


# --- showing ---------------------------------------------------------------------------------------------------------


def _shows_before_his_turn(scene: Scene) -> Script:
    seat = scene.view.showing[-1]
    yield from scene.dealer.key(seat_keys(seat, Key.BET_RAISE), scene.view, "the last one showing first")
    yield from scene.say(Report(code="show_order", seat=seat))


def _nobody_says_that_he_plays_the_board(scene: Scene) -> Script:
    """The board is the best hand there is; one shows, the others throw their cards away and say nothing."""
    first, *others = scene.view.showing
    yield from scene.dealer.key(seat_keys(first, Key.BET_RAISE), scene.view, f"seat {first} showing")
    for seat in others:
        before = yield from scene.dealer.look()
        yield from scene.dealer.key(seat_keys(seat, Key.FOLD), before, f"seat {seat} giving up")
        yield Wait(scene.dealer.hands.move_zone(SEAT_SPOTS[seat], Spot.MUCK))
        if (yield from scene.dealer.see(lambda view: view.prompt.key == "announce_board", LOOK_AGAIN_MS)):
            yield from scene.key(Key.ENTER)
    yield from scene.found("board_not_declared")


def _winner_swept_into_the_muck(scene: Scene) -> Script:
    scene.dealer.astray = (Spot.MUCK, Spot.MUCK)
    yield Wait(scene.dealer.hands.move_zone(SEAT_SPOTS[_winners(scene)[0]], Spot.MUCK))


# --- pots ------------------------------------------------------------------------------------------------------------


def _pushed_to(scene: Scene, pot: int, seat: SeatNo) -> Script:
    """The pot goes there, by hand and by the floor's word."""
    before = scene.seat(seat).stack
    yield from scene.say(PushPot(pot=pot, seat=seat), Role.FLOOR)
    after = yield from scene.dealer.look()
    yield from scene.purse.take_rake(after)
    got = next(shown.stack for shown in after.pit.seats if shown.seat == seat) - before
    yield from scene.purse.pay(seat, Chips(got))


def _to_a_loser(scene: Scene) -> Script:
    yield from _pushed_to(scene, 0, scene.one_of(_losers(scene)))
    yield from scene.found("wrong_award")


def _all_to_one(scene: Scene) -> Script:
    """Half of it is his, and the other half comes after."""
    seat = _winners(scene)[0]
    yield from scene.say(PushPot(pot=0, seat=seat), Role.FLOOR)
    yield from scene.say(PushPot(pot=0, seat=seat), Role.FLOOR)
    yield from scene.dealer.see(lambda view: any(one.code == "split_wrong" for one in view.pit.findings), CARD_MS)


def _side_pot_to_one_without(scene: Scene) -> Script:
    yield from scene.say(PushPot(pot=1, seat=_without_side_pot(scene)[0]), Role.FLOOR)
    yield from scene.found("side_pot_wrong")


def _without_side_pot(scene: Scene) -> tuple[SeatNo, ...]:
    return tuple(seat for seat in scene.playing if seat not in scene.hand.pots[1].seats)


# --- when ------------------------------------------------------------------------------------------------------------


def _two_to_show(scene: Scene) -> bool:
    return len(scene.view.showing) > 1


def _nobody_has_shown(scene: Scene) -> bool:
    return _two_to_show(scene) and not scene.hand.shown


def _winner_has_shown(scene: Scene) -> bool:
    winners = _winners(scene)
    return bool(winners) and str(winners[0]) in scene.hand.shown and len(scene.hand.shown) > 1


def _one_wins(scene: Scene) -> bool:
    return len(_winners(scene)) == 1 and bool(_losers(scene)) and len(scene.hand.pots) == 1


def _two_win(scene: Scene) -> bool:
    return len(_winners(scene)) > 1 and len(scene.hand.pots) == 1


def _side_pot(scene: Scene) -> bool:
    return len(scene.hand.pots) > 1 and bool(_without_side_pot(scene))


def _declared(ahead: Ahead) -> bool:
    return ahead.rules.play_board in DECLARED


def _somebody_all_in(scene: Scene) -> bool:
    return any(seat.status == "all_in" for seat in scene.hand.seats)


def _word(code: str, moment: Moment) -> ErrorKind:
    """Somebody says so."""

    def make(scene: Scene) -> Script:
        yield from scene.say(Report(code=code))

    return ErrorKind(code, Category.SHOWDOWN, moment, (code,), make, told=True, harmless=True, possible=known(code))


_SHOWDOWN, _SHOW, _AWARD = Category.SHOWDOWN, Moment.SHOW, Moment.AWARD
_BOARD, _SIDE = ("board_not_declared",), ("side_pot_wrong",)
THE_SHOWDOWN: tuple[ErrorKind, ...] = (
    ErrorKind(
        "shown_before_the_turn",
        _SHOWDOWN,
        _SHOW,
        ("show_order",),
        _shows_before_his_turn,
        told=True,
        when=_two_to_show,
        possible=known("show_order"),
    ),
    ErrorKind(
        "board_not_declared",
        _SHOWDOWN,
        _SHOW,
        _BOARD,
        _nobody_says_that_he_plays_the_board,
        when=_nobody_has_shown,
        packed=True,
        possible=_declared,
    ),
    ErrorKind("winner_swept_away", _SHOWDOWN, _AWARD, ("winner_killed",), _winner_swept_into_the_muck, when=_winner_has_shown),
    ErrorKind("pot_to_a_loser", _SHOWDOWN, _AWARD, ("wrong_award",), _to_a_loser, told=True, when=_one_wins),
    ErrorKind("split_pot_to_one", _SHOWDOWN, _AWARD, ("split_wrong",), _all_to_one, told=True, when=_two_win, packed=True),
    ErrorKind(
        "side_pot_to_one_without",
        _SHOWDOWN,
        _AWARD,
        _SIDE,
        _side_pot_to_one_without,
        told=True,
        when=_side_pot,
        mood=_BETTING,
        stage=shortest_all_in,
        players=3,
    ),
    replace(_word("faceup_missing", Moment.BURN), when=_somebody_all_in, mood=_ALL_IN),
    _word("right_to_see", _AWARD),
    _word("cards_not_compared", _AWARD),
    replace(_word("rake_wrong", _AWARD), turns=4),
)


"""Everything that goes wrong with hands that are shown and pots that are pushed."""
