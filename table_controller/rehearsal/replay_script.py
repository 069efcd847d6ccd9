"""A real hand dealt again at a table: the deck stacked, every card dealt where the screen wants it, every act keyed.

Owns the order in which a row's acts meet the screen's prompts. What the source says of the result is compared at the end and told
to nobody before.
"""

from collections import deque
from collections.abc import Callable

from table_controller.core.ids import Chips, SeatNo
from table_controller.core.orders import AnyOrder, BetOrRaise, Call, Check, Fold, OpenTable, Role, Seat
from table_controller.rehearsal.dealer import CARD_MS, LOOK_AGAIN_MS, Dealer
from table_controller.rehearsal.errors import BOARD_SPOTS
from table_controller.rehearsal.hands import SEAT_SPOTS, Eyes, Key, Spot, TableHands, digits, seat_keys
from table_controller.rehearsal.pace import Pace
from table_controller.rehearsal.purse import Purse
from table_controller.rehearsal.real_hands import Script as Row
from table_controller.rehearsal.real_hands import Turn
from table_controller.rehearsal.script import Script, Wait
from table_controller.views.shapes import DealerView


class RowDiffersError(Exception):
    """The table and the row do not agree on what comes next; the text says where."""


class ReplayDealer:
    """One row at one table that nobody has sat down at yet. `script` plays it; `finish` is where the stacks ended."""

    def __init__(self, row: Row, hands: TableHands, eyes: Eyes, pace: Pace) -> None:
        self.dealer = Dealer(hands, eyes, pace.pauses())
        self.purse = Purse(hands)
        self.finish: dict[SeatNo, Chips] = {}
        self._row = row
        self._turns = deque(turn for turn in row.turns if isinstance(turn.order, Fold | Check | Call | BetOrRaise))
        self._posted = False
        self._over = False
        self._at_prompt = self._steps()

    def _steps(self) -> dict[str, Callable[[DealerView], Script]]:
        """What is done at each prompt."""
        return {
            "table_closed": self._open,
            "place_button": self._place_button,
            "start_hand": self._hole_card,
            "deal_seat": self._hole_card,
            "action_on": self._action,
            "burn": lambda view: self.dealer.deal(Spot.BURN, view),
            "deal_flop": self._board_card,
            "deal_turn": self._board_card,
            "deal_river": self._board_card,
            "show": self._show,
            "award": self._award,
            "gather_cards": self._pay_out,
        }

    def script(self) -> Script:
        """From the stacked deck to the last chip. RowDiffersError where the row cannot be followed."""
        yield from self._set_up()
        while not self._over:
            view = yield from self.dealer.look()
            if any(self.purse.bets.values()) and not any(seat.bet for seat in view.pit.seats):
                yield from self.purse.close_round()
            follow = self._at_prompt.get(view.prompt.key)
            if follow is None:
                raise self.dealer.stuck("the row has nothing for this prompt")
            yield from follow(view)

    def _set_up(self) -> Script:
        hands = self.dealer.hands
        yield from self.dealer.look()
        for order in self._row.setup:
            yield from self._floor(order)
            if isinstance(order, Seat):
                yield Wait(self.purse.bring(order.seat, order.chips))
        yield Wait(hands.gather())
        yield Wait(hands.stack(self._row.deck))
        yield Wait(hands.insert_deck())

    def _floor(self, order: AnyOrder) -> Script:
        refused = yield from self.dealer.order(order, Role.FLOOR)
        if refused is not None:
            raise RowDiffersError(f"{type(order).__name__} is refused: {refused.code} {refused.params}")

    def _open(self, view: DealerView) -> Script:
        yield from self._floor(OpenTable())
        yield from self.dealer.see_change(view, LOOK_AGAIN_MS)

    def _place_button(self, view: DealerView) -> Script:
        yield Wait(self.dealer.hands.place_button(SeatNo(int(view.prompt.params["seat"]))))
        if not (yield from self.dealer.see_change(view, CARD_MS)):
            raise self.dealer.stuck("the button is not seen")

    def _hole_card(self, view: DealerView) -> Script:
        yield from self.dealer.deal(SEAT_SPOTS[SeatNo(int(view.prompt.params["seat"]))], view)
        if not self._posted:
            self._posted = True
            yield from self.purse.post((yield from self.dealer.look()))

    def _board_card(self, view: DealerView) -> Script:
        yield from self.dealer.deal(BOARD_SPOTS[view.prompt.key.removeprefix("deal_")], view)

    def _action(self, view: DealerView) -> Script:
        if view.keys is None or not self._turns:
            raise RowDiffersError(f"the table waits for seat {view.actor}, the row for nobody")
        turn, seat = self._turns.popleft(), view.keys.seat
        if getattr(turn.order, "seat", None) != seat:
            raise RowDiffersError(f"the table waits for seat {seat}, the row says {turn.order}")
        yield Wait(self.purse.push(seat, self._adds(turn, view)))
        yield from self.dealer.key(_keys_of(turn), view, f"{turn.order}")
        if isinstance(turn.order, Fold):
            yield Wait(self.dealer.hands.move_zone(SEAT_SPOTS[seat], Spot.MUCK))

    def _adds(self, turn: Turn, view: DealerView) -> Chips:
        """The chips of an act."""
        assert view.keys is not None
        if isinstance(turn.order, BetOrRaise) and turn.order.to is not None:
            return Chips(turn.order.to - self.purse.bet(view.keys.seat))
        if not isinstance(turn.order, Call):
            return Chips(0)
        if turn.added not in (None, view.keys.call):
            raise RowDiffersError(f"the call adds {view.keys.call}, in the source {turn.added}")
        return view.keys.call or Chips(0)

    def _show(self, view: DealerView) -> Script:
        """First who shows in the row, in order; then the others give up."""
        showing = [seat for seat in view.showing if seat in self._row.shows]
        if showing:
            yield from self.dealer.key(seat_keys(showing[0], Key.BET_RAISE), view, f"seat {showing[0]} showing")
            return
        seat = view.showing[0]
        yield from self.dealer.key(seat_keys(seat, Key.FOLD), view, f"seat {seat} giving up")
        yield Wait(self.dealer.hands.move_zone(SEAT_SPOTS[seat], Spot.MUCK))

    def _award(self, view: DealerView) -> Script:
        yield from self.dealer.key((Key.ENTER,), view, "the award")

    def _pay_out(self, view: DealerView) -> Script:
        yield from self.purse.pay_out(view)
        self.finish = {seat.seat: seat.stack for seat in view.pit.seats}
        self._over = True
        if self._turns:
            raise RowDiffersError(f"the hand is over, the row goes on with {self._turns[0].order}")


def _keys_of(turn: Turn) -> tuple[int, ...]:
    match turn.order:
        case Fold():
            return (Key.FOLD,)
        case BetOrRaise(to=to) if to is not None:
            return (*digits(to), Key.BET_RAISE)
        case _:
            return (Key.CHECK_CALL,)
