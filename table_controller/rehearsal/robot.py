"""The robot at the table: a dealer who does what the screen asks for, step after step, and players who act when it is their turn.

Owns what is done at each prompt. It knows no rule of the game but how to carry out a step; where the prompts lead it is the
table's affair.
"""

from collections.abc import Callable, Sequence
from typing import Final

from table_controller.core.events import AnyEvent
from table_controller.core.ids import AttemptNo, HandNo, SeatNo
from table_controller.core.orders import DrawForButton, PlaceButton, Role
from table_controller.rehearsal.company import Company
from table_controller.rehearsal.dealer import CARD_MS, LOOK_AGAIN_MS, Dealer
from table_controller.rehearsal.errors import BOARD_SPOTS, Moment
from table_controller.rehearsal.floor import Floor, is_void
from table_controller.rehearsal.hands import SEAT_SPOTS, Eyes, Key, Referee, Spot, TableHands
from table_controller.rehearsal.mistakes import ErrorLog, ErrorPlan
from table_controller.rehearsal.others import Others
from table_controller.rehearsal.plan import RobotPlan
from table_controller.rehearsal.purse import Purse
from table_controller.rehearsal.repair import Repair
from table_controller.rehearsal.script import RehearsalStuck, Script, Wait
from table_controller.rehearsal.slips import Slips
from table_controller.views.shapes import DealerView

SETTLE_MS: Final = 200
"""Until the last card that was moved is seen where it lies."""


