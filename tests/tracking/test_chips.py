"""Chips and keys: paired in either order, a question where more than the line speaks for it, and never asked without a sensor."""

from typing import Any

import pytest

from table_controller.core.act_events import ActHeld, AmountCorrected, ChipsLaid, HeldActReleased
from table_controller.core.events import (
    ActUndone,
    AnyEvent,
    BetMade,
    BlindKind,
    BlindPosted,
    Called,
    Checked,
    DealCompleted,
    DeviceRecovered,
    DeviceSilenced,
    Folded,
    HandEnded,
    HandStarted,
    HandVoided,
    PlayerSeated,
    PotAwarded,
    Raised,
    ShowdownOpened,
    UncalledReturned,
)
from table_controller.core.facts import ChipsCrossed, ChipsUnexplained
from table_controller.core.ids import AttemptNo, Chips, DeviceId, HandNo, Millis, SeatNo
from table_controller.core.orders import Person, Role
from table_controller.core.readings import InputLevel

SEAT = SeatNo(2)
LINE = 20 + SEAT
STARTED = HandStarted(
    hand=HandNo(1),
    attempt=AttemptNo(1),
    button=SeatNo(3),
    small_blind=SeatNo(1),
    big_blind=SEAT,
    dealt_in=(SeatNo(1), SEAT, SeatNo(3)),
)


def bet(added: int = 40) -> BetMade:
    return BetMade(seat=SEAT, to=Chips(added), added=Chips(added), all_in=False)


def blind(what: BlindKind = BlindKind.BB) -> BlindPosted:
    return BlindPosted(seat=SEAT, what=what, live=Chips(10), dead=Chips(0), all_in=False)


def crosses(table: Any, ms: int = 250, line: int = LINE) -> None:
    table.input(line, True)
    table.wait(ms)
    table.input(line, False)


def playing(table: Any) -> Any:
    """A hand in its first betting, everything posted."""
    seated = (PlayerSeated(seat=SeatNo(at), player=f"P{at}", chips=Chips(500), newcomer=False) for at in (1, 2, 3))
    table.recorded(*seated, STARTED, DealCompleted())
    return table


def acting(table: Any) -> Any:
    """The same, and it is the turn of the big blind, the last one."""
    playing(table).recorded(Folded(seat=SeatNo(3), facing=Chips(0)), Called(seat=SeatNo(1), added=Chips(0), all_in=False))
    assert table.table.hand.actor == SEAT
    return table


def unseen(table: Any) -> Any:
    """A hand in which the chips of two keys of this seat were not seen."""
    playing(table)
    for to in (40, 80):
        table.recorded(bet(to))
        table.wait(20_000)
    assert asked(table) == []
    return table


def asked(table: Any) -> list[tuple[int, bool]]:
    return [(fact.seat, fact.keyed) for fact in table.said(ChipsUnexplained)]


@pytest.mark.parametrize(
    "event",
    [
        bet(),
        Called(seat=SEAT, added=Chips(5), all_in=False),
        Raised(seat=SEAT, to=Chips(9), added=Chips(9), all_in=False, full=True),
    ],
)
@pytest.mark.parametrize("delay", [0, 1_500, 7_900])
def test_chips_and_a_late_key_belong_together(table: Any, event: AnyEvent, delay: int) -> None:
    playing(table)
    table.input(LINE, True)
    table.wait(delay)
    table.recorded(event)
    table.input(LINE, False)
    table.wait(60_000)
    assert asked(table) == []


@pytest.mark.parametrize("delay", [0, 1_500, 7_900])
def test_a_key_and_late_chips_belong_together(table: Any, delay: int) -> None:
    playing(table)
    table.recorded(bet())
    table.wait(delay)
    crosses(table)
    table.wait(60_000)
    assert asked(table) == []


def test_acts_that_move_no_chips_want_none(table: Any) -> None:
    playing(table)
    table.recorded(Checked(seat=SEAT), Called(seat=SEAT, added=Chips(0), all_in=False))
    table.wait(60_000)
    assert asked(table) == []


def test_edges_close_together_are_one_motion(table: Any) -> None:
    playing(table)
    for _ in range(4):
        crosses(table, 100)
        table.wait(100)
    assert len(table.said(ChipsCrossed)) == 1
    table.wait(1_000)
    crosses(table)
    assert len(table.said(ChipsCrossed)) == 2


def test_a_bet_in_several_motions_needs_one_key(table: Any) -> None:
    playing(table)
    crosses(table)
    table.wait(1_500)
    crosses(table)
    table.recorded(bet())
    table.wait(2_000)
    crosses(table)
    table.wait(60_000)
    assert asked(table) == []


