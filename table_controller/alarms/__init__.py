"""Alarms: what needs somebody. A fold of its own over the same records, so that screen and record cannot differ.

Life: active and unacknowledged, active and acknowledged, cleared but not yet acknowledged; gone once both cleared and
acknowledged. Acknowledging is neither silencing nor clearing. Shelving and sound belong to the screens and are not built yet.
"""

from table_controller.alarms.fold import Alarm, Alarms, alarm_of_fault, fold_alarm

__all__ = ["Alarm", "Alarms", "alarm_of_fault", "fold_alarm"]
