"""The procedures of deck, button, blinds and pots, as steps: M13, M18, M21 (RULEBOOK 5)."""

from table_controller.core.places import SEAT_PLACES, Place
from table_controller.core.rules import ButtonError
from table_controller.core.steps import Need, Step
from table_controller.recovery.building import (
    AGAIN,
    AT_SHUFFLE,
    DURING_MISDEAL,
    EVERYWHERE,
    OK,
    SHUFFLED,
    WHOLE,
    cards,
    deck_to,
    hands,
    step,
    told,
)
from table_controller.recovery.case import CONTENDS, Case, joker_place

Steps = tuple[Step, ...]


def scrap(case: Case) -> Steps:
    """M13."""
    finding = case.finding
    if finding.code in ("boxed_one", "boxed_many", "boxed_board"):
        gone = step(1, "scrap_out", cards(Place.OUT, case.cards(Place.OUT) + (not _lies_out(case))), awaits=deck_to(Place.OUT))
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


def _lies_out(case: Case) -> bool:
    """The dealer has put the boxed card out of play before anybody said so: it left the deck after it was called."""
    return any(card.draw > case.finding.drawn for card in case.state.at(Place.OUT))


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


def button(case: Case) -> Steps:
    """M18: before the cards, or where only the button lies wrong, it is moved; else the deal is void with the right button."""
    hand = case.hand
    if case.finding.code != "button_misplaced":
        return (told(1 if hand is None else 2, "blind_right", "blinds"),)
    seat = case.finding.seat
    right = step(1, "button_right", Need("button", seat=seat), seat=seat or 0)
    if hand is None or (case.rules.button_error is ButtonError.FIX_BEFORE_CUTOFF and _first_right(case)):
        return (right,)
    return (
        told(2, "misdeal_chips", "void"),
        step(2, "misdeal_collect", WHOLE, awaits=DURING_MISDEAL),
        step(2, "misdeal_shuffle", WHOLE, SHUFFLED, awaits=AT_SHUFFLE),
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


def pot(_case: Case) -> Steps:
    """M21."""
    return (told(1, "pot_compare"), step(2, "pot_move", OK, effect="pot"), told(3, "pot_record"))
