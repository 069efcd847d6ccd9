"""A needed device is silent and play goes on by hand (H6): what is keyed is marked, and sensors name it afterwards."""

import pytest

from table_controller.core import facts as seen
from table_controller.core import orders as ask
from table_controller.core.cards import HiddenCard, card
from table_controller.core.decide import decide
from table_controller.core.device_events import EnteredByHand, PlayedByHand
from table_controller.core.events import CardIdentified, CardMoved, DeviceSilenced, HandTabled
from table_controller.core.expect import expected
from table_controller.core.fold import fold_all
from table_controller.core.ids import DeviceId, Millis, PieceNo, SeatNo
from table_controller.core.messages import Rejection
from table_controller.core.places import Place
from table_controller.core.state import TableState
from tests.core.felt import DEALER, Felt, seat_place
from tests.core.public import public_event, public_state

NOW = Millis(0)
BOARD = DeviceId("b" * 16)


def lost(name: str = "board", *, needed: bool = True) -> seen.DeviceLost:
    return seen.DeviceLost(at=NOW, device=BOARD, name=name, needed=needed)


def back(name: str = "board") -> seen.DeviceBack:
    return seen.DeviceBack(at=NOW, device=BOARD, name=name)


def three() -> Felt:
    return Felt(deck="2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc").sit({1: 500, 2: 500, 3: 500}, button=3)


def by_hand() -> Felt:
    """The board fell silent after the deal."""
    return three().start().do(lost(), ask.ByHand())


def found(felt: Felt, piece: int, to: Place, source: Place = Place.SHOE) -> None:
    hidden = HiddenCard(PieceNo(piece), felt.deck[piece - 1])
    felt.do(seen.CardArrived(at=NOW, card=hidden, source=source, to=to, draw=piece, found=True))


def public(state: TableState) -> list[str]:
    return [str(card.public) for card in state.at(Place.BOARD)]


# --- going on --------------------------------------------------------------------------------------------------------


def test_a_lost_device_stops_play_until_somebody_goes_on_by_hand() -> None:
    felt = three().start().do(lost())
    assert felt.refusal(ask.Call()) == "table_locked"
    assert expected(felt.state).step.key == "call_floor"
    felt.do(ask.ByHand())
    assert felt.last == (PlayedByHand(by=DEALER, devices=("board",)),)
    assert not felt.state.locked
    assert felt.refusal(ask.ByHand()) == "already_by_hand", "two may press it at once, and no sensor works"
    felt.acts("c")


@pytest.mark.parametrize("felt", [three(), three().do(lost(needed=False))])
def test_there_is_nothing_to_go_on_from_while_all_needed_devices_speak(felt: Felt) -> None:
    assert felt.refusal(ask.ByHand()) == "sensors_work"
    assert felt.refusal(ask.LayCards()) == "sensors_work"


def test_it_ends_by_itself_when_the_last_needed_device_is_back() -> None:
    felt = three().start().do(lost(), lost("shoe"), ask.ByHand(), back())
    assert felt.state.by_hand
    felt.do(back("shoe"))
    assert not felt.state.by_hand
    assert not felt.state.locked


def test_another_device_that_falls_silent_stops_play_again() -> None:
    felt = by_hand().do(lost("shoe"))
    assert felt.state.locked
    felt.do(ask.ByHand())
    assert isinstance(felt.last[0], PlayedByHand)
    assert felt.last[0].devices == ("board", "shoe")


# --- what is keyed ---------------------------------------------------------------------------------------------------


def test_every_entry_is_marked_in_the_record_and_counted_for_the_hand() -> None:
    felt = by_hand().acts("c")
    assert felt.last[0] == EnteredByHand(what="call", by=DEALER)
    felt.acts("c x")
    assert felt.hand.by_hand == 3


def test_what_is_keyed_while_the_sensors_speak_is_not_marked() -> None:
    felt = by_hand().do(back()).acts("c c x")
    assert felt.hand.by_hand == 0
    assert not any(isinstance(event, EnteredByHand) for event in felt.events)


def test_a_refused_entry_leaves_no_mark() -> None:
    felt = by_hand()
    felt.refusal(ask.Award())  # which sees to it that the state is the same
    assert felt.hand.by_hand == 0


