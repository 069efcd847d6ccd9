"""Alarms for programs: those that stand now, what became of them, the figures of a shift, and the policy they follow."""

import time
from datetime import datetime

import msgspec
from flask import Blueprint, Response, current_app

from table_controller.alarms import POLICY
from table_controller.alarms.figures import SHIFT_MS, Change, figures
from table_controller.views.alarm_shape import AlarmView
from web_dashboard.alarms.history import together
from web_dashboard.alarms.rows import rows_of
from web_dashboard.alarms.shapes import AlarmFigures, AlarmPolicy, TableAlarm
from web_dashboard.api.openapi import describe
from web_dashboard.api.routes import known, reply
from web_dashboard.asked import all_views
from web_dashboard.asked import number as asked
from web_dashboard.parts import parts
from web_dashboard.texts import t

bp = Blueprint("alarms_api", __name__, url_prefix="/api")

MOST = 1_000
HOUR_MS = 3_600_000
MOST_HOURS = 168


@bp.get("/alarms")
@describe("Every alarm of every table, the most pressing first", answers={200: tuple[TableAlarm, ...]})
def alarms() -> Response:
    return reply(_standing())


@bp.get("/tables/<table>/alarms/history")
@describe(
    "What became of a table's alarms, the newest change first",
    query={"before": "only records below this number", "limit": f"at most this many, to {MOST}"},
    answers={200: tuple[Change, ...], 400: "error", 404: "error", 503: "error"},
)
def history(table: str) -> Response:
    before, limit = asked("before"), min(asked("limit") or 100, MOST)
    told = parts(current_app).feed.alarm_changes(known(table))
    return reply([change for change in reversed(told) if before is None or change.seq < before][:limit])


@bp.get("/alarms/figures")
@describe(
    "How the alarms of all tables did: rate in ten minutes, most frequent, time to acknowledge, shelved now, stale",
    query={"hours": f"of the last so many hours, {SHIFT_MS // HOUR_MS} when left out, to {MOST_HOURS}"},
    answers={200: AlarmFigures, 400: "error", 503: "error"},
)
def of_shift() -> Response:
    now = time.time_ns() // 1_000_000
    standing = _standing()
    hours = asked("hours")
    since = now - (SHIFT_MS if hours is None else HOUR_MS * min(hours, MOST_HOURS))
    tables = [summary.id for summary in parts(current_app).feed.tables()]
    return reply(
        AlarmFigures(
            figures=figures(together(parts(current_app).feed, tables), since, now),
            open=sum(not alarm.quiet for alarm in standing),
            unacknowledged=sum(alarm.unseen for alarm in standing),
            shelved=tuple(alarm for alarm in standing if alarm.state == "shelved"),
            stale=tuple(alarm for alarm in standing if _age_ms(alarm, now) > SHIFT_MS),
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
    return tuple(TableAlarm(**msgspec.structs.asdict(row.alarm), table=row.table) for row in rows_of(all_views()))


def _age_ms(alarm: AlarmView, now: int) -> float:
    return now - 1000 * datetime.fromisoformat(alarm.since).timestamp()
