"""Resume, void, pause, open, close, a new level, questions, keys that are not acts (M1, A2, SK88, T-rules of roles)."""

import pytest

from table_controller.core import facts as seen
from table_controller.core import orders as ask
from table_controller.core.events import (
    BoxedCardCalled,
    CardExposed,
    ClockCalled,
    FindingRaised,
    FloorCalled,
    HandStarted,
    MisdealCalled,
    StakesChanged,
)
from table_controller.core.expect import expected
from table_controller.core.fold import fold
from table_controller.core.ids import Chips, Millis, SeatNo
from table_controller.core.places import Place
from table_controller.core.rules import HouseRules, NewcomerPost
from table_controller.core.stakes import Limit, Rake, Stakes, unsound
from tests.core.felt import DEALER, FLOOR, Felt, seat_place, stakes

NOW = Millis(0)
VOID = ask.VoidHand(reason="misdeal")


def three(level: Stakes | None = None) -> Felt:
    return Felt(level or stakes()).sit({1: 500, 2: 500, 3: 500}, button=3)


@pytest.mark.parametrize("line", ["", "20", "20 c c", "a a f", "a a a", "f f"])
def test_m1_a_voided_hand_gives_every_chip_back(line: str) -> None:
    felt = three(stakes(ante=Chips(2))).start().acts(line).do(VOID, by=FLOOR)
    assert felt.stacks() == {1: 500, 2: 500, 3: 500}
    assert (felt.hand.outcome, felt.hand.middle, felt.state.in_hand) == ("void", 0, False)


def test_m1_it_is_dealt_again_as_the_next_attempt_with_button_and_blinds_as_they_were() -> None:
    felt = three().start().acts("20 c").do(VOID, by=FLOOR).again().start()
    started = [event for event in felt.events if isinstance(event, HandStarted)]
    assert [(e.hand, e.attempt, e.button, e.small_blind, e.big_blind) for e in started] == [(1, 1, 3, 1, 2), (1, 2, 3, 1, 2)]
    felt.acts("f f").do(ask.Award()).again().start()
    assert (felt.hand.number, felt.hand.attempt, felt.hand.button) == (2, 1, 1)


def test_m1_what_was_owed_and_promised_is_so_again() -> None:
    felt = Felt(rules=HouseRules(newcomer_post=NewcomerPost.BIG_BLIND_OR_WAIT)).sit({1: 500, 2: 500, 4: 500}, button=4)
    felt.sit({3: 500}, newcomer=True).do(ask.PostBlind(seat=SeatNo(3), what="extra_bb")).start()
    assert not felt.state.seat(SeatNo(3)).newcomer
    felt.do(VOID, by=FLOOR)
    assert felt.state.seat(SeatNo(3)).newcomer
    felt.again().start()
    assert felt.bets() == {1: 5, 2: 10, 3: 10}


def test_a2_pots_already_pushed_come_back_until_the_next_hand_begins() -> None:
    felt = three(stakes(rake=Rake(per_mille=100, no_flop_no_drop=False))).start().acts("100 c f").check_down()
    assert felt.state.rake == 21
    felt.do(VOID, by=FLOOR)
    assert (felt.stacks(), felt.state.rake) == ({1: 500, 2: 500, 3: 500}, 0)
    assert felt.refusal(VOID, FLOOR) == "no_hand"


def test_a2_but_not_once_somebody_bought_or_left() -> None:
    felt = three().start().acts("100 c f").check_down().do(ask.TopUp(seat=SeatNo(1), amount=Chips(5)), by=FLOOR)
    assert felt.refusal(VOID, FLOOR) == "stacks_changed"


@pytest.mark.parametrize("order", [VOID, ask.Resume(reason="as it lies")], ids=["void", "resume"])
def test_a_dealer_can_neither_void_nor_resume(order: ask.VoidHand) -> None:
    assert three().start().refusal(order, DEALER) == "floor_needed"


def found(felt: Felt, level: int = 2) -> Felt:
    number = felt.state.finding_no + 1
    felt.state = fold(felt.state, FindingRaised(number=number, code="turn_premature", level=level, clauses=(), locks=level > 1))
    return felt


