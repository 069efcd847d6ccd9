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
_UNSEEN = r"\x7f-\x9f\xad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
"""What nobody sees, or what turns the letters after it round: with it two names look alike and are not the same."""
_END = r"$(?!\n)"
"""A dollar alone also stands before a last line feed."""
Word = Annotated[str, msgspec.Meta(max_length=64, pattern=rf"^[^\x00-\x1f{_UNSEEN}]*{_END}")]
"""A name, code or key of somebody's order."""
LINES = rf"^[^\x00-\x08\x0b\x0c\x0e-\x1f{_UNSEEN}]*{_END}"
Sentence = Annotated[str, msgspec.Meta(max_length=500, pattern=LINES)]
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
