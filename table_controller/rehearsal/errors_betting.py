"""What players do and say wrongly when they bet: out of turn, too little, too much, in two motions, in words that do not fit.

The dealer keys what was done, as it was done; what it is worth is for the table to say.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from table_controller.core.ids import Chips
from table_controller.core.orders import Declare, PushChips, Report
from table_controller.core.rules import MinAllIn
from table_controller.core.stakes import Limit
from table_controller.irregularities import CATALOGUE, cited
from table_controller.irregularities.betting import FOLD_IS_A_CHOICE
from table_controller.rehearsal.errors import Ahead, Category, ErrorKind, Moment, Scene, always
from table_controller.rehearsal.errors_staging import all_but_a_few_chips, bet_more_than_half_of_the_shortest
from table_controller.rehearsal.hands import SEAT_SPOTS, Key, Spot, digits
from table_controller.rehearsal.players import RAISING
from table_controller.rehearsal.script import Script, Wait

CLOCK_MS: Final = 40_000
"""Longer than a player may think once the clock is called."""
_CHIPS: Final = tuple(Chips(value) for value in (25, 100, 500, 1_000, 5_000, 25_000))
"""What single chips are worth."""


# --- chips -----------------------------------------------------------------------------------------------------------


def _push(scene: Scene, amount: Chips, *chips: Chips) -> Script:
    """Over the line without a word."""
    yield from scene.dealer.pause("act")
    yield Wait(scene.purse.push(scene.actor, amount))
    yield from scene.say(PushChips(seat=scene.actor, amount=amount, chips=chips))


def _too_little(scene: Scene) -> Script:
    yield from _push(scene, _small(scene))


def _one_big_chip(scene: Scene) -> Script:
    chip = _big_chip(scene)
    assert chip is not None
    yield from _push(scene, chip, chip)


def _a_chip_too_many(scene: Scene) -> Script:
    more = Chips(_small(scene) // 4)
    yield from _push(scene, Chips(scene.call + more), scene.call, more)


def _more_than_may_be(scene: Scene) -> Script:
    yield from _push(scene, Chips(scene.call + 2 * _small(scene)))


def _more_than_the_pot(scene: Scene) -> Script:
    yield from _push(scene, _over_the_pot(scene))


def _over_the_pot(scene: Scene) -> Chips:
    keys = scene.view.keys
    most = 0 if keys is None or keys.max_to is None else keys.max_to
    return Chips(most - scene.seat(scene.actor).bet + 2 * _small(scene))


def _two_motions(scene: Scene) -> Script:
    """A call, and then more."""
    seat = scene.actor
    yield Wait(scene.purse.push(seat, scene.call))
    yield from scene.dealer.key((Key.CHECK_CALL,), scene.view, "the call")
    more = Chips(scene.call + 2 * _small(scene))
    yield Wait(scene.purse.push(seat, more))
    yield from scene.say(PushChips(seat=seat, amount=more))


def _bet_to(to: Callable[[Scene], Chips]) -> Callable[[Scene], Script]:
    def make(scene: Scene) -> Script:
        total = to(scene)
        yield Wait(scene.purse.push(scene.actor, Chips(total - scene.seat(scene.actor).bet)))
        yield from scene.key(*digits(total), Key.BET_RAISE)

    return make


def _half_a_raise(scene: Scene) -> Chips:
    return Chips(scene.seat(scene.actor).bet + scene.call + _small(scene))


def _all_of_a_few_chips(scene: Scene) -> Script:
    yield Wait(scene.purse.push(scene.actor, scene.seat(scene.actor).stack))
    yield from scene.key(Key.ALL_IN)


def _told_a_wrong_amount(scene: Scene) -> Script:
    """The dealer says too little, the player puts in what he was told, and then it is noticed."""
    yield from _too_little(scene)
    yield from scene.found("undercall")
    yield from scene.say(Report(code="wrong_amount_stated", seat=scene.actor))
    yield from scene.found("wrong_amount_stated")


# --- turns, words, time ----------------------------------------------------------------------------------------------


def _before_their_turn(count: int) -> Callable[[Scene], Script]:
    """The next players call before the one whose turn it is has acted."""

    def make(scene: Scene) -> Script:
        price = scene.seat(scene.actor).bet + scene.call
        for seat in scene.behind[:count]:
            shown = scene.seat(seat)
            yield Wait(scene.purse.hold(seat, Chips(min(price - shown.bet, shown.stack))))
            yield from scene.key_for(seat, Key.CHECK_CALL)
        yield from scene.found("out_of_turn" if count == 1 else "skipped_player")

    return make


def _says(what: str) -> Callable[[Scene], Script]:
    def make(scene: Scene) -> Script:
        yield from scene.say(Declare(seat=scene.actor, what=what))

    return make


def _says_raise(scene: Scene) -> Script:
    assert scene.view.keys is not None
    to = scene.view.keys.min_to or Chips(0)
    yield from scene.say(Declare(seat=scene.actor, what="raise", to=to))
    yield Wait(scene.purse.push(scene.actor, Chips(to - scene.seat(scene.actor).bet)))


def _folds_for_nothing(scene: Scene) -> Script:
    yield from scene.key(Key.FOLD)
    yield Wait(scene.dealer.hands.move_zone(SEAT_SPOTS[scene.actor], Spot.MUCK))


def _thinks_too_long(scene: Scene) -> Script:
    yield from scene.key_for(scene.actor, Key.CLOCK)
    yield from scene.dealer.see(lambda view: any(one.code == "clock" for one in view.pit.findings), CLOCK_MS)


# --- when ------------------------------------------------------------------------------------------------------------


def _small(scene: Scene) -> Chips:
    return scene.view.pit.game.small_blind


def _deep(scene: Scene) -> bool:
    """The player has chips for more than any of these acts."""
    return scene.seat(scene.actor).stack > scene.call + 6 * _small(scene)


def _faces_a_bet(scene: Scene) -> bool:
    """A whole bet or more, which is no raise for want of chips, and others are still to act."""
    return scene.call >= 2 * _small(scene) and _deep(scene) and _may_raise(scene) and len(scene.behind) > 1


def _may_raise(scene: Scene) -> bool:
    return scene.view.keys is not None and scene.view.keys.wager == "raise"


def _no_bet(scene: Scene) -> bool:
    keys = scene.view.keys
    return keys is not None and keys.wager == "bet" and _deep(scene)


def _big_chip(scene: Scene) -> Chips | None:
    """A chip that is worth more than the call, and no more than may be bet."""
    keys, seat = scene.view.keys, scene.seat(scene.actor)
    most = 0 if keys is None or keys.max_to is None else keys.max_to - seat.bet
    return next((chip for chip in _CHIPS if scene.call < chip <= most and chip < seat.stack), None)


def _has_a_big_chip(scene: Scene) -> bool:
    return _faces_a_bet(scene) and _big_chip(scene) is not None


def _over_is_there(scene: Scene) -> bool:
    return _faces_a_bet(scene) and _over_the_pot(scene) < scene.seat(scene.actor).stack


def _two_behind(scene: Scene) -> bool:
    return _faces_a_bet(scene) and all(scene.seat(seat).stack > 4 * _small(scene) for seat in scene.behind[:2])


def _capped(scene: Scene) -> bool:
    """No raise may be made any more, and it is not for want of chips."""
    live = [seat for seat in scene.behind if scene.seat(seat).stack > 0]
    return not _may_raise(scene) and scene.call > 0 and _deep(scene) and len(live) > 1


def _not_reopened(scene: Scene) -> bool:
    """Somebody is all-in for less than a raise over this player's bet, and a third one has chips."""
    short = any(seat.status == "all_in" for seat in scene.hand.seats)
    return short and scene.seat(scene.actor).bet > 0 and _capped(scene)


