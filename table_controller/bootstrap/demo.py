"""A demonstration: simulated tables with robot people, their controllers, and the dashboard; or all of it in virtual time.

Owns the children and the folder; nothing is left behind when it ends, however it ends.
"""

import shutil
import socket
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path

import msgspec

from table_controller.bootstrap.processes import Child, swept, wait_for
from table_controller.bootstrap.show import Show
from table_controller.bootstrap.simulated import furnish, unlink_devices
from table_controller.bootstrap.virtual_rehearsal import rehearse_virtually
from table_controller.bootstrap.workers import CORES, Say, counted, unsaid, workers
from table_controller.rehearsal.report import RehearsalReport, add_up
from table_controller.rehearsal.script import RehearsalStuck

READY_S = 60.0
"""What the dashboard is given to answer, installation done."""
LOOPBACK = "127.0.0.1"
MOST_CONSOLES = 10
"""Each is two processes more on the one computer of a demonstration."""


class DemoFailed(RuntimeError):
    """A part of the demonstration ended on its own; the text says which."""


@contextmanager
def folder_for(keep: Path | None) -> Iterator[Path]:
    """The folder of a demonstration; an own one is removed at the end, of one that is kept the links to its simulated devices."""
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="burnturn-demo-")) if keep is None else keep.resolve()
    with swept(partial(_put_away, folder, whole=keep is None)):
        yield folder


def _put_away(folder: Path, *, whole: bool) -> bool:
    """False when nothing lay there."""
    if whole:
        there = folder.exists()
        shutil.rmtree(folder, ignore_errors=True)
        return there
    return unlink_devices(folder)


def play_virtually(show: Show, say: Say = unsaid) -> RehearsalReport:
    """All tables in virtual time, on two cores. DemoFailed when the people of one do not know how to go on."""
    began = time.monotonic()
    with workers(min(show.tables, CORES)) as pool:
        try:
            played = pool.map(_play_one, [(show, number) for number in range(1, show.tables + 1)])
            reports = counted(played, show.tables, say)
        except RehearsalStuck as stuck:
            raise DemoFailed(str(stuck)) from stuck
    return add_up(reports, time.monotonic() - began)


def _play_one(what: tuple[Show, int]) -> RehearsalReport:
    show, number = what
    plan, robot = show.plan(number)
    with tempfile.TemporaryDirectory(prefix="burnturn-") as folder:
        return rehearse_virtually(msgspec.structs.replace(plan, folder=Path(folder)), robot)


def free_ports(after: int, count: int) -> tuple[int, ...]:
    """The first ports of this computer, counted up from `after`, that nobody has."""
    found: list[int] = []
    for port in range(after + 1, 65_536):
        if len(found) == count:
            break
        with socket.socket() as probe, suppress(OSError):
            probe.bind((LOOPBACK, port))
            found.append(port)
    return tuple(found)


