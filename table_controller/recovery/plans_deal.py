"""The procedures of the deal, of decks and of single hands, as steps: M1-M4, M10, M12-M15, M18, M20, M21 (RULEBOOK 5)."""

from msgspec.structs import replace

from table_controller.core.expect import card_expected
from table_controller.core.ids import SeatNo
from table_controller.core.messages import Message
from table_controller.core.places import SEAT_PLACES, Place
from table_controller.core.rules import AfterAction, ButtonError
from table_controller.core.state import PLACE_INDEX, TableState
from table_controller.core.steps import Awaits, Need, Step
from table_controller.recovery.building import (
    AGAIN,
    DURING_MISDEAL,
    EVERYWHERE,
    OK,
    SHUFFLED,
    TOP,
    WHOLE,
    Move,
    cards,
    dealt,
    deck_to,
    down,
    hands,
    owe,
    step,
    told,
    up,
)
from table_controller.recovery.case import CONTENDS, Case, joker_place, wrong_counts

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
        step(5, "misdeal_shuffle", SHUFFLED, awaits=DURING_MISDEAL),
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
        step(3, "void_deck", WHOLE, SHUFFLED, awaits=DURING_MISDEAL),
        step(4, "void_replay", AGAIN, awaits=DURING_MISDEAL),
        told(5, "void_record"),
    )


def swap(case: Case) -> Steps:
    """M2, and for a button that is short of a card only its third step."""
    seat, place = _seat(case), _place(case)
    if case.finding.code == "hole_too_few_button":
        give = deck_to(place, _deal_to(seat), holds=False)
        return (step(3, "swap_replace", cards(place, 2), awaits=give, seat=seat),)
    source = _source(case, place)
    given = cards(place, 2) if _off_table(case) else down(place, 2)
    owed = (seat,) if _off_table(case) else ()
    return (
        told(1, "swap_announce", seat=seat),
        step(2, "swap_finish", dealt(*owed), awaits=Awaits(game=True, owed=owed, moves=source), seat=seat),
        step(3, "swap_replace", given, awaits=deck_to(place, _deal_to(seat), *source), seat=seat),
        step(4, "swap_to_burn", *_gone(case, place), awaits=hands(*source), seat=seat),
        told(5, *_booked(case)),
    )


def swap_now(case: Case) -> Steps:
    """M3."""
    seat, place = _seat(case), _place(case)
    source = _source(case, place)
    count = case.finding.position or case.cards(place)
    return (
        told(1, "swap_announce", seat=seat),
        step(2, "swap_to_burn", *_gone(case, place), awaits=Awaits(tolerates=(place,), moves=source, holds=True), seat=seat),
        step(3, "swap_replace", cards(place, count), awaits=deck_to(place, _deal_to(seat), *source), seat=seat),
        told(4, "swap_goes_on"),
        told(5, *_booked(case)),
    )


def _off_table(case: Case) -> bool:
    return case.finding.code == "hole_off_table"


def _source(case: Case, place: Place) -> tuple[Move, ...]:
    """From where the exposed card goes to the burns."""
    return tuple((loose, Place.BURN) for loose in _LOOSE) if _off_table(case) else ((place, Place.BURN),)


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
    """M4."""
    hand = case.hand
    seats = () if hand is None else tuple(seat for seat in hand.order if case.cards(SEAT_PLACES[seat]) > 2)
    seats = seats or (_seat(case),)
    places = tuple(SEAT_PLACES[seat] for seat in seats)
    back = hands(returns=places)
    return (
        told(1, "extra_look", seat=seats[0]),
        step(2, "extra_back", *(cards(place, 2) for place in places), awaits=back, seat=seats[0]),
        step(3, "extra_burn", TOP),
    )


