"""What tracking believes, as plain values: journaled sealed in every transaction and restored after a kill.

Frozen, small and quick to encode. Where no antenna has said anything a card is in the deck, so only cards out of it are kept.
Pieces are numbers without faces or tags, and no text form shows them: to whoever knows the deck a number is a card.
"""

import msgspec

from table_controller.core.ids import DeviceId, Millis, PieceNo, SeatNo
from table_controller.core.keypad import EMPTY, Typed
from table_controller.tracking.bindings import Zone
from table_controller.tracking.timing import ABSENT


class Sight(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One antenna sees the card. `since`: first edge. `hits` of its last eight inventories. `found`: only a snapshot said so."""

    zone: Zone
    since: Millis
    hits: int
    found: bool = False


BADLY = 5.0
"""Hits of a card that is heard so badly that it comes and goes."""


class Track(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One card out of the deck.

    `told`: where the last fact put it; `SHOE` while it is in flight, None when it was told missing. `draw` 0: not numbered yet.
    `since`: when it was drawn, last told, or lost from sight. `landed`: where it landed while an earlier draw is waited for.
    `stale`: of a hand that is over, and the deck is said to be whole. `clashed`: seen in two places, and that was told.
    `stuck`: it came out of the deck together with another card. `last`: seen nowhere now, it was last seen there, since then and
    until `lost`, where it is not told. `came`: where it was told before. `heard`: how many of eight inventories have shown it
    where it lies, the last told counting most.
    """

    told: Zone | None
    draw: int
    since: Millis
    sights: tuple[Sight, ...] = ()
    landed: Sight | None = None
    stale: bool = False
    clashed: bool = False
    stuck: bool = False
    last: Sight | None = None
    lost: Millis = Millis(0)
    came: Zone | None = None
    heard: float = 8.0
    named: bool = False
    """The camera over the shoe's mouth named it as it left."""
    unnamed: bool = False
    """Nothing at the shoe's mouth did; it has its number from where it landed."""
    over: bool = False
    """Its time to land was over when it was concluded where it landed: that is not judged anew."""
    placed: Millis = Millis(0)
    """When it came to where it was told last."""

    def __repr__(self) -> str:
        return "Track(··)"


class Passage(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The beams of the shoe's gate were broken, outwards. `double`: for longer than one card takes. `unread`: of the card that
    went out no tag was read, and none that lies on the felt has been taken for it yet.
    """

    began: Millis
    ended: Millis
    double: bool
    unread: bool = False


class CardBelief(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Every card out of the deck, and the draws not told yet in their order."""

    tracks: dict[PieceNo, Track] = {}
    queue: tuple[PieceNo, ...] = ()
    draws: int = 0
    """Cards that left the shoe since the deck was last whole."""
    in_hand: bool = False
    dealing: bool = False
    """Hole cards are dealt: one that lands nowhere is missed sooner."""
    blind: bool = True
    """A device with antennas has not spoken yet, is silent or unsure: nothing is concluded from a card that is not seen."""
    gate_in: Millis | None = None
    """A passage back into the shoe that no tag explains yet."""
    hold_until: Millis | None = None
    """The first draw waits for cards of the last hand until then."""
    deck: int | None = None
    """State of the deck as last told (0 removed, 1 inserted, 2 lid open)."""
    deck_count: int | None = None
    deck_due: Millis | None = None
    """A deck that counts short is told at the latest then."""
    foreign: tuple[tuple[str, Zone], ...] = ()
    """Unregistered tags lying about; these may be shown."""
    due: Millis | None = None
    mute: bool = True
    """The shoe in particular says nothing now: whether a card left it, it will tell when it speaks again."""
    draws_when_out: int = 0
    """`draws` when the deck was last taken out: those cards did not come from the deck that is put in."""
    passage: Passage | None = None
    """The last passage out of the shoe since the deck was whole."""
    doubted: tuple[tuple[str, Zone, Millis], ...] = ()
    """Unregistered tags that may be a card's, misread, and until when that is waited for."""
    named_at: Millis | None = None
    """When the camera over the shoe's mouth saw the card that it named last."""
    put_in_short: bool = False
    """The deck counted short when it was put in, and no hand has ended since: the shoe may find the rest as cards come out."""

    def __repr__(self) -> str:
        return f"CardBelief({len(self.tracks)} out)"


class Line(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The bet line of one seat. Times of what is open; None: nothing is."""

    level: bool = False
    edge: Millis | None = None
    """Last edge, for merging."""
    idle: Millis | None = None
    """Chips crossed while no bet could be meant: a blind for the hand to come."""
    asked: Millis | None = None
    """Chips crossed and no key has explained it."""
    spare: Millis | None = None
    """Chips crossed although the last key was explained already."""
    wanted: Millis | None = None
    """A key moved chips and none have crossed."""
    keyed: Millis | None = None
    """Last key whose chips crossed."""
    covered: Millis | None = None
    """Until then a crossing needs no key: a bet in several motions, or chips on their way back."""
    against: Millis | None = None
    """A key without chips was pressed for the seat although chips had crossed."""
    unseen: bool = False
    """The chips of the last key were not seen to cross."""
    unseen_before: bool = False
    """Nor were those of the key before."""


class ChipBelief(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """`played`: when the last act was keyed or the last round began."""

    lines: dict[SeatNo, Line] = {}
    due: Millis | None = None
    played: Millis | None = None


class SeatBelief(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Levels of seat sensors and button halls, and where the button was last told (0: lifted, None: never told).

    `leaving`: since when the sensor of a seat has seen nobody, while that is not told. `dealt`: when the last deal was complete.
    """

    present: dict[SeatNo, bool] = {}
    halls: dict[SeatNo, bool] = {}
    button: int | None = None
    leaving: dict[SeatNo, Millis] = {}
    dealt: Millis | None = None

    @property
    def due(self) -> Millis | None:
        """When the first of those who may have left is taken to have left."""
        return Millis(min(self.leaving.values()) + ABSENT) if self.leaving else None


class DeviceBelief(msgspec.Struct, frozen=True, gc=False, array_like=True):
    heard: tuple[DeviceId, ...] = ()
    """Devices that have said hello since this process began."""
    silent: tuple[DeviceId, ...] = ()
    unsure: tuple[DeviceId, ...] = ()
    """Lost events or restarted: what it says until its next valid snapshot is found, not seen happening."""
    readers: tuple[tuple[DeviceId, int], ...] = ()
    """Card readers that do not answer."""
    unbound: tuple[str, ...] = ()
    """Unbound sources told already."""


class Press(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A key that went down, or up. `at`: by the clock of its board."""

    keypad: int
    key: int
    at: Millis


class KeyBelief(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """`held`: keys held down, as (keypad, key). `typed`: what stands on the display.

    `doubtful`: presses were lost, and the next key that acts may belong to an amount or a seat that is not known whole.
    `last`: the press before. `released`: keys let go just now, and when. Both to tell a press from one that is not meant.
    """

    held: tuple[tuple[int, int], ...] = ()
    typed: Typed = EMPTY
    doubtful: bool = False
    last: Press | None = None
    released: tuple[Press, ...] = ()