def _few_chips(scene: Scene) -> bool:
    keys = scene.view.keys
    return keys is not None and keys.wager == "bet" and 0 < scene.seat(scene.actor).stack < _small(scene)


def _fold_is_wrong(ahead: Ahead) -> bool:
    return not FOLD_IS_A_CHOICE & set(cited(CATALOGUE["fold_no_bet"], ahead.rules))


def _kind(code: str, make: Callable[[Scene], Script], when: Callable[[Scene], bool], street: str) -> ErrorKind:
    return ErrorKind(code, Category.BETTING, Moment.BETTING, (code,), make, street=street, when=when, told=True)


_CHIPS_KINDS: tuple[ErrorKind, ...] = (
    _kind("undercall", _too_little, _faces_a_bet, "preflop"),
    _kind("underraise", _bet_to(_half_a_raise), _faces_a_bet, "preflop"),
    _kind("underbet", _bet_to(_small), _no_bet, "flop"),
    _kind("string_bet", _two_motions, _faces_a_bet, "preflop"),
    replace(_kind("oversize_chip", _one_big_chip, _has_a_big_chip, "preflop"), harmless=True),
    replace(_kind("multi_chip", _a_chip_too_many, _faces_a_bet, "preflop"), harmless=True),
    replace(_kind("wrong_amount_stated", _told_a_wrong_amount, _faces_a_bet, "preflop"), tolerates=("undercall",)),
    replace(
        _kind("raise_cap", _more_than_may_be, _capped, ""),
        players=3,
        mood=RAISING,
        possible=lambda ahead: ahead.limit is Limit.FIXED_LIMIT and ahead.rules.raise_cap is not None,
        turns=2,
    ),
    replace(
        _kind("pot_limit_over", _more_than_the_pot, _over_is_there, "preflop"),
        possible=lambda ahead: ahead.limit is Limit.POT_LIMIT,
        turns=2,
    ),
    replace(
        _kind("short_allin_reopen", _more_than_may_be, _not_reopened, "flop"),
        players=3,
        stage=bet_more_than_half_of_the_shortest,
        possible=lambda ahead: ahead.limit is Limit.NO_LIMIT,
    ),
    replace(
        _kind("allin_below_sb", _all_of_a_few_chips, _few_chips, "flop"),
        stage=all_but_a_few_chips,
        possible=lambda ahead: ahead.limit is Limit.NO_LIMIT and ahead.rules.min_allin is MinAllIn.SMALL_BLIND_WARN,
        turns=4,
    ),
)


_OTHER_KINDS: tuple[ErrorKind, ...] = (
    replace(_kind("out_of_turn", _before_their_turn(1), _two_behind, "preflop"), players=3),
    replace(_kind("skipped_player", _before_their_turn(2), _two_behind, "preflop"), players=4, tolerates=("out_of_turn",)),
    replace(_kind("check_facing_bet", _says("check"), _faces_a_bet, "preflop"), harmless=True),
    replace(_kind("call_no_bet", _says("call"), _no_bet, "flop"), harmless=True),
    replace(_kind("raise_no_bet", _says_raise, _no_bet, "turn"), harmless=True),
    replace(_kind("fold_no_bet", _folds_for_nothing, _no_bet, "turn"), players=3, possible=_fold_is_wrong, harmless=True),
    _kind("clock", _thinks_too_long, always, "flop"),
)


THE_BETTING: tuple[ErrorKind, ...] = (*_CHIPS_KINDS, *_OTHER_KINDS)
"""Everything that players do wrongly when they bet."""
