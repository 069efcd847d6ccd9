"""Checks of chips and of what may be done with them: pots, stacks, bets, winners, legal acts."""

from collections.abc import Callable
from typing import Any

from table_controller.core.ids import SeatNo
from table_controller.core.limits import legal, legal_for, min_to
from table_controller.core.state import SeatStatus, TableState
from table_controller.rehearsal.scenario import wishes as wish
from table_controller.rehearsal.scenario.doings import ActWord
from table_controller.rehearsal.scenario.scene import Scene
from table_controller.rehearsal.scenario.wishes import Wish
from table_controller.views.pit import showing

HOLDS = ""


def _winners(wanted: wish.Winners, scene: Scene) -> str:
    awards = () if scene.hand is None else scene.hand.awards
    seats = {award.seat for award in awards if wanted.pot in (None, award.pot)}
    return HOLDS if seats == set(wanted.seats) else f"the winners are {_list(seats)}"


def _pot(wanted: wish.PotHolds, scene: Scene) -> str:
    pots = () if scene.hand is None else scene.hand.pots
    if wanted.pot >= len(pots):
        return f"there are {len(pots)} pots"
    pot = pots[wanted.pot]
    if pot.amount != wanted.amount or (wanted.seats and set(pot.seats) != set(wanted.seats)):
        return f"it is {pot.amount} for {_list(set(pot.seats))}"
    return HOLDS


def _list(seats: set[SeatNo]) -> str:
    return " ".join(map(str, sorted(seats))) or "nobody"


def _seat_has(wanted: wish.SeatHas, scene: Scene) -> str:
    amount = _AMOUNTS[wanted.what](scene, wanted.seat)
    return HOLDS if amount == wanted.amount else f"{wanted.what} of seat {wanted.seat} is {amount}"


def _to_call(scene: Scene, number: SeatNo) -> int:
    """What a call would add, whoever's turn it is; nothing for a seat that is out or all-in."""
    hand, seat = scene.hand, scene.state.seat(number)
    if hand is None or not hand.live or seat.status is not SeatStatus.LIVE:
        return 0
    return legal_for(scene.state, hand, seat).to_call


_AMOUNTS: dict[wish.Owned, Callable[[Scene, SeatNo], int]] = {
    "stack": lambda scene, seat: scene.state.seat(seat).stack,
    "bet": lambda scene, seat: scene.state.seat(seat).bet,
    "returned": lambda scene, seat: scene.history.returned.get(seat, 0),
    "to_call": _to_call,
}


def _raise_to(wanted: wish.RaiseTo, scene: Scene) -> str:
    """The amounts the limit of the game gives, whether or not this actor has the chips or anybody could answer."""
    acts = legal(scene.state)
    if acts is None or scene.hand is None:
        return "nobody is to act"
    amount = acts.max_to if wanted.largest else min_to(scene.hand)
    return HOLDS if amount == wanted.amount else f"it is {amount}"


def _may(wanted: wish.May, scene: Scene) -> str:
    so = allowed(scene.state, wanted.seat, wanted.act)
    return HOLDS if so is wanted.so else f"seat {wanted.seat} may {'' if so else 'not '}{wanted.act.value}"


def allowed(state: TableState, seat: SeatNo, act: ActWord) -> bool:
    """Whether the seat may do this now."""
    if act in (ActWord.SHOW, ActWord.MUCK):
        return not state.locked and seat in showing(state)
    acts = legal(state)
    if acts is None or acts.seat != seat or state.locked or state.paused is not None:
        return False
    all_in = acts.all_in_to <= acts.max_to if acts.may_raise else acts.may_call
    return {
        ActWord.FOLD: True,
        ActWord.CHECK: acts.may_check,
        ActWord.CALL: acts.may_call,
        ActWord.BET: acts.may_raise and acts.opens,
        ActWord.RAISE: acts.may_raise and not acts.opens,
        ActWord.ALLIN: all_in,
    }[act]


def _owes(wanted: wish.Owes, scene: Scene) -> str:
    seat = scene.state.seat(wanted.seat)
    owed = {name for name, owes in (("bb", seat.owes_big), ("dead_sb", seat.owes_small)) if owes}
    return HOLDS if owed == wanted.what else f"seat {wanted.seat} owes {' '.join(sorted(owed)) or 'nothing'}"


CHECKS: dict[type[Wish], Callable[[Any, Scene], str]] = {
    wish.Winners: _winners,
    wish.PotHolds: _pot,
    wish.SeatHas: _seat_has,
    wish.RaiseTo: _raise_to,
    wish.May: _may,
    wish.Owes: _owes,
}
