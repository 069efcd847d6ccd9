"""Every language says what English says: the same keys, with the same parameters, in the plural forms it has."""

import re
from pathlib import Path

import pytest

from table_controller.messages import LANGUAGES, catalogue
from table_controller.messages.catalogue import Counted, Entry, read_language

OTHERS = [language for language in LANGUAGES if language != "en"]
ENGLISH = catalogue("en")
_PARAMETER = re.compile(r"\{[^}]*\}")


def wordings(entry: Entry) -> list[str]:
    return list(entry.forms.values()) if isinstance(entry, Counted) else [entry]


def unlike(english: Entry, other: Entry) -> bool:
    """Whether one of them asks for something the other does not."""
    if isinstance(english, Counted) != isinstance(other, Counted):
        return True
    if isinstance(english, Counted) and isinstance(other, Counted) and english.count != other.count:
        return True
    asked = [set(_PARAMETER.findall(wording)) for wording in (*wordings(english), *wordings(other))]
    return any(parameters != asked[0] for parameters in asked)


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_there_with_its_parameters(language: str) -> None:
    spoken = catalogue(language)
    assert (ENGLISH.keys() - spoken.keys(), spoken.keys() - ENGLISH.keys()) == (set(), set())
    assert {key for key in sorted(ENGLISH.keys()) if unlike(ENGLISH.entry(key), spoken.entry(key))} == set()


@pytest.mark.parametrize("language", OTHERS)
def test_no_text_is_empty_or_left_in_english(language: str) -> None:
    spoken = {key: wordings(catalogue(language).entry(key)) for key in sorted(catalogue(language).keys())}
    assert [key for key, said in spoken.items() if not all(wording.strip() for wording in said)] == []
    sentences = {key for key in spoken if len(_PARAMETER.sub("", wordings(ENGLISH.entry(key))[0])) > 24}
    assert [key for key in sentences if spoken[key] == wordings(ENGLISH.entry(key))] == []


def test_what_is_forgotten_is_seen(tmp_path: Path) -> None:
    """A key too many, a parameter too few, a count told otherwise."""
    (tmp_path / "a.toml").write_text('x = "{seat}"\ny = "{n} of {m}"\n[z]\ncount = "n"\none = "{n}"\nother = "{n}"\n', "utf-8")
    good = read_language(tmp_path, "en")
    (tmp_path / "a.toml").write_text('x = "{seat:plain}"\ny = "{n}"\n[z]\ncount = "m"\none = "{n}"\nother = "{n}"\n', "utf-8")
    bad = read_language(tmp_path, "en")
    assert [unlike(good.entry(key), good.entry(key)) for key in ("a.x", "a.y", "a.z")] == [False] * 3
    assert [unlike(good.entry(key), bad.entry(key)) for key in ("a.x", "a.y", "a.z")] == [True] * 3
