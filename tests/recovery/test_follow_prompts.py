"""After any one error a dealer who only does what the prompts say brings the hand to its end."""

import random

from hypothesis import given, settings
from hypothesis import strategies as some

from table_controller.core import facts as seen
from table_controller.core import orders as ask
from table_controller.core.expect import card_expected, expected
from table_controller.core.ids import SeatNo
from table_controller.core.places import SEAT_PLACES, Place
from table_controller.house_rules import PRESETS
from tests.recovery.table import AT, DEALER, Table

MOST_STEPS = 400
BASE = {"preflop": 0, "flop": 3, "turn": 4}


class Follower:
    """Knows how to carry out each prompt, and nothing else."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def move(self, source: Place, to: Place, nth: int = 0) -> None:
        """The card that came last, or the `nth`."""
        self.table.move(source, self.table.state.at(source)[nth - 1], to)

    def all_of(self, source: Place, to: Place, leave: int = 0) -> None:
        while len(self.table.state.at(source)) > leave:
            self.move(source, to)

    def step(self) -> None:
        wanted = expected(self.table.state)
        key, params = wanted.step.key, wanted.step.params
        if key == "call_floor":
            self.table.sign()
        elif key == "confirm_finding":
            assert self.table.order(ask.ConfirmStep(), DEALER) is None
        elif wanted.place is not None:
            self.table.draw(wanted.place)
        else:
            getattr(self, key)(**params)

    def action_on(self, seat: int) -> None:
        if self.table.order(self.table.rng.choice((ask.CheckOrCall(), ask.BetOrRaise(), ask.Fold())), DEALER) is not None:
            assert self.table.order(ask.CheckOrCall(), DEALER) is None

    def show(self, seat: int) -> None:
        assert self.table.order(ask.Show(), DEALER) is None

    def award(self, **_pots: object) -> None:
        assert self.table.order(ask.Award(), DEALER) is None

    def announce_board(self, seat: int) -> None:
        assert self.table.order(ask.ConfirmStep(), DEALER) is None, f"seat {seat} does not play the board"

    def deal_done(self) -> None:
        assert self.table.order(ask.DealDone(), DEALER) is None

    def gather_cards(self) -> None:
        self.table.gather()

    def flop_aside(self) -> None:
        if not self.table.state.at(Place.BOARD):  # the second burn goes too
            self.move(Place.BURN, Place.HOLD)
        self.all_of(Place.BOARD, Place.HOLD)

    def street_aside(self) -> None:
        hand = self.table.state.hand
        self.all_of(Place.BOARD, Place.HOLD, BASE[hand.street] if hand is not None else 0)

    turn_aside = street_aside

    def shuffle_aside(self) -> None:
        self.all_of(Place.HOLD, Place.SHOE)
        self.table.shuffle()

    def stub_shuffle(self) -> None:
        self.table.shuffle()

    def stub_collect(self, place: str) -> None:
        self.move(Place(place), Place.SHOE)

    def scramble_draw(self) -> None:
        self.move(Place.BOARD, Place.BURN)

    flop_draw_burn = stands_extra_burn = scramble_draw

    def extra_back(self, seat: int) -> None:
        for place in SEAT_PLACES.values():
            self.all_of(place, Place.SHOE, 2)

    def two_back(self) -> None:
        self.move(Place.BOARD, Place.SHOE)

    def two_out(self) -> None:
        self.move(Place.BOARD, Place.OUT)

    def swap_to_burn(self, seat: int, nth: int) -> None:
        lying = self.table.state.at(SEAT_PLACES[SeatNo(seat)])
        up = [nth for nth, card in enumerate(lying, start=1) if card.up]
        self.move(SEAT_PLACES[SeatNo(seat)] if up else Place.NOWHERE, Place.BURN, up[0] if up else 0)

    def kill_muck(self, seat: int) -> None:
        self.all_of(SEAT_PLACES[SeatNo(seat)], Place.MUCK)

    stands_muck = kill_muck

    def move_slide(self, seat: int, place: str) -> None:
        self.move(Place(place), SEAT_PLACES[SeatNo(seat)])

    def order_move(self, nth: int, source: str, to: str) -> None:
        self.move(Place(source), Place(to), nth)

    order_top = order_move

    def put_back(self, source: str, to: str) -> None:
        self.move(Place(source), Place(to))

    def scrap_unneeded(self, place: str) -> None:
        self.move(Place(place), Place.SHOE)


def err(table: Table, kind: str) -> None:
    """One thing that goes wrong."""
    seat = SeatNo(table.rng.randint(1, 8))
    wanted = card_expected(table.state).place
    spots = {
        "burn": (Place.BURN,),
        "board": (Place.BOARD,),
        "street": (Place.BURN, Place.BOARD),
        "two streets": (Place.BURN, Place.BOARD) * 2,
        "two burns": (Place.BURN, Place.BURN),
        "seat": (SEAT_PLACES[seat],),
        "muck": (Place.MUCK,),
        "exposed": () if wanted is None else (wanted,),
    }
    for spot in spots.get(kind, ()):
        table.draw(spot)
    if kind == "exposed":
        table.order(ask.Exposed(), DEALER)
    elif kind == "boxed":
        table.order(ask.Boxed(), DEALER)
    elif kind == "done":
        table.order(ask.DealDone(), DEALER)
    elif kind == "lost":
        table.lose()
    elif kind == "stub":
        table.fact(seen.DeckSeen(at=AT, present=False))
    elif kind == "absent":
        table.fact(seen.SeatSensed(at=AT, seat=seat, present=False))


KINDS = [
    "burn",
    "board",
    "street",
    "two streets",
    "two burns",
    "seat",
    "muck",
    "exposed",
    "boxed",
    "done",
    "lost",
    "stub",
    "absent",
]


@given(
    some.integers(0, 2**32),
    some.sampled_from(PRESETS),
    some.sampled_from((2, 3, 6)),
    some.sampled_from(KINDS),
    some.integers(0, 40),
    some.integers(0, 3),
)
@settings(max_examples=300, deadline=None)
def test_the_prompts_lead_to_the_end_of_the_hand(
    seed: int, rules: str, players: int, kind: str, when: int, acts_before_it_is_noticed: int
) -> None:
    table = Table(random.Random(seed), rules, players)
    follower = Follower(table)
    for step in range(MOST_STEPS):
        hand = table.state.hand
        if step > when and hand is not None and not hand.live and hand.outcome != "void":
            break
        if expected(table.state).step.key == "wait_players":
            return
        if step == when:
            err(table, kind)
            for _ in range(acts_before_it_is_noticed if table.state.in_hand else 0):
                table.order(ask.CheckOrCall(), DEALER)
        follower.step()
    else:
        raise AssertionError("the prompts lead nowhere")
    table.gather()
    assert (table.state.findings, table.state.procedures, table.state.locked) == ((), (), False)
