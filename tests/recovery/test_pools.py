"""The size of every reshuffle pool for every number of players (RULEBOOK 4), and one less with a card out of play."""

import pytest

from tests.recovery.scenes import DECK, Scene

PLAYERS = range(2, 11)


def scene(players: int, body: str, rules: str) -> Scene:
    seats = " ".join(f"{seat}=1000" for seat in range(1, players + 1))
    return Scene("", body, rules, seats=seats, button=players)


def order(players: int, street: str) -> list[int]:
    """Who acts, first to last. With two the button is the small blind and the first before the flop."""
    if players == 2:
        return [2, 1] if street == "preflop" else [1, 2]
    return [*range(3, players + 1), 1, 2] if street == "preflop" else list(range(1, players + 1))


def acts(players: int, street: str, left: int = 0) -> str:
    """Everybody calls or checks, but for the last `left`."""
    seats = order(players, street)
    word = "call" if street == "preflop" else "check"
    said = [f"act {seat} {word}" for seat in seats]
    if street == "preflop":
        said[-1] = f"act {seats[-1]} check"
    return ", ".join(said[: len(said) - left])


def last(players: int, street: str) -> str:
    return acts(players, street).split(", ")[-1]


ASIDE = "move board -> hold, return hold, shuffle"


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("boxed", [False, True], ids=["", "boxed"])
def test_a_flop_that_is_dealt_again(players: int, boxed: bool) -> None:
    out = "key boxed, key ok, draw out, " if boxed else ""
    body = f"deal, {acts(players, 'preflop')}, {out}flop, draw board, @signed, {ASIDE}, expect pool {51 - 2 * players - boxed}"
    assert scene(players, body, "slovak").why() == ""


@pytest.mark.parametrize("players", PLAYERS)
def test_a_premature_flop(players: int) -> None:
    body = (
        f"deal, {acts(players, 'preflop', 1)}, flop, @signed, move board -> hold, {last(players, 'preflop')}, "
        "return hold, shuffle,"
        f"expect pool {51 - 2 * players}"
    )
    assert scene(players, body, "tda_2024").why() == ""


@pytest.mark.parametrize("players", PLAYERS)
def test_a_flop_without_a_burn(players: int) -> None:
    body = (
        f"deal, {acts(players, 'preflop')}, draw board, draw board, draw board, @signed, {ASIDE}, expect pool {52 - 2 * players}"
    )
    assert scene(players, body, "roberts_v11").why() == ""


def early_turn(players: int) -> str:
    return (
        f"deal, {acts(players, 'preflop')}, flop, {acts(players, 'flop', 1)}, turn, @signed, move 0 board -> hold,"
        f"{last(players, 'flop')}"
    )


def with_turn_card(players: int, body: str) -> str:
    """The turn lies fourth on the board; scenes name cards."""
    cards = (DECK + " " + REST).split()
    return body.replace("move 0", f"move {cards[2 * players + 5]}").replace("move 1", f"move {cards[2 * players + 7]}")


REST = "Ac 3h Qh Kh 2c Qd 6s Th 6c Tc 2h 9d 8c Jh 7d 3c 4h Td 5h 2d As 8h Kd 9c Ks 6d"


def dealt(players: int, body: str, rules: str) -> str:
    seats = " ".join(f"{seat}=1000" for seat in range(1, players + 1))
    text = with_turn_card(players, body)
    return Scene("", text, rules, deck=f"{DECK} {REST}", seats=seats, button=players).why()


@pytest.mark.parametrize("players", PLAYERS)
def test_a_premature_turn_reshuffled_now(players: int) -> None:
    body = f"{early_turn(players)}, return hold, shuffle, expect pool {47 - 2 * players}"
    assert dealt(players, body, "slovak") == ""


@pytest.mark.parametrize("players", PLAYERS)
def test_a_premature_turn_where_the_river_becomes_the_turn(players: int) -> None:
    body = f"{early_turn(players)}, turn, {acts(players, 'turn')}, return hold, shuffle, expect pool {45 - 2 * players}"
    assert dealt(players, body, "ukrainian") == ""


@pytest.mark.parametrize("players", PLAYERS)
def test_a_premature_river(players: int) -> None:
    body = (
        f"deal, {acts(players, 'preflop')}, flop, {acts(players, 'flop')}, turn, {acts(players, 'turn', 1)}, river, @signed,"
        f"move 1 board -> hold, {last(players, 'turn')}, return hold, shuffle, expect pool {45 - 2 * players}"
    )
    assert dealt(players, body, "hungarian") == ""


@pytest.mark.parametrize("players", PLAYERS)
def test_turn_and_river_both_too_early(players: int) -> None:
    body = (
        f"deal, {acts(players, 'preflop')}, flop, {acts(players, 'flop', 1)}, turn, river, @signed, move 0 board -> hold,"
        f"move 1 board -> hold, {last(players, 'flop')}, return hold, shuffle, expect pool {46 - 2 * players}"
    )
    assert dealt(players, body, "tda_2024") == ""


@pytest.mark.parametrize("players", PLAYERS)
def test_a_stub_that_fell_after_the_flop(players: int) -> None:
    body = f"deal, {acts(players, 'preflop')}, flop, drop stub, @signed, shuffle, expect pool {48 - 2 * players}"
    assert scene(players, body, "tda_2024").why() == ""


@pytest.mark.parametrize("players", PLAYERS)
def test_a_misdeal_takes_every_card_back(players: int) -> None:
    home = ", ".join(f"return seat {seat}" for seat in range(1, players + 1))
    body = f"deal, draw seat 2, @signed, {home}, shuffle, expect pool 52, deal, expect attempt 2"
    assert scene(players, body, "slovak").why() == ""