def test_resume_closes_what_is_open_and_play_goes_on_as_the_cards_lie() -> None:
    felt = found(three().start())
    felt.do(ask.Resume(reason="agreed"), by=FLOOR)
    assert felt.kinds() == ["FindingClosed", "PlayResumed"]
    assert not felt.state.locked
    felt.acts("c c x")


def test_resume_opens_a_street_that_lies_complete() -> None:
    felt = three().start().acts("c")
    for _ in range(3):
        felt.card(Place.BOARD)
    found(felt).do(ask.Resume(reason="agreed"), by=FLOOR)
    felt.acts("c x")
    assert (felt.hand.street, felt.hand.actor) == ("flop", 1)


def test_nothing_open_nothing_to_resume() -> None:
    assert three().start().refusal(ask.Resume(reason="nothing"), FLOOR) == "nothing_to_resume"


def test_voiding_closes_findings_and_questions() -> None:
    felt = found(three().start()).do(seen.ChipsUnexplained(at=NOW, seat=SeatNo(3), keyed=False)).do(VOID, by=FLOOR)
    assert (felt.state.findings, felt.state.questions) == ((), ())


def test_a_new_level_waits_for_the_next_hand() -> None:
    """CZ07, UA05, HU04: blinds rise."""
    felt = three().start().do(ask.SetStakes(stakes=stakes(small=10, big=20)), by=FLOOR)
    assert isinstance(felt.last[0], StakesChanged)
    assert felt.state.stakes.big_blind == 10
    felt.acts("f f").do(ask.Award()).again().start()
    assert felt.bets() == {2: 10, 3: 20}


@pytest.mark.parametrize(("small", "big"), [(1, 0), (-1, 2), (1, 10**13)])
def test_a_level_that_makes_no_sense_is_refused(small: int, big: int) -> None:
    assert three().refusal(ask.SetStakes(stakes=stakes(small=small, big=big)), FLOOR) == "bad_stakes"


@pytest.mark.parametrize(
    ("small", "big", "wrong"),
    [(20, 40, None), (0, 0, None), (15, 40, "small_bet"), (20, 45, "big_bet"), (40, 20, "big_bet"), (0, 10, "big_bet")],
)
def test_bets_that_chips_cannot_make_or_that_fall_are_refused(small: int, big: int, wrong: str | None) -> None:
    level = Stakes(Limit.FIXED_LIMIT, Chips(10), Chips(20), Chips(small), Chips(big), chip=Chips(10))
    assert (unsound(level) or (None,))[0] == wrong


def test_a_bet_out_of_turn_of_more_than_the_seat_has_is_no_bet() -> None:
    felt = three().start()
    for to, code in ((10**9, "more_than_stack"), (0, "no_amount")):
        assert felt.refusal(ask.BetOrRaise(seat=SeatNo(1), to=Chips(to))) == code
        assert felt.refusal(ask.Declare(seat=SeatNo(1), what="raise", to=Chips(to))) == code


def test_a_closing_table_ends_with_the_running_hand() -> None:
    felt = three().start().do(ask.CloseTable(), by=FLOOR).acts("f f").do(ask.Award()).again()
    assert expected(felt.state).step.key == "table_closed"
    assert expected(felt.state).place is None
    felt.do(ask.OpenTable(), by=FLOOR)
    assert expected(felt.state).place is not None
    assert felt.refusal(ask.OpenTable(), FLOOR) == "already_open"


def test_no_hand_begins_by_itself_while_paused() -> None:
    felt = three().do(ask.PauseTable(reason="break"), by=FLOOR)
    assert expected(felt.state).place is None
    assert felt.refusal(ask.PauseTable(), FLOOR) == "already_paused"


