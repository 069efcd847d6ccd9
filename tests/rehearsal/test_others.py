"""Orders that others give on the pages while robots play: the people go along with them, and no rehearsal dies of one."""

from pathlib import Path

import msgspec
import pytest

from table_controller.bootstrap.virtual import VirtualTable
from table_controller.bootstrap.virtual_rehearsal import VirtualEyes
from table_controller.core.events import HandEnded
from table_controller.core.ids import TableId
from table_controller.core.messages import Message
from table_controller.core.orders import Person, Role
from table_controller.rehearsal.habits import OFF, TYPICAL, KeyHabits
from table_controller.rehearsal.script import RehearsalStuck
from table_controller.service.envelope import Envelope
from table_controller.views.shapes import DealerView, FindingView
from tests.rehearsal.screens import finding
from tests.rehearsal.virtual_table import Rehearsal, virtual
from web_dashboard.orders import read_order

ORDERS = (
    {"kind": "top_up", "seat": 2, "amount": 100}, {"kind": "leave", "seat": 2}, {"kind": "sit_out", "seat": 2},
    {"kind": "absent", "seat": 2}, {"kind": "back", "seat": 2}, {"kind": "seat", "seat": 8, "player": "Eve", "chips": 700},
    {"kind": "pause"}, {"kind": "close"}, {"kind": "open"}, {"kind": "call_floor"}, {"kind": "misdeal"}, {"kind": "undo"},
    {"kind": "void_hand", "reason": "tried"}, {"kind": "resume", "reason": "tried"}, {"kind": "override_step", "reason": "tried"},
    {"kind": "kill_hand", "seat": 2, "reason": "tried"}, {"kind": "fold"}, {"kind": "call"}, {"kind": "check"},
    {"kind": "all_in"},
    {"kind": "bet", "to": 60}, {"kind": "raise", "to": 90}, {"kind": "confirm_step"}, {"kind": "cancel"}, {"kind": "deal_done"},
    {"kind": "exposed", "seat": 2}, {"kind": "boxed"}, {"kind": "flashed", "seat": 2, "by_dealer": True}, {"kind": "clock"},
    {"kind": "show"}, {"kind": "muck"}, {"kind": "award"}, {"kind": "next_hand"}, {"kind": "place_button", "seat": 3},
    {"kind": "draw_for_button"}, {"kind": "push_pot", "pot": 0, "seat": 2}, {"kind": "playing_board"},
    {"kind": "push_chips", "seat": 2, "amount": 50}, {"kind": "declare", "seat": 2, "what": "raise", "to": 80},
)  # fmt: skip
MOMENTS = ("deal_seat", "action_on", "burn", "show", "award", "gather_cards", "start_hand")


class Meddled(VirtualEyes):
    """Somebody at the pages gives `order` once in each hand after the first, when the next of these prompts comes up."""

    def __init__(self, table: VirtualTable, order: dict[str, object], prompts: tuple[str, ...]) -> None:
        super().__init__(table, TableId("t1"))
        self._at_table, self._order, self._prompts = table, order, list(prompts)
        self._hand = 0
        self.taken = 0

    def view(self) -> DealerView | None:
        view = super().view()
        if view is not None and self._prompts and view.prompt.key == self._prompts[0] and view.pit.hands_finished > self._hand:
            self._hand = view.pit.hands_finished
            self._prompts.pop(0)
            person = Person(Role.DEALER if self._order["kind"] in _KEYS else Role.FLOOR, "somebody", "console")
            self.taken += self._at_table.order(Envelope(read_order(self._order), person)).ok
            view = super().view()
        return view


_KEYS = {
    "misdeal", "undo", "fold", "call", "check", "all_in", "bet", "raise", "cancel", "deal_done", "exposed", "boxed", "flashed",
    "clock", "show", "muck", "award", "next_hand", "playing_board", "push_chips", "declare",
}  # fmt: skip


