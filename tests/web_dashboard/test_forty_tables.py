"""A pit under way in many browsers: all show the same, soon, never anything older, and a stop ends it at once.

The short form has a few tables and browsers; `make soak` has forty tables, twenty browsers and one more with eight tabs.
"""

import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from live_server import free_port
from playwright.sync_api import Browser, Page, expect, sync_playwright

pytestmark = [pytest.mark.browser, pytest.mark.slow]
HERE = Path(__file__).parent
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
NOTE = """
window.noted = {};
new MutationObserver((changes) => {
  for (const { target } of changes) note(target);
}).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-seq'] });
function note(tile) {
  const { table, seq } = tile.dataset;
  if (table) (window.noted[table] ??= []).push([Number(seq), Date.now()]);
}
document.addEventListener('DOMContentLoaded', () => document.querySelectorAll('.tile').forEach(note));
"""
SHOWN = """() => Object.fromEntries(
  [...document.querySelectorAll('.tile')].map((tile) => [tile.dataset.table, Number(tile.dataset.seq)]))"""


class Size(NamedTuple):
    tables: int
    rehearsals: int
    hands: int
    browsers: int
    tabs: int
    seconds: float
    reloads: int
    patience: float
    """Seconds a page may be behind and a stop may take: the short form shares its computer with other tests."""
    speed: int
    """How many times quicker than people."""


SHORT = Size(8, 1, 3, 2, 3, 6, 8, 2.0, 4)
FULL = Size(40, 4, 6, 20, 8, 30, 100, 1.0, 1)


class Pit:
    """The writer of the journals and the pit's server over them."""

    def __init__(self, folder: Path, size: Size) -> None:
        self.folder = folder
        self.size = size
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._env = {**os.environ, "PYTHONPATH": str(HERE.parent.parent)}
        given = [str(folder), str(size.tables), str(size.rehearsals), str(size.hands), str(size.speed)]
        self.writer = subprocess.Popen(
            [sys.executable, str(HERE / "forty_tables.py"), *given],
            env=self._env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        (folder / "pit.toml").write_text(f'[pit]\njournals = "."\n[dashboard]\nport = {self.port}\n', encoding="utf-8")
        assert self.writer.stdout is not None
        assert self.writer.stdout.readline().startswith("writing")
        self.server = self.serve()

    def serve(self) -> "subprocess.Popen[bytes]":
        server = subprocess.Popen([sys.executable, "-m", "table_controller", "pit", str(self.folder / "pit.toml")], env=self._env)
        end = time.monotonic() + 30
        while time.monotonic() < end:
            with contextlib.suppress(OSError):
                if len(json.load(urllib.request.urlopen(f"{self.url}/api/tables", timeout=5))) == self.size.tables:
                    return server
            time.sleep(0.05)
        raise AssertionError("the pit's server does not show all tables")

    def toggle(self, table: str) -> None:
        """Kills the table, or lets it live on."""
        assert self.writer.stdin is not None
        self.writer.stdin.write(f"{table}\n")
        self.writer.stdin.flush()

    def written(self) -> dict[str, list[tuple[int, int]]]:
        """Of each table: sequence numbers and when each was in the journal."""
        found: dict[str, list[tuple[int, int]]] = {}
        for line in (self.folder / "written").read_text(encoding="utf-8").splitlines():
            at, table, seq = line.split()
            found.setdefault(table, []).append((int(seq), int(at)))
        return found

    def memory_kb(self) -> int:
        """What the server and its worker hold of their own."""
        asked = ["pgrep", "-P", str(self.server.pid)]
        children = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.split()
        total = 0
        for pid in (self.server.pid, *map(int, children)):
            rows = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
            total += sum(int(row.split()[1]) for row in rows if row.startswith("Private_"))
        return total

    def close(self) -> None:
        for process in (self.server, self.writer):
            if process.poll() is None:
                process.terminate()
                process.wait(timeout=15)
        for pipe in (self.writer.stdin, self.writer.stdout):
            assert pipe is not None
            pipe.close()


@pytest.fixture(scope="module", params=[SHORT, pytest.param(FULL, marks=pytest.mark.soak)], ids=["short", "full"])
def pit(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pit]:
    running = Pit(tmp_path_factory.mktemp("pit"), request.param)
    yield running
    running.close()


@pytest.fixture(scope="module")
def browser(chromium: Path) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=str(chromium), args=FLAGS)
        yield launched
        launched.close()


def wall(browser: Browser, pit: Pit, tabs: int = 1) -> list[Page]:
    """Pages of one browser. Their windows are small: this one computer draws them all, and drawing is not what is looked at."""
    context = browser.new_context(viewport={"width": 640, "height": 360}, reduced_motion="reduce")
    context.add_init_script(NOTE)
    pages = [context.new_page() for _ in range(tabs)]
    for page in pages:
        page.set_default_timeout(60_000)
        page.goto(pit.url, wait_until="commit")
    return pages


