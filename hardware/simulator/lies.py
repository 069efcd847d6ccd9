"""How well each antenna of a reader hears each tag: by how the card lies, what lies on it, and which antenna is beside.

Owns one draw for each card and the place where it rests. Which inventories then hear it is the reader's affair.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from hardware.protocol.events import Uid
from hardware.simulator.chance import base_of, draw
from hardware.simulator.felt import STACKED, beside
from hardware.simulator.noise import Noise
from hardware.simulator.zones import FELT, SEAT_ZONES, Zone

_EDGE, _SIDE, _MOUTH, _DOUBLE = range(4)


@dataclass(frozen=True, slots=True)
class Ground:
    """What is under the antennas of one reader. `beside`: which antennas can hear an antenna's cards. `stacked`: where cards lie
    on each other. `capped`: where chips may be laid on them. `mouths`: where they come out of a shoe.
    """

    beside: Mapping[int, Sequence[int]] = field(default_factory=dict)
    stacked: Collection[int] = ()
    capped: Collection[int] = ()
    mouths: Collection[int] = ()


@dataclass(frozen=True, slots=True)
class _Lie:
    """`side`: the antenna beside on whose side the card lies, None where there is none or it lies well in the field."""

    at_edge: bool
    side: int | None
    unread: bool


def ground_of(antennas: Mapping[int, Zone]) -> Ground:
    """What is under the antennas of one reader."""
    numbers = {zone: number for number, zone in antennas.items()}
    felt = {number: zone for number, zone in antennas.items() if zone in FELT}
    return Ground(
        beside={n: tuple(numbers[other] for other in beside(zone) if other in numbers) for n, zone in felt.items()},
        stacked=frozenset(n for n, zone in felt.items() if zone in STACKED),
        capped=frozenset(n for n, zone in felt.items() if zone in SEAT_ZONES.values()),
        mouths=frozenset(n for n, zone in antennas.items() if zone is Zone.EXIT),
    )


class Lies:
    """`lay` what lies on an antenna whenever that changes; then `chances` of it and of those beside."""

    def __init__(self, noise: Noise, seed: int, ground: Ground) -> None:
        self.noise = noise
        self._ground = ground
        self._seed = seed
        self._lying: dict[int, dict[Uid, _Lie]] = {}
        self._passing: dict[int, Sequence[Uid]] = {}
        self._caps: dict[int, float] = {}
        self._count = 0

    def beside(self, antenna: int) -> Sequence[int]:
        """The antennas that can hear this one's cards."""
        return self._ground.beside.get(antenna, ())

    def lay(self, antenna: int, lying: Sequence[Uid], passing: Sequence[Uid] = ()) -> None:
        """What lies on an antenna now, lowest first, and what passes over it. A card that lay there already lies as it did."""
        before = self._lying.get(antenna, {})
        if lying and not before:
            self._count += 1
            capped = antenna in self._ground.capped and self._drawn("cap", antenna, self._count) < self.noise.cap
            self._caps[antenna] = self.noise.cap_read if capped else 1.0
        self._lying[antenna] = {uid: before.get(uid) or self._new_lie(antenna, uid, lying) for uid in lying}
        self._passing[antenna] = passing

    def chances(self, antenna: int) -> dict[Uid, float]:
        """The tags that this antenna can hear in one inventory, with the chance of each."""
        heard: dict[Uid, float] = {}
        for uid, deep, lie in self._by_depth(antenna):
            well = 1 - (self.noise.edge_miss if lie.at_edge else self.noise.miss)
            _add(heard, uid, 0.0 if lie.unread else well * deep * self._caps[antenna])
        for uid in self._passing.get(antenna, ()):
            _add(heard, uid, self.noise.pass_read)
        for other in self.beside(antenna):
            for uid, deep, lie in self._by_depth(other):
                _add(heard, uid, deep * (self.noise.edge_neighbour if lie.side == antenna else self.noise.neighbour))
        return {uid: chance for uid, chance in heard.items() if chance > 0}

    def _by_depth(self, antenna: int) -> list[tuple[Uid, float, _Lie]]:
        depth = self.noise.depth if antenna in self._ground.stacked else (1.0,)
        lying = self._lying.get(antenna, {})
        last = len(lying) - 1
        return [(uid, depth[min(last - n, len(depth) - 1)], lie) for n, (uid, lie) in enumerate(lying.items())]

    def _new_lie(self, antenna: int, uid: Uid, lying: Sequence[Uid]) -> _Lie:
        self._count += 1
        base = base_of(self._seed, "lie", antenna, int.from_bytes(uid, "big"), self._count)
        at_edge = draw(base, _EDGE) <= self.noise.edge
        sides = self.beside(antenna)
        side = sides[int(draw(base, _SIDE) * len(sides)) % len(sides)] if at_edge and sides else None
        return _Lie(at_edge, side, antenna in self._ground.mouths and self._is_unread(base, second=lying[0] != uid))

    def _is_unread(self, base: int, *, second: bool) -> bool:
        alone = draw(base, _MOUTH) <= self.noise.mouth_unread
        return alone or (second and draw(base, _DOUBLE) <= self.noise.double_unread)

    def _drawn(self, word: str, *numbers: int) -> float:
        return draw(base_of(self._seed, word, *numbers), 0)


def _add(heard: dict[Uid, float], uid: Uid, chance: float) -> None:
    """Two tags with one identity answer as one."""
    heard[uid] = 1 - (1 - heard[uid]) * (1 - chance) if uid in heard else chance
