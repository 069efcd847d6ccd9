"""No sequence of physical events, keys and rulings breaks conservation, voids without the right level, or leads to no way on."""

import random
from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as some

from table_controller.core import facts as seen
from table_controller.core import orders as ask
from table_controller.core.codec import join, split
from table_controller.core.expect import card_expected, expected
from table_controller.core.fold import fold_all
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.orders import AnyOrder, Person
from table_controller.core.places import SEAT_PLACES, Place
from table_controller.core.state import empty_table
from table_controller.house_rules import PRESETS
from tests.recovery.table import AT, DEALER, FLOOR, SECOND, Table, page

RULINGS = [
    "stands",
    "redeal",
    "void",
    "kill",
    "reshuffle_now",
    "river_becomes_turn",
    "to_burn",
    "misdeal",
    "at_once",
    "after_deal",
    "scramble_four",
    "reshuffle",
    "restore_order",
    "one_burn_later",
    "clean_hand_cards",
    "retrievable",
    "final",
    "supply",
    "none",
    "nonsense",
]
LATE = ("check", "call", "fold", "bet", "raise", "all_in", "dance")


def sensible(table: Table) -> None:
    """What the screen asks for, as far as it is a card, a key or a signature."""
    wanted = expected(table.state)
    key = wanted.step.key
    if key == "confirm_finding":
        table.order(ask.ConfirmStep(), DEALER)
    elif key == "call_floor":
        table.sign()
    elif wanted.place is not None:
        table.draw(wanted.place)
    elif key == "action_on":
        table.order(table.rng.choice((ask.Fold(), ask.CheckOrCall(), ask.CheckOrCall(), ask.BetOrRaise(), ask.AllIn())), DEALER)
    elif key == "show":
        table.order(ask.Show(), DEALER)
    elif key == "award":
        table.order(ask.Award(), DEALER)
    elif not table.state.in_hand:
        table.gather()
    else:
        repair(table)


def repair(table: Table) -> None:
    """Any movement that the running step allows."""
    awaits = table.state.procedures[-1].awaits if table.state.procedures else None
    if awaits is None:
        return
    for source, card in table.lying():
        targets = [to for place, to in awaits.moves if place is source]
        targets += [Place.SHOE] if source in awaits.returns else []
        if targets:
            table.move(source, card, table.rng.choice(targets))
            return
    table.shuffle()


def astray(table: Table) -> None:
    wanted = card_expected(table.state).place or Place.BOARD
    seat = SEAT_PLACES[SeatNo(table.rng.randint(1, 8))]
    table.draw(table.rng.choice((wanted, Place.BURN, Place.BOARD, seat, Place.HOLD, Place.OUT, Place.MUCK)))


def moved(table: Table) -> None:
    if lying := table.lying():
        table.move(*table.rng.choice(lying), table.rng.choice((*Place, Place.SHOE, Place.HOLD, Place.BOARD, Place.BURN)))


def sensed(table: Table) -> None:
    rng, seat = table.rng, SeatNo(table.rng.randint(1, 7))
    table.fact(
        rng.choice(
            (
                seen.SeatSensed(at=AT, seat=seat, present=rng.random() < 0.6),
                seen.ButtonSeen(at=AT, seat=seat),
                seen.UnknownTag(at=AT, tag=f"aa{rng.randint(1, 3)}", place=rng.choice(list(Place))),
                seen.DeckSeen(at=AT, present=rng.random() < 0.5, count=rng.choice((None, len(table.deck), 50))),
                seen.ClockRan(at=AT, seat=seat),
            )
        )
    )


def betting(rng: random.Random, seat: SeatNo) -> tuple[AnyOrder, ...]:
    """Acts of any seat, words, chips with and without values, the clock, the board."""
    amount = Chips(rng.choice((1, 5, 10, 20, 45, 300, 5000)))
    return (
        ask.Fold(seat=seat),
        ask.Check(seat=seat),
        ask.Call(seat=seat),
        ask.BetOrRaise(seat=seat, to=amount),
        ask.Raise(seat=seat, to=amount),
        ask.Declare(seat=seat, what=rng.choice(LATE), to=rng.choice((None, amount))),
        ask.PushChips(seat=seat, amount=amount, chips=rng.choice(((), (amount,)))),
        ask.PlayingBoard(seat=seat),
        ask.Show(seat=seat),
        ask.Clock(),
        ask.AnswerQuestion(question=rng.randint(1, 4), answer=rng.choice(("yes", "no"))),
    )


