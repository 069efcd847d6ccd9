"""Faults of other people's engines that no other test names (docs/faults.md)."""

import pytest

from tests.core.felt import Felt, stakes


def test_b90_heads_up_the_button_speaks_first_though_the_small_blind_is_nothing() -> None:
    felt = Felt(stakes(small=0, big=2)).sit({1: 500, 2: 500}, button=2).start()
    assert felt.hand.actor == 2


@pytest.mark.parametrize("line", ["f", "c f", "c x"])
def test_b90_no_fold_divides_by_nothing(line: str) -> None:
    """Whoever is left has the pot, be it the blinds alone."""
    felt = Felt(stakes(small=0, big=2)).sit({1: 500, 2: 500}, button=2).start().acts(line)
    assert sum(felt.stacks().values()) + felt.hand.middle == 1_000


def test_b90_the_smallest_bet_does_not_follow_the_shorter_stack() -> None:
    felt = Felt().sit({1: 500, 2: 13, 3: 500}, button=3).start().acts("c c x").street()
    assert felt.may.min_to == 10


def test_b48_a_call_adds_what_is_owed_in_whole_chips_whatever_the_stacks() -> None:
    felt = Felt().sit({1: 500, 2: 35, 3: 77}, button=3).start().acts("a a a")
    assert felt.hand.middle == 35 + 77 + 77
    assert all(isinstance(amount, int) for amount, _ in felt.pots())
    assert felt.pots() == [(105, (1, 2, 3)), (84, (1, 3))]
