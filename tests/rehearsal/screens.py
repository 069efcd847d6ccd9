"""Dealer's screens made up for tests of the robot's people, and hands that only note what they were asked to do."""

from typing import Any

import msgspec

from table_controller.core.ids import Chips, HandNo, SeatNo, Seq, TableId
from table_controller.core.messages import Message, Rejection
from table_controller.core.orders import AnyOrder, Role
from table_controller.views.shapes import ActKeys, AwardView, DealerView, FindingView, GameView, HandView, PitView, SeatView

GAME = GameView("no_limit", Chips(5), Chips(10))


def seat(number: int, stack: int = 500, bet: int = 0, cards: int = 0, status: Any = "live") -> SeatView:
    return SeatView(SeatNo(number), f"Player {number}", Chips(stack), Chips(bet), cards, status)


def hand(number: int = 1, attempt: int = 1, street: str = "preflop", seats: tuple[SeatView, ...] = (), **words: Any) -> HandView:
    lying = sum(one.cards for one in seats)
    fields: dict[str, Any] = {
        "number": HandNo(number),
        "attempt": attempt,
        "street": street,
        "button": SeatNo(1),
        "small_blind_seat": None,
        "big_blind_seat": None,
        "actor": None,
        "to_call": None,
        "min_raise_to": None,
        "max_raise_to": None,
        "board": (),
        "burns": 0,
        "burns_shown": (),
        "muck": 0,
        "stub": 52 - lying,
        "pots": (),
        "seats": seats,
        "shown": {},
    }
    return HandView(**(fields | words))


def screen(prompt: str = "action_on", running: HandView | None = None, **words: Any) -> DealerView:
    """Words of the pit view and of the dealer's view go where they belong."""
    params = {"seat": words.pop("at")} if "at" in words else {}
    seats = words.pop("seats", running.seats if running is not None else ())
    dealer = {name: words.pop(name) for name in ("state", "actor", "keys", "showing") if name in words}
    pit = PitView(
        table=TableId("t1"),
        seq=Seq(words.pop("seq", 1)),
        as_of="",
        house_rules="tda_2024",
        game=GAME,
        state=dealer.get("state", "betting"),
        hand=running,
        procedure=None,
        alarms=(),
        devices=(),
        seats=seats,
        **words,
    )
    fields: dict[str, Any] = {
        "table": pit.table,
        "seq": pit.seq,
        "state": "betting",
        "prompt": Message(prompt, params),
        "actor": None,
        "keys": None,
        "may_undo": False,
        "showing": (),
        "pit": pit,
    }
    return DealerView(**(fields | dealer))


def keys(number: int = 1, **words: Any) -> ActKeys:
    names = ("call", "wager", "min_to", "max_to", "half_pot_to", "pot_to", "all_in_to")
    fields: dict[str, Any] = {"seat": SeatNo(number), "fold": True, "check": False, **dict.fromkeys(names)}
    return ActKeys(**(fields | words))


def finding(number: int, code: str, level: int = 2) -> FindingView:
    return FindingView(number, code, level, (), None, None, None)


def award(number: int, amount: int) -> AwardView:
    return AwardView(0, SeatNo(number), Chips(amount), Chips(0), (), "", False)


class Screen:
    """Eyes that show what a test sets; None is a dead screen. Orders are noted and answered as the test says."""

    def __init__(self, shown: DealerView | None) -> None:
        self.shown = shown
        self.orders: list[tuple[AnyOrder, Role]] = []
        self.answers: list[Rejection | None] = []

    def view(self) -> DealerView | None:
        return self.shown

    def order(self, order: AnyOrder, role: Role) -> Rejection | None:
        self.orders.append((order, role))
        return self.answers.pop(0) if self.answers else None

    def change(self, **words: Any) -> None:
        assert self.shown is not None
        self.shown = msgspec.structs.replace(self.shown, **words)


class NotingHands:
    """Every movement takes 10 ms and is noted by name."""

    def __init__(self) -> None:
        self.done: list[tuple[Any, ...]] = []

    def __getattr__(self, name: str) -> Any:
        def move(*args: Any, **words: Any) -> int:
            self.done.append((name, *args, *words.values()))
            return 10

        return move
