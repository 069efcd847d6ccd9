"""The procedures of the deal, as steps: M1-M4, M14, M15 (RULEBOOK 5)."""

from msgspec.structs import replace

from table_controller.core.expect import card_expected
from table_controller.core.ids import SeatNo
from table_controller.core.messages import Message
from table_controller.core.places import SEAT_PLACES, Place
from table_controller.core.procedure import place_of_draw
from table_controller.core.state import TableState
from table_controller.core.steps import Awaits, Need, Step
from table_controller.recovery.building import (
    AGAIN,
    AT_SHUFFLE,
    DURING_MISDEAL,
    SECOND_DECK,
    SHUFFLED,
    TOP,
    WHOLE,
    Move,
    cards,
    dealt,
    deck_to,
    down,
    hands,
    lies,
    owe,
    step,
    told,
    up,
)
from table_controller.recovery.case import Case

Steps = tuple[Step, ...]

COUNT_CODES = frozenset(
    {
        "hole_wrong_count",
        "hole_too_few_not_button",
        "hole_too_few_button",
        "hole_extra_one_after_deal",
        "hole_extra_multiple",
        "deal_missed_seat",
        "wrong_count_at_showdown",
    }
)
"""Irregularities in the number of hole cards."""
_LOOSE = (Place.NOWHERE, Place.DROPPED)


def misdeal(case: Case) -> Steps:
    """M1. Between hands only the deck has to be made whole."""
    collect = step(4, "misdeal_collect", WHOLE, awaits=DURING_MISDEAL)
    if case.hand is None and (case.state.hand is None or case.state.hand.outcome != "void"):
        return (collect,)
    return (
        told(1, "misdeal_cutoff"),
        told(2, "misdeal_announce"),
        told(3, "misdeal_chips", "void"),
        collect,
        step(5, "misdeal_shuffle", WHOLE, SHUFFLED, awaits=AT_SHUFFLE),
        told(6, "misdeal_positions"),
        step(7, "misdeal_deal", AGAIN, awaits=DURING_MISDEAL),
    )


def void(case: Case) -> Steps:
    """M14."""
    if case.state.hand is None:
        return (told(1, "void_freeze"),)
    return (
        told(1, "void_freeze"),
        told(2, "void_chips", "void"),
        step(3, "void_deck", WHOLE, SHUFFLED, SECOND_DECK, awaits=AT_SHUFFLE),
        step(4, "void_replay", AGAIN, awaits=DURING_MISDEAL),
        told(5, "void_record"),
    )


def swap(case: Case) -> Steps:
    """M2, and for a button that is short of a card only its third step."""
    seat, place = _seat(case), _place(case)
    if case.finding.code == "hole_too_few_button":
        give = deck_to(place, _deal_to(seat), holds=False)
        return (step(3, "swap_replace", cards(place, 2), awaits=give, seat=seat),)
    if case.finding.code == "hole_exposed_multiple":
        return _swap_all(case)
    source = _source(case, place)
    given = cards(place, 2) if _off_table(case) else down(place, 2)
    owed = (seat,) if _off_table(case) else ()
    return (
        told(1, "swap_announce", seat=seat),
        step(2, "swap_finish", dealt(*owed), awaits=Awaits(game=True, owed=owed, moves=source), seat=seat),
        step(3, "swap_replace", given, awaits=deck_to(place, _deal_to(seat), *source), seat=seat),
        step(4, "swap_to_burn", *_gone(case, place), awaits=hands(*source), seat=seat, nth=case.finding.position or 1),
        told(5, *_booked(case)),
    )


def _swap_all(case: Case) -> Steps:
    """M2 for every seat with an exposed card, where it is no misdeal: each gets another (C6)."""
    order = () if case.hand is None else case.hand.order
    shown = tuple(seat for seat in order if any(card.up for card in case.state.at(SEAT_PLACES[seat])))
    gone = tuple((SEAT_PLACES[seat], to) for seat in shown for to in (Place.BURN, Place.OUT))
    steps = [step(2, "swap_finish", dealt(), awaits=Awaits(game=True, moves=gone), seat=_seat(case))]
    for seat in shown:
        place = SEAT_PLACES[seat]
        nth = next(number for number, card in enumerate(case.state.at(place), start=1) if card.up)
        steps += [
            step(3, "swap_replace", down(place, 2), awaits=deck_to(place, _deal_to(seat), *gone), seat=seat),
            step(4, "swap_to_burn", up(place, 0), awaits=hands(*gone), seat=seat, nth=nth),
        ]
    return (told(1, "swap_announce", seat=_seat(case)), *steps, told(5, *_booked(case)))