REPORTS = ("string_bet", "wrong_amount_stated", "mucked_by_mistake", "hidden_chips", "folded_over_line", "nonsense")


def said(table: Table) -> None:
    rng, seat = table.rng, SeatNo(table.rng.randint(1, 7))
    codes = [finding.code for finding in table.state.findings] or ["none"]
    orders: tuple[tuple[AnyOrder, Person], ...] = (
        *((ask.ConfirmStep(), by) for by in (DEALER, FLOOR, SECOND)),
        (ask.Cancel(), DEALER),
        (ask.Exposed(seat=seat), DEALER),
        (ask.Exposed(), DEALER),
        (ask.Flashed(seat=seat, by_dealer=rng.random() < 0.5), DEALER),
        *((order, DEALER) for order in (ask.Boxed(), ask.Misdeal(), ask.DealDone(), ask.Undo(), ask.CallFloor())),
        (ask.Rule(code=rng.choice(codes), ruling=rng.choice(RULINGS), seat=seat), rng.choice((FLOOR, DEALER))),
        (ask.OverrideStep(reason="so"), rng.choice((FLOOR, DEALER))),
        (ask.KillHand(seat=seat, reason="so"), rng.choice((FLOOR, DEALER))),
        (ask.Resume(reason="so"), rng.choice((FLOOR, DEALER))),
        (ask.VoidHand(reason="so"), rng.choice((FLOOR, SECOND, DEALER))),
        (ask.Countersign(order_seq=1), rng.choice((SECOND, FLOOR))),
        (ask.Late(seat=seat, act=rng.choice(LATE), to=Chips(30)), DEALER),
        *((order, DEALER) for order in (ask.Fold(), ask.CheckOrCall(), ask.AllIn(), ask.Show(), ask.Muck(), ask.Award())),
        (ask.Absent(seat=seat), FLOOR),
        (ask.Back(seat=seat), FLOOR),
        (ask.NextHand(), DEALER),
        *((order, DEALER) for order in betting(rng, seat)),
        (ask.PushPot(pot=rng.randint(0, 2), seat=seat), FLOOR),
        (ask.Report(code=rng.choice(REPORTS), seat=rng.choice((seat, None))), FLOOR),
    )
    table.order(*rng.choice(orders))


DOINGS: tuple[Callable[[Table], None], ...] = (
    *(sensible,) * 9,
    *(astray,) * 3,
    moved,
    moved,
    lambda table: table.shuffle(),
    lambda table: table.lose(),
    sensed,
    *(said,) * 4,
)


def back_to_the_next_hand(table: Table) -> bool:
    """Floor and second person sign, void, let play go on, and have the cards gathered."""
    for _ in range(20):
        if not table.state.in_hand and table.state.ready and not table.state.locked:
            return True
        for by in (FLOOR, SECOND):
            table.order(ask.ConfirmStep(), by)
        table.order(ask.VoidHand(reason="end") if table.state.in_hand else ask.Resume(reason="end"), FLOOR)
        if not table.state.in_hand:
            table.gather()
    return False


@given(some.integers(0, 2**32), some.sampled_from(PRESETS), some.sampled_from((2, 3, 6)), some.integers(10, 120))
@settings(max_examples=120, deadline=None)
def test_whatever_is_done_the_laws_hold_and_the_floor_finds_a_way_on(seed: int, rules: str, players: int, doings: int) -> None:
    table = Table(random.Random(seed), rules, players)
    for _ in range(doings):
        table.rng.choice(DOINGS)(table)
        table.look()
    assert back_to_the_next_hand(table)


@given(some.integers(0, 2**32), some.sampled_from(PRESETS), some.integers(10, 90))
@settings(max_examples=60, deadline=None)
def test_the_record_leads_to_the_same_table_and_to_the_same_pages(seed: int, rules: str, doings: int) -> None:
    table = Table(random.Random(seed), rules, 4)
    for _ in range(doings):
        table.rng.choice(DOINGS)(table)
    parts = [split(event) for event in table.events]
    again = [join(part.kind, part.version, part.public, part.secret) for part in parts]
    assert fold_all(empty_table(10), again) == table.state
    followed = fold_all(empty_table(10), [join(part.kind, part.version, part.public, None) for part in parts])
    own, shown = page(table.state), page(followed)
    assert (shown.prompt, shown.procedure, shown.findings, shown.state) == (own.prompt, own.procedure, own.findings, own.state)
