"""Where the value of a setting comes from.

Owns the five sources a value can have. Knows no profile and no values.
"""

from enum import StrEnum

import msgspec

from table_controller.core.rules import Fallback


class Source(StrEnum):
    """What gives a value."""

    TEXT = "text"
    """The profile's own rule text, in the clauses cited."""
    FAMILY = "family"
    """The text is silent: taken from the fallback family, with that family's rule if it has one."""
    UNWRITTEN = "unwritten"
    """The text is silent: the profile's own choice, for the reason noted."""
    HOUSE = "house"
    """A house changed it in its own file."""
    OVERRIDE = "override"
    """Changed for one scenario or table."""


class Provenance(msgspec.Struct, frozen=True):
    """Where one value comes from.

    `clauses`: ids of `CLAUSES` or rules of a family. `family`: only with Source.FAMILY. `note`: how the text was read, or why
    this was chosen; empty when there is nothing to say.
    """

    source: Source
    clauses: tuple[str, ...] = ()
    family: Fallback | None = None
    note: str = ""

    def taken_from(self, family: Fallback, own_note: str) -> "Provenance":
        """This provenance, of a value in `family`, as seen from a text that is silent and remarks `own_note`."""
        return Provenance(Source.FAMILY, self.clauses, family, "; ".join(note for note in (own_note, self.note) if note))
