"""`burnturn journal ...`: the upkeep of a table's record. Each of its commands is itself recorded."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from table_controller.cli.failing import TextFile, clear_faults
from table_controller.table_sections import LEAST_DAYS

if TYPE_CHECKING:
    from table_controller.bootstrap.opened_cards import Keys
    from table_controller.bootstrap.record_desk import RecordDesk
    from table_controller.bootstrap.restoring import Restored
    from table_controller.core.orders import Person

_CONFIG = click.argument("config", type=TextFile())
_KEEPER = click.option("--by", required=True, metavar="ROLE:NAME", help="Who does it: technician or administrator, and a name.")
_JSON = click.option("--json", "as_json", is_flag=True, help="One JSON object on the last line.")


@click.group()
def journal() -> None:
    """Keeps a table's record: copies it, cuts off what is old, and opens sealed cards to those who may see them."""


@journal.command("open-sealed")
@_CONFIG
@click.option("--by", required=True, metavar="ROLE:NAME", help="auditor:NAME asks; floor, pit or surveillance sign.")
@click.option("--hand", type=click.IntRange(1, 2**31), help="Whose cards: the number of the hand.")
@click.option("--attempt", type=click.IntRange(1, 2**31), help="Which deal of it; else every one.")
@click.option("--place", "places", multiple=True, metavar="PLACE", help="`seat 3`, `burns` or `other`, once or more; else all.")
@click.option("--reason", help="Why they have to be seen.")
@click.option("--countersign", type=click.IntRange(1, 2**53), metavar="RECORD", help="Signs as second person what RECORD asks.")
@click.option("--escrow", type=TextFile(), help="The escrow file, where it does not lie where the configuration says.")
@_JSON
def open_sealed(
    *, config: Path, by: str, hand: int | None, attempt: int | None, places: tuple[str, ...], reason: str | None,
    countersign: int | None, escrow: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Shows cards that nobody saw of a hand that is over: the auditor asks with a reason, a second person signs and both look.

    Both are recorded. It is refused while the hand runs, and where the key was destroyed it says so.
    """
    person = _person(by)
    asks = {"hand": hand, "attempt": attempt or 0, "places": places, "reason": reason}
    if countersign is not None and (hand or attempt or places or reason):
        raise click.UsageError("--countersign goes with --by alone: what is to be seen stands in the record")
    if countersign is None and (hand is None or reason is None):
        raise click.UsageError("--hand and --reason are needed, or --countersign")
    with _told(as_json), _desk(config) as desk:
        kept = _keys(desk, escrow)
        if countersign is None:
            _ask(as_json, desk, asks, person, kept)
        else:
            _show(as_json, desk, countersign, person, kept)


@journal.command()
@_CONFIG
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@_KEEPER
@_JSON
def backup(*, config: Path, file: Path, by: str, as_json: bool) -> None:
    """Copies the record into FILE, also while the table plays: all but its keys, so that what is sealed in it opens nowhere."""
    from table_controller.bootstrap.backing_up import back_up

    person = _keeper(by)
    with _told(as_json), _desk(config) as desk:
        made = back_up(desk, file, person)
        result = {"ok": True, **made._asdict()}
        _finish(as_json, result, f"{file}: {made.records} records, up to record {made.up_to}; noted in record {made.noted}")


@journal.command()
@_CONFIG
@click.argument("file", type=TextFile())
@_KEEPER
@click.option("--reason", help="Why; needed unless it is a drill.")
@click.option("--heads", type=TextFile(), help="The signed heads kept elsewhere, if not where the configuration says.")
@click.option("--drill", is_flag=True, help="Try all of it in a folder that is gone afterwards; the table may be playing.")
@_JSON
def restore(*, config: Path, file: Path, by: str, reason: str | None, heads: Path | None, drill: bool, as_json: bool) -> None:
    """Makes the table's journal from the backup FILE, proves it, and says whether the table goes on with it, or why not.

    A hand that ran when the backup was made is left out of it. The table is paused until the floor opens it.
    """
    from table_controller.bootstrap import restoring
    from table_controller.bootstrap.room import room_of

    person = _keeper(by)
    if not drill and not (reason or "").strip():
        raise click.UsageError("--reason is needed")
    with _told(as_json):
        room = room_of(config, new_decks=True)
        known = room.config.heads if room.config.heads is not None and room.config.heads.exists() else None
        source = restoring.Source(file, heads or known, person, reason or "drill")
        told = restoring.drill(room, source) if drill else restoring.restore(room, source)
        _finish(as_json, {"ok": told.why is None, "drill": drill, **told._asdict()}, _of_restored(file, told))


@journal.command()
@_CONFIG
@_KEEPER
@click.option("--keep-days", type=click.IntRange(LEAST_DAYS), help="Instead of `keep_days` of the configuration.")
@_JSON
def purge(*, config: Path, by: str, keep_days: int | None, as_json: bool) -> None:
    """Takes away what is older than the house keeps it, while the table stands still. The rest still proves itself.

    The last ten hands stay, however old they are.
    """
    from table_controller.bootstrap.purging import purge
    from table_controller.bootstrap.room import room_of

    person = _keeper(by)
    with _told(as_json):
        room = room_of(config, new_decks=True)
        days = keep_days or room.config.keep_days
        if not days:
            raise click.UsageError("the configuration says no `keep_days`, so records are kept for ever; or --keep-days")
        gone = purge(room, days, person)
        said = f"{gone.records} records taken away, up to record {gone.up_to}" if gone.records else "nothing is old enough"
        _finish(as_json, {"ok": True, "days": days, **gone._asdict()}, said)


@journal.command()
@_CONFIG
@_JSON
def migrate(*, config: Path, as_json: bool) -> None:
    """Says which schema version the record has. There has been one so far, so there is nothing to bring up to date."""
    from table_controller.config import load_table_config
    from table_controller.journal import JournalReader

    with _told(as_json):
        path = load_table_config(config).journal_path
        version = JournalReader.open(path).owner.schema_version
        _finish(as_json, {"ok": True, "version": version, "changed": False}, f"{path}: schema version {version}, the newest")


# --- how they do it ---------------------------------------------------------------------------------------------------


def _ask(as_json: bool, desk: "RecordDesk", asks: dict[str, Any], by: "Person", keys: "Keys") -> None:
    from table_controller.bootstrap.opened_cards import Wanted, must_open
    from table_controller.core.orders import OpenSealed

    order = _made(OpenSealed, **asks)
    must_open(keys, Wanted(order.hand, order.attempt, order.places))
    seq = desk.order(order, by)
    sign = f"burnturn journal open-sealed {desk.room.config.file} --countersign {seq} --by ROLE:NAME"
    _finish(as_json, {"ok": True, "asked": seq}, f"asked for, record {seq}; a second person signs with `{sign}`")


def _show(as_json: bool, desk: "RecordDesk", asked: int, by: "Person", keys: "Keys") -> None:
    from table_controller.bootstrap.opened_cards import cards_of, must_ask, signed_under
    from table_controller.core.orders import Countersign

    must_ask(desk.reader, asked)
    seq = desk.order(Countersign(order_seq=asked), by)
    opened = signed_under(desk.reader, asked, seq)
    shown = cards_of(keys, desk.room.master, opened)
    lines = [f"hand {opened.hand}, attempt {one.attempt}, {one.place}: {' '.join(one.cards) or '-'}" for one in shown]
    lines += [one.why for one in shown if one.why is not None]
    result = {"ok": all(one.why is None for one in shown), "hand": opened.hand, "asked": asked, "opened": seq}
    _finish(as_json, {**result, "shown": [one._asdict() for one in shown]}, "\n".join(lines))


def _of_restored(file: Path, told: "Restored") -> str:
    lines = [f"{file}: {told.records} records, whole; the journal goes on from record {told.up_to}"]
    if told.left_out:
        lines.append(f"left out: {told.left_out} records of a hand that ran; only the backup has them")
    if told.later_heads:
        lines.append(f"missing: {told.later_heads} heads were signed later, until hand {told.later_hand}")
    elif told.signed_to:
        lines.append(f"signed heads to record {told.signed_to}")
    lines.append("the table goes on with it, paused" if told.why is None else f"the table does not go on with it: {told.why}")
    return "\n".join(lines)


def _person(text: str) -> "Person":
    from table_controller.core.orders import Person, Role
    from table_controller.core.persons import plain

    role, _, name = text.partition(":")
    if role not in {one.value for one in Role if one is not Role.SYSTEM} or not plain(name) or len(name) > 64:
        raise click.BadParameter(f"{text!r} is not ROLE:NAME", param_hint="--by")
    return Person(Role(role), name, "journal")


def _keeper(text: str) -> "Person":
    from table_controller.core.orders import NoteCopy
    from table_controller.core.roles import MAY

    person = _person(text)
    if person.role not in MAY[NoteCopy]:
        raise click.BadParameter(f"the record is kept by technician or administrator, not by {person.role}", param_hint="--by")
    return person


def _made(kind: Any, **fields: object) -> Any:
    """The order, its fields checked as those of any order from outside."""
    try:
        return msgspec.convert({"kind": kind.__struct_config__.tag, **fields}, kind)
    except msgspec.ValidationError as wrong:
        raise click.UsageError(str(wrong)) from None


def _keys(desk: "RecordDesk", file: Path | None) -> "Keys":
    from table_controller.bootstrap.opened_cards import Keys
    from table_controller.journal.escrow import read_escrow

    file = file or desk.room.config.escrow
    return Keys(desk.reader, {} if file is None or not file.exists() else read_escrow(file, desk.room.config.id))


@contextmanager
def _desk(config: Path) -> "Iterator[RecordDesk]":
    from table_controller.bootstrap.record_desk import record_desk

    with record_desk(config) as desk:
        yield desk


@contextmanager
def _told(as_json: bool) -> Iterator[None]:
    """What was not done is said, and ends with exit code 1."""
    from table_controller.bootstrap.record_desk import NotDone

    with clear_faults():
        try:
            yield
        except NotDone as trouble:
            _finish(as_json, {"ok": False, "why": trouble.code}, f"burnturn: {trouble}")


def _finish(as_json: bool, result: dict[str, Any], text: str) -> None:
    click.echo(msgspec.json.encode(result).decode() if as_json else text, err=not as_json and not result["ok"])
    sys.exit(0 if result["ok"] else 1)
