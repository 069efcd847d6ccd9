"""The truth of one simulated table: where each card lies, who sits where, where the button is, which keys are down.

Owns what is so, at once and without time; `hands` gives each movement its time and the boards sense the result. Knows no
rules: any card may go anywhere. Its secrets (faces, tags, the order of the deck) are for the devices and the scorer only.
"""

import random
from collections.abc import Callable, Iterable, Sequence

from hardware.simulator.chips import ChipTruth, NotThereError
from hardware.simulator.pieces import DECK_SIZE, PhysicalCard, SimulatedDeck
from hardware.simulator.zones import SEAT_ZONES, Zone

FieldWatcher = Callable[[Zone], None]
"""Called after something came into or left the reach of a zone's antenna."""
ContactWatcher = Callable[[], None]
"""Called after anything changed that a switch or beam can feel."""


class PhysicalTable:
    """Cards, people, button and chips. Raises NotThereError when a hand reaches for what is not there."""

    def __init__(self, deck: SimulatedDeck) -> None:
        """The first 52 cards are in the shoe in their order, all others in a box. NotSimulatedError for a real table's deck."""
        self.cards: tuple[PhysicalCard, ...] = deck.checked().cards
        self.chips = ChipTruth()
        self.present: set[int] = set()
        self.lifted: set[int] = set()
        """Seats whose player holds the cards up to look."""
        self._held_up: set[int] = set()
        """Their pieces; a card that comes to such a seat meanwhile lies on the felt."""
        self.crossing: set[int] = set()
        """Seats over whose bet line chips move right now."""
        self.button: int | None = None
        self.keys_down: set[int] = set()
        self.deck_in_shoe = True
        self.lid_open = False
        self.face_up: set[int] = set()
        """Pieces that lie face up."""
        self._zones: dict[Zone, list[PhysicalCard]] = {zone: [] for zone in Zone}
        self._zones[Zone.DECK] = list(self.cards[:DECK_SIZE])
        self._zones[Zone.BOX] = list(self.cards[DECK_SIZE:])
        self._where = {card.piece: zone for zone, cards in self._zones.items() for card in cards}
        self._was: dict[int, Zone] = {}
        self._over: dict[tuple[int, Zone], None] = {}
        self._by_piece = {card.piece: card for card in self.cards}
        self._field_watchers: list[FieldWatcher] = []
        self._contact_watchers: list[ContactWatcher] = []

    # --- looking -----------------------------------------------------------------------------------------------------

    def zone(self, zone: Zone) -> tuple[PhysicalCard, ...]:
        """The cards there, in order of arrival; in the deck, the top first."""
        return tuple(self._zones[zone])

    def where(self, piece: int) -> Zone:
        """Where a piece is."""
        return self._where[piece]

    def was(self, piece: int) -> Zone:
        """Where a piece lay before it was last moved by itself; where it lies when it never was."""
        return self._was.get(piece, self._where[piece])

    def in_field(self, zone: Zone) -> Sequence[PhysicalCard]:
        """The cards an antenna under this zone could read now: not those that are held up."""
        cards = self._zones[zone]
        return [card for card in cards if card.piece not in self._held_up] if self._held_up else cards

    def passing(self, zone: Zone) -> Sequence[PhysicalCard]:
        """The cards that are over this zone right now, in a hand or in the air, on their way elsewhere."""
        return [self._by_piece[piece] for piece, over in self._over if over is zone]

    def watch(self, fields: FieldWatcher, contacts: ContactWatcher) -> None:
        """Tell these of every change from now on."""
        self._field_watchers.append(fields)
        self._contact_watchers.append(contacts)

    # --- cards -------------------------------------------------------------------------------------------------------

    def draw(self, to: Zone, *, up: bool = False) -> PhysicalCard:
        """The top card of the deck goes there."""
        deck = self._zones[Zone.DECK]
        if not deck:
            raise NotThereError("the deck is empty")
        card = deck[0]
        self.move(card.piece, to, up=up)
        return card

    def move(self, piece: int, to: Zone, *, up: bool | None = None) -> None:
        """A card goes there, the last to arrive; in the deck it goes on top, face down. `up` None: as it lies."""
        card, source = self._by_piece[piece], self._where[piece]
        if self._over or self.lifted:
            self._let_go(piece, source, to)
        self._zones[source].remove(card)
        if to is Zone.DECK:
            self._zones[to].insert(0, card)
        else:
            self._zones[to].append(card)
        self._where[piece], self._was[piece] = to, source
        self._turn(piece, False if to is Zone.DECK else up)
        self._changed(source, to)

    def fly(self, piece: int, zone: Zone, *, over: bool) -> None:
        """A card that is on its way comes over a zone, or leaves it."""
        if over and self._where[piece] is Zone.HAND:
            self._over[piece, zone] = None
            self._changed(zone)
        elif not over and (piece, zone) in self._over:
            del self._over[piece, zone]
            self._changed(zone)

    def slip_under(self, piece: int) -> None:
        """A card goes under the deck."""
        self.move(piece, Zone.DECK)
        self._zones[Zone.DECK].append(self._zones[Zone.DECK].pop(0))

    def move_all(self, source: Zone, to: Zone) -> int:
        """All cards of a zone, first come first; into the deck they go under it. How many there were."""
        moved = self._zones[source]
        self._zones[source] = []
        self._zones[to] = self._zones[to] + moved
        for card in moved:
            self._where[card.piece] = to
            if to is Zone.DECK:
                self._turn(card.piece, False)
        self._changed(source, to)
        return len(moved)

    def gather(self) -> int:
        """Every card of the table, wherever it is, goes into the deck; how many came."""
        return sum(self.move_all(zone, Zone.DECK) for zone in Zone if zone not in (Zone.DECK, Zone.BOX))

    def shuffle(self, seed: object) -> None:
        """Shuffle what is in the deck now; the same seed and cards give the same order."""
        deck = sorted(self._zones[Zone.DECK], key=lambda card: card.piece)
        random.Random(f"shuffle {seed}").shuffle(deck)  # noqa: S311  a rehearsal must be repeatable
        self._zones[Zone.DECK] = deck

    def stack(self, pieces: Iterable[int]) -> None:
        """Put these on top of the deck in this order; what else is in it follows in an arbitrary but fixed order."""
        top = [self._by_piece[piece] for piece in pieces]
        if any(self._where[card.piece] is not Zone.DECK for card in top):
            raise NotThereError("a card to be stacked is not in the deck")
        wanted = {card.piece for card in top}
        self.shuffle("rest")
        self._zones[Zone.DECK] = top + [card for card in self._zones[Zone.DECK] if card.piece not in wanted]

    def piece_of(self, face: int) -> int:
        """The first piece with this face."""
        for card in self.cards:
            if card.face == face:
                return card.piece
        raise NotThereError("no card with that face in this deck")

    def face_of(self, piece: int) -> int:
        """The face of a piece."""
        return self._by_piece[piece].face

    def order(self, pieces: Sequence[int]) -> None:
        """What is in the deck lies in this order, top first; all of it must be named."""
        self._zones[Zone.DECK] = [self._by_piece[piece] for piece in pieces]

    def turn(self, piece: int, *, up: bool) -> None:
        """Turn a card over where it lies."""
        self._turn(piece, up)

    # --- people, button, keys, shoe ----------------------------------------------------------------------------------

    def sit(self, seat: int, chips: int) -> None:
        """Somebody takes the seat with chips from the cage."""
        self.present.add(seat)
        self.chips.bring(seat, chips)
        self._touched()

    def stand_up(self, seat: int) -> int:
        """The player leaves with the stack; how much it was."""
        self.present.discard(seat)
        self._touched()
        return self.chips.carry_off(seat)

    def walk(self, seat: int, *, away: bool) -> None:
        """The player steps away from the seat or comes back; the chips stay."""
        (self.present.discard if away else self.present.add)(seat)
        self._touched()

    def lift(self, seat: int, *, up: bool) -> None:
        """The player lifts the cards off the felt to look, or lays them down."""
        (self.lifted.add if up else self.lifted.discard)(seat)
        pieces = {card.piece for card in self._zones[SEAT_ZONES[seat]]}
        self._held_up = self._held_up | pieces if up else self._held_up - pieces
        for watcher in self._field_watchers:
            watcher(SEAT_ZONES[seat])

    def cross(self, seat: int, *, moving: bool) -> None:
        """Chips begin or end to move over the bet line of a seat."""
        (self.crossing.add if moving else self.crossing.discard)(seat)
        self._touched()

    def place_button(self, seat: int | None) -> None:
        """Lay the dealer button at a seat; None lifts it."""
        self.button = seat
        self._touched()

    def press(self, key: int, *, down: bool) -> None:
        """A key of the dealer's keypad goes down or up."""
        (self.keys_down.add if down else self.keys_down.discard)(key)
        self._touched()

    def handle_deck(self, *, in_shoe: bool, lid_open: bool = False) -> None:
        """Take the deck out of the shoe or put it back, open or close the lid."""
        self.deck_in_shoe, self.lid_open = in_shoe, lid_open
        self._touched()

    def _let_go(self, piece: int, *zones: Zone) -> None:
        """A card comes down, or to or from a hand that is held up: that hand is laid down."""
        for flying, zone in list(self._over):
            if flying == piece:
                self.fly(piece, zone, over=False)
        for seat in [seat for seat in self.lifted if SEAT_ZONES[seat] in zones]:
            self.lift(seat, up=False)

    def _turn(self, piece: int, up: bool | None) -> None:
        if up is not None:
            (self.face_up.add if up else self.face_up.discard)(piece)

    def _changed(self, *zones: Zone) -> None:
        for watcher in self._field_watchers:
            for zone in zones:
                watcher(zone)

    def _touched(self) -> None:
        for watcher in self._contact_watchers:
            watcher()
