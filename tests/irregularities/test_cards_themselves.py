"""Findings about the cards themselves: counts of the deck, doubles, jokers, unknown tags, cards that vanish or are moved."""

from typing import Any

import pytest

from table_controller.core.cards import JOKER, Card
from table_controller.core.facts import CardInTwoPlaces, CardMissing, DeckSeen, ReadersDisagree, UnknownTag
from table_controller.core.ids import Millis
from table_controller.core.places import Place

AT = Millis(0)


# --- the deck (A1) ---


@pytest.mark.parametrize(("count", "codes"), [(52, []), (51, ["deck_count"]), (53, ["deck_count"]), (None, [])])
def test_a_deck_must_count_52_before_the_deal(table: Any, count: int | None, codes: list[str]) -> None:
    """A1, SK03, CZ01, UA01, HU01."""
    playing = table()
    playing.gather(count)
    assert playing.codes() == codes
    assert [finding.level for finding in playing.found] == [1] * len(codes)


@pytest.mark.parametrize(("count", "codes"), [(40, []), (39, ["deck_count"]), (41, ["deck_count"])])
def test_during_a_hand_deck_and_table_together_must_be_52(table: Any, count: int, codes: list[str]) -> None:
    """A1: the floor's, once cards are out."""
    playing = table()
    playing.play_to("preflop")
    playing.fact(DeckSeen(at=AT, present=True, count=count))
    assert playing.codes() == codes
    assert [finding.level for finding in playing.found] == [2] * len(codes)


def test_a_deck_taken_out_says_nothing_of_its_count(table: Any) -> None:
    playing = table()
    playing.fact(DeckSeen(at=AT, present=False))
    playing.fact(DeckSeen(at=AT, present=True, lid_open=True))
    assert playing.codes() == []


# --- doubles (A2) and jokers (A3) ---


def double(playing: Any, face: int) -> dict[str, Any]:
    """A second piece with this face."""
    return {"face": Card(face), "piece": 60}


def test_two_open_cards_with_one_face_foul_the_deck_at_once(table: Any) -> None:
    """A2, X30, TDA-35-E, RR-irregularity-4: level 3, and no word of rank, seat or place."""
    playing = table()
    playing.play_to("flop")
    on_board = playing.state.at(Place.BOARD)[0].public
    playing.calls()
    playing.to("burn")
    playing.to("board", **double(playing, on_board))
    assert playing.codes() == ["deck_fouled"]
    finding = playing.found[0]
    assert (finding.level, finding.seat, finding.place, finding.position) == (3, None, None, None)


def test_a_board_card_that_somebody_holds_fouls_the_deck(table: Any) -> None:
    """A2: one of the two is seen, so there is nothing to hide."""
    playing = table()
    playing.play_to("turn")
    held = playing.state.at(Place.SEAT_3)[0].hidden.face
    playing.calls()
    playing.to("burn")
    playing.to("board", **double(playing, held))
    assert playing.codes() == ["deck_fouled"]


def test_two_hidden_doubles_are_held_until_the_deal_is_complete(table: Any) -> None:
    """A2: before that, a stopped deal would tell what lies at a seat."""
    playing = table()
    playing.to("1 2 3")
    playing.to("4", **double(playing, 0))
    playing.to("5 6 1 2 3 4 5")
    assert playing.codes() == []
    playing.to("6")
    assert playing.codes() == ["deck_fouled"]


def test_a_double_is_said_once(table: Any) -> None:
    playing = table()
    playing.play_to("preflop")
    playing.to("burn", **double(playing, 0))
    playing.to("board", face=Card(1), piece=61)
    assert playing.codes().count("deck_fouled") == 1


def test_a_registered_joker_is_no_card_of_the_game(table: Any) -> None:
    """A3, TDA-35-A6, RR-irregularity-8: named without seat or place."""
    playing = table()
    playing.to("1 2")
    playing.to("3", face=JOKER)
    assert [(finding.code, finding.level, finding.seat) for finding in playing.found] == [("joker_or_foreign", 2, None)]


def test_two_jokers_do_not_foul_the_deck(table: Any) -> None:
    playing = table()
    playing.to("1", face=JOKER)
    playing.to("2", face=JOKER)
    playing.to("3 4 5 6 1 2 3 4 5 6")
    assert playing.codes() == ["joker_or_foreign"]


@pytest.mark.parametrize(
    ("place", "code"),
    [(Place.SHOE, "joker_or_foreign"), (Place.SEAT_3, "joker_or_foreign"), (Place.SEAT_4, "unregistered_uid")],
)
def test_an_unknown_tag_is_foreign_where_the_next_card_belongs(table: Any, place: Place, code: str) -> None:
    """H4 and A3: out of the deck or at the seat whose card is due; anywhere else only unregistered. The tag may be shown."""
    playing = table()
    playing.to("1 2")
    playing.fact(UnknownTag(at=AT, tag="e004aa", place=place))
    assert playing.codes() == [code]
    assert playing.found[0].public_tag == "e004aa"


@pytest.mark.parametrize("place", [Place.SEAT_3, Place.SEAT_5, Place.BURN])
def test_an_unknown_tag_that_travels_is_said_once(table: Any, place: Place) -> None:
    playing = table()
    playing.to("1 2")
    playing.fact(UnknownTag(at=AT, tag="e004aa", place=Place.SHOE))
    playing.fact(UnknownTag(at=AT, tag="e004aa", place=place))
    assert playing.codes() == ["joker_or_foreign"]


