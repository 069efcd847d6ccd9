"""Where the button and the blinds are in the next hand, and who is dealt in (RULEBOOK B3, B5, SK73, SK74, TDA 32, 34-B).

One function answers for every mode: `plan`. It reads the last hand's positions, who is ready now and what was put by hand; it
changes nothing, so the table may be previewed as often as one likes until the first card lands.
"""

import msgspec

from table_controller.core.events import BlindKind
from table_controller.core.ids import MAX_SEATS, SeatNo, after
from table_controller.core.rules import ButtonMode, NewcomerPost, SeatTaking
from table_controller.core.state import HandState, SeatState, TableState

_SK70 = SeatTaking.NOT_BETWEEN_BLINDS_NOR_BUTTON
_POST_OR_WAIT = NewcomerPost.BIG_BLIND_OR_WAIT

_ENTRY_POSTS = frozenset({BlindKind.EXTRA_BB, BlindKind.BOTH, BlindKind.DEAD_SB, BlindKind.EXTRA_SB, BlindKind.BB, BlindKind.SB})


class Positions(msgspec.Struct, frozen=True, gc=False):
    """Button and blinds. The button and a dead small blind may be at seats that nobody plays."""

    button: SeatNo
    small_blind: SeatNo | None
    """Who posts it; None: nobody."""
    big_blind: SeatNo | None


class HandPlan(msgspec.Struct, frozen=True, gc=False):
    """The next hand as it would begin now. `order`: who is dealt in, in the order of the deal."""

    positions: Positions
    order: tuple[SeatNo, ...]
    away: tuple[SeatNo, ...]
    owing: tuple[tuple[SeatNo, bool, bool], ...]


def ready_seats(state: TableState) -> tuple[SeatNo, ...]:
    """Who has chips and wants cards, waiting for a blind or not."""
    return tuple([seat.seat for seat in state.seats if seat.stack > 0 and seat.player is not None and not seat.sitting_out])


def full_seats(state: TableState, ready: tuple[SeatNo, ...]) -> tuple[SeatNo, ...]:
    """Those of the ready seats who owe nothing for the next hand: they may get the button, a small blind, and cards anywhere.

    Newcomers wait for the big blind or post it (SK68), returners for what they missed (SK71, SK72).
    """
    waiting = [seat.seat for seat in state.seats if seat.waits or seat.owes_big or seat.owes_small]
    if state.rules.newcomer_post is _POST_OR_WAIT:
        waiting += [seat.seat for seat in state.seats if seat.newcomer]
    if not waiting:
        return ready
    entering = [post.seat for post in state.promised if post.what in _ENTRY_POSTS]
    return tuple([number for number in ready if number in entering or number not in waiting])


def _settled(state: TableState, full: tuple[SeatNo, ...]) -> tuple[SeatNo, ...]:
    """Those of them among whom the button and small blind go round: by SK70 nobody who only comes back."""
    if state.rules.seat_taking is not _SK70:
        return full
    return tuple([number for number in full if not _comes_back(state.seats[number - 1])])


def _comes_back(seat: SeatState) -> bool:
    return seat.owes_big or seat.owes_small


def next_of(seats: tuple[SeatNo, ...], seat: SeatNo) -> SeatNo | None:
    """The first of the seats clockwise after `seat`, which itself comes last."""
    return after(seats, seat)[0] if seats else None


def between(seat: SeatNo, start: SeatNo, end: SeatNo) -> bool:
    """Strictly between two seats, clockwise from `start`."""
    return 0 < (seat - start) % MAX_SEATS < (end - start) % MAX_SEATS


