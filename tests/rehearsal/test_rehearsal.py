"""Robot people at a virtual table, end to end: clean hands raise nothing, errors are found, and trouble changes no hand."""

from pathlib import Path

import msgspec
import pytest

from hardware.simulator.faults import Plug, Reboot, SpoilWire, Unplug
from hardware.simulator.line import WireFaults
from table_controller.core.events import (
    AnyEvent,
    BetMade,
    Called,
    Checked,
    FindingClosed,
    FindingRaised,
    Folded,
    HandEnded,
    HandTabled,
    PlayerAway,
    PlayerReturned,
    PotAwarded,
    QuestionAsked,
    Raised,
    StreetOpened,
)
from table_controller.core.ids import Chips
from table_controller.core.procedure_events import StepFailed
from table_controller.core.rules import ExtraCard, HouseRules
from table_controller.core.stakes import Limit, Rake, Stakes
from table_controller.rehearsal.errors import Category
from tests.rehearsal.virtual_table import NO_LIMIT, Rehearsal, virtual

DECISIONS = (Checked, Called, BetMade, Raised, Folded)


def decisions(rehearsal: Rehearsal) -> list[AnyEvent]:
    return list(rehearsal.of(*DECISIONS, HandTabled, PotAwarded, HandEnded))


@pytest.mark.parametrize(
    ("players", "limit"), [(2, Limit.NO_LIMIT), (3, Limit.FIXED_LIMIT), (6, Limit.POT_LIMIT), (9, Limit.NO_LIMIT)]
)
def test_clean_hands_raise_nothing_and_end_as_the_chips_and_cards_lie(tmp_path: Path, players: int, limit: Limit) -> None:
    stakes = Stakes(limit=limit, small_blind=Chips(5), big_blind=Chips(10), rake=Rake(per_mille=50, cap=Chips(20)))
    rehearsal = Rehearsal(virtual(tmp_path, stakes=stakes), players, hands=6).play()
    report = rehearsal.score.report(0)
    assert report.problems == []
    assert (report.hands, report.finished, report.void) == (6, 6, 0)
    assert (report.chips_conserved, report.cards_conserved, report.wrong_identities) == (True, True, 0)
    assert not list(rehearsal.of(FindingRaised, QuestionAsked))


def test_every_error_is_found_by_its_own_code_and_every_hand_is_finished(tmp_path: Path) -> None:
    rehearsal = Rehearsal(virtual(tmp_path), 5, hands=30, errors=1.0, seed=42).play()
    report = rehearsal.score.report(0)
    assert report.problems == []
    assert report.injected >= 28
    assert (report.missed, report.false_alarms, report.void_unexplained) == (0, 0, 0)
    assert report.finished == 30
    assert set(report.categories) == {category.value for category in Category}
    closed = {event.how for event in rehearsal.events if isinstance(event, FindingClosed)}
    assert {"confirmed", "repaired", "stands"} <= closed, "dealer and floor use every way back to play"
    assert not list(rehearsal.of(StepFailed)), "the prompts are followed step by step"


def test_a_house_that_knows_only_the_wrong_number_of_cards_finds_them_so(tmp_path: Path) -> None:
    rules = HouseRules(extra_one_to_first_seat=ExtraCard.DEAD_HAND, extra_more=ExtraCard.DEAD_HAND)
    rehearsal = Rehearsal(virtual(tmp_path, rules=rules), 4, hands=20, errors=1.0, seed=8).play()
    report = rehearsal.score.report(0)
    assert report.problems == []
    assert (report.missed, report.false_alarms) == (0, 0)


def test_errors_fit_the_game_that_is_played_when_several_come_in_turn(tmp_path: Path) -> None:
    games = tuple(
        msgspec.structs.replace(NO_LIMIT, limit=limit) for limit in (Limit.NO_LIMIT, Limit.POT_LIMIT, Limit.FIXED_LIMIT)
    )
    rehearsal = Rehearsal(virtual(tmp_path), 5, hands=26, errors=0.0, games=games, buy_in=Chips(1000))
    asked: list[tuple[int, Limit]] = []
    rehearsal.told_plan = lambda hand, ahead: asked.append((hand, ahead.limit))
    rehearsal.play()
    played = dict(asked)
    assert [played[hand] for hand in (7, 8, 15, 16, 23, 24)] == [
        Limit.NO_LIMIT, Limit.POT_LIMIT, Limit.POT_LIMIT, Limit.FIXED_LIMIT, Limit.FIXED_LIMIT, Limit.NO_LIMIT,
    ]  # fmt: skip
    assert rehearsal.score.report(0).problems == []


def test_people_walk_and_come_back_and_the_broke_buy_in_again(tmp_path: Path) -> None:
    rehearsal = Rehearsal(virtual(tmp_path), 5, hands=20, walks=0.6, buy_in=Chips(60), seed=2).play()
    report = rehearsal.score.report(0)
    assert report.problems == []
    assert report.finished == 20
    assert list(rehearsal.of(PlayerAway))
    assert list(rehearsal.of(PlayerReturned))
    assert -rehearsal.table.sim.truth.chips.cage > 5 * 60, "somebody bought in again"


def test_the_same_seed_gives_the_same_hands_and_another_seed_others(tmp_path: Path) -> None:
    first, again, other = (decisions(Rehearsal(virtual(tmp_path, seed=1), 4, hands=4, seed=seed).play()) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_bad_wires_and_restarts_change_no_decision(tmp_path: Path) -> None:
    undisturbed = decisions(Rehearsal(virtual(tmp_path), 4, hands=4, seed=5).play())
    rehearsal = Rehearsal(virtual(tmp_path), 4, hands=4, seed=5)
    simulated = rehearsal.table.sim
    for device in simulated.boards:
        simulated.order(SpoilWire(device, WireFaults(drop=0.005, flip=0.005, duplicate=0.005)))
    streets = 0

    def make_trouble(event: AnyEvent) -> None:
        nonlocal streets
        if isinstance(event, StreetOpened):
            streets += 1
            device = ("board", "keypad", "shoe")[streets % 3]
            simulated.order(Unplug(device))
            simulated.order(Plug(device))
            if streets % 5 == 0:
                simulated.order(Reboot("board"))

    rehearsal.trouble = make_trouble
    rehearsal.play()
    report = rehearsal.score.report(0)
    assert streets > 5
    assert decisions(rehearsal) == undisturbed
    assert (report.problems, report.false_alarms, report.chips_conserved, report.cards_conserved) == ([], 0, True, True)
