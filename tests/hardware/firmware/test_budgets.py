"""What `make firmware` and `make test-firmware` promise of the image: it fits, and the same source gives the same bytes."""

import re
import subprocess
from pathlib import Path


def make(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = ["make", "-C", str(root / "hardware" / "firmware"), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


def test_the_budgets_are_told_and_held(root: Path, made: Path) -> None:
    told = make(root, f"BUILD={made}", "budgets")
    assert told.returncode == 0, told.stderr
    sizes = re.search(r"^flash (\d+) of 65536 bytes, static SRAM (\d+) of 6144 bytes$", told.stdout, re.MULTILINE)
    assert sizes, told.stdout
    flash, sram = map(int, sizes.groups())
    assert make(root, f"BUILD={made}", f"FLASH_BUDGET={flash - 1}", "budgets").returncode != 0
    assert make(root, f"BUILD={made}", f"SRAM_BUDGET={sram - 1}", "budgets").returncode != 0


def test_make_test_firmware_tells_the_budgets(root: Path) -> None:
    plan = subprocess.run(["make", "-n", "test-firmware"], cwd=root, capture_output=True, text=True, check=False, timeout=60)
    assert "static SRAM %d of 6144 bytes" in plan.stdout


def test_an_image_built_elsewhere_has_the_same_bytes(root: Path, made: Path, tmp_path: Path) -> None:
    assert make(root, f"BUILD={tmp_path / 'elsewhere'}", "image").returncode == 0
    assert (tmp_path / "elsewhere" / "table.hex").read_bytes() == (made / "table.hex").read_bytes()