def lags(page: Page, written: dict[str, list[tuple[int, int]]], since: int) -> list[int]:
    """Milliseconds from each record's being written until the page shows it, or something newer."""
    noted: dict[str, list[list[int]]] = page.evaluate("window.noted")
    found = []
    for table, records in written.items():
        shown = iter(noted[table])
        seq, at = next(shown)
        for wanted, moment in records:
            while seq < wanted:
                step = next(shown, None)
                if step is None:
                    break
                seq, at = step
            if moment >= since and seq >= wanted:
                found.append(max(0, at - moment))
    return found


def test_every_browser_shows_the_same_within_a_second_and_a_stop_ends_all_streams_at_once(browser: Browser, pit: Pit) -> None:
    size = pit.size
    pages = [page for _ in range(size.browsers) for page in wall(browser, pit)] + wall(browser, pit, size.tabs)
    for page in pages:
        expect(page.locator("#link")).to_have_text("Live", timeout=60_000)
    since = time.time_ns() // 1_000_000
    pages[0].wait_for_timeout(size.seconds * 1000)
    until = time.time_ns() // 1_000_000 - int(1000 * size.patience)
    pages[0].wait_for_timeout(1000 * size.patience)
    written = {table: [one for one in records if one[1] <= until] for table, records in pit.written().items()}
    for page in pages:  # nobody shows less than what had been written so long before anybody was asked
        shown = page.evaluate(SHOWN)
        assert {table: shown[table] >= records[-1][0] for table, records in written.items()} == dict.fromkeys(written, True)
    late = sorted(lag for page in pages for lag in lags(page, written, since))
    assert len(late) > 10 * len(pages)
    middle, most = late[len(late) // 2], late[-1]
    print(f"\n{len(pages)} pages, {len(late)} sights: p50 {middle} ms, p99 {late[len(late) * 99 // 100]} ms, most {most} ms")
    assert most < 1000 * size.patience
    started = time.monotonic()
    pit.server.terminate()
    pit.server.wait(timeout=10)
    stopped = time.monotonic() - started
    print(f"stopped in {stopped:.2f} s with {len(pages)} pages open")
    pit.server = pit.serve()
    assert stopped < (1 if size is FULL else 5)  # the short form shares its computer with other tests
    for page in pages:
        expect(page.locator("#link")).to_have_text("Live", timeout=20_000)
        page.close()


def test_a_page_that_is_loaded_again_and_again_never_shows_an_older_or_empty_state(browser: Browser, pit: Pit) -> None:
    (page,) = wall(browser, pit)
    page.wait_for_load_state()  # the browser refuses to load a page again that is not yet wholly there
    highest: dict[str, int] = {}
    for _ in range(pit.size.reloads):
        page.reload()
        noted: dict[str, list[list[int]]] = page.evaluate("window.noted")
        assert len(noted) == pit.size.tables
        for table, steps in noted.items():
            seqs = [seq for seq, _ in steps]
            assert seqs == sorted(seqs)
            assert seqs[0] >= highest.get(table, 1)
        highest = page.evaluate(SHOWN)
    page.close()


def caught_up(read: bytes, newest: dict[str, int]) -> bool:
    """Whether what was read shows, of one table at least, what had been written when the client began to read again."""
    shown = re.findall(rb'"table":"(\w+)","seq":(\d+)', read)
    return any(int(seq) >= newest[table.decode()] for table, seq in shown)


def test_a_client_that_does_not_read_is_bounded_and_heals(pit: Pit) -> None:
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.connect(("127.0.0.1", pit.port))
        slow.sendall(f"GET /live/pit HTTP/1.1\r\nHost: 127.0.0.1:{pit.port}\r\n\r\n".encode())
        slow.recv(1024)
        before = pit.memory_kb()
        time.sleep(pit.size.seconds)
        grown = pit.memory_kb() - before
        print(f"\n{pit.size.seconds:.0f} s unread: the server grew by {grown} kB")
        assert grown < 20_000
        slow.settimeout(10)
        newest = {table: records[-1][0] for table, records in pit.written().items()}
        read, end = b"", time.monotonic() + 10
        while not (healed := caught_up(read, newest)) and time.monotonic() < end:
            read += slow.recv(65_536)
        assert healed


def test_a_table_that_is_killed_is_hatched_within_three_seconds_and_heals_by_itself(browser: Browser, pit: Pit) -> None:
    (page,) = wall(browser, pit)
    expect(page.locator("#link")).to_have_text("Live")
    tile = page.locator("#tile-T2")
    expect(tile).not_to_have_attribute("data-stale", "")
    pit.toggle("T2")
    killed = time.monotonic()
    try:
        expect(tile).to_have_attribute("data-stale", "", timeout=4000)
        noticed = time.monotonic() - killed
        expect(tile.locator(".tile-age")).to_contain_text("No word for")
        expect(page.locator("#tile-T1")).not_to_have_attribute("data-stale", "")
    finally:
        pit.toggle("T2")
    print(f"\nhatched {noticed:.2f} s after the kill")
    assert noticed < 3
    expect(tile).not_to_have_attribute("data-stale", "", timeout=3000)
    page.close()
