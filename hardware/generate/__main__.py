"""`python -m hardware.generate`: writes what is made from schema and layouts; `golden FILE`: the golden bytes for the C tests.

Owns which file is made where.
"""

import sys
from pathlib import Path

from hardware.generate.c_side import pins_header, wire_header
from hardware.generate.camera_drawing import shoe_camera
from hardware.generate.doc_page import doc_page
from hardware.generate.drawings import felt, wiring
from hardware.generate.golden import golden_tables
from hardware.generate.python_side import pins_module, wire_module
from hardware.generate.schema import Schema, load
from hardware.layout import load as load_layout

SCHEMA = "hardware/protocol/schema.toml"
LAYOUTS = "hardware/layouts/*.toml"
GOLDEN = "tests/hardware/protocol/golden.json"
MADE = {
    "hardware/protocol/wire.py": wire_module,
    "hardware/simulator/board_pins.py": pins_module,
    "hardware/firmware/core/protocol.h": wire_header,
    "hardware/firmware/board/pins.h": pins_header,
    "docs/table_bus.md": doc_page,
    "hardware/wiring.svg": wiring,
}
"""File, from the project's folder -> what makes its text."""


def made(root: Path) -> dict[str, str]:
    """The text of each made file as it should be."""
    schema = load(root / SCHEMA)
    drawn = {str(path.with_suffix(".svg").relative_to(root)): felt(load_layout(path)) for path in root.glob(LAYOUTS)}
    return {**{path: make(schema) for path, make in MADE.items()}, **drawn, "hardware/shoe_camera.svg": shoe_camera()}


def main(arguments: list[str]) -> None:
    """Run from the project's folder."""
    root = Path()
    if arguments[:1] == ["golden"]:
        Path(arguments[1]).write_text(golden_tables(root / GOLDEN, _frame_types(load(root / SCHEMA))))
        return
    for path, text in made(root).items():
        (root / path).write_text(text)


def _frame_types(schema: Schema) -> dict[str, int]:
    return next(enum.values for enum in schema.enums if enum.name == "FrameType")


if __name__ == "__main__":
    main(sys.argv[1:])
