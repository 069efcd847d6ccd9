"""Asks for one touch after the other and waits for what the wires say, or for a word of the installer.

Owns the waiting: a touch counts when it has stood for a while, so that an arm that crosses other sensors does not. Reaches the
table through a `Bench`; nothing here waits without end.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

import msgspec

from hardware.protocol.wire import LampPattern
from table_controller.bootstrap.doctor.checks import Check, LampCheck, Source
from table_controller.bootstrap.doctor.conclude import Answer, Finding
from table_controller.bootstrap.doctor.wires import Wires
from table_controller.core.messages import Message

NOTHING = frozenset({"", "n"})
"""Words for: I did, and nothing happens."""
SKIP, QUIT, YES = "s", "q", "y"
_LOOK_MS = 20
BEEPER = -1


class Installer(Protocol):
    """Who stands at the table: reads prompts, may type a line."""

    def show(self, message: Message) -> None:
        """Tells what to do."""
        ...

    def said(self) -> str | None:
        """A line typed since, lower case; None: none."""
        ...

    @property
    def can_type(self) -> bool:
        """Whether a line may come at all."""
        ...


class Bench(Protocol):
    """The table's wires and lamps."""

    wires: Wires

    def pump(self, wait_ms: int) -> None:
        """Takes what comes within this time."""
        ...

    def light(self, lamp: int, pattern: LampPattern) -> None:
        """Lets a lamp burn, or sounds the beeper (BEEPER)."""
        ...


class Patience(msgspec.Struct, frozen=True):
    """Milliseconds: for a touch or a word to come, and for which it must stand."""

    touch: int = 60_000
    settle: int = 1_000


class LampConcluded(msgspec.Struct, frozen=True):
    """One lamp. `lit`: the lamp that burned in its stead, where the installer named it."""

    place: str
    finding: Finding
    lit: int | None = None

    @property
    def well(self) -> bool:
        """Nothing needs to be done about it."""
        return self.finding in (Finding.OK, Finding.SKIPPED)


class _Quit(Exception):
    """The installer goes home; what was not asked is skipped."""


class Examination:
    """One walk around a table."""

    def __init__(
        self, bench: Bench, installer: Installer, patience: Patience, companions: Callable[[Check, Source], bool]
    ) -> None:
        """`companions`: whether a source may well answer beside the one that is checked."""
        self._bench, self._installer, self._patience = bench, installer, patience
        self._companions = companions
        self._left = False

    def touch_all(self, checks: Iterable[Check]) -> Iterator[Answer]:
        """Each answer as it comes."""
        for check in checks:
            yield self._touch(check) if not self._left else Answer(check, None)

    def light_all(self, checks: Iterable[LampCheck]) -> Iterator[LampConcluded]:
        """Each answer as it comes."""
        for check in checks:
            yield self._light(check) if not self._left else LampConcluded(check.place, Finding.SKIPPED)

    def _touch(self, check: Check) -> Answer:
        if check.source.device not in self._bench.wires.ready:
            return Answer(check, frozenset(), absent=True)
        self._bench.wires.rest()
        self._installer.show(check.touch)
        try:
            found = self._wait_for_touch(check)
            if found:
                self._installer.show(check.release)
            return Answer(check, found, self._wait_for_release(check) if found else frozenset())
        except _Quit:
            self._left = True
            return Answer(check, None)

    def _wait_for_touch(self, check: Check) -> frozenset[Source] | None:
        """What answered and stood; empty: nothing did; None: skipped."""
        last, since = frozenset[Source](), _now()
        for now, word in self._moments():
            if word == SKIP:
                return None
            if word in NOTHING:
                return last
            found = self._relevant(check, self._bench.wires.touched())
            if found != last:
                last, since = found, now
            elif found and now - since >= self._patience.settle:
                return found
        return last

    def _wait_for_release(self, check: Check) -> frozenset[Source]:
        """What does not go back."""
        held = self._relevant(check, self._bench.wires.held())
        if not held:
            return held
        for _, word in self._moments():
            held = self._relevant(check, self._bench.wires.held())
            if not held or word is not None:
                break
        return held

    def _light(self, check: LampCheck) -> LampConcluded:
        lamp = BEEPER if check.lamp is None else check.lamp
        if not self._installer.can_type:
            return LampConcluded(check.place, Finding.SKIPPED)
        self._bench.light(lamp, LampPattern.ON)
        self._installer.show(check.ask)
        try:
            return self._lamp_answer(check)
        except _Quit:
            self._left = True
            return LampConcluded(check.place, Finding.SKIPPED)
        finally:
            self._bench.light(lamp, LampPattern.OFF)

    def _lamp_answer(self, check: LampCheck) -> LampConcluded:
        for _, word in self._moments():
            if word == YES:
                return LampConcluded(check.place, Finding.OK)
            if word in NOTHING:
                return LampConcluded(check.place, Finding.DEAD)
            if word is not None and word.isdecimal():
                return LampConcluded(check.place, Finding.SWAPPED, int(word))
            if word is not None:
                break
        return LampConcluded(check.place, Finding.SKIPPED)

    def _relevant(self, check: Check, sources: frozenset[Source]) -> frozenset[Source]:
        """Wires of the same kind; what may well answer too counts only while the right one does not."""
        same = frozenset(source for source in sources if source.kind == check.source.kind)
        if check.source in same:
            return frozenset(source for source in same if source == check.source or not self._companions(check, source))
        return same

    def _moments(self) -> Iterator[tuple[int, str | None]]:
        """The time and the word typed, again and again until patience ends."""
        until = _now() + self._patience.touch
        while (now := _now()) < until:
            self._bench.pump(_LOOK_MS)
            word = self._installer.said()
            if word == QUIT:
                raise _Quit
            yield now, word


def _now() -> int:
    return time.monotonic_ns() // 1_000_000
