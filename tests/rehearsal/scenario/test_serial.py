"""Scenarios through simulated devices: the deck as the scenario says, keys for what the keypad has a word for, a table that comes
to rest, and the same outcome as straight.

What each statement does is tested both ways in `test_cards` and `test_people`.
"""

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from hardware.simulator.faults import SpoilWire
from hardware.simulator.line import WireFaults
from hardware.simulator.zones import Zone
from table_controller.bootstrap.scenario import direct_stage, play
from table_controller.bootstrap.serial_deck import deck_for
from table_controller.bootstrap.serial_stage import SerialStage, virtual_stage
from table_controller.core import keypad
from table_controller.core import orders as ask
from table_controller.core.cards import FULL_DECK, JOKER
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.orders import AnyOrder
from table_controller.core.places import Place
from table_controller.rehearsal.scenario import Run, Scenario, parse, run
from table_controller.rehearsal.scenario.keys import keys_for
from table_controller.rehearsal.scenario.play_direct import DirectPlayer
from table_controller.rehearsal.scenario.stage import DEALER, Stage
from tests.rehearsal.scenario.conftest import SHORT, SIX, Scenes

HEADS_UP = "rules tda_2024\nlimit no 5/10\nseats 1=100 2=100\nbutton 1\n"
CHECKED_DOWN = "deal\n@calls\nflop\n@checks\nturn\n@checks\nriver\n@checks\n"


def scenario(body: str, head: str = SIX) -> Scenario:
    text = head.replace("{rules}", "tda_2024") + body
    for word, lines in SHORT.items():
        text = text.replace(f"@{word}", lines)
    return parse("test.table", text + "\n")


# --- the deck ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", ["", "deck Ts 2s", "deck Qh Qh' JK XX XX 2c", "deck XX\nswap_deck JK\nnext_hand\ndeck Qh' 2h"])
def test_the_registry_knows_52_cards_of_the_deck_whatever_lies_in_it(deck: str) -> None:
    cards = deck_for(scenario(deck, HEADS_UP))
    assert cards.registry.size() == 52
    assert len({card.uid for card in cards.cards.cards}) == len(cards.cards.cards)


def test_duplicates_and_jokers_are_registered_and_unknown_tags_are_not() -> None:
    cards = deck_for(scenario("deck Qh Qh' JK XX 2c", HEADS_UP))
    known = Counter(entry.face for entry in cards.registry.cards if entry.deck == 0)
    (strange,) = [card for card in cards.pieces if card.tag]
    assert (known[JOKER], known[FULL_DECK[42]], len(known)) == (1, 2, 51)
    assert strange not in cards.known
    assert bytes.fromhex(strange.tag) not in {entry.tag for entry in cards.registry.cards}


def test_52_cards_lie_in_the_shoe_in_the_order_of_the_scenario() -> None:
    with virtual_stage(scenario("deck Qh Qh' JK XX 2c\nswap_deck", HEADS_UP)) as stage:
        shoe, box = stage.rig.look(lambda table: (table.truth.zone(Zone.DECK), table.truth.zone(Zone.BOX)))
    assert [card.face for card in shoe[:5]] == [42, 42, 52, 53, 0]
    assert len(shoe) == 52
    assert len(box) >= 52


def test_a_second_deck_with_a_joker_is_played_and_counted(through_serial: Scenes) -> None:
    body = "draw seat 2\nrule x void\nswap_deck JK 2c\nexpect pool 52\ndraw seat 2\nexpect finding joker_or_foreign"
    assert not through_serial.why(body, head=HEADS_UP)


def test_the_opening_draw_is_dealt_and_put_back(through_serial: Scenes) -> None:
    """Highest card next to the button, on its left."""
    head = "rules slovak\nlimit no 5/10\nseats 1=100 2=100 3=100\nbutton draw 9s Kh Ks\ndeck Ts Ks\n"
    body = "expect button 2\nexpect pool 52\ndraw seat 3\ndraw seat 1\nexpect holes 3 Ts\nexpect holes 1 Ks\nexpect clean"
    assert not through_serial.why(body, head=head)


# --- keys ----------------------------------------------------------------------------------------------------------------


