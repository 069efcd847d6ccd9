"""The registry of cards: tags to pieces, pieces to faces; encrypted at rest, in clear only in the table process.

Must not know where cards lie nor what they are worth.
"""

from table_controller.decks.deck_map import NO_DECK, DeckLabel, DeckMap, EnrolledCard, simulated_deck
from table_controller.decks.registry import DeckRecord, DeckRefused, DeckStatus, Registry
from table_controller.decks.registry_file import EnrolmentFault, read_records, read_registry, write_registry

__all__ = [
    "NO_DECK",
    "DeckLabel",
    "DeckMap",
    "DeckRecord",
    "DeckRefused",
    "DeckStatus",
    "EnrolledCard",
    "EnrolmentFault",
    "Registry",
    "read_records",
    "read_registry",
    "simulated_deck",
    "write_registry",
]
