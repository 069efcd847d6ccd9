"""Compares each event with the only ones that could come next, and says what is wrong.

Owns which detector hears which event, and how a new finding stands to those that are open: the smallest code that explains
everything takes the place of what it explains; what an open finding explains already is not said again.
"""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from table_controller.core import events as did
from table_controller.core.act_events import FlopLeftShort, HandLeftInMuck
from table_controller.core.cards import JOKER
from table_controller.core.deck_events import OtherDeckSeen
from table_controller.core.events import AnyEvent, CardEvent
from table_controller.core.expect import card_expected
from table_controller.core.places import SEAT_PLACES, Place
from table_controller.core.procedure import deck_barred, follows_the_game, unconfirmed
from table_controller.core.state import TableState
from table_controller.irregularities import betting, detectors, hands, money
from table_controller.irregularities.allowed import judge_card
from table_controller.irregularities.finding import Finding, finding
from table_controller.irregularities.moves import judge_move
from table_controller.irregularities.scene import Scene

EXPLAINS: dict[str, frozenset[str]] = {
    # the new code                explains what these had found
    "hole_extra_multiple": frozenset({"hole_extra_one_after_deal", "hole_wrong_count"}),
    "hole_exposed_multiple": frozenset(
        {
            "hole_exposed_first",
            "hole_exposed_second",
            "hole_exposed_single",
            "hole_exposed_last",
            "hole_flashed",
            "hole_off_table",
        }
    ),
    "hole_wrong_count": frozenset({"deal_out_of_sequence", "hole_extra_mid_deal", "hole_too_few_button"}),
    "hole_too_few_not_button": frozenset({"deal_out_of_sequence", "hole_extra_mid_deal"}),
    "hole_too_few_button": frozenset({"deal_out_of_sequence", "hole_extra_mid_deal"}),
    "deal_missed_seat": frozenset({"deal_out_of_sequence", "hole_extra_mid_deal"}),
    "boxed_many": frozenset({"boxed_one"}),
    "order_burn_board_swapped": frozenset({"flop_no_burn_before_action", "turn_no_burn", "river_no_burn", "flop_too_few"}),
    "flop_double_burn": frozenset({"flop_too_few"}),
    "river_no_burn": frozenset({"turn_no_burn"}),
    "burn_double": frozenset({"burn_early"}),
    "flop_premature": frozenset({"burn_early", "burn_double"}),
    "turn_premature": frozenset({"burn_early", "burn_double"}),
    "river_premature": frozenset({"burn_early", "burn_double"}),
    "board_two_streets": frozenset({"turn_premature"}),
    "leftover_card": frozenset({"deck_count"}),
    "joker_or_foreign": frozenset({"unregistered_uid"}),
    "skipped_player": frozenset({"out_of_turn"}),
    "wrong_amount_stated": frozenset({"undercall"}),
}
STANDS_ALONE = frozenset(
    {
        "deck_fouled",
        "foreign_back",
        "joker_or_foreign",
        "unregistered_uid",
        "missing_uid",
        "ghost_card",
        "deck_count",
        "absent_player",
        "folded_over_line",
        "mucked_on_false_misdeal",
        "wrong_count_at_showdown",
        "out_of_turn",
        "skipped_player",
        "wrong_amount_stated",
        "clock",
        "player_exposes_cards",
        "fold_no_bet",
        "allin_below_sb",
        "check_facing_bet",
        "call_no_bet",
        "raise_no_bet",
        "seat_taken_wrong",
        "board_not_declared",
        "winner_killed",
        "wrong_award",
        "split_wrong",
        "side_pot_wrong",
        *betting.CHIPS_CODES,
        *betting.AMOUNT_CODES,
    }
)
"""About cards or players as such, not the order of the deal: said whatever else is open, and no excuse for other errors."""


def judge(before: TableState, event: AnyEvent, after: TableState) -> tuple[Finding, ...]:
    """The findings this event gives reason for; usually none. None of them names a card."""
    detect = _DETECTORS.get(type(event))
    if detect is None or (before.by_hand and isinstance(event, _BY_SENSORS)):
        return ()
    said: list[Finding] = []
    for found in detect(before, event, after):
        standing = _standing(before, found)
        if standing is not None:
            said.append(standing)
    return tuple(said)


_BY_SENSORS = (
    CardEvent,
    did.CardLost,
    did.DealCompleted,
    did.DeckCounted,
    did.SeatPresence,
    FlopLeftShort,
    HandLeftInMuck,
)
"""What is not judged while play goes on by hand: a device is silent, and what the others see is half of it (H6)."""


def _standing(before: TableState, found: Finding) -> Finding | None:
    """The finding as it is to be raised next to those open; None when an open one explains it."""
    explained = EXPLAINS.get(found.code, frozenset())
    for other in reversed(before.findings):
        if other.code in explained:
            return msgspec.structs.replace(found, replaces=other.number)
    if found.code in STANDS_ALONE or found.home is not None:
        return None if any(_same(found, other) for other in before.findings) else found
    waiting = unconfirmed(before)
    busy = any(
        other.number in waiting and (other.locks or other.procedure) and other.code not in STANDS_ALONE
        for other in before.findings
    )
    return None if busy else found


