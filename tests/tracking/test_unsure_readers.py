"""Antennas that miss, mishear and hear from beside: what is concluded, and that it is not concluded sooner than it may be."""

import pytest

from table_controller.core.events import CardDealt, CardMoved
from table_controller.core.facts import CardInTwoPlaces, CardMissing, UnknownTag
from table_controller.core.ids import Millis, SeatNo
from table_controller.core.places import SEAT_PLACES, Place
from table_controller.core.readings import GatePassed, TagAbsent, TagId, TagPresent
from table_controller.tracking import Zone, timing
from table_controller.tracking.evidence import MISDEALT, UNEXPECTED, rounds_until

from .conftest import ANTENNA, BOARD, LONG, ORDER, ROUND, SHOE, Sensing, bindings, rounds, tag

MOVED_ASIDE = rounds(rounds_until(UNEXPECTED, timing.HITS_UNTOLD) or 0)
"""So long a card must be heard at the next place alone, and at its best, before it has moved there."""

MISDEALT_THERE = rounds(rounds_until(MISDEALT, timing.HITS_UNTOLD) or 0)


def dealt(felt: Sensing, card: int, zone: Zone) -> None:
    """It lies there and that is known; the core records it."""
    felt.draw(card, zone)
    felt.wait(rounds(timing.ROUNDS_STRAY))
    felt.recorded(CardDealt(hidden=felt.ground.decks.hidden(felt.ground.decks.find(tag(card))), seat=SeatNo(int(zone)), draw=1))
    assert places(felt, card) == [zone.name.lower()]
    felt.facts.clear()


def places(felt: Sensing, card: int) -> list[str]:
    return [to for piece, _, to, _ in felt.arrivals() if piece == card]


def test_a_card_that_passes_a_seat_on_its_way_lands_where_it_stays(felt: Sensing) -> None:
    felt.leaves_shoe(7)
    felt.tag_in(Zone.SEAT_3, 7)
    felt.wait(200)
    felt.tag_in(Zone.SEAT_1, 7)
    felt.wait(100)
    felt.tag_out(Zone.SEAT_3, 7)
    felt.wait(LONG)
    assert places(felt, 7) == ["seat_1"]


def test_where_it_is_awaited_a_card_is_believed_sooner_than_elsewhere(felt: Sensing) -> None:
    felt.leaves_shoe(7)
    felt.tag_in(Zone.SEAT_1, 7)
    felt.wait(rounds(timing.ROUNDS_LANDED))
    assert places(felt, 7) == ["seat_1"]
    other = Sensing(bindings(round_ms=ROUND))
    other.table = felt.table
    other.leaves_shoe(7)
    other.tag_in(Zone.SEAT_3, 7)
    other.wait(rounds(timing.ROUNDS_LANDED))
    assert places(other, 7) == []
    other.wait(rounds(timing.ROUNDS_STRAY))
    assert places(other, 7) == ["seat_3"]


def test_a_card_dealt_to_the_next_seat_is_found_there_once_it_is_heard_long_and_well(felt: Sensing) -> None:
    felt.leaves_shoe(7)
    felt.tag_in(Zone.SEAT_2, 7)
    felt.wait(MISDEALT_THERE - 1)
    assert places(felt, 7) == []
    felt.wait(1)
    assert places(felt, 7) == ["seat_2"]


def test_a_card_heard_only_for_moments_beside_where_it_is_awaited_lies_where_it_is_awaited(felt: Sensing) -> None:
    felt.leaves_shoe(7)
    for _ in range(3):
        felt.tag_in(Zone.SEAT_2, 7)
        felt.wait(rounds(2))
        felt.tag_out(Zone.SEAT_2, 7)
        felt.wait(rounds(1))
    felt.wait(LONG)
    assert places(felt, 7) == ["seat_1"]
    assert not felt.said(CardMissing)


def test_a_seat_that_hears_the_card_of_the_next_has_not_got_it(felt: Sensing) -> None:
    dealt(felt, 7, Zone.SEAT_1)
    for _ in range(20):
        felt.tag_in(Zone.SEAT_2, 7)
        felt.wait(rounds(2))
        felt.tag_out(Zone.SEAT_2, 7)
        felt.wait(rounds(1))
    felt.wait(LONG)
    assert felt.facts == []


def test_a_card_that_goes_unheard_while_the_next_seat_hears_it_has_not_moved_at_once(felt: Sensing) -> None:
    dealt(felt, 7, Zone.SEAT_1)
    felt.tag_in(Zone.SEAT_2, 7)
    felt.tag_out(Zone.SEAT_1, 7)
    felt.wait(MOVED_ASIDE - 1)
    assert places(felt, 7) == []
    felt.tag_in(Zone.SEAT_1, 7)
    felt.wait(LONG)
    assert places(felt, 7) == []


