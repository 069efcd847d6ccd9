"""Who gives orders, and what every order is. Each family of orders builds on it."""

from enum import StrEnum
from typing import ClassVar

import msgspec

from table_controller.core.naming import snake


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
    name: str = ""
    via: str = ""


class Order(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True, tag_field="kind", tag=snake):
    """Base of all orders."""

    VERSION: ClassVar[int] = 1