def test_burn_and_flop_are_laid_one_step_at_a_time() -> None:
    felt = by_hand().acts("c c x").do(ask.LayCards())
    assert felt.kinds() == ["EnteredByHand", "CardBurned"]
    assert felt.refusal(ask.LayCards(cards="As Kd")) == "cards_wanted"
    felt.do(ask.LayCards(cards="As Kd 7h"))
    assert felt.kinds() == ["EnteredByHand", *["BoardCardDealt"] * 3, "StreetOpened"]
    assert public(felt.state) == [str(card(text)) for text in ("As", "Kd", "7h")]
    assert felt.refusal(ask.LayCards()) == "no_card_due"


def test_a_hidden_card_is_never_keyed() -> None:
    felt = by_hand().acts("c c x")
    assert felt.refusal(ask.LayCards(cards="As")) == "cards_wanted"


@pytest.mark.parametrize(
    ("cards", "code"), [("As As 7h", "card_is_out"), ("As Kd Zz", "not_a_card"), ("As Kd XX", "card_is_out")]
)
def test_what_is_no_card_or_lies_open_already_is_refused(cards: str, code: str) -> None:
    felt = by_hand().acts("c c x").do(ask.LayCards())
    assert felt.refusal(ask.LayCards(cards=cards)) == code


def test_a_card_of_the_board_keyed_wrongly_is_keyed_anew() -> None:
    felt = by_hand().acts("c c x").do(ask.LayCards(), ask.LayCards(cards="As Kd 7h"), ask.NameCard(nth=3, card="8h"))
    assert public(felt.state)[2] == str(card("8h"))
    assert felt.refusal(ask.NameCard(nth=4, card="9h")) == "no_card_there"
    assert felt.refusal(ask.NameCard(nth=1, card="Kd")) == "card_is_out"


def test_a_whole_hand_is_played_by_hand_to_the_pots() -> None:
    felt = three().do(lost(), lost("shoe"), ask.ByHand(), ask.LayCards())
    assert [len(felt.state.at(seat_place(seat))) for seat in (1, 2, 3)] == [2, 2, 2]
    assert felt.hand.actor == 3
    felt.acts("c c x")
    for cards in ("As Kd 7h", "2d", "9s"):
        felt.do(ask.LayCards(), ask.LayCards(cards=cards)).acts("x x x")
    assert felt.refusal(ask.Show(seat=SeatNo(1))) == "cards_wanted"
    assert felt.refusal(ask.Show(seat=SeatNo(1), cards="As Qd")) == "card_is_out"
    felt.do(
        ask.Show(seat=SeatNo(1), cards="Ad Ah"), ask.Show(seat=SeatNo(2), cards="Kc Kh"), ask.Muck(seat=SeatNo(3)), ask.Award()
    )
    assert felt.won() == [(0, 1, 30)]
    assert felt.stacks() == {1: 520, 2: 490, 3: 490}
    felt.do(ask.NextHand())
    assert felt.state.ready


def test_hands_the_sensors_knew_before_are_shown_as_ever() -> None:
    felt = by_hand().acts("c c x").do(ask.LayCards(), ask.LayCards(cards="As Kd 7h")).acts("x x x")
    for text in ("2d", "9s"):
        felt.do(ask.LayCards(), ask.LayCards(cards=text)).acts("x x x")
    assert felt.refusal(ask.Show(seat=SeatNo(1), cards="Ad Ah")) == "cards_known"
    felt.do(ask.Show(seat=SeatNo(1)))
    tabled = next(event for event in felt.last if isinstance(event, HandTabled))
    assert tabled.cards == (card("2c"), card("5c"))


def to_the_showdown(felt: Felt, *streets: str) -> Felt:
    felt.acts("c c x")
    for cards in streets:
        felt.do(ask.LayCards(), ask.LayCards(cards=cards)).acts("x x x")
    return felt


def test_a_keyed_board_card_that_a_shown_hand_holds_is_named_and_keyed_anew() -> None:
    """The sensors know the hands of by_hand(): seat 1 holds 2c and 5c."""
    felt = to_the_showdown(by_hand(), "As Kd 2c", "2d", "9s")
    felt.do(ask.Show(seat=SeatNo(1)), ask.Muck(seat=SeatNo(2)), ask.Muck(seat=SeatNo(3)))
    refused = decide(felt.state, ask.Award(), DEALER)
    assert refused == Rejection("card_twice", {"card": "2c", "seat": 1})
    felt.do(ask.NameCard(nth=3, card="7h"), ask.Award())
    assert felt.won() == [(0, 1, 30)]


