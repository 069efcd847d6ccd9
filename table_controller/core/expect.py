"""The only card movements that may come next, and the dealer's next step.

One reading of the state for everybody: irregularities compare what happens with it, views show it, lamps light by it, the robot
dealer follows it. It must not know what went wrong nor how to repair it. It never depends on a card nobody has seen.
"""

import msgspec

from table_controller.core.button import plan, ready_seats
from table_controller.core.claims import undecided
from table_controller.core.events import Street
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.messages import Message
from table_controller.core.places import SEAT_PLACES, Place
from table_controller.core.procedure import seat_of, seats_owed, to_be_mucked, unconfirmed
from table_controller.core.questions import PLAYING_BOARD
from table_controller.core.ranking import BadCardsError
from table_controller.core.showdown import awards_of
from table_controller.core.state import HandState, SeatStatus, TableState

BOARD_TARGET: dict[Street, int] = {Street.DEAL: 0, Street.PREFLOP: 3, Street.FLOP: 4, Street.TURN: 5}
"""How many cards lie on the board once the street after this one is complete."""


class Expectation(msgspec.Struct, frozen=True, gc=False):
    """What may come next.

    `place`: where the next card of the deck has to land; None: no card may leave the deck. `seat`: the seat, when it is a seat's.
    `nth`: which card of that place it will be, from 1: first or second hole card, number of the burn, slot of the board.
    `step`: the dealer's next step, a message key with its parameters.
    `mucking`: seats whose cards may go to the muck. `gathering`: all cards may go back to the deck.
    """

    step: Message
    place: Place | None = None
    seat: SeatNo | None = None
    nth: int = 0
    mucking: tuple[SeatNo, ...] = ()
    gathering: bool = False


_BOARD_STEP: dict[Street, str] = {Street.PREFLOP: "deal_flop", Street.FLOP: "deal_turn", Street.TURN: "deal_river"}


def expected(state: TableState) -> Expectation:
    """What may come next. While the table is locked or paused no card may leave the deck, and the step is the floor's."""
    ideal = card_expected(state)
    if state.locked:
        return Expectation(Message("call_floor"), mucking=ideal.mucking, gathering=ideal.gathering)
    if state.paused is not None and not state.in_hand:
        return Expectation(Message("table_paused"), gathering=ideal.gathering)
    waiting = _to_confirm(state) or _to_put_right(state) if state.findings else None
    if waiting is not None:
        return Expectation(waiting, mucking=ideal.mucking, gathering=ideal.gathering)
    return ideal


def _to_confirm(state: TableState) -> Message | None:
    """The dealer's own finding, which is put right as soon as the key says so."""
    numbers = unconfirmed(state)
    open_ones = [one for one in state.findings if one.number in numbers and one.procedure]
    return Message("confirm_finding", {"code": open_ones[-1].code}) if open_ones else None


def _to_put_right(state: TableState) -> Message | None:
    """The dealer's own step that went otherwise: no card leaves the deck before it is as it should be."""
    return next((one.step.text for one in reversed(state.procedures) if one.failed is not None and one.step is not None), None)


def card_expected(state: TableState) -> Expectation:
    """`expected` without regard to locks: what rules and running procedures want as the cards lie."""
    ideal = _game_expected(state)
    for procedure in reversed(state.procedures):
        awaits = procedure.awaits
        mucking = (*ideal.mucking, *awaits.mucking)
        if not awaits.game:
            nth = 0 if awaits.place is None else len(state.at(awaits.place)) + 1
            step = procedure.step
            prompt = awaits.prompt or (ideal.step if step is None else step.text)
            return Expectation(prompt, awaits.place, seat_of(awaits.place), nth, mucking, bool(awaits.returns))
        ideal = msgspec.structs.replace(ideal, step=awaits.prompt or ideal.step, mucking=mucking)
    return ideal


def _game_expected(state: TableState) -> Expectation:
    hand = state.hand
    if state.drawing:
        return _draw_expected(state)
    if hand is None or hand.street is Street.OVER:
        return _idle_expected(state)
    mucking = _may_muck(state, hand)
    if hand.street is Street.DEAL:
        return _deal_expected(state, hand, mucking)
    if hand.actor is not None:
        return Expectation(Message("action_on", {"seat": hand.actor}), mucking=mucking)
    if hand.street in BOARD_TARGET and not hand.pots_only:
        return _street_expected(state, hand, mucking)
    return Expectation(showdown_step(state), mucking=mucking)


