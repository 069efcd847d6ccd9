"""Orders pressed in sight of what has changed: what speaks of a deal, a turn or a payout never meets the one after it."""

import pytest

from table_controller.alarms import Alarms
from table_controller.bootstrap.scenario import direct_stage
from table_controller.core import orders as ask
from table_controller.core.fold import fold
from table_controller.core.ids import SeatNo, Seq
from table_controller.core.roles import MAY
from table_controller.core.state import TableState
from table_controller.rehearsal.scenario import Scenario, Stage, run
from table_controller.service import staleness
from table_controller.service.staleness import Watch
from tests.recovery.scenes import Scene

ONE = SeatNo(1)
OF_THE_DEAL = (
    ask.Misdeal(),
    ask.Exposed(seat=ONE),
    ask.Flashed(seat=ONE, by_dealer=True),
    ask.Boxed(),
    ask.PlayingBoard(seat=ONE),
    ask.NameCard(nth=1, card="Ts"),
    ask.PostBlind(seat=ONE, what="bb"),
    ask.Report(code="string_bet", seat=ONE),
    ask.DealDone(),
    ask.LayCards(),
    ask.Clock(),
    ask.Declare(seat=ONE, what="raise"),
    ask.PushPot(pot=0, seat=ONE),
    ask.Award(),
)
OF_THE_TABLE = {
    *(ask.AnswerQuestion, ask.ByHand, ask.CallFloor, ask.NextHand, ask.ReportAbsent, ask.Acknowledge, ask.Shelve, ask.Unshelve),
    *(ask.OutOfService, ask.InService, ask.EnrollDeck, ask.CheckDeck, ask.ConfirmDeck, ask.RetireDeck, ask.SwapDeck),
    *(ask.PauseTable, ask.OpenTable, ask.CloseTable, ask.Seat, ask.Leave, ask.Absent, ask.Back, ask.SitOut, ask.TopUp),
    *(ask.PlaceButton, ask.LastHand, ask.DrawForButton, ask.SetStakes, ask.DealerChange, ask.AssignFloor, ask.Level),
    *(ask.LevelClock, ask.NoteCopy, ask.OpenSealed),
}
"""Name themselves what they are about, or are as right after the next hand has begun."""


class Sights:
    """A scene, and what had happened by then at each `look`."""

    def __init__(self, *parts: str) -> None:
        self.watch = Watch()
        self.seen = [self._seq(parts[: number + 1]) for number in range(len(parts))]

    def _seq(self, parts: tuple[str, ...]) -> Seq:
        """Plays so far from the beginning; events that were there before are noted once."""
        stages: list[Stage] = []

        def make(scenario: Scenario) -> Stage:
            stages.append(direct_stage(scenario))
            return stages[0]

        played = run(Scene("sights", ", ".join(parts)).scenario(), make)
        assert played.failure is None, played.failure
        state, self.watch = TableState(), Watch()
        for number, event in enumerate(stages[0].events, 1):
            state = fold(state, event)
            self.watch.note(state, Alarms(), Seq(number))
        return Seq(len(stages[0].events))

    def stale(self, order: ask.Order, look: int) -> bool:
        """Whether it is, given now in sight of that look."""
        return self.watch.stale(order, self.seen[look])


@pytest.fixture(scope="module")
def redealt() -> Sights:
    """A deal, that deal called off, and a deal again, in the middle of which something unimportant happens."""
    return Sights(
        "draw seat 1, draw seat 2", "key misdeal, @signed, return seat 1, return seat 2, shuffle Ts 2s, draw seat 1", "key floor"
    )


@pytest.mark.parametrize("order", OF_THE_DEAL, ids=lambda order: type(order).__name__)
def test_what_is_said_of_a_deal_never_meets_the_next_one(redealt: Sights, order: ask.Order) -> None:
    assert redealt.stale(order, 0)
    assert not redealt.stale(order, 1)
    assert not redealt.stale(order, 2)


def test_a_clock_called_as_the_player_acts_is_not_the_next_players() -> None:
    assert Sights("deal", "act 3 call").stale(ask.Clock(), 0)


def test_cards_that_lie_are_said_to_lie_once() -> None:
    laid = Sights("deal, @calls", "burn")
    assert laid.stale(ask.LayCards(), 0)
    assert not laid.stale(ask.LayCards(), 1)


@pytest.mark.parametrize("order", [ask.PushPot(pot=0, seat=ONE), ask.Award()], ids=["push_pot", "award"])
def test_a_pot_is_pushed_as_it_was_shown(order: ask.Order) -> None:
    """A winner's part that has been pushed already would go to him a second time, and be a misaward on the record."""
    board = "burn, draw board, draw board, draw board, @checks, turn, @checks, river, @checks"
    split = Sights(f"deal, @calls, {board}, @shows", "push_pot main 1")
    assert split.stale(order, 0)
    assert not split.stale(order, 1)


def test_every_kind_of_order_goes_by_something_or_is_none_of_the_hand() -> None:
    assert set(MAY) - set(staleness._ASPECTS) == OF_THE_TABLE
