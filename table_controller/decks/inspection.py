"""A deck shown card by card: which tags came, in which order, and which came twice. Pure; knows no registry and no place.

Lives in the table process while a deck is enrolled or checked, and shows no tag in any text form.
"""

import msgspec

from table_controller.core.cards import DECK_SIZE

DONE_AFTER = 3_000
"""With all 52 shown, one more may still come for so long."""
SILENCE = 15_000
"""With fewer, nothing more is expected after so long."""
NOTHING_YET = 60_000
"""How long the first card is waited for."""
LONGEST = 600_000
SAME_SHOWING = 300
"""A tag that comes back this soon was not let go: a reader missed it for a moment. And one that lies elsewhere since no longer
before is the card shown: devices have cables of their own, and a busy host hears where it fell before it hears the showing."""

MOST = 120
"""More showings than this are not kept apart any more: no deck is so large."""


class Inspection(msgspec.Struct, frozen=True):
    """`order`: tags in the order of their first showing. `here`: tags in a field now, with the antennas that see them and since
    when.

    `gone`: when a tag was last let go. `doubled`: tags shown while they lay elsewhere, or shown again. Times in host ms.
    """

    began: int
    heard: int
    order: tuple[bytes, ...] = ()
    here: tuple[tuple[bytes, int, int], ...] = ()
    gone: tuple[tuple[bytes, int], ...] = ()
    doubled: tuple[bytes, ...] = ()

    def __repr__(self) -> str:
        return f"Inspection({len(self.order)} shown)"

    @property
    def cards(self) -> int:
        """How many cards were shown, each copy of a tag counted."""
        return len(self.order) + len(self.doubled)

    @property
    def due(self) -> int:
        """When it is over, if nothing more comes."""
        patience = NOTHING_YET if not self.order else DONE_AFTER if len(self.order) >= DECK_SIZE else SILENCE
        return min(self.heard + patience, self.began + LONGEST)


def begun(now: int) -> Inspection:
    """Nothing has been shown yet."""
    return Inspection(began=now, heard=now)


def seen(so_far: Inspection, tag: bytes, antenna: int, now: int, *, shown: bool = True) -> Inspection:
    """A tag came into the field of an antenna. `shown`: that of the place where the cards are shown."""
    if _sees(so_far, tag, antenna) or len(so_far.here) >= MOST or so_far.cards >= MOST:
        return so_far
    here = (*so_far.here, (tag, antenna, now))
    if not shown:
        return msgspec.structs.replace(so_far, here=here)
    twice = _lay_elsewhere(so_far, tag, now) or _shown_again(so_far, tag, now)
    doubled = (*so_far.doubled, tag) if twice else so_far.doubled
    order = so_far.order if tag in so_far.order else (*so_far.order, tag)
    return msgspec.structs.replace(so_far, heard=now, here=here, order=order, doubled=doubled)


def _sees(so_far: Inspection, tag: bytes, antenna: int) -> bool:
    return any(entry[:2] == (tag, antenna) for entry in so_far.here)


def _lay_elsewhere(so_far: Inspection, tag: bytes, now: int) -> bool:
    """When it was shown, one with its tag lay elsewhere, which had been shown or lay there for some time: a second card."""
    known = tag in so_far.order
    return any(other == tag and (known or now - since > SAME_SHOWING) for other, _, since in so_far.here)


def _shown_again(so_far: Inspection, tag: bytes, now: int) -> bool:
    """It had been let go, and comes once more: a second card with this tag, or the same card shown twice. Neither is a deck."""
    left = next((at for other, at in so_far.gone if other == tag), None)
    return left is not None and now - left > SAME_SHOWING


def let_go(so_far: Inspection, tag: bytes, antenna: int, now: int, *, shown: bool = True) -> Inspection:
    """A tag left the field of an antenna."""
    here = tuple(entry for entry in so_far.here if entry[:2] != (tag, antenna))
    if len(here) == len(so_far.here):
        return so_far
    if not shown:
        return msgspec.structs.replace(so_far, here=here)
    gone = tuple(entry for entry in so_far.gone if entry[0] != tag)
    return msgspec.structs.replace(so_far, heard=now, here=here, gone=(*gone, (tag, now)))
