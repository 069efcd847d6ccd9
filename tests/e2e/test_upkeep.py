"""`burnturn journal backup`, `restore`, `purge` after an evening: nothing sealed leaves, and the rest proves itself."""

import json
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from table_controller.bootstrap.processes import wait_for
from table_controller.bootstrap.proof import proved
from table_controller.bootstrap.purging import DAY_MS, LEAST_HANDS
from table_controller.bootstrap.restoring import _last_rest
from table_controller.bootstrap.room import key_path, node_of, room_of
from table_controller.bootstrap.show import Show
from table_controller.bootstrap.virtual_rehearsal import run_script
from table_controller.cli import burnturn
from table_controller.core.ids import Millis, Seq, TableId
from table_controller.core.orders import Person, Role
from table_controller.core.record_events import RecordPurged
from table_controller.core.state import TableState
from table_controller.export.played import finished_hands
from table_controller.journal import BadLink, HeadsFault, JournalFault, JournalReader, Moment, Record, VerifyReport
from table_controller.journal.chain import link_hash
from table_controller.journal.copying import copy_records
from table_controller.rehearsal.script import Script

from . import mortal
from .live import STARTED_S, live_table
from .test_key_ends import stop_in_hand

TABLE, HANDS = 3, 12
KEEPER = ("--by", "technician:Ota")


