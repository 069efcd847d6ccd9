"""A table process in miniature: `writer_process.py JOURNAL END [COUNT]`.

Appends numbered cards, saying each number once it is acknowledged. END tells what follows COUNT of them: `hold` (wait for the
parent), `stop` (clean), `die` (SIGKILL from within), `exit` (end of the interpreter
without closing), `run` (append until killed).
"""

import itertools
import os
import random
import signal
import sys
from pathlib import Path

from toys import Checkpoint, at, dealt, open_journal, position


def main() -> None:
    path, end, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    journal = open_journal(path)
    recovery = journal.recover()
    number = int(recovery.tracker_state or b"0")
    chance = random.Random(number)
    print("open", number, flush=True)
    for _ in itertools.count() if end == "run" else range(count):
        size = chance.randint(1, 3)
        events = [dealt(number + n, hand=number // 50 + 1, group=f"seat {n}") for n in range(1, size + 1)]
        number += size
        tail = [Checkpoint(hand=number)] if chance.random() < 0.02 else []
        journal.append([*events, *tail], position(number), b"%d" % number, at(number))
        print(number, flush=True)
    if end == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if end == "exit":
        sys.unclosed_journal = journal  # type: ignore[attr-defined]  # outlives every frame
        return
    if end == "hold":
        sys.stdin.read()
    journal.close()
    print("closed", flush=True)


if __name__ == "__main__":
    main()
