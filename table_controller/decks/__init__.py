"""The registry of cards: tags to pieces, pieces to faces; encrypted at rest, in clear only in the table process.

Must not know where cards lie nor what they are worth.
"""

from table_controller.decks.deck_map import DeckMap, EnrolledCard, simulated_deck
from table_controller.decks.enrolment import EnrolmentFault, read_decks, write_decks

__all__ = ["DeckMap", "EnrolledCard", "EnrolmentFault", "read_decks", "simulated_deck", "write_decks"]
