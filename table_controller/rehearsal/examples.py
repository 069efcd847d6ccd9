"""A short scene for each irregularity that a scenario can show, ready to be played under any profile.

Owns `examples.toml`. Must not know what a house makes of it.
"""

import tomllib
from functools import cache
from importlib.resources import files

from msgspec.structs import replace

from table_controller.house_rules import Profile
from table_controller.rehearsal.scenario import Scenario, parse

ORDINARY = """rules tda_2024
limit no 5/10
seats 1=1000 2=1000 3=1000 4=1000 5=1000 6=1000
button 6
deal
"""
"""A hand that has just been dealt, for what no scenario can show."""


@cache
def _scenes() -> dict[str, str]:
    return tomllib.loads(files("table_controller.rehearsal").joinpath("examples.toml").read_text(encoding="utf-8"))


def example_of(code: str, profile: Profile) -> Scenario | None:
    """The scene of a code under this profile; None where there is none."""
    text = _scenes().get(code)
    return None if text is None else _under(profile, parse(f"{code}.table", text))


def ordinary_hand(profile: Profile) -> Scenario:
    """Six players with two cards each, and nobody has acted."""
    return _under(profile, parse("hand.table", ORDINARY))


def _under(profile: Profile, scene: Scenario) -> Scenario:
    return replace(scene, setting=replace(scene.setting, profile=profile))