class LiveDemo:
    """The processes of a demonstration in real time. Use as a context manager, then `finish` or just leave."""

    def __init__(self, show: Show, port: int | None) -> None:
        """`port`: the pit wall's, those of the dealers' consoles follow; None: nothing is served."""
        consoles = () if port is None else free_ports(port, min(show.tables, MOST_CONSOLES))
        self.show = msgspec.structs.replace(show, consoles=consoles)
        self.port = port
        self.rehearsals: list[Child] = []
        self.tables: list[Child] = []
        self.dashboard: Child | None = None
        self._stack = ExitStack()

    @property
    def address(self) -> str:
        """Where the pit wall is."""
        return f"http://{LOOPBACK}:{self.port}/"

    def console(self, number: int) -> str:
        """Where the dealer's console of table `number` is."""
        return f"http://{LOOPBACK}:{self.show.consoles[number - 1]}/"

    def __enter__(self) -> "LiveDemo":
        try:
            self._begin()
        except BaseException:
            self._stack.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def ready(self, patience_s: float = READY_S) -> bool:
        """Waits until the dashboard and every console answers. DemoFailed when a part ended meanwhile."""
        consoles = [self.console(number) for number in range(1, len(self.show.consoles) + 1)]
        return wait_for(lambda: self.running() and all(_answers(f"{at}healthz") for at in (self.address, *consoles)), patience_s)

    def running(self) -> bool:
        """Whether any table still plays. DemoFailed when something ended that should not have."""
        for child in (*self.tables, *([self.dashboard] if self.dashboard else [])):
            if child.ended() is not None:
                raise DemoFailed(f"burnturn {' '.join(child.arguments)} ended with {child.ended()}")
        for child in self.rehearsals:
            if child.ended():
                raise DemoFailed(f"burnturn {' '.join(child.arguments)} ended with {child.ended()}")
        return any(child.ended() is None for child in self.rehearsals)

    def reports(self) -> list[RehearsalReport]:
        """The scores of the tables, once they no longer play. DemoFailed when one has none."""
        return [self._report(number) for number in range(1, self.show.tables + 1)]

    def cpu_per_table(self) -> float:
        """CPU seconds of one controller for each second it has run, so far."""
        shares = [child.cpu_share() for child in self.tables]
        return sum(shares) / len(shares)

    def stop_play(self) -> None:
        """The people get up; the tables stay."""
        for child in self.rehearsals:
            child.stop()

    def _begin(self) -> None:
        folder = self.show.folder
        plan = folder / "show.json"
        plan.write_bytes(msgspec.json.encode(self.show, enc_hook=str))
        plans = self.show.plans()
        for table, _robot in plans:
            furnish(table)
        for table, _robot in plans:
            output = self._stack.enter_context(self._report_file(table.number).open("wb"))
            self._start(self.rehearsals, Child(["rehearse", str(plan), str(table.number)], output))
        for table, _robot in plans:
            self._start(self.tables, Child(["table", str(table.config)]))
        if self.port is not None:
            pit = folder / "pit.toml"
            pit.write_text(f'[pit]\njournals = "journals"\n\n[dashboard]\nport = {self.port}\n', encoding="utf-8")
            self.dashboard = Child(["pit", str(pit)])
            self._stack.callback(self.dashboard.stop)
        self._stack.callback(self._stop_tables)
        self._stack.callback(self.stop_play)

    def _start(self, children: list[Child], child: Child) -> None:
        children.append(child)
        self._stack.callback(child.stop)

    def _stop_tables(self) -> None:
        for child in self.tables:
            child.stop()

    def _report_file(self, number: int) -> Path:
        return self.show.folder / f"T{number}.report.json"

    def _report(self, number: int) -> RehearsalReport:
        lines = self._report_file(number).read_bytes().splitlines()
        if not lines:
            raise DemoFailed(f"table {number} gave no score: its rehearsal ended with {self.rehearsals[number - 1].ended()}")
        return msgspec.json.decode(lines[-1], type=RehearsalReport)


def _check_free(port: int) -> None:
    """DemoFailed when somebody has the port: what answers there would not be our dashboard."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError as wrong:
            raise DemoFailed(f"port {port} cannot be had ({wrong.strerror}); name another with --port") from None


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=2) as answer:  # noqa: S310 - our own loopback address
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def play_live(show: Show, port: int | None, say: Callable[[str], None]) -> tuple[RehearsalReport, float]:
    """Plays to the end (or to Ctrl-C) in real time: the score and the CPU share of a table's controller."""
    began = time.monotonic()
    if port is not None:
        _check_free(port)
    with LiveDemo(show, port) as demo:
        if port is not None:
            if not demo.ready():
                raise DemoFailed("the dashboard, or a dealer's console, does not answer")
            say(f"Pit wall: {demo.address}    (Ctrl-C ends it)")
            for number in range(1, len(demo.show.consoles) + 1):
                say(f"Dealer's console T{number}: {demo.console(number)}")
        try:
            while demo.running():
                time.sleep(0.2)
        except KeyboardInterrupt:
            say("Stopping.")
            raise
        cpu = demo.cpu_per_table()
        return add_up(demo.reports(), time.monotonic() - began), cpu
