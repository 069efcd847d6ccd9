"""A real hand played straight into the engine: facts for each card, orders for each act.

No devices and no journal; the same rows go through simulated devices elsewhere. The dealer's hands here follow `expected`.
"""

import msgspec

from table_controller.core import facts as seen
from table_controller.core import orders as ask
from table_controller.core.act_events import ActHeld, AmountWrong
from table_controller.core.cards import HiddenCard
from table_controller.core.decide import advance
from table_controller.core.draft import Draft
from table_controller.core.events import Called, Street, TableOpened
from table_controller.core.expect import expected
from table_controller.core.facts import AnyFact
from table_controller.core.fold import fold
from table_controller.core.ids import Millis, PieceNo
from table_controller.core.invariants import broken
from table_controller.core.messages import Rejection
from table_controller.core.orders import AnyOrder, Person, Role
from table_controller.core.places import Place
from table_controller.core.state import TableState, empty_table
from table_controller.rehearsal.real_hands import Script, Turn

_IRREGULAR: dict[type, str] = {ActHeld: "not_your_turn", AmountWrong: "below_minimum"}
DEALER = Person(Role.DEALER, via="rehearsal")
FLOOR = Person(Role.FLOOR, via="rehearsal")
"""Seats the players before the hand."""


class Played(msgspec.Struct, frozen=True):
    """A row played to its end. `inputs`: every fact and order in order, for playing it again."""

    state: TableState
    inputs: tuple[AnyFact | AnyOrder, ...]


class UnplayableError(Exception):
    """The engine refused something the row says was done, or a law of conservation broke."""


class _Table:
    """One table while a row is played."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.state = opened(script)
        self.inputs: list[AnyFact | AnyOrder] = []
        self._next = 0

    def give(self, said: AnyFact | AnyOrder, by: Person = DEALER) -> Draft:
        """One fact or order; UnplayableError if it is refused."""
        result = self.try_to(said, by)
        if isinstance(result, Rejection):
            raise UnplayableError(f"{type(said).__name__} refused: {result.code} {result.params}")
        return result

    def try_to(self, said: AnyFact | AnyOrder, by: Person = DEALER) -> Draft | Rejection:
        """The same, with the refusal as the answer."""
        result = advance(self.state, said, by)
        if isinstance(result, Rejection):
            return result
        before = self.state
        for state in result.states:
            wrong = broken(state, before)
            if wrong:
                raise UnplayableError(f"after {type(said).__name__}: {wrong}")
            before = state
        strange = [_IRREGULAR[type(event)] for event in result.events if type(event) in _IRREGULAR]
        if strange:
            raise UnplayableError(f"{type(said).__name__} is irregular: {strange[0]}")
        self.state = result.state
        self.inputs.append(said)
        return result

    def deal(self) -> bool:
        """One card from the deck to where it belongs. False: no card belongs anywhere now."""
        place = expected(self.state).place
        if place is None:
            return False
        piece = HiddenCard(PieceNo(self._next + 1), self.script.deck[self._next])
        self._next += 1
        self.give(seen.CardArrived(at=Millis(0), card=piece, source=Place.SHOE, to=place, draw=self._next))
        return True

    def deal_all(self) -> None:
        """Cards until somebody has to act or the hands are shown."""
        while self.state.hand is None or self.state.in_hand:
            if not self.deal():
                return


def opened(script: Script) -> TableState:
    """The table of a row before anybody has sat down."""
    event = TableOpened(name=script.row.id, rules=script.rules, stakes=script.stakes, seats=script.seats, simulated=True)
    return fold(empty_table(script.seats), event)


def play(script: Script) -> Played:
    """Plays a row to its end. UnplayableError where the engine would not have it."""
    table = _Table(script)
    for order in script.setup:
        table.give(order, FLOOR)
    table.deal_all()
    for turn in script.turns:
        _take(table, turn)
    _show_down(table)
    table.give(ask.Award())
    return Played(table.state, tuple(table.inputs))


def _take(table: _Table, turn: Turn) -> None:
    if turn.board:
        lies = len(table.state.at(Place.BOARD)) + len(turn.board)
        while len(table.state.at(Place.BOARD)) < lies and table.deal():
            pass
        return
    if turn.order is None:
        return
    hand = table.state.hand
    if type(turn.order) is ask.Show:
        if hand is not None and hand.contending > 1 and not hand.betting and turn.order.seat in table.script.shows:
            table.try_to(turn.order)
        return
    result = table.give(turn.order)
    if turn.added is not None:
        event = result.events[0]
        if type(event) is not Called or event.added != turn.added:
            raise UnplayableError(f"the call added {turn.added} in the source, not {event}")


def _show_down(table: _Table) -> None:
    """Whoever has cards to show shows them, the others give up, the last for a pot need not."""
    hand = table.state.hand
    if hand is None or hand.street is not Street.SHOWDOWN:
        return
    for give_up in (False, True):
        for seat in hand.show_order:
            player = table.state.seat(seat)
            if not player.tabled and (seat in table.script.shows) is not give_up:
                table.try_to(ask.Muck(seat=seat) if give_up else ask.Show(seat=seat))
