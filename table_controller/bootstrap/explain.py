"""What an irregularity is, which clause decides it in each house, and what the dealer does about it.

A short scene of it is played straight under every profile asked for, so that code, level, procedure and steps are what the
product gives. Names seats and places, never a card.
"""

from collections.abc import Iterable, Sequence

import msgspec

from table_controller.bootstrap.scenario import DirectStage, direct_stage, in_words
from table_controller.core.deciding import settings_of
from table_controller.core.events import FindingRaised
from table_controller.core.ids import SeatNo
from table_controller.core.messages import Message
from table_controller.core.rules import HouseRules
from table_controller.core.state import TableState
from table_controller.house_rules import CLAUSES, Profile, load_profile
from table_controller.house_rules.settings import value_as_text
from table_controller.irregularities import CATALOGUE
from table_controller.irregularities.allowed import at_seat
from table_controller.irregularities.finding import finding
from table_controller.recovery.outline import outline
from table_controller.recovery.runner import raised
from table_controller.rehearsal.examples import example_of, ordinary_hand
from table_controller.rehearsal.scenario import Scenario, run

SOMEBODY = SeatNo(3)
"""Whose seat is named where no scene can be played."""


class Rule(msgspec.Struct, frozen=True):
    """A clause. `text` is ours in one line; empty for a rule of the two published families."""

    id: str
    text: str


class Deciding(msgspec.Struct, frozen=True):
    """A setting that decides the irregularity, its value, and the clauses or family that give it."""

    key: str
    value: str
    source: str
    clauses: tuple[str, ...]


class Ruled(msgspec.Struct, frozen=True):
    """What one house makes of it. `taken_as`: its code there; empty where nothing is said. `steps`: the dealer's, in words."""

    rules: str
    taken_as: str
    level: int
    procedure: str
    clauses: tuple[Rule, ...]
    settings: tuple[Deciding, ...]
    steps: tuple[str, ...]


class Explanation(msgspec.Struct, frozen=True):
    """One code. `level` and `procedure` are the catalogue's; a house may differ. `found_by`: sensors, key, either, computed."""

    code: str
    number: str
    name: str
    what: str
    trigger: str
    level: int
    procedure: str
    found_by: str
    rulings: tuple[Ruled, ...] = ()


def explain(code: str, profiles: Iterable[str], language: str) -> Explanation:
    """The code under each of the profiles (names or files of them). KeyError for no such code; what `load_profile` raises."""
    entry = CATALOGUE[code]
    return Explanation(
        code=code,
        number=entry.number,
        name=in_words(Message(code), language, "code"),
        what=in_words(Message(code), language, "irregularity"),
        trigger=in_words(Message(code), language, "trigger"),
        level=entry.level,
        procedure=entry.procedure,
        found_by=entry.by.value,
        rulings=tuple(_ruled(code, load_profile(name), language) for name in profiles) if entry.found else (),
    )


def _ruled(code: str, profile: Profile, language: str) -> Ruled:
    state, found = _found(code, profile)
    return Ruled(
        rules=profile.name,
        taken_as="" if found is None else found.code,
        level=0 if found is None else found.level,
        procedure="" if found is None else found.procedure,
        clauses=() if found is None else rules_of(found.clauses),
        settings=tuple(_deciding(key, profile) for key in settings_of(code)),
        steps=() if found is None else steps_of(state, found, language),
    )


def _found(code: str, profile: Profile) -> tuple[TableState, FindingRaised | None]:
    """The table of the scene, and what was said: this code if it was, else the last."""
    scene = example_of(code, profile)
    if scene is None:
        state = _played(ordinary_hand(profile)).state
        return state, raised(finding(code, state.rules, at_seat(SOMEBODY)).raised(1), state)
    stage = _played(scene)
    all_said = [event for event in stage.events if isinstance(event, FindingRaised)]
    asked_for = [event for event in all_said if event.code == code]
    return stage.state, next(iter((asked_for or all_said)[-1:]), None)


def _played(scenario: Scenario) -> DirectStage:
    stages: list[DirectStage] = []

    def make(one: Scenario) -> DirectStage:
        stages.append(direct_stage(one))
        return stages[-1]

    run(scenario, make)
    return stages[0]


def rules_of(clauses: Sequence[str]) -> tuple[Rule, ...]:
    """Citations with the text of those that are clauses of the five texts."""
    return tuple(Rule(id, CLAUSES[id].text if id in CLAUSES else "") for id in clauses)


def steps_of(state: TableState, found: FindingRaised, language: str) -> tuple[str, ...]:
    """The steps of what puts it right, as the prompts of dealer and floor."""
    return tuple(in_words(step.text, language) for step in outline(state, found))


def _deciding(key: str, profile: Profile) -> Deciding:
    provenance = profile.provenance[key]
    source = f"{provenance.source} {provenance.family}" if provenance.family else str(provenance.source)
    return Deciding(key, value_as_text(profile.value(key)), source, provenance.clauses)


def values_of(code: str, rules: HouseRules) -> tuple[Deciding, ...]:
    """The settings that decide a code, with the values a table plays by; where they come from its record does not say."""
    return tuple(Deciding(key, value_as_text(getattr(rules, key)), "table", ()) for key in settings_of(code))
