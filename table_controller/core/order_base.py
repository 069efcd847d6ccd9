"""Who gives orders, and what every order is. Each family of orders builds on it."""

from enum import StrEnum
from typing import Annotated, ClassVar

import msgspec

from table_controller.core.ids import Chips
from table_controller.core.naming import snake

MOST_CHIPS = 1_000_000_000_000
"""No table holds more, and every program that reads a view can count so far exactly."""
Amount = Annotated[Chips, msgspec.Meta(ge=0, le=MOST_CHIPS)]
"""Chips in an order from outside."""
Word = Annotated[str, msgspec.Meta(max_length=64, pattern=r"^[^\x00-\x1f\x7f]*$")]
"""A name, code or key of somebody's order."""
Sentence = Annotated[str, msgspec.Meta(max_length=500, pattern=r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]*$")]
"""A reason in somebody's own words: lines and tabs, no other control characters."""


class Role(StrEnum):
    """Who speaks. Names as in the HTTP API."""

    DEALER = "dealer"
    FLOOR = "floor"
    PIT = "pit"
    SURVEILLANCE = "surveillance"
    AUDITOR = "auditor"
    TECHNICIAN = "technician"
    ADMINISTRATOR = "administrator"
    SYSTEM = "system"


class Person(msgspec.Struct, frozen=True):
    """Who gave an order, and from where (`keypad`, `console`, `pit`, `scenario`)."""

    role: Role
    name: Word = ""
    via: Word = ""


class Order(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True, tag_field="kind", tag=snake):
    """Base of all orders."""

    VERSION: ClassVar[int] = 1
