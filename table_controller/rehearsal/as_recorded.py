"""A real hand dealt at a whole table as its source recorded it, whatever the rules say to that, and what the product said.

The dealer here does what the record tells: cards go where they went, whoever acted acts, pots go to whom they went. What is
refused as a key happens all the same, as it would at a table: chips go over the line, cards into the muck. Findings are signed
for at once, and where the record ends before the hand does, the dealer does what the screen asks. Nothing here judges.
"""

import msgspec

from table_controller.core.decide import decide
from table_controller.core.events import Called, PotAwarded, Street
from table_controller.core.expect import card_expected
from table_controller.core.fold import fold
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.invariants import broken
from table_controller.core.messages import Rejection
from table_controller.core.orders import AnyOrder, Award, BetOrRaise, Call, Check, Fold, Muck, OverrideStep, Show
from table_controller.core.places import SEAT_PLACES, Place
from table_controller.core.procedure import unconfirmed
from table_controller.core.state import HandState, TableState, empty_table
from table_controller.house_rules import load_profile
from table_controller.rehearsal.direct import UnplayableError
from table_controller.rehearsal.real_hands import Script, Turn
from table_controller.rehearsal.scenario import doings, motions
from table_controller.rehearsal.scenario.deck import made_of
from table_controller.rehearsal.scenario.doings import ActWord, KeyWord
from table_controller.rehearsal.scenario.motions import Answer
from table_controller.rehearsal.scenario.play_direct import DirectPlayer
from table_controller.rehearsal.scenario.setting import LimitLine, SeatLine, Setting
from table_controller.rehearsal.scenario.stage import DEALER, FLOOR, Stage
from table_controller.rehearsal.scenario.words import CardName
from table_controller.rehearsal.what_was_said import Ear, Said

MOST_STEPS = 200
"""More than any hand needs from the end of its record to its own end."""
HERE = 0
"""The line of statements that stand in no file."""


class Dealt(msgspec.Struct, frozen=True):
    """A row that was dealt to its end. `finish`: where its stacks ended."""

    said: tuple[Said, ...]
    finish: dict[str, Chips]


def setting_of(script: Script) -> Setting:
    """The deck, and what else a player of statements asks for. Rules and stakes are the script's own."""
    return Setting(
        profile=load_profile("tda_2024"),
        limit=LimitLine(script.stakes.limit, script.stakes.small_blind, script.stakes.big_blind),
        seats=tuple(SeatLine(seat.seat, seat.stack) for seat in script.row.seats),
        deck=tuple(map(CardName, script.deck)),
    )


def deal_as_recorded(script: Script, stage: Stage) -> Dealt:
    """Deals the row at this table, which nobody has sat down at yet.

    UnplayableError when a law of conservation breaks, or the hand does not come to an end.
    """
    dealer = _Dealer(script, stage)
    dealer.set_up()
    for turn in script.turns:
        dealer.take(turn)
        dealer.sign()
    dealer.to_the_end()
    finish = {str(seat.seat): stage.state.seat(seat.seat).stack for seat in script.row.seats}
    return Dealt(tuple(dict.fromkeys(dealer.ear.heard())), finish)


