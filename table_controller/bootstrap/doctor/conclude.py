"""What the answers of the wires mean, once all were touched: well, dead, somewhere else, or talking across.

Pure. Owns the comparison, and what may be written into the configuration without guessing.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum

import msgspec

from table_controller.bootstrap.doctor.checks import Check, Part, Source


class Finding(StrEnum):
    """How a wire is."""

    OK = "ok"
    DEAD = "dead"
    """Nothing answered."""
    SWAPPED = "swapped"
    """One other wire answered, and it is bound to another place."""
    UNBOUND = "unbound"
    """One other wire answered, and the configuration does not know it."""
    CROSS_TALK = "cross_talk"
    """Others answered too, or several others."""
    STUCK = "stuck"
    """It answered, and went on when it was let go."""
    SKIPPED = "skipped"
    ABSENT = "absent"
    """Its device does not speak at all."""


class Answer(msgspec.Struct, frozen=True):
    """What a touch led to. `sources` None: skipped. `stuck`: what did not go back."""

    check: Check
    sources: frozenset[Source] | None
    stuck: frozenset[Source] = frozenset()
    absent: bool = False


class Concluded(msgspec.Struct, frozen=True):
    """One wire. `answered`: the wires that did; `bound_to`: the places those stand for, "" for an unbound one."""

    part: Part
    place: str
    source: Source
    finding: Finding
    answered: tuple[Source, ...] = ()
    bound_to: tuple[str, ...] = ()

    @property
    def well(self) -> bool:
        """Nothing needs to be done about it."""
        return self.finding in (Finding.OK, Finding.SKIPPED)


class Move(msgspec.Struct, frozen=True):
    """A place belongs to another wire than the configuration says."""

    place: str
    was: Source
    is_at: Source


_WRITTEN = (Part.ANTENNA, Part.INPUT)
"""The parts whose places the configuration holds; keys have their numbers from the matrix."""


def conclude(answers: Sequence[Answer]) -> tuple[Concluded, ...]:
    """Each answer in the light of what is bound where."""
    places = {answer.check.source: answer.check.place for answer in answers}
    return tuple(_one(answer, places) for answer in answers)


def _one(answer: Answer, places: Mapping[Source, str]) -> Concluded:
    check = answer.check
    answered = tuple(sorted(answer.sources or ()))
    bound = tuple(places.get(source, "") for source in answered)
    return Concluded(check.part, check.place, check.source, _finding(answer, bound), answered, bound)


def _finding(answer: Answer, bound: Sequence[str]) -> Finding:
    if answer.absent:
        return Finding.ABSENT
    if answer.sources is None:
        return Finding.SKIPPED
    if not answer.sources:
        return Finding.DEAD
    if len(answer.sources) > 1:
        return Finding.CROSS_TALK
    if answer.check.source not in answer.sources:
        return Finding.SWAPPED if bound[0] else Finding.UNBOUND
    return Finding.STUCK if answer.stuck else Finding.OK


def moves(concluded: Sequence[Concluded]) -> tuple[Move, ...]:
    """The moves that leave no place without its wire and no wire with two places; where that is not known, none."""
    wanted = {
        one.source: Move(one.place, one.source, one.answered[0])
        for one in concluded
        if one.part in _WRITTEN and one.finding in (Finding.SWAPPED, Finding.UNBOUND)
    }
    bound = {one.source for one in concluded}
    while blocked := [was for was, move in wanted.items() if _is_taken(move, wanted, bound)]:
        for was in blocked:
            del wanted[was]
    return tuple(wanted.values())


def _is_taken(move: Move, wanted: Mapping[Source, Move], bound: set[Source]) -> bool:
    """Another place stays at that wire, or is to go there too."""
    stays = move.is_at in bound and move.is_at not in wanted
    return stays or sum(other.is_at == move.is_at for other in wanted.values()) > 1
