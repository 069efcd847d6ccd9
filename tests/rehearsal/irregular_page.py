"""Writes what the product says to each real hand that departs from ordinary rules into its column of `docs/irregular_hands.md`.

    python -m tests.rehearsal.irregular_page HANDS.jsonl docs/irregular_hands.md

What is odd in a record, and why nothing is said where nothing is, are words of the page: they are read from it and kept.
"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from table_controller.bootstrap.replay import straight
from table_controller.rehearsal.real_hands import HandRow, read_rows
from table_controller.rehearsal.what_was_said import Said

HEADING = "| hand | odd in the record | what the product says | stacks |"
NOTHING = "nothing: "
UNWRITTEN = "?"


def in_words(said: Said) -> str:
    """`out_of_turn` seat 3 (TDA-53-A, M19) and the like."""
    seat = "" if said.seat is None else f" seat {said.seat}"
    match said.what:
        case "finding":
            cited = ", ".join((*said.clauses, said.procedure) if said.procedure else said.clauses)
            return f"`{said.code}`{seat}" + (f" ({cited})" if cited else "")
        case "refused":
            return f"refuses {said.order}{seat}: `{said.code}`"
        case "read":
            return f"takes the call{seat} for another amount"
        case "question":
            return f"asks `{said.code}`{seat}"
    return f"still waits: `{said.code}`{seat}"


def page_for(rows: Iterable[HandRow], page: str) -> str:
    """The page as it has to be, with the words it has."""
    head = page.partition(HEADING)[0]
    words = dict(_words(page))
    lines = [HEADING, "|---|---|---|---|"]
    for row in rows:
        came = straight(row)
        odd, why = words.get(row.id, (UNWRITTEN, UNWRITTEN))
        said = "; ".join(map(in_words, came.said.said)) if came.said is not None else f"{NOTHING}{why}"
        stacks = "as recorded" if came.different is None else "others"
        lines.append(f"| {row.id} | {odd} | {said} | {stacks} |")
    return head + "\n".join(lines) + "\n"


def _words(page: str) -> Iterator[tuple[str, tuple[str, str]]]:
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) == 6 and cells[1] not in ("hand", "---"):
            why = cells[3].removeprefix(NOTHING) if cells[3].startswith(NOTHING) else UNWRITTEN
            yield cells[1], (cells[2], why)


if __name__ == "__main__":
    page = Path(sys.argv[2])
    page.write_text(page_for(read_rows(Path(sys.argv[1])), page.read_text("utf-8")), "utf-8")
