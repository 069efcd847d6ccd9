"""Commands to a device, one at a time and each run at most once.

Owns numbering, resending, the 2 s life of an order and its outcome. What to order is not decided here: orders come from
the owner's queue or, through `start`, from wanted states and snapshots.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from drivers.link.timing import MAX_WAITING, ORDER_LIFE, RESEND_EVERY
from hardware.protocol.commands import Beep, Command, Counters, Echo, Identify, Response, pack_command

OneShot: TypeAlias = Echo | Beep | Counters | Identify
"""Commands that are done once. LAMPS, LOCK and SCAN are wanted states; SNAPSHOT the link orders itself."""


class NoAnswer(StrEnum):
    """Ways in which an order ends without an answer."""

    OUTCOME_UNKNOWN = "outcome_unknown"
    """It may have been run, once and before now; it will never be sent again."""
    REFUSED = "refused"
    """Never sent: there is no link, or 16 orders wait already."""


Outcome: TypeAlias = Response | NoAnswer


@dataclass(slots=True)
class OrderTicket:
    """One order; `outcome` is None until it has ended."""

    command: Command
    ordered_at: int
    outcome: Outcome | None = None


@dataclass(slots=True)
class Outstanding:
    """The command under way. `finish` is told its outcome."""

    number: int
    payload: bytes = field(repr=False)
    ordered_at: int
    finish: Callable[[Outcome, int], None] = field(repr=False)
    sent_at: int | None = None


class Orders:
    """The command desk of one link. `number` is not known until the device has said which it ran last."""

    def __init__(self) -> None:
        self._waiting: deque[OrderTicket] = deque()
        self._number: int | None = None
        self.current: Outstanding | None = None
        self.resent = 0

    @property
    def numbered(self) -> bool:
        """Whether the numbering is agreed with the device."""
        return self._number is not None

    @property
    def waiting(self) -> int:
        """Orders of the owner not yet begun."""
        return len(self._waiting)

    def order(self, command: OneShot, now: int, linked: bool) -> OrderTicket:
        """Queues a command. Raises ValueError when a value of it does not fit the wire."""
        pack_command(command)
        ticket = OrderTicket(command, now)
        if linked and len(self._waiting) < MAX_WAITING:
            self._waiting.append(ticket)
        else:
            ticket.outcome = NoAnswer.REFUSED
        return ticket

    def continue_from(self, last_run: int) -> None:
        """The device said which command number it ran last in this life."""
        if self._number is None:
            self._number = last_run

    def new_life(self, now: int) -> None:
        """The device forgot its numbers, and nobody knows whether the outstanding command was run."""
        self._number = None
        self._end(NoAnswer.OUTCOME_UNKNOWN, now)

    def answer(self, number: int, response: Response, now: int) -> bool:
        """A RESP; False when it does not belong to the command under way."""
        if self.current is None or self.current.number != number:
            return False
        self._end(response, now)
        return True

    def expire(self, now: int) -> None:
        """Gives up what is 2 s old, sent or not."""
        if self.current and now - self.current.ordered_at >= ORDER_LIFE:
            self._end(NoAnswer.OUTCOME_UNKNOWN, now)
        while self._waiting and now - self._waiting[0].ordered_at >= ORDER_LIFE:
            self._waiting.popleft().outcome = NoAnswer.OUTCOME_UNKNOWN

    def start(self, command: Command, ordered_at: int, finish: Callable[[Outcome, int], None]) -> None:
        """Makes a command the one under way; only when `numbered` and none is."""
        assert self._number is not None
        self._number = self._number % 0xFFFF + 1
        self.current = Outstanding(self._number, pack_command(command), ordered_at, finish)

    def start_waiting(self) -> None:
        """Begins the oldest order of the owner, if one waits."""
        if self._waiting:
            ticket = self._waiting.popleft()

            def finish(outcome: Outcome, _now: int) -> None:
                ticket.outcome = outcome

            self.start(ticket.command, ticket.ordered_at, finish)

    def due(self, now: int) -> Outstanding | None:
        """The command to be sent now, if any; it counts as sent."""
        current = self.current
        if current is None or (current.sent_at is not None and now - current.sent_at < RESEND_EVERY):
            return None
        self.resent += current.sent_at is not None
        current.sent_at = now
        return current

    def send_at(self) -> int | None:
        """When the command under way is to be sent (again)."""
        if self.current is None:
            return None
        sent = self.current.sent_at
        return self.current.ordered_at if sent is None else sent + RESEND_EVERY

    def expires_at(self) -> int | None:
        """When the next order is given up."""
        ages = [t.ordered_at for t in (self.current, *list(self._waiting)[:1]) if t]
        return min(ages) + ORDER_LIFE if ages else None

    def _end(self, outcome: Outcome, now: int) -> None:
        ended, self.current = self.current, None
        if ended:
            ended.finish(outcome, now)
