"""Plays statements: what people say or key becomes an order, what hands do happens on the felt.

Which order a word becomes stands in the tables at the end; a word the product has no order for is not built, and says so.
"""

from collections.abc import Callable

from table_controller.core import orders as ask
from table_controller.core.act_events import ActHeld
from table_controller.core.button import plan
from table_controller.core.events import AnyEvent, BetMade, Called, Raised
from table_controller.core.held import CHIPS_GO_IN
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.orders import AnyOrder
from table_controller.core.places import SEAT_PLACES, Place
from table_controller.core.procedure import unconfirmed
from table_controller.core.reports import REPORTABLE, SHOWN_EARLY
from table_controller.rehearsal.scenario import doings
from table_controller.rehearsal.scenario.direct_cards import CardStatements
from table_controller.rehearsal.scenario.doings import ActWord, KeyWord, PostWord
from table_controller.rehearsal.scenario.motions import Answer
from table_controller.rehearsal.scenario.player import NotBuiltError
from table_controller.rehearsal.scenario.setting import Setting
from table_controller.rehearsal.scenario.stage import DEALER, FLOOR, SECOND, Stage

_CHIPS_WENT_IN = (Called, BetMade, Raised)
_CHIPS_GO = (ActWord.CALL, ActWord.BET, ActWord.RAISE, ActWord.ALLIN)
_CARDS_GO = (ActWord.FOLD, ActWord.MUCK)


class DirectPlayer(CardStatements):
    """See `Player`."""

    def __init__(self, stage: Stage, setting: Setting) -> None:
        super().__init__(stage, setting)
        self._posted = setting.blinds_posted

    # --- acts and chips ----------------------------------------------------------------------------------------------

    def act(self, statement: doings.Act) -> Answer:
        """The key; then, unless it was refused, chips and cards go where they belong."""
        so_far = len(self.stage.events)
        refused, paid = self._key_act(statement)
        said_before = refused is None and statement.act in _CHIPS_GO and len(self.stage.events) == so_far
        if paid or said_before:
            self.senses.chips_crossed(statement.seat)
        if refused is None and statement.act in _CARDS_GO:
            self.move_all(SEAT_PLACES[statement.seat], Place.MUCK)
        return refused

    def key_only(self, statement: doings.KeyOnly) -> Answer:
        """Chips that should have come do not."""
        refused, paid = self._key_act(statement)
        if paid:
            self.senses.chips_wanted(statement.seat)
        return refused

    def _key_act(self, statement: doings.Act) -> tuple[Answer, bool]:
        if statement.act is ActWord.SHOW and self._betting():
            self.stage.give(ask.Report(code=SHOWN_EARLY, seat=statement.seat), DEALER)
        return self._ask(statement.seat, _act_order(statement))

    def _betting(self) -> bool:
        return self.stage.state.hand is not None and self.stage.state.hand.betting

    def _ask(self, seat: SeatNo, order: AnyOrder) -> tuple[Answer, bool]:
        """The answer, and whether chips of this seat belong to the act."""
        before = len(self.stage.events)
        refused = self.stage.give(order, DEALER)
        return refused, any(_paid(event, seat) for event in self.stage.events[before:])

    def say(self, statement: doings.Say) -> Answer:
        """Words before chips, which are still to come."""
        what = _LATE_WORDS.get(statement.act, statement.act.value)
        refused, paid = self._ask(statement.seat, ask.Declare(seat=statement.seat, what=what, to=statement.to))
        if paid:
            self.senses.chips_wanted(statement.seat)
        return refused

    def late(self, statement: doings.Late) -> Answer:
        """An act in its place before what has happened since, with its chips."""
        act = _LATE_WORDS.get(statement.act, statement.act.value)
        refused, paid = self._ask(statement.seat, ask.Late(seat=statement.seat, act=act, to=statement.to))
        if paid:
            self.senses.chips_crossed(statement.seat)
        return refused

    def push(self, statement: doings.Push) -> Answer:
        """Over the line they go; what they mean is for the rules."""
        self.senses.chips_crossed(statement.seat)
        order = ask.PushChips(seat=statement.seat, amount=statement.amount, chips=statement.chips)
        refused = self.stage.give(order, DEALER)
        if refused is not None:
            self.senses.chips_unkeyed(statement.seat)
        return refused

    def post(self, statement: doings.Post) -> Answer:
        """By the floor's screen. A blind of a seat that is not that blind is one to come in with."""
        what = statement.what.value
        if self._posted and statement.what in _EXTRA and not self._is_due(statement):
            what = _EXTRA[statement.what]
        return self.stage.give(ask.PostBlind(seat=statement.seat, what=what), FLOOR)

    def _is_due(self, statement: doings.Post) -> bool:
        coming = plan(self.stage.state)
        if coming is None:
            return False
        where = coming.positions
        return statement.seat == (where.small_blind if statement.what is PostWord.SB else where.big_blind)

    def award(self, _statement: doings.Award) -> Answer:
        """As computed."""
        return self.stage.give(ask.Award(), DEALER)

    def push_pot(self, statement: doings.PushPot) -> Answer:
        """Not as computed, perhaps."""
        return self.stage.give(ask.PushPot(pot=statement.pot, seat=statement.seat), FLOOR)

    # --- people ------------------------------------------------------------------------------------------------------

    def leave(self, statement: doings.Leave) -> Answer:
        """With his chips."""
        refused = self.stage.give(ask.Leave(seat=statement.seat), FLOOR)
        if refused is None:
            self.senses.seat_taken(statement.seat, present=False)
        return refused

    def sit(self, statement: doings.Sit) -> Answer:
        """A newcomer."""
        name = f"P{statement.seat}"
        refused = self.stage.give(ask.Seat(seat=statement.seat, player=name, chips=statement.stack), FLOOR)
        if refused is None:
            self.senses.seat_taken(statement.seat, present=True)
        return refused

    def absent(self, statement: doings.Absent) -> Answer:
        """The seat sensor says so; no key is pressed."""
        self.senses.seat_taken(statement.seat, present=False)
        return None

    def back(self, statement: doings.Back) -> Answer:
        """Sits down again; who had been reported away is reported back."""
        self.senses.seat_taken(statement.seat, present=True)
        seat = self.stage.state.seat(statement.seat)
        return self.stage.give(ask.Back(seat=seat.seat), FLOOR) if seat.away or seat.sitting_out else None

    def top_up(self, statement: doings.TopUp) -> Answer:
        """Chips are added to a stack."""
        return self.stage.give(ask.TopUp(seat=statement.seat, amount=statement.amount), FLOOR)

    def button_at(self, statement: doings.ButtonAt) -> Answer:
        """The button hall sees it."""
        self.senses.button_lies(statement.seat)
        return None

    # --- keys and rulings --------------------------------------------------------------------------------------------

    def key(self, statement: doings.Key) -> Answer:
        """A key of the dealer, or the floor signing on."""
        if statement.key is KeyWord.OK:
            return self._ok()
        if statement.key is KeyWord.FLOOR:
            self.signed = True
            return self.stage.give(ask.CallFloor(), FLOOR)
        make = _KEYS.get(statement.key)
        if make is None:
            raise NotBuiltError(f"key {statement.key.value}")
        return self.stage.give(make(statement.seat), DEALER)

    def _ok(self) -> Answer:
        """Of the floor once it has signed on. With nothing open it does nothing."""
        by = FLOOR if self.signed else DEALER
        self.signed = False
        if not self.stage.state.findings:
            return None
        refused = self.stage.give(ask.ConfirmStep(), by)
        return refused if refused is not None or by is DEALER else self._second_person()

    def _second_person(self) -> Answer:
        """Signs what the floor has signed for and one person cannot."""
        waiting = unconfirmed(self.stage.state)
        if any(one.finding in waiting for one in self.stage.state.signed):
            return self.stage.give(ask.ConfirmStep(), SECOND)
        return None

    def rule(self, statement: doings.Rule) -> Answer:
        """The floor's decision."""
        self.signed = False
        known = any(finding.code == statement.code for finding in self.stage.state.findings)
        if not known and statement.code in REPORTABLE:
            refused = self.stage.give(ask.Report(code=statement.code, seat=statement.seat), FLOOR)
            if refused is not None:
                return refused
        elif not self.stage.state.findings and statement.ruling in _OVERRIDES:
            return self.stage.give(_OVERRIDES[statement.ruling](statement), FLOOR)
        refused = self.stage.give(ask.Rule(code=statement.code, ruling=statement.ruling, seat=statement.seat), FLOOR)
        return refused if refused is not None else self._second_person()


