"""Alarms: what needs somebody. A fold of its own over the same records, so that screen and record cannot differ.

Life: active and unacknowledged, active and acknowledged, cleared but not yet acknowledged; gone once both cleared and
acknowledged. Apart from that it may be kept quiet: shelved for a time by somebody with a reason, suppressed while the table is
closed, out of service. Acknowledging is neither silencing nor clearing; silence is a browser's own and no event at all.
"""

from table_controller.alarms.alarm import QUIET, Alarm, Alarms
from table_controller.alarms.asked import refused
from table_controller.alarms.due import due, next_due
from table_controller.alarms.fold import ALARM_KINDS, alarm_of_fault, fold_alarm
from table_controller.alarms.policy import POLICY, rule_for, shelvable_minutes

__all__ = [
    "ALARM_KINDS",
    "POLICY",
    "QUIET",
    "Alarm",
    "Alarms",
    "alarm_of_fault",
    "due",
    "fold_alarm",
    "next_due",
    "refused",
    "rule_for",
    "shelvable_minutes",
]
