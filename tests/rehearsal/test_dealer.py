"""A robot dealer's patience: what is looked at, when a key is pressed again, and how it says that it does not know on."""

from collections.abc import Callable

import pytest

from table_controller.core.ids import Chips, SeatNo
from table_controller.core.messages import Message, Rejection
from table_controller.core.orders import OpenTable, Role
from table_controller.rehearsal.company import Company
from table_controller.rehearsal.dealer import LOOK_AGAIN_MS, STALE_MS, Dealer
from table_controller.rehearsal.hands import Key, Spot
from table_controller.rehearsal.mistakes import ErrorLog
from table_controller.rehearsal.pace import Pace
from table_controller.rehearsal.players import Act, ActKind
from table_controller.rehearsal.purse import Purse
from table_controller.rehearsal.script import RehearsalStuck, Script, ScriptRunner
from tests.rehearsal.screens import NotingHands, Screen, finding, hand, keys, screen, seat


class Bench:
    """A dealer before a made-up screen, on a clock the test moves."""

    def __init__(self) -> None:
        self.now = 0
        self.eyes = Screen(screen(at=3))
        self.hands = NotingHands()
        self.dealer = Dealer(self.hands, self.eyes, Pace(1, None).pauses())

    def start(self, script: Script) -> ScriptRunner:
        runner = ScriptRunner(script, self.now)
        runner.advance(self.now)
        return runner

    def run(self, runner: ScriptRunner, until: int, *, at: dict[int, Callable[[], None]] | None = None) -> None:
        """Let time pass in steps of 10 ms; `at`: what happens when."""
        while self.now < until and not runner.done:
            self.now += 10
            if at and self.now in at:
                at[self.now]()
            runner.advance(self.now)

    def presses(self) -> list[int]:
        return [done[1] for done in self.hands.done if done[0] == "press"]


def test_a_key_that_is_followed_is_pressed_once() -> None:
    bench = Bench()
    runner = bench.start(bench.dealer.key((1, 0, Key.BET_RAISE), screen(at=3), "a bet"))
    bench.run(runner, 20_000, at={500: lambda: bench.eyes.change(prompt=Message("action_on", {"seat": 4}))})
    assert runner.done
    assert bench.presses() == [1, 0, Key.BET_RAISE]


def test_a_key_that_nothing_follows_is_pressed_again_and_at_last_given_up() -> None:
    bench = Bench()
    runner = bench.start(bench.dealer.key((Key.CHECK_CALL,), screen(at=3), "a call"))
    bench.run(runner, LOOK_AGAIN_MS)
    assert bench.presses() == [Key.CHECK_CALL]
    with pytest.raises(RehearsalStuck, match="nothing follows the key for a call") as stuck:
        bench.run(runner, 10 * LOOK_AGAIN_MS)
    assert bench.presses().count(Key.CHECK_CALL) == 3
    assert "action_on" in stuck.value.seen


def test_a_key_that_is_meant_to_be_doubled_is_not_taken_for_the_press_before_it() -> None:
    """The table would hear one press of the three, and the second player's act would be lost."""
    bench = Bench()
    runner = bench.start(bench.dealer.press(Key.CHECK_CALL))
    bench.run(runner, 1_000)
    begun = bench.now
    runner = bench.start(bench.dealer.press_twice(100, Key.CHECK_CALL))
    bench.run(runner, begun + 250)
    assert bench.presses() == [Key.CHECK_CALL], "not before dealers key a second act"
    bench.run(runner, begun + 2_000)
    assert bench.presses() == [Key.CHECK_CALL] * 3
    ended = bench.now
    runner = bench.start(bench.dealer.press(Key.CHECK_CALL))
    bench.run(runner, ended + 250)
    assert bench.presses() == [Key.CHECK_CALL] * 3, "nor the next act's key at once after the second press"


def test_a_lost_device_is_not_what_follows_a_key() -> None:
    """The key waits in the keypad; it is heard, or pressed again, once the table is whole."""
    bench = Bench()
    before = bench.eyes.shown
    runner = bench.start(bench.dealer.key((Key.FOLD,), screen(at=3), "a fold"))
    lost = {"state": "locked", "prompt": Message("call_floor")}
    bench.run(
        runner,
        60_000,
        at={
            1_000: lambda: bench.eyes.change(**lost),
            30_000: lambda: setattr(bench.eyes, "shown", before),
            34_000: lambda: bench.eyes.change(prompt=Message("action_on", {"seat": 4})),
        },
    )
    assert bench.presses() == [Key.FOLD]
    assert (runner.done, bench.now) == (True, 34_000)


def test_a_card_is_waited_for_as_long_as_a_device_is_lost() -> None:
    bench = Bench()
    before = bench.eyes.shown
    assert before is not None
    runner = bench.start(bench.dealer.deal(Spot.SEAT_3, before))
    bench.run(
        runner,
        60_000,
        at={
            1_000: lambda: bench.eyes.change(state="locked", prompt=Message("call_floor")),
            30_000: lambda: setattr(bench.eyes, "shown", before),
            31_000: lambda: setattr(bench.eyes, "shown", screen(running=hand(seats=(seat(3, cards=1),)))),
        },
    )
    assert (runner.done, bench.now) == (True, 31_000)


