"""What the dealer's page offers while a needed device is silent: to go on by hand, to say that cards lie, to key open ones."""

import re
from typing import Any

import pytest
from dashboard_fakes import Clients, FakeControl, FakeFeed, alarm, betting_view, locked_view, replace, some_facts

from table_controller.core.ids import SeatNo, TableId
from table_controller.core.messages import Message
from table_controller.core.orders import ByHand, LayCards, NameCard, Show
from table_controller.views.shapes import DealerView, LayKey, PitView

T1 = TableId("T1")
PAGE = "/tables/T1/dealer"


class Feed(FakeFeed):
    """Shows the dealer what a test wants."""

    def __init__(self, view: PitView, **changes: Any) -> None:
        super().__init__(view)
        self.events = some_facts()
        self._changes = changes

    def dealer_view(self, table: TableId) -> DealerView | None:
        return replace(super().dealer_view(table), **self._changes)


def silent_view() -> PitView:
    lost = alarm(code="reader_down", params={"device": "board"})
    return replace(locked_view(), alarms=(lost,), findings=(), procedure=None)


def client_of(view: PitView, control: FakeControl | None = None, **changes: Any) -> Clients:
    return Clients(Feed(view, **changes), control or FakeControl())


def html_of(view: PitView, **changes: Any) -> str:
    return client_of(view, **changes).get(PAGE).get_data(as_text=True)


def pressed(order: str, view: PitView, **fields: str) -> object:
    control = FakeControl()
    client = client_of(view, control)
    token = re.search(r'name="csrf-token" content="([^"]+)"', client.get(PAGE).get_data(as_text=True))
    assert token is not None
    form = {"csrf_token": token[1], "seen_seq": "20", "order": order, **fields}
    assert client.post(f"{PAGE}/orders", data=form, headers={"Origin": "http://localhost"}).status_code == 303
    return control.asked[0][1]


def test_a_silent_device_is_named_and_the_dealer_may_go_on_by_hand() -> None:
    html = html_of(silent_view(), silent=("board",), keys=None, late=None)
    assert "What board would see is not known" in html
    assert 'value="by_hand"' in html


def test_by_hand_is_not_offered_while_all_speak() -> None:
    assert 'value="by_hand"' not in html_of(betting_view())


def test_that_play_goes_on_by_hand_is_written_above_the_table() -> None:
    assert "By hand: board, shoe silent" in html_of(betting_view(by_hand=("board", "shoe")))


@pytest.mark.parametrize(("cards", "order"), [(0, "lay_cards"), (3, "lay_cards cards")])
def test_the_confirming_key_says_that_the_cards_lie(cards: int, order: str) -> None:
    view = replace(betting_view(by_hand=("board",)), state="board", prompt=Message("deal_flop"))
    html = html_of(view, keys=None, lay=LayKey(cards), prompt=Message("deal_flop"))
    assert f'value="{order}" data-hot="Enter">' in html
    assert ('name="cards"' in html) == bool(cards)
    assert len(re.findall(r'data-card="[AKQJT2-9shdc]"', html)) == (13 + 4 if cards else 0)


def test_hands_no_sensor_has_named_are_keyed_as_they_are_shown() -> None:
    seats = (SeatNo(2), SeatNo(5))
    html = html_of(replace(betting_view(), state="showdown"), keys=None, showing=seats, unnamed=seats[1:])
    assert 'value="show seat=2"' in html
    assert 'value="show seat=5 cards"' in html
    assert html.count('name="cards"') == 1


def test_a_card_of_the_board_keyed_wrongly_can_be_keyed_anew() -> None:
    html = html_of(betting_view(by_hand=("board",)), keyed=(1, 2, 3))
    assert re.findall(r'value="(name_card [^"]+)"', html) == [f"name_card nth={nth} card" for nth in (1, 2, 3)]
    assert html.count('name="card"') == 1
    assert "name_card" not in html_of(betting_view(by_hand=("board",)))


def test_a_shown_hand_keyed_wrongly_can_be_keyed_anew() -> None:
    html = html_of(replace(betting_view(), state="paying"), keys=None, shown_by_hand=(SeatNo(5),))
    assert 'value="show seat=5 cards:card"' in html
    assert pressed("show seat=5 cards:card", silent_view(), card="Ad Ah") == Show(seat=SeatNo(5), cards="Ad Ah")


def test_what_is_keyed_reaches_the_table() -> None:
    assert pressed("by_hand", silent_view()) == ByHand()
    assert pressed("lay_cards cards", silent_view(), cards=" As Kd 7h ") == LayCards(cards="As Kd 7h")
    assert pressed("name_card nth=3 card", silent_view(), card="8h") == NameCard(nth=3, card="8h")
    assert pressed("show seat=5 cards", silent_view(), cards="Ad Ah") == Show(seat=SeatNo(5), cards="Ad Ah")
