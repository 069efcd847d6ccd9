"""What tracking has concluded from the sensors: levels turned into happenings, still without judgement.

A fact says what is so at the table, never whether it is allowed. `at` is the host's monotonic time of the first edge the
sensors saw. Facts that name a hidden card keep it in a masked field.
"""

from typing import ClassVar

import msgspec

from table_controller.core.cards import HiddenCard
from table_controller.core.ids import DeviceId, Millis, SeatNo
from table_controller.core.naming import snake
from table_controller.core.places import Place


class Fact(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag_field="fact", tag=snake):
    """Base of all facts."""

    VERSION: ClassVar[int] = 1
    at: Millis


class CardArrived(Fact, frozen=True, kw_only=True):
    """A card now lies in `to`; it came from `source` (SHOE for a card that was dealt).

    `draw` is the number of the draw since the last shuffle when it came out of the shoe, else 0. `up` None: nobody knows which
    side it shows (radio tags do not tell); the place then decides: cards of the board lie face up, all others face down.
    `found`: a snapshot found it there, so nobody saw it move (`card_found`, never `card_dealt`). `stuck`: it left the deck in one
    draw with another card (H2).
    """

    card: HiddenCard
    source: Place
    to: Place
    draw: int = 0
    up: bool | None = None
    found: bool = False
    stuck: bool = False


class CardMissing(Fact, frozen=True, kw_only=True):
    """A card left `source` and has been nowhere for longer than it may (H1 `missing_uid`, H5 `shoe_order_break`)."""

    card: HiddenCard
    source: Place
    draw: int = 0


class UnknownTag(Fact, frozen=True, kw_only=True):
    """A tag that belongs to no registered card lies in `place` (H4). Never taken for a card. `tag` may be shown.

    `count`: how many such tags lie there, this one included.
    """

    tag: str
    place: Place
    count: int = 1


class CardInTwoPlaces(Fact, frozen=True, kw_only=True):
    """The same card is read in two places and neither is a neighbour's echo (H3)."""

    card: HiddenCard
    places: tuple[Place, Place]


class ReadersDisagree(Fact, frozen=True, kw_only=True):
    """The camera over the shoe's mouth named a card, and the tag that was read says another one: at the mouth (`place` SHOE), or
    where a card landed that the camera had not named (D20). Which of them is right nobody knows."""

    place: Place


class OtherDeckCard(Fact, frozen=True, kw_only=True):
    """A card registered to another deck than the one in play is in `place` (SHOE: at its mouth, before a hand) (A4).

    Named only by its deck. `same_back`: people cannot tell it from a card of the deck in play.
    """

    place: Place
    deck: str
    same_back: bool


class DeckTold(Fact, frozen=True, kw_only=True):
    """The first card that comes out of the shoe tells which deck is in play, where nobody had said so."""

    deck: str


class DeckSeen(Fact, frozen=True, kw_only=True):
    """The shoe reports its deck: `present`, and how many registered cards it holds (None: this shoe cannot count)."""

    present: bool
    lid_open: bool = False
    count: int | None = None


class ButtonSeen(Fact, frozen=True, kw_only=True):
    """The dealer button lies at this seat; None while it is lifted."""

    seat: SeatNo | None


class SeatSensed(Fact, frozen=True, kw_only=True):
    """Somebody sits at the seat, or nobody does. `at_deal`: nobody did already when the deal was complete."""

    seat: SeatNo
    present: bool
    at_deal: bool = False


class ChipsCrossed(Fact, frozen=True, kw_only=True):
    """Chips went over this seat's bet line."""

    seat: SeatNo


class ChipsUnexplained(Fact, frozen=True, kw_only=True):
    """Chips crossed the line and no key said why, or a key said so and no chips came: a question, never a finding by itself."""

    seat: SeatNo
    keyed: bool
    """True: the key came and the chips did not."""


class ClockRan(Fact, frozen=True, kw_only=True):
    """The time of a player who was put on the clock is over, and nobody has acted since."""

    seat: SeatNo


class FlopWaited(Fact, frozen=True, kw_only=True):
    """The board has one or two cards of the flop, and for three seconds no other has come."""


class FoldKeyWaited(Fact, frozen=True, kw_only=True):
    """Cards of a hand that plays have lain in the muck for eight seconds, and no key of a fold has come."""

    seat: SeatNo


class DeviceLost(Fact, frozen=True, kw_only=True):
    """A device or reader the table is configured with is silent. `needed`: no hand can be followed without it."""

    device: DeviceId
    name: str
    needed: bool = True


class DeviceBack(Fact, frozen=True, kw_only=True):
    """It speaks again."""

    device: DeviceId
    name: str


class DeviceNotUnderstood(Fact, frozen=True, kw_only=True):
    """A device the table is configured with speaks by another schema, and is not listened to. Hashes of both."""

    device: DeviceId
    name: str
    needed: bool
    schema: int
    wanted: int


class DeviceEventsLost(Fact, frozen=True, kw_only=True):
    """The device could not keep all its events; `count` None: nobody knows how many."""

    device: DeviceId
    name: str
    count: int | None


class UnboundSource(Fact, frozen=True, kw_only=True):
    """Something not named in the table's configuration spoke. For the technician; never guessed."""

    device: DeviceId
    what: str


AnyFact = (
    CardArrived
    | CardMissing
    | UnknownTag
    | CardInTwoPlaces
    | ReadersDisagree
    | OtherDeckCard
    | DeckTold
    | DeckSeen
    | ButtonSeen
    | SeatSensed
    | ChipsCrossed
    | ChipsUnexplained
    | ClockRan
    | FlopWaited
    | FoldKeyWaited
    | DeviceLost
    | DeviceBack
    | DeviceNotUnderstood
    | DeviceEventsLost
    | UnboundSource
)
