"""What a signature or the floor's word cannot do unseen: make a removed card play, or a deck shuffled that was not."""

import random

from table_controller.core import orders as ask
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.messages import Rejection
from table_controller.core.places import SEAT_PLACES, Place
from table_controller.core.procedure_events import DeckReshuffled, ProcedureFinished, StepOverridden
from tests.recovery.table import DEALER, FLOOR, Table

WHY = ask.OverrideStep(reason="the deck was washed on the felt")


def dealt(rules: str) -> Table:
    """Three players are in for the big blind."""
    table = Table(random.Random(7), rules, 3)
    for seat in (1, 2, 3, 1, 2, 3):
        table.draw(SEAT_PLACES[SeatNo(seat)])
    round_of(table, 3)
    return table


def round_of(table: Table, acts: int) -> None:
    for _ in range(acts):
        assert table.order(ask.CheckOrCall(), DEALER) is None


def flop(table: Table) -> None:
    for place in (Place.BURN, Place.BOARD, Place.BOARD, Place.BOARD):
        table.draw(place)


def early_turn() -> Table:
    """The turn came before the last check of the flop, lies aside, and is put back as the turn."""
    table = dealt("ukrainian")
    flop(table)
    round_of(table, 2)
    table.draw(Place.BURN)
    table.draw(Place.BOARD)
    table.sign()
    table.move(Place.BOARD, table.state.at(Place.BOARD)[-1], Place.HOLD)
    round_of(table, 1)
    table.move(Place.HOLD, table.state.at(Place.HOLD)[0], Place.BOARD)
    return table


def four_on_the_flop() -> Table:
    """All four go back into the deck, and nobody shuffles."""
    table = dealt("slovak")
    flop(table)
    table.draw(Place.BOARD)
    table.sign()
    for card in table.state.at(Place.BOARD):
        table.move(Place.BOARD, card, Place.SHOE)
    return table


def test_a_signature_does_not_make_the_removed_card_the_turn() -> None:
    """UA32, M6.2."""
    table = early_turn()
    assert table.order(ask.ConfirmStep(), FLOOR) == Rejection("not_put_right")
    assert table.state.hand is not None
    assert table.state.hand.street == "flop"
    table.move(Place.BOARD, table.state.at(Place.BOARD)[-1], Place.HOLD)
    assert table.order(ask.ConfirmStep(), FLOOR) is None
    assert not table.state.locked


def test_the_floor_voids_a_hand_whose_step_is_not_put_right() -> None:
    table = early_turn()
    assert table.order(ask.VoidHand(reason="the cards are mixed"), FLOOR) is None
    table.gather()
    assert (table.state.locked, table.state.ready, table.state.procedures) == (False, True, ())


def test_a_step_is_passed_over_for_a_recorded_reason_by_the_floor_alone() -> None:
    table = four_on_the_flop()
    assert table.order(WHY, DEALER) == Rejection("floor_needed")
    assert table.order(ask.OverrideStep(reason=" "), FLOOR) == Rejection("reason_needed")
    assert table.order(WHY, FLOOR) is None
    for _ in range(3):
        table.draw(Place.BOARD)
    said = [event for event in table.events if isinstance(event, StepOverridden)]
    assert [(one.reason, one.by) for one in said] == [(WHY.reason, FLOOR)]
    ended = [event.how for event in table.events if isinstance(event, ProcedureFinished)]
    assert ended == ["overridden"], "the record does not say repaired"
    assert not any(isinstance(event, DeckReshuffled) for event in table.events), "nobody has seen it shuffled"


def test_a_pool_is_fixed_when_its_step_begins() -> None:
    """M5.4: a card that lies elsewhere meanwhile is wanting, and no key says otherwise."""
    table = four_on_the_flop()
    procedure = table.state.procedures[-1]
    assert procedure.pool == len(table.deck) == 51 - 2 * 3
    table.lose()
    table.shuffle()
    table.order(ask.ConfirmStep(), FLOOR)
    assert not any(isinstance(event, DeckReshuffled) for event in table.events)


def killed() -> Table:
    table = dealt("tda_2024")
    assert table.order(ask.KillHand(seat=SeatNo(1), reason="shown to a neighbour"), FLOOR) is None
    flop(table)
    assert table.order(ask.BetOrRaise(to=Chips(20)), DEALER) is None
    assert table.order(ask.Fold(), DEALER) is None
    return table


def test_a_hand_the_floor_killed_goes_to_the_muck_before_the_pot_is_pushed() -> None:
    """M10.2, without a procedure of its own."""
    table = killed()
    assert table.order(ask.Award(), DEALER) == Rejection("dead_hand_lies", {"seat": 1})
    assert table.order(ask.PushPot(pot=0, seat=SeatNo(2)), FLOOR) == Rejection("dead_hand_lies", {"seat": 1})
    for card in table.state.at(Place.SEAT_1):
        table.move(Place.SEAT_1, card, Place.MUCK)
    assert table.order(ask.Award(), DEALER) is None


def test_a_dead_hand_that_cannot_be_thrown_away_is_let_lie_by_the_floor() -> None:
    """An antenna that shows cards which are not there any more must not hold the table: the reason is in the record."""
    table = dealt("tda_2024")
    table.draw(Place.SEAT_1)
    table.sign()
    assert table.state.procedures[-1].procedure == "M10"
    flop(table)
    assert table.order(ask.BetOrRaise(to=Chips(20)), DEALER) is None
    assert table.order(ask.Fold(), DEALER) is None
    assert table.order(ask.Award(), DEALER) == Rejection("dead_hand_lies", {"seat": 1})
    assert table.order(ask.OverrideStep(reason="the antenna of seat 1 shows what is not there"), FLOOR) is None
    assert table.order(ask.Award(), DEALER) is None
