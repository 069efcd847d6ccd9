"""SIGKILL at any moment of a running hand: the controller comes back to the same hand, and the game ends as it would have."""

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from table_controller.bootstrap.processes import wait_for
from table_controller.bootstrap.show import Show
from table_controller.journal import verify

from .live import STARTED_S, LiveTable, live_table
from .mortal import play

TABLE_OF_THREE, TABLE_OF_FOUR = 3, 4
AWAY_S = (0.0, 0.0, 0.3, 1.5)
"""Longer than a hand takes to press a key; sometimes the screen goes dark, sometimes nobody notices."""
PLAYED_S = 300.0


def kill_at_random(table: LiveTable, kills: int, rng: random.Random) -> None:
    """So many times, each within about a second of the controller's being whole again; fewer when the people are done before."""
    for _ in range(kills):
        assert wait_for(lambda: table.alive() or not table.playing(), STARTED_S)
        time.sleep(rng.uniform(0.0, 1.2))  # the moment: that it is any is the point
        if not table.playing():
            return
        table.kill(rng.choice(AWAY_S))


def play_and_kill(folder: Path, show_in: Callable[..., Show], number: int, *, seed: int, hands: int, kills: int) -> int:
    undisturbed = play(show_in(folder / "whole", seed=seed, hands=hands), number)
    with live_table(show_in(folder / "killed", seed=seed, hands=hands), number) as table:
        kill_at_random(table, kills, random.Random(f"kills {seed} {number}"))
        report = table.finish(PLAYED_S)
    game = table.game()
    assert game.play == undisturbed.game.play
    assert game.by_hand == undisturbed.game.by_hand
    assert game.state == undisturbed.game.state
    assert (report.finished, report.false_alarms, report.problems) == (hands, 0, [])
    assert verify(table.plan.journals / f"{table.plan.id}.journal").ok
    return table.kills


@pytest.mark.slow
@pytest.mark.parametrize("number", [TABLE_OF_THREE, TABLE_OF_FOUR])
def test_a_table_killed_at_random_moments_ends_as_if_it_had_not_been(
    tmp_path: Path, show_in: Callable[..., Show], number: int
) -> None:
    """Ten kills a table, twenty in all. What is undisturbed is played in virtual time: the same people, the same chance."""
    assert play_and_kill(tmp_path, show_in, number, seed=11, hands=4, kills=10) == 10


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(200, 210))
def test_a_table_killed_many_times_ends_as_if_it_had_not_been(tmp_path: Path, show_in: Callable[..., Show], seed: int) -> None:
    """Two hundred kills over ten games."""
    assert play_and_kill(tmp_path, show_in, seed % 4 + 1, seed=seed, hands=8, kills=20) == 20
