"""The showdown: who shows, who gives up, what a hand is worth, who gets which chips.

Cards speak: only what lies tabled counts, whatever was said (TDA 12, SK79). A tabled hand cannot be given up any more (TDA 13-C).
A pot with one player left goes to him unshown (SK53, PL11). Nothing here looks at a hand that is not tabled.
"""

from collections.abc import Sequence

from table_controller.core.act_events import HandExposed
from table_controller.core.cards import Card, HiddenCard
from table_controller.core.claims import asked_for, claims_unshown, undecided
from table_controller.core.draft import Draft
from table_controller.core.events import (
    BoardPlayed,
    HandGivenUp,
    HandTabled,
    Pot,
    PotAwarded,
    Street,
)
from table_controller.core.fold_cards import SEAT_INDEX
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.keyed_cards import named
from table_controller.core.messages import Rejection
from table_controller.core.orders import Muck, Person, PlayingBoard, Show
from table_controller.core.places import SEAT_PLACES, Place
from table_controller.core.questions import PLAYING_BOARD, ask_board, close_board, close_for
from table_controller.core.ranking import BadCardsError, best_five, category, plays_board, rank
from table_controller.core.reports import SHOWN_EARLY
from table_controller.core.rules import PlayBoard
from table_controller.core.stakes import Stakes
from table_controller.core.state import HandState, SeatState, SeatStatus, TableState
from table_controller.core.turn import next_actor

_OVER = Street.OVER
_DEAL = Street.DEAL
_SHOWDOWN = Street.SHOWDOWN

_CONTENDS = frozenset({SeatStatus.LIVE, SeatStatus.ALL_IN})


def _shower(state: TableState, number: SeatNo | None) -> SeatState | Rejection:
    """The seat that is asked to show, or the first that still is. Before the river too, once no bet is possible (TDA 16)."""
    hand = state.hand
    if hand is None or hand.contending < 2 or not _no_more_bets(state, hand):
        return Rejection("no_showdown")
    if state.locked:
        return Rejection("table_locked")
    rivals = [seat for seat in hand.show_order or hand.order if state.seats[seat - 1].status in _CONTENDS]
    waiting = [seat for seat in rivals if undecided(state.rules, state.seats[seat - 1])]
    if number is None and not waiting:
        return Rejection("nobody_to_show")
    chosen = waiting[0] if number is None else number
    if chosen not in rivals:
        return Rejection("not_in_showdown", {"seat": chosen})
    seat = state.seats[chosen - 1]
    if seat.tabled:
        return Rejection("already_shown", {"seat": chosen})
    return Rejection("already_given_up", {"seat": chosen}) if seat.gave_up else seat


def _no_more_bets(state: TableState, hand: HandState) -> bool:
    """It is the showdown, or nobody can bet on any street to come; between two streets of a hand that goes on they can."""
    if hand.street in (_OVER, _DEAL) or hand.betting:
        return False
    return hand.street is _SHOWDOWN or next_actor(state.seats, hand.order, None, Chips(0), Chips(0)) is None


def show(draft: Draft, order: Show, _by: Person) -> Rejection | None:
    """The seat's cards lie open. Refused while this process does not know them: it never guesses."""
    seat = _shower(draft.state, order.seat)
    if isinstance(seat, Rejection):
        if seat.code == "already_shown" and order.seat is not None and order.cards:
            return _show_by_hand(draft, order.seat, order.cards)  # the first time they were keyed wrongly
        return _too_early(draft, order) if seat.code == "no_showdown" else seat
    known = _known(draft.state, seat.seat)
    if order.cards or (not known and draft.state.by_hand):
        return _show_by_hand(draft, seat.seat, order.cards)
    if not known:
        return Rejection("cards_unknown", {"seat": seat.seat})
    close_board(draft)
    draft.add(HandTabled(seat=seat.seat, cards=tuple(piece.face for piece in known), pieces=known))
    return None


