"""What the record says of itself: keys of hands that are over, sealed cards that were looked at, copies, and what was cut away.

Keys are named by hand, attempt and group of places (`seat 3`, `burns`, `other`), never by what they opened.
"""

from table_controller.core.event_base import Event
from table_controller.core.ids import AttemptNo, HandNo, Seq
from table_controller.core.order_base import Person


class KeyDestroyed(Event, frozen=True, kw_only=True):
    """What was sealed with these keys before this record opens for nobody any more."""

    hand: HandNo
    attempt: AttemptNo
    places: tuple[str, ...]


class KeyEscrowed(Event, frozen=True, kw_only=True):
    """What was sealed with these keys before this record opens only with the house's escrow file."""

    hand: HandNo
    attempt: AttemptNo
    places: tuple[str, ...]


class SealedAsked(Event, frozen=True, kw_only=True):
    """Somebody wants to see sealed cards of a hand that is over. `attempt` 0: of all; no `places`: all of them."""

    hand: HandNo
    attempt: AttemptNo
    places: tuple[str, ...]
    reason: str
    by: Person


class SealedOpened(Event, frozen=True, kw_only=True):
    """A second person has signed what was asked in record `asked`: those cards are shown to the two, and nobody else."""

    asked: Seq
    hand: HandNo
    attempt: AttemptNo
    places: tuple[str, ...]
    by: Person


class RecordCopied(Event, frozen=True, kw_only=True):
    """A backup without keys was made; it reaches to record `up_to` with this hash, hexadecimal."""

    up_to: Seq
    hash: str
    by: Person


class RecordRestored(Event, frozen=True, kw_only=True):
    """This record goes on from a backup. It goes to `up_to`, no key of what was sealed until there is kept any more.

    `left_out`: how many records of the backup came after, of a hand that nobody can finish.
    """

    up_to: Seq
    left_out: int
    reason: str
    by: Person


class RecordPurged(Event, frozen=True, kw_only=True):
    """Records up to `up_to` were taken away by the house's retention; the last of them had this hash, hexadecimal."""

    up_to: Seq
    hash: str
    days: int
    by: Person


RecordEvent = KeyDestroyed | KeyEscrowed | SealedAsked | SealedOpened | RecordCopied | RecordRestored | RecordPurged
