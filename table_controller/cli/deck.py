"""`burnturn deck enroll|check|list|retire`: the deck registry of a table."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from table_controller.cli.failing import TextFile, clear_faults

if TYPE_CHECKING:
    from table_controller.core.deck_events import DeckInspected
    from table_controller.core.orders import Person

MOST_ORDER = 4_096
"""Characters of a deck's order at most: 52 words and room to spare."""
_ROLES = ("dealer", "floor", "pit", "surveillance")
_CONFIG = click.argument("config", type=TextFile())
_NAME = click.argument("name")
_JSON = click.option("--json", "as_json", is_flag=True, help="One JSON object on the last line.")
_BY = click.option("--by", required=True, metavar="ROLE:NAME", help=f"Who does it: one of {', '.join(_ROLES)}, and a name.")
_AT = click.option(
    "--at", default="", metavar="PLACE", help="Where the cards are shown (burn, board flop, seat 3); else at the shoe."
)


@click.group()
def deck() -> None:
    """Decks are registered, counted, listed and taken out of use. The table may be running, but not in a hand."""


@deck.command()
@_CONFIG
@_NAME
@_BY
@click.option("--back", default="", help="Colour of the back; needed unless --confirm.")
@click.option("--supplier", default="", help="Where it comes from.")
@click.option("--note", default="", help="What was found when it was looked through by eye.")
@click.option(
    "--order",
    "order_file",
    type=click.File(),
    help="How the cards are shown: 52 words such as Ts; - is standard input. Else ace to king of each suit: s, h, d, c.",
)
@_AT
@click.option("--confirm", is_flag=True, help="Say as the second person that the deck may be dealt from.")
@_JSON
def enroll(
    *, config: Path, name: str, by: str, back: str, supplier: str, note: str, order_file: Any, at: str, confirm: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """Registers a deck that is shown once, card by card, in a known order. A second person confirms it."""
    from table_controller.core.orders import ConfirmDeck, EnrollDeck

    person = _person(by)
    if not confirm and not back:
        raise click.UsageError("--back is needed")
    with _told(as_json, name):
        if confirm:
            _give(config, ConfirmDeck(deck=name), person)
            _finish(as_json, {"deck": name, "ok": True, "status": "ready"}, f"{name} may be dealt from")
        order = _made(EnrollDeck, deck=name, back=back, supplier=supplier, note=note, at=at, faces=_faces(order_file))
        found = _shown(config, order, person, f"{name}: show the 52 cards one by one, in their order")
        result = {
            "deck": name,
            "ok": found.ok,
            "status": "enrolled" if found.ok else None,
            "cards": found.count,
            "why": found.why,
        }
        wait = f"{name}: 52 cards registered; a second person confirms with `burnturn deck enroll {config} {name} --confirm`"
        _finish(as_json, result, wait if found.ok else f"{name}: not registered, {found.why} ({found.count} cards shown)")


@deck.command()
@_CONFIG
@_NAME
@_BY
@_AT
@_JSON
def check(*, config: Path, name: str, by: str, at: str, as_json: bool) -> None:
    """Counts a registered deck that is shown card by card, in any order: 52 of 52, or what is wrong with it."""
    from table_controller.core.cards import text_of
    from table_controller.core.orders import CheckDeck

    with _told(as_json, name):
        found = _shown(config, _made(CheckDeck, deck=name, at=at), _person(by), f"{name}: show all its cards one by one")
        result = {
            "deck": name,
            "ok": found.ok,
            "cards": found.count,
            "missing": [text_of(face) for face in found.missing],
            "foreign": list(found.foreign),
            "others": dict(found.others),
            "doubled": found.doubled,
        }
        _finish(as_json, result, "\n".join(f"{key}: {value}" for key, value in result.items()))


@deck.command("list")
@_CONFIG
@_JSON
def list_decks(*, config: Path, as_json: bool) -> None:
    """Every deck of the table's registry, those out of use too; never which tag is which card."""
    from table_controller.bootstrap.deck_room import deck_records

    with clear_faults():
        records = deck_records(config)
    if as_json:
        click.echo(msgspec.json.encode({"decks": records}).decode())
        return
    if not records:
        click.echo("no deck is registered yet")
    for one in records:
        last = (
            "never checked"
            if not one.checks
            else "last check good"
            if one.checks[-1].ok
            else f"last check: {one.checks[-1].says}"
        )
        click.echo(f"{one.name}: {one.back} back, {one.status}, {one.hands} hands, {last}")


@deck.command()
@_CONFIG
@_NAME
@_BY
@click.option("--reason", required=True)
@_JSON
def retire(*, config: Path, name: str, by: str, reason: str, as_json: bool) -> None:
    """Takes a deck out of use: at once by one person's word, for good by a second one's."""
    from table_controller.bootstrap.deck_room import deck_records
    from table_controller.core.orders import RetireDeck

    with _told(as_json, name):
        _give(config, _made(RetireDeck, deck=name, reason=reason), _person(by))
        status = next(one.status for one in deck_records(config) if one.name == name)
        _finish(as_json, {"deck": name, "ok": True, "status": status}, f"{name}: {status}")


# --- how they do it ---------------------------------------------------------------------------------------------------


def _person(text: str) -> "Person":
    from table_controller.core.orders import Person, Role
    from table_controller.core.persons import plain

    role, _, name = text.partition(":")
    if role not in _ROLES or not plain(name) or len(name) > 64:
        raise click.BadParameter(f"{text!r} is not ROLE:NAME with one of {', '.join(_ROLES)}", param_hint="--by")
    return Person(Role(role), name, "deck")


def _faces(file: Any) -> tuple[int, ...]:
    from table_controller.bootstrap.deck_room import FACTORY
    from table_controller.core.cards import card

    if file is None:
        return FACTORY
    text = file.read(MOST_ORDER + 1)
    if len(text) > MOST_ORDER:
        raise click.BadParameter("52 words are wanted, and there is no end of it", param_hint="--order")
    try:
        faces = tuple(card(word) for word in text.split())
    except ValueError:
        raise click.BadParameter("a word is no card; rank then suit is wanted, such as Ts", param_hint="--order") from None
    if len(faces) != 52 or len(set(faces)) != 52 or max(faces) > 51:
        raise click.BadParameter("each of the 52 cards stands there once", param_hint="--order")
    return faces


def _made(kind: Any, **fields: object) -> Any:
    """The order, its fields checked as those of any order from outside."""
    try:
        return msgspec.convert({"kind": kind.__struct_config__.tag, **fields}, kind)
    except msgspec.ValidationError as wrong:
        raise click.UsageError(str(wrong)) from None


def _shown(config: Path, order: Any, by: "Person", prompt: str) -> "DeckInspected":
    from table_controller.bootstrap.deck_room import deck_desk

    with deck_desk(config, devices=True) as desk:
        begun = desk.order(order, by)
        click.echo(prompt, err=True)
        return desk.shown(begun)


def _give(config: Path, order: Any, by: "Person") -> None:
    from table_controller.bootstrap.deck_room import deck_desk

    with deck_desk(config, devices=False) as desk:
        desk.order(order, by)


@contextmanager
def _told(as_json: bool, name: str) -> Iterator[None]:
    """What was refused is said, and ends with exit code 1."""
    from table_controller.bootstrap.deck_room import DeckTrouble

    with clear_faults():
        try:
            yield
        except DeckTrouble as trouble:
            _finish(as_json, {"deck": name, "ok": False, "why": trouble.code}, f"{name}: {trouble}")


def _finish(as_json: bool, result: dict[str, Any], text: str) -> None:
    click.echo(msgspec.json.encode(result).decode() if as_json else text)
    sys.exit(0 if result["ok"] else 1)
