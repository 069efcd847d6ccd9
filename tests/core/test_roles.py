"""Which role may give which order: the core refuses by one table, for every kind there is."""

from typing import get_args

import pytest

from table_controller.core import orders as ask
from table_controller.core.ids import Chips, HandNo, SeatNo
from table_controller.core.order_base import Person, Role
from table_controller.core.orders import AnyOrder
from table_controller.core.roles import MAY, REASONED
from tests.core.felt import Felt

GIVEN = {
    Role.DEALER: "fold check call bet raise all_in show muck undo declare exposed boxed misdeal deal_done"
    " playing_board late confirm_step call_floor report_absent flashed",
    Role.FLOOR: "rule override_step kill_hand void_hand resume push_pot pause_table close_table open_table top_up seat leave"
    " absent back sit_out set_stakes dealer_change level level_clock assign_floor"
    " acknowledge shelve unshelve countersign confirm_step call_floor clock",
    Role.SURVEILLANCE: "countersign acknowledge shelve unshelve confirm_step",
}
"""As the HTTP API tells it."""
NAMED = {order.__struct_config__.tag: order for order in get_args(AnyOrder)}


def test_every_kind_of_order_belongs_to_somebody() -> None:
    assert set(MAY) == set(get_args(AnyOrder))
    assert all(MAY.values())


@pytest.mark.parametrize("role", GIVEN)
def test_the_table_is_that_of_the_http_api(role: Role) -> None:
    named = set(GIVEN[role].split())
    assert {kind for kind in named if role in MAY[NAMED[kind]]} == named
    others = {kind for one in GIVEN.values() for kind in one.split()} - named - {"clock"}
    assert not {kind for kind in others if role in MAY[NAMED[kind]]}
    assert all((Role.FLOOR in roles) is (Role.PIT in roles) for roles in MAY.values())
    assert {kind for kind, roles in MAY.items() if Role.AUDITOR in roles} == {ask.OpenSealed}
    assert {kind for kind, roles in MAY.items() if Role.ADMINISTRATOR in roles} == {ask.NoteCopy}
    assert {kind for kind, roles in MAY.items() if Role.TECHNICIAN in roles} == {ask.OutOfService, ask.InService, ask.NoteCopy}


@pytest.mark.parametrize("role", [Role.DEALER, Role.SURVEILLANCE, Role.AUDITOR])
@pytest.mark.parametrize(
    "order",
    [
        ask.Absent(seat=SeatNo(1)),
        ask.SitOut(seat=SeatNo(1)),
        ask.Back(seat=SeatNo(1)),
        ask.PauseTable(),
        ask.OpenTable(),
        ask.CloseTable(),
        ask.TopUp(seat=SeatNo(1), amount=Chips(5)),
    ],
)
def test_the_core_refuses_what_is_the_floors(role: Role, order: AnyOrder) -> None:
    assert Felt().refusal(order, Person(role)) == "floor_needed"


def test_surveillance_does_not_act_for_players() -> None:
    assert Felt().refusal(ask.Fold(), Person(Role.SURVEILLANCE)) == "dealer_needed"


@pytest.mark.parametrize("kind", REASONED)
def test_what_needs_a_reason_is_refused_without_one(kind: type) -> None:
    what = {
        ask.KillHand: {"seat": SeatNo(1)},
        ask.RetireDeck: {"deck": "red"},
        ask.Shelve: {"alarm": "floor", "minutes": 5},
        ask.OutOfService: {"device": "shoe"},
        ask.OpenSealed: {"hand": HandNo(1)},
    }.get(kind, {})
    assert Felt().refusal(kind(reason="  ", **what), Person(Role.FLOOR)) == "reason_needed"