@pytest.mark.parametrize(("place", "code"), [(Place.SEAT_4, "unregistered_uid"), (Place.SHOE, "joker_or_foreign")])
def test_a_flood_of_unknown_tags_in_one_place_is_one_finding_and_few_records(table: Any, place: Place, code: str) -> None:
    """H4: others add to the number; what comes and goes adds nothing."""
    playing = table()
    playing.to("1 2")
    for number in range(300):
        playing.fact(UnknownTag(at=AT, tag=f"e004{number:04x}", place=place, count=number % 3 + 1))
    assert playing.codes() == [code]
    (found,) = playing.state.findings
    assert found.count == (3 if found.place is place else 1)
    assert len(playing.state.tags) <= 3


def test_unknown_tags_in_two_places_are_two_findings(table: Any) -> None:
    playing = table()
    playing.to("1 2")
    for place in (Place.SEAT_4, Place.SEAT_5):
        playing.fact(UnknownTag(at=AT, tag="e004aa", place=place))
    assert playing.codes() == ["unregistered_uid", "unregistered_uid"]


# --- gone and doubled (H) ---


def test_a_card_thrown_off_the_table_in_the_deal(table: Any) -> None:
    """C7, X31, RR-irregularity-12: the card of the seat whose turn it was."""
    playing = table()
    playing.to("1 2 3 4 5 6 1 2 3")
    playing.lost()
    assert [(finding.code, finding.seat, finding.position, finding.level) for finding in playing.found] == [
        ("hole_off_table", 4, 2, 1)
    ]


def test_a_card_that_leaves_the_shoe_and_lands_nowhere(table: Any) -> None:
    """H5."""
    playing = table()
    playing.play_to("before turn")
    playing.lost()
    assert [(finding.code, finding.place) for finding in playing.found] == [("shoe_order_break", Place.BURN)]


@pytest.mark.parametrize(("spot", "place"), [("burn", Place.BURN), ("board", Place.BOARD), ("3", Place.SEAT_3)])
def test_a_card_gone_from_its_place_is_missing(table: Any, spot: str, place: Place) -> None:
    """H1: floor and surveillance."""
    playing = table()
    playing.play_to("turn")
    hidden = playing.state.at(place)[-1].hidden
    playing.fact(CardMissing(at=AT, card=hidden, source=place))
    assert [(finding.code, finding.place, finding.level) for finding in playing.found] == [("missing_uid", place, 3)]


def test_one_card_in_two_places_is_never_a_move(table: Any) -> None:
    """H3."""
    playing = table()
    playing.play_to("preflop")
    hidden = playing.state.at(Place.SEAT_3)[0].hidden
    playing.fact(CardInTwoPlaces(at=AT, card=hidden, places=(Place.SEAT_3, Place.SEAT_5)))
    assert [(finding.code, finding.level) for finding in playing.found] == [("ghost_card", 2)]
    assert len(playing.state.at(Place.SEAT_3)) == 2


@pytest.mark.parametrize(("place", "seat"), [(Place.SHOE, None), (Place.SEAT_3, 3)])
def test_camera_and_tag_that_name_two_cards_are_a_conflict_where_they_did(table: Any, place: Place, seat: int | None) -> None:
    """D20: named by where alone."""
    playing = table()
    playing.play_to("preflop")
    playing.fact(ReadersDisagree(at=AT, place=place))
    assert playing.codes() == ["reader_conflict"]
    finding = playing.found[0]
    assert (finding.level, finding.place, finding.seat) == (2, place, seat)


def test_findings_about_cards_do_not_hide_wrong_dealing(table: Any) -> None:
    """H1 and D9: a missing card excuses no premature turn."""
    playing = table()
    playing.play_to("flop")
    playing.fact(CardMissing(at=AT, card=playing.state.at(Place.SEAT_3)[0].hidden, source=Place.SEAT_3))
    playing.to("burn board")
    assert playing.codes() == ["missing_uid", "burn_early", "turn_premature"]


# --- moved by hand ---


@pytest.mark.parametrize("seat", ["3", "4"])
def test_cards_to_the_muck_are_no_finding(table: Any, seat: str) -> None:
    """B45, K39: a key folds, not a card; keys come late."""
    playing = table()
    playing.play_to("preflop")
    playing.move(seat, "muck")
    playing.move(seat, "muck")
    assert playing.codes() == []


@pytest.mark.parametrize(("source", "to"), [("3", "4"), ("3", "board"), ("3", "burn"), ("5", "hold"), ("5", "out")])
def test_a_live_hole_card_moved_elsewhere_is_fouled(table: Any, source: str, to: str) -> None:
    """F4, TDA-65-B."""
    playing = table()
    playing.play_to("flop")
    playing.move(source, to)
    assert [(finding.code, finding.seat) for finding in playing.found] == [("fouled_hand", int(source))]


@pytest.mark.parametrize("to", ["muck", "burn", "4"])
def test_a_board_card_taken_away_is_found(table: Any, to: str) -> None:
    """D17."""
    playing = table()
    playing.play_to("turn")
    playing.move("board", to)
    assert playing.codes() == ["board_card_lost_or_mucked"]


def test_moving_cards_while_a_finding_is_open_is_repairing(table: Any) -> None:
    """M15: the misdealt card goes to its right seat."""
    playing = table()
    playing.to("1 3")
    playing.move("3", "2")
    assert playing.codes() == ["deal_out_of_sequence"]


def test_after_the_hand_cards_may_go_anywhere(table: Any) -> None:
    playing = table()
    playing.play_to("showdown")
    playing.move("burn", "muck")
    playing.award()
    playing.move("board", "muck")
    playing.move("4", "5")
    assert playing.codes() == []
