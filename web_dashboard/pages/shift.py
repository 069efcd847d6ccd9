"""What pages show of a shift: the clock of a level, and whether the floor may decide alone. Pure but for the server's clock."""

import time

from flask import Flask
from markupsafe import Markup

from table_controller.views.shapes import LevelView, PitView
from web_dashboard.texts import span

BOTH = 3
"""The level of a finding that takes two persons."""
_MINUTE_MS = 60_000


def register(app: Flask) -> None:
    """Makes these known to the templates."""
    app.jinja_env.globals.update(left=left, may_alone=may_alone, found_ids=found_ids)


def left_ms(level: LevelView, now: int) -> int:
    """How much of the level is left at this moment (UTC ms); less than nothing once it is over."""
    ran = level.used_ms + (0 if level.since is None else max(0, now - level.since))
    return level.minutes * _MINUTE_MS - ran


def left(level: LevelView) -> Markup:
    """The clock of the level; the page lets it run on (`countdown.js`)."""
    now = time.time_ns() // 1_000_000
    rest = left_ms(level, now) / 1000
    text = span(rest) if rest >= 0 else f"+{span(-rest)}"
    at_since = level.minutes * _MINUTE_MS - level.used_ms
    return Markup('<time class="level-clock num" data-left="{}" data-since="{}">{}</time>').format(
        at_since, level.since or "", text
    )


def may_alone(view: PitView) -> bool:
    """Whether floor or pit may kill, void or resume now: at level 3 another than the floor has signed first."""
    return all(finding.level < BOTH or any(role not in ("floor", "pit") for role in finding.signed) for finding in view.findings)


def found_ids(view: PitView) -> frozenset[str]:
    """The alarms that stand with their findings on the table page, and so in no list of their own."""
    return frozenset(f"finding-{finding.number}" for finding in view.findings)
