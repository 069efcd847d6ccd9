"""`burnturn rehearse FOLDER NUMBER`: the simulated half of one table of a demonstration. Started by `demo`, not by people."""

import contextlib
import signal
import sys
import threading
from pathlib import Path

import click
import msgspec

from table_controller.cli.failing import TextFile, clear_text


@click.command(hidden=True)
@click.argument("plan", type=TextFile())
@click.argument("number", type=int)
def rehearse(plan: Path, number: int) -> None:
    """Plays table NUMBER of the show in PLAN and writes its score as the last line."""
    from functools import partial

    from table_controller.bootstrap.hands import NotingHands, SimulatedHands
    from table_controller.bootstrap.live_rehearsal import rehearse_live
    from table_controller.bootstrap.show import Show
    from table_controller.rehearsal.script import RehearsalStuck

    with clear_text(plan):
        show = msgspec.json.decode(plan.read_bytes(), type=Show, dec_hook=_path)
    stopping = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stopping.set())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C at the terminal reaches the demo, which stops us in order
    hands = partial(NotingHands, note=show.key_notes(number)) if show.notes_keys else SimulatedHands
    try:
        report = rehearse_live(*show.plan(number), stopping, make_hands=hands)
    except RehearsalStuck as stuck:
        click.echo(f"table {number}: {stuck}", err=True)
        sys.exit(1)
    with contextlib.suppress(BrokenPipeError):
        click.echo(msgspec.json.encode(report).decode())


def _path(kind: type, value: object) -> object:
    if kind is Path or issubclass(kind, Path):
        return Path(str(value))
    raise NotImplementedError(kind)
