"""Scenarios as text on the table of the worked examples: six seats, button at 6, seat 1 small blind, seat 3 acts first."""

from dataclasses import dataclass

from table_controller.bootstrap.scenario import direct_stage
from table_controller.rehearsal.scenario import Run, Scenario, parse, run

HEAD = """rules {rules}
limit {limit}
seats {seats}
button {button}
deck {deck}
"""
SIX = "1=1000 2=1000 3=1000 4=1000 5=1000 6=1000"
DECK = "Ts 2s 9s Ah 5c 4s Js 4d Qs 7c Jd 7h Ad 7s Qc 5d 5s 3d Jc Kc 3s 4c 8s 6h 8d 9h"
ROUND = " ".join(f"draw seat {seat}," for seat in range(1, 7)).rstrip(",")

SHORT = {
    "@calls": "act 3 call, act 4 call, act 5 call, act 6 call, act 1 call, act 2 check",
    "@checks": ", ".join(f"act {seat} check" for seat in range(1, 7)),
    "@shows": ", ".join(f"act {seat} show" for seat in range(1, 7)),
    "@home": ", ".join(f"return seat {seat}" for seat in range(1, 7)),
    "@round": ROUND,
    "@signed": "key floor, key ok",
}
"""Words that stand for several statements."""


@dataclass(frozen=True)
class Scene:
    """One case: `body` is statements, one after another, separated by commas or lines."""

    name: str
    body: str
    rules: str = "tda_2024"
    deck: str = DECK
    seats: str = SIX
    button: int = 6
    limit: str = "no 5/10"

    def scenario(self) -> Scenario:
        """As a file would say it."""
        head = HEAD.format(rules=self.rules, deck=self.deck, seats=self.seats, button=self.button, limit=self.limit)
        body = self.body
        for _ in range(2):
            for word, lines in SHORT.items():
                body = body.replace(word, lines)
        lines = (line.strip() for line in body.replace(",", "\n").splitlines())
        return parse("scene.table", head + "\n".join(line for line in lines if line) + "\n")

    def played(self) -> Run:
        """What came of it."""
        return run(self.scenario(), direct_stage)

    def why(self) -> str:
        """Why it does not hold; empty when it does."""
        failure = self.played().failure
        return "" if failure is None else f"line {failure.line}: {failure.why}"


def named(scene: Scene) -> str:
    """For pytest's list."""
    return scene.name
