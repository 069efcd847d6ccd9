"""Tags that are not there: one bit of a real one's identity is read wrong, and the checksum is good all the same.

Owns when and which. A ghost speaks in the place of the real tag; what a filter makes of it is not known here.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from hardware.protocol.events import UID_BYTES, Uid
from hardware.simulator.chance import base_of, draw, next_time
from hardware.simulator.noise import Noise

_WHO, _BIT, _STAYS, _LONG = range(4)
_READ_WRONG: Final = 8 * (UID_BYTES - 1)
"""Any bit but those of the first byte: a UID that does not begin with E0 is no tag."""


class Haunt(NamedTuple):
    """Of one antenna. `next`: number of the inventory of the next ghost, -1 not drawn; `ends`: first without this one."""

    next: int = -1
    ends: int = 0
    victim: Uid | None = None
    ghost: Uid | None = None


class Ghosts:
    """`over` each inventory that is looked at."""

    def __init__(self, noise: Noise, seed: int) -> None:
        self._noise = noise
        self._seed = seed

    def over(self, haunt: Haunt, antenna: int, number: int, heard: list[Uid]) -> tuple[list[Uid], Haunt]:
        """What is read where these tags answer inventory `number` of an antenna, and how it goes on."""
        base = base_of(self._seed, "ghost", antenna)
        if haunt.next < number:
            haunt = haunt._replace(next=next_time(base, number, self._noise.ghost))
        if haunt.next == number and heard:
            haunt = self._begin(base, haunt, number, heard)
        if number < haunt.ends and haunt.ghost is not None:
            heard = [haunt.ghost if uid == haunt.victim else uid for uid in heard]
        return heard, haunt

    def _begin(self, base: int, haunt: Haunt, number: int, heard: Sequence[Uid]) -> Haunt:
        chance = base_of(base, "one", number)
        victim = heard[int(draw(chance, _WHO) * len(heard)) % len(heard)]
        stays = 1
        if draw(chance, _STAYS) <= self._noise.ghost_sticky:
            stays = 2 + int(draw(chance, _LONG) * max(0, self._noise.ghost_most - 1)) % max(1, self._noise.ghost_most - 1)
        bit = int(draw(chance, _BIT) * _READ_WRONG) % _READ_WRONG
        ghost = Uid((int.from_bytes(victim, "big") ^ 1 << bit).to_bytes(UID_BYTES, "big"))
        return haunt._replace(ends=number + stays, victim=victim, ghost=ghost)