def test_time_with_a_dead_screen_does_not_count() -> None:
    bench = Bench()
    alive = bench.eyes.shown
    runner = bench.start(bench.dealer.key((Key.FOLD,), screen(at=3), "a fold"))
    bench.run(
        runner,
        60_000,
        at={
            1_000: lambda: setattr(bench.eyes, "shown", None),
            30_000: lambda: setattr(bench.eyes, "shown", alive),
            30_000 + LOOK_AGAIN_MS - 500: lambda: bench.eyes.change(actor=4),
        },
    )
    assert runner.done
    assert bench.presses() == [Key.FOLD], "a key that waits on a dead wire is not pressed a second time"


def test_a_screen_that_stays_dead_ends_the_rehearsal() -> None:
    bench = Bench()
    bench.eyes.shown = None
    runner = bench.start(bench.dealer.see(lambda _view: True, 100))
    with pytest.raises(RehearsalStuck, match="stays dead"):
        bench.run(runner, STALE_MS + 100)


def test_a_card_seen_in_the_muck_is_no_answer_to_a_key() -> None:
    bench = Bench()
    before = screen(running=hand(seats=(seat(1, cards=2), seat(2, cards=2))), at=2)
    bench.eyes.shown = before
    mucked = screen(running=hand(seats=(seat(1, cards=0), seat(2, cards=2)), muck=2, stub=48), at=2, seq=2)
    runner = bench.start(bench.dealer.key((Key.CHECK_CALL,), before, "a check"))
    bench.run(runner, 2_000, at={500: lambda: setattr(bench.eyes, "shown", mucked)})
    assert not runner.done


def test_a_dealt_card_is_waited_for_until_it_has_left_the_stub() -> None:
    bench = Bench()
    before = screen("burn", hand(seats=(seat(1, cards=2), seat(2, cards=2))))
    bench.eyes.shown = before
    mucked = screen("burn", hand(seats=(seat(1, cards=0), seat(2, cards=2)), muck=2, stub=48))
    burned = screen("deal_flop", hand(seats=(seat(1, cards=0), seat(2, cards=2)), muck=2, burns=1, stub=47))
    runner = bench.start(bench.dealer.deal(Spot.BURN, before))
    bench.run(runner, 1_000, at={200: lambda: setattr(bench.eyes, "shown", mucked)})
    assert not runner.done, "a folded card that reaches the muck is not the burn"
    bench.run(runner, 2_000, at={1_500: lambda: setattr(bench.eyes, "shown", burned)})
    assert runner.done
    assert bench.hands.done == [("draw", Spot.BURN)]


def test_a_dealt_card_that_raises_a_finding_is_seen_too() -> None:
    bench = Bench()
    before = screen("table_closed")
    bench.eyes.shown = before
    runner = bench.start(bench.dealer.deal(Spot.SEAT_1, before))
    wrong = screen("call_floor", findings=(finding(1, "leftover_card"),))
    bench.run(runner, 1_000, at={300: lambda: setattr(bench.eyes, "shown", wrong)})
    assert runner.done


def test_an_order_is_given_again_only_while_nobody_answers() -> None:
    bench = Bench()
    bench.eyes.answers = [Rejection("unreachable"), None]
    runner = bench.start(bench.dealer.order(OpenTable(), Role.FLOOR))
    bench.run(runner, 20_000)
    assert len(bench.eyes.orders) == 2
    bench.eyes.answers = [Rejection("not_now")]
    runner = bench.start(bench.dealer.order(OpenTable(), Role.FLOOR))
    bench.run(runner, 40_000)
    assert len(bench.eyes.orders) == 3


def test_pauses_are_people_s_and_none_at_full_speed() -> None:
    slow, quick, none = Pace(1, 1.0).pauses(), Pace(1, 10.0).pauses(), Pace(1, None).pauses()
    thinking = [slow.before("act") for _ in range(50)]
    assert min(thinking) >= 700
    assert len(set(thinking)) > 20
    assert all(abs(pause / 10 - quick.before("act")) <= 1 for pause in thinking)
    assert none.before("act") == 0


def test_who_has_more_in_front_than_the_bet_that_is_to_be_made_does_not_know_on() -> None:
    """Chips of a hand before, whose last key was wrong and ended it: nobody pushes less than nothing."""
    bench = Bench()
    purse = Purse(bench.hands, stacks={SeatNo(3): Chips(900)}, bets={SeatNo(3): Chips(600)})
    company = Company(bench.dealer, purse, 1, ErrorLog(), lambda: iter(()))
    view = screen(at=3, keys=keys(3, wager="bet", min_to=Chips(400), max_to=Chips(400)))
    wish = Act(ActKind.WAGER, adds=Chips(400 - purse.bet(SeatNo(3))), to=Chips(400))
    with pytest.raises(RehearsalStuck, match="more lies in front of seat 3"):
        bench.run(bench.start(company.act(view, None, wish)), 20_000)
    assert bench.presses() == []
