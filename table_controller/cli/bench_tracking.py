"""`burnturn bench tracking`: how right tracking is when readers are not."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from table_controller.cli.failing import Number, clear_text, workers_kept
from table_controller.cli.progress import progress

if TYPE_CHECKING:
    from table_controller.bootstrap.show import Show
    from table_controller.bootstrap.tracking_figures import TrackingBench

HANDS = 2000
SWEPT_TO = Path("docs/tracking")
_SWEEP = f"Instead, five parameters of the typical noise over several values, as pictures in this folder ({SWEPT_TO})."


_Changed = tuple[str, float | tuple[float, ...]]


class _Change(click.ParamType[_Changed]):
    """A parameter of the noise and its value; several numbers with commas for `depth`."""

    name = "NAME=VALUE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> _Changed:
        """See click."""
        from hardware.simulator.noise import OFF, with_parameter

        name, _, text = str(value).partition("=")
        try:
            numbers = tuple(float(number) for number in text.split(","))
            several = isinstance(getattr(OFF, name, None), tuple)
            if len(numbers) > 1 and not several:
                self.fail(f"{name} is one number", param, ctx)
            figure: float | tuple[float, ...] = numbers if several else numbers[0]
            with_parameter(OFF, name, figure)
        except ValueError as wrong:
            self.fail(str(wrong), param, ctx)
        return name, figure


@click.command()
@click.option("--hands", type=click.IntRange(1), help=f"Over all tables; {HANDS} without it, and 200 of each point of a sweep.")
@click.option("--tables", default=4, show_default=True, type=click.IntRange(1, 60))
@click.option("--errors", default=0.1, show_default=True, type=Number(0, 1), help="Chance of an error in a hand.")
@click.option("--noise", default="typical", show_default=True, type=click.Choice(("off", "typical", "harsh")))
@click.option(
    "--parameter", "changes", multiple=True, type=_Change(), help="NAME=VALUE of the noise (docs/noise.md); may be repeated."
)
@click.option("--rules", default="tda_2024", show_default=True, help="House-rule profile.")
@click.option("--seed", default=1, show_default=True, type=int)
@click.option("--sweep", type=click.Path(file_okay=False, path_type=Path), is_flag=False, flag_value=SWEPT_TO, help=_SWEEP)
@click.option("--json", "as_json", is_flag=True, help="One JSON object on the last line.")
def tracking(
    *, hands: int | None, tables: int, errors: float, noise: str, changes: tuple[_Changed, ...], rules: str, seed: int,
    sweep: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """How right tracking is when readers are not, in virtual time.

    A tenth of the hands is played with a tracker that believes the last antenna too: the key `naive`.

    Exit code 1: an error was missed, chips or cards were not conserved, a card was taken for another, or the people of a table
    did not know how to go on. Those of the yardstick do not count.
    """
    from table_controller.bootstrap.bench_tracking import bench_tracking
    from table_controller.bootstrap.show import Show

    show = _changed(Show(Path(), tables=tables, errors=errors, rules=rules, seed=seed).under(noise), changes)
    if sweep is not None:
        if changes or noise != "typical":
            raise click.UsageError("a sweep is of the typical noise: no --noise, no --parameter")
        _sweep(show, hands, sweep, as_json)
        return
    with workers_kept(), progress("tables") as say:
        result = bench_tracking(show, hands or HANDS, say)
    if as_json:
        click.echo(msgspec.json.encode(result).decode())
    else:
        _tell(result)
    sys.exit(0 if result.all_well else 1)


def _changed(show: "Show", changes: tuple[_Changed, ...]) -> "Show":
    from hardware.simulator.noise import with_parameter

    for name, value in changes:
        show = msgspec.structs.replace(show, noise=with_parameter(show.noise, name, value))
    return show


def _sweep(show: "Show", hands: int | None, folder: Path, as_json: bool) -> None:
    from table_controller.bootstrap import sweep_tracking, tracking_plots

    try:
        tracking_plots.need_matplotlib()
    except tracking_plots.NoMatplotlibError as missing:
        raise click.ClickException(str(missing)) from None
    with clear_text(folder):
        folder.mkdir(parents=True, exist_ok=True)
    with workers_kept(), progress("tables") as say:
        result = sweep_tracking.sweep_tracking(show, hands or sweep_tracking.HANDS, say)
    written = tracking_plots.write_sweep(result, folder)
    if as_json:
        click.echo(msgspec.json.encode(result).decode())
    else:
        click.echo("\n".join(map(str, written)))


def _tell(result: "TrackingBench") -> None:
    """Three tables: ours beside the yardstick, what else was counted, and each code."""
    from rich.console import Console

    console = Console()
    console.print(_beside(result), _others(result), _codes(result), sep="\n")
    for problem in result.problems:
        console.print(problem, markup=False)


def _beside(result: "TrackingBench") -> Any:
    from rich.table import Table

    table = Table("", "ours", "naive")
    from table_controller.bootstrap.tracking_figures import NaiveFigures

    for name in NaiveFigures.__struct_fields__:
        naive = "" if result.naive is None else str(getattr(result.naive, name))
        table.add_row(name, str(getattr(result, name)), naive)
    return table


def _others(result: "TrackingBench") -> Any:
    from rich.table import Table

    table = Table("", "")
    from table_controller.bootstrap.tracking_figures import NaiveFigures

    for name, value in msgspec.to_builtins(result).items():
        if name not in (*NaiveFigures.__struct_fields__, "naive") and not isinstance(value, dict | list):
            table.add_row(name, str(value))
    return table


def _codes(result: "TrackingBench") -> Any:
    from rich.table import Table

    table = Table()
    table.add_column("code", no_wrap=True)
    for head in ("injected", "detected", "missed", "as other", "false alarms", "p50 s", "p99 s"):
        table.add_column(head)
    for code in sorted({*result.codes, *result.false_alarm_codes}):
        one, false = result.codes.get(code), str(result.false_alarm_codes.get(code, 0))
        if one is None:
            table.add_row(code, "", "", "", "", false, "", "")
        else:
            found = (one.injected, one.detected, one.missed, one.as_other)
            times = ["" if time is None else str(time) for time in (one.delay_p50_s, one.delay_p99_s)]
            table.add_row(code, *map(str, found), false, *times)
    return table