def _positions(state: TableState, ready: tuple[SeatNo, ...], full: tuple[SeatNo, ...]) -> Positions | None:
    """Button and blinds of the next hand; None while nobody knows where the button is or fewer than two may play."""
    if len(ready) < 2:
        return None
    placed = state.button_placed
    if placed is not None:
        return _from_button(placed.seat, full, ready, placed.small_blind, placed.big_blind, bool(placed.no_small_blind))
    if state.last_button is None or state.last_big_blind is None:
        return None if state.button_sighted is None else _from_button(state.button_sighted, full, ready)
    return _moved(state, _without_two_handed_waiters(state, full), _without_two_handed_waiters(state, ready))


def _from_button(
    button: SeatNo,
    full: tuple[SeatNo, ...],
    ready: tuple[SeatNo, ...],
    small: SeatNo | None = None,
    big: SeatNo | None = None,
    no_small: bool = False,
) -> Positions:
    """Blinds worked out from where the button was put, except those that were named."""
    if small is None and not no_small:
        small = button if len(ready) == 2 and button in ready else next_of(full or ready, button)
    if big is None:
        big = next_of(ready, small if small is not None else button)
    return Positions(button, None if no_small else small, big)


def _moved(state: TableState, full: tuple[SeatNo, ...], ready: tuple[SeatNo, ...]) -> Positions | None:
    last_big, last_button = state.last_big_blind, state.last_button
    if last_big is None or last_button is None or len(ready) < 2:
        return None
    if len(ready) == 2:
        return _heads_up(ready, last_big)
    mode = state.rules.button_mode
    if mode is ButtonMode.DEAD_BUTTON:
        return _dead_button(state, full, ready, last_big)
    two_handed = state.last_small_blind == last_button
    gone = state.last_small_blind is not None and state.last_small_blind not in ready
    if mode is ButtonMode.STAYS_IF_SMALL_BLIND_LEFT and gone and not two_handed:
        return _from_button(last_button, full, ready)
    return _from_button(next_of(full or ready, last_button) or last_button, full, ready)


def _heads_up(ready: tuple[SeatNo, ...], last_big: SeatNo) -> Positions:
    """Two players: the button is the small blind, and nobody is the big blind twice in a row (TDA 34-B)."""
    big = after(ready, last_big)[0]
    button = after(ready, big)[0]
    return Positions(button, button, big)


def _dead_button(state: TableState, full: tuple[SeatNo, ...], ready: tuple[SeatNo, ...], last_big: SeatNo) -> Positions:
    """The big blind goes to the next player, the small blind to where it was, the button to where the small one was (TDA 32)."""
    button = state.last_small_blind
    if button is None:
        button = SeatNo((last_big - 2) % len(state.seats) + 1)
    return Positions(button, last_big if last_big in full else None, next_of(ready, last_big))


def _without_two_handed_waiters(state: TableState, seats: tuple[SeatNo, ...]) -> tuple[SeatNo, ...]:
    """After a heads-up hand a newcomer between button and big blind waits one hand (B5)."""
    button, big = state.last_button, state.last_big_blind
    if button is None or big is None or state.last_small_blind != button or state.hand is None:
        return seats
    played = state.hand.order
    stay = tuple(seat for seat in seats if seat in played or not between(seat, button, big))
    return stay if len(stay) >= 2 else seats


def plan(state: TableState) -> HandPlan | None:
    """The next hand as it would begin now; None while it cannot."""
    ready = ready_seats(state)
    hand = state.hand
    if hand is not None and hand.outcome == "void" and state.button_placed is None:
        return _same_again(hand, ready)
    full = full_seats(state, ready)
    where = _positions(state, ready, _settled(state, full))
    if where is None or where.big_blind is None:
        return None
    order = after(_dealt_in(state, where, ready, full), where.button)
    if len(order) < 2:
        return None
    if len(order) == 2 and where.small_blind != where.button:
        where = _two_left(state, where, order)
        order = after(order, where.button)
    away = tuple([number for number in order if state.seats[number - 1].away])
    return HandPlan(where, order, away, _owing(state, where))


