"""What a page draws of one table, worked out of its view. Must not know HTML, and can show nothing the view does not hold."""

import msgspec

from table_controller.core.ids import Chips, SeatNo
from table_controller.views.alarm_shape import AlarmView
from table_controller.views.shapes import PitView, SeatView
from web_dashboard.pages.geometry import Spot, spots

P1, NEEDS_SOMEBODY, P2, P3, ASKS, CALM = range(6)


class Pip(msgspec.Struct, frozen=True):
    """One seat on a tile. `status`: the seat's status, or `empty`."""

    seat: int
    status: str
    actor: bool


class Tile(msgspec.Struct, frozen=True):
    """One table on the wall. `urgency`: lower is nearer the front. `more`: alarms besides the most pressing one."""

    view: PitView
    urgency: int
    alarm: AlarmView | None
    more: int
    pot: Chips
    pips: tuple[Pip, ...]
    actor: SeatView | None


class SeatPicture(msgspec.Struct, frozen=True):
    """One seat of the drawn table. `taken` None: nobody sits there. `marks`: D, SB, BB."""

    seat: SeatNo
    spot: Spot
    taken: SeatView | None
    actor: bool
    shown: tuple[str, ...]
    marks: tuple[str, ...]
    won: Chips


class TablePicture(msgspec.Struct, frozen=True):
    """The drawn table. `board`: always five, None where no card lies."""

    view: PitView
    seats: tuple[SeatPicture, ...]
    board: tuple[str | None, ...]
    extra_board: tuple[str, ...]
    pot: Chips


def pot_of(view: PitView) -> Chips:
    """Everything in the middle: pots and the bets of the running round; nothing once it has been pushed."""
    if view.hand is None or view.hand.winners:
        return Chips(0)
    return Chips(sum(pot.amount for pot in view.hand.pots) + sum(seat.bet for seat in view.hand.seats))


def pressing(alarms: tuple[AlarmView, ...]) -> tuple[AlarmView, ...]:
    """Those that trouble somebody, the most pressing first, the older before the newer."""
    return tuple(sorted((alarm for alarm in alarms if not alarm.quiet), key=lambda alarm: (alarm.priority, alarm.since)))


def urgency_of(view: PitView) -> int:
    """How much this table needs somebody."""
    alarms = pressing(view.alarms)
    if alarms:
        foremost = alarms[0].priority
        if foremost == 1:
            return P1
        return NEEDS_SOMEBODY if view.state == "locked" else (P2 if foremost == 2 else P3)
    if view.state == "locked":
        return NEEDS_SOMEBODY
    return ASKS if view.questions or view.state == "paused" else CALM


def tile_of(view: PitView) -> Tile:
    """What the wall shows of a table."""
    alarms = pressing(view.alarms)
    taken = {seat.seat: seat for seat in view.seats}
    actor = None if view.hand is None or view.hand.actor is None else taken.get(view.hand.actor)
    pips = tuple(
        Pip(number, taken[SeatNo(number)].status if number in taken else "empty", actor is not None and actor.seat == number)
        for number in range(1, view.max_seats + 1)
    )
    return Tile(view, urgency_of(view), alarms[0] if alarms else None, max(0, len(alarms) - 1), pot_of(view), pips, actor)


def picture_of(view: PitView) -> TablePicture:
    """What the table page draws."""
    board = view.hand.board if view.hand is not None else ()
    padded = (*board[:5], *(None for _ in range(5 - len(board))))
    places = enumerate(spots(view.max_seats), start=1)
    seats = tuple(_seat(view, SeatNo(number), spot) for number, spot in places)
    return TablePicture(view, seats, padded, board[5:], pot_of(view))


def _seat(view: PitView, number: SeatNo, spot: Spot) -> SeatPicture:
    taken = next((seat for seat in view.seats if seat.seat == number), None)
    hand = view.hand
    if hand is None:
        marks = ("D",) if view.next_button == number or (view.next_button is None and view.button_seen == number) else ()
        return SeatPicture(number, spot, taken, False, (), marks, Chips(0))
    here = (("D", hand.button), ("SB", hand.small_blind_seat), ("BB", hand.big_blind_seat))
    return SeatPicture(
        number,
        spot,
        taken,
        hand.actor == number,
        hand.shown.get(str(number), ()),
        tuple(mark for mark, seat in here if seat == number),
        Chips(sum(award.amount for award in hand.winners if award.seat == number)),
    )
