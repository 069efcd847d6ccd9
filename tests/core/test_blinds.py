"""Posts before the first card: blinds, antes by whom, straddle, missed blinds, short stacks, by hand (P13, P14, B2, B7, B8)."""

import pytest

from table_controller.core import orders as ask
from table_controller.core.events import BlindKind, BlindPosted
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.rules import HouseRules, MissedBlinds, StraddleRule
from table_controller.core.stakes import AnteBy
from tests.core.felt import FLOOR, Felt, stakes


def posted(felt: Felt) -> list[tuple[int, str, int, int]]:
    return [(e.seat, e.what.value, e.live, e.dead) for e in felt.events if isinstance(e, BlindPosted)]


def test_sk26_sk27_small_and_big_blind_go_in_with_the_first_card() -> None:
    felt = Felt().sit({1: 500, 2: 500, 3: 500}, button=3)
    assert felt.state.hand is None
    felt.start()
    assert posted(felt) == [(1, "sb", 5, 0), (2, "bb", 10, 0)]
    assert felt.hand.actor == 3


@pytest.mark.parametrize(
    ("by", "wanted"),
    [
        (AnteBy.EVERYBODY, [(1, "ante", 0, 2), (2, "ante", 0, 2), (3, "ante", 0, 2), (1, "sb", 5, 0), (2, "bb", 10, 0)]),
        (AnteBy.BUTTON, [(3, "ante", 0, 2), (1, "sb", 5, 0), (2, "bb", 10, 0)]),
        (AnteBy.BIG_BLIND, [(1, "sb", 5, 0), (2, "bb", 10, 0), (2, "ante", 0, 2)]),
    ],
)
def test_the_ante_is_paid_by_everybody_the_button_or_the_big_blind(by: AnteBy, wanted: list[tuple[int, str, int, int]]) -> None:
    felt = Felt(stakes(ante=Chips(2), ante_by=by)).sit({1: 500, 2: 500, 3: 500}, button=3).start()
    assert posted(felt) == wanted
    assert felt.bets() == {1: 5, 2: 10}


def test_p13_a_returner_posts_live_big_and_dead_small() -> None:
    rules = HouseRules(missed_blinds=MissedBlinds.BIG_LIVE_SMALL_DEAD)
    felt = Felt(rules=rules).sit({3: 1950, 4: 430, 5: 1600, 8: 1060, 10: 990}, button=10)
    felt.do(ask.Seat(seat=SeatNo(9), player="P9", chips=Chips(1810), owes_big=True, owes_small=True), by=FLOOR)
    felt.do(ask.PostBlind(seat=SeatNo(9), what="both")).start()
    assert (felt.bets()[9], felt.stacks()[9], felt.hand.middle) == (10, 1795, 30)
    felt.acts("c c")
    assert (felt.may.seat, felt.may.to_call, felt.may.may_raise) == (9, 0, True)
    felt.acts("x c c x")
    assert felt.pots() == [(65, (3, 4, 5, 8, 9, 10))]
    assert not felt.state.seat(SeatNo(9)).owes_big


def test_sk72_or_waits_without_cards_until_the_big_blind() -> None:
    rules = HouseRules(missed_blinds=MissedBlinds.BIG_LIVE_SMALL_DEAD)
    felt = Felt(rules=rules).sit({1: 500, 2: 500, 3: 500}, button=3)
    felt.do(ask.Seat(seat=SeatNo(5), player="P5", chips=Chips(500), owes_big=True), by=FLOOR).start()
    assert 5 not in felt.hand.order


@pytest.mark.parametrize(("rule", "seat", "actor"), [(StraddleRule.UTG, 3, 4), (StraddleRule.BUTTON, 5, 1)])
def test_p14_the_straddler_speaks_last(rule: StraddleRule, seat: int, actor: int) -> None:
    felt = Felt(stakes(straddle=Chips(20)), HouseRules(straddle=rule)).sit(dict.fromkeys(range(1, 6), 500), button=5).start()
    assert felt.bets() == {1: 5, 2: 10, seat: 20}
    assert felt.hand.actor == actor
    while felt.hand.actor != seat:
        felt.acts("c")
    assert (felt.may.may_check, felt.may.may_raise) == (True, True)
    felt.acts("x")
    assert felt.pots() == [(100, (1, 2, 3, 4, 5))]


@pytest.mark.parametrize("players", [2, 3])
def test_no_straddle_where_the_house_has_none_or_two_play(players: int) -> None:
    rules = HouseRules(straddle=StraddleRule.UTG if players == 2 else StraddleRule.OFF)
    felt = Felt(stakes(straddle=Chips(20)), rules).sit(dict.fromkeys(range(1, players + 1), 500), button=1).start()
    assert max(felt.bets().values()) == 10


def test_b8_a_late_straddle_is_refused() -> None:
    felt = Felt(rules=HouseRules(straddle=StraddleRule.UTG)).sit(dict.fromkeys(range(1, 5), 500), button=4).start()
    assert felt.refusal(ask.PostBlind(seat=SeatNo(3), what="straddle")) == "stake_locked"


