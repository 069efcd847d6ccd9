"""The fold: total, the same for those who may not know hidden cards, beginning at a checkpoint or at the first event."""

import msgspec
import pytest

from table_controller.core import events as did
from table_controller.core import orders as ask
from table_controller.core.cards import HiddenCard, card
from table_controller.core.checkpoint import checkpoint_of, state_of_checkpoint
from table_controller.core.codec import join, split
from table_controller.core.events import AnyEvent
from table_controller.core.fold import fold, fold_all
from table_controller.core.ids import Chips, PieceNo, SeatNo
from table_controller.core.invariants import broken
from table_controller.core.places import Place
from table_controller.core.state import TableState, empty_table
from tests.core.felt import FLOOR, Felt, seat_place, stakes
from tests.core.public import public_event, public_state


def some_hands() -> Felt:
    """An uncontested hand, a void, an all-in with a side pot to the river, a hand in progress."""
    felt = Felt(stakes(ante=Chips(1))).sit({1: 300, 2: 60, 3: 500, 5: 400}, button=5).start().acts("30 f f f")
    felt.do(ask.Award()).again().start().acts("20").do(ask.VoidHand(reason="x"), by=FLOOR).again().start()
    felt.acts("c c a c c c").street().acts("x 100 f c").street().acts("x x").street().acts("x x").show_down().again()
    return felt.start().acts("c")


def test_the_journal_s_events_folded_again_give_the_same_state() -> None:
    felt = some_hands()
    assert fold_all(empty_table(10), felt.events) == felt.state


def test_events_survive_being_written_and_read() -> None:
    felt = some_hands()
    state = empty_table(10)
    for event in felt.events:
        parts = split(event)
        state = fold(state, join(parts.kind, parts.version, parts.public, parts.secret))
    assert state == felt.state


def test_who_does_not_know_hidden_cards_sees_the_same_table() -> None:
    felt = some_hands()
    state = empty_table(10)
    for event in felt.events:
        state = fold(state, public_event(event))
    assert state == public_state(felt.state)


def test_a_fold_may_begin_at_any_checkpoint() -> None:
    felt = some_hands()
    marks = [at for at, event in enumerate(felt.events) if isinstance(event, did.Checkpoint)]
    assert len(marks) == 3
    for at in marks:
        assert fold_all(TableState(), felt.events[at:]) == felt.state


def test_no_checkpoint_while_a_card_lies_out_or_a_hand_runs() -> None:
    felt = Felt().sit({1: 500, 2: 500}, button=1)
    assert checkpoint_of(felt.state) is not None
    felt.start()
    assert checkpoint_of(felt.state) is None
    felt.acts("f").do(ask.Award())
    assert checkpoint_of(felt.state) is None


def test_nothing_hidden_is_in_a_checkpoint() -> None:
    for event in some_hands().events:
        if isinstance(event, did.Checkpoint):
            assert b"piece" not in bytes(event.state)
            assert b'"hidden"' not in bytes(event.state)


@pytest.mark.parametrize("raw", [b"", b"null", b"{}x", b'{"seats":3}'])
def test_a_broken_checkpoint_is_no_state(raw: bytes) -> None:
    assert state_of_checkpoint(msgspec.Raw(raw)) is None


def odd_events() -> list[AnyEvent]:
    """Events that make no sense anywhere."""
    seat = SeatNo(77)
    hidden = HiddenCard(PieceNo(1), card("As"))
    return [
        did.Folded(seat=seat, facing=Chips(0)),
        did.Checked(seat=seat),
        did.Called(seat=seat, added=Chips(5), all_in=False),
        did.BetMade(seat=seat, to=Chips(5), added=Chips(5), all_in=False),
        did.Raised(seat=seat, to=Chips(5), added=Chips(5), all_in=False, full=True),
        did.ActUndone(seat=seat),
        did.UncalledReturned(seat=seat, amount=Chips(5)),
        did.BlindPosted(seat=seat, what=did.BlindKind.SB, live=Chips(5), dead=Chips(0), all_in=False),
        did.PlayerSeated(seat=seat, player="x", chips=Chips(5), newcomer=True),
        did.PlayerLeft(seat=SeatNo(0), chips=Chips(5)),
        did.PlayerAway(seat=seat, sitting_out=True),
        did.PlayerReturned(seat=seat),
        did.ChipsToppedUp(seat=seat, amount=Chips(5)),
        did.SeatPresence(seat=seat, present=True),
        did.CardDealt(seat=seat, hidden=hidden),
        did.CardDealt(seat=SeatNo(3)),
        did.CardMoved(source=Place.BOARD, index=9, to=Place.MUCK, hidden=hidden),
        did.CardMoved(source=Place.BOARD, index=-1, to=Place.SHOE),
        did.CardExposed(seat=seat, index=3, up=card("As")),
        did.CardExposed(seat=SeatNo(1), index=3, up=card("As")),
        did.StreetClosed(street=did.Street.RIVER, pots=()),
        did.StreetOpened(street=did.Street.TURN, actor=None),
        did.ShowdownOpened(order=()),
        did.DealCompleted(),
        did.HandTabled(seat=seat, cards=()),
        did.HandGivenUp(seat=seat),
        did.BoardPlayed(seat=seat),
        did.RakeTaken(pot=3, amount=Chips(5)),
        did.PotAwarded(pot=3, seat=seat, amount=Chips(5)),
        did.HandEnded(hand=did.HandNo(9), attempt=did.AttemptNo(2), outcome="?"),
        did.FindingClosed(number=9, how="", by=FLOOR),
        did.QuestionClosed(number=9, answer=""),
        did.DeviceRecovered(device="?"),
        did.Checkpoint(state=msgspec.Raw(b"?")),
        did.HandStarted(
            hand=did.HandNo(1),
            attempt=did.AttemptNo(1),
            button=seat,
            small_blind=seat,
            big_blind=None,
            dealt_in=(seat, SeatNo(1), SeatNo(0)),
        ),
    ]


@pytest.mark.parametrize("event", odd_events(), ids=lambda event: type(event).__name__)
def test_no_event_in_any_state_raises(event: AnyEvent) -> None:
    felt = some_hands()
    state = TableState()
    fold(state, event)
    for step in felt.events:
        state = fold(state, step)
        fold(state, event)


def test_invariants_name_what_is_broken() -> None:
    felt = some_hands()
    state = felt.state
    richer = msgspec.structs.replace(state.seats[0], stack=Chips(state.seats[0].stack + 1))
    seats = (richer, *state.seats[1:])
    broke = msgspec.structs.replace(state, seats=seats)
    assert broken(broke) == broken(broke, state) == ("chips_not_conserved",)
    hand = msgspec.structs.replace(felt.hand, middle=Chips(felt.hand.middle + 1))
    broke = msgspec.structs.replace(state, seats=(msgspec.structs.replace(richer, stack=Chips(richer.stack - 2)), *seats[1:]))
    broke = msgspec.structs.replace(broke, hand=hand)
    assert broken(broke) == broken(broke, state) == ("middle_not_accounted_for",)
    poor = msgspec.structs.replace(state.seats[0], stack=Chips(-1))
    broke = msgspec.structs.replace(state, seats=(poor, *state.seats[1:]))
    assert broken(broke) == broken(broke, state) == ("negative_chips",)


def test_invariants_see_a_card_that_lies_twice() -> None:
    felt = Felt().sit({1: 500, 2: 500}, button=1).start()
    known = felt.state.at(seat_place(1))[0].hidden
    twice = fold(felt.state, did.CardBurned(hidden=known, draw=9))
    assert broken(twice) == broken(twice, felt.state) == ("card_in_two_places",)