class House:
    """One table's files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.config = folder / "T3.toml"
        self.journal = folder / "journals" / "T3.journal"
        self.heads = folder / "T3.heads"

    def said(self, command: str, *arguments: object) -> tuple[int, dict[str, Any]]:
        line = ["journal", command, str(self.config), *map(str, arguments), "--json"]
        result = CliRunner().invoke(burnturn, line, catch_exceptions=False)
        return result.exit_code, json.loads(result.stdout.splitlines()[-1]) if result.stdout else {"why": result.stderr}

    def verified(self, journal: Path | None = None) -> VerifyReport:
        return proved(journal or self.journal, self.heads, key_path(self.config, "T3"))

    def records(self) -> list[Record]:
        return JournalReader.open(self.journal).tail(Seq(0), 10_000)

    def kinds(self) -> list[str]:
        return [record.kind for record in self.records()]

    def started(self) -> TableState:
        """The controller begins with this journal, and stops in order."""
        room, now = room_of(self.config), Moment(self.records()[-1].wall_ms + 1000, Millis(5_000))
        with closing(room.open_journal()) as journal:
            node = node_of(room, journal)
            node.start(now)
            state = node.state
            node.take((), None, now)
            node.stop(now)
        return state

    def backup_of_then(self, share: float) -> tuple[Path, Seq]:
        """A backup as it would have been made earlier in the evening."""
        reader, file = JournalReader.open(self.journal), self.folder / "then.backup"
        last = Seq(int(reader.head().sequence * share))
        copy_records(reader, file, last, backup=True)
        return file, last


def played(folder: Path, hands: int) -> House:
    """An evening at whose end the cards are gathered."""

    def and_gather(table: mortal.MortalTable, script: Script) -> None:
        run_script(table, script)
        for movement in (table.act().gather, lambda: table.act().insert_deck()):
            movement()
            table.run_until(table.now + mortal.SETTLED_MS)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mortal, "run_script", and_gather)
        mortal.play(Show(folder, tables=4, hands=hands, factor=None, errors=0.0, seed=7), TABLE)
    return House(folder)


@pytest.fixture(scope="module")
def evening() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="burnturn-test-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
        house = Path(folder) / "house"
        house.mkdir()
        played(house, HANDS)
        yield house


@pytest.fixture
def house(evening: Path, quick_folder: Path) -> House:
    shutil.copytree(evening, quick_folder / "house", symlinks=True)
    return House(quick_folder / "house")


def sealed_or_key(journal: Path) -> list[bytes]:
    """Every key, and the state of the tracker, as they lie in the journal."""
    with closing(sqlite3.connect(f"file:{journal}?mode=ro", uri=True)) as db:
        return [row[0] for row in db.execute("SELECT wrapped FROM keys UNION ALL SELECT sealed FROM tracker")]


# --- backup and restore -----------------------------------------------------------------------------------------------


def test_a_backup_holds_every_record_and_no_key(house: House) -> None:
    secret, file = sealed_or_key(house.journal), house.folder / "T3.backup"
    before = house.records()
    code, told = house.said("backup", file, *KEEPER)
    assert (code, told["records"], told["up_to"]) == (0, len(before), before[-1].sequence)
    stored = file.read_bytes()
    assert len(secret) > 4 * HANDS
    assert not [one for one in secret if one in stored]
    assert JournalReader.open(file).tail(Seq(0), 10_000) == before
    copied = house.records()[told["noted"] - 1]
    assert (copied.kind, json.loads(copied.public)["up_to"]) == ("record_copied", told["up_to"])
    assert house.verified(file)[:2] == (len(before), True)
    assert house.verified().ok
    shutil.copy(file, house.journal)
    with pytest.raises(JournalFault, match="is a backup"):
        room_of(house.config).open_journal()


def test_a_backup_is_never_written_over_anything_and_by_nobody_else(house: House) -> None:
    file = house.folder / "T3.backup"
    file.write_text("something else")
    assert house.said("backup", file, *KEEPER)[0] == 2
    assert file.read_text() == "something else"
    assert house.said("backup", house.folder / "no" / "such" / "folder", *KEEPER)[0] == 2
    assert house.said("backup", house.folder / "b", "--by", "dealer:Ota")[0] == 2
    with closing(sqlite3.connect(house.journal)) as db:
        db.execute("UPDATE records SET wall_ms = wall_ms + 1 WHERE sequence = 40")
        db.commit()
    assert house.said("backup", house.folder / "b", *KEEPER) == (1, {"ok": False, "why": "bad_record"})
    assert not (house.folder / "b").exists()


def test_a_restored_journal_proves_itself_and_the_table_goes_on_paused(house: House) -> None:
    file, last = house.backup_of_then(0.6)
    rest = _last_rest(JournalReader.open(file), last)
    lost = house.journal.rename(house.folder / "lost")
    code, told = house.said("restore", file, *KEEPER, "--reason", "the disk died")
    assert (code, told["why"], told["up_to"], told["left_out"]) == (0, None, rest.at, last - rest.at)
    assert told["later_heads"] > 3
    assert told["later_hand"] == HANDS
    assert house.verified().ok
    state = house.started()
    assert (state.paused, state.hands) == ("the disk died", rest.state.hands)
    assert [seat.stack for seat in state.seats] == [seat.stack for seat in rest.state.seats]
    assert house.verified().ok  # with heads that were signed for records of the one that is lost
    assert house.verified().signed_to == house.records()[-1].sequence
    shutil.copy(lost, house.journal)
    assert house.verified().reason is BadLink.REWRITTEN


def test_a_backup_made_in_a_hand_goes_on_before_it_and_says_so(quick_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stop_in_hand(monkeypatch, 2)
    mortal.play(Show(quick_folder, tables=4, hands=2, factor=None, errors=0.0, seed=7), TABLE)
    house = House(quick_folder)
    file = house.folder / "T3.backup"
    assert house.said("backup", file, *KEEPER)[0] == 0
    house.journal.unlink()
    code, told = house.said("restore", file, *KEEPER, "--reason", "stolen")
    assert code == 0
    assert told["left_out"] > 10
    state = house.started()
    assert (state.hands, state.in_hand) == (1, False)
    assert house.verified().ok


def test_a_drill_says_what_a_restoring_would_and_touches_nothing(house: House) -> None:
    file, _ = house.backup_of_then(0.6)
    before = {path: path.read_bytes() for path in house.folder.rglob("*") if path.is_file()}
    code, told = house.said("restore", file, *KEEPER, "--drill")
    assert (code, told["drill"], told["why"]) == (0, True, None)
    assert {path: path.read_bytes() for path in house.folder.rglob("*") if path.is_file()} == before


def test_why_a_table_would_not_go_on_is_said(house: House) -> None:
    file, _ = house.backup_of_then(0.6)
    (house.folder / "T3.heads").unlink()
    assert house.said("restore", file, *KEEPER, "--reason", "x")[1]["why"] == "is_there"
    assert house.said("restore", house.journal, *KEEPER, "--drill")[1]["why"] == "no_backup"
    with closing(sqlite3.connect(file)) as db:
        db.execute("UPDATE records SET wall_ms = wall_ms + 1 WHERE sequence = 40")
        db.commit()
    assert house.said("restore", file, *KEEPER, "--drill") == (1, {"ok": False, "why": "bad_backup"})
    key_path(house.config, "T3").write_text("burnturn-master-key-1 " + "00" * 32 + "\n")
    assert house.said("restore", file, *KEEPER, "--drill")[0] == 2


def test_nobody_but_the_table_signs_a_restoring(house: House) -> None:
    """A cut tail, and a head made to say that it was restored there."""
    lines = house.heads.read_text().splitlines()
    bent = json.loads(lines[5]) | {"restored": True}
    house.heads.write_text("\n".join([*lines, json.dumps(bent)]) + "\n")
    with pytest.raises(HeadsFault, match="not signed"):
        house.verified()


def test_a_table_that_plays_is_backed_up_and_the_auditor_is_served(tmp_path: Path, show_in: Callable[..., Show]) -> None:
    with live_table(show_in(tmp_path, seed=5, hands=50), TABLE) as table:
        house = House(tmp_path)
        assert wait_for(table.alive, STARTED_S)
        assert wait_for(lambda: "hand_ended" in house.kinds(), STARTED_S)
        code, told = house.said("backup", tmp_path / "T3.backup", *KEEPER)
        assert code == 0
        assert house.records()[told["noted"] - 1].kind == "record_copied"
        assert house.verified(tmp_path / "T3.backup").ok
        assert house.said("restore", tmp_path / "T3.backup", *KEEPER, "--drill")[1]["why"] is None
        code, told = house.said("open-sealed", "--by", "auditor:Eva", "--hand", 1, "--reason", "x")
        assert code == 0
        assert house.said("open-sealed", "--by", "pit:Jan", "--countersign", told["asked"])[0] == 0
        assert house.said("purge", *KEEPER, "--keep-days", 7)[0] == 2
        assert table.playing()
        assert table.controller.ended() is None


# --- purge ------------------------------------------------------------------------------------------------------------


def purged(house: House, monkeypatch: pytest.MonkeyPatch, *arguments: object, days_later: int = 30) -> tuple[int, dict[str, Any]]:
    later = Moment(house.records()[-1].wall_ms + days_later * DAY_MS, Millis(9_000))
    monkeypatch.setattr("table_controller.bootstrap.purging.real_moment", lambda: later)
    return house.said("purge", *KEEPER, *arguments)


def test_a_purged_record_proves_itself_and_holds_no_byte_of_what_went(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    before = house.records()
    keys = sealed_or_key(house.journal)
    code, told = purged(house, monkeypatch, "--keep-days", 7)
    assert code == 0
    gone, kept = before[: told["records"]], before[told["records"] :]
    assert gone[-1].sequence == told["up_to"]
    assert kept[0].kind == "checkpoint"
    assert house.records()[: len(kept)] == kept
    assert house.kinds().count("hand_ended") == LEAST_HANDS
    report = house.verified()
    assert (report.ok, report.records, report.signed_to) == (True, len(kept) + 1, house.records()[-1].sequence)
    stored = house.journal.read_bytes()
    assert len([one for one in gone if one.sealed is not None]) > 10
    assert not [one for one in gone if one.hash in stored and one is not gone[-1]]
    assert not [one for one in gone if one.sealed is not None and one.sealed in stored]
    assert sum(key in stored for key in keys) < len(keys) - 10
    assert [hand.number for hand in finished_hands(JournalReader.open(house.journal), TableId("T3"))][-1] == HANDS
    assert house.started().hands == HANDS
    assert purged(house, monkeypatch, "--keep-days", 7)[1]["records"] == 0
    assert house.verified().ok


def the_first_record(db: sqlite3.Connection, first: int) -> None:
    db.execute("DELETE FROM records WHERE sequence = ?", (first,))


def a_byte(db: sqlite3.Connection, first: int) -> None:
    db.execute("UPDATE records SET wall_ms = wall_ms + 1 WHERE sequence = ?", (first + 20,))


def the_record_of_the_purge(db: sqlite3.Connection, _first: int) -> None:
    db.execute("DELETE FROM records WHERE kind = 'record_purged'")


def what_it_says(db: sqlite3.Connection, first: int) -> None:
    db.execute("DELETE FROM records WHERE sequence = ?", (first,))
    db.execute("UPDATE records SET public = CAST(replace(public, ?, ?) AS BLOB) WHERE kind = 'record_purged'", (first - 1, first))


@pytest.mark.parametrize("change", [the_first_record, a_byte, the_record_of_the_purge, what_it_says])
def test_what_is_changed_after_a_purge_is_found(
    house: House, monkeypatch: pytest.MonkeyPatch, change: Callable[[sqlite3.Connection, int], None]
) -> None:
    purged(house, monkeypatch, "--keep-days", 7)
    with closing(sqlite3.connect(house.journal)) as db:
        change(db, house.records()[0].sequence)
        db.commit()
    assert not house.verified().ok
    assert not proved(house.journal, None, None).ok


def test_a_beginning_that_was_cut_off_is_no_purge_whatever_is_written_about_it(house: House) -> None:
    """By somebody who may write the journal and has no key."""
    records = house.records()
    cut = next(at for at, record in enumerate(records) if record.kind == "checkpoint" and at > 100)
    before, last, by = records[cut - 1], records[-1], Person(Role.TECHNICIAN, "x")
    event = msgspec.json.encode(RecordPurged(up_to=before.sequence, hash=before.hash.hex(), days=7, by=by))
    place = (last.table, Seq(last.sequence + 1), last.hand, last.attempt)
    fields = (*place, "record_purged", 1, event, None, None, last.wall_ms, last.mono_ms, last.hash)
    with closing(sqlite3.connect(house.journal)) as db:
        db.execute("DELETE FROM records WHERE sequence < ?", (records[cut].sequence,))
        db.execute(f"INSERT INTO records VALUES ({', '.join('?' * 13)})", (*fields, link_hash(fields)))
        db.execute("DELETE FROM keys WHERE hand < ? AND place != 'state'", (records[cut].hand + 1,))
        db.execute("UPDATE tracker SET sequence = sequence + 1")
        db.commit()
    report = proved(house.journal, house.heads, None)
    assert (report.ok, report.reason, report.first_bad) == (False, BadLink.PURGED, last.sequence + 1)


def test_what_is_not_to_be_purged_stays(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    before = house.records()
    assert purged(house, monkeypatch, "--keep-days", 7, days_later=6)[1]["records"] == 0
    assert purged(house, monkeypatch, "--keep-days", 6)[0] == 2
    assert purged(house, monkeypatch)[0] == 2  # the configuration says nothing
    with closing(room_of(house.config).open_journal()):
        assert purged(house, monkeypatch, "--keep-days", 7)[0] == 2
    house.heads.unlink()
    house.heads.mkdir()
    assert purged(house, monkeypatch, "--keep-days", 7) == (1, {"ok": False, "why": "heads_not_kept"})
    house.config.write_text(house.config.read_text().replace("[table]\n", "[table]\nkeep_days = 31\n", 1))
    assert purged(house, monkeypatch)[1] == {"ok": True, "days": 31, "records": 0, "up_to": 0}
    assert house.records() == before
