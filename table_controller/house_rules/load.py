"""Reading of profile files, the seven presets and a house's own, and changing single settings of one.

Owns the closed schema of a file (docs/house_rules.md) and says file, line and field of whatever does not follow it.
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from table_controller.core.rules import Fallback
from table_controller.core.toml_lines import MAX_TEXT, FieldPath, TomlError, TomlText
from table_controller.house_rules.clauses import is_citation
from table_controller.house_rules.profile import Own, Profile, Written, merged
from table_controller.house_rules.provenance import Provenance, Source
from table_controller.house_rules.settings import SETTINGS, SettingError, value_from_text, value_from_toml

PRESETS = ("slovak", "czech", "polish", "ukrainian", "hungarian", "tda_2024", "roberts_v11")
HOUSE_CLAUSE = "house"
"""The clause a house writes for what it changed of its own will."""

_HEAD = ("fallback", "softened")
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A profile file. A preset has no `base` and writes every setting; a house file has one and writes what it changes."""

    name: str
    title: str = ""
    base: str | None = None
    fallback: str | None = None
    softened: list[str] | None = None
    settings: dict[str, Any] = {}


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One setting in a file."""

    value: Any = None
    clause: str | list[str] = []
    silent: bool = False
    note: str = ""


def load_profile(name_or_path: str | Path) -> Profile:
    """A preset by its name (`PRESETS`), or a house's own file by its path.

    Raises TomlError (file, line, field) for a file that breaks the schema, and SettingError for a name that is neither a preset
    nor a path to a `.toml` file, and for a file that cannot be read.
    """
    if isinstance(name_or_path, str) and name_or_path in PRESETS:
        return _preset(name_or_path)
    path = Path(name_or_path)
    if path.suffix != ".toml":
        raise SettingError("rules", f"no profile {str(name_or_path)!r}; one of {', '.join(PRESETS)}, or a .toml file")
    data = _read(path)
    try:
        return _profile(TomlText.parse(str(path), data.decode("utf-8")))
    except UnicodeDecodeError as error:
        raise TomlError(str(path), data[: error.start].count(b"\n") + 1, "", "not UTF-8") from None


def _read(path: Path) -> bytes:
    try:
        if path.exists() and not path.is_file():
            raise SettingError("rules", f"{path} is no file")
        with path.open("rb") as file:
            return file.read(4 * MAX_TEXT + 1)
    except OSError as error:
        raise SettingError("rules", f"{path}: {error.strerror}") from None


def with_overrides(profile: Profile, overrides: Mapping[str, str]) -> Profile:
    """`profile` with some settings changed, values as a scenario writes them. `fallback` fills the silent settings anew.

    Raises SettingError naming the key when it is unknown or cannot have that value.
    """
    changed = {key: Written(value_from_text(key, text), Provenance(Source.OVERRIDE)) for key, text in overrides.items()}
    own = tuple((key, clauses) for key, clauses in profile.rules.own if key not in changed)
    return merged(profile.name, profile.title, {**profile.written, **changed}, _family, profile.base, own)


@cache
def _preset(name: str) -> Profile:
    resource = files("table_controller.house_rules").joinpath("presets", f"{name}.toml")
    return _profile(TomlText.parse(f"{name}.toml", resource.read_text(encoding="utf-8")))


def _family(fallback: Fallback) -> Profile:
    return _preset(fallback.value)


def _profile(text: TomlText) -> Profile:
    file = text.convert(_File)
    if not _NAME.fullmatch(file.name):
        raise text.fault(("name",), "lower-case letters, digits and _, at most 40, a letter first")
    if file.base is not None and file.name in PRESETS:
        raise text.fault(("name",), "the name of a preset")
    if file.base is not None and file.base not in PRESETS:
        raise text.fault(("base",), f"not one of: {', '.join(PRESETS)}")
    base = _preset(file.base) if file.base else None
    settings = _settings(text, file)
    written = {**(base.written if base else {}), **_head(text, file), **settings}
    for key in (*_HEAD, *SETTINGS):
        if key not in written:
            raise text.fault((key,) if key in _HEAD else ("settings", key), "missing")
    own = () if file.name in PRESETS else _own(settings)
    return merged(file.name, file.title or file.name, written, _family, file.base, own)


def _own(settings: Mapping[str, Written]) -> Own:
    """What a house cites for what it gives itself; a value without a clause is its own word."""
    given = {key: entry.provenance for key, entry in settings.items() if not entry.silent}
    return tuple((key, provenance.clauses or (HOUSE_CLAUSE,)) for key, provenance in given.items())


def _head(text: TomlText, file: _File) -> dict[str, Written]:
    """`fallback` and `softened`, which stand above the settings because they say something of all of them."""
    source = Source.HOUSE if file.base else Source.UNWRITTEN
    written: dict[str, Written] = {}
    if file.fallback is not None:
        written["fallback"] = Written(_value(text, ("fallback",), file.fallback), Provenance(source))
    if file.softened is not None or not file.base:
        softened = _value(text, ("softened",), file.softened or [])
        said = Source.TEXT if softened and not file.base else source
        written["softened"] = Written(softened, Provenance(said, softened))
    return written


def _settings(text: TomlText, file: _File) -> dict[str, Written]:
    for key in file.settings:
        if key not in SETTINGS or key in _HEAD:
            raise text.fault(("settings", key), "no such setting")
    return {key: _written(text, ("settings", key), _is_family(file)) for key in file.settings}


def _is_family(file: _File) -> bool:
    return file.name in tuple(Fallback)


def _written(text: TomlText, path: FieldPath, of_family: bool) -> Written:
    entry = text.convert(_Entry, path)
    clauses = (entry.clause,) if isinstance(entry.clause, str) else tuple(entry.clause)
    _check_form(text, path, entry, clauses, of_family)
    if entry.silent and entry.value is None:
        return Written(None, Provenance(Source.FAMILY, note=entry.note), silent=True)
    value = _value(text, (*path, "value"), entry.value)
    if entry.silent:
        return Written(value, Provenance(Source.UNWRITTEN, note=entry.note))
    if clauses == (HOUSE_CLAUSE,):
        return Written(value, Provenance(Source.HOUSE, note=entry.note))
    return Written(value, Provenance(Source.TEXT, clauses, note=entry.note))


def _check_form(text: TomlText, path: FieldPath, entry: _Entry, clauses: tuple[str, ...], of_family: bool) -> None:
    """A value needs the clause that gives it, or the word that the text is silent and, unless a family fills it, why."""
    if entry.silent == bool(clauses):
        raise text.fault(path, "needs either `clause` or `silent = true`")
    if entry.value is None and (clauses or of_family):
        raise text.fault(path, "needs `value`")
    if entry.silent and entry.value is not None and not entry.note:
        raise text.fault(path, "needs `note`: why this value, where the text is silent")
    for clause in clauses:
        if clause != HOUSE_CLAUSE and not is_citation(clause):
            raise text.fault((*path, "clause"), f"no such clause: {clause}")


def _value(text: TomlText, path: FieldPath, raw: object) -> Any:
    key = next(str(step) for step in path if step in SETTINGS)
    try:
        return value_from_toml(key, raw)
    except SettingError as error:
        raise text.fault(path, error.why) from None
