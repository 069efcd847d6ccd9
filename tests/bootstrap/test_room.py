"""What a table needs before it runs: a lost key, record or registry is named, and nothing is made in its place."""

from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from table_controller.bootstrap.deck_room import deck_records
from table_controller.bootstrap.room import Room, key_path, registry_fits, room_of
from table_controller.bootstrap.simulated import SimulatedPlan, furnish
from table_controller.bootstrap.table import RunningTable
from table_controller.config import ConfigError
from table_controller.core.deck_events import DeckConfirmed, DeckEnrolled, DeckRetired
from table_controller.core.events import AnyEvent
from table_controller.core.fold import fold_all
from table_controller.core.ids import Chips
from table_controller.core.order_base import Person, Role
from table_controller.core.stakes import Limit, Stakes
from table_controller.core.state import TableState
from table_controller.decks import DeckStatus, EnrolmentFault, Registry
from table_controller.journal import FaultReason, JournalFault, read_status, write_status
from table_controller.sealing import MasterKeyFault
from table_controller.service.loop import Status

STAKES = Stakes(limit=Limit.NO_LIMIT, small_blind=Chips(5), big_blind=Chips(10))
EVA = Person(Role.FLOOR, "Eva")


@pytest.fixture
def plan(tmp_path: Path) -> SimulatedPlan:
    plan = SimulatedPlan(folder=tmp_path, number=1, stakes=STAKES)
    furnish(plan)
    return plan


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


@pytest.mark.parametrize("left", ["T1.deck", "journals/T1.journal", "journals/T1.boxes"])
def test_a_lost_master_key_is_named_and_no_new_one_is_made(plan: SimulatedPlan, left: str) -> None:
    key = key_path(plan.config, "T1")
    key.unlink()
    (plan.folder / "T1.deck").unlink()
    (plan.folder / left).touch()
    before = files(plan.folder)
    with pytest.raises(MasterKeyFault) as fault:
        room_of(plan.config, new_decks=True)
    assert str(key) in str(fault.value)
    assert left in str(fault.value)
    if left != "journals/T1.boxes":
        with pytest.raises((MasterKeyFault, EnrolmentFault)):
            deck_records(plan.config)
    assert files(plan.folder) == before


def test_a_new_table_makes_its_key_at_its_first_start_and_not_when_its_decks_are_listed(plan: SimulatedPlan) -> None:
    key = key_path(plan.config, "T1")
    key.unlink()
    (plan.folder / "T1.deck").unlink()
    assert deck_records(plan.config) == ()
    with pytest.raises(EnrolmentFault, match="is not there"):
        room_of(plan.config)
    assert not key.exists()
    room_of(plan.config, new_decks=True)
    assert key.exists()


@pytest.mark.parametrize("emptied", [False, True])
def test_no_new_record_begins_where_the_table_had_one(plan: SimulatedPlan, emptied: bool) -> None:
    room = room_of(plan.config)
    room.open_journal().close()
    write_status(room.config.journal_path, b"{}")
    room.open_journal().close()
    room.config.journal_path.unlink()
    if emptied:
        room.config.journal_path.touch()
    before = files(plan.folder)
    with pytest.raises(JournalFault, match="the table had one") as fault:
        room.open_journal()
    assert fault.value.reason is FaultReason.NO_ACCESS
    assert files(plan.folder) == before
    room.open_journal(new_record=True).close()


def test_a_registry_whose_decks_were_played_with_says_that_there_was_a_record(plan: SimulatedPlan) -> None:
    room = room_of(plan.config)
    played = tuple(msgspec.structs.replace(deck, hands=3) for deck in room.registry.decks)
    used = msgspec.structs.replace(room, registry=msgspec.structs.replace(room.registry, decks=played))
    with pytest.raises(JournalFault, match="the table had one"):
        used.open_journal()


