"""The inventories of one reader, one after another, ahead of the clock: which antenna, how long, what is heard, what is told.

Owns their order (in turn, every other time an antenna where a tag is about to come or go, as hardware/firmware/core/turns.c),
their times, and the way back to an earlier moment. Times are in us. Knows nothing of cards.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from hardware.protocol.events import Uid
from hardware.simulator.air import inventory_us
from hardware.simulator.chance import NEVER, base_of, next_time
from hardware.simulator.ghosts import Ghosts, Haunt
from hardware.simulator.noise import Noise
from hardware.simulator.tag_filter import Heard, Sensed, step

_LONG_AGO: Final = -NEVER
_UNSETTLED: Final = 2


@dataclass(frozen=True, slots=True)
class Told:
    """What an inventory tells when it is complete."""

    began: int
    due: int
    events: tuple[Sensed, ...]


class _Voice(NamedTuple):
    """A tag that an antenna can hear. `usual`: it mostly does; `odd`: chance of the other thing in one inventory."""

    uid: Uid
    usual: bool
    odd: float
    base: int


class _State:
    """All that changes from one inventory to the next. Its lists have a place for each antenna; what lies there never changes."""

    def __init__(self, count: int) -> None:
        self.free = 0
        """When the next inventory can begin."""
        self.hurry = False
        self.turn = self.hurried = self.used = -1
        self.unsettled: tuple[int, ...] = ()
        self.done = [0] * count
        """Inventories so far."""
        self.odd_at = [0] * count
        """The inventory that must be looked at; all before it are as the last one."""
        self.last = [_LONG_AGO] * count
        self.before = [_LONG_AGO] * count
        self.third = [_LONG_AGO] * count
        """When the last three inventories of each began."""
        self.tags: list[dict[Uid, Heard]] = [{} for _ in range(count)]
        self.odds: list[dict[Uid, int]] = [{} for _ in range(count)]
        """For each voice, the next inventory in which it is not as usual."""
        self.haunts = [Haunt()] * count

    def copy(self) -> "_State":
        other = _State(0)
        other.free, other.hurry, other.unsettled = self.free, self.hurry, self.unsettled
        other.turn, other.hurried, other.used = self.turn, self.hurried, self.used
        other.done, other.odd_at = self.done[:], self.odd_at[:]
        other.last, other.before, other.third = self.last[:], self.before[:], self.third[:]
        other.tags, other.odds, other.haunts = self.tags[:], self.odds[:], self.haunts[:]
        return other


class Inventories:
    """`ahead` computes to the next thing told; `back_to` a moment before anything of it changes."""

    def __init__(self, antennas: Iterable[int], noise: Noise, seed: int) -> None:
        self._antennas = tuple(antennas)
        count = len(self._antennas)
        self._seed = seed
        self._bases: dict[tuple[int, Uid], int] = {}
        self._ghosts = Ghosts(noise, seed)
        self._switch = round(noise.switch_ms * 1000)
        self._voices: list[tuple[_Voice, ...]] = [()] * count
        self._chances: list[Mapping[Uid, float]] = [{}] * count
        self._usual: list[frozenset[Uid]] = [frozenset()] * count
        self._span = [_span(())] * count
        self._order = list(range(count))
        """The antennas that are visited, by their places."""
        self.stopped = False
        self._state = self._base = _State(count)
        self._until = 0
        """So far it is computed. Behind a told inventory it may have gone on to its end."""
        self._fresh = True
        """Nothing is computed ahead."""
        self._told: Told | None = None

    def forget(self, now: int) -> None:
        """Begin anew: no tag is known, every antenna is visited."""
        state = _State(len(self._antennas))
        state.free = self._until = now
        state.done = self._state.done[:]
        self._state, self._told, self._fresh = state, None, True
        self._chances = [{} for _ in self._antennas]
        self._voices = [() for _ in self._antennas]
        self._order = list(range(len(self._antennas)))

    def pause(self, now: int, *, stopped: bool) -> None:
        """The reader falls silent, or goes on from now. After `back_to`."""
        self.stopped = stopped
        self._state.free = max(self._state.free, now)

    def visit(self, antennas: Iterable[int]) -> None:
        """Visit only these from now on. After `back_to`."""
        wanted = set(antennas)
        self._order = [n for n, antenna in enumerate(self._antennas) if antenna in wanted]

    def hear(self, antenna: int, chances: Mapping[Uid, float]) -> None:
        """From now on an antenna hears these tags, with these chances. After `back_to`."""
        n, state = self._antennas.index(antenna), self._state
        if chances == self._chances[n]:
            return
        self._chances[n] = chances
        before = {voice.uid: voice for voice in self._voices[n]}
        voices, odds = [], {}
        for uid, chance in chances.items():
            voice = _Voice(uid, chance >= 0.5, min(chance, 1 - chance), self._base_of(n, uid))
            voices.append(voice)
            kept = state.odds[n].get(uid) if voice == before.get(uid) else None
            odds[uid] = next_time(voice.base, state.done[n], voice.odd) if kept is None else kept
        self._voices[n], state.odds[n] = tuple(voices), odds
        self._usual[n] = frozenset(voice.uid for voice in voices if voice.usual)
        self._span[n] = _span(tuple(voice.uid for voice in voices if voice.usual))
        state.odd_at[n] = state.done[n]

    def back_to(self, now: int) -> None:
        """Undo every inventory that begins at this moment or later; or go on to it."""
        if self._told is not None and self._told.began < now:
            self._fresh = True  # it is under way, and is not undone
            return
        if not self._fresh and now < self._until:
            self._state, self._told = self._base.copy(), None
        self._advance(now)
        self._until, self._fresh = now, True

    def ahead(self, span: int, limit: int) -> int:
        """Compute to the next thing told, but no farther than this span and limit. When to come again, in ms."""
        if self._told is None and self._fresh:
            self._base = self._state.copy()
            self._fresh = False
            self._until = min(self._until + span, limit)
            self._advance(self._until)
        return -(-(self._until if self._told is None else self._told.due) // 1000)

    def tells_by(self, now_ms: int) -> bool:
        """Whether something is told by then."""
        return self._told is not None and self._told.due <= now_ms * 1000

    def take(self) -> Told | None:
        """What is told now that its time has come; None when there is nothing."""
        told, self._told = self._told, None
        if told is not None:
            self._until = max(told.due, self._until if self._fresh else 0)
        self._fresh = True
        return told

    def twice(self, antenna: int, since: int, now: int) -> bool:
        """Whether two inventories of an antenna began after a moment and are complete now. After `back_to`."""
        n, state = self._antennas.index(antenna), self._state
        under_way = state.used == n and state.free > now
        return (state.third if under_way else state.before)[n] > since

    def _advance(self, limit: int) -> None:
        """All inventories that begin before this, up to the first that tells something."""
        state, done, odd_at, switch = self._state, self._state.done, self._state.odd_at, self._switch
        if self.stopped or not self._order:
            state.free = max(state.free, limit)
        alone = len(self._order) == 1
        while state.free < limit and self._told is None:
            if alone and self._skip(self._order[0], limit):
                continue
            n, began = self._choose(), state.free
            state.third[n], state.before[n], state.last[n] = state.before[n], state.last[n], began
            number = done[n]
            done[n] = number + 1
            start = began if alone or n == state.used else began + switch
            state.used = n
            if number < odd_at[n]:
                state.free = start + self._span[n]
            else:
                self._inventory(n, number, began, start)

    def _base_of(self, n: int, uid: Uid) -> int:
        base = self._bases.get((n, uid))
        if base is None:
            base = self._bases[n, uid] = base_of(self._seed, "voice", self._antennas[n], int.from_bytes(uid, "big"))
        return base

    def _skip(self, n: int, limit: int) -> bool:
        """A reader with one antenna repeats itself until something is odd. Whether it did more than once."""
        state, span = self._state, self._span[n]
        many = min(state.odd_at[n] - state.done[n], -(-(limit - state.free) // span))
        if many > 1:
            state.done[n] += many
            state.free += many * span
            state.third[n], state.before[n] = (state.last[n] if many == 2 else state.free - 3 * span), state.free - 2 * span
            state.last[n], state.used = state.free - span, n
        return many > 1

    def _choose(self) -> int:
        state = self._state
        if state.unsettled and not state.hurry and (wanted := [n for n in state.unsettled if n in self._order]):
            state.hurry = True
            state.hurried = next((n for n in wanted if n > state.hurried), wanted[0])
            return state.hurried
        state.hurry = False
        state.turn = (state.turn + 1) % len(self._order)
        return self._order[state.turn]

    def _inventory(self, n: int, number: int, began: int, start: int) -> None:
        state, odds = self._state, self._state.odds[n]
        heard = []
        for uid, usual, chance, base in self._voices[n]:
            odd = odds[uid] == number
            if odd:
                odds = {**odds, uid: next_time(base, number + 1, chance)}
            if odd != usual:
                heard.append(uid)
        state.odds[n] = odds
        haunt = state.haunts[n]
        if not haunt.ends <= number < haunt.next:
            heard, state.haunts[n] = self._ghosts.over(haunt, self._antennas[n], number, heard)
        state.free = start + _span(tuple(heard))
        told = self._filter(n, number, began, heard)
        if told:
            self._told = Told(began, state.free, tuple(told))

    def _filter(self, n: int, number: int, began: int, heard: list[Uid]) -> list[Sensed]:
        antenna, before = self._antennas[n], self._state.tags[n]
        tags, told, restless = dict(before), [], 0
        for uid, tag in before.items():
            hit = uid in heard
            if hit and tag.steady:
                continue
            after, sensed = step(tag, antenna, uid, number, began, hit=hit)
            if sensed is not None:
                told.append(sensed)
            if after is None:
                del tags[uid]
            else:
                tags[uid] = after
                restless |= _restless(after)
        for uid in heard:
            if uid not in before:
                tags[uid] = Heard(number, began)
                restless = _UNSETTLED
        self._state.tags[n] = tags
        self._note(n, number, tags, restless)
        return told

    def _note(self, n: int, number: int, tags: Mapping[Uid, Heard], restless: int) -> None:
        """Whether the antenna is about to tell something, and which of its inventories must be looked at next."""
        state = self._state
        if (restless >= _UNSETTLED) != (n in state.unsettled):
            state.unsettled = tuple(sorted({n} ^ set(state.unsettled)))
        haunt = state.haunts[n]
        if restless or haunt.ends > number or tags.keys() != self._usual[n]:
            state.odd_at[n] = number + 1
        else:
            state.odd_at[n] = (
                min(*state.odds[n].values(), haunt.next, NEVER) if tags else min(state.odds[n].values(), default=NEVER)
            )


def _restless(tag: Heard) -> int:
    """0: steady. `_UNSETTLED`: about to come or go."""
    return 0 if tag.steady else 1 if tag.there and not tag.misses else _UNSETTLED


@lru_cache(4096)
def _span(tags: tuple[Uid, ...]) -> int:
    return round(inventory_us(tags))