def after_the_betting(state: TableState) -> Expectation | None:
    """What the dealer deals next when the acts of this round are over: he may be ahead of their keys. None: no card comes."""
    hand = state.hand
    if hand is None or hand.actor is None or hand.pots_only or hand.street not in BOARD_TARGET or hand.street is Street.DEAL:
        return None
    return _street_expected(state, hand, ())


def _may_muck(state: TableState, hand: HandState) -> tuple[SeatNo, ...]:
    """Folded and killed hands go to the muck; the actor may fold by throwing his in; at showdown everybody may."""
    seats = (state.seats[number - 1] for number in hand.order)
    done = hand.street is Street.SHOWDOWN or hand.pots_only
    gone = (SeatStatus.FOLDED, SeatStatus.DEAD)
    return tuple(seat.seat for seat in seats if seat.status in gone or seat.seat == hand.actor or done)


def _deal_expected(state: TableState, hand: HandState, mucking: tuple[SeatNo, ...]) -> Expectation:
    """Round the table: the first seat, in the order of the deal, of those with the fewest cards (SK29)."""
    counts = [len(state.at(SEAT_PLACES[seat])) for seat in hand.order]
    if state.procedures:
        counts = _with_owed(state, hand, counts)
    fewest = min(counts)
    if fewest >= 2:
        return Expectation(Message("deal_done"), mucking=mucking)
    seat = hand.order[counts.index(fewest)]
    return Expectation(Message("deal_seat", {"seat": seat}), SEAT_PLACES[seat], seat, fewest + 1, mucking)


def _with_owed(state: TableState, hand: HandState, counts: list[int]) -> list[int]:
    """A card that is owed counts as given until all others have theirs."""
    owed = seats_owed(state)
    given = [count + (seat in owed) for seat, count in zip(hand.order, counts, strict=True)]
    return given if min(given) < 2 else counts


def _street_expected(state: TableState, hand: HandState, mucking: tuple[SeatNo, ...]) -> Expectation:
    """One burn, then as many board cards as the street wants (SK39, SK43, SK47)."""
    board, burns = len(state.at(Place.BOARD)), len(state.at(Place.BURN))
    base = BOARD_TARGET[hand.street] - (3 if hand.street is Street.PREFLOP else 1)
    if board <= base and hand.burns_due and hand.burns_due[0]:
        return Expectation(Message("burn"), Place.BURN, None, burns + 1, mucking)
    return Expectation(Message(_BOARD_STEP[hand.street]), Place.BOARD, None, board + 1, mucking)


def _draw_expected(state: TableState) -> Expectation:
    """One open card to each player (SK22)."""
    for seat in state.drawing:
        if not state.at(SEAT_PLACES[seat]):
            return Expectation(Message("deal_seat", {"seat": seat}), SEAT_PLACES[seat], seat, 1)
    return Expectation(Message("confirm_draw"), gathering=True)


def _idle_expected(state: TableState) -> Expectation:
    if not state.ready:
        return Expectation(Message("gather_cards"), gathering=True)
    if not state.open or state.closing:
        return Expectation(Message("table_closed"), gathering=True)
    coming = plan(state)
    if coming is None:
        why = "wait_players" if len(ready_seats(state)) < 2 else "draw_button"
        return Expectation(Message(why), gathering=True)
    button, first = coming.positions.button, coming.order[0]
    step = Message("start_hand", {"seat": first})
    if state.button_sighted not in (None, button):
        step = Message("place_button", {"seat": button})
    return Expectation(step, SEAT_PLACES[first], first, 1, gathering=True)


def showdown_step(state: TableState) -> Message:
    """Whether a seat that throws its cards away plays the board; who shows next; or that the pots go out."""
    asked = next((question.seat for question in state.questions if question.key == PLAYING_BOARD), None)
    if asked is not None:
        return Message("announce_board", {"seat": asked})
    hand = state.hand
    if hand is not None and not hand.pots_only:
        for number in hand.show_order:
            seat = state.seats[number - 1]
            if undecided(state.rules, seat):
                return Message("show", {"seat": number})
    dead = to_be_mucked(state)
    if dead is not None:
        return Message("kill_muck", {"seat": dead})
    return Message("award", {"pot": "main", "seats": " ".join(map(str, _main_pot_to(state)))})


def _main_pot_to(state: TableState) -> tuple[SeatNo, ...]:
    """Who gets the main pot, by the hands that lie open; nobody while this process cannot tell."""
    hand = state.hand
    if hand is None or not hand.pots_only:
        return ()
    try:
        return tuple(award.seat for award in awards_of(state, hand, (Chips(0),) * len(hand.pots)) if award.pot == 0)
    except BadCardsError:
        return ()
