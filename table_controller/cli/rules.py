"""`burnturn rules`: the house-rule profiles, and the clause behind each value."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Never

import click
import msgspec

from table_controller.cli.failing import TextFile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from table_controller.house_rules import Profile, Provenance

_JSON = click.option("--json", "as_json", is_flag=True, help="One JSON object on the last line.")


@click.group()
def rules() -> None:
    """House-rule profiles, with the clause behind each value."""


@rules.command("list")
@_JSON
def list_profiles(as_json: bool) -> None:
    """The profiles that come with the product."""
    from table_controller.house_rules import PRESETS, load_profile

    profiles = [load_profile(name) for name in PRESETS]
    if as_json:
        _print_json({"profiles": [_head(profile) for profile in profiles]})
    else:
        for profile in profiles:
            click.echo(f"{profile.name:<14}{profile.title}")


@rules.command()
@click.argument("name")
@_JSON
def show(name: str, as_json: bool) -> None:
    """Every setting of NAME (a profile, or a .toml file) and where its value comes from."""
    profile = _loaded(name)
    if as_json:
        _print_json({**_head(profile), "settings": _settings(profile)})
    else:
        for line in _lines(profile):
            click.echo(line)


@rules.command()
@click.argument("file", type=TextFile())
@_JSON
def check(file: Path, as_json: bool) -> None:
    """Whether FILE is a profile that can be used; else the first mistake with field and line (exit 2)."""
    from table_controller.core.toml_lines import TomlError
    from table_controller.house_rules import SettingError, load_profile

    try:
        profile = load_profile(file)
    except (TomlError, SettingError, OSError) as error:
        if as_json:
            _print_json({"file": str(file), "ok": False, "line": getattr(error, "line", None), "why": str(error)})
        _fail(error)
    if as_json:
        _print_json({"file": str(file), "ok": True, **_head(profile)})
    else:
        click.echo(f"{file}: {profile.name}, {len(profile.provenance)} settings")


def _loaded(name: str) -> "Profile":
    from table_controller.core.toml_lines import TomlError
    from table_controller.house_rules import SettingError, load_profile

    try:
        return load_profile(name)
    except (TomlError, SettingError, OSError) as error:
        _fail(error)


def _fail(error: Exception) -> Never:
    click.echo(f"Error: {error}", err=True)
    sys.exit(2)


def _head(profile: "Profile") -> dict[str, object]:
    return {
        "name": profile.name,
        "title": profile.title,
        "base": profile.base,
        "fallback": profile.rules.fallback,
        "softened": profile.rules.softened,
    }


def _settings(profile: "Profile") -> list[dict[str, object]]:
    return [
        {"key": key, "value": profile.value(key), **msgspec.to_builtins(provenance)}
        for key, provenance in profile.provenance.items()
    ]


def _lines(profile: "Profile") -> "Iterator[str]":
    from table_controller.house_rules.settings import value_as_text

    yield f"{profile.name}: {profile.title}" + (f", built on {profile.base}" if profile.base else "")
    for key, provenance in profile.provenance.items():
        yield f"  {key:<28} {value_as_text(profile.value(key)):<35} {_origin(provenance)}".rstrip()
        if provenance.note:
            yield f"  {'':<28} {'':<35}   ({provenance.note})"


def _origin(provenance: "Provenance") -> str:
    """Where a value comes from, in words."""
    clauses = ", ".join(provenance.clauses)
    return {
        "text": clauses,
        "family": f"text silent, taken from {provenance.family} ({clauses or 'its own choice'})",
        "unwritten": clauses or "text silent, own choice",
        "house": clauses or "house",
        "override": "override",
    }[provenance.source]


def _print_json(answer: dict[str, object]) -> None:
    click.echo(msgspec.json.encode(answer))
