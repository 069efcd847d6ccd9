"""Ranking against an independent count of every hand and PokerKit (SK65-SK67, SK90, SK91, PL14-PL16, FINDINGS)."""

import random
from collections import Counter
from itertools import combinations

import pytest
from pokerkit import Card as TheirCard
from pokerkit import StandardHighHand

from table_controller.core.cards import FULL_DECK, JOKER, UNREAD, Card, cards, text_of
from table_controller.core.ranking import BadCardsError, best_five, category, plays_board, rank

ALL_FIVE = {
    "royal_flush": 4,
    "straight_flush": 36,
    "four_of_a_kind": 624,
    "full_house": 3744,
    "flush": 5108,
    "straight": 10200,
    "three_of_a_kind": 54912,
    "two_pair": 123552,
    "pair": 1098240,
    "high_card": 1302540,
}


@pytest.mark.slow
def test_every_five_cards_fall_into_the_known_categories() -> None:
    assert Counter(category(rank(five)) for five in combinations(FULL_DECK, 5)) == ALL_FIVE


@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [
        ("AhKhQhJhTh", "KsQsJsTs9s"),
        ("5h4h3h2hAh", "9c9d9h9sAc"),
        ("2c2d2h2s3c", "AcAdAhKcKd"),
        ("2c2d2h3c3d", "AhKhQhJh9h"),
        ("7h5h4h3h2h", "AcKdQhJsTc"),
        ("5c4d3h2sAc", "AcAdAhKcQd"),
        ("2c2d2h4c3d", "AcAdKcKdQs"),
        ("8c8d7c7dKs", "8h8s7h7sJs"),
        ("3c3d2c2d4s", "AcAdKcQdJs"),
        ("2c2d3c4d5s", "AcKdQhJs9c"),
        ("AhKhQhJh9h", "AcKcQcJc8c"),
        ("6c5d4h3s2c", "5c4d3h2sAc"),
    ],
)
def test_the_order_of_hands(stronger: str, weaker: str) -> None:
    assert rank(cards(stronger)) < rank(cards(weaker))


def test_suits_never_decide() -> None:
    assert rank(cards("AcKcQcJc9c")) == rank(cards("AsKsQsJs9s"))


def test_seven_cards_are_their_best_five_and_agree_with_pokerkit() -> None:
    dealer = random.Random(11)
    strengths = []
    for _ in range(300):
        seven = tuple(dealer.sample(FULL_DECK, 7))
        strength = rank(seven)
        assert strength == min(rank(five) for five in combinations(seven, 5))
        five = best_five(seven)
        assert set(five) <= set(seven)
        assert rank(five) == strength
        theirs = StandardHighHand.from_game("".join(map(text_of, seven[:2])), "".join(map(text_of, seven[2:])))
        strengths.append((strength, theirs))
    for (ours, theirs), (other, their_other) in combinations(strengths[:120], 2):
        assert (ours < other) == (theirs > their_other)
        assert (ours == other) == (theirs == their_other)
    assert TheirCard


@pytest.mark.parametrize(
    "bad",
    [
        cards("AcKcQcJc"),
        cards("AcKcQcJcAc"),
        (*cards("AcKcQcJc"), JOKER),
        (*cards("AcKcQcJc"), UNREAD),
        (*cards("AcKcQcJc"), Card(-1)),
        (*cards("AcKcQcJc"), Card(5000)),
        cards("AcKcQcJcTc9c8c7c"),
        (),
    ],
    ids=["four", "twice", "joker", "unread", "negative", "beyond", "eight", "none"],
)
def test_what_cannot_be_ranked_is_refused_before_it_reaches_the_library(bad: tuple[Card, ...]) -> None:
    with pytest.raises(BadCardsError) as refused:
        rank(bad)
    assert str(refused.value) == "five to seven different cards are wanted"


def test_sets_come_first_then_high_cards() -> None:
    assert [text_of(card) for card in best_five(cards("2c9d9hKsKd3h9c"))] == ["9d", "9h", "9c", "Ks", "Kd"]


@pytest.mark.parametrize(
    ("board", "hole", "plays"),
    [("TsJsQsKsAs", "2c3d", True), ("TsJsQsKs2h", "As3d", False), ("2c3d4h5s6c", "6d6h", True), ("2c3d4h5s6c", "7d9h", False)],
)
def test_sk49_the_board_alone_is_as_good(board: str, hole: str, plays: bool) -> None:
    five = cards(board)
    assert plays_board(five, rank((*five, *cards(hole)))) is plays


@pytest.mark.parametrize("strength", [0, -1, 7463])
def test_only_strengths_have_a_name(strength: int) -> None:
    with pytest.raises(ValueError, match="strength"):
        category(strength)
