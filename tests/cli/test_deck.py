"""`burnturn deck` against a simulated table on pseudo terminals: enrolled, confirmed, checked, listed, retired; nothing shows."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hardware.simulator.pieces import PhysicalCard, SimulatedDeck
from hardware.simulator.realtime import RealtimeTable
from hardware.simulator.zones import Zone
from table_controller.bootstrap.deck_room import FACTORY
from table_controller.bootstrap.live_rehearsal import live_table
from table_controller.bootstrap.room import room_of
from table_controller.bootstrap.serial_rigs import LiveRig, live_rig
from table_controller.bootstrap.simulated import SimulatedPlan, furnish
from table_controller.core import orders as ask
from table_controller.core.cards import FULL_DECK
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.orders import Person, Role
from table_controller.core.stakes import Limit, Stakes
from table_controller.decks import Registry, write_registry

FLOOR = Person(Role.FLOOR, "eva")
STAKES = Stakes(limit=Limit.NO_LIMIT, small_blind=Chips(5), big_blind=Chips(10))


def a_table(folder: Path) -> SimulatedPlan:
    """A table that has no deck yet: the file of its registry is not there."""
    plan = SimulatedPlan(folder=folder, number=1, stakes=STAKES)
    furnish(plan)
    (folder / "T1.deck").unlink()
    return plan


@contextmanager
def burnturn(*arguments: object) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "table_controller", "deck", *map(str, arguments)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def said(*arguments: object) -> tuple[int, dict[str, object], str]:
    """Exit code, the JSON object, and everything that was written."""
    with burnturn(*arguments, "--json") as process:
        out, err = process.communicate(timeout=60)
    return process.returncode, json.loads(out.splitlines()[-1]) if out else {}, out + err


def shown(table: RealtimeTable | LiveRig, cards: int, *arguments: object) -> tuple[int, dict[str, object], str]:
    """The same for a command that wants a deck to be shown: that many cards are drawn from the shoe when it asks for them."""
    with burnturn(*arguments, "--json") as process:
        assert process.stderr is not None
        asked = process.stderr.readline()
        assert "one by one" in asked
        for _ in range(cards):
            time.sleep(table.act(lambda hands: hands.draw(Zone.MUCK)) / 1000 + 0.1)
        out, err = process.communicate(timeout=60)
    time.sleep(table.act(lambda hands: hands.gather()) / 1000 + 0.2)
    time.sleep(table.act(lambda hands: hands.insert_deck()) / 1000 + 0.2)
    return process.returncode, json.loads(out.splitlines()[-1]), asked + out + err


def in_factory_order(plan: SimulatedPlan) -> list[PhysicalCard]:
    by_face = {card.face: card for card in reversed(plan.deck().cards)}
    return [by_face[face] for face in FACTORY]


@pytest.mark.slow
def test_a_deck_is_enrolled_confirmed_checked_and_retired_and_nothing_of_it_shows(tmp_path: Path) -> None:
    plan = a_table(tmp_path)
    cards = in_factory_order(plan)
    wrote: list[str] = []
    with live_table(plan, None) as table:
        table.look(lambda simulated: simulated.truth.order([card.piece for card in cards]))
        enroll = ("enroll", plan.config, "red", "--by", "floor:eva")
        code, told, text = shown(table, 52, *enroll, "--back", "red", "--supplier", "Gemaco")
        wrote.append(text)
        assert (code, told["ok"], told["status"], told["cards"]) == (0, True, "enrolled", 52)
        code, told, text = said(*enroll, "--confirm")
        assert (code, told["why"]) == (1, "second_person_needed")
        code, told, text = said("enroll", plan.config, "red", "--by", "pit:ivo", "--confirm")
        assert (code, told["status"]) == (0, "ready")
        table.look(lambda simulated: simulated.truth.move(cards[4].piece, Zone.BOX))
        code, told, text = shown(table, 51, "check", plan.config, "red", "--by", "dealer:ana")
        wrote.append(text)
        assert (code, told["ok"], told["cards"], told["missing"]) == (1, False, 51, ["5s"])
    code, told, text = said("list", plan.config)
    wrote.append(text)
    (listed,) = told["decks"]  # type: ignore[misc]
    assert (code, listed["status"], listed["confirmed_by"], listed["checks"][-1]["says"]) == (0, "ready", "pit:ivo", "missing 1")
    for by, status in (("floor:eva", "retiring"), ("pit:ivo", "retired")):
        code, told, text = said("retire", plan.config, "red", "--by", by, "--reason", "worn")
        wrote.append(text)
        assert (code, told["status"]) == (0, status)
    assert_secret(tmp_path, wrote, cards)


@pytest.mark.slow
def test_a_running_table_checks_its_deck_between_hands_and_refuses_in_one(tmp_path: Path) -> None:
    plan = SimulatedPlan(folder=tmp_path, number=1, stakes=STAKES)
    furnish(plan)
    with live_rig(plan, room_of(plan.config)) as rig:
        check = ("check", plan.config, "red", "--by", "dealer:ana")
        code, told, _ = shown(rig, 52, *check)
        assert (code, told["ok"], told["cards"]) == (0, True, 52)
        for seat in (1, 2, 3):
            order = ask.Seat(seat=SeatNo(seat), player=f"p{seat}", chips=Chips(1000), newcomer=False)
            assert rig.order(order, FLOOR) is None
        assert rig.order(ask.PlaceButton(seat=SeatNo(3)), FLOOR) is None
        rig.act(lambda hands: hands.draw(Zone.SEAT_1))
        until = time.monotonic() + 20
        while not rig.node.state.in_hand and time.monotonic() < until:
            rig.go_on(rig.now + 100)
        assert rig.node.state.in_hand
        for arguments in (check, ("retire", plan.config, "red", "--by", "floor:eva", "--reason", "worn")):
            code, told, _ = said(*arguments)
            assert (code, told["why"]) == (1, "hand_running")


def assert_secret(folder: Path, wrote: list[str], cards: list[PhysicalCard]) -> None:
    """No tag in any output nor in any file, and the registry tells the right card for each."""
    files = [file for file in folder.rglob("*") if file.is_file()]
    assert {"T1.deck", "T1.journal"} <= {file.name for file in files}
    everything = b"\n".join([*(file.read_bytes() for file in files), *(text.encode() for text in wrote)]).lower()
    for card in cards:
        assert bytes(card.uid) not in everything
        assert bytes(card.uid).hex().encode() not in everything
    registry = room_of(folder / "T1.toml").registry
    assert {card.tag: card.face for card in registry.cards} == {bytes(card.uid): card.face for card in cards}


def test_what_is_wrong_in_a_command_is_said_in_one_line(tmp_path: Path) -> None:
    plan = a_table(tmp_path)
    for arguments in (
        ("enroll", plan.config, "red", "--by", "floor:eva"),
        ("enroll", plan.config, "a name", "--by", "floor:eva", "--back", "red"),
        ("check", plan.config, "red", "--by", "cook:eva"),
    ):
        code, _, text = said(*arguments)
        assert code == 2, text
        assert "Traceback" not in text


def test_the_list_of_a_new_table_is_empty_and_looking_makes_no_key(tmp_path: Path) -> None:
    plan = a_table(tmp_path)
    before = sorted(path.name for path in tmp_path.rglob("*"))
    assert said("list", plan.config, "--json")[:2] == (0, {"decks": []})
    assert sorted(path.name for path in tmp_path.rglob("*")) == before


def test_an_order_of_cards_that_is_none_is_refused_before_anything_is_shown(tmp_path: Path) -> None:
    plan = a_table(tmp_path)
    (tmp_path / "order").write_text("As Ks Qs")
    code, _, text = said("enroll", plan.config, "red", "--by", "floor:eva", "--back", "red", "--order", tmp_path / "order")
    assert (code, "52 cards" in text) == (2, True)


def test_a_table_and_its_decks_are_both_simulated_or_neither(tmp_path: Path) -> None:
    plan = a_table(tmp_path)
    write_registry(tmp_path / "T1.deck", room_of(plan.config, new_decks=True).master, "T1", Registry(False))
    code, _, text = said("list", plan.config)
    assert code == 0, text
    code, _, text = said("retire", plan.config, "red", "--by", "floor:eva", "--reason", "worn")
    assert (code, "marked real" in text) == (2, True)


def test_the_simulator_plays_with_no_deck_that_is_not_marked_simulated(tmp_path: Path) -> None:
    plan = a_table(tmp_path)
    real = SimulatedDeck(plan.deck().cards, simulated=False)
    with (
        pytest.raises(ValueError, match="marked simulated"),
        live_table(SimulatedPlan(folder=tmp_path, number=1, stakes=STAKES, cards=real), None),
    ):
        pass
    assert len(FULL_DECK) == 52
