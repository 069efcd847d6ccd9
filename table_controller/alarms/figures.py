"""What became of alarms, one change at a time, and the figures a shift is looked at by. Pure.

The figures are those of ISA-18.2: how many in ten minutes, which code came most often, how long until somebody saw one.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median

import msgspec

from table_controller.alarms.alarm import FLOOD_MS, Alarm, Alarms
from table_controller.core.events import AlarmsCarried, AnyEvent
from table_controller.core.order_base import Person

TOP = 10
SHIFT_MS = 8 * 3_600_000
"""Figures are those of a shift where nothing else is asked for, and an alarm that stands longer is asked about."""


class Change(msgspec.Struct, frozen=True):
    """One thing that became of one alarm. `at`: wall clock, UTC ms; `by` None: nobody's doing.

    `what`: raised, came_back, again, acknowledged, shelved, unshelved, cleared, replaced.
    """

    seq: int
    at: int
    alarm: str
    code: str
    priority: int
    what: str
    by: Person | None = None
    reason: str = ""


class Often(msgspec.Struct, frozen=True):
    code: str
    count: int


class Figures(msgspec.Struct, frozen=True):
    """Of the time from `since` to `until` (UTC ms). Times to acknowledge in seconds; None: nobody has."""

    since: int
    until: int
    raised: int
    last_ten_minutes: int
    most_in_ten_minutes: int
    mean_in_ten_minutes: float
    by_priority: dict[str, int]
    top: tuple[Often, ...]
    acknowledged: int
    acknowledge_median_s: float | None
    acknowledge_longest_s: float | None


def changes(before: Alarms, event: AnyEvent, after: Alarms, seq: int, wall: int) -> tuple[Change, ...]:
    """What `event` made of the alarms. That somebody begins to follow here is no change."""
    if before is after or isinstance(event, AlarmsCarried):
        return ()
    by, reason = getattr(event, "by", None), getattr(event, "reason", "")
    keys = [key for key in {**before.by_id, **after.by_id} if before.by_id.get(key) is not after.by_id.get(key)]
    found = ((key, what) for key in keys for what in _between(before.by_id.get(key), after.by_id.get(key)))
    known = {**before.by_id, **after.by_id}
    return tuple(
        Change(seq, wall, key, known[key].code, known[key].priority, what, by, reason if what == "shelved" else "")
        for key, what in found
    )


def _between(before: Alarm | None, after: Alarm | None) -> Iterable[str]:
    """What happened to one alarm that is not the same any more."""
    if after is None:
        return _went(before) if before is not None else ()
    if before is None or (before.begins is not None and after.begins is None):
        return () if after.begins is not None else ("raised",)
    told = (
        ("came_back", after.count > before.count),
        ("again", after.again > before.again),
        ("acknowledged", after.acknowledged and not before.acknowledged),
        ("shelved", after.shelf is not None and before.shelf != after.shelf and before.told == after.told),
        ("unshelved", after.shelf is None and before.shelf is not None),
        ("cleared", before.active and not after.active),
    )
    return tuple(what for what, so in told if so)


def _went(alarm: Alarm) -> Iterable[str]:
    """Gone: it was over and is seen, or it was seen and is over; or a better finding took its place."""
    if alarm.begins is not None:
        return ()
    if not alarm.active:
        return ("acknowledged",) if not alarm.acknowledged else ("unshelved",)
    return ("cleared",) if alarm.acknowledged else ("replaced",)


def figures(told: Sequence[Change], since: int, until: int) -> Figures:
    """Of changes of any number of tables, oldest first; those outside the time do not count."""
    within = [change for change in told if since <= change.at <= until]
    raised = sorted(change.at for change in within if change.what == "raised")
    waits = sorted(_waits(told, since, until))
    often = Counter(change.code for change in within if change.what in ("raised", "came_back"))
    return Figures(
        since=since,
        until=until,
        raised=len(raised),
        last_ten_minutes=sum(at > until - FLOOD_MS for at in raised),
        most_in_ten_minutes=_most_at_once(raised),
        mean_in_ten_minutes=round(len(raised) * FLOOD_MS / max(1, until - since), 2),
        by_priority=_by_priority(within),
        top=tuple(Often(code, count) for code, count in often.most_common(TOP)),
        acknowledged=len(waits),
        acknowledge_median_s=median(waits) if waits else None,
        acknowledge_longest_s=waits[-1] if waits else None,
    )


def _by_priority(told: Iterable[Change]) -> dict[str, int]:
    counted = Counter(change.priority for change in told if change.what == "raised")
    return {str(priority): counted[priority] for priority in (1, 2, 3)}


def _most_at_once(raised: Sequence[int]) -> int:
    most = first = 0
    for last, at in enumerate(raised):
        while raised[first] <= at - FLOOD_MS:
            first += 1
        most = max(most, last - first + 1)
    return most


def _waits(told: Iterable[Change], since: int, until: int) -> Iterable[float]:
    """Seconds from each alarm to the first who saw it. An alarm's name says its table where several are told together."""
    standing: dict[str, int] = {}
    for change in told:
        if change.what == "raised":
            standing[change.alarm] = change.at
        elif change.what == "acknowledged" and since <= change.at <= until and change.alarm in standing:
            yield (change.at - standing.pop(change.alarm)) / 1000