def kill(case: Case) -> Steps:
    """M10: of the seat that was ruled, of every seat with a wrong number of cards, or of the finding's seat."""
    seats = offenders(case)
    places = tuple(SEAT_PLACES[seat] for seat in seats)
    muck = Awaits(
        game=True,
        prompt=Message("kill_muck", {"seat": seats[0]}) if seats else None,
        moves=tuple((place, Place.MUCK) for place in places),
        mucking=seats,
    )
    return (
        told(1, "kill_reason", " ".join(("kill", *map(str, seats)))),
        step(2, "kill_muck", *(cards(place, 0) for place in places), awaits=muck, seat=seats[0] if seats else 0),
        told(3, "kill_chips"),
        told(4, "kill_burns"),
    )


def offenders(case: Case) -> tuple[SeatNo, ...]:
    """Whose hand is killed."""
    if case.finding.code in COUNT_CODES:
        return wrong_counts(case) or _only(case.finding.seat)
    if case.finding.code == "joker_or_foreign":
        place = joker_place(case)
        return tuple(seat for seat, at in SEAT_PLACES.items() if at is place)
    return _only(case.finding.seat)


def _only(seat: SeatNo | None) -> tuple[SeatNo, ...]:
    return () if seat is None else (seat,)


def stands(case: Case) -> Steps:
    """M12."""
    return (
        told(1, "stands_record"),
        *_left_over(case),
        told(2, "stands_clean" if _clean(case) else "stands_one_burn", _stands_burns(case)),
    )


def _left_over(case: Case) -> Steps:
    """Cards that cannot stay where they are although everything else stands."""
    finding = case.finding
    if finding.code == "deal_to_unentitled_seat" and finding.place is not None:
        muck = Awaits(game=True, moves=((finding.place, Place.MUCK),), mucking=_only(finding.seat))
        return (step(1, "stands_muck", cards(finding.place, 0), awaits=muck, seat=finding.seat or 0),)
    if finding.code == "flop_too_many":
        needs = (cards(Place.BOARD, 3), cards(Place.BURN, case.cards(Place.BURN) + case.cards(Place.BOARD) - 3))
        return (step(1, "stands_extra_burn", *needs, awaits=hands((Place.BOARD, Place.BURN))),)
    return ()


_NO_BURN = ("flop_no_burn_before_action", "flop_no_burn_after_action", "turn_no_burn", "river_no_burn")


def _clean(case: Case) -> bool:
    after = case.rules.flop_no_burn_after if case.finding.code.startswith("flop") else case.rules.burn_error_after
    return case.finding.code in _NO_BURN and after is AfterAction.CLEAN_HAND_CARDS


def _stands_burns(case: Case) -> str:
    """Burns the coming streets want so that the cards after them are those of a clean hand, or one each."""
    hand = case.hand
    if hand is None:
        return ""
    if case.finding.code == "flop_too_many":
        return owe(0)
    if case.finding.code not in _NO_BURN:
        return ""
    coming = 2 if _clean(case) else 1
    return owe(coming) if not hand.laid else owe(0, coming)


def scrap(case: Case) -> Steps:
    """M13."""
    finding = case.finding
    if finding.code in ("boxed_one", "boxed_many", "boxed_board"):
        gone = step(1, "scrap_out", cards(Place.OUT, case.cards(Place.OUT) + 1), awaits=deck_to(Place.OUT))
        return (gone, *_scrap_end())
    if finding.code == "no_more_cards_needed" and finding.place is not None:
        moves = tuple((finding.place, to) for to in EVERYWHERE)
        needs = cards(finding.place, max(0, (finding.position or 1) - 1))
        away = hands(*moves, returns=(finding.place,))
        return (step(1, "scrap_unneeded", needs, awaits=away, place=finding.place.value),)
    place = joker_place(case)
    if place is None:
        return (step(1, "scrap_foreign", _tag_out(), awaits=hands()), *_scrap_end())
    return (*_joker_out(case, place), *_scrap_end())


def _tag_out() -> Need:
    return Need("tag", Place.OUT)


def _scrap_end() -> Steps:
    return (told(2, "scrap_next"), told(3, "scrap_count"), told(4, "scrap_check"))


