"""What a reader makes of a picture: a face and how sure it is, or nothing."""

from typing import NamedTuple

from table_controller.core.cards import Card


class Seen(NamedTuple):
    """`face` is None where the picture was not surely read. Masked in every text form: it may be a card nobody may see."""

    face: Card | None
    confidence: float
    """0..1; how sure the reader is, also where that was not enough."""

    def __repr__(self) -> str:
        return "Seen(··)"


UNSEEN = Seen(None, 0.0)
