"""The `[table]` and `[console]` sections of a table's configuration: their schema. What it cannot say is checked in `config`."""

from typing import Annotated

import msgspec

from table_controller.core.order_base import Word
from table_controller.messages import Language
from table_controller.sealing import AfterHand

LEAST_DAYS = 7
"""Records are kept at least so long, whatever the house says (R8)."""


class TableSection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[table]`. Paths are as written; `TableConfig` has them resolved against the folder of the file."""

    id: str
    name: Annotated[Word, msgspec.Meta(min_length=1)]
    seats: int
    rules: str
    deck: str
    journal: str
    simulated: bool = False
    language: Language = "en"
    black_box: Annotated[int, msgspec.Meta(ge=0, le=1024)] = 16
    heads: str | None = None
    keys_after_hand: AfterHand = AfterHand.KEEP
    escrow: str | None = None
    keep_days: Annotated[int, msgspec.Meta(ge=0, le=36_500)] = 0


class ConsoleSection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[console]`: where the table's own computer serves its dealer's console. `trusted_hosts`: names it is reached by besides
    loopback."""

    port: Annotated[int, msgspec.Meta(ge=1, le=65535)]
    host: str = "127.0.0.1"
    trusted_hosts: tuple[str, ...] = ()

    @property
    def address(self) -> str:
        """What a browser is pointed at."""
        return f"http://{self.trusted_hosts[0] if self.trusted_hosts else self.host}:{self.port}/"
