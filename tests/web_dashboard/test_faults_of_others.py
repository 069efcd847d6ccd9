"""Faults of other people's dashboards (docs/faults.md): ports taken twice, cards left visible, keys lost on reload."""

import subprocess
import sys
from pathlib import Path

from dashboard_fakes import Clients, FakeControl, FakeFeed, betting_view, some_facts

from table_controller.alarms import Alarms
from table_controller.core import orders as ask
from table_controller.core.ids import SeatNo, Seq, TableId
from table_controller.views.pit import pit_view
from table_controller.views.shapes import PitView
from tests.core.felt import Felt

RELOADS = 100


def test_b58_a_dashboard_loads_nothing_that_could_open_a_port(root: Path) -> None:
    """Run twice by a reloader it can take no port from a table: it has no serial ports and no drivers at all."""
    program = "import sys, web_dashboard.serve; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    run = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True, timeout=60)
    loaded = set(run.stdout.split())
    assert "web_dashboard" in loaded
    assert not loaded & {"serial", "drivers", "hardware", "cv2"}


def shown(felt: Felt) -> PitView:
    return pit_view(TableId("T1"), Seq(1), 0, felt.state, Alarms())


def test_b91_a_river_bet_that_is_folded_to_shows_nobodys_cards() -> None:
    felt = Felt().sit({1: 500, 2: 500}, button=2).start().acts("c x")
    for _ in range(3):
        felt.street()
        felt.acts("x x") if felt.hand.street != "river" else felt.acts("20 f")
    assert felt.hand.pots_only
    felt.do(ask.Award())
    hand = shown(felt).hand
    assert hand is not None
    assert hand.shown == {}
    assert [award.best for award in hand.winners] == [()]


def test_b91_nothing_of_the_last_showdown_is_left_in_the_next_hand() -> None:
    felt = Felt().sit({1: 500, 2: 500}, button=2).start().check_down()
    before = shown(felt).hand
    assert before is not None
    assert len(before.shown) == 2
    felt.again()
    assert shown(felt).hand is None
    after = shown(felt.start()).hand
    assert after is not None
    assert (after.shown, after.board, after.winners, after.burns_shown) == ({}, (), (), ())


def test_b97_the_dealers_keys_are_there_however_often_the_page_is_loaded() -> None:
    """The page asks for the state; nothing depends on having heard how it came about."""
    feed = FakeFeed(betting_view())
    feed.events = some_facts()
    client = Clients(feed, FakeControl())
    for _ in range(RELOADS):
        html = client.get("/tables/T1/dealer").get_data(as_text=True)
        assert 'value="fold" data-hot="f">' in html
        assert 'value="call" data-hot="c">' in html


def test_b87_a_key_pressed_again_after_the_end_pays_nobody_twice() -> None:
    felt = Felt().sit({1: 500, 2: 500}, button=2).start().check_down()
    stacks = felt.stacks()
    for late in (ask.Award(), ask.Fold(), ask.Show(seat=SeatNo(1)), ask.Call()):
        felt.refusal(late)
    assert felt.stacks() == stacks
