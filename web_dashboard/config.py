"""Settings of the dashboard. Knows nothing of how they are read."""

from typing import Annotated

import msgspec

from table_controller.messages import Language

MOST_COLUMNS, MOST_ROWS = 16, 12
Column = Annotated[int, msgspec.Meta(ge=1, le=MOST_COLUMNS)]
Row = Annotated[int, msgspec.Meta(ge=1, le=MOST_ROWS)]


class DashboardConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`max_viewers`: open streams at once; further ones are told to come again. `secret_key` None: a new one each start.

    `strict_texts`: a text without a translation is an error instead of a visible gap; for tests.
    """

    host: str = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8080
    max_viewers: Annotated[int, msgspec.Meta(ge=1)] = 224
    language: Language = "en"
    secret_key: str | None = None
    trusted_hosts: tuple[str, ...] = ()
    """Names this dashboard is reached by besides loopback; any other Host header is refused (DNS rebinding)."""
    strict_texts: bool = False
    places: dict[str, tuple[Column, Row]] = {}
    """Where tables stand in the room: id of a table -> column and row of the floor plan, from the upper left corner."""

    @property
    def hosts(self) -> list[str]:
        """Every name a request may call this server."""
        return ["127.0.0.1", "localhost", "[::1]", *self.trusted_hosts]