def swap_now(case: Case) -> Steps:
    """M3."""
    seat, place = _seat(case), _place(case)
    source = _source(case, place)
    count = case.finding.position or case.cards(place)
    first = Awaits(tolerates=(place,), moves=source, holds=True)
    return (
        told(1, "swap_announce", seat=seat),
        step(2, "swap_to_burn", *_gone(case, place), awaits=first, seat=seat, nth=count),
        step(3, "swap_replace", cards(place, count), awaits=deck_to(place, _deal_to(seat), *source), seat=seat),
        told(4, "swap_goes_on"),
        told(5, *_booked(case)),
    )


def _off_table(case: Case) -> bool:
    return case.finding.code == "hole_off_table"


def _source(case: Case, place: Place) -> tuple[Move, ...]:
    """From where the exposed card goes to the burns; of several the floor names one, and the others are out of play (C6)."""
    if _off_table(case):
        return tuple((loose, Place.BURN) for loose in _LOOSE)
    several = ((place, Place.OUT),) if case.finding.code == "hole_exposed_multiple" else ()
    return ((place, Place.BURN), *several)


def _gone(case: Case, place: Place) -> tuple[Need, ...]:
    """It lies on the burns."""
    if not _off_table(case):
        return (up(place, 0),)
    return tuple(cards(loose, max(0, case.cards(loose) - bool(case.cards(loose)))) for loose in _LOOSE)


def _booked(case: Case) -> tuple[str, str]:
    return ("swap_booked", owe(0)) if case.rules.exposed_is_flop_burn else ("swap_own_burn", "")


def _deal_to(seat: SeatNo) -> Message:
    return Message("deal_seat", {"seat": seat})


def extra_to_burn(case: Case) -> Steps:
    """M4. Where the street's burn lies already, the extra card goes back on top as its next card."""
    hand = case.hand
    seats = () if hand is None else tuple(seat for seat in hand.order if case.cards(SEAT_PLACES[seat]) > 2)
    seats = seats or (_seat(case),)
    places = tuple(SEAT_PLACES[seat] for seat in seats)
    draws = [card.draw for place in places for card in case.state.at(place)[2:]]
    back_there = [lies(draw, Place.SHOE) for draw in draws] if all(draws) else [cards(place, 2) for place in places]
    back = hands(returns=places)
    burn_due = hand is None or not hand.burns_due or hand.burns_due[0] > 0
    return (
        told(1, "extra_look", seat=seats[0]),
        step(2, "extra_back", *back_there, awaits=back, seat=seats[0]),
        *((step(3, "extra_burn", TOP),) if burn_due else ()),
    )


def move_card(case: Case) -> Steps:
    """M15. A card that has been slid to its seat already, or has gone back on top, is where it should be."""
    if case.finding.place is None:
        return misdeal(case)
    lying = place_of_draw(case.state, case.finding.drawn)
    right = card_expected(without_card(case.state, case.finding.drawn)).place
    slide: Steps = ()
    if right is not None and lying not in (None, right):
        slide = (_slide(case, lying, right),)
    return (told(1, "move_stop"), told(2, "move_look"), *slide, told(4, "move_goes_on"))


def _slide(case: Case, wrong: Place, right: Place) -> Step:
    needs = (cards(wrong, case.cards(wrong) - 1), cards(right, case.cards(right) + 1))
    return step(3, "move_slide", *needs, awaits=hands((wrong, right)), seat=_number(right), place=wrong.value)


def _number(place: Place) -> int:
    return next((seat for seat, at in SEAT_PLACES.items() if at is place), 0)


def without_card(state: TableState, draw: int) -> TableState:
    """The table as if the card of this draw lay nowhere: the deal then wants one where that card belongs."""
    return replace(state, lying=tuple(tuple(card for card in cards if card.draw != draw) for cards in state.lying))


def _seat(case: Case) -> SeatNo:
    return case.finding.seat or SeatNo(1)


def _place(case: Case) -> Place:
    return SEAT_PLACES[_seat(case)]
