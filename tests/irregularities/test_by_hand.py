"""While play goes on by hand nothing is ruled from cards, counts, seats or button; what keys say is judged on (H6)."""

import pytest

from table_controller.core import facts as seen
from table_controller.core import orders as ask
from table_controller.core.draft import Draft
from table_controller.core.facts import AnyFact
from table_controller.core.ids import DeviceId, Millis, SeatNo
from table_controller.core.orders import AnyOrder
from table_controller.core.places import Place
from table_controller.irregularities import judge
from tests.core.felt import Felt

NOW = Millis(0)
LOST = seen.DeviceLost(at=NOW, device=DeviceId("b" * 16), name="shoe", needed=True)


def found(felt: Felt, said: AnyFact | AnyOrder | None = None, card_to: Place | None = None) -> list[str]:
    """Codes that the events of one input give."""
    before = felt.state
    if card_to is not None:
        felt.card(card_to)
        states = [before]
        draft = Draft(before)
        for event in felt.last:
            draft.add(event)
            states.append(draft.state)
    else:
        assert said is not None
        draft = felt.say(said)  # type: ignore[assignment]
        states = [before, *draft.states]
    return [one.code for event, was, now in zip(felt.last, states, states[1:], strict=False) for one in judge(was, event, now)]


def betting(*, by_hand: bool) -> Felt:
    felt = Felt().sit({1: 500, 2: 500, 3: 500}, button=3).start()
    return felt.do(LOST, ask.ByHand()) if by_hand else felt


@pytest.mark.parametrize(("by_hand", "codes"), [(False, ["burn_early"]), (True, [])])
def test_a_card_is_not_judged(by_hand: bool, codes: list[str]) -> None:
    assert found(betting(by_hand=by_hand), card_to=Place.BURN) == codes


@pytest.mark.parametrize(("by_hand", "codes"), [(False, ["button_misplaced"]), (True, [])])
def test_the_button_is_not_looked_for(by_hand: bool, codes: list[str]) -> None:
    felt = Felt().sit({1: 500, 2: 500, 3: 500}, button=3).do(seen.ButtonSeen(at=NOW, seat=SeatNo(1)))
    if by_hand:
        felt.do(LOST, ask.ByHand())
    assert found(felt, card_to=Place.SEAT_1) == codes


@pytest.mark.parametrize("by_hand", [False, True])
def test_what_is_keyed_is_judged(by_hand: bool) -> None:
    felt = betting(by_hand=by_hand).acts("c c")
    assert found(felt, ask.Fold()) == ["fold_no_bet"]
