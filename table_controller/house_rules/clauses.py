"""The clauses of the five rule texts by id, and what a citation of a rule may look like.

Owns the catalogue `clauses.toml`. Does not know which profile cites what.
"""

import re
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType

import msgspec

_FAMILY_RULE = re.compile(
    r"TDA-(\d{1,2}(-[A-F]\d?)?|RP-\d{1,2}(-[A-F])?)"
    r"|RR-(hold'em|misdeal|irregularity|dead-hands|blinds|betting|no-limit|pot-limit|showdown|table-stakes|ties)(-(\d{1,2}|[a-j]))?"
)


class Clause(msgspec.Struct, frozen=True):
    """One sentence of a rule text: its id (`SK30`), our one-line rendering, the text's file, and the line or lines in it."""

    id: str
    text: str
    seed: str
    lines: str


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    lines: str
    text: str


class _Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seed: str
    clauses: dict[str, _Entry]


def _read() -> dict[str, Clause]:
    raw = tomllib.loads(files("table_controller.house_rules").joinpath("clauses.toml").read_text(encoding="utf-8"))
    texts = msgspec.convert(raw, dict[str, _Text])
    return {id: Clause(id, entry.text, text.seed, entry.lines) for text in texts.values() for id, entry in text.clauses.items()}


CLAUSES: Mapping[str, Clause] = MappingProxyType(_read())
"""All clauses, in the order of the texts: Slovak, Czech, Polish, Ukrainian, Hungarian."""


def is_citation(text: str) -> bool:
    """Whether `text` names a rule: a clause of the catalogue, or a rule of TDA 2024 (`TDA-35-A7`, `TDA-RP-5-B`) or of Robert's
    Rules (`RR-hold'em-4`, `RR-misdeal-h`; without a number where only its chapter is known).
    """
    return text in CLAUSES or _FAMILY_RULE.fullmatch(text) is not None
