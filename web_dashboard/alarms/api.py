"""Alarms for programs: those that stand now, what became of them, the figures of a shift, and the policy they follow."""

import time
from datetime import datetime

import msgspec
from flask import Blueprint, Response, current_app

from table_controller.alarms import POLICY
from table_controller.alarms.figures import Change, figures
from table_controller.views.alarm_shape import AlarmView
from web_dashboard.alarms.rows import rows_of
from web_dashboard.alarms.shapes import AlarmFigures, AlarmPolicy, TableAlarm
from web_dashboard.api.asked import number as asked
from web_dashboard.api.openapi import describe
from web_dashboard.api.routes import known, reply
from web_dashboard.parts import parts
from web_dashboard.texts import t

bp = Blueprint("alarms_api", __name__, url_prefix="/api")

MOST = 1_000
HOURS = 8
"""A shift."""
MOST_HOURS = 168
STALE_S = 28_800
"""What stands longer than a shift is asked about."""


@bp.get("/alarms")
@describe("Every alarm of every table, the most pressing first", answers={200: tuple[TableAlarm, ...]})
def alarms() -> Response:
    return reply(_standing())


@bp.get("/tables/<table>/alarms/history")
@describe(
    "What became of a table's alarms, the newest change first",
    query={"before": "only records below this number", "limit": f"at most this many, to {MOST}"},
    answers={200: tuple[Change, ...], 400: "error", 404: "error"},
)
def history(table: str) -> Response:
    before = asked("before")
    limit = min(asked("limit") or 100, MOST)
    told = [change for change in parts(current_app).feed.alarm_changes(known(table)) if before is None or change.seq < before]
    return reply(told[::-1][:limit])


@bp.get("/alarms/figures")
@describe(
    "How the alarms of all tables did: rate in ten minutes, most frequent, time to acknowledge, shelved now, stale",
    query={"hours": f"of the last so many hours, {HOURS} when left out, to {MOST_HOURS}"},
    answers={200: AlarmFigures, 400: "error"},
)
def kpis() -> Response:
    now = time.time_ns() // 1_000_000
    standing = _standing()
    since = now - 3_600_000 * min(asked("hours") or HOURS, MOST_HOURS)
    return reply(
        AlarmFigures(
            figures=figures(_all_changes(), since, now),
            open=sum(not alarm.quiet for alarm in standing),
            unacknowledged=sum(alarm.unseen for alarm in standing),
            shelved=tuple(alarm for alarm in standing if alarm.state == "shelved"),
            stale=tuple(alarm for alarm in standing if _age_s(alarm, now) > STALE_S),
        )
    )


@bp.get("/alarms/policy")
@describe("The alarm policy in words: cause, consequence, response, how soon", answers={200: tuple[AlarmPolicy, ...]})
def policy() -> Response:
    return reply(
        [
            AlarmPolicy(
                code=code,
                name=t(f"code.{code}"),
                priority=rule.priority,
                cause=t(rule.cause),
                consequence=t(rule.consequence),
                response=t(rule.response),
                respond_s=rule.respond_s,
                shelve_min=rule.shelve_min,
            )
            for code, rule in POLICY.items()
        ]
    )


def _standing() -> tuple[TableAlarm, ...]:
    feed = parts(current_app).feed
    views = [view for summary in feed.tables() if (view := feed.view(summary.id)) is not None]
    return tuple(TableAlarm(**msgspec.structs.asdict(row.alarm), table=row.table) for row in rows_of(views))


def _all_changes() -> list[Change]:
    """Of all tables in the order of time; an alarm is named with its table."""
    feed = parts(current_app).feed
    told = [
        msgspec.structs.replace(change, alarm=f"{summary.id} {change.alarm}")
        for summary in feed.tables()
        for change in feed.alarm_changes(summary.id)
    ]
    return sorted(told, key=lambda change: change.at)


def _age_s(alarm: AlarmView, now: int) -> float:
    return now / 1000 - datetime.fromisoformat(alarm.since).timestamp()
