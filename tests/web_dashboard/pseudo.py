"""English made two fifths longer and full of accents, in place of English: what it does to a page, any language may."""

import re

from table_controller.messages import catalogue
from table_controller.messages.catalogue import Counted, Entry

LONGER = 0.4
_ACCENTS = str.maketrans("aeiouyAEIOUY", "áéíóúýÁÉÍÓÚÝ")
_PARAMETER = re.compile(r"(\{[^}]*\})")


def longer(wording: str) -> str:
    """The wording with accents, and as many letters more as a long language takes; parameters are left alone."""
    parts = [part if part.startswith("{") else part.translate(_ACCENTS) for part in _PARAMETER.split(wording)]
    letters = len(_PARAMETER.sub("", wording).strip())
    return "".join(parts) + _filling(-int(-letters * LONGER // 1))


def _filling(letters: int) -> str:
    """Words of six letters at most, as words break where lines do; a short text only gets a longer word."""
    return "".join("žľŵ"[at % 3] if at % 7 or letters < 7 else " " for at in range(letters))


def speak() -> None:
    """From here on this process says everything longer."""
    english = catalogue("en")
    english._entries = {key: _entry(english.entry(key)) for key in english.keys()}  # noqa: SIM118 - a method of the catalogue


def _entry(entry: Entry) -> Entry:
    if isinstance(entry, Counted):
        return Counted(entry.count, {form: longer(wording) for form, wording in entry.forms.items()})
    return longer(entry)
