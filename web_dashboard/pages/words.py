"""Events as messages of the room `fact`, for the list of what happened last. Speaks of nothing that is sealed.

Parameters are an event's own public fields; a few kinds have several texts, told apart by a suffix of the key.
"""

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

import msgspec

from table_controller.core import events as did
from table_controller.core.alarm_events import AlarmDue
from table_controller.core.cards import text_of, texts_of
from table_controller.core.deck_events import DeckInPlay, DeckInspected, DeckRetired
from table_controller.core.messages import Message
from table_controller.core.places import Place
from table_controller.core.shift_events import LevelClockSet
from web_dashboard.feed import Recorded

_SECRET = ("hidden", "pieces")
QUIET = (did.Checkpoint, did.AlarmsCarried, did.SeatPresence)
"""Kinds nobody wants to read a line about."""
_PUT_AWAY = (Place.MUCK, Place.SHOE)
"""Folded and gathered cards: the fold or the gathering says it in one line."""


def fact(event: did.AnyEvent) -> Message | None:
    """The event in a message; None for kinds that are no news."""
    if isinstance(event, QUIET) or (isinstance(event, did.CardMoved) and event.to in _PUT_AWAY):
        return None
    kind = str(event.__struct_config__.tag)
    suffix = _VARIANTS.get(type(event), _plain)(event)
    return Message(f"{kind}{suffix}", _params(event))


def told(recorded: Iterable[Recorded], most: int) -> tuple[tuple[Recorded, Message], ...]:
    """The first `most` of these that are worth a line, each with its message."""
    lines = ((one, message) for one in recorded if (message := fact(one.event)) is not None)
    return tuple(islice(lines, most))


def _params(event: did.AnyEvent) -> dict[str, str | int]:
    params: dict[str, str | int] = {}
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if field in _SECRET or value is None:
            continue
        if field == "up":
            params["card"] = text_of(value)
        elif field in ("cards", "best"):
            params[field] = " ".join(texts_of(value))
        elif isinstance(value, str):  # places and streets are str enums: their plain value names them in the catalogue
            params[field] = str(getattr(value, "value", value))
        elif isinstance(value, int):
            params[field] = value
    if isinstance(event, did.BlindPosted):
        params["total"] = event.live + event.dead
    return params


def _plain(_event: Any) -> str:
    return ""


def _up(event: did.CardEvent) -> str:
    return "" if event.up is None else "_up"


def _all_in(event: did.Called | did.BetMade | did.Raised) -> str:
    return "_all_in" if event.all_in else ""


def _where(event: did.FindingRaised | did.QuestionAsked) -> str:
    if event.seat is not None:
        return "_seat"
    return "" if event.place is None else "_place"


def _award(event: did.PotAwarded) -> str:
    return "_shown" if event.best else ""


def _deck(event: did.DeckCounted) -> str:
    if not event.present:
        return "_gone"
    return "_lid" if event.lid_open else "" if event.count is None else "_count"


def _has(name: str) -> Callable[[Any], str]:
    return lambda event: "" if getattr(event, name) is None else f"_{name}"


_VARIANTS: dict[type[msgspec.Struct], Callable[[Any], str]] = {
    LevelClockSet: lambda event: "" if event.run else "_stopped",
    did.CardDealt: _up,
    did.CardBurned: _up,
    did.BoardCardDealt: _up,
    did.CardDrawn: _up,
    did.CardMoved: _up,
    did.CardExposed: _up,
    did.CardIdentified: _up,
    AlarmDue: lambda event: f"_{event.what.value}",
    did.DeckCounted: _deck,
    DeckInPlay: lambda event: "" if event.deck else "_unknown",
    DeckInspected: lambda event: "" if event.ok else "_wrong",
    DeckRetired: lambda event: "_final" if event.final else "",
    did.Called: _all_in,
    did.BetMade: _all_in,
    did.Raised: _all_in,
    did.FindingRaised: _where,
    did.QuestionAsked: _where,
    did.PotAwarded: _award,
    did.ButtonSighted: _has("seat"),
    did.DeckGathered: _has("count"),
    did.DeviceLostEvents: _has("count"),
}
