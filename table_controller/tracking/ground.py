"""What tracking stands on."""

from typing import NamedTuple

from table_controller.decks import DeckMap
from table_controller.tracking.arbiter import Arbiter, where
from table_controller.tracking.bindings import Bindings


class Ground(NamedTuple):
    """What does not change while a table runs: how it is wired, which cards are registered, and who says where a card is."""

    bindings: Bindings
    decks: DeckMap
    arbiter: Arbiter = where
    accepted: frozenset[str] | None = None
    """Decks the shoe's camera can read; no other may be dealt from. None: there is no camera."""
