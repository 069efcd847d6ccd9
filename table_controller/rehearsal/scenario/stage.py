"""The product as a scenario reaches it, and the setting of its table before the first action."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import msgspec

from table_controller.alarms import Alarms
from table_controller.core import orders as ask
from table_controller.core.events import AnyEvent, TableOpened
from table_controller.core.ids import MAX_SEATS, Chips, Millis
from table_controller.core.messages import Rejection
from table_controller.core.orders import AnyOrder, Person, Role
from table_controller.core.stakes import Limit, Stakes
from table_controller.core.state import TableState
from table_controller.rehearsal.scenario.deck import Physical, made_of
from table_controller.rehearsal.scenario.player import ImpossibleError
from table_controller.rehearsal.scenario.setting import Flag, SeatLine, Setting

if TYPE_CHECKING:
    from table_controller.rehearsal.scenario.felt import Felt

DEALER = Person(Role.DEALER, via="keypad")
FLOOR = Person(Role.FLOOR, name="floor", via="scenario")
SECOND = Person(Role.SURVEILLANCE, name="second", via="scenario")

SMALLEST_BUY_IN = 10
"""Big blinds that a newcomer to a scenario's table must bring: the language leaves it to us."""

_BIG = {Flag.MISSED_BB, Flag.MISSED_BOTH}
_SMALL = {Flag.MISSED_SB, Flag.MISSED_BOTH}


class Stage(Protocol):
    """One table. `events`: everything recorded so far. `now`: its clock; `wall`: the same as UTC milliseconds.

    `felt`: what lies on it and who sits around it; UnsettledError when what was done there stays unknown.
    """

    @property
    def felt(self) -> "Felt": ...

    @property
    def state(self) -> TableState: ...

    @property
    def alarms(self) -> Alarms: ...

    @property
    def events(self) -> Sequence[AnyEvent]: ...

    @property
    def now(self) -> Millis: ...

    @property
    def wall(self) -> int: ...

    def give(self, order: AnyOrder, by: Person) -> Rejection | None:
        """An order, decided, judged and recorded; the rejection if it was refused."""
        ...


def opened(setting: Setting, name: str) -> TableOpened:
    """The first event of the table."""
    return TableOpened(
        name=name,
        rules=setting.profile.rules,
        stakes=stakes_of(setting),
        seats=MAX_SEATS,
        simulated=True,
    )


def stakes_of(setting: Setting) -> Stakes:
    """Fixed limit names its bets; its blinds are half the small bet, in whole chips, and the small bet."""
    line, money = setting.limit, setting.profile.money
    fixed = line.limit is Limit.FIXED_LIMIT
    return Stakes(
        limit=line.limit,
        small_blind=Chips(line.small // 2 // setting.chip * setting.chip) if fixed else line.small,
        big_blind=line.small if fixed else line.big,
        small_bet=line.small if fixed else Chips(0),
        big_bet=line.big if fixed else Chips(0),
        ante=money.ante if setting.ante is None else setting.ante,
        straddle=setting.straddle,
        posted_by_hand=not setting.blinds_posted,
        chip=setting.chip,
        rake=money.rake(),
    )


def set_table(stage: Stage, setting: Setting) -> None:
    """Seats, button and deck. ImpossibleError where the product does not take the table as it is said."""
    old = [line for line in setting.seats if Flag.NEW not in line.flags or setting.button_draw]
    for line in old:
        _sit(stage, line)
    _place_button(stage, setting)
    for line in setting.seats:
        if line not in old:
            _sit(stage, line)
    _must(stage, ask.SetStakes(stakes=_with_buy_in(stakes_of(setting))))
    stage.felt.deck_in(made_of(setting.deck))


def _with_buy_in(stakes: Stakes) -> Stakes:
    """Who is seated by the setting has played on; who buys in afterwards needs what the house asks for (SK13, SK17, SK19)."""
    return msgspec.structs.replace(stakes, min_buy_in=Chips(SMALLEST_BUY_IN * stakes.big_blind))


def _must(stage: Stage, order: AnyOrder) -> None:
    refused = stage.give(order, FLOOR)
    if refused is not None:
        raise ImpossibleError(f"the table cannot be set like this: {refused.code}")


def _sit(stage: Stage, line: SeatLine) -> None:
    flags = line.flags
    seat = ask.Seat(
        seat=line.seat,
        player=f"P{line.seat}",
        chips=line.stack,
        newcomer=Flag.NEW in flags,
        owes_big=bool(flags & _BIG),
        owes_small=bool(flags & _SMALL),
    )
    _must(stage, seat)
    stage.felt.seat_taken(line.seat, present=Flag.ABSENT not in flags)
    if Flag.ABSENT in flags:
        _must(stage, ask.Absent(seat=line.seat))
    if Flag.SITTING_OUT in flags:
        _must(stage, ask.SitOut(seat=line.seat))


def _place_button(stage: Stage, setting: Setting) -> None:
    last = setting.last_hand
    if setting.button is not None:
        _must(stage, ask.PlaceButton(seat=setting.button))
    elif last is not None:
        _must(stage, ask.LastHand(button=last.button, small_blind=last.small_blind, big_blind=last.big_blind))
    else:
        _draw_for_button(stage, setting)


def _draw_for_button(stage: Stage, setting: Setting) -> None:
    """One open card to each player, the button, and all cards back (SK22-SK24)."""
    _must(stage, ask.DrawForButton())
    stage.felt.drawn_for_button(tuple(zip(stage.state.drawing, drawn_cards(setting), strict=False)))
    stage.felt.deck_out()
    stage.felt.deck_in(made_of(setting.deck))


def drawn_cards(setting: Setting) -> list[Physical]:
    """The cards of the opening draw."""
    return made_of(setting.button_draw)[: len(setting.button_draw)]