def test_a_quick_raise_after_a_bet_finds_its_own_chips(table: Any) -> None:
    """The second motion came while the first key still explained it."""
    playing(table)
    crosses(table)
    table.recorded(bet())
    table.wait(3_000)
    crosses(table)
    table.wait(500)
    table.recorded(bet(80))
    table.wait(60_000)
    assert asked(table) == []


# --- blinds ---


@pytest.mark.parametrize("before", [500, 20_000, 300_000])
def test_a_blind_may_cross_long_before_the_first_card(table: Any, before: int) -> None:
    crosses(table)
    table.wait(before)
    table.recorded(STARTED, blind())
    table.wait(60_000)
    assert asked(table) == []


def test_a_blind_that_comes_with_the_cards(table: Any) -> None:
    table.recorded(STARTED, blind())
    table.wait(3_000)
    crosses(table)
    table.wait(60_000)
    assert asked(table) == []


def test_ante_and_blind_in_one_motion(table: Any) -> None:
    crosses(table)
    table.recorded(STARTED, blind(BlindKind.ANTE), blind())
    table.wait(60_000)
    assert asked(table) == []


def test_a_blind_nobody_put_in_again_is_a_question(table: Any) -> None:
    unseen(table)
    table.recorded(STARTED, blind())
    table.wait(8_000)
    assert asked(table) == [(SEAT, True)]


def test_a_blind_is_no_excuse_for_three_calls(table: Any) -> None:
    crosses(table)
    table.recorded(STARTED, blind(), DealCompleted())
    for to in (40, 80, 120):
        table.wait(20_000)
        table.recorded(bet(to))
    table.wait(8_000)
    assert asked(table) == [(SEAT, True)]


# --- chips on their way back ---


@pytest.mark.parametrize(
    "event",
    [
        UncalledReturned(seat=SEAT, amount=Chips(40)),
        PotAwarded(pot=0, seat=SEAT, amount=Chips(40)),
        ActUndone(seat=SEAT),
        HandVoided(hand=HandNo(1), attempt=AttemptNo(1), reason="", by=Person(Role.FLOOR)),
    ],
    ids=lambda event: type(event).__name__,
)
@pytest.mark.parametrize("first", ["chips", "record"])
def test_chips_that_go_back_need_no_key(table: Any, event: AnyEvent, first: str) -> None:
    playing(table)
    crosses(table)
    table.recorded(bet())
    table.wait(20_000)
    if first == "chips":
        crosses(table)
        table.wait(1_000)
    table.recorded(event)
    if first == "record":
        table.wait(1_000)
        crosses(table)
    table.wait(60_000)
    assert asked(table) == []


def test_an_act_taken_back_wants_no_chips(table: Any) -> None:
    playing(table)
    table.recorded(bet(), ActUndone(seat=SEAT))
    table.wait(60_000)
    assert asked(table) == []


@pytest.mark.parametrize(
    "over", [ShowdownOpened(order=(SEAT,)), HandEnded(hand=HandNo(1), attempt=AttemptNo(1), outcome="uncontested")]
)
def test_while_no_bet_can_be_meant_nobody_is_asked(table: Any, over: AnyEvent) -> None:
    playing(table)
    table.recorded(over)
    crosses(table)
    table.wait(60_000)
    assert asked(table) == []


# --- sensors that are not there ---


def test_a_seat_without_a_bet_line_is_never_asked_about(wired: Any) -> None:
    table = wired()
    bare = {source: bound for source, bound in table.ground.bindings.inputs.items() if bound.seat != SEAT}
    table.ground = table.ground._replace(bindings=type(table.ground.bindings)(inputs=bare, names=table.ground.bindings.names))
    playing(table)
    table.recorded(bet())
    table.wait(60_000)
    assert asked(table) == []


def test_while_the_board_is_silent_nobody_is_asked(table: Any) -> None:
    playing(table)
    table.recorded(bet())
    table.wait(2_000)
    table.silent(DeviceId("00000000000000a1"))
    table.recorded(bet(80))
    table.wait(60_000)
    assert asked(table) == []


@pytest.mark.parametrize("silent_after_key", [0, 700])
def test_chips_a_silent_line_tells_of_later_belong_to_their_key(table: Any, silent_after_key: int) -> None:
    """The board's cable is out for five seconds, unnoticed at first; what it saw it sends when it is back."""
    playing(table)
    board = DeviceId("00000000000000a1")
    crossed = table.now
    if silent_after_key:
        table.recorded(bet())
        table.wait(silent_after_key)
        table.silent(board)
    else:
        table.silent(board)
        table.recorded(bet())
    table.wait(5_000)
    table.up(board)
    for level, at in ((True, crossed), (False, crossed + 250)):
        table.say(InputLevel(device=board, at=Millis(at), index=LINE, level=level))
    table.wait(60_000)
    assert asked(table) == []


