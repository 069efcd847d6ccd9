"""The figures of `burnturn bench tracking`: what many tables found out, added up.

Owns the shapes and the arithmetic. How the tables are played is in `bench_tracking`.
"""

import math
import statistics
from collections.abc import Iterable
from typing import Any

import msgspec

from table_controller.rehearsal.report import CodeScore, RehearsalReport, add_up


class CodeFigures(CodeScore, kw_only=True):
    """`detected`: sensed and declared. Delays: seconds of table time from the error to the finding; None where there was none."""

    detected: int = 0
    delay_p50_s: float | None = None
    delay_p99_s: float | None = None


class NaiveFigures(msgspec.Struct, kw_only=True):
    """The yardstick's own hands. Its shares are of hands begun, for few are finished. `stuck` as in `TrackingBench`."""

    hands: int
    finished: int
    stuck: int
    injected: int
    missed: int
    false_alarms: int
    false_alarms_per_10000: float
    questions_per_100: float
    misplaced: int
    wrong_identities: int
    delay_p50_s: float
    delay_p99_s: float


class TrackingBench(msgspec.Struct, kw_only=True):
    """`delay_*`: seconds of table time from a card's coming to rest until the table knows it, over `decisions` cards.

    `*_upper95`: with 95 % confidence it is no more than this. `hands_per_s`: simulation, robots and table, on one core.
    `cpu_per_table`: share of a core that the table alone takes at people's pace. `stuck`: tables given up, each with the
    hand in which its robots did not know how to go on; the next hand was begun at a new one. `naive`: None where there were too
    few hands for a share.
    """

    hands: int
    finished: int
    injected: int
    detected: int
    missed: int
    false_alarms: int
    false_alarms_per_10000: float
    false_alarms_per_10000_upper95: float
    questions_per_100: float
    wrong_identities: int
    wrong_identities_per_10000_upper95: float
    floor_calls_without_error: int
    late_entries_per_100: float
    void_unexplained: int
    chips_conserved: bool
    cards_conserved: bool
    decisions: int
    delay_p50_s: float
    delay_p99_s: float
    overtaken: int
    misplaced: int
    stuck: int
    hands_per_s: float
    cpu_per_table: float
    tables_per_core: int
    seconds: float
    codes: dict[str, CodeFigures]
    false_alarm_codes: dict[str, int]
    problems: list[str]
    naive: NaiveFigures | None = None

    @property
    def all_well(self) -> bool:
        """Nothing missed, lost, taken for another card, and every table played to its end."""
        return not (self.missed or self.wrong_identities or self.stuck) and self.chips_conserved and self.cards_conserved


class Part(msgspec.Struct, kw_only=True):
    """What one table found out. `table_ms`: how long it played by its own clock."""

    report: RehearsalReport
    decisions: list[int]
    delays: dict[str, list[int]]
    overtaken: int
    misplaced: int
    busy_s: float
    cpu_s: float
    table_ms: int
    stuck: str = ""


def figures(parts: list[Part], naive: list[Part]) -> TrackingBench:
    """All tables together, and those of the yardstick."""
    total = add_up((part.report for part in parts), 0.0)
    decisions = [ms for part in parts for ms in part.decisions]
    hands, busy, lasted = max(total.finished, 1), sum(part.busy_s for part in parts), sum(part.table_ms for part in parts) / 1000
    share = busy / max(lasted, 1.0)
    return TrackingBench(
        **_same(total),
        false_alarms_per_10000=round(total.false_alarms / hands * 10_000, 3),
        false_alarms_per_10000_upper95=round(upper95(total.false_alarms) / hands * 10_000, 3),
        questions_per_100=round(total.questions / hands * 100, 3),
        wrong_identities_per_10000_upper95=round(upper95(total.wrong_identities) / hands * 10_000, 3),
        late_entries_per_100=round(total.late_entries / hands * 100, 3),
        decisions=len(decisions),
        delay_p50_s=_part_of(decisions, 50) or 0.0,
        delay_p99_s=_part_of(decisions, 99) or 0.0,
        overtaken=sum(part.overtaken for part in parts),
        misplaced=sum(part.misplaced for part in parts),
        stuck=sum(bool(part.stuck) for part in parts),
        hands_per_s=round(total.finished / max(sum(part.cpu_s for part in parts), 0.001), 2),
        cpu_per_table=round(share, 5),
        tables_per_core=round(1 / share) if share else 0,
        codes=dict(_codes(total, parts)),
        problems=[*total.problems, *(part.stuck for part in parts if part.stuck)],
        naive=naive_figures(naive) if naive else None,
    )


def naive_figures(parts: list[Part]) -> NaiveFigures:
    """All tables of the yardstick together."""
    total = add_up((part.report for part in parts), 0.0)
    decisions, hands = [ms for part in parts for ms in part.decisions], max(total.hands, 1)
    return NaiveFigures(
        hands=total.hands,
        finished=total.finished,
        stuck=sum(bool(part.stuck) for part in parts),
        injected=total.injected,
        missed=total.missed,
        false_alarms=total.false_alarms,
        false_alarms_per_10000=round(total.false_alarms / hands * 10_000, 3),
        questions_per_100=round(total.questions / hands * 100, 3),
        misplaced=sum(part.misplaced for part in parts),
        wrong_identities=total.wrong_identities,
        delay_p50_s=_part_of(decisions, 50) or 0.0,
        delay_p99_s=_part_of(decisions, 99) or 0.0,
    )


def _same(total: RehearsalReport) -> dict[str, Any]:
    return {name: getattr(total, name) for name in _SAME}


_SAME = (set(RehearsalReport.__struct_fields__) & set(TrackingBench.__struct_fields__)) - {"codes", "problems"}


def _codes(total: RehearsalReport, parts: list[Part]) -> Iterable[tuple[str, CodeFigures]]:
    for code, score in sorted(total.codes.items()):
        delays = [ms for part in parts for ms in part.delays.get(code, [])]
        counts = {name: getattr(score, name) for name in CodeScore.__struct_fields__}
        found = score.sensed + score.declared
        yield code, CodeFigures(**counts, detected=found, delay_p50_s=_part_of(delays, 50), delay_p99_s=_part_of(delays, 99))


def _part_of(times_ms: list[int], percent: int) -> float | None:
    """This percentile in seconds; None of nothing."""
    if len(times_ms) < 2:
        return times_ms[0] / 1000 if times_ms else None
    return round(statistics.quantiles(times_ms, n=100, method="inclusive")[percent - 1] / 1000, 3)


def upper95(events: int) -> float:
    """The largest mean of a Poisson count of which so few are seen in 5 of 100 cases: 3.0 for none."""
    low, high = float(events), 10.0 + 3 * events
    while high - low > 1e-6:
        mean = (low + high) / 2
        likely = sum(math.exp(-mean + k * math.log(mean) - math.lgamma(k + 1)) for k in range(events + 1))
        low, high = (mean, high) if likely > 0.05 else (low, mean)
    return high
