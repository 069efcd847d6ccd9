"""A feed and a control link that tests play by hand, and views made up for them. No journal, no table behind it."""

import threading
from collections.abc import Callable
from typing import Any

import msgspec
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from table_controller.alarms.figures import Change
from table_controller.core import events as did
from table_controller.core.ids import AttemptNo, Chips, HandNo, SeatNo, Seq, TableId
from table_controller.core.messages import Message
from table_controller.core.orders import AnyOrder, Person
from table_controller.journal import Feed as Record
from table_controller.journal import VerifyReport
from table_controller.messages import text
from table_controller.views.alarm_shape import AlarmView
from table_controller.views.shapes import (
    ActKeys,
    AwardView,
    DealerView,
    FindingView,
    GameView,
    HandView,
    PitView,
    PotView,
    ProcedureView,
    SeatView,
    StepView,
    TableSummary,
)
from web_dashboard.app import create_app, create_console
from web_dashboard.config import DashboardConfig
from web_dashboard.dealer import page as dealer
from web_dashboard.devices.health import HealthTold
from web_dashboard.feed import Accepted, Answer, Feed, HandRecord, HandSummary, Listener, Recorded

AS_OF = "2026-11-30T10:00:00.000Z"
NAMES = ("Anna", "Bruno", "Cyril", "Dana", "Emil", "Frida", "Gregor", "Hana", "Ivan", "Julia")


def replace(struct: Any, **changes: Any) -> Any:
    """The same with other fields."""
    return msgspec.structs.replace(struct, **changes)


def seat(number: int, **other: Any) -> SeatView:
    """A seat in the hand with two cards."""
    fields: dict[str, Any] = {"player": NAMES[number - 1], "stack": Chips(9800), "bet": Chips(0), "cards": 2, "status": "live"}
    return SeatView(seat=SeatNo(number), **{**fields, **other})


def betting_view(table: str = "T1", seq: int = 10, **other: Any) -> PitView:
    """Six seats on the flop, seat 3 to act, 200 to call."""
    seats = (
        seat(1, bet=Chips(200)),
        seat(2, status="folded", cards=0),
        seat(3, stack=Chips(20000)),
        seat(5, status="all_in", stack=Chips(0), bet=Chips(150)),
        seat(6),
        seat(8, stack=Chips(1234567)),
    )
    hand = HandView(
        number=HandNo(17),
        attempt=AttemptNo(1),
        street="flop",
        button=SeatNo(6),
        small_blind_seat=SeatNo(8),
        big_blind_seat=SeatNo(1),
        actor=SeatNo(3),
        to_call=Chips(200),
        min_raise_to=Chips(600),
        max_raise_to=Chips(20000),
        board=("7s", "Qc", "Td"),
        burns=1,
        burns_shown=(),
        muck=2,
        stub=36,
        pots=(PotView(Chips(1200), tuple(SeatNo(n) for n in (1, 3, 5, 6, 8))),),
        seats=seats,
        shown={},
    )
    view = PitView(
        table=TableId(table),
        seq=Seq(seq),
        as_of=AS_OF,
        house_rules="slovak",
        game=GameView("no_limit", Chips(100), Chips(200)),
        state="betting",
        hand=hand,
        procedure=None,
        alarms=(),
        devices=(),
        name=f"Table {table[1:]}",
        seats=seats,
        prompt=Message("action_on", {"seat": 3}),
        heartbeat_age_s=0.2,
    )
    return replace(view, **other) if other else view


def idle_view(table: str = "T1", seq: int = 5, **other: Any) -> PitView:
    """Between two hands."""
    seats = tuple(replace(each, bet=Chips(0), cards=0, status="live") for each in betting_view().seats)
    base = betting_view(table, seq, state="idle", hand=None, seats=seats, prompt=Message("start_hand", {"seat": 8}))
    return replace(base, next_hand=HandNo(18), next_button=SeatNo(6), **other)


def alarm(priority: int = 1, code: str = "turn_premature", **other: Any) -> AlarmView:
    """An open alarm nobody has acknowledged."""
    fields: dict[str, Any] = {
        "id": f"finding-{priority}",
        "state": "active_unacknowledged",
        "since": AS_OF,
        "params": {"seat": 3},
    }
    return AlarmView(priority=priority, code=code, **{**fields, **other})


def locked_view(table: str = "T1", seq: int = 20) -> PitView:
    """The turn came too early."""
    base = betting_view(table, seq, state="locked", alarms=(alarm(params={"place": "board"}),), findings=(TURN_FOUND,))
    return replace(base, prompt=Message("call_floor"), procedure=ukrainian_repair(0), house_rules="ukrainian")


