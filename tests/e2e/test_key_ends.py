"""What becomes of the keys of a hand that is over at a whole table: destroyed or in escrow, whenever its controller dies."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from table_controller.bootstrap.proof import proved
from table_controller.bootstrap.room import key_path
from table_controller.bootstrap.show import Show
from table_controller.bootstrap.simulated import SimulatedPlan, furnish
from table_controller.core.events import HandEnded, Street
from table_controller.core.ids import Seq, TableId
from table_controller.journal import JournalReader, SqliteJournal
from table_controller.journal.escrow import read_escrow
from table_controller.rehearsal.script import Script, ScriptRunner
from table_controller.sealing import KeySlot, WrappedKey

from . import mortal
from .test_kill_virtual import TABLE_OF_THREE, after_each, assert_same, before_each

Keys = dict[KeySlot, bytes]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Keys:
    """Every key that was ever stored, as it lay in the journal. Those of one slot are few, the last counts."""
    keys: Keys = {}
    append = SqliteJournal.append

    def noted(self: SqliteJournal[object], *what: object, **more: object) -> object:
        records = append(self, *what, **more)  # type: ignore[arg-type]
        keys.update({key.slot: key.wrapped for key in self.held_keys()})
        return records

    monkeypatch.setattr(SqliteJournal, "append", noted)
    return keys


def house_with(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Tables are furnished with these lines in `[table]`."""

    def furnished(plan: SimulatedPlan) -> None:
        furnish(plan)
        text = plan.config.read_text(encoding="utf-8")
        plan.config.write_text(text.replace("[table]\n", "\n".join(("[table]", *lines, "")), 1), encoding="utf-8")

    monkeypatch.setattr(mortal, "furnish", furnished)


def over(made: Keys) -> Keys:
    """Those of hands whose cards are back in the deck: when the people go, the cards of the second hand still lie there."""
    assert {slot.hand for slot in made} == {0, 1, 2}  # 0: the opening draw
    return {slot: wrapped for slot, wrapped in made.items() if slot.hand < 2}


def stop_in_hand(monkeypatch: pytest.MonkeyPatch, hand: int) -> None:
    """People and controller stop when the flop of this hand lies."""

    def until_the_flop(table: mortal.MortalTable, script: Script) -> None:
        runner = ScriptRunner(script, table.now)
        while not (table.node.state.hands == hand and (running := table.node.state.hand) and running.street is Street.FLOP):
            runner.advance(table.now)
            table.run_until(min(runner.next_deadline() or table.now, max(table.now + 1, table.due())))

    monkeypatch.setattr(mortal, "run_script", until_the_flop)


def stored(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file() and not file.name.endswith(".escrow"))


def said(journal: Path, kind: str) -> set[tuple[int, int, str]]:
    return {
        (event["hand"], event["attempt"], place)
        for record in JournalReader.open(journal).tail(Seq(0), 10_000)
        if record.kind == kind
        for event in [json.loads(record.public)]
        for place in event["places"]
    }


@pytest.mark.parametrize("fate", [mortal.lives, after_each(40), before_each(40)], ids=["alive", "killed after", "killed before"])
def test_destroyed_keys_are_gone_and_the_game_is_the_same(
    quick_folder: Path, show_in: Callable[..., Show], monkeypatch: pytest.MonkeyPatch, made: Keys, fate: mortal.Fate
) -> None:
    house_with(monkeypatch, 'keys_after_hand = "destroy"')
    undisturbed = mortal.play(show_in(quick_folder / "whole", seed=7), TABLE_OF_THREE)
    folder, journal = quick_folder / "other", quick_folder / "other" / "journals" / "T3.journal"
    made.clear()
    killed = mortal.play(show_in(folder, seed=7), TABLE_OF_THREE, fate)
    assert_same(killed, undisturbed, 0 if fate is mortal.lives else 40)
    assert sum(isinstance(one.event, HandEnded) for one in killed.game.play) == 2
    assert said(journal, "key_destroyed") == set(over(made))
    files = stored(folder)
    assert [slot for slot, wrapped in made.items() if wrapped in files] == [slot for slot in made if slot not in over(made)]
    report = proved(journal, folder / "T3.heads", key_path(folder / "T3.toml", "T3"))
    assert report.ok, report


def test_keys_in_escrow_are_there_and_nowhere_else(
    quick_folder: Path, show_in: Callable[..., Show], monkeypatch: pytest.MonkeyPatch, made: Keys
) -> None:
    house_with(monkeypatch, 'keys_after_hand = "escrow"', 'escrow = "T3.escrow"')
    mortal.play(show_in(quick_folder, seed=7), TABLE_OF_THREE)
    kept = read_escrow(quick_folder / "T3.escrow", TableId("T3"))
    assert {slot: wrapped[-1] for slot, wrapped in kept.items()} == over(made)
    assert said(quick_folder / "journals" / "T3.journal", "key_escrowed") == set(over(made))
    files = stored(quick_folder)
    assert not [slot for slot, wrapped in over(made).items() if wrapped in files]


def test_keys_stay_where_they_are_while_escrow_cannot_be_written(
    quick_folder: Path, show_in: Callable[..., Show], monkeypatch: pytest.MonkeyPatch, made: Keys
) -> None:
    house_with(monkeypatch, 'keys_after_hand = "escrow"', 'escrow = "no_such_disk/T3.escrow"')
    ended = mortal.play(show_in(quick_folder, seed=7), TABLE_OF_THREE)
    journal = quick_folder / "journals" / "T3.journal"
    assert ended.state.hands == 2
    assert said(journal, "key_escrowed") == set()
    reader = JournalReader.open(journal)
    assert [WrappedKey(slot, reader.wrapped_key(slot) or b"") for slot in made] == [WrappedKey(*one) for one in made.items()]
