"""The bench of removals, started once for a run of tests."""

import os
import select
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.clauses.removal_bench import SECONDS, Answer, Removal

Bench = Callable[[Removal], Answer]


@pytest.fixture(scope="session")
def bench(root: Path) -> Iterator[Bench]:
    """What comes of a removal."""
    environment: dict[str, str] = {**os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"}
    pipe: Any = subprocess.PIPE
    command = [sys.executable, "-m", "tests.clauses.removal_bench"]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, cwd=root, env=environment) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        asked, told = process.stdin, process.stdout

        def ask(removal: Removal) -> Answer:
            asked.write(msgspec.json.encode(removal) + b"\n")
            asked.flush()
            ready, _, _ = select.select([told], [], [], SECONDS + 30)
            assert ready, "the bench does not answer"
            return msgspec.json.decode(told.readline(), type=Answer)

        yield ask
        asked.close()
        try:
            process.wait(10)
        finally:
            process.kill()
