"""`burnturn pit` refuses a file it cannot serve by, and says that nobody signs in."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from table_controller.bootstrap import pit as served
from table_controller.cli.pit import pit

GOOD = '[pit]\njournals = "."\n[dashboard]\nport = 0\n'


def written(folder: Path, text: str) -> str:
    file = folder / "pit.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('journals = "."', 'journals = "nowhere"', ":2: pit.journals: no such folder"),
        ("port = 0", "port = 70000", ":4: dashboard.port"),
        ("port = 0", "max_viewers = 0", ":4: dashboard.max_viewers"),
    ],
)
def test_what_cannot_be_served_is_named_with_its_line(tmp_path: Path, old: str, new: str, said: str) -> None:
    result = CliRunner().invoke(pit, [written(tmp_path, GOOD.replace(old, new))])
    assert result.exit_code == 2
    assert said in result.output


@pytest.mark.parametrize(("host", "warned"), [("127.0.0.1", False), ("0.0.0.0", True)])
def test_an_open_address_is_warned_of_while_nobody_signs_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str, warned: bool
) -> None:
    monkeypatch.setattr(served, "run_pit", lambda *_: None)
    result = CliRunner().invoke(pit, [written(tmp_path, GOOD + f'host = "{host}"\n')])
    assert result.exit_code == 0
    assert ("nobody signs in" in result.output) is warned
