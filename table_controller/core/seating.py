"""Who sits down, leaves, is away, comes back, and with how much (SK13-SK19, SK68-SK72; RULEBOOK B7, B9).

The stake is locked from the first card of a hand until its pots are pushed (SK15).
"""

from table_controller.core import orders as ask
from table_controller.core.draft import Draft
from table_controller.core.events import ChipsToppedUp, PlayerAway, PlayerLeft, PlayerReturned, PlayerSeated
from table_controller.core.fold_table import find
from table_controller.core.messages import Rejection
from table_controller.core.orders import Person
from table_controller.core.rules import HalfBuyIn, MissedBlinds
from table_controller.core.stakes import Stakes
from table_controller.core.state import SeatState, SeatStatus, TableState

_PLAYING = frozenset({SeatStatus.LIVE, SeatStatus.ALL_IN})


def _player(state: TableState, number: int) -> SeatState | Rejection:
    seat = find(state, number)
    if seat is None:
        return Rejection("no_such_seat", {"seat": number})
    return seat if seat.player is not None else Rejection("seat_empty", {"seat": number})


def _in_running_hand(state: TableState, seat: SeatState) -> bool:
    return state.in_hand and seat.status is not SeatStatus.OUT


def sit_down(draft: Draft, order: ask.Seat, _by: Person) -> Rejection | None:
    """A player takes an empty seat with at least the minimum buy-in (SK13)."""
    state = draft.state
    seat = find(state, order.seat)
    if seat is None:
        return Rejection("no_such_seat", {"seat": order.seat})
    if not order.player.strip():
        return Rejection("name_needed")
    if seat.player is not None or seat.stack or _in_running_hand(state, seat):
        return Rejection("seat_taken", {"seat": order.seat})
    if (wrong := _no_buy_in(state.stakes, order.chips)) is not None:
        return wrong
    owes = state.rules.missed_blinds is not MissedBlinds.NONE
    draft.add(
        PlayerSeated(
            seat=order.seat,
            player=order.player,
            chips=order.chips,
            newcomer=order.newcomer and _game_has_begun(state),
            owes_big=owes and order.owes_big,
            owes_small=owes and order.owes_small,
        )
    )
    return None


def _no_buy_in(stakes: Stakes, chips: int) -> Rejection | None:
    if chips <= 0 or chips < stakes.min_buy_in:
        return Rejection("below_buy_in", {"min": max(1, stakes.min_buy_in)})
    if stakes.max_buy_in is not None and chips > stakes.max_buy_in:
        return Rejection("above_buy_in", {"max": stakes.max_buy_in})
    return None


def _game_has_begun(state: TableState) -> bool:
    """Hands have been played here, or it is settled who has the button: who sits down now is new to the game (SK68)."""
    return state.hands > 0 or state.last_button is not None or state.button_placed is not None


def leave(draft: Draft, order: ask.Leave, _by: Person) -> Rejection | None:
    """The player goes with his chips; not while he can still win a pot."""
    seat = find(draft.state, order.seat)
    if seat is None:
        return Rejection("no_such_seat", {"seat": order.seat})
    if seat.player is None and not seat.stack:
        return Rejection("seat_empty", {"seat": order.seat})
    if draft.state.in_hand and seat.status in _PLAYING:
        return Rejection("hand_running", {"seat": order.seat})
    draft.add(PlayerLeft(seat=order.seat, chips=seat.stack))
    return None


def absent(draft: Draft, order: ask.Absent | ask.ReportAbsent, _by: Person) -> Rejection | None:
    """Not at the table (SK84)."""
    seat = _player(draft.state, order.seat)
    if isinstance(seat, Rejection):
        return seat
    if seat.away:
        return Rejection("already_away", {"seat": order.seat})
    draft.add(PlayerAway(seat=order.seat, sitting_out=False))
    return None


def sit_out(draft: Draft, order: ask.SitOut, _by: Person) -> Rejection | None:
    """Keeps the seat, wants no cards."""
    seat = _player(draft.state, order.seat)
    if isinstance(seat, Rejection):
        return seat
    if seat.sitting_out:
        return Rejection("already_away", {"seat": order.seat})
    draft.add(PlayerAway(seat=order.seat, sitting_out=True))
    return None


def back(draft: Draft, order: ask.Back, _by: Person) -> Rejection | None:
    """Is at the table again; owes what was missed where the house asks for it (SK71, RR)."""
    seat = _player(draft.state, order.seat)
    if isinstance(seat, Rejection):
        return seat
    if not seat.away and not seat.sitting_out:
        return Rejection("not_away", {"seat": order.seat})
    owes = draft.state.rules.missed_blinds is not MissedBlinds.NONE
    draft.add(PlayerReturned(seat=order.seat, owes_big=owes and seat.owes_big, owes_small=owes and seat.owes_small))
    return None


def top_up(draft: Draft, order: ask.TopUp, _by: Person) -> Rejection | None:
    """Chips are added: never during a hand the seat plays (SK15), and only up to a playable stake (SK17, SK19)."""
    state = draft.state
    seat = _player(state, order.seat)
    if isinstance(seat, Rejection):
        return seat
    if order.amount <= 0:
        return Rejection("no_amount")
    if state.rules.stake_locked_from_first_card and _in_running_hand(state, seat):
        return Rejection("stake_locked")
    rules, stakes = state.rules, state.stakes
    after = seat.stack + order.amount
    half_rule = rules.topup_min if seat.stack else rules.rebuy_min
    half = (stakes.min_buy_in + 1) // 2
    if half_rule is HalfBuyIn.HALF_MIN_BUY_IN and after < half:
        return Rejection("below_half_buy_in", {"min": half})
    if stakes.max_buy_in is not None and after > stakes.max_buy_in:
        return Rejection("above_buy_in", {"max": stakes.max_buy_in})
    draft.add(ChipsToppedUp(seat=order.seat, amount=order.amount))
    return None
