"""`burnturn camera read|enroll|watch`: the camera's readers on pictures in files, and what a table's camera sees."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from table_controller.cli.failing import TextFile, clear_faults, refusals

if TYPE_CHECKING:
    from table_controller.bootstrap.camera_files import Enrolled
    from table_controller.core.cards import Card

_FILES = click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
_JSON = click.option("--json", "as_json", is_flag=True, help="One JSON object on the last line.")
_WHY = {
    "accepted": "accepted",
    "not_52": "refused: not each of the 52 cards once",
    "no_index": "refused: no index was found",
    "misread": "refused: a reader takes a card for another",
    "unsure": "refused: the network is not sure enough of how its cards are drawn",
    "unread": "refused: a reader does not surely read every card; take new pictures of these and enroll again",
    "alike": "refused: two of its ranks or suits look too much alike",
}


@click.group()
def camera() -> None:
    """Cards read from pictures, and the camera over a table's shoe."""


@camera.command()
@_FILES
@click.option("--board", is_flag=True, help="Photographs of cards on a table; else windows, 20 x 36 mm of a card's index corner.")
@click.option("--deck", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Kept templates, which must agree.")
@_JSON
def read(*, files: tuple[Path, ...], board: bool, deck: Path | None, as_json: bool) -> None:
    """Reads the card, or the cards, of each picture. What is not sure is not read."""
    from table_controller.bootstrap.camera_files import read_images

    if board and deck is not None:
        raise click.UsageError("--deck is for windows, not for --board")
    with _clear_pictures():
        images = read_images(files, board, deck)
    if as_json:
        click.echo(msgspec.json.encode({"images": images}).decode())
        return
    for image in images:
        said = [f"{card.card or 'unread'} {card.confidence:.2f}" for card in image.cards]
        click.echo(f"{image.file}: {', '.join(said) or 'no card'}")


@camera.command()
@click.argument("deck")
@_FILES
@click.option("--into", type=click.Path(exists=True, file_okay=False, path_type=Path), default=".", help="Folder of the result.")
@click.option(
    "--order",
    "order_file",
    type=click.File(),
    help="Which cards the files show: words such as Ts; - is standard input. Else ace to king of each suit: s, h, d, c.",
)
@_JSON
def enroll(*, deck: str, files: tuple[Path, ...], into: Path, order_file: Any, as_json: bool) -> None:
    """Accepts DECK for reading by camera from 52 windows, or refuses it (exit 1) and shows why in a picture."""
    from table_controller.bootstrap.camera_files import enroll_images

    if not re.fullmatch(r"[\w-]{1,64}", deck):
        raise click.BadParameter("letters, digits, - and _ are wanted, at most 64", param_hint="DECK")
    faces = _faces(order_file)
    if len(faces) != len(files):
        raise click.UsageError(f"{len(files)} files for {len(faces)} cards")
    with _clear_pictures():
        result = enroll_images(list(zip(faces, files, strict=True)), deck, into)
    click.echo(msgspec.json.encode(result).decode() if as_json else _said(deck, result))
    sys.exit(0 if result.accepted else 1)


@camera.command()
@click.argument("config", type=TextFile())
@click.option("--port", default=0, type=click.IntRange(0, 65535), help="Of this computer only; 0 takes a free one.")
@click.option("--lang", default="en", show_default=True, help="Language of the page.")
def watch(config: Path, port: int, lang: str) -> None:
    """Shows what the camera of the table in CONFIG sees and reads, in the browser, until Ctrl-C.

    Exit code 1: a hand is running there, the table's process has the camera, or there is none.
    """
    from table_controller.bootstrap.camera_watch import watch_camera
    from table_controller.messages import LANGUAGES

    if lang not in LANGUAGES:
        raise click.BadParameter(f"one of: {', '.join(LANGUAGES)}", param_hint="--lang")
    with clear_faults(), refusals():
        watch_camera(config, port, lang, click.echo)


def _faces(file: Any) -> "tuple[Card, ...]":
    from table_controller.bootstrap.deck_room import FACTORY
    from table_controller.core.cards import card

    if file is None:
        return FACTORY
    try:
        return tuple(card(word) for word in file.read().split())
    except ValueError:
        raise click.BadParameter("a word is no card; rank then suit is wanted, such as Ts", param_hint="--order") from None


def _said(deck: str, result: "Enrolled") -> str:
    lines = [f"{deck}: {_WHY[result.why]}"]
    lines += [f"{one.card}: {one.reader} says {one.said or 'nothing'} ({one.confidence:.2f})" for one in result.errors]
    lines += [f"missing: {' '.join(result.missing)}"] if result.missing else []
    lines += [f"shown twice: {' '.join(result.doubled)}"] if result.doubled else []
    for what, likest in (("ranks", result.likest_ranks), ("suits", result.likest_suits)):
        if likest is not None:
            lines.append(f"{what} most alike: {likest[1]} and {likest[2]}, {likest[0]:.3f} apart")
    lines += [f"see {result.picture}"] if result.picture else []
    lines += [f"kept in {result.kept}"] if result.kept else []
    return "\n".join(lines)


@contextmanager
def _clear_pictures() -> Iterator[None]:
    """A file that is no picture, or cannot be read or written, or no network: one line and exit code 2."""
    from drivers.camera.network import NoNetworkError
    from drivers.camera.photo import NoPictureError
    from table_controller.bootstrap.camera_files import PictureError

    try:
        yield
    except (NoPictureError, PictureError, NoNetworkError, OSError) as wrong:
        click.echo(f"burnturn camera: {wrong}", err=True)
        sys.exit(2)