def _paid(event: AnyEvent, seat: SeatNo) -> bool:
    return (isinstance(event, _CHIPS_WENT_IN) or (isinstance(event, ActHeld) and event.act in CHIPS_GO_IN)) and event.seat == seat


def _act_order(statement: doings.Act) -> AnyOrder:
    return _ACTS[statement.act](statement.seat, statement.to or Chips(0))


_ACTS: dict[ActWord, Callable[[SeatNo, Chips], AnyOrder]] = {
    ActWord.FOLD: lambda seat, _to: ask.Fold(seat=seat),
    ActWord.CHECK: lambda seat, _to: ask.Check(seat=seat),
    ActWord.CALL: lambda seat, _to: ask.Call(seat=seat),
    ActWord.BET: lambda seat, to: ask.Bet(seat=seat, to=to),
    ActWord.RAISE: lambda seat, to: ask.Raise(seat=seat, to=to),
    ActWord.ALLIN: lambda seat, _to: ask.AllIn(seat=seat),
    ActWord.MUCK: lambda seat, _to: ask.Muck(seat=seat),
    ActWord.SHOW: lambda seat, _to: ask.Show(seat=seat),
}
_EXTRA = {PostWord.SB: "extra_sb", PostWord.BB: "extra_bb"}
_KEYS: dict[KeyWord, Callable[[SeatNo | None], AnyOrder]] = {
    KeyWord.ABSENT: lambda seat: ask.ReportAbsent(seat=seat or SeatNo(0)),
    KeyWord.BOXED: lambda _seat: ask.Boxed(),
    KeyWord.MISDEAL: lambda _seat: ask.Misdeal(),
    KeyWord.UNDO: lambda _seat: ask.Undo(),
    KeyWord.DEAL_DONE: lambda _seat: ask.DealDone(),
    KeyWord.EXPOSED: lambda seat: ask.Exposed(seat=seat),
    KeyWord.PLAYING_BOARD: lambda seat: ask.PlayingBoard(seat=seat),
    KeyWord.CLOCK: lambda seat: ask.Clock(seat=seat),
    KeyWord.CANCEL: lambda _seat: ask.Cancel(),
    KeyWord.FLASHED_BY_DEALER: lambda seat: ask.Flashed(seat=seat or SeatNo(0), by_dealer=True),
    KeyWord.FLASHED_BY_PLAYER: lambda seat: ask.Flashed(seat=seat or SeatNo(0), by_dealer=False),
}
_OVERRIDES: dict[str, Callable[[doings.Rule], AnyOrder]] = {
    "void": lambda statement: ask.VoidHand(reason=statement.code),
    "kill": lambda statement: ask.KillHand(seat=statement.seat or SeatNo(0), reason=statement.code),
}
"""What the floor may decide although nothing at all is open; while something is, a ruling about another code is refused."""
_LATE_WORDS = {ActWord.ALLIN: "all_in"}
