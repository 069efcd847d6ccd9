"""What a rehearsal found out, in the words of the command line's JSON.

Owns the shape and the adding up over tables. How the numbers come about is the scorer's affair.
"""

from collections.abc import Iterable

import msgspec


class CodeScore(msgspec.Struct, kw_only=True):
    """One irregularity code. `sensed` and `declared` were found, `as_other` and `missed` were not."""

    injected: int = 0
    sensed: int = 0
    declared: int = 0
    as_other: int = 0
    missed: int = 0


class RehearsalReport(msgspec.Struct, kw_only=True):
    """`hands` began, `finished` came to their end. `void`: attempts declared void; `void_unexplained`: without an error made.

    `missed` counts errors found under a code that leads elsewhere too. `problems`: what was not conserved or not the same, and
    where; never a card.
    """

    tables: int = 0
    hands: int = 0
    injected: int = 0
    detected: int = 0
    missed: int = 0
    false_alarms: int = 0
    chips_conserved: bool = True
    cards_conserved: bool = True
    finished: int = 0
    void: int = 0
    void_unexplained: int = 0
    wrong_identities: int = 0
    late_entries: int = 0
    floor_calls_without_error: int = 0
    questions: int = 0
    seconds: float = 0.0
    codes: dict[str, CodeScore] = {}
    categories: dict[str, int] = {}
    """Errors made, by category."""
    false_alarm_codes: dict[str, int] = {}
    problems: list[str] = []


def add_up(reports: Iterable[RehearsalReport], seconds: float) -> RehearsalReport:
    """One report over several tables."""
    total = RehearsalReport(seconds=seconds)
    for one in reports:
        for name in _COUNTS:
            setattr(total, name, getattr(total, name) + getattr(one, name))
        total.chips_conserved &= one.chips_conserved
        total.cards_conserved &= one.cards_conserved
        total.problems += one.problems
        for code, score in one.codes.items():
            _add_code(total.codes.setdefault(code, CodeScore()), score)
        _add_counts(total.categories, one.categories)
        _add_counts(total.false_alarm_codes, one.false_alarm_codes)
    return total


_COUNTS = tuple(name for name in RehearsalReport.__struct_fields__ if type(getattr(RehearsalReport(), name)) is int)


def _add_code(total: CodeScore, one: CodeScore) -> None:
    for name in CodeScore.__struct_fields__:
        setattr(total, name, getattr(total, name) + getattr(one, name))


def _add_counts(total: dict[str, int], one: dict[str, int]) -> None:
    for name, count in one.items():
        total[name] = total.get(name, 0) + count
