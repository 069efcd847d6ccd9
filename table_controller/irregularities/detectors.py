"""What the table of allowed events cannot say: keys, counts, the deck, the button, tags, cards that vanish or are moved by hand.

One detector for each kind of event; each gives at most one finding. Pure: state before, event, state after.
"""

from collections.abc import Iterator

from table_controller.core import events as did
from table_controller.core.act_events import FlopLeftShort
from table_controller.core.cards import DECK_SIZE, JOKER, Card, HiddenCard
from table_controller.core.deck_events import OtherDeckSeen
from table_controller.core.events import Street
from table_controller.core.expect import card_expected
from table_controller.core.ids import SeatNo
from table_controller.core.places import SEAT_OF_PLACE, SEAT_PLACES, Place
from table_controller.core.procedure import unconfirmed
from table_controller.core.state import HandState, TableState
from table_controller.irregularities.allowed import at_seat
from table_controller.irregularities.catalogue import CATALOGUE, Level, cited
from table_controller.irregularities.counts import wrong_count
from table_controller.irregularities.finding import Finding, Where, finding
from table_controller.irregularities.scene import Phase, phase_of


def deal_completed(before: TableState, _event: did.DealCompleted, after: TableState) -> Finding | None:
    """Counts when betting opens (C11, C15, C15b, C16)."""
    hand = before.hand
    found = None if hand is None else wrong_count(before, hand)
    return None if found is None else finding(found[0], after.rules, at_seat(found[1]))


def hand_started(before: TableState, event: did.HandStarted, after: TableState) -> Finding | None:
    """The first card leaves the deck: the button must be where it belongs (B1), and no card of the last hand out (A8)."""
    for place in Place:
        if before.at(place):
            return finding("leftover_card", after.rules, Where(place=place, seat=SEAT_OF_PLACE.get(place)))
    sighted = before.button_sighted
    if sighted is not None and sighted != event.button:
        return finding("button_misplaced", after.rules, Where(seat=event.button))
    return None


# --- keys ------------------------------------------------------------------------------------------------------------


def exposed(_before: TableState, event: did.CardExposed, after: TableState) -> Finding | None:
    """A hole card lies face up: which card of the deal it is decides (C1-C4, C6); later the player shows it (F6)."""
    hand = after.hand
    place = SEAT_PLACES[event.seat]
    cards = after.at(place)
    if hand is None or not 0 <= event.index < len(cards) or not hand.live:
        return None
    where = Where(seat=event.seat, place=place, position=event.index + 1)
    if not _being_dealt(after, hand):
        return finding("player_exposes_cards", after.rules, where, sensed=False)
    return finding(_exposure(after, hand, event.seat, event.index), after.rules, where, sensed=False)


def _being_dealt(state: TableState, hand: HandState) -> bool:
    """Hole cards are dealt, or the last one has just landed, or an exposed one is being replaced."""
    if hand.street is Street.DEAL or (hand.street is Street.PREFLOP and hand.acts == 0):
        return True
    return any(one.procedure in ("M2", "M3") for one in state.procedures)


def _exposure(state: TableState, hand: HandState, seat: SeatNo, index: int) -> str:
    rules = state.rules
    draw = state.at(SEAT_PLACES[seat])[index].draw
    if 0 < rules.exposed_misdeal_count <= shown(state):
        return "hole_exposed_multiple"
    if draw in (1, 2) and rules.first_exposed_misdeal_n > 0:
        return "hole_exposed_first" if draw == 1 else "hole_exposed_second"
    return "hole_exposed_last" if seat == hand.order[-1] and index > 0 else "hole_exposed_single"


def shown(state: TableState) -> int:
    """Hole cards that everybody has seen, those on the burns and those off the table included (C6, RR irregularity 12)."""
    up = sum(card.up for place in (*SEAT_PLACES.values(), Place.BURN) for card in state.at(place))
    lost = sum(finding.code == "hole_off_table" for finding in state.findings)
    return up + (lost if not state.at(Place.BURN) else 0)


def dealt_up(before: TableState, event: did.CardDealt, after: TableState) -> Finding | None:
    """A sensor saw the hole card land face up."""
    if event.up is None or after.drawing:
        return None
    return exposed(before, did.CardExposed(seat=event.seat, index=len(after.at(SEAT_PLACES[event.seat])) - 1), after)