def _same(found: Finding, other: did.FindingRaised) -> bool:
    if found.public_tag and other.public_tag:  # more tags that nobody knows in one place are one finding
        return (found.code, found.place) == (other.code, other.place)
    mine, theirs = (found.code, found.place, found.public_tag), (other.code, other.place, other.public_tag)
    whole_hand = found.code == "folded_over_line" and found.seat is not None  # its second card is no news
    return mine == theirs and (whole_hand or found.draw == other.draw)


def _card(before: TableState, event: CardEvent, after: TableState) -> Iterable[Finding]:
    """A card of the deck landed: its place first, then what it is."""
    place = _PLACES[type(event)](event)
    if place in (Place.NOWHERE, Place.DROPPED, Place.SHOE):
        return
    if follows_the_game(before) and (before.in_hand or not deck_barred(before)):
        astray = judge_card(Scene(before, after, place, card_expected(before), event.found))
        if astray is not None:
            yield detectors.stuck(event, astray, after) or astray
    hidden = event.hidden
    if hidden is None:
        return
    if hidden.face == JOKER:
        yield finding("joker_or_foreign", after.rules)
    elif (fouled := detectors.fouled(after, hidden)) is not None:
        yield fouled


_PLACES: dict[type, Callable[[Any], Place]] = {
    did.CardDealt: lambda event: SEAT_PLACES[event.seat],
    did.CardBurned: lambda _event: Place.BURN,
    did.BoardCardDealt: lambda _event: Place.BOARD,
    did.CardDrawn: lambda event: event.to,
}


def _one(detect: Callable[[TableState, Any, TableState], Finding | None]) -> Callable[..., Iterable[Finding]]:
    def all_of(before: TableState, event: AnyEvent, after: TableState) -> Iterable[Finding]:
        found = detect(before, event, after)
        return () if found is None else (found,)

    return all_of


def _deal_completed(before: TableState, event: did.DealCompleted, after: TableState) -> Iterable[Finding]:
    counts, twins = detectors.deal_completed(before, event, after), detectors.fouled_deal(after)
    yield from (found for found in (counts, twins) if found is not None)
    yield from hands.absent_at_last_card(before, event, after)


def _started(before: TableState, event: did.HandStarted, after: TableState) -> Iterable[Finding]:
    placed = None if before.by_hand else detectors.hand_started(before, event, after)
    found = placed or hands.blinds_missing(before, event, after)
    if found is not None:
        yield found
    yield from money.hand_started(before, event, after)


def _dealt(before: TableState, event: did.CardDealt, after: TableState) -> Iterable[Finding]:
    yield from _card(before, event, after)
    if (shown := detectors.dealt_up(before, event, after)) is not None:
        yield shown


def _burned(before: TableState, event: did.CardBurned, after: TableState) -> Iterable[Finding]:
    yield from _card(before, event, after)
    if (shown := detectors.burned_up(before, event, after)) is not None:
        yield shown


def _moved(before: TableState, event: did.CardMoved, after: TableState) -> Iterable[Finding]:
    for detect in _OF_MOVES:
        if (found := detect(before, event, after)) is not None:
            yield found


_OF_MOVES = (
    judge_move,
    hands.thrown_in,
    hands.mucked_unasked,
    money.swept,
)


def _put_in(before: TableState, event: did.BetMade | did.Raised, after: TableState) -> Iterable[Finding]:
    for found in (hands.acted_without_cards(before, event, after), betting.put_in(before, event, after)):
        if found is not None:
            yield found


_DETECTORS: dict[type, Callable[..., Iterable[Finding]]] = {
    did.BoardCardDealt: _card,
    did.CardDrawn: _card,
    did.CardDealt: _dealt,
    did.CardBurned: _burned,
    did.HandStarted: _started,
    did.BlindPromised: hands.blind_promised,
    did.DealCompleted: _deal_completed,
    did.CardExposed: _one(detectors.exposed),
    did.BoxedCardCalled: _one(detectors.boxed),
    did.MisdealCalled: _one(detectors.misdeal_called),
    did.FloorCalled: _one(detectors.floor_called),
    did.DeckCounted: detectors.deck_counted,
    did.UnknownTagSeen: _one(detectors.unknown_tag),
    did.CardReadTwice: _one(detectors.read_twice),
    did.ReadersDisagreed: _one(detectors.readers_disagreed),
    OtherDeckSeen: _one(detectors.other_deck),
    did.CardLost: _one(detectors.lost),
    FlopLeftShort: _one(detectors.flop_left_short),
    HandLeftInMuck: _one(hands.left_in_muck),
    did.CardMoved: _moved,
    did.CardFlashed: _one(detectors.flashed),
    did.StreetClosed: hands.round_closed,
    did.StreetOpened: _one(detectors.street_opened),
    did.ShowdownOpened: hands.showdown_opened,
    did.SeatPresence: hands.walked_away,
    did.PlayerAway: hands.walked_away,
    **{kind: _one(detect) for kind, detect in betting.DETECTORS.items()},
    did.Checked: _one(hands.acted_without_cards),
    did.Called: _one(hands.acted_without_cards),
    did.BetMade: _put_in,
    did.Raised: _put_in,
    **money.DETECTORS,
}
