"""What the record says of decks: which is in play, enrolled, confirmed, checked, retired. Never which tag is which card."""

from table_controller.core.cards import Card
from table_controller.core.event_base import Event
from table_controller.core.order_base import Person
from table_controller.core.places import Place


class OtherDeckSeen(Event, frozen=True, kw_only=True):
    """A card of another deck than the one in play is in `place` (A4). Named only by its deck.

    `same_back`: its back is that of the deck in play, so that only its tag tells it apart.
    """

    place: Place
    deck: str
    same_back: bool


class DeckInPlay(Event, frozen=True, kw_only=True):
    """Which deck is in play from now on: the floor said so (`by`), or the first card did. Empty: the next card will tell."""

    deck: str
    by: Person | None = None


class DeckEnrolled(Event, frozen=True, kw_only=True):
    """52 cards were shown in their order and registered. Nobody may deal from the deck before a second person says so."""

    deck: str
    back: str
    by: Person


class DeckConfirmed(Event, frozen=True, kw_only=True):
    """The second person said that the deck may be dealt from."""

    deck: str
    by: Person


class DeckRetired(Event, frozen=True, kw_only=True):
    """The deck is out of use; `final`: a second person has said so too."""

    deck: str
    reason: str
    by: Person
    final: bool


class DeckInspected(Event, frozen=True, kw_only=True):
    """A deck was shown card by card. `why`: of an enrolment that was refused. Written only while no hand runs.

    `count`: how many cards were shown, each time counted. `missing`: registered and not shown. `foreign`: tags nobody registered;
    they may be named. `others`: other decks, and how many of their cards came. `doubled`: cards whose tag was there twice.
    """

    deck: str
    ok: bool
    count: int
    by: Person
    missing: tuple[Card, ...] = ()
    foreign: tuple[str, ...] = ()
    others: tuple[tuple[str, int], ...] = ()
    doubled: int = 0
    why: str = ""


DeckEvent = OtherDeckSeen | DeckInPlay | DeckEnrolled | DeckConfirmed | DeckRetired | DeckInspected
