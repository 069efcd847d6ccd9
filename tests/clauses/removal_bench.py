"""Runs tests against a module from which something was taken away, each removal in a forked process of its own.

A program: one removal a line comes in as JSON, one answer a line goes out. This process imports pytest and what the project is
built on, but nothing of the project, so that each child reads it anew with one module altered and is quick all the same.
"""

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import signal
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import IO, Any

import click  # noqa: F401 - read once for all children, as the following
import cryptography.hazmat.primitives.ciphers.aead  # noqa: F401
import msgspec
import phevaluator  # noqa: F401
import pytest
import rich  # noqa: F401

SECONDS = 60
"""The longest a removal may take."""
ALL_FAILED, ONE_PASSED, NOT_PLAYED = 0, 1, 3


class Removal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`old`, which stands once in the module's source, becomes `new`; then every one of `tests` must fail."""

    clauses: tuple[str, ...]
    module: str
    old: str
    new: str
    tests: tuple[str, ...]


class Answer(msgspec.Struct, frozen=True):
    """`code`: one of the three above, or negative for a signal. `said`: the end of what the child printed."""

    code: int
    said: str


class Altered(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the one module, and executes the altered source in place of its own."""

    def __init__(self, removal: Removal) -> None:
        self._removal = removal

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if fullname != self._removal.module:
            return None
        own = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        assert own is not None
        assert own.origin is not None
        return importlib.util.spec_from_file_location(fullname, own.origin, loader=self)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        assert module.__file__ is not None
        source = Path(module.__file__).read_text(encoding="utf-8")
        assert source.count(self._removal.old) == 1, f"stands {source.count(self._removal.old)} times: {self._removal.old!r}"
        altered = source.replace(self._removal.old, self._removal.new)
        exec(compile(altered, module.__file__, "exec"), module.__dict__)


def in_child(removal: Removal) -> int:
    """What comes of the tests; called in a process that ends afterwards."""
    signal.alarm(SECONDS)
    sys.meta_path.insert(0, Altered(removal))
    importlib.import_module(removal.module)
    scenarios = [test for test in removal.tests if test.endswith(".table")]
    others = [test for test in removal.tests if not test.endswith(".table")]
    passed = [test for test in scenarios if holds(Path(test))]
    passed += [test for test in others if pytest.main(["-q", "-p", "no:cacheprovider", test]) != pytest.ExitCode.TESTS_FAILED]
    if passed:
        print("did not fail:", *passed)
    return ONE_PASSED if passed else ALL_FAILED


def holds(file: Path) -> bool:
    """Whether a scenario passes. A program that breaks down on the way is a failure, a file that cannot be read is not."""
    from table_controller.bootstrap.scenario import play
    from table_controller.rehearsal.scenario import read_scenario

    scenario = read_scenario(file)
    try:
        return play(scenario).failure is None
    except Exception as broken:  # noqa: BLE001 - whatever is raised, the test that plays this file fails
        print(f"{file}: {broken!r}")
        return False


def answer_to(removal: Removal) -> Answer:
    """Forks, waits, and reads what was said."""
    with tempfile.TemporaryFile() as said:
        child = os.fork()
        if child == 0:
            os._exit(_quietly(removal, said))
        _, status = os.waitpid(child, 0)
        said.seek(0)
        return Answer(os.waitstatus_to_exitcode(status), said.read().decode(errors="replace")[-2000:])


def _quietly(removal: Removal, said: IO[bytes]) -> int:
    os.dup2(said.fileno(), 1)
    os.dup2(said.fileno(), 2)
    code = NOT_PLAYED
    try:
        code = in_child(removal)
    except BaseException as broken:  # noqa: BLE001 - the forked process ends here, and says why
        print(f"not played: {broken!r}")
    sys.stdout.flush()
    return code


def main() -> None:
    """Serves until its input ends."""
    for line in sys.stdin.buffer:
        answer = answer_to(msgspec.json.decode(line, type=Removal))
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
