"""Real hands through the product: straight into the engine, through virtual devices, or over pseudo terminals."""

from collections.abc import Sequence
from pathlib import Path

from table_controller.rehearsal.direct import ReplayResult, replay_direct


def replay(files: Sequence[Path], way: str, sample: int | None) -> ReplayResult:
    """`way`: direct, virtual or serial. `sample`: only so many rows, evenly spread."""
    if way == "direct":
        return replay_direct(files)
    raise NotImplementedError(f"replaying {way} {sample}")