class Robot:
    """One table's people. `script` runs until the plan is fulfilled or raises RehearsalStuck."""

    def __init__(self, plan: RobotPlan, hands: TableHands, eyes: Eyes, referee: Referee, log: ErrorLog) -> None:
        self.plan = plan
        self.dealer = Dealer(hands, eyes, plan.pace.pauses())
        self.purse = Purse(hands)
        self.floor = Floor(self.dealer, self.purse, plan.seed, plan.players, plan.buy_in, plan.walks, plan.games)
        self.company = Company(self.dealer, self.purse, plan.seed, log, self._go_on, plan.habits)
        self.slips = Slips(self.dealer, self.purse, log, ErrorPlan(plan.seed, plan.errors), plan.seats, plan.rules)
        self.repair = Repair(self.dealer, plan.seed)
        self.others = Others(self.dealer, self.purse, referee, plan.shared)
        self._hands = hands
        self._referee = referee
        self._hand, self._attempt = HandNo(1), AttemptNo(1)
        self._prepared: HandNo | None = None
        self._begun: tuple[HandNo, AttemptNo] | None = None
        self._readied: HandNo | None = None
        """For which hand the deck was stacked or spoiled."""
        self._shuffled: tuple[HandNo, AttemptNo] | None = None
        self._troubled: tuple[HandNo, AttemptNo] | None = None
        """In which hand something was found last that nobody did."""
        self._at_prompt = self._steps()

    def _steps(self) -> dict[str, Callable[[DealerView], Script]]:
        """What is done at each prompt."""
        return {
            "table_closed": self.others.open,
            "wait_players": self._wait_players,
            "draw_button": self._first_button,
            "place_button": self._place_button,
            "start_hand": self._start_hand,
            "deal_seat": self._deal_seat,
            "deal_done": self._pressing(Key.DEAL_DONE, "the end of the deal"),
            "confirm_draw": self._confirm_draw,
            "action_on": self._action,
            "burn": self._burn,
            "deal_flop": self._board_card,
            "deal_turn": self._board_card,
            "deal_river": self._board_card,
            "show": self._show,
            "announce_board": self._pressing(Key.ENTER, "the answer to the board"),  # nobody says that he plays it
            "award": self._award,
            "gather_cards": self._gather,
            **dict.fromkeys(("misdeal_collect", "misdeal_shuffle", "void_deck"), self._collect),
            "call_floor": self.floor.settle,
            "table_paused": self.others.open,
            **self.repair.at_prompt,
        }

    def script(self) -> Script:
        """Play until so many hands are finished."""
        while self._hand <= self.plan.hands:
            try:
                yield from self._go_on()
            except RehearsalStuck as stuck:
                yield from self.others.begin_again(stuck, lost=self._false_alarm)
                self._start_over((yield from self.dealer.look()))

    def saw(self, events: Sequence[AnyEvent]) -> None:
        """Tell it every event of the record, in order, each once; its referee hears them too."""
        self._referee.saw(events)
        for event in events:
            self.purse.follow(event)
            self.company.follow(event)

    def _go_on(self) -> Script:
        """Whatever the screen asks for."""
        view = yield from self.dealer.look()
        if self.slips.made is None and self.others.voided(view, (self._hand, self._attempt)):
            yield from self.others.count_anew()
            self._start_over(view)
            return
        if any(self.purse.bets.values()) and not any(seat.bet for seat in view.pit.seats) and not self.company.unkeyed:
            yield from self.purse.close_round()
        self.slips.noticed(view)
        yield from self._chips_as_ruled(view)
        follow = self._at_prompt.get(view.prompt.key)
        if follow is None:
            raise self.dealer.stuck("nobody told the dealer what to do at this prompt")
        yield from follow(view)

    def _start_over(self, view: DealerView) -> None:
        """The deck is shuffled anew, for the next attempt of the hand where it was void."""
        self._begun = self._shuffled = self._readied = None
        if view.pit.hand is not None and is_void(view):
            self._hand, self._attempt = view.pit.hand.number, AttemptNo(view.pit.hand.attempt + 1)

    def _chips_as_ruled(self, view: DealerView) -> Script:
        """Where something went wrong the screen says what lies where: chips go back or are added, or the hand is void."""
        hand = view.pit.hand
        if hand is None or (hand.number, hand.attempt) != (self._hand, self._attempt):
            return
        if any(not self.slips.explains(one.code) for one in view.pit.findings):
            self._troubled = (self._hand, self._attempt)
        if is_void(view):
            yield from self.purse.undo_hand()
            self._attempt = AttemptNo(self._attempt + 1)
        elif hand.street != "over" and not hand.winners and (self.slips.made or self.plan.shared or self._false_alarm):
            if self.slips.made is None and self.plan.shared:
                self.others.acted(view)
            yield from self.purse.as_ruled(view, self.company.unkeyed)

    @property
    def _false_alarm(self) -> bool:
        return self._troubled == (self._hand, self._attempt)

    # --- between hands -----------------------------------------------------------------------------------------------

    def _wait_players(self, view: DealerView) -> Script:
        yield from self.floor.seat_everybody(view)
        yield from self.floor.between_hands(view, self._hand)
        if not (yield from self.dealer.see_change(view, LOOK_AGAIN_MS)) and not (yield from self.floor.everybody_back()):
            raise self.dealer.stuck("too few players")

    def _first_button(self, view: DealerView) -> Script:
        yield from self._shuffle()
        order = DrawForButton() if self.plan.draw else PlaceButton(seat=self.plan.players[-1])
        refused = yield from self.dealer.order(order, Role.FLOOR)
        if refused is not None or not (yield from self.dealer.see_change(view, LOOK_AGAIN_MS)):
            raise self.dealer.stuck("no button can be had")

    def _confirm_draw(self, view: DealerView) -> Script:
        yield from self.dealer.key((Key.ENTER,), view, "the drawn button")
        self._shuffled = None

    def _place_button(self, view: DealerView) -> Script:
        seat = SeatNo(int(view.prompt.params["seat"]))
        yield Wait(self._hands.place_button(seat))
        if not (yield from self.dealer.see(lambda now: now.pit.button_seen == seat, CARD_MS)):
            raise self.dealer.stuck("the button is not seen")
        yield from self.dealer.pause("street")

    def _gather(self, view: DealerView) -> Script:
        over = view.pit.hand
        if over is not None and (over.number, over.attempt) == (self._hand, self._attempt):
            if self.repair.pot_waits(view):
                yield from self.dealer.key((Key.ENTER,), view, "the pot that went wrong")
                return
            yield from self.dealer.pause("pay")
            yield from self.purse.pay_out(view)
            yield Wait(SETTLE_MS)
            yield from self.dealer.see(self._referee.agrees, CARD_MS)
            self._referee.hand_over((yield from self.dealer.look()))
            self._hand, self._attempt = HandNo(self._hand + 1), AttemptNo(1)
            if self._hand > self.plan.hands:
                return
            yield from self.floor.change_game(view, self._hand)
            view = yield from self.dealer.look()
            self._begin(view)
            if self.slips.due(Moment.GATHER, view):
                yield from self.slips.make(view)
                yield from self._post()
                return
        yield from self._collect(view)

    def _collect(self, view: DealerView) -> Script:
        yield from self._shuffle()
        if not (yield from self.dealer.see_change(view, CARD_MS)):
            raise self.dealer.stuck("the gathered deck is not seen")

    def _shuffle(self, to_begin: DealerView | None = None) -> Script:
        """Cards together, shuffled in an order that only seed, hand and attempt give, and into the shoe.

        `to_begin`: the hand is about to be dealt, and the deck may be stacked or spoiled.
        """
        yield Wait(self._hands.gather())
        yield Wait(self._hands.sort_out())
        yield from self.dealer.pause("shuffle")
        yield Wait(self._hands.shuffle(f"{self.plan.seed}/{self._hand}/{self._attempt}"))
        self._shuffled = (self._hand, self._attempt)
        if to_begin is not None and (faces := self.slips.stacked(to_begin)):
            yield Wait(self._hands.stack(faces))
        if to_begin is not None and self.slips.due(Moment.SHUFFLE, to_begin):
            yield from self.slips.make(to_begin)
        else:
            yield Wait(self._hands.insert_deck())

    # --- the deal ----------------------------------------------------------------------------------------------------

    def _start_hand(self, view: DealerView) -> Script:
        if self._prepared != self._hand and self._attempt == 1:
            self._prepared = self._hand
            yield from self.floor.change_game(view, self._hand)
            yield from self.floor.between_hands(view, self._hand)
            return
        self._begin(view)
        if self.slips.wants_two_players(view):
            yield from self.floor.leave_two(view, self._hand)
            return
        if self.slips.wants_the_deck and self._readied != self._hand:
            self._readied = self._hand
            yield from self._shuffle(view)
            return
        if self._shuffled != (self._hand, self._attempt):
            yield from self._shuffle()
            return
        if self.slips.due(Moment.READY, view):
            yield from self.slips.make(view)
            return
        yield from self._deal_to(view, Moment.FIRST_CARD)
        yield from self._post()

    def _post(self) -> Script:
        """Blinds go in as soon as the screen shows a hand."""
        view = yield from self.dealer.look()
        if view.pit.hand is not None and view.pit.hand.number == self._hand:
            yield from self.purse.post(view)

    def _begin(self, view: DealerView) -> None:
        """A hand, or another attempt of it, comes next."""
        if self._begun != (self._hand, self._attempt):
            self._begun = (self._hand, self._attempt)
            self.company.new_hand(self._hand, self._attempt)
            self.slips.new_hand(view, self._hand, self._attempt)

    def _deal_seat(self, view: DealerView) -> Script:
        if view.pit.hand is None:
            yield from self.dealer.deal(SEAT_SPOTS[SeatNo(int(view.prompt.params["seat"]))], view)
            return
        hand = view.pit.hand
        left = 2 * len(hand.seats) - sum(seat.cards for seat in hand.seats)
        moment = {1: Moment.LAST_CARD, 2: Moment.LAST_BUT_ONE}.get(left, Moment.DEAL)
        yield from self._deal_to(view, moment if self.slips.due(moment, view) else Moment.DEAL)

    def _deal_to(self, view: DealerView, moment: Moment) -> Script:
        if self.slips.due(moment, view):
            yield from self.slips.make(view)
            return
        seat = SeatNo(int(view.prompt.params["seat"]))
        yield from self.dealer.deal(SEAT_SPOTS[seat], view)
        self.slips.dealt(seat)

    def _burn(self, view: DealerView) -> Script:
        yield from self.dealer.pause("street")
        yield from self._deal_or_err(view, Moment.BURN, Spot.BURN)

    def _board_card(self, view: DealerView) -> Script:
        yield from self._deal_or_err(view, Moment.BOARD, BOARD_SPOTS[view.prompt.key.removeprefix("deal_")])

    def _deal_or_err(self, view: DealerView, moment: Moment, spot: Spot) -> Script:
        if self.slips.due(moment, view):
            yield from self.slips.make(view)
        else:
            yield from self.dealer.deal(spot, view)

    # --- betting, showdown, trouble ----------------------------------------------------------------------------------

    def _action(self, view: DealerView) -> Script:
        if self.slips.due(Moment.BETTING, view):
            yield from self.slips.make(view)
        else:
            slips, calm = self.slips, self.slips.calm(view)
            yield from self.company.act(view, slips.mood(), slips.wish(view), ahead=calm, may_burn=calm and slips.kind is None)

    def _show(self, view: DealerView) -> Script:
        if self.slips.due(Moment.SHOW, view):
            yield from self.slips.make(view)
        else:
            yield from self.company.show(view, stay_in=self.slips.kind is not None)

    def _pressing(self, key: Key, what: str) -> Callable[[DealerView], Script]:
        return lambda view: self.dealer.key((key,), view, what)

    def _award(self, view: DealerView) -> Script:
        if self.slips.due(Moment.AWARD, view):
            yield from self.slips.make(view)
            return
        yield from self.dealer.key((Key.ENTER,), view, "the award")
