"""Every command, every way in: bad files and bad values give one plain line and exit code 2, never a traceback."""

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Timer

import click
import pytest
from click.testing import CliRunner, Result

from table_controller.cli import COMMANDS, burnturn
from table_controller.journal.schema import APPLICATION_ID

FILES = {
    "empty": b"",
    "text": b"# Not what was asked for\n\nA page of words, [with] = signs.\n",
    "binary": bytes(range(256)) * 40,
    "zeros": b"\0" * 5_000,
    "json": b'{"a":1}\n',
    "null": b"null\n",
    "deep": b"x = " + b"[" * 5_000 + b"]" * 5_000 + b"\n",
    "deep json": b'{"id":' + b"[" * 5_000 + b"]" * 5_000 + b"}\n",
    "long number": b"x = " + b"9" * 5_000 + b"\n",
    "latin": "prohr\xe1l".encode("latin-1"),
}
"""Files that are none of ours, by a word for them."""
TAKE_A_FILE = {
    ("table",): True,
    ("pit",): True,
    ("console",): True,
    ("verify",): True,
    ("export",): True,
    ("blackbox", "replay"): True,
    ("devices",): True,
    ("doctor",): True,
    ("deck", "list"): True,
    ("journal", "migrate"): True,
    ("journal", "purge", "--by", "technician:x"): True,
    ("journal", "open-sealed", "--by", "auditor:x", "--hand", "1", "--reason", "x"): True,
    ("device", "replace", "0000000000000001", "0000000000000002", "--config"): True,
    ("scenario", "run"): True,
    ("rules", "check"): True,
    ("rules", "show"): True,
    ("replay-hands", "--direct"): False,
    ("replay-hands", "--virtual"): False,
    ("replay-hands",): False,
    ("rehearse", "1"): True,
    ("explain", "1", "--journal"): True,
    ("bench", "engine", "--hands"): False,
}
"""Commands that read a file, and whether an empty one is bad for them."""
VALUES = (
    "demo --rules klingon", "demo --rules /no/file.toml", "explain clock --rules /no/file.toml",
    "demo --errors nan", "demo --errors 2", "demo --speed nan", "demo --speed 0", "demo --speed fast",
    "demo --keep /proc/x", "demo --keep /usr", "demo --tables 0", "demo --hands 0", "demo --port 0", "demo --seed x",
    "demo --headless",
    "demo --hardware steam", "demo --readers pn532", "demo --readers metratec --hardware firmware",
    "demo --noise loud", "demo --shoe boot", "rules show klingon", "rules show /proc",
    "rules check /no/file",
    "clauses XX99", "clauses --how never", "explain klingon", "explain 7", "explain clock --rules klingon",
    "explain clock --lang xx",
    "explain 99 --journal /no/file", "verify /no/file", "verify /", "table /no/file", "pit /no/file", "rehearse /no/file 1",
    "replay-hands", "replay-hands /no/file", "replay-hands /no/file --sample 0", "scenario run", "scenario run /no/file",
    "scenario run --through air /no/file", "scenario walk", "bench engine --hands /no/file", "bench latency --speed nan",
    "bench latency --seconds nan", "bench latency --tables 0", "bench link --seconds 5",
    "camera", "camera read", "camera read /no/file", "camera enroll", "camera enroll /no/file", "camera watch",
    "bench camera --sets", "blackbox doubt", "blackbox doubt /no/file",
    "bench tracking --hands 0", "bench tracking --errors 2",
    "bench nothing", "nothing", "rules", "bench", "scenario",
    "blackbox", "blackbox replay", "blackbox replay /no/file", "blackbox rewind",
    "deck", "deck list", "deck list /no/file", "deck check", "deck check /no/file red --by dealer:x",
    "deck retire", "deck shuffle",
    "deck enroll", "deck enroll /no/file red --back red --by dealer:x",
    "deck retire /no/file red --by floor:x --reason worn",
    "journal backup", "journal backup /no/file /no/backup --by technician:x", "journal restore", "journal purge",
    "journal restore /no/file pyproject.toml --by technician:x --drill", "journal purge /no/file --by technician:x",
    "journal migrate /no/file",
    "journal", "journal open-sealed", "journal open-sealed /no/file --by auditor:x --hand 1 --reason x", "journal burn",
    "device", "device replace", "device replace x y",
    "device replace 0000000000000001 0000000000000002", "flash", "flash x", "flash 0000000000000001 --image /no/file",
    "table /dev/zero", "pit /dev/zero", "verify /dev/zero", "rules check /dev/zero", "scenario run /dev/zero",
    "replay-hands /dev/zero", "devices /dev/zero", "doctor /dev/zero", "deck list /dev/zero", "blackbox replay /dev/zero",
    "rehearse /dev/zero 1", "explain 1 --journal /dev/zero",
    "deck enroll pyproject.toml red --back red --by floor:x --order /dev/zero",
    "doctor", "doctor /no/file", "doctor /no/file --only roof", "devices /no/file", "devices --folder /no/folder",
)  # fmt: skip


