"""Keeps the dealer's console of one table running beside its controller, and ends it with the table.

It is a process of its own, so that no page can hold the table up and nothing that serves pages ever holds a hidden card. Nothing
of the web may be loaded here.
"""

import contextlib
import logging
import os
import subprocess
import sys
import threading
from pathlib import Path

log = logging.getLogger("burnturn.table")

LOOK_S = 0.25
AGAIN_S = 2.0
"""Pause before a console that ended by itself is started again; doubled each time."""
MOST_AGAIN_S = 60.0
STOP_S = 3.0


class ConsoleKeeper:
    """Keeps a console beside this process while it runs. That one cannot be had is no reason to stop a game."""

    def __init__(self, config: Path) -> None:
        self._command = [sys.executable, "-m", "table_controller", "console", str(config), "--beside", str(os.getpid())]
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="console", daemon=True)

    def start(self) -> None:
        """Returns at once; the page answers a second or two later."""
        self._thread.start()

    def stop(self) -> None:
        """Returns once the console has ended."""
        self._stopping.set()
        self._thread.join(timeout=2 * STOP_S)

    def _keep(self) -> None:
        pause = AGAIN_S
        while True:
            with self._started() as console:
                while console.poll() is None and not self._stopping.wait(LOOK_S):
                    pass
                if self._stopping.is_set():
                    _end(console)
                    return
            log.error("the dealer's console ended with %s; it is started again", console.returncode)
            if self._stopping.wait(pause):
                return
            pause = min(2 * pause, MOST_AGAIN_S)

    def _started(self) -> "subprocess.Popen[bytes]":
        """In a session of its own: a Ctrl-C at the terminal goes to the table, which ends it in order."""
        return subprocess.Popen(self._command, stdin=subprocess.DEVNULL, start_new_session=True)  # noqa: S603 - our own program


def _end(console: "subprocess.Popen[bytes]") -> None:
    console.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        console.wait(STOP_S)
        return
    console.kill()