def test_a_shown_hand_keyed_wrongly_is_keyed_anew_and_one_of_the_sensors_is_not() -> None:
    felt = to_the_showdown(three().do(lost(), lost("shoe"), ask.ByHand(), ask.LayCards()), "As Kd 7h", "2d", "9s")
    felt.do(ask.Show(seat=SeatNo(1), cards="Qd Qh"))
    assert felt.refusal(ask.Show(seat=SeatNo(1), cards="Qd As")) == "card_is_out"
    felt.do(ask.Show(seat=SeatNo(1), cards="Qd Ah"))
    assert felt.state.seat(SeatNo(1)).tabled == (card("Qd"), card("Ah"))
    assert [str(lying.public) for lying in felt.state.at(seat_place(1))] == [str(card("Qd")), str(card("Ah"))]
    felt.do(ask.Show(seat=SeatNo(2), cards="Qh Qc"), ask.Show(seat=SeatNo(3), cards="3c 3d"), ask.Award())
    assert felt.won() == [(0, 1, 30)]
    known = to_the_showdown(by_hand(), "As Kd 7h", "2d", "9s").do(ask.Show(seat=SeatNo(1)))
    assert known.refusal(ask.Show(seat=SeatNo(1), cards="Ad Ah")) == "cards_known"


# --- sensors again ---------------------------------------------------------------------------------------------------


def laid() -> Felt:
    """Burn, flop and the betting after it by hand; then the board speaks again."""
    felt = by_hand().acts("c c x").do(ask.LayCards(), ask.LayCards(cards="9c Tc Jc"))
    return felt.do(back())


def test_what_was_laid_by_hand_is_named_and_is_no_other_card() -> None:
    felt = laid()
    found(felt, 7, Place.BURN)
    for piece in (10, 9, 8):
        found(felt, piece, Place.BOARD)
    assert felt.kinds() == ["CardIdentified"]
    assert [len(felt.state.at(place)) for place in (Place.BURN, Place.BOARD)] == [1, 3]
    assert public(felt.state) == [str(card(text)) for text in ("9c", "Tc", "Jc")]
    assert not any(lying.by_hand for place in felt.state.lying for lying in place)
    found(felt, 11, Place.BURN)  # one more than was laid is another card
    assert len(felt.state.at(Place.BURN)) == 2


def test_the_sensor_is_right_about_a_face_keyed_wrongly() -> None:
    felt = by_hand().acts("c c x").do(ask.LayCards(), ask.LayCards(cards="9c Tc As"), back())
    for piece in (8, 9, 10):
        found(felt, piece, Place.BOARD)
    assert public(felt.state) == [str(card(text)) for text in ("9c", "Tc", "Jc")]


def test_a_folded_hand_dealt_by_hand_is_found_in_the_muck() -> None:
    felt = three().do(lost(), ask.ByHand(), ask.LayCards()).acts("f")
    felt.do(back())
    found(felt, 3, Place.MUCK)
    assert felt.kinds() == ["CardIdentified", "CardMoved"]
    moved = felt.last[1]
    assert isinstance(moved, CardMoved)
    assert moved.source is seat_place(3)
    found(felt, 1, seat_place(1))
    assert [len(felt.state.at(place)) for place in (seat_place(1), seat_place(3), Place.MUCK)] == [2, 1, 1]


def test_a_card_the_record_knows_is_never_taken_for_one_entered_by_hand() -> None:
    felt = by_hand().acts("c c x").do(ask.LayCards(), back())
    felt.move(seat_place(1), Place.BURN)
    assert felt.kinds() == ["CardMoved"]


def test_whoever_may_not_know_hidden_cards_folds_the_same_table() -> None:
    felt = laid()
    found(felt, 7, Place.BURN)
    told = fold_all(TableState(), map(public_event, felt.events))
    assert any(isinstance(event, CardIdentified) for event in felt.events)
    assert told == public_state(felt.state)


def test_a_board_of_another_schema_is_lost_and_says_both_schemas() -> None:
    fact = seen.DeviceNotUnderstood(at=NOW, device=BOARD, name="board", needed=True, schema=0xDEAD, wanted=0xBEEF)
    felt = three().do(fact)
    assert felt.kinds() == ["DeviceRefused", "DeviceSilenced"]
    assert (felt.last[0].board_schema, felt.last[0].host_schema) == ("0000dead", "0000beef")  # type: ignore[union-attr]
    assert isinstance(felt.last[1], DeviceSilenced)
    assert felt.state.locked
    assert not felt.do(back()).state.locked
