"""The alarm policy: for each code what it is, what follows, what somebody has to do about it and how soon (`policy.toml`).

An alarm requires a response; what requires none is for the journal. Texts are keys of the messages.
"""

import tomllib
from importlib.resources import files
from typing import Annotated, Literal

import msgspec

from table_controller.alarms.alarm import Alarm

MISDEALS = ("M1", "M14")
"""Procedures that end in a misdeal: their alarms are latched and cannot be shelved."""

_Key = Annotated[str, msgspec.Meta(pattern=r"^[a-z]+\.\w+$")]
_Seconds = Annotated[int, msgspec.Meta(ge=0, le=28_800)]


class AlarmRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the policy says of one code. `respond_s`: how soon somebody must have done something."""

    cause: _Key
    consequence: _Key
    response: _Key
    respond_s: Annotated[int, msgspec.Meta(ge=1, le=28_800)]
    priority: Literal[1, 2, 3]
    """As the catalogue has it; where the house or the moment makes it stop the deal, 1."""
    shelve_min: Annotated[int, msgspec.Meta(ge=0, le=480)]
    """How long it may be shelved at most; 0: never."""
    on_s: _Seconds = 0
    """It must last so long before it troubles anybody; never waited for where the deal stops."""
    off_s: _Seconds = 0
    """It must be over for so long before it is believed: what comes back meanwhile is the same alarm."""


def _read() -> dict[str, AlarmRule]:
    text = (files(__package__) / "policy.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, AlarmRule])


POLICY = _read()
"""Every code that can raise an alarm."""
_UNKNOWN = AlarmRule("cause.unknown", "consequence.sensor_blind", "response.look", 300, 2, 0)


def rule_for(code: str) -> AlarmRule:
    """The policy of a code. One it does not know (from a journal of a later program) is neither delayed nor shelved."""
    return POLICY.get(code, _UNKNOWN)


def shelvable_minutes(alarm: Alarm) -> int:
    """How long this alarm may be shelved at most; 0: never."""
    return 0 if alarm.latched else rule_for(alarm.code).shelve_min
