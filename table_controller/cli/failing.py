"""What a command does when it cannot begin: one clear line, exit code 2."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click


@contextmanager
def clear_faults() -> Iterator[None]:
    """Turns the named faults of starting into one line that names the field, file and line, and exit code 2."""
    from table_controller.config import ConfigError
    from table_controller.core.toml_lines import TomlError
    from table_controller.decks import EnrolmentFault
    from table_controller.journal import JournalFault
    from table_controller.sealing import MasterKeyFault

    try:
        yield
    except (ConfigError, TomlError, EnrolmentFault, JournalFault, MasterKeyFault) as wrong:
        click.echo(f"burnturn: {wrong}", err=True)
        sys.exit(2)