@pytest.mark.parametrize("number", [0, 11, -1])
def test_the_button_goes_to_seats_the_table_has(number: int) -> None:
    felt = Felt().sit({1: 500, 2: 500})
    assert felt.refusal(ask.PlaceButton(seat=SeatNo(number)), FLOOR) == "no_such_seat"
    assert felt.refusal(ask.LastHand(button=SeatNo(1), small_blind=None, big_blind=SeatNo(number)), FLOOR) == "no_such_seat"


def test_the_button_is_not_placed_during_a_hand() -> None:
    assert three().start().refusal(ask.PlaceButton(seat=SeatNo(1)), FLOOR) == "hand_running"


def test_enter_pushes_the_pots_and_then_gathers() -> None:
    felt = three().start().acts("f f").do(ask.ConfirmStep())
    assert felt.hand.outcome == "uncontested"
    felt.do(ask.ConfirmStep())
    assert felt.state.ready
    assert felt.refusal(ask.ConfirmStep()) == "nothing_to_confirm"


def test_keys_for_what_no_sensor_sees_are_recorded() -> None:
    felt = three().card(seat_place(1)).do(ask.Exposed())
    assert felt.last == (CardExposed(seat=SeatNo(1), index=0, up=felt.deck[0]),)
    assert felt.state.at(seat_place(1))[0].public == felt.deck[0]
    assert felt.refusal(ask.Exposed(seat=SeatNo(2))) == "no_card_there"
    felt.do(ask.Boxed())
    assert felt.last == (BoxedCardCalled(),)
    felt.do(ask.Misdeal())
    assert felt.last == (MisdealCalled(by=DEALER),)
    felt.do(ask.CallFloor())
    assert felt.last == (FloorCalled(by=DEALER),)


def test_the_clock_is_for_the_actor() -> None:
    felt = three().start().do(ask.Clock())
    assert felt.last == (ClockCalled(seat=SeatNo(3)),)
    assert felt.refusal(ask.Clock(seat=SeatNo(1))) == "nobody_to_act"


def test_chips_without_a_key_are_a_question_that_the_key_answers() -> None:
    felt = three().start()
    unexplained = seen.ChipsUnexplained(at=NOW, seat=SeatNo(3), keyed=False)
    felt.do(unexplained)
    assert [question.key for question in felt.state.questions] == ["chips_without_key"]
    felt.do(unexplained)
    assert len(felt.state.questions) == 1
    assert not felt.state.locked
    felt.acts("c")
    assert felt.state.questions == ()


def test_a_key_without_chips_is_a_question_that_the_chips_the_dealer_or_the_end_answer() -> None:
    felt = three().start().acts("c")
    asked = seen.ChipsUnexplained(at=NOW, seat=SeatNo(3), keyed=True)
    felt.do(asked, seen.ChipsCrossed(at=NOW, seat=SeatNo(3)))
    assert felt.state.questions == ()
    felt.do(asked, ask.AnswerQuestion(question=2, answer="seen"))
    assert felt.state.questions == ()
    assert felt.refusal(ask.AnswerQuestion(question=2, answer="seen")) == "no_such_question"
    felt.do(asked).acts("f f").do(ask.Award())
    assert felt.state.questions == ()


def test_the_same_word_of_a_sensor_twice_is_one_event() -> None:
    felt = three()
    for fact in (
        seen.ButtonSeen(at=NOW, seat=SeatNo(3)),
        seen.SeatSensed(at=NOW, seat=SeatNo(3), present=True),
        seen.DeviceLost(at=NOW, device="0" * 16, name="shoe"),  # type: ignore[arg-type]
        seen.DeckSeen(at=NOW, present=True, count=50),
    ):
        felt.do(fact)
        assert len(felt.last) == 1
        felt.do(fact)
        assert felt.last == ()


def test_deal_done_takes_a_short_deal_for_complete_and_is_for_deals_only() -> None:
    felt = three()
    assert felt.refusal(ask.DealDone()) == "not_dealing"
    for seat in (1, 2, 3, 1, 2):
        felt.card(seat_place(seat))
    felt.do(ask.DealDone())
    assert (felt.hand.street, felt.hand.actor) == ("preflop", 3)
    assert felt.refusal(ask.DealDone()) == "not_dealing"
