"""What a running step still wants, in words: which card from where to where, and never the face of a hidden one."""

import inspect

import pytest

from table_controller.core import procedure
from table_controller.messages import catalogue, text
from table_controller.views.shapes import ProcedureView
from tests.recovery.scenes import Scene

KEYS = catalogue("en").keys()
FIVE = "act 1 check, act 2 check, act 3 check, act 4 check, act 5 check"
TURN = f"deal, @calls, flop, {FIVE}, turn"


def running(body: str, rules: str) -> ProcedureView:
    played = Scene("", body, rules).played()
    assert played.failure is None
    assert played.final.procedure is not None
    return played.final.procedure


def lines(body: str, rules: str = "ukrainian") -> list[str]:
    return [text(message, "en", "missing") for message in running(body, rules).missing]


def test_a_card_that_has_to_move_is_one_line_with_its_open_face() -> None:
    assert lines(f"{TURN}, @signed") == ["3♦: board → set-aside spot"]


def test_the_betting_is_named_by_its_street() -> None:
    assert lines(f"{TURN}, @signed, move 3d board -> hold") == ["Flop: the betting is over"]


def test_a_card_of_the_deck_is_counted_and_not_named() -> None:
    moved = f"{TURN}, @signed, move 3d board -> hold, act 6 check"
    assert lines(moved) == ["1 card → board"]
    assert lines(f"{moved}, burn") == ["1 card → board"]


def test_the_pool_counts_what_goes_back_into_it() -> None:
    """UA34: the stub of 32 and the early turn."""
    turned = f"{TURN}, @signed, move 3d board -> hold, act 6 check, burn, draw board, @checks"
    assert lines(turned) == ["3♦: set-aside spot → deck", "The deck of 33 cards, shuffled, cut and back in the shoe"]
    assert lines(f"{turned}, return hold") == ["The deck of 33 cards, shuffled, cut and back in the shoe"]


def test_several_ways_are_left_to_the_dealer() -> None:
    """A flop of four may be set aside or go back at once."""
    wanted = lines("deal, @calls, burn, draw board, draw board, draw board, draw board, @signed", "slovak")
    assert wanted == ["7♠ Q♣ 5♦ 5♠ away from: board"]


def test_nobody_reads_which_of_four_cards_is_drawn_or_which_hole_card_is_too_many() -> None:
    """M8 draws one of the face-down cards; M4 takes a hidden one back."""
    scrambled = lines("deal, @calls, burn, draw board, draw board, draw board, draw board, @signed", "tda_2024")
    assert scrambled == ["1 card: board → burns"]
    assert lines("deal, draw seat 1, key ok", "ukrainian") == ["1 card: seat 1 → deck"]


def test_an_exposed_card_is_named_when_it_goes_to_the_burns() -> None:
    shown = "draw seat 1, draw seat 2, draw seat 3 up, key ok"
    assert lines(shown, "slovak") == ["9♠: seat 3 → burns"]


def test_what_went_wrong_instead_stays_beside_what_is_missing() -> None:
    """Shuffling the early turn in at once is not the Ukrainian way."""
    wrong = running(f"{TURN}, @signed, move 3d board -> hold, return hold", "ukrainian")
    assert wrong.failed is not None
    assert text(wrong.failed, "en", "seen") == "a card from set-aside spot went into the deck"
    assert [step.state for step in wrong.steps][:2] == ["done", "failed"]


def test_a_key_is_offered_only_where_no_sensor_sees_the_step() -> None:
    turned = f"{TURN}, @signed, move 3d board -> hold, act 6 check, burn, draw board, @checks"
    assert running(turned, "ukrainian").by_key
    assert not running(f"{TURN}, @signed", "ukrainian").by_key


@pytest.mark.parametrize("what", [*procedure._MET])
def test_every_need_has_words(what: str) -> None:
    named = {"cards": "move", "up": "move_up", "lies": "move", "on": "move", "mixed": "shuffled"}.get(what, what)
    assert f"missing.{named}" in KEYS
    assert f"`{what}`" in (inspect.getdoc(procedure.Need) or "")
