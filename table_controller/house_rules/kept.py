"""How the product keeps each clause of the five rule texts, where in the code, and which tests say so.

Owns the catalogue `clauses_kept.toml`. Does not import what it names: that those places and tests exist is for the tests.
"""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import Literal

import msgspec

from table_controller.house_rules.clauses import CLAUSES

How = Literal["enforced", "detected", "prompted", "informational"]
"""Done or the contrary refused; named as an irregularity; the dealer is told; none of the three."""


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a clause is kept.

    `where`: module and function, `table_controller.core.draw:button_by_draw`. `tests`: tests that name the clause and hold the
    product to it, node ids of pytest or scenario files. `reason`: why it is only informational, else empty.
    """

    how: How
    where: tuple[str, ...]
    tests: tuple[str, ...]
    reason: str = ""


def _read() -> dict[str, Kept]:
    raw = tomllib.loads(files("table_controller.house_rules").joinpath("clauses_kept.toml").read_text(encoding="utf-8"))
    kept = msgspec.convert(raw, dict[str, Kept])
    return {id: kept[id] for id in CLAUSES}


KEPT: Mapping[str, Kept] = MappingProxyType(_read())
"""Every clause by id, in the order of `CLAUSES`."""