TURN_FOUND = FindingView(
    1, "turn_premature", 2, ("UA32", "UA33", "UA34"), None, "board", 4, procedure="M6", choices=("late", "confirm", "cancel")
)
_M6 = ("turn_aside", "finish_betting", "river_is_turn", "turn_betting", "shuffle_aside", "river_no_burn")


def ukrainian_repair(step: int, failed: str | None = None, *missing: Message) -> ProcedureView:
    """A turn that came too early, at this step; 0: nobody has signed yet."""
    words = {n: "done" if n < step else "todo" for n in range(1, 7)} | {step: "failed" if failed else "now"}
    steps = tuple(
        StepView(n, text(Message(key), "en", "prompt"), words[n] if step else "todo", Message(key))
        for n, key in enumerate(_M6, start=1)
    )
    return ProcedureView(
        "turn_premature",
        TURN_FOUND.clauses,
        2,
        "M6",
        step or 1,
        steps,
        confirmed=step > 0,
        failed=None if failed is None else Message(failed, {"place": "hold"}),
        missing=missing,
        finding=1,
        place="board",
    )


def repair_view(step: int, failed: str | None = None, *missing: Message, **other: Any) -> PitView:
    """The same turn, being put right."""
    found = replace(TURN_FOUND, choices=())
    base = replace(locked_view(), findings=(found,), procedure=ukrainian_repair(step, failed, *missing))
    return replace(base, **{"prompt": Message(_M6[step - 1]), "state": "board", **other})


def keys_for(view: PitView) -> ActKeys | None:
    """What the actor of a made-up view may do."""
    hand = view.hand
    if hand is None or hand.actor is None or view.state != "betting":
        return None
    call = hand.to_call or None
    return ActKeys(
        seat=hand.actor,
        fold=True,
        check=call is None,
        call=call,
        wager="raise" if call else "bet",
        min_to=hand.min_raise_to,
        max_to=hand.max_raise_to,
        half_pot_to=Chips(900),
        pot_to=Chips(1950),
        all_in_to=Chips(20000),
    )


class FakeFeed:
    """See `web_dashboard.feed.Feed`. `show` is what a table's next record would do."""

    def __init__(self, *views: PitView) -> None:
        self.views: dict[TableId, PitView] = {view.table: view for view in views}
        self.heard: dict[TableId, float | None] = {view.table: 0.2 for view in views}
        self.since = 0
        self.events: tuple[Recorded, ...] = ()
        self.records: dict[tuple[int, int], HandRecord] = {}
        self.changes: tuple[Change, ...] = ()
        self.summaries: tuple[HandSummary, ...] = ()
        self.journals: dict[TableId, Record] = {}
        self.healths: dict[TableId, HealthTold] = {}
        self.report: VerifyReport | None = None
        self.wrong: str | None = None
        self.showing: tuple[SeatNo, ...] = ()
        self.listeners: list[Listener] = []
        self.lock = threading.Lock()

    def show(self, view: PitView) -> None:
        """The table's next view."""
        self.views[view.table] = view
        self.heard[view.table] = view.heartbeat_age_s
        for listener in list(self.listeners):
            listener(view)

    def tables(self) -> tuple[TableSummary, ...]:
        return tuple(
            TableSummary(
                view.table, view.name, "no_limit 100/200", view.state, None, None, 6, len(view.alarms), self.heard[view.table]
            )
            for view in self.views.values()
        )

    def view(self, table: TableId) -> PitView | None:
        return self.views.get(table)

    def dealer_view(self, table: TableId) -> DealerView | None:
        view = self.views.get(table)
        if view is None or view.prompt is None:
            return None
        actor = None if view.hand is None else view.hand.actor
        late = any("late" in finding.choices for finding in view.findings)
        keys, words = keys_for(view), keys_for(replace(view, state="betting")) if late else None
        shown = DealerView(table, view.seq, view.state, view.prompt, actor, keys, True, self.showing, view, words)
        return replace(shown, chips=(25, 100, 500, 1000), due=dues(view), rake=75 if view.state == "paying" else 0)

    def state_since(self, table: TableId) -> int | None:
        return self.since

    def facts(self, table: TableId) -> tuple[Recorded, ...]:
        return self.events

    def hands(self, table: TableId, before: HandNo | None, limit: int) -> tuple[HandSummary, ...]:
        return tuple(one for one in self.summaries if before is None or one.number < before)[:limit]

    def hand(self, table: TableId, number: HandNo, attempt: AttemptNo | None) -> HandRecord | None:
        return self.records.get((number, attempt or 1))

    def record(self, table: TableId) -> Record | None:
        return self.journals.get(table)

    def check(self, table: TableId) -> VerifyReport | None:
        return self.report

    def health(self, table: TableId) -> HealthTold | None:
        return self.healths.get(table)

    def alarm_changes(self, table: TableId) -> tuple[Change, ...]:
        return self.changes

    def ages(self) -> dict[TableId, float | None]:
        return dict(self.heard)

    def trouble(self) -> str | None:
        return self.wrong

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)


