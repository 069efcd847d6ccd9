"""How long it takes from a key going down at a simulated table to the frame that shows it at a browser, and where the time goes.

Owns the measuring. The product runs as it always does, in processes of its own; the people's process notes when each key goes
down, by the clock all processes of a computer share.
"""

import bisect
import http.client
import os
import socket
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from table_controller.bootstrap.demo import DemoFailed, LiveDemo
from table_controller.bootstrap.show import Show
from table_controller.core.ids import Seq
from table_controller.journal import JournalReader
from table_controller.journal.record import MOST_RECORDS
from table_controller.rehearsal.hands import Key

DEBOUNCE_MS = 20
"""What a key must be down before its board believes it (TABLE_BUS: stamped with the first edge)."""
ACT_KEYS = frozenset({Key.FOLD, Key.CHECK_CALL, Key.BET_RAISE, Key.ALL_IN})
ACTS = frozenset({"folded", "checked", "called", "bet_made", "raised", "hand_tabled", "hand_given_up"})
SAME_MS = 2_000
"""A key and the act recorded within this belong together."""
LOOK_S = 0.002
WARM_UP_S = 5.0
FEWEST = 20


class Stage(msgspec.Struct, frozen=True):
    """Milliseconds."""

    p50_ms: float
    p99_ms: float


class LatencyBench(msgspec.Struct, frozen=True, kw_only=True):
    """`p50_ms`, `p99_ms`: at the pit wall, beyond the debounce. `stages`: the same way cut into pieces, one after the other.

    `table_page`: the whole way to a page of that one table. A viewer gets at most five messages a second (HTTP contract), so the
    pit wall of busy tables waits up to 200 ms for the next one. `fsync_ms`: the yardstick, one small write made durable in the
    same folder meanwhile. `unmatched`: keys no act followed.
    """

    p50_ms: float
    p99_ms: float
    samples: int
    unmatched: int
    stages: dict[str, Stage]
    table_page: Stage
    fsync_ms: float
    debounce_ms: int = DEBOUNCE_MS
    tables: int
    factor: float | None
    seconds: float


class Passed(NamedTuple):
    """One key on its way; monotonic ms. `record`: the node took it up; `announced`: it is durable and followers may read it."""

    key: float
    record: float
    announced: float
    shown: float
    on_page: float


class Trail:
    """When which sequence number of a table was first seen somewhere. Written by one thread, read when that has ended."""

    def __init__(self) -> None:
        self._at: list[float] = []
        self._seq: list[int] = []

    def note(self, seq: int) -> None:
        """It is seen now."""
        if not self._seq or seq > self._seq[-1]:
            self._at.append(_now_ms())
            self._seq.append(seq)

    def first(self, seq: int) -> float | None:
        """When `seq` or a later number was seen first, monotonic ms."""
        place = bisect.bisect_left(self._seq, seq)
        return self._at[place] if place < len(self._seq) else None


