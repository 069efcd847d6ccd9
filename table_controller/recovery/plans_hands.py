"""The procedures of single hands, as steps: M10, M12, M20 (RULEBOOK 5)."""

from table_controller.core.ids import SeatNo
from table_controller.core.messages import Message
from table_controller.core.places import SEAT_PLACES, Place
from table_controller.core.procedure import place_of_draw
from table_controller.core.rules import AfterAction
from table_controller.core.steps import Awaits, Need, Step
from table_controller.recovery.building import (
    EVERYWHERE,
    Move,
    cards,
    hands,
    on,
    owe,
    step,
    told,
)
from table_controller.recovery.case import Case, joker_place, street_complete, wrong_counts
from table_controller.recovery.plans_deal import COUNT_CODES

Steps = tuple[Step, ...]


def kill(case: Case) -> Steps:
    """M10: of the seat that was ruled, of every seat with a wrong number of cards, or of the finding's seat."""
    if case.finding.home is not None and case.finding.seat is None:
        return (put_back(case, 2),)
    seats = offenders(case)
    moves = tuple((SEAT_PLACES[seat], Place.MUCK) for seat in seats)
    return (
        told(1, "kill_reason", " ".join(("kill", *map(str, seats)))),
        *(step(2, "kill_muck", cards(SEAT_PLACES[seat], 0), awaits=_muck(seat, seats, moves), seat=seat) for seat in seats),
        told(3, "kill_chips"),
        told(4, "kill_burns"),
    )


def _muck(seat: SeatNo, seats: tuple[SeatNo, ...], moves: tuple[Move, ...]) -> Awaits:
    return Awaits(game=True, prompt=Message("kill_muck", {"seat": seat}), moves=moves, mucking=seats)


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
    if case.finding.code == "order_burn_board_swapped" and street_complete(case):
        return owe(1)
    if case.finding.code not in _NO_BURN:
        return ""
    coming = 2 if _clean(case) else 1
    return owe(coming) if not hand.laid else owe(0, coming)


def put_back(case: Case, n: int, *more: Need, effect: str = "") -> Step:
    """A card that was moved by hand goes where it belongs; it and no other."""
    finding = case.finding
    home = finding.home or Place.MUCK
    source = place_of_draw(case.state, finding.draw)
    moves = tuple((place, home) for place in EVERYWHERE)
    params = {"source": (source or finding.place or home).value, "to": home.value}
    return step(n, "put_back", on(finding.draw, home), *more, awaits=hands(*moves), effect=effect, **params)


def retrieve(case: Case) -> Steps:
    """M20, and a card of the board that is put back."""
    place = case.finding.place or Place.MUCK
    thrown = case.finding.code == "folded_over_line" and case.finding.seat is not None  # the whole hand comes back
    if case.finding.home is not None and not thrown:
        return _retrieve_moved(case, case.finding.home)
    if case.finding.code == "board_card_lost_or_mucked":
        count = case.cards(Place.BOARD) + 1
        moves: tuple[Move, ...] = tuple((source, Place.BOARD) for source in EVERYWHERE)
        return (step(4, "retrieve_board", cards(Place.BOARD, count), awaits=hands(*moves)),)
    seat = case.finding.seat or SeatNo(1)
    home = SEAT_PLACES.get(seat, place)
    moves = tuple((source, home) for source in EVERYWHERE)
    return (
        told(1, "retrieve_freeze"),
        told(2, "retrieve_identify"),
        told(3, "retrieve_ruled"),
        step(4, "retrieve_back", cards(home, 2), awaits=hands(*moves), effect=f"retrieve {seat}", seat=seat),
    )


def _retrieve_moved(case: Case, home: Place) -> Steps:
    """One card is where it does not belong. A hand it was taken from has its two cards again."""
    seat = case.finding.seat
    if seat is None:
        return (put_back(case, 4),)
    whole = (cards(home, 2),) if home is SEAT_PLACES[seat] else ()
    return (
        told(1, "retrieve_freeze"),
        told(2, "retrieve_identify"),
        told(3, "retrieve_ruled"),
        put_back(case, 4, *whole, effect=f"retrieve {seat}"),
    )
