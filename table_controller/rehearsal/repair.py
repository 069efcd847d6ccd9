"""The dealer's part in putting things right: what hands do at each step a procedure asks for, and that the sensors have seen it.

Owns the movements. Which step comes next, and whether it is done, is the table's affair; the robot knows no procedure.
"""

from collections.abc import Callable, Generator
from typing import Final

from table_controller.core.ids import SeatNo
from table_controller.core.places import Place
from table_controller.rehearsal.dealer import CARD_MS, Dealer
from table_controller.rehearsal.hands import SEAT_SPOTS, Key, Spot
from table_controller.rehearsal.script import Script, Step, Wait
from table_controller.views.shapes import DealerView

_EARLY: Final = {"flop": ((5, Spot.RIVER), (4, Spot.TURN)), "turn": ((5, Spot.RIVER),)}
"""The zones with early cards: where the board has so many cards while that street is played."""


class Repair:
    """`at_prompt`: what is done at each prompt of a procedure. `seed`: how the stub is shuffled."""

    def __init__(self, dealer: Dealer, seed: int) -> None:
        self.dealer = dealer
        self._seed = seed
        self._shuffles = 0
        self._gap = Spot.OUT
        """Where a card was taken away."""
        self.at_prompt = self._prompts()

    def _prompts(self) -> dict[str, Callable[[DealerView], Script]]:
        """What is done at each step of a repair."""
        return {
            **self._of_the_board(),
            **self._of_hands_and_deck(),
            "confirm_finding": self._confirm,
            "order_move": self._doing(self._order),
            "order_top": self._doing(self._order),
            "button_right": self._doing(self._button),
        }

    def _of_the_board(self) -> dict[str, Callable[[DealerView], Script]]:
        return {
            "flop_aside": self._doing(self._flop_aside),
            "turn_aside": self._doing(lambda _view: self._zone(Spot.TURN, Spot.HOLD)),
            "street_aside": self._doing(self._street_aside),
            "scramble_draw": self._doing(lambda _view: self._last(Spot.FLOP, Spot.BURN)),
            "flop_draw_burn": self._doing(lambda _view: self._last(Spot.FLOP, Spot.BURN)),
            "stands_extra_burn": self._doing(lambda _view: self._last(Spot.FLOP, Spot.BURN)),
            "two_back": self._doing(lambda _view: self._top(Spot.TURN)),
            "two_out": self._doing(lambda _view: self._last(Spot.RIVER, Spot.OUT)),
            "scrap_unneeded": self._doing(self._back),
            "retrieve_board": self._doing(lambda view: self._all_back(_board_spot(_cards_on_board(view) + 1))),
        }

    def _of_hands_and_deck(self) -> dict[str, Callable[[DealerView], Script]]:
        return {
            "shuffle_aside": self._doing(lambda _view: self._shuffle(Spot.HOLD)),
            "stub_shuffle": self._doing(lambda _view: self._shuffle()),
            "stub_collect": self._doing(self._back),
            "extra_back": self._doing(lambda view: self._top(_seat(view))),
            "kill_muck": self._doing(lambda view: self._zone(_seat(view), Spot.MUCK)),
            "stands_muck": self._doing(lambda view: self._zone(_seat(view), Spot.MUCK)),
            "move_slide": self._doing(lambda view: self._last(Spot(_word(view, "place")), _seat(view))),
            "swap_to_burn": self._doing(self._exposed),
            "scrap_out": self._scrap,
            "scrap_foreign": self._scrap,
            "scrap_replace": lambda view: self.dealer.deal(self._gap, view),
            "put_back": self._doing(self._home),
            "retrieve_back": self._doing(lambda view: self._all_back(_seat(view))),
        }

    def pot_waits(self, view: DealerView) -> bool:
        """Chips of a pot have moved from stack to stack, and the key that says so is due."""
        procedure = view.pit.procedure
        return procedure is not None and any(step.state == "now" and step.message.key == "pot_move" for step in procedure.steps)

    def _scrap(self, view: DealerView) -> Script:
        """The card that does not belong, or the one on top of the deck that lies face up."""
        if not self.dealer.astray:
            yield from self.dealer.deal(Spot.OUT, view)
            return
        self._gap = self.dealer.astray[0]
        yield from self._doing(lambda _view: self._all_back(Spot.OUT))(view)

    def _all_back(self, to: Spot) -> Script:
        """What lies where it does not belong, one card after another."""
        astray, self.dealer.astray = self.dealer.astray, ()
        for spot in astray:
            yield Wait(self.dealer.hands.move_last(spot, to))

    def _home(self, view: DealerView) -> Script:
        """A card that was moved by hand goes where it belongs."""
        home = _word(view, "to")
        yield from self._all_back(_board_spot(_cards_on_board(view) + 1) if home == Place.BOARD else Spot(home))

    def _confirm(self, view: DealerView) -> Script:
        yield from self.dealer.key((Key.ENTER,), view, "a finding the dealer may put right")

    def _doing(self, movement: Callable[[DealerView], Generator[Step, bool, None]]) -> Callable[[DealerView], Script]:
        """The movement, and then until the screen asks for something else."""

        def script(view: DealerView) -> Script:
            yield from self.dealer.pause("notice")
            yield from movement(view)
            if not (yield from self.dealer.see(lambda now: now.prompt != view.prompt, CARD_MS)):
                raise self.dealer.stuck(f"what was done at {view.prompt.key} is not seen")

        return script

    # --- movements ---------------------------------------------------------------------------------------------------

    def _zone(self, source: Spot, to: Spot) -> Script:
        yield Wait(self.dealer.hands.move_zone(source, to))

    def _last(self, source: Spot, to: Spot) -> Script:
        yield Wait(self.dealer.hands.move_last(source, to))

    def _top(self, source: Spot) -> Script:
        yield Wait(self.dealer.hands.return_top(source))

    def _back(self, view: DealerView) -> Script:
        """The last card of the place goes back on top."""
        place = _word(view, "place")
        yield from self._top(_board_spot(_cards_on_board(view)) if place == Place.BOARD else Spot(place))

    def _flop_aside(self, view: DealerView) -> Script:
        """The board, and then, if that was not all, the second burn."""
        yield from self._zone(Spot.FLOP, Spot.HOLD)
        if not (yield from self.dealer.see(lambda now: not _cards_on_board(now), CARD_MS)):
            return
        now = yield from self.dealer.look()
        if now.prompt == view.prompt:
            yield from self._last(Spot.BURN, Spot.HOLD)

    def _street_aside(self, view: DealerView) -> Script:
        hand = view.pit.hand
        for count, spot in _EARLY.get("" if hand is None else hand.street, ()):
            if _cards_on_board(view) >= count:
                yield from self._zone(spot, Spot.HOLD)

    def _shuffle(self, *spots: Spot) -> Script:
        """The deck comes out, these cards go under it, and it goes back in another order."""
        self._shuffles += 1
        yield Wait(self.dealer.hands.return_zones(*spots))
        yield from self.dealer.pause("shuffle")
        yield Wait(self.dealer.hands.shuffle(f"{self._seed}/repair/{self._shuffles}"))
        yield Wait(self.dealer.hands.insert_deck())

    def _order(self, view: DealerView) -> Script:
        """One card that lies wrong, counted from the first of its place."""
        source, to, nth = _word(view, "source"), _word(view, "to"), int(view.prompt.params["nth"])
        spot = Spot.BURN if source == Place.BURN else _board_spot(nth)
        within = nth if spot in (Spot.BURN, Spot.FLOP) else 1
        if to == Place.SHOE:
            yield Wait(self.dealer.hands.return_nth(spot, within))
            return
        target = Spot.BURN if to == Place.BURN else _board_spot(_cards_on_board(view) + 1)
        yield Wait(self.dealer.hands.move_nth(spot, within, target))

    def _exposed(self, view: DealerView) -> Script:
        """The exposed card, or the one that was picked up from the floor."""
        if self.dealer.astray:
            yield from self._all_back(Spot.BURN)
            return
        nth = int(view.prompt.params["nth"])
        yield Wait(self.dealer.hands.move_nth(_seat(view), nth, Spot.BURN))

    def _button(self, view: DealerView) -> Script:
        yield Wait(self.dealer.hands.place_button(SeatNo(int(view.prompt.params["seat"]))))


def _seat(view: DealerView) -> Spot:
    return SEAT_SPOTS[SeatNo(int(view.prompt.params["seat"]))]


def _word(view: DealerView, name: str) -> str:
    return str(view.prompt.params[name])


def _cards_on_board(view: DealerView) -> int:
    return 0 if view.pit.hand is None else len(view.pit.hand.board)


def _board_spot(nth: int) -> Spot:
    """The zone of the board's `nth` card, from 1."""
    return Spot.FLOP if nth <= 3 else Spot.TURN if nth == 4 else Spot.RIVER