def run(*arguments: str) -> Result:
    return CliRunner().invoke(burnturn, list(arguments))


def refused(result: Result) -> None:
    assert isinstance(result.exception, SystemExit), repr(result.exception)
    assert result.exit_code == 2, result.output
    assert result.output.strip()
    assert "Traceback" not in result.output


def test_no_command_is_left_out() -> None:
    leaves = {(name,) for name in COMMANDS}
    tried = {words[:1] for words in TAKE_A_FILE} | {(line.split()[0],) for line in VALUES}
    assert leaves <= tried
    named = {words[:2] for words in TAKE_A_FILE} | {tuple(line.split()[:2]) for line in VALUES} | {("rules", "list")}
    for name in COMMANDS:
        command = burnturn.get_command(click.Context(burnturn), name)
        assert command is not None
        inner = command.list_commands(click.Context(command)) if isinstance(command, click.Group) else ()
        assert {(name, one) for one in inner} <= named


@pytest.mark.parametrize("line", VALUES)
def test_a_bad_value_is_refused(line: str) -> None:
    refused(run(*line.split()))


@pytest.mark.parametrize("words", TAKE_A_FILE, ids=" ".join)
@pytest.mark.parametrize("kind", FILES)
def test_a_file_that_is_none_of_ours_is_refused(tmp_path: Path, kind: str, words: tuple[str, ...]) -> None:
    if kind == "empty" and not TAKE_A_FILE[words]:
        return
    bad = tmp_path / "bad.toml"
    bad.write_bytes(FILES[kind])
    first = ("rehearse", str(bad), "1") if words[0] == "rehearse" else (*words, str(bad))
    refused(run(*first))


@contextmanager
def pipe(folder: Path) -> Iterator[Path]:
    """Somebody holds it open and writes nothing; a reader who waits is let go after a while."""
    os.mkfifo(folder / "pipe.toml")
    held = os.open(folder / "pipe.toml", os.O_RDWR)
    lets_go = Timer(10, os.close, [held])
    lets_go.start()
    yield folder / "pipe.toml"
    assert lets_go.is_alive(), "waited"
    lets_go.cancel()
    os.close(held)


@pytest.mark.parametrize("words", [*TAKE_A_FILE, ("camera", "read"), ("camera", "read", "--board")], ids=" ".join)
def test_nobody_waits_for_a_named_pipe(tmp_path: Path, words: tuple[str, ...]) -> None:
    with pipe(tmp_path) as bad:
        refused(run(*(("rehearse", str(bad), "1") if words[0] == "rehearse" else (*words, str(bad)))))


def test_verify_says_it_in_json_too(tmp_path: Path) -> None:
    bad = tmp_path / "t1.journal"
    bad.write_bytes(FILES["text"])
    result = run("verify", str(bad), "--json")
    refused(result)
    told = json.loads(result.stdout.splitlines()[-1])
    assert (told["records"], told["ok"], told["first_bad"]) == (0, False, None)


def test_a_journal_of_another_version_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "t1.journal"
    with closing(sqlite3.connect(other)) as db:
        db.execute(
            "CREATE TABLE journal (id INTEGER, schema_version INTEGER, born_version INTEGER, table_id TEXT, key_check BLOB)"
        )
        db.execute("INSERT INTO journal VALUES (1, 99, 99, 'T1', x'00')")
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.commit()
    result = run("verify", str(other))
    refused(result)
    assert "99" in result.stderr
