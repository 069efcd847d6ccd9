"""How fast the engine is beside PokerKit, on the same hands in one run.

Each row of real hands is turned once into what either engine is told, then played again and again: ours gets every card and
act as a fact or order of its own, through decision, fold and invariants, with hands ranked at the showdown; PokerKit gets the
same cards and acts through its own methods, posts and pots by its automations. PokerKit is a dependency of the tests only
and is loaded here and nowhere else. Rows it cannot play to the same stacks are left out on both sides and counted.
"""

import gc
import importlib
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from table_controller.core import facts as seen
from table_controller.core import orders as ask
from table_controller.core.cards import text_of
from table_controller.core.decide import advance
from table_controller.core.facts import AnyFact
from table_controller.core.ids import SeatNo, after
from table_controller.core.invariants import broken
from table_controller.core.messages import Rejection
from table_controller.core.orders import AnyOrder
from table_controller.core.places import SEAT_OF_PLACE, Place
from table_controller.core.stakes import AnteBy, Limit
from table_controller.core.state import TableState
from table_controller.rehearsal.direct import DEALER, FLOOR, opened, play
from table_controller.rehearsal.real_hands import Script, read_rows, script_of

ROUNDS = 5
CHUNK = 20


class EngineBench(msgspec.Struct, frozen=True):
    """Hands a second, median of several rounds. `left_out`: rows PokerKit could not play to the same stacks."""

    ours_hands_per_s: float
    pokerkit_hands_per_s: float
    ratio: float
    hands: int
    left_out: int
    ours_us_per_event: float
    rounds: int


class NoPokerKitError(RuntimeError):
    """PokerKit is not installed."""


class Ours(msgspec.Struct, frozen=True):
    """What our engine is told: the table, its players sitting and the button placed, and every input from the first card on."""

    start: TableState
    inputs: tuple[AnyFact | AnyOrder, ...]
    button: SeatNo


def ours_of(script: Script) -> Ours:
    """Seats and promised posts are a table's standing, as they are arguments to PokerKit; the hand begins with its first card."""
    played = play(script)
    state = opened(script)
    button = SeatNo(0)
    for said in script.setup:
        if type(said) is ask.PlaceButton:
            button = said.seat
        result = advance(state, said, FLOOR)
        if not isinstance(result, Rejection):
            state = result.state
    return Ours(state, played.inputs[len(script.setup) :], button)


def run_ours(hand: Ours) -> int:
    """Plays one hand; the number of events it made."""
    state, events = hand.start, 0
    for said in hand.inputs:
        result = advance(state, said, DEALER)
        if isinstance(result, Rejection):
            raise RuntimeError(f"refused: {result.code}")
        for after_event in result.states:
            if broken(after_event, state):
                raise RuntimeError("a law of conservation broke")
            state = after_event
        events += len(result.events)
    return events


class Theirs(msgspec.Struct, frozen=True):
    """What PokerKit is told: how to make its state, and which of its methods to call with what."""

    make: Callable[[], Any]
    calls: tuple["Call", ...]


def run_theirs(hand: Theirs) -> Any:
    """Plays one hand; PokerKit's final state."""
    state = hand.make()
    for method, arguments in hand.calls:
        getattr(state, method)(*arguments)
    return state


def _pokerkit() -> Any:
    try:
        return importlib.import_module("pokerkit")
    except ImportError:
        raise NoPokerKitError("PokerKit is needed for this comparison: install the test requirements") from None


def theirs_of(kit: Any, script: Script, ours: Ours) -> Theirs | None:
    """The same hand for PokerKit; None for what its games have no place for (pot limit, dead and late posts, no blinds)."""
    stakes, posts = script.stakes, [(seat, what, live) for seat, what, live, *_ in script.row.posts]
    kinds = {what for _, what, _ in posts}
    if stakes.limit is Limit.POT_LIMIT or not kinds <= {"ante", "sb", "bb", "straddle"} or "bb" not in kinds:
        return None
    order = after(tuple(seat.seat for seat in script.row.seats), ours.button)
    make = _maker(kit, script, order, posts)
    try:
        return Theirs(make, tuple(_calls(make(), ours.inputs, order)))
    except (ValueError, AssertionError, IndexError, KeyError):
        return None


_AUTOMATIC = (
    "ANTE_POSTING",
    "BET_COLLECTION",
    "BLIND_OR_STRADDLE_POSTING",
    "HAND_KILLING",
    "CHIPS_PUSHING",
    "CHIPS_PULLING",
)
"""What PokerKit does by itself, as our engine does."""


def _maker(kit: Any, script: Script, order: tuple[SeatNo, ...], posts: list[tuple[SeatNo, str, int]]) -> Callable[[], Any]:
    stakes = script.stakes
    stacks = {seat.seat: seat.stack for seat in script.row.seats}
    automations = tuple(kit.Automation[name] for name in _AUTOMATIC)
    everybody = stakes.ante_by is AnteBy.EVERYBODY
    arguments = (automations, everybody, _antes(script, order, posts), _blinds(script, order, posts))
    places = (tuple(stacks[seat] for seat in order), len(order))
    if stakes.limit is Limit.FIXED_LIMIT:
        game = kit.FixedLimitTexasHoldem
        return lambda: game.create_state(*arguments, stakes.small_bet, stakes.big_bet, *places)
    game, smallest = (
        kit.NoLimitTexasHoldem,
        max((live for _, what, live in posts if what == "straddle"), default=stakes.big_blind),
    )
    return lambda: game.create_state(*arguments, smallest, *places)