def test_a_key_may_come_as_late_after_a_silent_line_is_heard(table: Any) -> None:
    """Play was locked meanwhile: nobody could key the chips that lay there."""
    acting(table)
    board = DeviceId("00000000000000a1")
    table.silent(board)
    crossed = table.now
    table.wait(7_000)
    table.up(board)
    for level, at in ((True, crossed), (False, crossed + 250)):
        table.say(InputLevel(device=board, at=Millis(at), index=LINE, level=level))
    table.wait(19_900)
    assert asked(table) == []
    table.wait(200)
    assert asked(table) == [(SEAT, False)]


@pytest.mark.parametrize(("before", "unseen"), [(1_000, False), (7_000, False), (9_000, True)])
def test_time_without_a_device_does_not_count(table: Any, before: int, unseen: bool) -> None:
    """The shoe is lost and play is locked: the chips of a second bet lie there, and its key comes when it can.

    Chips that lay there too long before that explain nothing.
    """
    playing(table)
    crosses(table)
    table.recorded(bet())
    table.wait(500)
    crosses(table, 10)  # of the raise that is to come
    table.wait(before)
    table.silent(DeviceId("00000000000000a2"))
    table.recorded(DeviceSilenced(device="shoe", needed=True))
    table.wait(20_000)
    table.up(DeviceId("00000000000000a2"))
    table.recorded(DeviceRecovered(device="shoe"))
    table.wait(5_000)
    table.recorded(bet(80))
    table.wait(60_000)
    assert table.state.chips.lines[SEAT].unseen is unseen


def test_a_question_due_while_a_device_is_lost_waits(table: Any) -> None:
    acting(table)
    crosses(table)
    table.silent(DeviceId("00000000000000a2"))
    table.recorded(DeviceSilenced(device="shoe", needed=True))
    table.wait(30_000)
    assert asked(table) == []
    table.up(DeviceId("00000000000000a2"))
    table.recorded(DeviceRecovered(device="shoe"))
    table.wait(20_100)
    assert asked(table) == [(SEAT, False)]


def test_time_without_a_controller_does_not_count_for_chips(table: Any) -> None:
    """The dealer saw a dead screen and pressed no key meanwhile."""
    acting(table)
    crosses(table)
    table.wait(3_000)
    for _ in range(3):
        table.restart(away=6_000)
    table.wait(19_700)
    assert asked(table) == []
    table.wait(200)
    assert asked(table) == [(SEAT, False)]


@pytest.mark.parametrize("bound", [True, False])
@pytest.mark.parametrize("first", ["chips", "key"])
def test_chips_of_an_act_out_of_turn_wait_with_it(table: Any, first: str, bound: bool) -> None:
    """They lie there while it waits; nobody is asked about them then, when it is taken, or when they go back."""
    playing(table)
    held = ActHeld(seat=SEAT, act="wager", to=Chips(40), price=Chips(10))
    for what in (lambda: crosses(table), lambda: table.recorded(held))[:: 1 if first == "chips" else -1]:
        what()
        table.wait(1_000)
    table.wait(20_000)
    table.recorded(HeldActReleased(seat=SEAT, bound=bound), *((bet(),) if bound else ()))
    if not bound:
        crosses(table)
    table.wait(20_000)
    assert table.said(ChipsUnexplained) == []


def test_an_act_out_of_turn_without_chips_is_a_question_once(table: Any) -> None:
    unseen(table)
    table.recorded(ActHeld(seat=SEAT, act="call", to=Chips(10), price=Chips(10)))
    table.recorded(HeldActReleased(seat=SEAT, bound=True), Called(seat=SEAT, added=Chips(10), all_in=False))
    table.wait(20_000)
    assert [fact.keyed for fact in table.said(ChipsUnexplained)] == [True]
    table.recorded(ActHeld(seat=SEAT, act="check", to=Chips(10), price=Chips(10)))
    table.wait(20_000)
    assert len(table.said(ChipsUnexplained)) == 1


def test_chips_laid_for_a_raise_to_come_are_explained_and_may_be_made_right(table: Any) -> None:
    playing(table)
    crosses(table)
    table.recorded(ChipsLaid(seat=SEAT, amount=Chips(10)))
    crosses(table)
    table.recorded(bet())
    table.wait(20_000)
    table.recorded(AmountCorrected(seat=SEAT, to=Chips(80), added=Chips(40), all_in=False, why="underraise"))
    crosses(table)
    table.wait(20_000)
    assert table.said(ChipsUnexplained) == []
