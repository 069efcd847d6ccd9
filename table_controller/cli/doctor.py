"""`burnturn doctor CONFIG`: is a table wired as its file says?"""

import os
import select
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from table_controller.cli.failing import Number, TextFile, clear_faults, refusals
from table_controller.core.messages import Message
from table_controller.messages import LANGUAGES

if TYPE_CHECKING:
    from table_controller.bootstrap.doctor.visit import Visit

_MOST_TYPED = 4096
_PARTS = ("antenna", "input", "key", "shoe", "lamp")


class Terminal:
    """The installer at a terminal. Prompts go to standard error, so that `--json` stays alone."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._typed = b""
        self.can_type = True

    def show(self, message: Message) -> None:
        """See `Installer`."""
        from table_controller.bootstrap.scenario import in_words

        click.echo(in_words(message, self._language, "doctor"), err=True)

    def said(self) -> str | None:
        """See `Installer`. The end of the input: nobody types."""
        if b"\n" not in self._typed and self.can_type and select.select([sys.stdin], [], [], 0)[0]:
            more = os.read(sys.stdin.fileno(), _MOST_TYPED)
            self._typed = (self._typed + more)[-_MOST_TYPED:]
            self.can_type = more != b""
        line, end, rest = self._typed.partition(b"\n")
        if not end:
            return None
        self._typed = rest
        return line.decode(errors="replace").strip().lower()


@click.command()
@click.argument("config", type=TextFile())
@click.option("--write", is_flag=True, help="Write what was found into CONFIG; the file before is kept as NAME.before.")
@click.option("--only", "parts", multiple=True, type=click.Choice(_PARTS), help="These parts alone.")
@click.option("--patience", default=60.0, show_default=True, type=Number(0.5, 3600), help="Seconds for each touch.")
@click.option("--settle", default=1.0, show_default=True, type=Number(0.05, 10), help="Seconds for which a touch must stand.")
@click.option("--lang", default="en", show_default=True, type=click.Choice(LANGUAGES), help="English where it has no text yet.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on the last line.")
def doctor(config: Path, write: bool, parts: tuple[str, ...], patience: float, settle: float, lang: str, as_json: bool) -> None:
    """Walks you around the table in CONFIG, touching every wire; names what is dead, swapped, or talks across.

    Stop the table's process first. Exit code 1: a hand is running, a port is in use, or something is not as CONFIG says.
    """
    from table_controller.bootstrap.doctor.checks import Part
    from table_controller.bootstrap.doctor.examine import Patience
    from table_controller.bootstrap.doctor.visit import visit

    times = Patience(touch=int(patience * 1000), settle=int(settle * 1000))
    with clear_faults(), refusals():
        found = visit(config, Terminal(lang), times, [Part(part) for part in parts or _PARTS], write=write)
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
    else:
        _say(found, lang)
    sys.exit(0 if found.ok else 1)


def _say(found: "Visit", language: str) -> None:
    from table_controller.bootstrap.scenario import in_words

    for message in _messages(found):
        click.echo(in_words(message, language, "doctor"))


def _messages(found: "Visit") -> Iterator[Message]:
    for one in found.wires:
        if one.finding != "ok":
            answered = ", ".join(
                _wire(*source) + (f" ({to})" if to else "") for source, to in zip(one.answered, one.bound_to, strict=True)
            )
            yield Message(f"found_{one.finding}", {"place": one.place, "wire": _wire(*one.source), "answered": answered})
    for lamp in found.lamps:
        if not lamp.well:
            yield Message(f"lamp_{lamp.finding}", {"place": lamp.place, "lit": -1 if lamp.lit is None else lamp.lit})
    for device, reader in found.silent_readers:
        yield Message("silent_reader", {"device": device, "reader": reader})
    if found.written:
        yield Message("written", {"moves": len(found.moves)})
    if found.ok:
        yield Message("all_well")


def _wire(device: str, kind: str, index: int) -> str:
    return f"{kind} {index} of {device}"
