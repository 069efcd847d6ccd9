"""A dashboard in miniature: `reader_process.py JOURNAL once|watch`. Becomes the user nobody, then reads.

Prints one JSON object: what it could read, and whether it could write the directory or the journal. `watch` reads until standard
input closes and counts what went wrong.
"""

import json
import os
import select
import sys
from pathlib import Path

from table_controller.core.ids import Seq
from table_controller.journal import JournalFault, JournalReader

NOBODY = 65534


def main() -> None:
    path = Path(sys.argv[1])
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)
    print(json.dumps(once(path) if sys.argv[2] == "once" else watch(path)), flush=True)


def once(path: Path) -> dict[str, object]:
    may_write = [str(file) for file in (path.parent, path) if os.access(file, os.W_OK)]
    try:
        reader = JournalReader.open(path)
    except JournalFault as fault:
        return {"fault": fault.reason}
    records = reader.tail(Seq(0), 1000)
    head = reader.head()
    return {
        "may_write": may_write,
        "records": len(records),
        "head": [head.sequence, head.hash.hex()],
        "sealed": sum(record.sealed is not None for record in records),
        "checkpoint": reader.last_checkpoint(),
    }


def watch(path: Path) -> dict[str, object]:
    readings, last, faults = 0, 0, set()
    print("watching", flush=True)
    while not select.select([sys.stdin], [], [], 0)[0]:
        try:
            head = JournalReader.open(path).head().sequence
        except JournalFault as fault:
            faults.add(str(fault))
            continue
        if head < last:
            faults.add(f"{head} after {last}")
        readings, last = readings + 1, head
    return {"readings": readings, "last": last, "faults": sorted(faults)}


if __name__ == "__main__":
    main()
