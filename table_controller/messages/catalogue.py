"""Loads the texts of one language and fills in parameters. Knows no key by name.

In a text `{seat}` is a parameter; whole numbers get the language's thousands separator, `{hand:plain}` does without,
`{cards:cards}` shows `Ts 9h` with suit signs, and any other word after the colon names a room: `{street:street}` with the value
`flop` shows the text of `street.flop`. A text that counts is a table: `count` names the parameter, then one text per plural form.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, get_args

import msgspec

from table_controller.core.messages import Message
from table_controller.messages.plural import FORMS, plural_form

Language = Literal["en", "sk", "cs", "pl", "uk", "hu"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
_HERE = Path(__file__).parent
_GROUP_SIGN = {"en": ","}
_NO_BREAK = "\u00a0"
_PARAMETER = re.compile(r"\{(\w+)(?::(\w+))?\}")
_SUIT_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


class MessageFault(LookupError):
    """A text could not be made. Never shown to people; the caller decides what stands there instead."""


class UnknownMessage(MessageFault):
    """No such key in this language."""


class MissingParameter(MessageFault):
    """The text speaks of a parameter the message did not bring."""


class Counted(msgspec.Struct, frozen=True):
    """A text in its plural forms."""

    count: str
    forms: dict[str, str]


Entry = str | Counted


class Catalogue:
    """All texts of one language. ValueError when a file is not well shaped."""

    def __init__(self, language: str, entries: Mapping[str, Entry]) -> None:
        self.language = language
        self._entries = entries

    def keys(self) -> frozenset[str]:
        """Every key, `room.name`."""
        return frozenset(self._entries)

    def entry(self, key: str) -> Entry:
        """The raw text. UnknownMessage when there is none."""
        try:
            return self._entries[key]
        except KeyError:
            raise UnknownMessage(f"no text for {key!r} in {self.language!r}") from None

    def text(self, key: str, params: Mapping[str, str | int] | None = None) -> str:
        """The text with its parameters filled in. UnknownMessage, MissingParameter."""
        given = params or {}
        entry = self.entry(key)
        if isinstance(entry, str):
            return self._filled(entry, given)
        count = given.get(entry.count)
        if not isinstance(count, int):
            raise MissingParameter(f"{key!r} counts {entry.count!r}, which is not there as a number")
        return self._filled(entry.forms[plural_form(self.language, count)], given)

    def number(self, value: int) -> str:
        """A whole number as people of this language write it."""
        return f"{value:,}".replace(",", _GROUP_SIGN.get(self.language, _NO_BREAK))

    def _filled(self, wording: str, given: Mapping[str, str | int]) -> str:
        def fill(parameter: re.Match[str]) -> str:
            name, form = parameter.groups()
            if name not in given:
                raise MissingParameter(f"the text wants {name!r}")
            return self._shown(given[name], form)

        return _PARAMETER.sub(fill, wording)

    def _shown(self, value: str | int, form: str | None) -> str:
        if form is None:
            return self.number(value) if isinstance(value, int) else value
        if form == "plain":
            return str(value)
        return _with_signs(str(value)) if form == "cards" else self.text(f"{form}.{value}")


def _with_signs(cards: str) -> str:
    return " ".join(card[:1] + _SUIT_SIGNS.get(card[1:], card[1:]) for card in cards.split())


def read_language(folder: Path, language: str) -> Catalogue:
    """The catalogue in a folder of TOML files. ValueError names the file and key that is not well shaped."""
    entries: dict[str, Entry] = {}
    for path in sorted(folder.glob("*.toml")):
        for name, value in tomllib.loads(path.read_text("utf-8")).items():
            entries[f"{path.stem}.{name}"] = _entry(value, language, f"{path.name}: {name}")
    return Catalogue(language, entries)


def _entry(value: object, language: str, where: str) -> Entry:
    if isinstance(value, str):
        return value
    if not isinstance(value, dict) or set(value) != {"count", *FORMS[language]}:
        raise ValueError(f"{where} must be a text, or a table of count and {', '.join(FORMS[language])}")
    return Counted(value["count"], {form: value[form] for form in FORMS[language]})


@cache
def catalogue(language: str) -> Catalogue:
    """The texts of one of `LANGUAGES`, read once. ValueError for another language."""
    if language not in LANGUAGES:
        raise ValueError(f"no such language: {language!r}")
    return read_language(_HERE / language, language)


def text(message: Message, language: str = "en", room: str = "") -> str:
    """A message in words. `room`: where its key lives, for keys that do not say so themselves (`burn` in room `prompt`)."""
    key = f"{room}.{message.key}" if room else message.key
    return catalogue(language).text(key, message.params)
