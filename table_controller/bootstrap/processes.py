"""Child processes of a demonstration: started together, watched, stopped in order, never left behind."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NoReturn

STOP_S = 5.0
"""What a child is given to stop before it is killed."""
SWEEPS = 20


_PR_SET_PDEATHSIG = 1
"""prctl(2)."""


def end_with_parent() -> None:
    """Runs in the child: a SIGTERM when the parent is gone, however it went."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


class Child:
    """One `burnturn` process. `output` has its standard output where it was asked for."""

    def __init__(self, arguments: Sequence[str], output: IO[bytes] | None = None) -> None:
        self.arguments = tuple(arguments)
        self._since = time.monotonic()
        self._process = subprocess.Popen(  # noqa: S603 - our own program, our own arguments
            [sys.executable, "-m", "table_controller", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=output or subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C at the terminal goes to the demonstration alone, which stops us in order
            preexec_fn=end_with_parent,  # noqa: PLW1509 - no thread has been started yet
        )

    @property
    def pid(self) -> int:
        """Process id."""
        return self._process.pid

    def cpu_share(self) -> float:
        """CPU seconds used for each second since it was started; 0 when it has ended."""
        try:
            fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        except OSError:
            return 0.0
        ticks = int(fields[11]) + int(fields[12])  # utime and stime, proc(5)
        return ticks / os.sysconf("SC_CLK_TCK") / max(0.001, time.monotonic() - self._since)

    def ended(self) -> int | None:
        """Exit code, or None while it runs."""
        return self._process.poll()

    def stop(self) -> None:
        """SIGTERM; SIGKILL when that does not help."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(STOP_S)
            return
        self._process.kill()
        self._process.wait(STOP_S)

    def kill(self) -> None:
        """SIGKILL, as a power cut would."""
        self._process.kill()
        self._process.wait(STOP_S)


@contextmanager
def swept(put_away: Callable[[], bool]) -> Iterator[None]:
    """`put_away` is called when the context ends, and also when this process does without coming so far, by SIGKILL too.

    It says whether anything was left. What it puts away it may be asked for several times: children end a little later than we.
    """
    watched, held = os.pipe()
    pid = os.fork()
    if pid == 0:
        _sweep_after(watched, put_away)
    os.close(watched)
    try:
        yield
    finally:
        put_away()
        os.close(held)
        os.waitpid(pid, 0)


def _sweep_after(watched: int, put_away: Callable[[], bool]) -> NoReturn:
    """In the sweeper: waits until nobody holds the other end of the pipe any more. Returns never."""
    try:
        os.setsid()  # a Ctrl-C at the terminal is not for us
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(watched, 3)
        for standard in range(3):
            os.dup2(nothing, standard)
        os.closerange(4, os.sysconf("SC_OPEN_MAX"))
        os.read(3, 1)
        for _ in range(SWEEPS if put_away() else 0):
            time.sleep(STOP_S / SWEEPS)
            put_away()
    finally:
        os._exit(0)


def wait_for(ready: Callable[[], bool], patience_s: float) -> bool:
    """Looks ten times a second until `ready()`; False when the patience is over first."""
    until = time.monotonic() + patience_s
    while not ready():
        if time.monotonic() > until:
            return False
        time.sleep(0.1)
    return True
