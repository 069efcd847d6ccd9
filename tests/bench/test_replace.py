"""`burnturn device replace` over real pseudo terminals: what is checked of the new board, the file, the record."""

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hardware.simulator.realtime import RealtimeTable
from table_controller.bootstrap.live_rehearsal import live_table
from table_controller.bootstrap.processes import Child, wait_for
from table_controller.bootstrap.replace_device import kinds_for
from table_controller.bootstrap.simulated import SimulatedPlan
from table_controller.bootstrap.table_file import NotEditable, TableFile
from table_controller.cli import burnturn
from table_controller.config import ConfigError, load_table_config
from table_controller.core.codec import join
from table_controller.core.events import AnyEvent, DeviceReplaced, NodeStarted, TableOpened
from table_controller.core.ids import Seq
from table_controller.core.orders import Person, Role
from table_controller.journal import JournalReader, verify

from .bench_table import STARTED_S, linked, plan_in, table_with_controller


@pytest.fixture
def plan(tmp_path: Path) -> SimulatedPlan:
    (tmp_path / "one").mkdir()
    return plan_in(tmp_path / "one")


@pytest.fixture
def spare(tmp_path: Path) -> SimulatedPlan:
    (tmp_path / "two").mkdir()
    return plan_in(tmp_path / "two", 2)


def replaced(plan: SimulatedPlan, old: bytes, new: bytes, spare: SimulatedPlan) -> Result:
    words = ["device", "replace", old.hex(), new.hex(), "--config", str(plan.config)]
    return CliRunner().invoke(burnturn, [*words, "--folder", str(spare.folder / "dev"), "--by", "Jana"])


def recorded(plan: SimulatedPlan) -> list[AnyEvent]:
    records = JournalReader.open(load_table_config(plan.config).journal_path).tail(Seq(0), 100)
    return [join(one.kind, one.version, one.public, None) for one in records]


def test_the_file_and_the_record_name_the_new_board_and_the_table_plays_with_it(
    plan: SimulatedPlan, spare: SimulatedPlan
) -> None:
    text = plan.config.read_text().replace('name = "keypad"', 'name = "keypad"   # under the rail')
    plan.config.write_text(text)
    with live_table(plan, None), live_table(spare, None):
        done = replaced(plan, plan.serials.keypad, spare.serials.keypad, spare)
        assert done.exit_code == 0, done.output
    old, new = plan.serials.keypad.hex(), spare.serials.keypad.hex()
    changed = plan.config.read_text()
    assert changed == text.replace(old, new).replace(str(plan.device_path("keypad")), str(spare.device_path("keypad")))
    assert plan.config.with_name("T1.toml.before").read_text() == text
    opened, event = recorded(plan)
    assert isinstance(opened, TableOpened)
    assert event == DeviceReplaced(device="keypad", old=old, new=new, by=Person(Role.TECHNICIAN, "Jana", "console"))
    assert verify(load_table_config(plan.config).journal_path).ok
    controller = Child(["table", str(plan.config)])
    try:
        with live_table(plan, None), live_table(spare, None):
            assert wait_for(lambda: linked(plan), STARTED_S)
            controller.stop()
    finally:
        controller.stop()
    assert isinstance(recorded(plan)[2], NodeStarted)


def test_a_running_table_and_a_board_that_does_not_fit_change_nothing(plan: SimulatedPlan, spare: SimulatedPlan) -> None:
    text = plan.config.read_text()

    def refused(old: bytes, new: bytes, why: str) -> None:
        result = replaced(plan, old, new, spare)
        assert result.exit_code == 1, result.output
        assert why in result.stderr
        assert plan.config.read_text() == text
        assert not [one for one in plan.folder.iterdir() if "before" in one.name or one.name.startswith(".")]

    serials, others = plan.serials, spare.serials
    with table_with_controller(plan), live_table(spare, None):
        refused(serials.keypad, others.keypad, "writes this journal already")
    with live_table(plan, None), live_table(spare, None) as boards:
        refused(serials.keypad, others.shoe, "is a card_shoe; wanted: keypad")
        refused(serials.board, others.shoe, "is a card_shoe; wanted: table_board")
        refused(serials.keypad, serials.shoe, "is a device of table T1 already")
        refused(serials.keypad, b"\xee" * 8, "is not plugged in")
        other_schema(boards)
        refused(serials.keypad, others.keypad, "speaks schema 00001234, not ours")
    assert all(not isinstance(event, DeviceReplaced) for event in recorded(plan))


def other_schema(boards: RealtimeTable) -> None:
    def change(sim: object) -> None:
        device = sim.boards["keypad"].device  # type: ignore[attr-defined]
        device.identity = replace(device.identity, schema_hash=0x1234)

    boards.look(change)


def test_no_file_or_more_than_one_is_wrong_usage(plan: SimulatedPlan, spare: SimulatedPlan) -> None:
    result = replaced(plan, b"\x01" * 8, spare.serials.keypad, spare)
    assert result.exit_code == 2
    assert "0 table files name 0101010101010101" in result.stderr


def test_a_dead_board_is_known_by_what_is_bound_to_it(plan: SimulatedPlan) -> None:
    config = load_table_config(plan.config)
    by_name = {one.name: kinds_for(config.bindings, one.serial) for one in config.devices}
    assert by_name == {"shoe": ("card_shoe", "table_board"), "board": ("table_board",), "keypad": ("keypad", "table_board")}


def test_a_file_in_another_form_is_left_alone(plan: SimulatedPlan) -> None:
    text = plan.config.read_text()
    plan.config.write_text(text.replace('keypad.0 = "keypad"', 'keypad = { 0 = "keypad" }'))
    file = TableFile(plan.config)
    number = file.device(plan.serials.keypad.hex())
    with pytest.raises(NotEditable, match=r"keypad\.0"):
        file.set_text(("device", number, "keypad", "0"), "keypad")


def test_a_change_that_would_not_be_valid_is_not_made(plan: SimulatedPlan) -> None:
    text = plan.config.read_text()
    file = TableFile(plan.config)
    number = file.device(plan.serials.board.hex())
    file.set_text(("device", number, "antenna", "0"), "seat 2 cards")
    with pytest.raises(ConfigError, match="bound to this place"), file.ready():
        pass
    assert plan.config.read_text() == text
    assert sorted(one.name for one in plan.folder.iterdir()) == ["T1.deck", "T1.toml", "dev", "journals", "keys"]
