"""Switches and beams under noise: for a while one shows what is not so.

Owns the disturbances of one row of contacts; debouncing is that of `contacts`. What a contact stands for is told by `Habit`.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from hardware.protocol.events import Event
from hardware.simulator.antenna import Emit
from hardware.simulator.chance import NEVER
from hardware.simulator.contacts import Contacts, Feel
from hardware.simulator.noise import HAND_S, Noise
from hardware.simulator.troubles import spells

_BOUNCE_SHORTEST_MS: Final = 25
_AFTER_MS: Final = (30, 120)
"""A bounce begins so long after the change."""
_CHATTERS: Final = (1, 3)
_CHATTER_MS: Final = (25, 80)


@dataclass(frozen=True, slots=True)
class Habit:
    """How one contact errs. `forced`: what it shows where nothing else is so, `per_hour` times for `shortest_s` to `longest_s`,
    while `when` holds. `unseen`: chance that it does not go up. `bounce`: chance of a bounce, `rises` too. `chatter`: chance that
    it chatters when it goes up; `beside`: contacts of which one then goes up too.
    """

    forced: bool = False
    per_hour: float = 0.0
    shortest_s: float = 0.0
    longest_s: float = 0.0
    when: Feel = bool
    unseen: float = 0.0
    bounce: float = 0.0
    rises: bool = True
    chatter: float = 0.0
    beside: Sequence[int] = ()


def seat_habit(noise: Noise, sits: Feel) -> Habit:
    """Of the sensor that feels whether somebody sits there."""
    spell = (noise.seat_lost_per_hour, noise.seat_lost_shortest_s, noise.seat_lost_longest_s)
    return Habit(False, *spell, when=sits, bounce=noise.bounce)


def line_habit(noise: Noise, sits: Feel) -> Habit:
    """Of the beam along the bet line of a seat."""
    spell = (noise.sleeve_per_hand * 3600 / HAND_S, noise.sleeve_shortest_s, noise.sleeve_longest_s)
    return Habit(True, *spell, when=sits, unseen=noise.unseen, bounce=noise.bounce)


def hall_habit(noise: Noise, beside: Sequence[int]) -> Habit:
    """Of the sensor that feels the button."""
    return Habit(bounce=noise.bounce, chatter=noise.hall_chatter, beside=beside)


def key_habit(noise: Noise) -> Habit:
    """Of a key: it bounces when it is let go, and is down once more."""
    return Habit(bounce=noise.key_bounce, rises=False)


@dataclass(slots=True)
class _Contact:
    """`truth`: as last felt. `forced`: begin, end and level of what is to come. `spell`: the next disturbance of itself."""

    habit: Habit
    chance: random.Random
    spells: Iterator[tuple[int, int]]
    spell: tuple[int, int] = (NEVER, NEVER)
    truth: bool = False
    hidden: bool = False
    forced: list[tuple[int, int, bool]] = field(default_factory=list)

    def shows(self, now_ms: int) -> bool:
        """What it shows at this moment."""
        if self.spell[0] <= now_ms < self.spell[1] and self.habit.when():
            return self.habit.forced
        for begin, end, level in self.forced:
            if begin <= now_ms < end:
                return level
        return self.truth and not self.hidden

    def changes(self) -> Iterator[int]:
        """Moments at which that may change by itself."""
        yield from self.spell
        for begin, end, _ in self.forced:
            yield begin
            yield end


class NoisyContacts(Contacts):
    """As Contacts; besides it changes by itself."""

    def __init__(
        self,
        contacts: Mapping[int, Feel],
        event: Callable[[int, bool], Event],
        emit: Emit,
        habits: Mapping[int, Habit],
        noise: Noise,
        seed: str,
        now_ms: int,
    ) -> None:
        """`seed`: of this row alone."""
        super().__init__({n: self._feeling(n) for n in contacts}, event, emit)
        self._truth = contacts
        self._now = now_ms
        self._wakes = now_ms
        self._longest_bounce = max(noise.bounce_longest_ms, _BOUNCE_SHORTEST_MS)
        self._rows = {n: self._made(habits[n], f"{seed} {n}", now_ms) for n in contacts}

    @staticmethod
    def _made(habit: Habit, seed: str, now_ms: int) -> _Contact:
        chance = random.Random(f"contact {seed}")  # noqa: S311  (noise to repeat, not secrets)
        own = random.Random(f"spell {seed}")  # noqa: S311
        made = _Contact(habit, chance, spells(own, habit.per_hour, habit.shortest_s, habit.longest_s, now_ms))
        made.spell = next(made.spells, (NEVER, NEVER))
        return made

    def deadline(self) -> int | None:
        """When the next contact settles or changes by itself."""
        settles = super().deadline()
        return min(self._wakes, NEVER if settles is None else settles)

    def touch(self, now_ms: int) -> None:
        """Feel all contacts now."""
        self._now = now_ms
        for number, feel in self._truth.items():
            row, truth = self._rows[number], feel()
            row.forced = [one for one in row.forced if one[1] > now_ms]
            while row.spell[1] <= now_ms:
                row.spell = next(row.spells, (NEVER, NEVER))
            if truth != row.truth:
                row.truth = truth
                self._changed(row, now_ms)
        super().touch(now_ms)
        self._wakes = min((at for row in self._rows.values() for at in row.changes() if at > now_ms), default=NEVER)

    def settle(self, now_ms: int) -> None:
        """Report the contacts whose new level has stood long enough by now."""
        super().settle(now_ms)
        if self._wakes <= now_ms:
            self.touch(now_ms)

    def _feeling(self, number: int) -> Feel:
        return lambda: self._rows[number].shows(self._now)

    def _changed(self, row: _Contact, now_ms: int) -> None:
        """Something really moved: what comes with it."""
        habit, chance, truth = row.habit, row.chance, row.truth
        row.hidden = truth and chance.random() < habit.unseen
        if chance.random() < habit.bounce and (not truth or habit.rises):
            begin = now_ms + chance.randint(*_AFTER_MS)
            row.forced.append((begin, begin + round(chance.uniform(_BOUNCE_SHORTEST_MS, self._longest_bounce)), not truth))
        if truth and chance.random() < habit.chatter:
            self._chatter(row, now_ms)

    def _chatter(self, row: _Contact, now_ms: int) -> None:
        chance, at = row.chance, now_ms
        for _ in range(chance.randint(*_CHATTERS)):
            at += chance.randint(*_CHATTER_MS)
            row.forced.append((at, at := at + chance.randint(*_CHATTER_MS), False))
        if row.habit.beside:
            other = self._rows[chance.choice(row.habit.beside)]
            begin = now_ms + chance.randint(*_AFTER_MS)
            other.forced.append((begin, begin + chance.randint(*_CHATTER_MS), True))
