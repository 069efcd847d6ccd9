"""Starting the two small processes of this folder and reading what they say, in bounded time."""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
LIMIT_S = 30.0


class Child:
    """A child process with lines in both directions; killed when the block ends."""

    def __init__(self, script: str, *arguments: object) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, str(HERE / script), *map(str, arguments)]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment)

    def __enter__(self) -> "Child":
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()

    def line(self) -> str:
        """The next line it says."""
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def rest(self) -> list[str]:
        """All it says until it ends; its standard input is closed first."""
        said, _ = self._process.communicate(timeout=LIMIT_S)
        return str(said).split("\n")[:-1]

    def kill(self) -> None:
        """SIGKILL, and wait for its end."""
        self._process.kill()
        self._process.wait(LIMIT_S)
