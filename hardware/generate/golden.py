"""The golden bytes of the table bus as C tables, so that the firmware's tests read the very file the Python tests read.

Owns the text only.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_HEAD = """/* The golden bytes of the table bus, made from golden.json for this build. */
#include <stdint.h>
typedef struct {
    const char *name; uint8_t type, epoch; uint16_t seq, ack; uint32_t t_ms; const char *payload, *wire;
} golden_frame_t;
typedef struct { const char *name, *payload; int status; } golden_command_t;
typedef struct { const char *serial; uint32_t boot_counter; uint16_t first_event; } golden_life_t;"""


def golden_tables(path: Path, frame_types: dict[str, int]) -> str:
    """`golden.h`: frames, commands with the status a device answers, and first event numbers. Bytes stay hex texts."""
    data = json.loads(path.read_text())
    lines = [_HEAD, "static const golden_frame_t golden_frames[] = {"]
    lines += [*_frames(data["frames"], frame_types), "};", "static const golden_command_t golden_commands[] = {"]
    lines += [f'    {{"{one["name"]}", "{one["payload"]}", 0}},' for one in data["commands"]]
    lines += [f'    {{"{name}", "{one["payload"]}", {one["status"]}}},' for name, one in data["refused_commands"].items()]
    lines += ["};", "static const golden_life_t golden_lives[] = {"]
    lines += [f'    {{"{c["serial"]}", {c["boot_counter"]}u, {c["first_event"]}u}},' for c in data["first_event_numbers"]]
    lines += ["};", *_named("event", data["events"]), *_named("hello", data["hellos"])]
    return "\n".join(lines) + "\n"


def _frames(frames: list[dict[str, Any]], types: dict[str, int]) -> Iterator[str]:
    for one in frames:
        numbers = f"{types[one['type']]}, {one['epoch']}, {one['seq']}u, {one['ack']}u, {one['t_ms']}u"
        yield f'    {{"{one["name"]}", {numbers}, "{one["payload"]}", "{one["wire"]}"}},'


def _named(what: str, cases: list[dict[str, Any]]) -> Iterator[str]:
    """One define for each, its name made a C name: GOLDEN_EVENT_INPUT_UP."""
    for one in cases:
        name = "".join(letter if letter.isalnum() else "_" for letter in one["name"]).upper()
        yield f'#define GOLDEN_{what.upper()}_{name} "{one["payload"]}"'
