"""Whether a table has a hand running, as its journal says: what shows hidden cards or takes a device away waits for its end.

Owns the question and the refusal. A hand that a killed controller left is running too.
"""

from table_controller.config import TableConfig
from table_controller.journal import JournalReader
from table_controller.views.follow import TableFollower


class HandRunning(Exception):
    """Not while a hand runs. The text names the table and the hand."""


def hand_running(table: TableConfig) -> int | None:
    """The number of the hand that runs, None: none does. JournalFault when the journal cannot be read."""
    path = table.journal_path
    if not path.exists():
        return None
    follower = TableFollower(table.id)
    follower.catch_up(JournalReader.open(path))
    hand = follower.state.hand
    return hand.number if hand is not None and follower.state.in_hand else None


def at_rest(table: TableConfig, what: str) -> None:
    """HandRunning when a hand runs, JournalFault when that cannot be known. `what`: the command that wants to begin."""
    if (hand := hand_running(table)) is not None:
        raise HandRunning(f"{what}: hand {hand} is running at table {table.id}; wait for its end")
