"""The settings of a profile by key, with the values each may take (RULEBOOK 3.1).

Owns the reading of one value, from TOML or from text, and its writing. Does not know profiles.
"""

import math
from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any

import msgspec

from table_controller.core.cards import DECK_SIZE
from table_controller.core.ids import Chips
from table_controller.core.rules import HouseRules
from table_controller.core.stakes import Rake
from table_controller.house_rules.clauses import is_citation

Value = bool | int | float | str | tuple[str, ...] | None
"""What a setting can hold; enumerations are strings."""

NONE = "none"
_FLAGS = MappingProxyType({"true": True, "false": False})


class HouseMoney(msgspec.Struct, frozen=True, kw_only=True):
    """The settings that are amounts: what a table of this house takes when its own configuration does not say otherwise."""

    ante: Chips = Chips(0)
    rake_percent: float = 0
    """At most one decimal."""
    rake_cap: Chips | None = None
    rake_no_flop_no_drop: bool = True

    def rake(self) -> Rake:
        """The rake in the form of the stakes."""
        return Rake(round(self.rake_percent * 10), self.rake_cap, self.rake_no_flop_no_drop)


class SettingError(ValueError):
    """An unknown setting, or a value it cannot have. `key` is the setting, `why` what would be right."""

    def __init__(self, key: str, why: str) -> None:
        super().__init__(f"{key}: {why}")
        self.key = key
        self.why = why


def _kinds() -> Iterable[tuple[str, Any]]:
    for owner in (HouseRules, HouseMoney):
        for field in msgspec.structs.fields(owner):
            if field.name not in ("name", "base", "own"):  # whose rules they are, not what they say
                yield field.name, getattr(field.type, "__supertype__", field.type)


SETTINGS: Mapping[str, Any] = MappingProxyType(dict(_kinds()))
"""Every key and the type of its value, in the order of `HouseRules` and `HouseMoney`."""

_BOUNDS = MappingProxyType(
    {
        "first_exposed_misdeal_n": (0, DECK_SIZE),
        "exposed_misdeal_count": (0, DECK_SIZE),
        "boxed_misdeal_count": (0, DECK_SIZE),
        "raise_cap": (1, 99),
        "ante": (0, 10**9),
        "rake_percent": (0, 100),
        "rake_cap": (0, 10**9),
    }
)


def value_from_toml(key: str, raw: object) -> Value:
    """The value of setting `key` as TOML gives it; `none` is written as a string. Raises SettingError."""
    kind = _kind(key)
    if raw == NONE and _may_be_none(key):
        return None
    try:
        value: Value = msgspec.convert(raw, kind)
    except msgspec.ValidationError:
        raise SettingError(key, f"not one of: {allowed(key)}") from None
    return _checked(key, value)


def value_from_text(key: str, text: str) -> Value:
    """The value of setting `key` as a scenario writes it: `straddle=utg`, `softened=SK55,SK37`. Raises SettingError."""
    kind = _kind(key)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return value_from_toml(key, text)
    if kind is bool:
        return value_from_toml(key, _FLAGS.get(text, text))
    if key == "softened":
        return value_from_toml(key, [] if text == NONE else text.split(","))
    return value_from_toml(key, _number(text))


def value_as_text(value: Value) -> str:
    """The inverse of `value_from_text`."""
    if value is None or value == ():
        return NONE
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ",".join(value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def allowed(key: str) -> str:
    """The values of a setting in words."""
    kind = SETTINGS[key]
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return ", ".join(kind)
    if kind is bool:
        return "true, false"
    if key == "softened":
        return "clause ids"
    low, high = _BOUNDS[key]
    return f"{low} to {high}" + (f", {NONE}" if _may_be_none(key) else "")


def _kind(key: str) -> Any:
    if key not in SETTINGS:
        raise SettingError(key, "no such setting")
    return SETTINGS[key]


def _may_be_none(key: str) -> bool:
    return type(None) in getattr(SETTINGS[key], "__args__", ())


def _number(text: str) -> object:
    """A number if it is written as one (digits, one point), else the text, which then fits no numeric setting."""
    if text.isascii() and text.isdigit() and len(text) <= 10:
        return int(text)
    whole, point, part = text.partition(".")
    return float(text) if point and _number(whole) != whole and _number(part) != part else text


def _checked(key: str, value: Value) -> Value:
    if key in _BOUNDS and isinstance(value, int | float):
        low, high = _BOUNDS[key]
        if not (math.isfinite(value) and low <= value <= high):
            raise SettingError(key, f"not one of: {allowed(key)}")
    if key == "rake_percent" and isinstance(value, float) and not math.isclose(value * 10, round(value * 10)):
        raise SettingError(key, "at most one decimal")
    if key == "softened" and isinstance(value, tuple) and (unknown := [id for id in value if not is_citation(id)]):
        raise SettingError(key, f"no such clause: {', '.join(unknown)}")
    return value
