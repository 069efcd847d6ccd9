"""What it weighs, for one place against one beside it, that an antenna has heard a card there for so long and so well.

A card that lies in the next field is heard too, at the worst in one inventory of four; one that lies here in nineteen of twenty,
at the edge in six of ten. The weight of what was heard is the logarithm of how much likelier it is for a card that lies here than
for one that lies beside. To be measured at a table that was built; these are the figures of one that should be repaired.
"""

import math

from table_controller.tracking.timing import HITS_UNTOLD, INVENTORIES

_WELL, _AT_EDGE, _BESIDE = 0.95, 0.6, 0.25
"""Chance to be heard in one inventory: well in the field, at its edge, and at the edge of the next on this side."""

UNEXPECTED = 16.0
"""So much it must weigh that a card has moved aside where no card should: one such move in ten million is nobody's."""
MISDEALT = 9.0
"""The same for a card of the deck that is heard beside the place where it is awaited: people do err in that."""
PUT_RIGHT = 4.5
"""And where a card is to be moved there now."""

_VANISHED = 10.0
"""And so much that one is gone from where it lay."""

_COMES = 2 * math.log(_WELL / _BESIDE)
"""Two inventories one after the other, which an antenna takes to tell of a card."""
_GONE = 0.12
"""One round in which the place where it lay hears nothing: a card at the edge and under chips is unheard for many."""

_UNHEARD = math.log((1 - _BESIDE) / (1 - _AT_EDGE))
"""One inventory in which the antenna does not hear a card that would lie at its edge."""


def _of(hits: float) -> float:
    """Of one round, where the antenna hears this many of eight inventories."""
    share = hits / INVENTORIES
    return max(
        share * math.log(chance / _BESIDE) + (1 - share) * math.log((1 - chance) / (1 - _BESIDE)) for chance in (_WELL, _AT_EDGE)
    )


_WEIGHTS = tuple(_of(min(hits, INVENTORIES - 0.5)) for hits in range(INVENTORIES + 1))
"""By the hits that were told; of eight one may have been missed."""


def rounds_until(weight: float, hits: int) -> float | None:
    """How many rounds a card that was here must be heard there alone to weigh so much; None: so badly is no card heard that lies
    there. Before eight inventories an antenna has told no hits."""
    gain = _WEIGHTS[hits] + _GONE
    if gain <= 0:
        return None
    return max((weight - _COMES) / gain, INVENTORIES if hits == HITS_UNTOLD and weight >= MISDEALT else 0.0)


def weighs(rounds: float, hits: int) -> float:
    """How much it weighs that a card was heard there for so many rounds."""
    return _COMES + rounds * (_WEIGHTS[hits] + _GONE)


def rounds_kept(rounds: float, silent: float, hits: int) -> float:
    """How many of the rounds for which a card was heard there still count after so many in which it was not: what those weigh
    against a card that lies at the edge is taken off."""
    gain = _WEIGHTS[hits] + _GONE
    return max(0.0, rounds - silent * _UNHEARD / gain) if gain > 0 else 0.0


def rounds_silent(hits: float, weight: float = _VANISHED) -> float:
    """For how many rounds a card that is heard in so many of eight inventories may not be told of although it lies there: until
    its silence weighs so much that it is gone."""
    heard = min(hits / INVENTORIES, _WELL)
    unheard = (1 - heard + math.sqrt((1 - heard) ** 2 + 4 * heard * (1 - heard))) / 2  # one more without two hits together
    return weight / -math.log(unheard)


def rounds_ahead(weight: float, hits: int, other: int) -> float | None:
    """The same while both places hear it; `other`: the hits where it lay. None: it is not heard better there."""
    gain = _WEIGHTS[hits] - _WEIGHTS[other]
    return max(weight / gain, INVENTORIES + 1) if gain > 0 else None


def rounds_twice(weight: float, hits: int) -> float:
    """How many rounds two antennas side by side must hear a card so well until it weighs so much that there are two of it."""
    return weight / max(_WEIGHTS[hits], _WEIGHTS[INVENTORIES // 2])