def at(body: str) -> Stage:
    """The table after these lines, played straight."""
    stages = []

    def make(one: Scenario) -> Stage:
        stages.append(direct_stage(one))
        return stages[0]

    assert run(scenario(body), make).failure is None
    return stages[0]


def seat(number: int) -> SeatNo:
    return SeatNo(number)


@pytest.mark.parametrize(
    ("before", "order", "keys"),
    [
        ("", ask.Call(seat=seat(3)), (11,)),
        ("act 3 call\nact 4 fold\nact 5 fold\nact 6 fold\nact 1 fold", ask.Check(seat=seat(2)), (11,)),
        ("", ask.Raise(seat=seat(3), to=Chips(120)), (1, 2, 0, 12)),
        ("@calls\nflop", ask.Bet(seat=seat(1), to=Chips(40)), (4, 0, 12)),
        ("", ask.AllIn(seat=seat(3)), (13,)),
        ("", ask.Fold(seat=seat(3)), (10,)),
        ("", ask.Fold(seat=seat(5)), (19, 5, 10)),
        ("", ask.Call(seat=seat(5)), (19, 5, 11)),
        ("", ask.Exposed(seat=seat(3)), (19, 3, 17)),
        ("", ask.ReportAbsent(seat=seat(10)), (19, 1, 0, 20)),
        ("", ask.Flashed(seat=seat(3), by_dealer=False), (19, 3, 15)),
        ("", ask.Flashed(seat=seat(3), by_dealer=True), (19, 3, 18)),
        ("", ask.Misdeal(), (20,)),
        ("", ask.Cancel(), (23,)),
        ("", ask.Undo(), (15,)),
    ],
)
def test_an_order_is_said_by_these_keys(before: str, order: AnyOrder, keys: tuple[int, ...]) -> None:
    assert keys_for(order, at(f"deal\n{before}").state, DEALER) == keys


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (ask.Check(seat=seat(3)), "the one key for both would be a call"),
        (ask.Bet(seat=seat(3), to=Chips(40)), "the one key for both would be a raise"),
        (ask.Raise(seat=seat(5), to=Chips(40)), "an amount has no room beside a seat"),
        (ask.Show(seat=seat(3)), "no hand is shown before the showdown"),
        (ask.Award(), "no key says it at every moment"),
        (ask.TopUp(seat=seat(3), amount=Chips(5)), "the floor's affair"),
        (ask.Absent(seat=seat(3)), "the floor's; the dealer has a key that says the same"),
    ],
)
def test_what_the_keypad_would_say_otherwise_goes_by_the_control_link(order: AnyOrder, why: str) -> None:
    assert keys_for(order, at("deal").state, DEALER) is None, why


def test_a_check_out_of_turn_is_not_keyed_where_a_held_bet_would_make_it_a_call(through_serial: Scenes) -> None:
    assert not through_serial.why("deal\nact 6 raise 40\nact 2 check\nexpect refused")


def test_hands_are_shown_and_mucked_by_seat() -> None:
    state = at(CHECKED_DOWN).state
    assert keys_for(ask.Show(seat=seat(4)), state, DEALER) == (keypad.SEAT, 4, keypad.BET_OR_RAISE)
    assert keys_for(ask.Muck(seat=seat(4)), state, DEALER) == (keypad.SEAT, 4, keypad.FOLD)


def test_without_a_keypad_the_dealer_has_the_screen(through_serial: Scenes) -> None:
    body = "deal\nlost keypad\nfound keypad\nact 3 call\nexpect actor 4\nlost keypad\nkey misdeal\n"
    assert not through_serial.why(body + "expect finding deal_interrupted")


# --- coming to rest ------------------------------------------------------------------------------------------------------


def run_with(stage: SerialStage, one: Scenario, faults: WireFaults, device: str = "board") -> Run:
    """Plays on a line that is spoilt from the first statement on."""

    def make_player(the_stage: Stage, setting: object) -> DirectPlayer:
        stage.rig.look(lambda table: table.order(SpoilWire(device, faults)))
        return DirectPlayer(the_stage, one.setting)

    return run(one, lambda _: stage, make_player)