def _show_by_hand(draft: Draft, seat: SeatNo, text: str) -> Rejection | None:
    """What lies there is keyed where no sensor has named it; a card that one has named is not keyed over."""
    lying = draft.state.lying[SEAT_INDEX[seat]]
    if not any(card.by_hand for card in lying):
        return Rejection("cards_known", {"seat": seat})
    faces = named(draft.state, text, keyed_anew=SEAT_PLACES[seat])
    if isinstance(faces, Rejection):
        return faces
    if len(faces) != len(lying) or len(faces) < 2:
        return Rejection("cards_wanted", {"count": len(lying)})
    sensed = [None if card.by_hand or card.hidden is None else card.hidden.face for card in lying]
    keyed = [face for face in faces if face not in sensed]
    if len(keyed) != sensed.count(None):
        return Rejection("cards_known", {"seat": seat})
    close_board(draft)
    draft.add(HandTabled(seat=seat, cards=tuple(keyed.pop(0) if face is None else face for face in sensed)))
    return None


def _known(state: TableState, seat: SeatNo) -> tuple[HiddenCard, ...]:
    """The seat's cards; none where one of them is not known."""
    pieces = [card.hidden for card in state.lying[SEAT_INDEX[seat]]]
    known = tuple(piece for piece in pieces if piece is not None)
    return known if len(known) == len(pieces) >= 2 else ()


def _too_early(draft: Draft, order: Show) -> Rejection | None:
    """A hand shown while there is betting, once somebody has reported it: shown to one is shown to all (SK82, TDA 68; F6).

    Without the report it stays hidden: an order alone opens nobody's cards.
    """
    number = order.seat
    if number is None or order.cards or not _reported_shown(draft.state, number):
        return Rejection("no_showdown")
    known = _known(draft.state, number)
    if not known:
        return Rejection("cards_unknown", {"seat": number})
    draft.add(HandExposed(seat=number, cards=tuple(piece.face for piece in known)))
    return None


def _reported_shown(state: TableState, number: SeatNo) -> bool:
    """A hand that plays on, of which it is open that its player has turned it over."""
    hand = state.hand
    if hand is None or not hand.betting or number not in hand.order or state.seats[number - 1].status not in _CONTENDS:
        return False
    return any(finding.code == SHOWN_EARLY and finding.seat == number for finding in state.findings)


def muck(draft: Draft, order: Muck, _by: Person) -> Rejection | None:
    """The seat gives its hand up, unshown. The last one that can win some pot cannot: that pot is his."""
    seat = _shower(draft.state, order.seat)
    if isinstance(seat, Rejection):
        return seat
    hand = draft.state.hand
    if hand is None or hand.street is not _SHOWDOWN:
        return Rejection("no_showdown")
    if any(_eligible(draft.state, pot) == [seat.seat] for pot in hand.pots):
        return Rejection("last_for_pot", {"seat": seat.seat})
    close_board(draft)
    draft.add(HandGivenUp(seat=seat.seat))
    if asked_for(draft.state.rules, seat) and draft.state.lying[SEAT_INDEX[seat.seat]]:
        ask_board(draft, seat.seat)
    return None


def playing_board(draft: Draft, order: PlayingBoard, _by: Person) -> Rejection | None:
    """The seat announces that it plays the board (CZ28, UA26, HU24), at the latest when the dealer asks."""
    state, hand = draft.state, draft.state.hand
    if hand is None or hand.street is not _SHOWDOWN:
        return Rejection("no_showdown")
    if state.rules.play_board is PlayBoard.NONE:
        return Rejection("not_announced_here")
    seat = _asked(state, order.seat) or _shower(state, order.seat)
    if isinstance(seat, Rejection):
        return seat
    draft.add(BoardPlayed(seat=seat.seat))
    close_for(draft, seat.seat, PLAYING_BOARD, "yes")
    return None


def _asked(state: TableState, number: SeatNo | None) -> SeatState | None:
    """The seat the dealer is asking."""
    asked = [question.seat for question in state.questions if question.key == PLAYING_BOARD]
    chosen = next((seat for seat in asked if number in (None, seat)), None)
    return None if chosen is None else state.seats[chosen - 1]


def _eligible(state: TableState, pot: Pot) -> list[SeatNo]:
    seats = (state.seats[number - 1] for number in pot.seats)
    return [seat.seat for seat in seats if seat.status in _CONTENDS and not seat.gave_up]