def _blinds(script: Script, order: tuple[SeatNo, ...], posts: list[tuple[SeatNo, str, int]]) -> tuple[int, ...]:
    """Blinds and straddles by player; with two players PokerKit wants them the other way round."""
    nominal = {"sb": script.stakes.small_blind, "bb": script.stakes.big_blind}
    blinds = {seat: nominal.get(what, live) for seat, what, live in posts if what != "ante"}
    amounts = tuple(blinds.get(seat, 0) for seat in order)
    return amounts[::-1] if len(order) == 2 else amounts


def _antes(script: Script, order: tuple[SeatNo, ...], posts: list[tuple[SeatNo, str, int]]) -> int | dict[int, int]:
    """One ante for all, or the player who pays for all."""
    stakes = script.stakes
    if not stakes.ante or stakes.ante_by is AnteBy.EVERYBODY:
        return stakes.ante
    payer = next(seat for seat, what, _ in posts if what == "ante")
    return {order.index(payer): stakes.ante}


Call = tuple[str, tuple[Any, ...]]


class _Told:
    """PokerKit's calls for what our table was told, found by playing along: it wants all-in hands open before the next card."""

    def __init__(self, state: Any, order: tuple[SeatNo, ...]) -> None:
        self.state, self.order = state, order
        self.calls: list[Call] = []
        self.flop: list[str] = []

    def call(self, method: str, *arguments: Any) -> None:
        getattr(self.state, method)(*arguments)
        self.calls.append((method, arguments))

    def card(self, said: seen.CardArrived) -> None:
        text = text_of(said.card.face)
        if said.to is Place.BURN:
            while self.state.can_show_or_muck_hole_cards():
                self.call("show_or_muck_hole_cards", True)
            self.call("burn_card", text)
        elif said.to is Place.BOARD:
            self.flop.append(text)
            if len(self.flop) >= 3:
                self.call("deal_board", "".join(self.flop) if len(self.flop) == 3 else text)
        elif said.to in SEAT_OF_PLACE:
            self.call("deal_hole", text)

    def show(self, said: ask.Show | ask.Muck) -> None:
        player = self.order.index(said.seat) if said.seat is not None else None
        if self.state.can_show_or_muck_hole_cards(type(said) is ask.Show, player):
            self.call("show_or_muck_hole_cards", type(said) is ask.Show, player)


def _calls(state: Any, inputs: Sequence[AnyFact | AnyOrder], order: tuple[SeatNo, ...]) -> list[Call]:
    told = _Told(state, order)
    for said in inputs:
        if type(said) is seen.CardArrived:
            told.card(said)
        elif type(said) is ask.Fold:
            told.call("fold")
        elif type(said) is ask.Check or type(said) is ask.Call:
            told.call("check_or_call")
        elif type(said) is ask.BetOrRaise:
            told.call("complete_bet_or_raise_to", said.to)
        elif type(said) is ask.Show or type(said) is ask.Muck:
            told.show(said)
    return told.calls


def same_result(script: Script, ours: Ours, theirs: Theirs) -> bool:
    """Whether PokerKit plays the hand at all and reaches our stacks before rake."""
    state = ours.start
    for said in ours.inputs:
        result = advance(state, said, DEALER)
        if isinstance(result, Rejection):
            return False
        state = result.state
    if state.hand is None:
        return False
    try:
        final = run_theirs(theirs)
    except (ValueError, AssertionError, IndexError, KeyError):
        return False
    if script.row.rake:
        return bool(sum(final.stacks) == sum(seat.stack for seat in script.row.seats))
    return bool([int(stack) for stack in final.stacks] == [state.seats[seat - 1].stack for seat in state.hand.order])


def bench_engine(path: Path, rounds: int = ROUNDS) -> EngineBench:
    """Both engines on the rows of `path`, in turns of a few hands so that a busy machine hits both alike, in processor time.

    NoPokerKitError without PokerKit.
    """
    pairs, rows = _pairs(_pokerkit(), path)
    times: list[tuple[float, float]] = []
    events = 0
    gc.collect()
    gc.freeze()  # what is told to the engines is not theirs to collect
    for _ in range(rounds):
        ours_s = theirs_s = 0.0
        for first in range(0, len(pairs), CHUNK):
            chunk = pairs[first : first + CHUNK]
            ours_s += _seconds(lambda chunk=chunk: [run_ours(ours) for ours, _ in chunk])  # type: ignore[misc]
            theirs_s += _seconds(lambda chunk=chunk: [run_theirs(theirs) for _, theirs in chunk])  # type: ignore[misc]
        times.append((ours_s, theirs_s))
    gc.unfreeze()
    events = sum(run_ours(ours) for ours, _ in pairs)
    ours_median, theirs_median = (statistics.median(seconds) for seconds in zip(*times, strict=True))
    return EngineBench(
        ours_hands_per_s=round(len(pairs) / ours_median, 1),
        pokerkit_hands_per_s=round(len(pairs) / theirs_median, 1),
        ratio=round(statistics.median(theirs / ours for ours, theirs in times), 2),
        hands=len(pairs),
        left_out=rows - len(pairs),
        ours_us_per_event=round(ours_median / events * 1e6, 2),
        rounds=rounds,
    )


def _pairs(kit: Any, path: Path) -> tuple[list[tuple[Ours, Theirs]], int]:
    """The hands both can play, and how many rows there were."""
    pairs: list[tuple[Ours, Theirs]] = []
    rows = 0
    for row in read_rows(path):
        rows += 1
        script = script_of(row)
        ours = ours_of(script)
        theirs = theirs_of(kit, script, ours)
        if theirs is not None and same_result(script, ours, theirs):
            pairs.append((ours, theirs))
    return pairs, rows


def _seconds(run: Callable[[], object]) -> float:
    began = time.process_time()
    run()
    return time.process_time() - began
