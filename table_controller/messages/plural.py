"""Which plural form a count takes in each language (Unicode CLDR, whole numbers only). Knows no texts."""

from collections.abc import Callable


def _one_other(count: int) -> str:
    return "one" if count == 1 else "other"


def _czech_slovak(count: int) -> str:
    if count == 1:
        return "one"
    return "few" if 2 <= count <= 4 else "many"


def _polish(count: int) -> str:
    if count == 1:
        return "one"
    return _few_or_many(count)


def _ukrainian(count: int) -> str:
    if count % 10 == 1 and count % 100 != 11:
        return "one"
    return _few_or_many(count)


def _few_or_many(count: int) -> str:
    return "few" if count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14) else "many"


FORMS: dict[str, tuple[str, ...]] = {
    "en": ("one", "other"),
    "hu": ("one", "other"),
    "sk": ("one", "few", "many"),
    "cs": ("one", "few", "many"),
    "pl": ("one", "few", "many"),
    "uk": ("one", "few", "many"),
}
"""The forms a text with a count must have."""

_RULES: dict[str, Callable[[int], str]] = {
    "en": _one_other,
    "hu": _one_other,
    "sk": _czech_slovak,
    "cs": _czech_slovak,
    "pl": _polish,
    "uk": _ukrainian,
}


def plural_form(language: str, count: int) -> str:
    """One of `FORMS[language]`. KeyError for a language the product does not speak."""
    return _RULES[language](abs(count))
