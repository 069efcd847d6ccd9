"""Random schedules of everything at once; afterwards nothing may be lost unreported, doubled, out of order or unseen."""

from random import Random

import pytest
from bus_schedules import PAUSES, STEPS, Step, draw, play
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st


@pytest.mark.parametrize("seed", range(40))
def test_a_random_schedule_breaks_nothing(seed: int) -> None:
    random = Random(seed)
    assert play(draw(random, random.choice([3, 6, 12, 25])), seed) == []


@pytest.mark.soak
def test_thousands_of_random_schedules_break_nothing() -> None:
    broken = {seed: play(draw(Random(seed), 6 + seed % 55), seed) for seed in range(1000, 6000)}
    assert {seed: problems for seed, problems in broken.items() if problems} == {}


_things = st.sampled_from([(name, argument) for name, (_, arguments, _) in STEPS.items() for argument in arguments])
_pauses = st.sampled_from(PAUSES).map(lambda ms: ("run", ms))


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(schedule=st.lists(_things | _pauses, max_size=30), seed=st.integers(0, 99))
def test_no_schedule_is_found_that_breaks_anything(schedule: list[Step], seed: int) -> None:
    assert play(schedule, seed) == []
