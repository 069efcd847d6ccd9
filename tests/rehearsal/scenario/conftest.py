"""Scenarios as text, played on the product's own composition."""

import pytest

from table_controller.bootstrap.scenario import play as play_one
from table_controller.rehearsal.scenario import Run, parse

SIX = """rules {rules}
limit no 5/10
seats 1=1000 2=1000 3=1000 4=1000 5=1000 6=1000
button 6
deck Ts 2s 9s Ah 5c 4s Js 4d Qs 7c Jd 7h Ad 7s Qc 5d 5s 3d Jc Kc
"""
"""The table of the worked examples: seat 1 is the small blind, seat 2 the big blind, seat 3 acts first."""
HEAD_LINES = SIX.count("\n")

SHORT = {
    "calls": "act 3 call\nact 4 call\nact 5 call\nact 6 call\nact 1 call\nact 2 check",
    "checks": "\n".join(f"act {seat} check" for seat in range(1, 7)),
    "shows": "\n".join(f"act {seat} show" for seat in range(1, 7)),
}
"""Words that stand for several lines, written `@calls`."""


class Scenes:
    """Plays scenarios, straight or `through` devices. `@calls`, `@checks` and `@shows` stand for the lines of all six seats."""

    head_lines = HEAD_LINES

    def __init__(self, through: str | None = None) -> None:
        self.through = through

    def __call__(self, body: str, rules: str = "tda_2024", head: str = SIX) -> Run:
        text = head.replace("{rules}", rules) + "\n".join(line.strip() for line in body.strip().splitlines())
        for word, lines in SHORT.items():
            text = text.replace(f"@{word}", lines)
        return play_one(parse("test.table", text + "\n"), self.through)

    def why(self, body: str, rules: str = "tda_2024", head: str = SIX) -> str:
        """Why the run ended; empty when every wish held."""
        failure = self(body, rules, head).failure
        return "" if failure is None else failure.why


@pytest.fixture
def play() -> Scenes:
    return Scenes()


@pytest.fixture
def through_serial() -> Scenes:
    return Scenes("serial")


@pytest.fixture(params=(None, "serial"), ids=("straight", "serial"))
def both_ways(request: pytest.FixtureRequest) -> Scenes:
    """A test with this is run twice: what holds straight holds through devices."""
    return Scenes(request.param)
