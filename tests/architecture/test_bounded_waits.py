"""Nothing in a driver waits without an end (B31): each call that can wait names how long."""

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.architecture.conftest import Module

WAITING = {
    "join",
    "wait",
    "get",
    "acquire",
    "result",
    "read",
    "readline",
    "read_until",
    "select",
    "accept",
    "recv",
    "communicate",
}
"""Methods that wait as long as it takes when they are called without an argument."""
HARMLESS = {"drivers/memory_port.py", "drivers/camera/frame_sources.py"}
"""A cable in memory; and what OpenCV may hang in, which nobody waits for (`drivers/camera/capture.py`)."""


def _waits_for_ever(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.args or node.keywords:
        return False
    return node.func.attr in WAITING or (node.func.attr == "poll" and "poller" in ast.unparse(node.func.value))


def test_no_driver_waits_without_a_bound(product: "list[Module]") -> None:
    found = []
    for module in product:
        if not module.path.startswith("drivers/") or module.path in HARMLESS:
            continue
        found += [f"{module.path}:{node.lineno}: {ast.unparse(node)}" for node in ast.walk(module.tree) if _waits_for_ever(node)]
    assert found == []
