"""The shape of one alarm in a view. No field here can carry a card that is not public."""

import msgspec

from table_controller.alarms import QUIET


class AlarmView(msgspec.Struct, frozen=True):
    """`params` name seat and place, never a card.

    `state`: active_unacknowledged, active_acknowledged, cleared_unacknowledged; shelved, suppressed (its table is closed) and
    out_of_service trouble nobody.
    """

    id: str
    priority: int
    code: str
    state: str
    since: str
    params: dict[str, str | int] = {}
    first_out: bool = False
    """The first of its table after a time without any."""
    again: int = 0
    """How often it was told anew because nobody had seen it."""
    count: int = 1
    """How often it came back while it stood here."""
    latched: bool = False
    shelve_minutes: int = 0
    """How long it may be shelved at most; 0: never."""
    respond_s: int = 0
    """How soon somebody must have done something, from `since`."""
    shelved_until: str | None = None
    shelved_by: str = ""
    reason: str = ""
    """Why it is shelved or out of service."""

    @property
    def quiet(self) -> bool:
        """It troubles nobody."""
        return self.state in QUIET

    @property
    def unseen(self) -> bool:
        """Somebody has still to acknowledge it."""
        return self.state.endswith("_unacknowledged")
