"""Scripts: what people do one after another, as generators that say when they wait and for what.

Owns the waiting: the same script runs on a virtual clock (`ScriptRunner`) and in a thread (`run_in_real_time`). Knows no poker.
"""

import threading
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Final, TypeAlias


@dataclass(frozen=True, slots=True)
class Wait:
    """Let this many milliseconds pass."""

    ms: int


@dataclass(frozen=True, slots=True)
class Until:
    """Wait until `true`, for `patience_ms` at most; the script is sent whether it became so."""

    true: Callable[[], bool]
    patience_ms: int


Step: TypeAlias = Wait | Until
Script: TypeAlias = Generator[Step, bool, None]


class RehearsalStuck(RuntimeError):
    """The people at the table do not know how to go on. `what`: what they waited for. `seen`: the screen in short."""

    def __init__(self, what: str, seen: str) -> None:
        super().__init__(what, seen)  # both, so that it can come out of another process
        self.what = what
        self.seen = seen

    def __str__(self) -> str:
        return f"{self.what}; the screen shows: {self.seen}"


class ScriptRunner:
    """Sans-I/O: `advance` at `next_deadline`, and whenever something may have changed that the script waits for.

    `clock`: for a script that takes time itself, as one that gives orders to another process: a wait begins when it is reached.
    """

    def __init__(self, script: Script, now_ms: int, clock: Callable[[], int] | None = None) -> None:
        self.done = False
        self._clock = clock
        self._started = False
        self._script = script
        self._step: Step = Wait(0)
        self._since = now_ms

    def next_deadline(self) -> int | None:
        """When the script goes on at the latest, in ms; None when it is done."""
        if self.done:
            return None
        return self._since + (self._step.ms if isinstance(self._step, Wait) else self._step.patience_ms)

    def advance(self, now_ms: int) -> None:
        """Go on as far as possible. What the script raises comes out here."""
        while not self.done and (outcome := self._outcome(now_ms)) is not None:
            try:
                self._step = self._script.send(outcome) if self._started else next(self._script)
            except StopIteration:
                self.done = True
            self._started = True
            self._since = now_ms if self._clock is None else self._clock()

    def _outcome(self, now_ms: int) -> bool | None:
        """What the script is told about its step; None while it goes on waiting."""
        if isinstance(self._step, Until) and self._step.true():
            return True
        due = self.next_deadline()
        return isinstance(self._step, Wait) if due is not None and due <= now_ms else None


LONGEST_SLEEP_S: Final = 0.25


def run_in_real_time(
    script: Script, clock: Callable[[], int], wait_for_news: Callable[[float], object], stopping: threading.Event
) -> None:
    """Run a script to its end or until `stopping`. `wait_for_news`: sleeps until something changed, at most so many seconds."""
    runner = ScriptRunner(script, clock(), clock)
    try:
        while not stopping.is_set():
            runner.advance(clock())
            if (due := runner.next_deadline()) is None:
                return
            wait_for_news(min(LONGEST_SLEEP_S, max(0, due - clock()) / 1000))
    finally:
        script.close()