def test_a_card_that_is_heard_beside_and_no_more_where_it_lay_has_moved(felt: Sensing) -> None:
    dealt(felt, 7, Zone.SEAT_1)
    felt.tag_in(Zone.SEAT_2, 7)
    felt.tag_out(Zone.SEAT_1, 7)
    felt.wait(MOVED_ASIDE)
    assert places(felt, 7) == ["seat_2"]


def test_two_antennas_that_hear_a_card_at_their_best_for_long_are_a_clone(felt: Sensing) -> None:
    dealt(felt, 7, Zone.SEAT_1)
    felt.tag_in(Zone.SEAT_2, 7)
    felt.wait(LONG)
    assert len(felt.said(CardInTwoPlaces)) == 1


def test_a_card_picked_up_as_it_came_lies_where_it_was_seen(felt: Sensing) -> None:
    felt.leaves_shoe(7)
    felt.tag_in(Zone.SEAT_1, 7)
    felt.wait(200)
    felt.tag_out(Zone.SEAT_1, 7)
    felt.wait(rounds(timing.ROUNDS_STRAY))
    assert places(felt, 7) == ["seat_1"]
    assert not felt.said(CardMissing)


def test_a_card_never_seen_lies_with_the_card_that_was_taken_up_just_then(felt: Sensing) -> None:
    for seat, card in zip(ORDER, (1, 2, 3, 4), strict=True):
        dealt(felt, card, Zone(seat))
    felt.leaves_shoe(7)
    felt.wait(300)
    felt.tag_out(Zone.SEAT_1, 1)
    felt.wait(10_000)
    assert places(felt, 7) == ["seat_1"]


def test_a_card_never_seen_anywhere_is_missing(felt: Sensing) -> None:
    dealt(felt, 1, Zone.SEAT_1)
    felt.leaves_shoe(7)
    felt.wait(10_000)
    assert places(felt, 7) == []
    assert len(felt.said(CardMissing)) == 1


def test_a_card_the_shoe_did_not_read_is_the_one_that_passed_the_gate(felt: Sensing) -> None:
    felt.gate()
    felt.tag_in(Zone.SEAT_1, 7)
    felt.wait(rounds(timing.ROUNDS_LANDED))
    assert [(card, to, draw) for card, _, to, draw in felt.arrivals()] == [(7, "seat_1", 1)]


def test_a_card_the_shoe_did_not_read_lands_where_it_stays_not_where_it_passed(felt: Sensing) -> None:
    felt.gate()
    felt.tag_in(Zone.FLOP, 7)
    felt.wait(300)
    felt.tag_in(Zone.SEAT_1, 7)
    felt.wait(80)
    felt.tag_out(Zone.FLOP, 7)
    felt.wait(10_000)
    assert places(felt, 7) == ["seat_1"]


def test_a_card_of_the_deck_heard_for_a_moment_was_never_drawn(felt: Sensing) -> None:
    felt.tag_in(Zone.SEAT_1, 7)
    felt.wait(rounds(2))
    felt.tag_out(Zone.SEAT_1, 7)
    felt.wait(LONG)
    assert felt.facts == []


def test_a_card_put_back_unread_is_the_one_just_taken_up(felt: Sensing) -> None:
    dealt(felt, 7, Zone.SEAT_1)
    felt.tag_out(Zone.SEAT_1, 7)
    felt.wait(200)
    felt.say(GatePassed(device=SHOE, at=felt.now, out=False, duration_ms=150, double=False))
    felt.wait(LONG)
    assert places(felt, 7) == ["shoe"]


class TestUnknownTags:
    WRONG = TagId((int.from_bytes(tag(7).raw, "big") ^ 1 << 60).to_bytes(8, "big"))
    OTHER = TagId(b"\xe0\x16\x99\x99\x99\x99\x99\x99")

    def heard(self, felt: Sensing, what: TagId, ms: int) -> None:
        where = {"device": BOARD, "antenna": ANTENNA[Zone.SEAT_1], "tag": what}
        felt.say(TagPresent(at=felt.now, **where))
        felt.wait(ms)
        felt.say(TagAbsent(at=felt.now, **where))

    def test_one_that_lies_there_is_told(self, felt: Sensing) -> None:
        self.heard(felt, self.OTHER, rounds(timing.ROUNDS_STRAY))
        assert [fact.tag for fact in felt.said(UnknownTag)] == [self.OTHER.raw.hex()]

    def test_one_misread_for_a_moment_is_not(self, felt: Sensing) -> None:
        for _ in range(5):
            self.heard(felt, self.OTHER, rounds(timing.ROUNDS_STRAY) - 1)
        assert not felt.said(UnknownTag)

    @pytest.mark.parametrize(("ms", "told"), [(rounds(timing.ROUNDS_MISREAD) - 1, 0), (rounds(timing.ROUNDS_MISREAD), 1)])
    def test_one_bit_from_a_card_is_waited_for_longer_although_it_is_not_heard_itself(
        self, felt: Sensing, ms: int, told: int
    ) -> None:
        self.heard(felt, self.WRONG, ms)
        assert len(felt.said(UnknownTag)) == told


