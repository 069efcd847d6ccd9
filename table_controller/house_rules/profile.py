"""A profile: the settings in force, where each comes from, and the filling of what its text leaves silent.

Owns the merge rule: what a profile writes stands; what it leaves silent is taken from its fallback family. Opens no file.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from table_controller.core.rules import Fallback, HouseRules
from table_controller.house_rules.provenance import Provenance
from table_controller.house_rules.settings import SETTINGS, HouseMoney, SettingError, Value

Own = tuple[tuple[str, tuple[str, ...]], ...]
"""As `HouseRules.own`."""


class Written(msgspec.Struct, frozen=True):
    """What a profile's file says of one setting. `silent`: nothing, the family decides; `value` is then without meaning."""

    value: Value
    provenance: Provenance
    silent: bool = False


class Profile(msgspec.Struct, frozen=True):
    """The rules of one house, ready to play by.

    `rules` and `money` hold the values, `provenance` where each comes from, by key (the keys of `SETTINGS`). `written` is what
    the profile's own file says, kept so that an override can be merged again. `base`: the profile a house file builds on.
    """

    name: str
    title: str
    rules: HouseRules
    money: HouseMoney
    provenance: Mapping[str, Provenance]
    written: Mapping[str, Written]
    base: str | None = None

    def value(self, key: str) -> Value:
        """The value in force for `key`. Raises SettingError for a key that is no setting."""
        if key not in SETTINGS:
            raise SettingError(key, "no such setting")
        value: Value = getattr(self.rules if key in HouseRules.__struct_fields__ else self.money, key)
        return value


def merged(
    name: str,
    title: str,
    written: Mapping[str, Written],
    family: Callable[[Fallback], Profile],
    base: str | None = None,
    own: Own = (),
) -> Profile:
    """The profile that `written` (one entry for every setting) comes to; `family` gives the profile of a fallback family.

    `own`: what a house's own file cites for the settings it gives.
    """
    fallback = Fallback(str(written["fallback"].value))
    settled = {key: _settled(key, written[key], fallback, family) for key in SETTINGS}
    values = {key: value for key, (value, _) in settled.items()}
    return Profile(
        name=name,
        title=title,
        rules=HouseRules(name=name, base=base or "", own=own, **_of(HouseRules, values)),
        money=HouseMoney(**_of(HouseMoney, values)),
        provenance=MappingProxyType({key: provenance for key, (_, provenance) in settled.items()}),
        written=MappingProxyType(dict(written)),
        base=base,
    )


def _settled(key: str, entry: Written, fallback: Fallback, family: Callable[[Fallback], Profile]) -> tuple[Value, Provenance]:
    if not entry.silent:
        return entry.value, entry.provenance
    giver = family(fallback)
    return giver.value(key), giver.provenance[key].taken_from(fallback, entry.provenance.note)


def _of(owner: type[msgspec.Struct], values: Mapping[str, Value]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if key in owner.__struct_fields__}
