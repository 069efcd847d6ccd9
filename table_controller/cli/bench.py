"""`burnturn bench`: the project's own figures, each with its yardstick measured in the same run."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import msgspec

from table_controller.cli.bench_tracking import tracking
from table_controller.cli.failing import Number, TextFile, clear_text
from table_controller.cli.firmware import made_firmware

_FOLDER = click.Path(file_okay=False, path_type=Path)
_JSON = click.option("--json", "as_json", is_flag=True, help="One JSON object on the last line.")
MOST_P99_MS = 300
"""Required beyond the sensor's own debounce."""


@click.group()
def bench() -> None:
    """The project's own figures, each with its yardstick measured in the same run."""


@bench.command()
@click.option("--hands", type=TextFile(), help="Real hands; else those of BURNTURN_SHARED.")
@_JSON
def engine(hands: Path | None, as_json: bool) -> None:
    """Hands a second of our engine and of PokerKit, on the same real hands, one event at a time."""
    from table_controller.rehearsal.bench_engine import NoPokerKitError, bench_engine

    rows = hands or Path(os.environ.get("BURNTURN_SHARED", "../shared")) / "data" / "hands.jsonl"
    if not rows.is_file():
        raise click.BadParameter(f"no file {rows}", param_hint="--hands")
    try:
        with clear_text(rows):
            result = bench_engine(rows)
    except NoPokerKitError as missing:
        raise click.ClickException(str(missing)) from None
    _tell(result, as_json)


@bench.command()
@click.option("--tables", default=4, show_default=True, type=click.IntRange(1, 60))
@click.option("--seconds", default=60.0, show_default=True, type=Number(5, 3600), help="How long is measured.")
@click.option("--speed", default=3.0, show_default=True, type=Number(0.1, 1000), help="Times quicker than people.")
@click.option("--seed", default=1, show_default=True, type=int)
@_JSON
def latency(tables: int, seconds: float, speed: float, seed: int, as_json: bool) -> None:
    """From a key going down at a table to the frame that shows it at a browser, with all tables busy. Exit 1 over 300 ms."""
    from table_controller.bootstrap.bench_latency import bench_latency
    from table_controller.bootstrap.demo import DemoFailed, folder_for

    try:
        with folder_for(None) as folder:
            result = bench_latency(folder, tables, seconds, speed, seed)
    except DemoFailed as failed:
        click.echo(f"burnturn bench latency: {failed}", err=True)
        sys.exit(1)
    _tell(result, as_json)
    sys.exit(0 if result.p99_ms < MOST_P99_MS else 1)


@bench.command()
@_JSON
def link(as_json: bool) -> None:
    """The firmware's line under flipped, dropped and doubled bytes, unplugged, stalled, rebooted. Exit 1 if an event is lost."""
    from hardware.simulator.virtual_board import BoardError
    from table_controller.bootstrap.bench_link import bench_link
    from table_controller.bootstrap.demo import folder_for

    made = made_firmware()
    try:
        with folder_for(None) as folder:
            result = bench_link(made, folder, _progress)
    except BoardError as failed:
        click.echo(f"burnturn bench link: {failed}", err=True)
        sys.exit(1)
    _tell(result, as_json)
    sys.exit(1 if result.lost or result.doubled else 0)


bench.add_command(tracking)


@bench.command()
@click.option(
    "--photos", type=click.Path(file_okay=False, path_type=Path), help="Real photographs; else those of BURNTURN_SHARED."
)
@click.option(
    "--passes", type=click.IntRange(1), help="And so many cards, at least, of decks never seen before a simulated shoe."
)
@click.option("--seed", default=1, show_default=True, type=int, help="Of the passes.")
@click.option("--work", default="build/camera", show_default=True, type=_FOLDER, help="Where the decks of the passes are kept.")
@click.option("--sweep", type=_FOLDER, help="With --passes: draw speeds and shear into this folder (docs/camera).")
@_JSON
def camera(*, photos: Path | None, passes: int | None, seed: int, work: Path, sweep: Path | None, as_json: bool) -> None:
    """Real photographs of cards, read by the camera's readers on one core. Exit 1 if ours read a card wrong."""
    from table_controller.bootstrap.bench_camera import PassesAsked, bench_camera, with_passes

    if sweep is not None and passes is None:
        raise click.UsageError("--sweep goes with --passes")
    shared = Path(os.environ.get("BURNTURN_SHARED", "../shared"))
    yardstick = shared / "prototype" / "camera" / "net.onnx"
    with _camera_errors():
        result = bench_camera(photos or shared / "data" / "cards", yardstick if yardstick.is_file() else None, _progress)
        if passes is not None:
            result = with_passes(result, PassesAsked(passes, seed, work, sweep), _progress)
    _tell(result, as_json)
    sys.exit(1 if any(one.wrong for one in result.sets if not one.name.startswith("yardstick")) else 0)


@contextmanager
def _camera_errors() -> Iterator[None]:
    from drivers.camera.network import NoNetworkError
    from drivers.camera.photo import NoPictureError
    from table_controller.bootstrap.bench_camera_decks import DecksError
    from table_controller.bootstrap.bench_camera_photos import PhotosError
    from table_controller.bootstrap.tracking_plots import NoMatplotlibError

    try:
        yield
    except (PhotosError, NoPictureError) as missing:
        raise click.BadParameter(str(missing), param_hint="--photos") from None
    except (NoNetworkError, DecksError, NoMatplotlibError) as missing:
        raise click.ClickException(str(missing)) from None


def _progress(what: str) -> None:
    if sys.stderr.isatty():
        click.echo(f"{what}: done", err=True)


def _tell(result: msgspec.Struct, as_json: bool) -> None:
    if as_json:
        click.echo(msgspec.json.encode(result).decode())
        return
    for name, value in msgspec.to_builtins(result).items():
        click.echo(f"{name}: {value}")
