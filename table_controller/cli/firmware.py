"""Where `make firmware` puts what it makes."""

from pathlib import Path

import click

MADE = Path(__file__).resolve().parents[2] / "build" / "firmware"


def made_firmware() -> Path:
    """The folder of the image and the virtual board. A UsageError (exit code 2) that says how to make them."""
    if not (MADE / "table.hex").exists() or not (MADE / "virtual_board").exists():
        raise click.UsageError(f"there is no firmware in {MADE}: run `make firmware` first")
    return MADE