def rakes(stakes: Stakes, hand: HandState, flop: bool) -> list[Chips]:
    """What the house takes from each pot (G10)."""
    rake, pots = stakes.rake, [pot.amount for pot in hand.pots]
    if not rake.per_mille or (rake.no_flop_no_drop and not flop):
        return [Chips(0)] * len(pots)
    left = _share(sum(pots), stakes) if rake.cap is None else min(rake.cap, _share(sum(pots), stakes))
    if rake.per_pot:
        wanted = [_share(pot, stakes) for pot in pots]
    else:
        wanted = [(2 * left * pot + sum(pots)) // (2 * sum(pots)) // stakes.chip * stakes.chip for pot in pots[:-1]]
        wanted.append(left)
    taken = []
    for share, pot in zip(wanted, pots, strict=True):
        part = min(share, pot, left)
        taken.append(Chips(part))
        left -= part
    return taken


def _share(chips: int, stakes: Stakes) -> int:
    return chips * stakes.rake.per_mille // 1000 // stakes.chip * stakes.chip


def awards_of(state: TableState, hand: HandState, taken: Sequence[Chips]) -> list[PotAwarded]:
    """Who gets what, each pot alone (TDA 21), less the rake `taken` from it.

    BadCardsError where a hand that has to be compared is not tabled, or the board is not whole.
    """
    board = _board(state)
    strengths = _strengths(state, hand, board)
    awards: list[PotAwarded] = []
    for number, (pot, rake) in enumerate(zip(hand.pots, taken, strict=True)):
        players = _eligible(state, pot)
        winners = players if len(players) == 1 else _best(players, strengths)
        in_order = winners if len(winners) == 1 else [seat for seat in hand.order if seat in winners]
        for seat, amount, odd in split(pot.amount - rake, in_order, state.stakes.chip):
            awards.append(_awarded(number, state.seats[seat - 1], amount, odd, board, strengths.get(seat)))
    return awards


def _board(state: TableState) -> tuple[Card, ...]:
    return tuple(card.public for card in state.at(Place.BOARD)[:5] if card.public is not None)


def _strengths(state: TableState, hand: HandState, board: tuple[Card, ...]) -> dict[SeatNo, int]:
    """What each tabled hand is worth with a whole board."""
    if len(board) != 5:
        return {}
    seats = [state.seats[number - 1] for number in hand.order]
    worth = {seat.seat: rank((*seat.tabled[:2], *board)) for seat in seats if seat.tabled}
    unshown = {seat.seat: rank(board) for seat in seats if not seat.tabled and claims_unshown(state.rules, seat)}
    return {**unshown, **worth}


def seen_twice(state: TableState, hand: HandState) -> tuple[Card, SeatNo] | None:
    """A card that lies on the board and in a shown hand: one of the two was keyed wrongly, or the deck is fouled."""
    board = _board(state)
    for seat in (state.seats[number - 1] for number in hand.order):
        both = next((face for face in seat.tabled if face in board), None)
        if both is not None:
            return both, seat.seat
    return None


def _best(players: list[SeatNo], strengths: dict[SeatNo, int]) -> list[SeatNo]:
    worth = [strengths.get(player, 0) for player in players]
    best = min(worth, default=0)
    if best == 0:
        raise BadCardsError("a hand that has to be compared is not tabled")
    return [player for player, strength in zip(players, worth, strict=True) if strength == best]


def _awarded(pot: int, seat: SeatState, amount: int, odd: int, board: tuple[Card, ...], strength: int | None) -> PotAwarded:
    if strength is None:
        return PotAwarded(pot=pot, seat=seat.seat, amount=Chips(amount), odd=Chips(odd))
    return PotAwarded(
        pot=pot,
        seat=seat.seat,
        amount=Chips(amount),
        odd=Chips(odd),
        best=best_five((*board, *seat.tabled[:2]), strength),
        category=category(strength),
        plays_board=plays_board(board, strength),
    )


def split(chips: int, winners: Sequence[SeatNo], chip: int) -> list[tuple[SeatNo, int, int]]:
    """(seat, amount, how much of it is odd) for winners in order from the left of the button.

    Whole chips are shared equally; those left over go one each from the left of the button (SK52, TDA 20, RR ties); what is less
    than the smallest chip goes to the first.
    """
    if not winners:
        return []
    share = chips // len(winners) // chip * chip
    left = chips - share * len(winners)
    shares = []
    for at, seat in enumerate(winners):
        odd = chip if at < left // chip else 0
        if at == 0:
            odd += left % chip
        shares.append((seat, share + odd, odd))
    return [entry for entry in shares if entry[1]]
