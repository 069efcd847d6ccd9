"""`python -m table_controller` is `burnturn`."""

import os
import signal

INTERRUPTED = 130
"""Exit code of Ctrl-C."""


def main() -> None:
    """Entry point: a Ctrl-C while the program is still being loaded ends it as quietly as a later one."""
    before = signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    from table_controller import cli

    signal.signal(signal.SIGINT, before)
    cli.main()


if __name__ == "__main__":
    main()
