"""A dashboard in miniature: `feed_process.py JOURNALS TABLE`. Becomes the user nobody, looks, and gives an order.

Prints one JSON object: what it may write, what its feed shows, and what became of an order that changes nothing of the game.
"""

import json
import os
import sys
import uuid
from pathlib import Path

from table_controller.core.ids import TableId
from table_controller.core.orders import CallFloor, Person, Role
from web_dashboard.local_control import LocalControl
from web_dashboard.local_feed import LocalFeed

NOBODY = 65534


def main() -> None:
    journals, table = Path(sys.argv[1]), TableId(sys.argv[2])
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)
    feed = LocalFeed(journals)
    feed.start()
    view = feed.view(table)
    said = {
        "may_write": [file.name for file in sorted(journals.iterdir()) if os.access(file, os.W_OK)],
        "may_write_directory": os.access(journals, os.W_OK),
        "seq": None if view is None else view.seq,
        "hand": None if view is None or view.hand is None else view.hand.number,
        "age": feed.ages().get(table),
        "devices": [] if view is None else [device.name for device in view.devices],
    }
    answer = LocalControl(journals).order(table, CallFloor(), Person(Role.FLOOR, "nobody", "test"), None, str(uuid.uuid4()))
    feed.stop()
    print(json.dumps({**said, "order": type(answer).__name__}), flush=True)


if __name__ == "__main__":
    main()