def test_a_houses_own_rules_lie_beside_the_tables_file_wherever_it_is_started(plan: SimulatedPlan) -> None:
    (plan.folder / "own.toml").write_text('name = "own"\nbase = "slovak"\n', encoding="utf-8")
    plan.config.write_text(plan.config.read_text(encoding="utf-8").replace('"tda_2024"', '"own.toml"'), encoding="utf-8")
    assert not Path("own.toml").exists()
    assert room_of(plan.config).rules.base == "slovak"


@pytest.mark.parametrize(
    ("rules", "why"), [("nowhere.toml", "No such file"), ("klingon", "no profile 'klingon'"), ("keys.toml", "no file")]
)
def test_rules_that_are_not_to_be_had_are_named_with_the_line_of_the_tables_file(
    plan: SimulatedPlan, rules: str, why: str
) -> None:
    (plan.folder / "keys.toml").mkdir()
    lines = plan.config.read_text(encoding="utf-8").splitlines()
    line = lines.index('rules = "tda_2024"') + 1
    plan.config.write_text("\n".join(lines).replace("tda_2024", rules), encoding="utf-8")
    with pytest.raises(ConfigError, match=why) as wrong:
        room_of(plan.config)
    assert (wrong.value.file, wrong.value.line, wrong.value.field) == (str(plan.config), line, "table.rules")


def test_a_journal_folder_that_may_not_be_entered_is_named(plan: SimulatedPlan, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(path: Path) -> bool:
        raise PermissionError(13, "Permission denied", str(path))

    room = room_of(plan.config)
    monkeypatch.setattr(Path, "exists", forbidden)
    with pytest.raises(JournalFault, match="Permission denied"):
        room.open_journal()


ENROLLED, CONFIRMED = DeckEnrolled(deck="red", back="red", by=EVA), DeckConfirmed(deck="red", by=EVA)
GOING = DeckRetired(deck="red", reason="worn", by=EVA, final=False)
GONE = DeckRetired(deck="red", reason="worn", by=EVA, final=True)


@pytest.mark.parametrize(
    ("told", "status", "fits"),
    [
        ((), "ready", True),
        ((ENROLLED,), "enrolled", True),
        ((ENROLLED,), "ready", True),
        ((ENROLLED, CONFIRMED), "enrolled", False),
        ((ENROLLED, CONFIRMED, GOING), "ready", False),
        ((ENROLLED, CONFIRMED, GOING, GONE), "retiring", False),
        ((ENROLLED, CONFIRMED, GOING, GONE), "retired", True),
        ((ENROLLED,), None, False),
    ],
)
def test_a_registry_older_than_the_record_is_refused(
    plan: SimulatedPlan, told: tuple[AnyEvent, ...], status: str | None, fits: bool
) -> None:
    room = with_status(room_of(plan.config), status)
    state = fold_all(TableState(), told)
    if fits:
        registry_fits(room, state)
        return
    with pytest.raises(EnrolmentFault, match="older than the record") as fault:
        registry_fits(room, state)
    assert fault.value.path == room.config.deck


def with_status(room: Room, status: str | None) -> Room:
    if status is None:
        return msgspec.structs.replace(room, registry=Registry(room.registry.simulated))
    decks = tuple(msgspec.structs.replace(deck, status=DeckStatus(status)) for deck in room.registry.decks)
    return msgspec.structs.replace(room, registry=msgspec.structs.replace(room.registry, decks=decks))


def test_a_black_box_that_cannot_be_had_is_in_the_status_row(plan: SimulatedPlan) -> None:
    room = room_of(plan.config)
    (plan.folder / "journals" / "T1.boxes").write_text("in the way")
    with closing(room.open_journal()) as journal:
        table = RunningTable(room, journal)
        table.loop._heartbeat(None)
        table._control._socket.close()
        row = read_status(journal.path)
    assert row is not None
    devices = msgspec.json.decode(row, type=Status).devices
    assert {device.name: device.health.black_box for device in devices if device.health} == dict.fromkeys(
        room.device_names, "File exists"
    )