def burned_up(_before: TableState, event: did.CardBurned, after: TableState) -> Finding | None:
    """The burn lies open: it stays the burn (D15)."""
    return None if event.up is None else finding("burn_exposed", after.rules, Where(place=Place.BURN))


def flashed(_before: TableState, event: did.CardFlashed, after: TableState) -> Finding | None:
    """Seen on its way (C5): by the dealer's hand it counts as exposed, by the player's it plays where the house says so."""
    hand = after.hand
    if hand is None or not hand.live:
        return None
    where = Where(seat=event.seat, place=SEAT_PLACES[event.seat], position=event.index + 1)
    if not _being_dealt(after, hand):
        return finding("player_exposes_cards", after.rules, where, sensed=False)
    code = _exposure(after, hand, event.seat, event.index) if event.up is not None else ""
    named = code if code in ("hole_exposed_multiple", "hole_exposed_first", "hole_exposed_second") else "hole_flashed"
    return finding(named, after.rules, where, sensed=False, by_player=not event.by_dealer)


def boxed(before: TableState, _event: did.BoxedCardCalled, after: TableState) -> Finding | None:
    """The top card lies face up in the deck (A5, D16). On the initial deal the second one is a misdeal."""
    if phase_of(before) is not Phase.DEAL:
        due = card_expected(before).place is Place.BOARD
        return finding("boxed_board" if due else "boxed_one", after.rules, sensed=False)
    out = after.at(Place.OUT)
    called = [one for one in before.findings if one.code == "boxed_one" and all(card.draw <= one.drawn for card in out)]
    earlier = len(out) + len(called)
    many = 0 < after.rules.boxed_misdeal_count <= earlier + 1
    return finding("boxed_many" if many else "boxed_one", after.rules, sensed=False)


def street_opened(_before: TableState, event: did.StreetOpened, after: TableState) -> Finding | None:
    """Somebody acts while the flop has two cards (D5)."""
    lying = len(after.at(Place.BOARD))
    if event.street is not Street.FLOP or lying >= 3:
        return None
    return finding("flop_too_few", after.rules, Where(place=Place.BOARD, position=lying))


def flop_left_short(before: TableState, _event: FlopLeftShort, after: TableState) -> Finding | None:
    """One or two cards of the flop, then none for three seconds (D5). While something is put right that may take its time."""
    if before.procedures:
        return None
    return finding("flop_too_few", after.rules, Where(place=Place.BOARD, position=len(after.at(Place.BOARD))))


def misdeal_called(_before: TableState, _event: did.MisdealCalled, after: TableState) -> Finding | None:
    """The dealer's key alone: something stopped the deal that no sensor names (C17)."""
    return finding("deal_interrupted", after.rules, sensed=False)


def floor_called(before: TableState, _event: did.FloorCalled, after: TableState) -> Finding | None:
    """With one or two cards of the flop on the board, that is what the floor is called for (D5)."""
    lying = len(after.at(Place.BOARD))
    if phase_of(before) is Phase.FLOP_DUE and 0 < lying < 3:
        return finding("flop_too_few", after.rules, Where(place=Place.BOARD, position=lying), sensed=False)
    return None


# --- the deck --------------------------------------------------------------------------------------------------------


def deck_counted(before: TableState, event: did.DeckCounted, after: TableState) -> Iterator[Finding]:
    """The deck and what lies out must be 52 (A1). Before the deal the dealer puts it right, during a hand the floor."""
    if not event.present:
        yield from _laid_down(before, after)
        return
    lying = sum(len(cards) for cards in after.lying)
    if event.count is not None and event.count + lying != DECK_SIZE:
        yield finding("deck_count", after.rules, Where(place=Place.SHOE), level=Level.FLOOR if before.in_hand else Level.DEALER)


def _laid_down(before: TableState, after: TableState) -> Iterator[Finding]:
    """The deck leaves its place while cards are still to come: its order is lost (A6); some texts forbid that alone (SK32)."""
    hand = after.hand
    if hand is None or not hand.live or hand.pots_only or hand.street in (Street.RIVER, Street.SHOWDOWN):
        return
    if before.procedures or unconfirmed(before) or not before.deck.present:
        return
    if cited(CATALOGUE["deck_laid_down"], after.rules):
        yield finding("deck_laid_down", after.rules, Where(place=Place.SHOE))
    yield finding("stub_disordered", after.rules, Where(place=Place.SHOE))