def test_what_was_due_while_nobody_was_there_is_concluded_on_return(felt: Sensing) -> None:
    """A card seen in its new place, and the process killed before that was long enough."""
    dealt(felt, 7, Zone.SEAT_1)
    felt.tag_in(Zone.MUCK, 7)
    felt.tag_out(Zone.SEAT_1, 7)
    felt.restart(5_000)
    felt.say(None)
    felt.wait(10_000)
    for device in (BOARD, SHOE):
        felt.up(device)
    felt.wait(10_000)
    assert places(felt, 7) == ["muck"]


def pile(felt: Sensing, *cards: int) -> None:
    """Hands thrown into the muck, and recorded there."""
    for number, card in enumerate(cards, 1):
        dealt(felt, card, Zone(number))
    for number, card in enumerate(cards, 1):
        felt.tag_out(Zone(number), card)
        felt.tag_in(Zone.MUCK, card)
    felt.wait(rounds(timing.ROUNDS_STRAY))
    for seat, card in zip(ORDER, cards, strict=False):
        hidden = felt.ground.decks.hidden(felt.ground.decks.find(tag(card)))
        felt.recorded(CardMoved(hidden=hidden, source=SEAT_PLACES[seat], index=0, to=Place.MUCK))
    assert len(felt.arrivals()) == len(cards)
    felt.facts.clear()


def test_a_card_under_two_others_is_not_missed(felt: Sensing) -> None:
    pile(felt, 1, 2, 3, 4)
    felt.tag_out(Zone.MUCK, 3)
    felt.tag_out(Zone.MUCK, 1)
    felt.wait(LONG)
    assert not felt.said(CardMissing)


def test_a_card_of_a_pile_of_two_is_missed(felt: Sensing) -> None:
    pile(felt, 1, 2)
    felt.tag_out(Zone.MUCK, 1)
    felt.wait(LONG)
    assert len(felt.said(CardMissing)) == 1


def test_a_card_pushed_onto_a_pile_with_others_is_there_though_it_is_not_heard(felt: Sensing) -> None:
    for card in (5, 6, 7):
        felt.draw(card, Zone.FLOP)
        felt.wait(rounds(timing.ROUNDS_STRAY))
    felt.facts.clear()
    for card in (5, 6, 7):
        felt.tag_out(Zone.FLOP, card)
    felt.wait(300)
    for card in (6, 7):
        felt.tag_in(Zone.HOLD, card)
    felt.wait(rounds(timing.ROUNDS_GONE + 1))
    assert places(felt, 5) == ["hold"]
    assert not felt.said(CardMissing)


def test_the_count_of_the_deck_may_leave_out_what_lies_buried_or_is_held_up(felt: Sensing) -> None:
    """The flop goes back into the deck; one of the muck is not heard, and a player looks at his card."""
    pile(felt, 1, 2, 3)
    dealt(felt, 4, Zone.SEAT_4)
    for card in (5, 6):
        felt.draw(card, Zone.FLOP)
        felt.wait(rounds(timing.ROUNDS_STRAY))
    felt.facts.clear()
    felt.deck(0)
    for zone, card in ((Zone.MUCK, 1), (Zone.SEAT_4, 4), (Zone.FLOP, 5), (Zone.FLOP, 6)):
        felt.tag_out(zone, card)
    felt.wait(1_000)
    felt.deck(1, 48)
    felt.wait(10_000)
    assert sorted(card for card, _, to, _ in felt.arrivals() if to == "shoe") == [5, 6]


def test_on_another_clock_a_card_that_was_seen_for_a_moment_is_told_in_its_time(felt: Sensing) -> None:
    felt.leaves_shoe(7)
    felt.now = Millis(felt.now + 1_000_000)
    felt.tag_in(Zone.SEAT_1, 7)
    felt.wait(200)
    felt.tag_out(Zone.SEAT_1, 7)
    felt.now = Millis(500)
    for device in (BOARD, SHOE):
        felt.up(device)
    felt.tag_in(Zone.SEAT_1, 7)
    felt.wait(10_000)
    assert places(felt, 7) == ["seat_1"]
    assert all(fact.at <= felt.now for fact in felt.facts if hasattr(fact, "card"))
