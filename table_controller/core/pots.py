"""Main and side pots, uncalled chips (SK56-SK61, CZ22, UA21, HU19, TDA 21; RULEBOOK G7, P01-P03).

Chips are layered by what each contender could put in; chips of seats that are out stay; dead chips belong to the main pot. Knows
amounts only, not hands.
"""

from collections.abc import Sequence

from table_controller.core.draft import Draft
from table_controller.core.events import Pot, UncalledReturned
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.state import HandState, SeatState, SeatStatus, TableState

_ALL_IN = SeatStatus.ALL_IN

Layer = tuple[int, list[SeatState]]
"""Chips, and who plays for them."""

_CONTENDS = frozenset({SeatStatus.LIVE, SeatStatus.ALL_IN})

MORE_THAN_ANY_STACK = 1 << 62


def pots_of(state: TableState, hand: HandState) -> tuple[Pot, ...]:
    """The pots as they stand, main first; neighbouring layers with the same contenders are one pot."""
    seats = [state.seats[number - 1] for number in hand.order]
    rivals = [seat for seat in seats if seat.status in _CONTENDS]
    if not rivals:
        return ()
    level = rivals[0].paid
    if len(rivals) == 1 or (level and not [seat for seat in rivals if seat.paid != level]):
        return (Pot(hand.middle, tuple(sorted([seat.seat for seat in rivals]))),) if hand.middle else ()
    dead: Layer = (sum(seat.dead for seat in seats), rivals)
    antes = _layers([seat.ante for seat in seats], [(seat, _ante_reach(seat)) for seat in rivals])
    bets = _layers([seat.paid for seat in seats], [(seat, seat.paid) for seat in rivals])
    return _merged([dead, *antes, *bets])


def _ante_reach(seat: SeatState) -> int:
    """How much of each ante the seat can win: all, unless the ante took its last chips."""
    return seat.ante if seat.status is _ALL_IN and not seat.paid else MORE_THAN_ANY_STACK


def _layers(amounts: Sequence[int], reach: Sequence[tuple[SeatState, int]]) -> list[Layer]:
    """From the lowest layer to the highest, given what each seat put in and how far up each contender can win."""
    layers: list[Layer] = []
    floor, top = 0, max(amounts)
    for level in sorted({min(top, limit) for _, limit in reach} | {top}):
        chips = sum(min(amount, level) - min(amount, floor) for amount in amounts)
        if chips:
            layers.append((chips, [seat for seat, limit in reach if limit >= level]))
        floor = level
    return layers


def _merged(layers: Sequence[Layer]) -> tuple[Pot, ...]:
    pots: list[tuple[int, tuple[SeatNo, ...]]] = []
    for chips, players in layers:
        who = tuple(sorted(seat.seat for seat in players))
        if pots and (pots[-1][1] == who or not who):
            pots[-1] = (pots[-1][0] + chips, pots[-1][1])
        elif chips:
            pots.append((chips, who))
    return tuple(Pot(Chips(chips), who) for chips, who in pots)


def return_uncalled(draft: Draft) -> None:
    """What nobody matched of the highest bet, or of an ante, goes back (P02)."""
    state, hand = draft.state, draft.state.hand
    if hand is None:
        return
    seats = [state.seats[number - 1] for number in hand.order]
    excess = _excess(seats, [seat.bet for seat in seats])
    if excess is None and state.stakes.ante and any([seat.status is _ALL_IN and not seat.paid for seat in seats]):
        excess = _excess(seats, [seat.ante for seat in seats])
    if excess is not None:
        draft.add(UncalledReturned(seat=excess[0].seat, amount=Chips(excess[1])))


def _excess(seats: Sequence[SeatState], amounts: Sequence[int]) -> tuple[SeatState, int] | None:
    """The one seat above all others, if it still contends, and by how much."""
    top = max(amounts)
    if not top or amounts.count(top) > 1:
        return None
    owner = seats[amounts.index(top)]
    if owner.status not in _CONTENDS:
        return None
    return owner, top - max([amount for amount in amounts if amount != top], default=0)
