"""Sweeps of the noise: every point is the typical noise but for one figure, and the same figures give the same picture."""

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from hardware.simulator.noise import TYPICAL, Noise
from table_controller.bootstrap import bench_tracking, sweep_tracking, tracking_plots
from table_controller.bootstrap.show import Show
from table_controller.bootstrap.sweep_tracking import SWEPT, Sweep
from table_controller.bootstrap.tracking_figures import TrackingBench, figures, naive_figures
from table_controller.bootstrap.tracking_plots import NoMatplotlibError, write_sweep
from table_controller.cli import burnturn


def changed(noise: Noise) -> dict[str, object]:
    """What is not typical of it."""
    fields = {name: getattr(noise, name) for name in Noise.__dataclass_fields__}
    return {name: value for name, value in fields.items() if value != getattr(TYPICAL, name)}


def test_each_point_is_typical_but_for_its_parameter() -> None:
    for name, swept in SWEPT.items():
        assert swept.typical in swept.values
        assert len(swept.values) >= 5
        assert list(swept.values) == sorted(swept.values)
        for value in swept.values:
            assert list(changed(swept.noise_at(value))) == ([] if value == swept.typical else [name])
    assert SWEPT["depth"].noise_at(0.5).depth == (1.0, 0.5, 0.25, 0.05)


def pretended(_pool: object, shows: list[tuple[Show, int]], _say: object) -> list[TrackingBench]:
    """False alarms as the miss of the noise says, missed errors in the yardstick only."""
    nothing = figures([], [])
    naive = msgspec.structs.replace(naive_figures([]), hands=10, stuck=4, injected=2, missed=1, false_alarms=20)
    return [
        msgspec.structs.replace(nothing, hands=hands, false_alarms=round(show.noise.miss * hands), naive=naive)
        for show, hands in shows
    ]


@pytest.fixture
def swept(monkeypatch: pytest.MonkeyPatch) -> Sweep:
    monkeypatch.setattr(sweep_tracking, "measured", pretended)
    return sweep_tracking.sweep_tracking(Show(Path(), seed=7, errors=0.1), 100, lambda *_: None)


def test_what_was_found_stands_at_the_value_it_was_found_at(swept: Sweep) -> None:
    assert {name: tuple(point.value for point in curve) for name, curve in swept.curves.items()} == {
        name: one.values for name, one in SWEPT.items()
    }
    assert [point.ours.false_alarms_per_100 for point in swept.curves["miss"]] == [100 * value for value in SWEPT["miss"].values]
    assert {point.ours.false_alarms_per_100 for point in swept.curves["depth"]} == {2.0}
    naive = swept.curves["miss"][0].naive
    assert naive is not None
    assert (naive.false_alarms_per_100, naive.missed_per_100, naive.stuck) == (200.0, 50.0, 4)
    assert swept.curves["miss"][0].ours.missed_per_100 is None  # no error was made


def test_what_is_typical_is_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Noise] = []

    def noted(pool: object, shows: list[tuple[Show, int]], say: object) -> list[TrackingBench]:
        played.extend(show.noise for show, _ in shows)
        return pretended(pool, shows, say)

    monkeypatch.setattr(sweep_tracking, "measured", noted)
    sweep_tracking.sweep_tracking(Show(Path()), 100, lambda *_: None)
    assert played.count(TYPICAL) == 1
    assert len(played) == sum(len(one.values) for one in SWEPT.values()) - len(SWEPT) + 1


def test_the_same_figures_give_the_same_pictures_with_their_text_as_text(swept: Sweep, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    first, second = write_sweep(swept, tmp_path / "one"), write_sweep(swept, tmp_path / "two")
    assert [path.name for path in first] == ["sweep.json", *(f"{name}.svg" for name in SWEPT)]
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]
    picture = (tmp_path / "one" / "miss.svg").read_text(encoding="utf-8")
    for text in ("miss: a tag well in the field does not answer", "false alarms in 100 hands", ">ours<", ">naive<", "seed 7"):
        assert text in picture
    assert "dc:date" not in picture
    assert msgspec.json.decode(first[0].read_bytes(), type=Sweep) == swept


def test_a_figure_more_changes_the_picture(swept: Sweep, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    first, *others = swept.curves["miss"]
    worse = msgspec.structs.replace(first, ours=msgspec.structs.replace(first.ours, questions_per_100=9.0))
    other = msgspec.structs.replace(swept, curves={"miss": (worse, *others)})
    write_sweep(swept, tmp_path / "one")
    write_sweep(other, tmp_path / "two")
    assert (tmp_path / "one" / "miss.svg").read_bytes() != (tmp_path / "two" / "miss.svg").read_bytes()


def test_without_the_extra_it_says_so_before_it_plays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def missing() -> None:
        raise NoMatplotlibError("pictures need matplotlib: pip install 'burnturn[plots]'")

    monkeypatch.setattr(tracking_plots, "need_matplotlib", missing)
    monkeypatch.setattr(sweep_tracking, "measured", None)
    run = CliRunner().invoke(burnturn, ["bench", "tracking", "--sweep", str(tmp_path / "there")])
    assert run.exit_code == 1
    assert "burnturn[plots]" in run.output
    assert not (tmp_path / "there").exists()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((), {}),
        (("miss=0.15",), {"miss": 0.15}),
        (("depth=1,0.5", "lift_per_hand=0"), {"depth": (1.0, 0.5), "lift_per_hand": 0.0}),
    ],
)
def test_parameters_can_be_said(words: tuple[str, ...], expected: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    shows: list[Show] = []
    monkeypatch.setattr(bench_tracking, "bench_tracking", lambda show, *_: shows.append(show) or figures([], []))
    run = CliRunner().invoke(burnturn, ["bench", "tracking", *(part for word in words for part in ("--parameter", word))])
    assert run.exit_code == 0
    assert changed(shows[0].noise) == expected


@pytest.mark.parametrize("word", ["mis=0.1", "miss", "miss=2", "miss=1,1", "depth=x"])
def test_a_parameter_that_cannot_be_is_refused(word: str) -> None:
    run = CliRunner().invoke(burnturn, ["bench", "tracking", "--parameter", word])
    assert run.exit_code == 2
    assert "--parameter" in run.output


def test_the_pictures_of_the_documents_are_of_the_figures_beside_them(root: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    kept = root / "docs" / "tracking"
    sweep = msgspec.json.decode((kept / "sweep.json").read_bytes(), type=Sweep)
    assert set(sweep.curves) == set(SWEPT)
    drawn = write_sweep(sweep, tmp_path)
    assert [path.read_bytes() for path in drawn] == [(kept / path.name).read_bytes() for path in drawn]
