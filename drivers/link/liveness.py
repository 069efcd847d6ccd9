"""How long a device has not been heard, and what follows from it.

Owns the times of opening, hearing and losing a link. Knows nothing of frames.
"""

from enum import Enum

from drivers.link.timing import NEVER, OPEN_GRACE, SAID_WITHIN, SILENT_AFTER


class LinkState(Enum):
    """Where a link stands."""

    CLOSED = "closed"
    ASKING = "asking"
    """The port is open and nothing but HELLO_REQ is sent."""
    LINKED = "linked"


class Liveness:
    """Silence of one device, by the host's clock."""

    def __init__(self) -> None:
        self._opened_at = self._down_since = -NEVER
        self._heard_at: int | None = None

    @property
    def heard_at(self) -> int | None:
        """When a good frame last came, host ms; None: never."""
        return self._heard_at

    def opened(self, now: int) -> None:
        """The port was opened: a board that resets then has time to boot."""
        self._opened_at = now

    def heard(self, now: int) -> None:
        """A good frame came from the device."""
        self._heard_at = now

    def down(self, now: int) -> None:
        """The link was lost."""
        self._down_since = now

    def reopen_at(self, state: LinkState) -> int:
        """When the port is to be opened anew if nothing is heard."""
        if state is LinkState.CLOSED:
            return NEVER
        heard = -NEVER if self._heard_at is None else self._heard_at
        return max(heard + SILENT_AFTER, self._opened_at + OPEN_GRACE)

    def silent_at(self, state: LinkState) -> int:
        """When a device that was up is to be called silent, heard or not, if no link comes: soon enough for H6, grace or not."""
        if state is LinkState.LINKED:
            return min(self.reopen_at(state), self._heard_at + SAID_WITHIN) if self._heard_at is not None else NEVER
        grace = self._opened_at + OPEN_GRACE if state is LinkState.ASKING else -NEVER
        return max(self._down_since + SILENT_AFTER, min(grace, self._down_since + SAID_WITHIN))
