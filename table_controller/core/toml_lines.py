"""TOML text with the line each of its fields stands on, so that an error in a settings file can be shown where it is.

Owns the finding of lines and the translation of validation errors into file, line and field. Takes text and gives values: it
opens no file, and knows nothing of what the settings mean.
"""

import re
import tomllib
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

FieldPath = tuple[str | int, ...]
"""Where a field stands: table names, keys and places in arrays, outermost first."""

MAX_TEXT = 64 * 1024
"""Longest text accepted, in characters: finding a line parses the text once per line, so it must stay small."""

_AT = re.compile(r" - at `(?:key` in `)?\$(?P<path>[^`]*)`$")
_STEP = re.compile(r"\.(?P<key>[^.\[\]]+)|\[(?P<place>\d+)\]")
_UNKNOWN = re.compile(r"unknown field `(?P<key>[^`]+)`")
_SYNTAX_LINE = re.compile(r"line (?P<line>\d+), column \d+")


class TomlError(ValueError):
    """A settings file is wrong. `str()` reads `FILE:LINE: FIELD: WHY`, which is what the command line prints before exit code 2.

    Attributes: file (as the user named it), line (from 1), field (dotted, empty for the file as a whole), why.
    """

    def __init__(self, file: str, line: int, field: str, why: str) -> None:
        super().__init__(f"{file}:{line}: {field}: {why}" if field else f"{file}:{line}: {why}")
        self.file = file
        self.line = line
        self.field = field
        self.why = why


class TomlText(msgspec.Struct, frozen=True):
    """A parsed file that still knows its text."""

    file: str
    text: str
    data: dict[str, Any]

    @classmethod
    def parse(cls, file: str, text: str) -> "TomlText":
        """Parse `text`; `file` is only a name for messages. Raises TomlError when it is not TOML or longer than MAX_TEXT."""
        if len(text) > MAX_TEXT:
            raise TomlError(file, 1, "", f"longer than {MAX_TEXT} characters")
        try:
            return cls(file, text, tomllib.loads(text))
        except tomllib.TOMLDecodeError as error:
            found = _SYNTAX_LINE.search(str(error))
            line = int(found["line"]) if found else max(1, text.count("\n"))
            raise TomlError(file, line, "", f"not TOML: {error}") from None
        except (RecursionError, ValueError) as error:  # nested without end, or a number of thousands of digits
            raise TomlError(file, 1, "", f"not TOML that can be read: {error}") from None

    def fault(self, path: FieldPath, why: str) -> TomlError:
        """The error to raise for the field at `path` (or, when it is missing, for the table that lacks it)."""
        return TomlError(self.file, self.line_of(path), dotted(path), why)

    def convert(self, kind: type[T], path: FieldPath = ()) -> T:
        """The value at `path` (default: the whole file) as `kind`. Raises TomlError naming the first field that does not fit."""
        try:
            return msgspec.convert(_value_at(self.data, path), kind)
        except msgspec.ValidationError as error:
            message = str(error)
            raise self.fault(path + _path_in(message), _AT.sub("", message)) from None

    def line_of(self, path: FieldPath) -> int:
        """Line (from 1) on which the field ends: the shortest beginning of the text that is TOML and holds it."""
        while not _holds(self.data, path):
            path = path[:-1]
        lines = self.text.splitlines(keepends=True)
        return next((n for n in range(1, len(lines) + 1) if path and _beginning_holds(lines[:n], path)), 1)


def dotted(path: FieldPath) -> str:
    """A path as people write it: `seats[2].antenna`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")


def _beginning_holds(lines: list[str], path: FieldPath) -> bool:
    try:
        return _holds(tomllib.loads("".join(lines)), path)
    except tomllib.TOMLDecodeError:
        return False


def _value_at(data: Any, path: FieldPath) -> Any:
    for step in path:
        data = data[step]
    return data


def _holds(data: Any, path: FieldPath) -> bool:
    try:
        _value_at(data, path)
    except (KeyError, IndexError, TypeError):
        return False
    return True


def _path_in(message: str) -> FieldPath:
    """The path a msgspec message names. What follows a free key (`[...]`) is not named in it and is left out."""
    at = _AT.search(message)
    steps = _STEP.finditer(at["path"].split("[...]")[0]) if at else ()
    path: FieldPath = tuple(step["key"] or int(step["place"]) for step in steps)
    unknown = _UNKNOWN.search(message)
    return (*path, unknown["key"]) if unknown else path
