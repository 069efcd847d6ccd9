"""Hidden cards and tags of registered cards leave the table process nowhere while a hand runs: no view, no journal has them."""

from pathlib import Path

import msgspec
import pytest

from hardware.simulator.hand_times import HandTimes
from hardware.simulator.zones import SEAT_ZONES, Zone
from table_controller.bootstrap.room import room_of
from table_controller.bootstrap.simulated import SimulatedPlan, furnish
from table_controller.bootstrap.truth import SimulatedTruth
from table_controller.bootstrap.virtual import VirtualTable
from table_controller.bootstrap.virtual_rehearsal import VirtualEyes, hands_of, run_script
from table_controller.core.cards import Card, text_of
from table_controller.core.ids import Chips, SeatNo, TableId
from table_controller.core.stakes import Limit, Stakes
from table_controller.journal import SqliteJournal
from table_controller.rehearsal.mistakes import ErrorLog
from table_controller.rehearsal.pace import Pace
from table_controller.rehearsal.plan import RobotPlan
from table_controller.rehearsal.robot import Robot
from table_controller.rehearsal.score import Score
from table_controller.views.shapes import DealerView

STAKES = Stakes(limit=Limit.NO_LIMIT, small_blind=Chips(5), big_blind=Chips(10), min_buy_in=Chips(100))
HANDS = 8


class Watched(VirtualEyes):
    """Keeps every view with the cards that nobody may know at that moment."""

    seen: list[tuple[DealerView, frozenset[str]]]

    def view(self) -> DealerView | None:
        view = super().view()
        if view is not None and (not self.seen or self.seen[-1][0] is not view):
            self.seen.append((view, hidden_now(self._table, view)))
        return view


def hidden_now(table: VirtualTable, view: DealerView) -> frozenset[str]:
    """Cards that lie face down somewhere, or are still in the deck."""
    shown = set(view.pit.hand.board) if view.pit.hand else set()
    for cards in view.pit.hand.shown.values() if view.pit.hand else ():
        shown |= set(cards)
    zones = (*SEAT_ZONES.values(), Zone.BURN, Zone.MUCK, Zone.DECK, Zone.HAND, Zone.EXIT)
    lying = {text_of(Card(card.face)) for zone in zones for card in table.sim.truth.zone(zone)}
    return frozenset(lying - shown)


Played = tuple[VirtualTable, Watched, Path]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Some hands with errors at a virtual table whose journal lies on disk."""
    folder = tmp_path_factory.mktemp("secrecy")
    plan = SimulatedPlan(folder, 1, STAKES, seed=11)
    furnish(plan)
    room = room_of(plan.config)
    journal: SqliteJournal[object] = room.open_journal()  # type: ignore[assignment]
    table = VirtualTable(plan, room, journal)  # type: ignore[arg-type]
    table.sim.hands.times = HandTimes().at_speed(1_000)
    log, eyes = ErrorLog(), Watched(table, TableId(plan.id))
    eyes.seen = []
    score = Score(SimulatedTruth(lambda question: question(table.sim)), log)
    players = tuple(SeatNo(seat) for seat in (1, 2, 4, 7))
    robot_plan = RobotPlan(seed=3, hands=HANDS, players=players, buy_in=Chips(500), pace=Pace(3, None), errors=0.5)
    robot = Robot(robot_plan, hands_of(table), eyes, score, log)
    table.on_events = robot.saw
    run_script(table, robot.script())
    return table, eyes, room.config.journal_path


def test_no_view_names_a_card_that_nobody_may_know(played: Played) -> None:
    _table, eyes, _path = played
    assert len(eyes.seen) > HANDS * 20
    for view, hidden in eyes.seen:
        body = msgspec.json.encode(view).decode()
        assert not [card for card in hidden if f'"{card}"' in body], view.pit.hand


def test_no_tag_and_no_hidden_card_stands_in_the_journal_in_clear(played: Played) -> None:
    table, _eyes, path = played
    stored = b"".join(file.read_bytes() for file in path.parent.iterdir() if file.is_file())
    for card in table.sim.truth.cards:
        raw = bytes(card.uid)
        assert raw not in stored
        assert raw.hex().encode() not in stored
    assert b'"hidden"' not in stored
    assert b'"pieces"' not in stored


def test_the_hunt_finds_a_planted_leak(played: Played) -> None:
    table, eyes, path = played
    stored = b"".join(file.read_bytes() for file in path.parent.iterdir() if file.is_file())
    stored += bytes(table.sim.truth.cards[7].uid).hex().encode()
    assert any(bytes(card.uid).hex().encode() in stored for card in table.sim.truth.cards)
    view, hidden = next((view, hidden) for view, hidden in eyes.seen if hidden and view.pit.hand)
    hand = msgspec.structs.replace(view.pit.hand, burns_shown=(next(iter(hidden)),))
    body = msgspec.json.encode(hand).decode()
    assert [card for card in hidden if f'"{card}"' in body]