def _joker_out(case: Case, place: Place) -> Steps:
    count = case.cards(place)
    needs = (cards(place, count - 1), cards(Place.OUT, case.cards(Place.OUT) + 1))
    out = step(1, "scrap_out", *needs, awaits=hands((place, Place.OUT)))
    hand = case.hand
    if hand is None or case.dealing:
        return (out,)
    seat = next((seat for seat, at in SEAT_PLACES.items() if at is place), None)
    if seat is not None and (seat not in hand.order or case.state.seat(seat).status not in CONTENDS):
        return (out,)
    return (out, step(2, "scrap_replace", cards(place, count), awaits=deck_to(place)))


def move_card(case: Case) -> Steps:
    """M15."""
    wrong, right = case.finding.place, _right_place(case)
    if wrong is None or right is None:
        return misdeal(case)
    needs = (cards(wrong, case.cards(wrong) - 1), cards(right, case.cards(right) + 1))
    return (
        told(1, "move_stop"),
        told(2, "move_look"),
        step(3, "move_slide", *needs, awaits=hands((wrong, right)), seat=_number(right), place=wrong.value),
        told(4, "move_goes_on"),
    )


def _number(place: Place) -> int:
    return next((seat for seat, at in SEAT_PLACES.items() if at is place), 0)


def _right_place(case: Case) -> Place | None:
    """Where the card that went astray belongs: where the deal wants one without it."""
    place = case.finding.place
    if place is None or not case.state.at(place):
        return None
    return card_expected(without_last(case.state, place)).place


def without_last(state: TableState, place: Place) -> TableState:
    """The table as if the last card of a place were not there."""
    lying = list(state.lying)
    index = PLACE_INDEX[place]
    lying[index] = lying[index][:-1]
    return replace(state, lying=tuple(lying))


def button(case: Case) -> Steps:
    """M18: before the cards, or where only the button lies wrong, it is moved; else the deal is void with the right button."""
    hand = case.hand
    if case.finding.code != "button_misplaced":
        if hand is None:
            return (step(1, "blind_right", OK),)
        return (step(2, "blind_right", OK),)
    seat = case.finding.seat
    right = step(1, "button_right", Need("button", seat=seat), seat=seat or 0)
    if hand is None or (case.rules.button_error is ButtonError.FIX_BEFORE_CUTOFF and _first_right(case)):
        return (right,)
    return (
        told(2, "misdeal_chips", "void"),
        step(2, "misdeal_collect", WHOLE, awaits=DURING_MISDEAL),
        step(2, "button_right", Need("button", seat=seat), awaits=DURING_MISDEAL, seat=seat or 0),
        step(2, "misdeal_deal", AGAIN, awaits=DURING_MISDEAL),
    )


def _first_right(case: Case) -> bool:
    """No seat has more cards than those dealt before it."""
    hand = case.hand
    if hand is None:
        return True
    counts = [case.cards(SEAT_PLACES[seat]) for seat in hand.order]
    return counts == sorted(counts, reverse=True) and counts[0] - counts[-1] <= 1


def retrieve(case: Case) -> Steps:
    """M20, and a card of the board that is put back."""
    place = case.finding.place or Place.MUCK
    if case.finding.code == "board_card_lost_or_mucked":
        count = case.cards(Place.BOARD) + 1
        moves: tuple[Move, ...] = tuple((source, Place.BOARD) for source in EVERYWHERE)
        return (step(4, "retrieve_board", cards(Place.BOARD, count), awaits=hands(*moves)),)
    seat = _seat(case)
    home = SEAT_PLACES.get(seat, place)
    moves = tuple((source, home) for source in EVERYWHERE)
    return (
        told(1, "retrieve_freeze"),
        told(2, "retrieve_identify"),
        told(3, "retrieve_ruled"),
        step(4, "retrieve_back", cards(home, 2), awaits=hands(*moves), effect=f"retrieve {seat}", seat=seat),
    )


def pot(_case: Case) -> Steps:
    """M21."""
    return (told(1, "pot_compare"), step(2, "pot_move", OK), told(3, "pot_record"))


def _seat(case: Case) -> SeatNo:
    return case.finding.seat or SeatNo(1)


def _place(case: Case) -> Place:
    return SEAT_PLACES[_seat(case)]
