"""The controller dies in a transaction, before it or after it, again and again: the game is the one that would have been anyway.

In virtual time, so that every transaction of a hand has its death. Real processes and real kills are another file's.
"""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from table_controller.bootstrap.show import Show

from .compare import in_order
from .mortal import Death, Ended, Fate, play

START_MS = 40
"""A controller is never back at once."""
AWAY_MS = (40, 60, 300, 1_200, 4_000)
TABLE_OF_THREE, TABLE_OF_SIX, TABLE_OF_NINE, TABLE_OF_FOUR = 3, 1, 2, 4


def after_each(away_ms: int) -> Fate:
    """It writes what happened and dies before anybody hears of it: no acknowledgement, no answer, no view."""
    return lambda _number, events: Death(True, away_ms) if events else None


def before_each(away_ms: int) -> Fate:
    """It dies over everything that happens, and manages it the second time."""
    tried = [False]

    def fate(_number: int, events: bool) -> Death | None:
        if not events:
            return None
        tried[0] = not tried[0]
        return Death(False, away_ms) if tried[0] else None

    return fate


def at_random(seed: int) -> Fate:
    """Also in transactions that hold only how far a device has been heard; and away for longer than some waits."""
    rng = random.Random(f"kills {seed}")
    return lambda _number, _events: Death(rng.random() < 0.5, rng.choice(AWAY_MS)) if rng.random() < 0.15 else None


def assert_same(killed: Ended, undisturbed: Ended, at_least: int) -> None:
    assert killed.kills >= at_least
    assert killed.game.play == undisturbed.game.play
    assert killed.game.by_hand == undisturbed.game.by_hand
    assert killed.game.state == undisturbed.game.state
    assert killed.state == undisturbed.state
    assert killed.report == undisturbed.report


@pytest.mark.parametrize(
    ("number", "fate"),
    [
        (TABLE_OF_THREE, after_each(START_MS)),
        (TABLE_OF_THREE, before_each(START_MS)),
        (TABLE_OF_SIX, after_each(1_000)),
        (TABLE_OF_FOUR, before_each(2_500)),
        (TABLE_OF_FOUR, at_random(1)),
    ],
    ids=["after each", "before each", "after each, away a second", "before each, away for long", "at random"],
)
def test_a_controller_killed_in_every_transaction_plays_the_same_game(
    quick_folder: Path, show_in: Callable[..., Show], number: int, fate: Fate
) -> None:
    undisturbed = play(show_in(quick_folder / "whole", seed=7), number)
    killed = play(show_in(quick_folder / "killed", seed=7), number, fate)
    assert_same(killed, undisturbed, 40)


def test_errors_are_found_whenever_the_controller_dies(quick_folder: Path, show_in: Callable[..., Show]) -> None:
    undisturbed = play(show_in(quick_folder / "whole", seed=3, errors=1.0), TABLE_OF_SIX)
    killed = play(show_in(quick_folder / "killed", seed=3, errors=1.0), TABLE_OF_SIX, after_each(START_MS))
    assert undisturbed.report.injected == undisturbed.report.detected > 0
    assert killed.kills >= 40
    assert tuple(in_order(killed.game.play)) == tuple(in_order(undisturbed.game.play))
    assert killed.game.by_hand == undisturbed.game.by_hand
    assert killed.report == undisturbed.report


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 140))
def test_a_controller_killed_at_random_plays_the_same_game(quick_folder: Path, show_in: Callable[..., Show], seed: int) -> None:
    number = seed % 4 + 1
    undisturbed = play(show_in(quick_folder / "whole", seed=seed), number)
    for name, fate in (("after", after_each(START_MS)), ("before", before_each(START_MS)), ("random", at_random(seed))):
        killed = play(show_in(quick_folder / name, seed=seed), number, fate)
        assert_same(killed, undisturbed, 40)