def fouled(after: TableState, card: HiddenCard) -> Finding | None:
    """A second card with this face lies out (A2). Two that nobody has seen are not spoken of before the deal is complete."""
    twins = [other for cards in after.lying for other in cards if _twin(other.hidden, card)]
    own = [lying for cards in after.lying for lying in cards if lying.hidden is not None and lying.hidden.piece == card.piece]
    seen = any(other.up for other in twins) and any(lying.up for lying in own)
    dealing = after.hand is not None and after.hand.street is Street.DEAL
    if not twins or (dealing and not seen):
        return None
    return finding("deck_fouled", after.rules)


def _twin(other: HiddenCard | None, card: HiddenCard) -> bool:
    return other is not None and other.face == card.face and other.piece != card.piece


def fouled_deal(after: TableState) -> Finding | None:
    """Two cards with one face among those dealt (A2)."""
    hidden = (card.hidden for cards in after.lying for card in cards if card.hidden is not None)
    faces: list[Card] = [card.face for card in hidden if card.face != JOKER]
    return finding("deck_fouled", after.rules) if len(set(faces)) < len(faces) else None


def unknown_tag(before: TableState, event: did.UnknownTagSeen, after: TableState) -> Finding | None:
    """A tag of no registered card (H4). Out of the deck, or where the next card belongs, it is a foreign card (A3).

    Where one that was found at the mouth of the shoe comes to lie is no news, nor that one which lies there came out of the shoe.
    """
    if event.place is Place.OUT or (event.tag, Place.SHOE) in before.tags:
        return None
    if event.place is Place.SHOE and any(tag == event.tag for tag, _ in before.tags):
        return None
    dealt = event.place in (Place.SHOE, card_expected(before).place)
    if dealt:
        return finding("joker_or_foreign", after.rules, public_tag=event.tag)
    where = Where(seat=SEAT_OF_PLACE.get(event.place), place=event.place)
    return finding("unregistered_uid", after.rules, where, public_tag=event.tag)


def read_twice(_before: TableState, event: did.CardReadTwice, after: TableState) -> Finding | None:
    """One card in two places (H3): a clone, never a guess."""
    return finding("ghost_card", after.rules, Where(place=event.places[1], seat=SEAT_OF_PLACE.get(event.places[1])))


def readers_disagreed(_before: TableState, event: did.ReadersDisagreed, after: TableState) -> Finding | None:
    """Camera and tag name two cards (D20)."""
    return finding("reader_conflict", after.rules, Where(place=event.place, seat=SEAT_OF_PLACE.get(event.place)))


def stuck(event: did.CardEvent, astray: Finding, after: TableState) -> Finding | None:
    """Two cards left the deck in one draw, and the second went along to a seat: that is what is wrong (H2 before C9 and C14)."""
    if not event.stuck or astray.code not in ("hole_extra_mid_deal", "deal_out_of_sequence"):
        return None
    return finding("stuck_pair", after.rules, Where(seat=astray.seat, place=astray.place, position=astray.position))


def other_deck(_before: TableState, event: OtherDeckSeen, after: TableState) -> Finding | None:
    """A card of another deck (A4), or with the same back, when people can only take it for a second card of one face (A2)."""
    if event.place is Place.OUT:  # out of play it may lie
        return None
    if event.same_back:
        return finding("deck_fouled", after.rules, Where(place=Place.SHOE) if event.place is Place.SHOE else None)
    return finding("foreign_back", after.rules, Where(place=event.place, seat=SEAT_OF_PLACE.get(event.place)))


def lost(before: TableState, event: did.CardLost, after: TableState) -> Finding | None:
    """A card is nowhere: off the table in the deal (C7), lost on its way from the shoe (H5), or gone from its place (H1)."""
    if event.source is not Place.SHOE:
        return finding("missing_uid", after.rules, Where(place=event.source, seat=SEAT_OF_PLACE.get(event.source)))
    wanted = card_expected(before)
    if phase_of(before) is Phase.DEAL and wanted.seat is not None:
        return finding("hole_off_table", after.rules, Where(seat=wanted.seat, place=wanted.place, position=wanted.nth))
    return finding("shoe_order_break", after.rules, Where(place=wanted.place))
