"""A wrong field in a settings file is named with its line."""

import msgspec
import pytest

from table_controller.core.toml_lines import MAX_TEXT, TomlError, TomlText, dotted


class Antenna(msgspec.Struct, forbid_unknown_fields=True):
    place: str
    number: int = 0


class Settings(msgspec.Struct, forbid_unknown_fields=True):
    table: str
    antennas: list[Antenna] = []


GOOD = """\
table = "T1"  # a comment

[[antennas]]
place = "seat 1"
number = 1

[[antennas]]
place = "seat 2"
number = 2
"""


def fault(text: str) -> TomlError:
    with pytest.raises(TomlError) as caught:
        TomlText.parse("t.toml", text).convert(Settings)
    return caught.value


def test_a_good_file_becomes_the_struct() -> None:
    settings = TomlText.parse("t.toml", GOOD).convert(Settings)
    assert [antenna.place for antenna in settings.antennas] == ["seat 1", "seat 2"]


@pytest.mark.parametrize(
    ("old", "new", "line", "field"),
    [
        ('table = "T1"', "table = 1", 1, "table"),
        ("number = 2", 'number = "two"', 9, "antennas[1].number"),
        ("number = 1", "numbre = 1", 5, "antennas[0].numbre"),
        ('place = "seat 2"\n', "", 7, "antennas[1]"),
        ('table = "T1"  # a comment', "", 1, ""),
    ],
)
def test_the_wrong_field_is_named_with_its_line(old: str, new: str, line: int, field: str) -> None:
    error = fault(GOOD.replace(old, new))
    assert (error.line, error.field) == (line, field)
    assert str(error).startswith(f"t.toml:{line}: {field}")
    assert "`$" not in error.why


def test_a_value_over_several_lines_is_found_at_its_end() -> None:
    text = TomlText.parse("t.toml", 'first = 1\nmany = [\n  1,\n  2,\n]\nlast = """\na = b\n"""\n')
    assert text.line_of(("many", 1)) == 5
    assert text.line_of(("last",)) == 8


def test_a_missing_field_is_shown_at_the_table_that_lacks_it() -> None:
    text = TomlText.parse("t.toml", "a = 1\n\n[b]\nc = 2\n")
    assert text.line_of(("b", "d", "e")) == 3
    assert text.line_of(("x",)) == 1


def test_broken_syntax_names_its_line() -> None:
    error = fault('table = "T1"\nantennas = [\n  oops\n]\n')
    assert error.line == 3
    assert fault('table = "T1"\nantennas = [\n').line == 2


def test_a_text_too_long_is_refused() -> None:
    assert "longer than" in fault("#" * (MAX_TEXT + 1)).why


def test_a_path_is_written_as_people_write_it() -> None:
    assert dotted(("antennas", 1, "place")) == "antennas[1].place"
