"""`burnturn demo`: simulated tables, robot people, and the dashboard."""

import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from table_controller.cli.failing import Number, clear_faults, workers_kept
from table_controller.cli.firmware import made_firmware
from table_controller.cli.progress import progress
from table_controller.rehearsal.report import RehearsalReport

if TYPE_CHECKING:
    from hardware.simulator.usb_reader import ReaderKind
    from table_controller.bootstrap.show import Show


_ENDS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


@click.command()
@click.option("--tables", default=4, show_default=True, type=click.IntRange(1, 60))
@click.option("--hands", type=click.IntRange(1), help="Hands per table; without it the demo runs until Ctrl-C.")
@click.option("--speed", default="real", show_default=True, help="real, max, or how many times quicker than people.")
@click.option("--virtual", is_flag=True, help="Simulator and controller in one process on a virtual clock.")
@click.option("--headless", is_flag=True, help="No dashboard.")
@click.option("--errors", default=0.0, show_default=True, type=Number(0, 1), help="Chance of an error in a hand.")
@click.option(
    "--noise",
    type=click.Choice(["off", "typical", "harsh"]),
    default="off",
    show_default=True,
    help="How badly sensors work, and how late and how well dealers key.",
)
@click.option("--shoe", type=click.Choice(["rfid", "camera"]), default="rfid", help="What names the cards that leave the shoe.")
@click.option("--hardware", type=click.Choice(["python", "firmware"]), default="python", help="What runs the boards.")
@click.option(
    "--readers", type=click.Choice(["board", "metratec", "pepper_c1"]), default="board", help="Whose antennas lie under the felt."
)
@click.option("--rules", default="tda_2024", show_default=True, help="House-rule profile.")
@click.option("--seed", default=1, show_default=True, type=int)
@click.option("--port", default=8080, show_default=True, type=click.IntRange(1, 65535))
@click.option("--keep", type=click.Path(file_okay=False, path_type=Path), help="New folder for journals, kept afterwards.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on the last line.")
def demo(
    *, tables: int, hands: int | None, speed: str, virtual: bool, headless: bool, errors: float, noise: str, shoe: str,
    hardware: str, readers: str, rules: str, seed: int, port: int, keep: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Plays simulated tables and shows them; with --hands, scores what was found against what was done."""
    from table_controller.bootstrap.demo import DemoFailed, folder_for
    from table_controller.bootstrap.show import Show

    _listen()
    if hands is None and (virtual or headless):
        raise click.UsageError("--hands is needed with --virtual or --headless")
    optical = shoe == "camera"
    if optical and (virtual or hardware == "firmware"):
        raise click.UsageError("--shoe camera takes pictures in real time, over a shoe of its own: no --virtual, no firmware")
    firmware = _firmware(virtual) if hardware == "firmware" else None
    with clear_faults(), folder_for(_usable(keep)) as folder:
        show = Show(folder, tables, hands, _factor(speed), errors, _usable_rules(rules), seed, shared=not (virtual or headless))
        show = msgspec.structs.replace(show, firmware=firmware, readers=_readers(readers, hardware), optical=optical).under(noise)
        try:
            report, cpu = _play(show, virtual, None if headless else port, as_json)
        except DemoFailed as failed:
            click.echo(f"burnturn demo: {failed}", err=True)
            sys.exit(1)
    _tell(report, cpu, as_json)


def _listen() -> None:
    """All end it as Ctrl-C does. A script's background job is born deaf to SIGINT; one of nohup to SIGHUP, and stays so."""
    for told in _ENDS:
        if told is not signal.SIGHUP or signal.getsignal(told) is not signal.SIG_IGN:
            signal.signal(told, _end)


def _end(_number: int, _frame: object) -> None:
    """The first word ends it; others that come while it puts away its children and folder change nothing."""
    for told in _ENDS:
        signal.signal(told, signal.SIG_IGN)
    raise KeyboardInterrupt


def _play(show: "Show", virtual: bool, port: int | None, as_json: bool) -> tuple[RehearsalReport, float | None]:
    from table_controller.bootstrap.demo import play_live, play_virtually

    if virtual:
        with workers_kept(), progress("tables") as say:
            return play_virtually(show, say), None
    return play_live(show, port, lambda line: click.echo(line, err=as_json))


def _usable(keep: Path | None) -> Path | None:
    if keep is None:
        return None
    try:
        keep.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise click.BadParameter(f"{keep} cannot be made: {wrong.strerror}", param_hint="--keep") from None
    if any(keep.iterdir()):
        raise click.BadParameter(f"{keep} is not empty; a demonstration begins in a folder of its own", param_hint="--keep")
    return keep


def _usable_rules(rules: str) -> str:
    """As the files of the tables, which lie elsewhere, may name them. See `load_profile` for what it raises."""
    from table_controller.house_rules import load_profile

    load_profile(rules)
    return str(Path(rules).resolve()) if rules.endswith(".toml") else rules


def _firmware(virtual: bool) -> Path:
    if virtual:
        raise click.UsageError("the firmware runs in real time: leave --virtual out")
    return made_firmware()


def _readers(name: str, hardware: str) -> "ReaderKind | None":
    from hardware.simulator.usb_reader import ReaderKind

    if name == "board":
        return None
    if hardware == "firmware":
        raise click.UsageError("the firmware's board has the readers: leave --readers out")
    return ReaderKind(name)


def _factor(speed: str) -> float | None:
    if speed == "real":
        return 1.0
    if speed == "max":
        return None
    try:
        factor = float(speed)
    except ValueError:
        raise click.BadParameter("real, max or a number", param_hint="--speed") from None
    if not 0.1 <= factor <= 1_000:
        raise click.BadParameter("between 0.1 and 1000", param_hint="--speed")
    return factor


def _tell(report: RehearsalReport, cpu: float | None, as_json: bool) -> None:
    result = {**msgspec.to_builtins(report), "cpu_per_table": cpu}
    if as_json:
        click.echo(msgspec.json.encode(result).decode())
    else:
        for key, value in result.items():
            click.echo(f"{key}: {value}")
    sys.exit(0 if _all_well(report) else 1)


def _all_well(report: RehearsalReport) -> bool:
    found = report.missed == 0 and report.false_alarms == 0 and report.void_unexplained == 0
    return found and report.chips_conserved and report.cards_conserved and report.wrong_identities == 0