class _Dealer:
    """One hand."""

    def __init__(self, script: Script, stage: Stage) -> None:
        self.script = script
        self.stage = stage
        self.player = DirectPlayer(stage, setting_of(script))
        self.ear = Ear(stage)
        self._well = empty_table(script.seats)
        self._checked = 0

    @property
    def state(self) -> TableState:
        """The table now."""
        return self.stage.state

    @property
    def hand(self) -> HandState | None:
        """The hand, while it runs."""
        return self.state.hand if self.state.in_hand else None

    # --- before the first act ----------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """Seats, button, blinds put in by hand, the deck, and both rounds of cards."""
        for order in self.script.setup:
            self._give(order)
        for seat in self.script.row.seats:
            self.stage.felt.seat_taken(seat.seat, present=True)
        self.stage.felt.deck_in(made_of(setting_of(self.script).deck))
        self.player.deal(motions.Deal(line=HERE))
        self.sign()

    def _give(self, order: AnyOrder) -> None:
        self.ear.refused(type(order).__name__, self.stage.give(order, FLOOR), getattr(order, "seat", None))

    # --- what the record tells ---------------------------------------------------------------------------------------

    def take(self, turn: Turn) -> None:
        """The next thing of the record."""
        match turn.order:
            case None:
                self._board(len(turn.board))
            case Fold(seat=seat) if seat is not None:
                self._fold(seat)
            case Check(seat=seat) if seat is not None:
                self._check(seat)
            case Call(seat=seat) if seat is not None:
                self._call(seat, turn.added)
            case BetOrRaise(seat=seat, to=to) if seat is not None and to is not None:
                self._wager(seat, to)

    def _board(self, cards: int) -> None:
        """A burn and the street, wherever the table stands."""
        self.player.draw(motions.Draw(line=HERE, to=(Place.BURN, *(Place.BOARD,) * cards)))

    def _act(self, seat: SeatNo, act: ActWord, to: Chips | None = None) -> Answer:
        answer = self.player.act(doings.Act(line=HERE, seat=seat, act=act, to=to))
        self.ear.refused(act.value, answer, seat)
        return answer

    def _fold(self, seat: SeatNo) -> None:
        """Whatever the key is worth, the cards are thrown away."""
        if self._act(seat, ActWord.FOLD) is not None:
            self.player.move_all(SEAT_PLACES[seat], Place.MUCK)

    def _check(self, seat: SeatNo) -> None:
        """Facing a bet it is only a word; whoever said it and stayed in called."""
        self._act(seat, ActWord.CHECK)
        if self.hand is not None and self.hand.actor == seat and self._due(seat):
            self.sign()
            self._needed(seat, ActWord.CALL)

    def _call(self, seat: SeatNo, added: Chips | None) -> None:
        """By its key where it is a call; other chips go over the line, and with none the key is all there is."""
        so_far = len(self.stage.events)
        if added is None or added == self._due(seat) or self.hand is None or self.hand.actor != seat:
            self._act(seat, ActWord.CALL)
            made = next((event for event in self.stage.events[so_far:] if isinstance(event, Called)), None)
            if made is not None and added not in (None, made.added):
                self.ear.note(Said("read", "call", seat))
        elif added:
            self._push(seat, added)
        else:
            self.ear.refused("call", self.player.key_only(doings.KeyOnly(line=HERE, seat=seat, act=ActWord.CALL)), seat)
            self.stage.felt.wait(10_000)

    def _due(self, seat: SeatNo) -> int:
        player = self.state.seat(seat)
        return 0 if self.hand is None else min(self.hand.bet - player.bet, player.stack)

    def _wager(self, seat: SeatNo, to: Chips) -> None:
        """As a key; what may not be made goes over the line all the same."""
        before = self.state.seat(seat).bet
        act = ActWord.RAISE if self.hand is not None and self.hand.bet else ActWord.BET
        if self._act(seat, act, to) is not None:
            self._push(seat, Chips(to - before))

    def _push(self, seat: SeatNo, amount: Chips) -> None:
        self.ear.refused("push", self.player.push(doings.Push(line=HERE, seat=seat, amount=amount)), seat)

    # --- signatures --------------------------------------------------------------------------------------------------

    def sign(self) -> None:
        """The floor, and a second person where one is needed, for whatever is open."""
        for _ in range(MOST_STEPS):
            waiting = unconfirmed(self.state)
            if not waiting:
                break
            self.player.key(doings.Key(line=HERE, key=KeyWord.FLOOR))
            self.player.key(doings.Key(line=HERE, key=KeyWord.OK))
            if unconfirmed(self.state) == waiting:
                break
        self._check_laws()

    # --- after the record --------------------------------------------------------------------------------------------

    def to_the_end(self) -> None:
        """What the screen asks for, until the hand is over."""
        for _ in range(MOST_STEPS):
            if self.hand is None:
                return
            self._go_on(self.hand)
            self.sign()
        raise UnplayableError(f"the hand does not come to an end: {card_expected(self.state).step}")

    def _go_on(self, hand: HandState) -> None:
        place = card_expected(self.state).place
        if hand.actor is not None:
            self._needed(hand.actor, self._implied(hand.actor))
        elif place is not None:
            self.ear.note(Said("waits", card_expected(self.state).step.key))
            self.player.draw(motions.Draw(line=HERE, to=(place,)))
        elif hand.pots_only:
            self._pay_out(hand)
        elif hand.street is Street.SHOWDOWN:
            self._show_down(hand)
        else:
            self._give(OverrideStep(reason="dealt as recorded"))

    def _implied(self, seat: SeatNo) -> ActWord:
        """The record's silence: nobody folds for nothing, and who got chips of the pot had not folded."""
        if not self._due(seat):
            return ActWord.CHECK
        return ActWord.CALL if seat in {winner for winner, _ in self.script.row.collected} else ActWord.FOLD

    def _needed(self, seat: SeatNo, act: ActWord) -> None:
        """An act the record does not have."""
        self.ear.note(Said("waits", "action_on", seat))
        self._act(seat, act)

    def _show_down(self, hand: HandState) -> None:
        for act in (ActWord.SHOW, ActWord.MUCK):
            for seat in hand.show_order:
                shows = (seat in self.script.shows) is (act is ActWord.SHOW)
                if shows and self._may(Show(seat=seat) if act is ActWord.SHOW else Muck(seat=seat)):
                    self._act(seat, act)

    def _may(self, order: AnyOrder) -> bool:
        return not isinstance(decide(self.state, order, DEALER), Rejection)

    def _pay_out(self, hand: HandState) -> None:
        """To whom the record says; as computed where that is the same, or where the record has other cards than we do."""
        due = self._due_of_pots()
        takers = tuple(dict.fromkeys(SeatNo(seat) for seat, _ in self.script.row.collected))
        if not takers or set(takers) == set(due) or self._ends_as_recorded(due) or self._other_board():
            self.ear.refused("award", self.player.award(doings.Award(line=HERE)))
            return
        seat = next((one for one in takers if one not in due), takers[0])
        for number in reversed(range(len(hand.pots))):
            self.ear.refused("push_pot", self.player.push_pot(doings.PushPot(line=HERE, pot=number, seat=seat)), seat)

    def _due_of_pots(self) -> dict[SeatNo, int]:
        """Who gets how much as computed."""
        decided = decide(self.state, Award(), DEALER)
        due: dict[SeatNo, int] = {}
        for event in () if isinstance(decided, Rejection) else decided:
            if isinstance(event, PotAwarded) and event.amount:
                due[event.seat] = due.get(event.seat, 0) + event.amount
        return due

    def _ends_as_recorded(self, due: dict[SeatNo, int]) -> bool:
        finish = self.script.row.finish
        return all(self.state.seat(SeatNo(int(seat))).stack + due.get(SeatNo(int(seat)), 0) == to for seat, to in finish.items())

    def _other_board(self) -> bool:
        return len(self.script.row.board) != 2 * len(self.state.at(Place.BOARD))

    # --- laws --------------------------------------------------------------------------------------------------------

    def _check_laws(self) -> None:
        """After each event that has been recorded since."""
        for event in self.stage.events[self._checked :]:
            state = fold(self._well, event)
            wrong = broken(state)
            if wrong:
                raise UnplayableError(f"after {type(event).__name__}: {wrong}")
            self._well = state
        self._checked = len(self.stage.events)