def _two_left(state: TableState, where: Positions, order: tuple[SeatNo, ...]) -> Positions:
    """Of more who sit ready only two are dealt in: heads-up, unless somebody said otherwise."""
    placed = state.button_placed
    if placed is not None and (placed.big_blind is not None or placed.small_blind is not None or placed.no_small_blind):
        return where
    if placed is None and state.last_big_blind is not None:
        return _heads_up(order, state.last_big_blind)
    return _from_button(where.button, order, order)


def _same_again(hand: HandState, ready: tuple[SeatNo, ...]) -> HandPlan | None:
    """A voided hand is dealt again to the same seats with the same button and blinds; who has left since is left out."""
    order = tuple([number for number in hand.order if number in ready])
    if len(order) < 2:
        return None
    where = Positions(hand.button, hand.small_blind, hand.big_blind)
    if len(order) == 2 < len(hand.order) or hand.big_blind not in order or hand.small_blind not in (None, *order):
        where = _from_button(hand.button, order, order)
        order = after(order, where.button)
    return HandPlan(where, order, tuple([number for number in hand.away if number in order]), hand.owing)


def _dealt_in(state: TableState, where: Positions, ready: tuple[SeatNo, ...], full: tuple[SeatNo, ...]) -> tuple[SeatNo, ...]:
    seats = _without_two_handed_waiters(state, full)
    posts = (where.big_blind, where.small_blind)
    waiting = [number for number in ready if number not in seats and number in posts]
    entering = [number for number in seats if (seat := state.seats[number - 1]).newcomer or seat.owes_big or seat.owes_small]
    if not waiting and not entering:
        return seats
    return tuple([number for number in (*seats, *waiting) if not _in_forbidden_place(state, number, where)])


def in_forbidden_place(state: TableState, number: SeatNo) -> bool:
    """Whether a seat that would come in with the next hand may not do so where it sits."""
    coming = plan(state)
    return coming is not None and _in_forbidden_place(state, number, coming.positions)


def _in_forbidden_place(state: TableState, number: SeatNo, where: Positions) -> bool:
    """A newcomer may not come in between certain positions (K25: SK69, TDA 10, RR); he waits until the button has passed.

    By SK70 who comes back may not sit right in front of the button, where the blinds have just passed, but waits for it.
    """
    seat, rule = state.seats[number - 1], state.rules.seat_taking
    if not seat.newcomer:
        sk70 = rule is _SK70 and _comes_back(seat)
        return sk70 and between(number, where.button, where.small_blind or where.big_blind or where.button)
    if number in (where.big_blind, where.small_blind) or where.big_blind is None:
        return False
    if rule is SeatTaking.FREE:
        return False
    if rule is SeatTaking.NOT_BETWEEN_SMALL_BLIND_AND_BUTTON:
        return between(number, where.button, where.small_blind or where.big_blind)
    if rule is SeatTaking.NOT_BETWEEN_BLINDS_NOR_BUTTON:
        start = where.small_blind or where.button
        return number == where.button or between(number, start, where.big_blind)
    return between(number, where.button, where.big_blind)


def _owing(state: TableState, where: Positions) -> tuple[tuple[SeatNo, bool, bool], ...]:
    """Seats the blinds pass over in this hand, with whether each owes a big and a small blind afterwards (SK71)."""
    last_big, last_small = state.last_big_blind, state.last_small_blind
    if last_big is None or where.big_blind is None or state.button_placed is not None:
        return ()
    found = []
    small_from = last_small if last_small is not None else last_big
    small_to = where.small_blind if where.small_blind is not None else last_big
    for seat in state.seats:
        if seat.player is None or not seat.sitting_out or seat.newcomer:
            continue
        big = seat.owes_big or between(seat.seat, last_big, where.big_blind)
        small = seat.owes_small or between(seat.seat, small_from, small_to) or (big and seat.seat == last_big)
        if big or small:
            found.append((seat.seat, big, small))
    return tuple(found)