class Puzzling(VirtualEyes):
    """A screen that asks, in the first attempt of the second hand, for what nobody can do; perhaps it found something."""

    def __init__(self, rehearsal: Rehearsal, *found: FindingView) -> None:
        super().__init__(rehearsal.table, TableId("t1"))
        self._found = found

    def view(self) -> DealerView | None:
        view = super().view()
        hand = None if view is None else view.pit.hand
        if view is None or hand is None or (hand.number, hand.attempt) != (2, 1) or view.prompt.key != "burn":
            return view
        pit = msgspec.structs.replace(view.pit, findings=self._found)
        return msgspec.structs.replace(view, pit=pit, prompt=Message("stand_on_the_head"))


def meddled(
    folder: Path, order: dict[str, object], prompts: tuple[str, ...], *, shared: bool = True, habits: KeyHabits = OFF
) -> tuple[Rehearsal, Meddled]:
    rehearsal = Rehearsal(virtual(folder), 5, hands=len(prompts) + 2, seed=4, walks=0.0, shared=shared, habits=habits)
    rehearsal.eyes = eyes = Meddled(rehearsal.table, order, prompts)
    return rehearsal, eyes


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: str(order["kind"]))
def test_whatever_somebody_orders_at_whatever_moment_hands_go_on(tmp_path: Path, order: dict[str, object]) -> None:
    rehearsal, _eyes = meddled(tmp_path, order, MOMENTS)
    rehearsal.play()
    assert len(list(rehearsal.of(HandEnded))) >= len(MOMENTS)
    report = rehearsal.score.report(0)
    assert report.chips_conserved, report.problems


def test_chips_somebody_adds_at_a_page_are_brought_to_the_table(tmp_path: Path) -> None:
    rehearsal, eyes = meddled(tmp_path, {"kind": "top_up", "seat": 2, "amount": 100}, ("start_hand",) * 3, shared=False)
    rehearsal.play()
    report = rehearsal.score.report(0)
    assert eyes.taken == 3
    assert (report.problems, report.chips_conserved) == ([], True)


def test_a_shared_table_that_nobody_meddles_with_has_nothing_to_tell(tmp_path: Path) -> None:
    report = Rehearsal(virtual(tmp_path), 6, hands=20, errors=0.5, seed=9, shared=True).play().score.report(0)
    assert (report.problems, report.missed, report.false_alarms, report.finished) == ([], 0, 0, 20)


@pytest.mark.parametrize("habits", [OFF, TYPICAL], ids=["no habits", "typical keys"])
def test_a_void_that_nobody_planned_gives_everybody_back_what_is_theirs(tmp_path: Path, habits: KeyHabits) -> None:
    """What nobody did wrong may be found wrong: the floor declares the hand void, and it is dealt again."""
    prompts = ("action_on", "burn", "action_on", "deal_turn", "show")
    rehearsal, eyes = meddled(tmp_path, {"kind": "void_hand", "reason": "tried"}, prompts, shared=False, habits=habits)
    rehearsal.play()
    report = rehearsal.score.report(0)
    assert (eyes.taken, report.void, report.void_unexplained, report.finished) == (5, 5, 5, rehearsal.plan.hands)
    assert (report.problems, report.chips_conserved) == ([], True)


def test_a_rehearsal_on_its_own_does_not_begin_again(tmp_path: Path) -> None:
    rehearsal, _eyes = meddled(tmp_path, {"kind": "fold"}, (), shared=False)
    rehearsal.eyes = Puzzling(rehearsal)
    with pytest.raises(RehearsalStuck):
        rehearsal.play()


def test_where_nothing_can_put_right_what_nobody_did_the_hand_is_void_and_play_goes_on(tmp_path: Path) -> None:
    rehearsal, _eyes = meddled(tmp_path, {"kind": "fold"}, (), shared=False)
    rehearsal.eyes = Puzzling(rehearsal, finding(1, "fouled_hand"))
    report = rehearsal.play().score.report(0)
    assert (report.void_unexplained, report.finished, report.chips_conserved) == (1, rehearsal.plan.hands, True)
    assert ["begun again" in problem for problem in report.problems] == [True]
