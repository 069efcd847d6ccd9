"""A record of each schema version there ever was is kept here, and today's program goes on with it.

`schemas/1.journal.gz`: three hands of the first demonstration this project had. A version without one fails the first test.
"""

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from table_controller.bootstrap.proof import proved
from table_controller.bootstrap.room import Room, key_path, node_of, room_of
from table_controller.bootstrap.simulated import SimulatedPlan, furnish
from table_controller.cli import burnturn
from table_controller.core.ids import Chips
from table_controller.core.invariants import broken
from table_controller.core.stakes import Limit, Stakes
from table_controller.export.played import finished_hands
from table_controller.journal import JournalReader
from table_controller.journal.schema import SCHEMA_VERSION
from table_controller.service.loop import real_moment

KEPT = Path(__file__).parent.parent / "journal" / "schemas"
VERSIONS = range(1, SCHEMA_VERSION + 1)


def test_a_record_of_every_version_is_kept() -> None:
    assert sorted(file.name for file in KEPT.glob("*.journal.gz")) == [f"{version}.journal.gz" for version in VERSIONS]


def table_of(folder: Path, version: int) -> tuple[Room, Path]:
    """A table whose record is the one kept of this version."""
    plan = SimulatedPlan(folder, 1, Stakes(limit=Limit.NO_LIMIT, small_blind=Chips(5), big_blind=Chips(10)))
    key = key_path(plan.config, plan.id)
    key.parent.mkdir(mode=0o700)
    key.write_bytes((KEPT / f"{version}.key").read_bytes())
    key.chmod(0o600)
    furnish(plan)
    room = room_of(plan.config)
    room.config.journal_path.write_bytes(gzip.decompress((KEPT / f"{version}.journal.gz").read_bytes()))
    return room, key


@pytest.mark.parametrize("version", VERSIONS)
def test_a_table_goes_on_with_a_record_of_any_version(tmp_path: Path, version: int) -> None:
    room, key = table_of(tmp_path, version)
    path = room.config.journal_path
    before = proved(path, None, key)
    assert (before.ok, before.records) == (True, 240)
    with closing(room.open_journal()) as journal:
        node = node_of(room, journal)
        node.start(real_moment())
        assert (node.state.hands, node.state.in_hand, broken(node.state)) == (3, False, ())
        assert sum(seat.stack for seat in node.state.seats) == node.state.bank > 0
        node.stop(real_moment())
    after = proved(path, None, key)
    assert (after.ok, after.records) == (True, 242)
    assert [hand.number for hand in finished_hands(JournalReader.open(path), room.config.id)] == [1, 2, 3]
    assert CliRunner().invoke(burnturn, ["journal", "migrate", str(room.config.file)]).exit_code == 0


def test_a_record_of_a_newer_version_is_refused_with_both_versions_named(tmp_path: Path) -> None:
    room, key = table_of(tmp_path, SCHEMA_VERSION)
    with closing(sqlite3.connect(room.config.journal_path)) as db:
        db.execute("UPDATE journal SET schema_version = ?", (SCHEMA_VERSION + 1,))
        db.commit()
    for command in (["journal", "migrate"], ["table"]):
        result = CliRunner().invoke(burnturn, [*command, str(room.config.file)])
        assert result.exit_code == 2
        assert f"has schema version {SCHEMA_VERSION + 1}; this program reads and writes version {SCHEMA_VERSION}" in result.stderr
    assert CliRunner().invoke(burnturn, ["verify", str(room.config.journal_path), "--key", str(key)]).exit_code == 2