def test_a_table_that_does_not_come_to_rest_fails_with_line_and_reason() -> None:
    one = scenario("expect clean\nburn\nexpect clean")
    with virtual_stage(one) as stage:
        failure = run_with(stage, one, WireFaults(silent=True)).failure
    assert failure is not None
    assert failure.line == SIX.count("\n") + 2
    assert failure.why == "burn: the table does not come to rest: it waits for events of board to be acknowledged"


def test_a_noisy_line_changes_nothing() -> None:
    one = scenario(CHECKED_DOWN + "@shows\naward\nexpect clean\nexpect winner 3\nexpect stub 32")
    with virtual_stage(one) as stage:
        assert run_with(stage, one, WireFaults(drop=0.002, flip=0.002, duplicate=0.002)).failure is None
        board = stage.rig.look(lambda table: table.boards["board"].device)
    assert board.waiting == 0


def test_a_card_on_the_floor_is_not_waited_for() -> None:
    one = scenario("draw seat 1\ndraw dropped")
    with virtual_stage(one) as stage:
        run(one, lambda _: stage)
        assert stage.now < 3_000
        assert stage.state.at(Place.NOWHERE) == ()


def test_devices_the_simulated_table_has_not_cannot_be_lost(through_serial: Scenes) -> None:
    assert "has no device camera" in through_serial.why("lost camera")


def test_what_a_silent_shoe_saw_is_known_when_it_is_back(both_ways: Scenes) -> None:
    body = "lost shoe\ndraw seat 1\ndraw seat 2\nexpect holes 1\nfound shoe\nexpect holes 1 Ts\nexpect holes 2 2s\nexpect clean"
    assert not both_ways.why(body)


# --- the same as straight ------------------------------------------------------------------------------------------------

SURE = """deal|flop|turn|river|burn|draw board|draw seat 2|draw seat 3 up|draw dropped|draw out|shuffle|swap_deck|award|next_hand
act 3 call|act 4 call|act 4 fold|act 1 call|act 2 check|act 1 check|act 1 bet 20|act 3 raise 40|push 3 25|key_only 3 call
key boxed|key misdeal|key floor|key ok|key cancel|key undo|key deal_done|rule x void|rule x stands|wait 4s|wait 9s
move board -> hold|return hold|return board|return seat 2|return seat 3|move burn -> muck|move seat 4 -> muck|return burn
act 1 show|key exposed 2|drop stub|button_at 2|move Qh board -> hold|return XX top|found JK burn|post 3 bb
absent 3|back 3|leave 4|sit 4 200|topup 3 100"""
STATEMENTS = SURE.replace("\n", "|").split("|")
STRANGE = "rules {rules}\nlimit no 5/10\nseats 1=400 2=950 3=200 4=1000\nbutton 4\ndeck Ts 2s Qh Qh' 5c JK Js 4d XX 7c\n"


def outcome(one: Run) -> tuple[object, ...]:
    final = one.final
    seats = [(place.seat, place.stack, place.bet, place.cards, place.status) for place in final.seats]
    return one.failure, [(seen.line, seen.raised.code) for seen in one.history.findings], seats, final.hand, one.history.steps


@pytest.mark.parametrize("seed", range(40))
def test_any_play_has_the_same_outcome_both_ways(seed: int) -> None:
    """Absurd plays too. Nothing is stuck in the shoe: when the patience with it ends is a matter of how long people take."""
    rng = random.Random(seed)
    head = rng.choice((SIX, STRANGE)).replace("{rules}", rng.choice(("slovak", "ukrainian", "tda_2024", "roberts_v11")))
    body = possible(head, rng.choices(STATEMENTS, k=20))
    straight, serial = (outcome(play(parse("any", head + "\n".join(body)), through)) for through in (None, "serial"))
    assert serial == straight, body


def possible(head: str, body: Sequence[str]) -> list[str]:
    """Without the statements that the cards on the table do not allow."""
    left = list(body)
    while (failure := play(parse("any", head + "\n".join(left))).failure) is not None:
        del left[failure.line - head.count("\n") - 1]
    return left


def test_the_same_over_pseudo_terminals() -> None:
    body = "draw seat 1 up\nexpect finding hole_exposed_first\ndraw seat 2\nexpect holes 2 2s\nlost shoe\nexpect state locked"
    one = scenario(body)
    assert play(one, "pty").failure is None