class Watch:
    """Looks on in threads of its own: as browsers at the pit wall and at each table's page, and at the journals' lock files."""

    def __init__(self, port: int, journals: Path, tables: list[str]) -> None:
        self.shown = {table: Trail() for table in tables}
        self.on_page = {table: Trail() for table in tables}
        self.announced = {table: Trail() for table in tables}
        self.fsync_ms: list[float] = []
        self._locks = {table: journals / f"{table}.journal.lock" for table in tables}
        self._probe = journals.parent / "probe"
        self._port = port
        self._stopping = threading.Event()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Until the end of the context."""
        streams = [("/live/pit", self.shown), *((f"/live/tables/{table}", self.on_page) for table in self.on_page)]
        links = [http.client.HTTPConnection("127.0.0.1", self._port, timeout=15) for _ in streams]
        watched = zip(links, streams, strict=True)
        threads = [threading.Thread(target=self._browse, args=(link, *stream)) for link, stream in watched]
        threads.append(threading.Thread(target=self._look))
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._stopping.set()
            for link in links:
                with suppress(OSError, AttributeError):
                    link.sock.shutdown(socket.SHUT_RDWR)
            for thread in threads:
                thread.join()

    def _browse(self, link: http.client.HTTPConnection, path: str, trails: dict[str, Trail]) -> None:
        with suppress(OSError, http.client.HTTPException, ValueError), closing(link):
            link.request("GET", path, headers={"Accept": "text/event-stream"})
            for line in link.getresponse():
                if self._stopping.is_set():
                    return
                if line.startswith(b"data: ["):
                    _note(line[6:], trails)

    def _look(self) -> None:
        turns = 0
        while not self._stopping.wait(LOOK_S):
            for table, lock in self._locks.items():
                with suppress(OSError):
                    self.announced[table].note(int(lock.stat().st_mtime))
            turns += 1
            if turns % 250 == 0:
                self.fsync_ms.append(_fsync(self._probe))


def _note(data: bytes, trails: dict[str, Trail]) -> None:
    for view in msgspec.json.decode(data, type=list[_Seen]):
        if view.seq is not None:
            trails[view.table].note(view.seq)


class _Seen(msgspec.Struct):
    """What a view or an alarm says of itself."""

    table: str
    seq: int | None = None


def bench_latency(folder: Path, tables: int, seconds: float, factor: float | None, seed: int) -> LatencyBench:
    """Plays so many tables for so long. DemoFailed when a part of it ends, or nothing is seen."""
    show = Show(folder, tables, None, factor, seed=seed, notes_keys=True)
    names = [plan.id for plan, _ in show.plans()]
    with LiveDemo(show, _free_port()) as demo:
        if demo.port is None or not demo.ready():
            raise DemoFailed("the dashboard does not answer")
        watch = Watch(demo.port, folder / "journals", names)
        with watch.watching():
            _let_play(demo, WARM_UP_S)
            since = _now_ms()
            _let_play(demo, seconds)
            until = _now_ms()
            time.sleep(1.0)  # what was keyed last is to be shown too
        demo.stop_play()
        passed, unmatched = [], 0
        for number, name in enumerate(names, 1):
            keys = [at for at in _keys(show.key_notes(number)) if since <= at < until]
            found = list(_follow(keys, folder / "journals" / f"{name}.journal", watch, name))
            passed += found
            unmatched += len(keys) - len(found)
    if len(passed) < FEWEST:
        raise DemoFailed(f"only {len(passed)} keys could be followed to the browser")
    return _result(passed, unmatched, show, watch, (until - since) / 1000)


def _result(passed: list[Passed], unmatched: int, show: Show, watch: Watch, seconds: float) -> LatencyBench:
    whole = _stage(passed, lambda one: one.shown - one.key - DEBOUNCE_MS)
    return LatencyBench(
        p50_ms=whole.p50_ms,
        p99_ms=whole.p99_ms,
        samples=len(passed),
        unmatched=unmatched,
        stages={
            "wire_and_link": _stage(passed, lambda one: one.record - one.key - DEBOUNCE_MS),
            "decide_and_commit": _stage(passed, lambda one: one.announced - one.record),
            "journal_to_browser": _stage(passed, lambda one: one.shown - one.announced),
        },
        table_page=_stage(passed, lambda one: one.on_page - one.key - DEBOUNCE_MS),
        fsync_ms=round(statistics.median(watch.fsync_ms), 2) if watch.fsync_ms else 0.0,
        tables=show.tables,
        factor=show.factor,
        seconds=round(seconds, 1),
    )


def _stage(passed: list[Passed], of: Callable[[Passed], float]) -> Stage:
    values = sorted(of(one) for one in passed)
    return Stage(round(statistics.median(values), 1), round(values[min(len(values) - 1, int(len(values) * 0.99))], 1))


def _let_play(demo: LiveDemo, seconds: float) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if not demo.running():
            raise DemoFailed("the people have left")
        time.sleep(0.2)


def _keys(notes: Path) -> Iterator[float]:
    """When act keys went down, in order, ms."""
    for line in notes.read_text(encoding="ascii").splitlines():
        at, key = line.split()
        if int(key) in ACT_KEYS:
            yield int(at) / 1_000_000


def _follow(keys: list[float], journal: Path, watch: Watch, table: str) -> Iterator[Passed]:
    """Each key with the first act recorded after it and before the next key."""
    acts = _acts(journal)
    for key, following in zip(keys, [*keys[1:], float("inf")], strict=True):
        place = bisect.bisect_left(acts, (key, 0))
        if place == len(acts) or acts[place][0] >= min(following, key + SAME_MS):
            continue
        record, seq = acts[place]
        seen = [trails[table].first(seq) for trails in (watch.announced, watch.shown, watch.on_page)]
        if (announced := seen[0]) and (shown := seen[1]) and (on_page := seen[2]):
            yield Passed(key, record, announced, shown, on_page)


def _acts(journal: Path) -> list[tuple[float, int]]:
    """(monotonic ms, sequence) of every act."""
    reader, after, acts = JournalReader.open(journal), Seq(0), []
    while records := reader.tail(after, MOST_RECORDS):
        acts += [(float(record.mono_ms), int(record.sequence)) for record in records if record.kind in ACTS]
        after = records[-1].sequence
    return acts


def _fsync(path: Path) -> float:
    """How long one small durable write takes, ms."""
    began = time.perf_counter()
    with path.open("ab") as file:
        file.write(b"x" * 512)
        file.flush()
        os.fsync(file.fileno())
    return (time.perf_counter() - began) * 1000


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _now_ms() -> float:
    return time.monotonic_ns() / 1_000_000