def test_a_double_straddle_is_posted_by_hand() -> None:
    felt = Felt(rules=HouseRules(straddle=StraddleRule.UTG)).sit(dict.fromkeys(range(1, 7), 500), button=6)
    felt.do(ask.PostBlind(seat=SeatNo(4), what="straddle", live=Chips(40)))
    felt.do(ask.PostBlind(seat=SeatNo(3), what="straddle", live=Chips(20))).start()
    assert posted(felt)[-2:] == [(3, "straddle", 20, 0), (4, "straddle", 40, 0)]
    assert (felt.may.seat, felt.may.to_call, felt.may.min_to) == (5, 40, 80)


def test_a_short_blind_is_all_in_and_the_bring_in_stays_whole() -> None:
    felt = Felt().sit({1: 500, 2: 7, 3: 500}, button=3).start()
    assert [(e.seat, e.live, e.all_in) for e in felt.events if isinstance(e, BlindPosted)] == [(1, 5, False), (2, 7, True)]
    assert (felt.may.seat, felt.may.to_call, felt.may.min_to) == (3, 10, 20)


def test_alone_against_a_short_blind_only_what_lies_is_called() -> None:
    felt = Felt().sit({1: 500, 2: 7, 3: 500}, button=3).start().acts("f")
    assert (felt.may.seat, felt.may.to_call, felt.may.may_raise) == (1, 2, False)


def test_heads_up_a_blind_shorter_than_the_small_one_ends_the_betting() -> None:
    felt = Felt().sit({1: 500, 2: 3}, button=1).start()
    assert felt.hand.actor is None
    assert felt.hand.returned == ((1, 2),)
    assert felt.pots() == [(6, (1, 2))]


def test_short_antes_and_blinds_take_what_there_is_ante_first() -> None:
    felt = Felt(stakes(ante=Chips(2))).sit({1: 4, 2: 500, 3: 1}, button=3).start()
    assert (1, "ante", 0, 2) in posted(felt)
    assert (1, "sb", 2, 0) in posted(felt)
    assert (3, "ante", 0, 1) in posted(felt)


def test_a_post_by_hand_replaces_the_one_that_would_go_in_by_itself() -> None:
    felt = Felt().sit({1: 500, 2: 500, 3: 500}, button=3)
    felt.do(ask.PostBlind(seat=SeatNo(1), what="sb", live=Chips(4))).start()
    assert posted(felt) == [(1, "sb", 4, 0), (2, "bb", 10, 0)]


@pytest.mark.parametrize(
    ("what", "live", "dead"),
    [("sb", 5, 0), ("bb", 10, 0), ("extra_bb", 10, 0), ("dead_sb", 0, 5), ("both", 10, 5), ("extra_sb", 5, 0)],
)
def test_a_post_without_an_amount_is_the_usual_one(what: str, live: int, dead: int) -> None:
    felt = Felt().sit({1: 500, 2: 500, 3: 500, 4: 500}, button=4).do(ask.PostBlind(seat=SeatNo(3), what=what)).start()
    assert (3, what, live, dead) in posted(felt)
    assert BlindKind(what)


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (ask.PostBlind(seat=SeatNo(9), what="sb"), "seat_empty"),
        (ask.PostBlind(seat=SeatNo(11), what="sb"), "seat_empty"),
        (ask.PostBlind(seat=SeatNo(1), what="tip"), "no_such_post"),
        (ask.PostBlind(seat=SeatNo(1), what="sb", live=Chips(-5)), "no_amount"),
        (ask.PostBlind(seat=SeatNo(1), what="straddle"), "no_straddle"),
    ],
)
def test_posts_that_make_no_sense_are_refused(order: ask.PostBlind, code: str) -> None:
    assert Felt().sit({1: 500, 2: 500}, button=1).refusal(order) == code


@pytest.mark.parametrize("option", [True, False])
def test_k35_the_big_blind_has_an_option_unless_the_house_says_no(option: bool) -> None:
    felt = Felt(rules=HouseRules(bb_option=option)).sit({1: 500, 2: 500, 3: 500}, button=3).start().acts("c c")
    assert (felt.hand.actor == 2) is option


@pytest.mark.parametrize(("seat", "bets"), [(1, {1: 10, 2: 10}), (2, {1: 5, 2: 10}), (3, {1: 5, 2: 10, 3: 10})])
def test_who_buys_in_on_a_blind_posts_one_big_blind_and_no_more(seat: int, bets: dict[int, int]) -> None:
    felt = Felt().sit({1: 500, 2: 500, 3: 500, 4: 500}, button=4)
    felt.do(ask.PostBlind(seat=SeatNo(seat), what="extra_bb")).start()
    assert felt.bets() == bets


def test_a_post_keyed_again_is_put_right_not_doubled() -> None:
    felt = Felt().sit({1: 500, 2: 500, 3: 500, 4: 500}, button=4)
    felt.do(ask.PostBlind(seat=SeatNo(3), what="extra_bb", live=Chips(20)), ask.PostBlind(seat=SeatNo(3), what="extra_bb"))
    felt.do(ask.PostBlind(seat=SeatNo(3), what="dead_sb"), ask.PostBlind(seat=SeatNo(4), what="extra_bb")).start()
    assert posted(felt)[2:] == [(3, "dead_sb", 0, 5), (3, "extra_bb", 10, 0), (4, "extra_bb", 10, 0)]
