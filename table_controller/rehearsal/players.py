"""Robot players: one act out of those the dealer's screen offers, by chance that depends on nothing but its number.

Owns the choice. It sees only the keys of the view; a player of this kind does not know his cards.
"""

import random
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from table_controller.core.ids import Chips
from table_controller.rehearsal.hands import Key, digits
from table_controller.views.shapes import ActKeys


class ActKind(StrEnum):
    """What a player does."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    WAGER = "wager"
    ALL_IN = "all_in"


_NONE: Final = Chips(0)


@dataclass(frozen=True, slots=True)
class Act:
    """`to`: total of the round for a wager; `adds`: chips that go over the line."""

    kind: ActKind
    adds: Chips = _NONE
    to: Chips = _NONE


@dataclass(frozen=True, slots=True)
class Mood:
    """Weights of what players like to do. A passive table stays in: it checks and calls only. `least`: bets are the smallest."""

    fold: int = 22
    stay: int = 60
    wager: int = 16
    all_in: int = 2
    least: bool = False


USUAL: Final = Mood()
PASSIVE: Final = Mood(fold=0, stay=1, wager=0, all_in=0)
RAISING: Final = Mood(fold=0, stay=0, wager=1, all_in=0, least=True)
"""Everybody bets and raises as little as may be; where nobody can, they stay in."""


def choose(keys: ActKeys, bet: Chips, stack: Chips, mood: Mood, rng: random.Random) -> Act:
    """One legal act. `bet`: what the seat has on the line, `stack`: what it has behind."""
    options: list[tuple[Act, int]] = []
    if keys.check:
        options.append((Act(ActKind.CHECK), mood.stay))
    if keys.call is not None:
        options.append((Act(ActKind.CALL, adds=keys.call), mood.stay))
    if keys.fold and not keys.check:
        options.append((Act(ActKind.FOLD), mood.fold))
    if keys.wager is not None and keys.min_to is not None and keys.max_to is not None:
        to = keys.min_to if mood.least else _size(keys, keys.min_to, keys.max_to, rng)
        options.append((Act(ActKind.WAGER, adds=Chips(to - bet), to=to), mood.wager))
    if keys.all_in_to is not None:
        options.append((Act(ActKind.ALL_IN, adds=stack, to=keys.all_in_to), mood.all_in))
    if not any(weight for _, weight in options):
        stays = [(act, 1) for act, _ in options if act.kind in (ActKind.CHECK, ActKind.CALL)]
        options = stays or [(act, 1) for act, _ in options] or [(Act(ActKind.FOLD), 1)]
    return rng.choices([act for act, _ in options], [weight for _, weight in options])[0]


def _size(keys: ActKeys, least: Chips, most: Chips, rng: random.Random) -> Chips:
    """How much to bet: mostly the usual sizes, now and then anything."""
    usual = [least, least, keys.half_pot_to, keys.half_pot_to, keys.pot_to, rng.randint(least, most)]
    wanted = rng.choice([size for size in usual if size is not None])
    return Chips(max(least, min(most, wanted)))


def keys_of(act: Act) -> tuple[int, ...]:
    """The keys that tell an act of whose turn it is."""
    match act.kind:
        case ActKind.FOLD:
            return (Key.FOLD,)
        case ActKind.WAGER:
            return (*digits(act.to), Key.BET_RAISE)
        case ActKind.ALL_IN:
            return (Key.ALL_IN,)
        case _:
            return (Key.CHECK_CALL,)