class FakeControl:
    """See `web_dashboard.feed.ControlLink`. Answers what it is told to and keeps what it was asked."""

    def __init__(self, answer: Answer | None = None) -> None:
        self.answer: Answer = answer or Accepted(Seq(11))
        self.asked: list[tuple[TableId, AnyOrder, Person, Seq | None, str]] = []
        self.then: Callable[[AnyOrder], None] = lambda _order: None

    def order(self, table: TableId, order: AnyOrder, person: Person, seen: Seq | None, key: str) -> Answer:
        self.asked.append((table, order, person, seen, key))
        if isinstance(self.answer, Accepted):
            self.then(order)
        return self.answer


def dues(view: PitView) -> tuple[AwardView, ...]:
    """Each pot to the first two that play for it, the odd chip to the first."""
    if view.hand is None or view.state != "paying":
        return ()
    found = []
    for number, pot in enumerate(view.hand.pots):
        first, *others = pot.seats
        share = pot.amount // (1 + len(others[:1])) // 25 * 25
        odd = Chips(25 if others else 0)
        found.append(AwardView(number, first, Chips(share + odd), odd, ("Kh", "Kd", "Qc", "As", "Td"), "two_pair", False))
        found += [AwardView(number, other, Chips(share), Chips(0), (), "two_pair", False) for other in others[:1]]
    return tuple(found)


def payout_view(table: str = "T1", seq: int = 10) -> PitView:
    """A main pot and two side pots, split with odd chips."""
    base = betting_view(table, seq)
    three, two, one = ((1, 3, 5), (1, 3), (3,))
    pots = tuple(PotView(Chips(amount), tuple(map(SeatNo, seats))) for amount, seats in ((4275, three), (1225, two), (600, one)))
    shown = {"1": ("Kh", "Qd"), "3": ("Kd", "Qs"), "5": ("7h", "2d")}
    board = ("7s", "Qc", "Td", "2h", "Ks")
    hand = replace(base.hand, street="showdown", actor=None, board=board, shown=shown, pots=pots)
    return replace(base, state="paying", hand=hand, prompt=Message("award", {"pot": "main"}))


class Clients:
    """A browser at the pit's dashboard and at the console of T1, over one feed; the dealer's page is asked of the console."""

    def __init__(self, feed: Feed, control: FakeControl) -> None:
        config = DashboardConfig(strict_texts=True)
        self.pit = create_app(config, feed, control).test_client()
        self.console = create_console(config, feed, control, TableId("T1")).test_client()

    def get(self, path: str, **more: Any) -> TestResponse:
        return self._at(path).get(path, **more)

    def post(self, path: str, **more: Any) -> TestResponse:
        return self._at(path).post(path, **more)

    def _at(self, path: str) -> FlaskClient:
        return self.console if "/dealer" in path else self.pit


def every_page(config: DashboardConfig, feed: Feed, control: FakeControl) -> Flask:
    """One server for the pit's pages and the console's, for tests that look at both at once."""
    app = create_app(config, feed, control)
    app.register_blueprint(dealer.bp)
    return app


def some_facts() -> tuple[Recorded, ...]:
    """What a table page lists, newest first."""
    events: tuple[did.AnyEvent, ...] = (
        did.HandStarted(
            hand=HandNo(17),
            attempt=AttemptNo(1),
            button=SeatNo(6),
            small_blind=SeatNo(8),
            big_blind=SeatNo(1),
            dealt_in=(SeatNo(8),),
        ),
        did.CardDealt(seat=SeatNo(8)),
        did.DealCompleted(),
        did.QuestionAsked(number=1, key="chips_without_key", seat=SeatNo(3)),
        did.Called(seat=SeatNo(3), added=Chips(200), all_in=False),
        did.Folded(seat=SeatNo(2), facing=Chips(200)),
        did.CardBurned(),
        did.BetMade(seat=SeatNo(1), to=Chips(200), added=Chips(200), all_in=False),
    )
    start = 1_796_032_800_000
    return tuple(Recorded(Seq(n), start + 1700 * n, event) for n, event in reversed(list(enumerate(events, start=1))))
