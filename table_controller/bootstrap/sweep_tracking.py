"""One parameter of the noise after another, all others typical: what tracking makes of it, beside the yardstick.

Owns which parameters are swept over which values, and the figures of each point. Drawing is in `tracking_plots`.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

import msgspec

from hardware.simulator.noise import TYPICAL, Noise, with_parameter
from table_controller.bootstrap.bench_tracking import measured
from table_controller.bootstrap.show import Show
from table_controller.bootstrap.tracking_figures import NaiveFigures, TrackingBench
from table_controller.bootstrap.workers import CORES, Say, workers


class Swept(NamedTuple):
    """`what` is swept over these `values`, that of the typical noise among them; `noise_at` gives the noise of one."""

    what: str
    values: tuple[float, ...]
    typical: float
    noise_at: Callable[[float], Noise]


def _plain(what: str, name: str, *values: float) -> Swept:
    return Swept(what, values, getattr(TYPICAL, name), lambda value: with_parameter(TYPICAL, name, value))


def _second(value: float) -> Noise:
    """The second card from the top answers so often; those below it as much less as typical."""
    return with_parameter(TYPICAL, "depth", (1.0, *(value * chance for chance in TYPICAL.depth[1:])))


SWEPT: Final[Mapping[str, Swept]] = {
    "miss": _plain("a tag well in the field does not answer", "miss", 0.0, 0.02, 0.05, 0.1, 0.15),
    "edge_miss": _plain("a tag at the edge does not answer", "edge_miss", 0.0, 0.1, 0.2, 0.35, 0.5),
    "neighbour": _plain("the next antenna hears a tag well in its own field", "neighbour", 0.0, 0.005, 0.01, 0.02, 0.05),
    "edge_neighbour": _plain("the next antenna hears a tag at the edge", "edge_neighbour", 0.0, 0.05, 0.1, 0.25, 0.4),
    "depth": Swept("the second card of a stack answers", (0.5, 0.7, 0.8, 0.9, 1.0), TYPICAL.depth[1], _second),
}
"""The parameters that matter most, by measuring (docs/tracking.md), by name."""
HANDS: Final = 200
"""Of each point."""


class PointOf(msgspec.Struct, frozen=True, kw_only=True):
    """Shares of 100 hands begun; `missed_per_100`: of 100 errors made, None where none was. `stuck`, `delay_p99_s` as in
    `TrackingBench`.
    """

    hands: int
    stuck: int
    injected: int
    missed: int
    false_alarms_per_100: float
    missed_per_100: float | None
    questions_per_100: float
    wrong_identities: int
    misplaced: int
    delay_p99_s: float


class SweepPoint(msgspec.Struct, frozen=True, kw_only=True):
    """`value` of the parameter; ours and the yardstick's figures there."""

    value: float
    ours: PointOf
    naive: PointOf | None


class Sweep(msgspec.Struct, frozen=True, kw_only=True):
    """`hands` of each point, `errors`: chance of one in a hand. `curves`: by parameter."""

    hands: int
    errors: float
    rules: str
    seed: int
    curves: dict[str, tuple[SweepPoint, ...]]


def sweep_tracking(show: Show, hands: int, say: Say) -> Sweep:
    """Plays every point on two cores; what is typical once for all parameters. `show`: tables, errors, seed."""
    values = list(_distinct())
    shows = [_show(show, name, value) for name, value in values]
    with workers(CORES) as pool:
        results = dict(zip(values, measured(pool, [(one, hands) for one in shows], say), strict=True))
    curves = {name: tuple(_point(value, results[_key(name, value)]) for value in swept.values) for name, swept in SWEPT.items()}
    return Sweep(hands=hands, errors=show.errors, rules=show.rules, seed=show.seed, curves=curves)


def _distinct() -> Iterator[tuple[str, float]]:
    yield from dict.fromkeys(_key(name, value) for name, swept in SWEPT.items() for value in swept.values)


def _key(name: str, value: float) -> tuple[str, float]:
    """What is typical is the same point of all."""
    return ("", 0.0) if value == SWEPT[name].typical else (name, value)


def _show(show: Show, name: str, value: float) -> Show:
    typical = show.under("typical")
    return msgspec.structs.replace(typical, noise=SWEPT[name].noise_at(value)) if name else typical


def _point(value: float, bench: TrackingBench) -> SweepPoint:
    return SweepPoint(value=value, ours=_of(bench), naive=None if bench.naive is None else _of(bench.naive))


def _of(found: TrackingBench | NaiveFigures) -> PointOf:
    return PointOf(
        hands=found.hands,
        stuck=found.stuck,
        injected=found.injected,
        missed=found.missed,
        false_alarms_per_100=_per_100(found.false_alarms, found.hands),
        missed_per_100=_per_100(found.missed, found.injected) if found.injected else None,
        questions_per_100=found.questions_per_100,
        wrong_identities=found.wrong_identities,
        misplaced=found.misplaced,
        delay_p99_s=found.delay_p99_s,
    )


def _per_100(what: int, of: int) -> float:
    return round(what / max(of, 1) * 100, 3)
