"""A deck may be read by camera only if both readers are right about every one of its 52 cards."""

import numpy as np
import pytest

from drivers.camera import acceptance
from drivers.camera.acceptance import Verdict, inspected
from drivers.camera.contact_sheet import contact_sheet
from drivers.camera.network import Network
from drivers.camera.picture import Picture
from drivers.camera.seen import Seen
from drivers.camera.template_reader import SURE, TemplateReader
from table_controller.core.cards import FULL_DECK, Card, card
from tests.drivers.camera.drawn import as_taken, window


@pytest.fixture(scope="module")
def shown() -> list[tuple[Card, Picture]]:
    rng = np.random.default_rng(5)
    return [(face, as_taken(window(face), rng, rng.uniform(-1, 1))) for face in FULL_DECK]


def _with(shown: list[tuple[Card, Picture]], changed: dict[Card, Picture]) -> Verdict:
    return inspected([(face, changed.get(face, image)) for face, image in shown])


def test_a_clear_deck_is_accepted(shown: list[tuple[Card, Picture]]) -> None:
    verdict = inspected(shown)
    assert (verdict.why, verdict.errors, verdict.accepted) == ("accepted", (), True)
    assert verdict.ranks is not None
    assert verdict.suits is not None
    assert verdict.ranks[0] > 0.05


def test_51_cards_and_one_twice_are_no_deck(shown: list[tuple[Card, Picture]]) -> None:
    verdict = inspected([*shown[:51], shown[0]])
    assert (verdict.accepted, verdict.why) == (False, "not_52")
    assert (verdict.missing, verdict.doubled) == ((card("As"),), (card("2c"),))


def test_two_cards_in_the_wrong_order_are_found(shown: list[tuple[Card, Picture]]) -> None:
    """Somebody mixed up two cards: enrolled like this, each would be dealt as the other for ever."""
    faces = dict(shown)
    verdict = _with(shown, {card("Kd"): faces[card("9c")], card("9c"): faces[card("Kd")]})
    assert (verdict.accepted, verdict.why) == (False, "misread")
    assert {(error.face, error.said) for error in verdict.errors} >= {(card("Kd"), card("9c")), (card("9c"), card("Kd"))}
    assert {error.reader for error in verdict.errors} == {"network", "templates"}


def test_a_card_that_cannot_be_seen_refuses_the_deck(shown: list[tuple[Card, Picture]]) -> None:
    dark = (dict(shown)[card("5h")] * 0.02).astype(np.uint8)
    verdict = _with(shown, {card("5h"): dark})
    assert (verdict.accepted, {error.face for error in verdict.errors}) == (False, {card("5h")})


def test_a_deck_whose_sixes_and_eights_are_the_same_is_refused(shown: list[tuple[Card, Picture]]) -> None:
    eights = {card("6" + suit): dict(shown)[card("8" + suit)] for suit in "cdhs"}
    verdict = _with(shown, eights)
    assert not verdict.accepted
    assert verdict.ranks is not None
    assert set(verdict.ranks[1:]) == {"6", "8"}
    assert verdict.ranks[0] < 0.05


def test_a_rank_the_network_is_twice_unsure_of_refuses_the_deck(
    shown: list[tuple[Card, Picture]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once it may be how the card was shown; twice it is how the rank is drawn, and it will be unread again and again."""
    real, sure = Network.seen, Network().sure
    weak: set[Card | None] = {card("Jc"), card("9d")}

    def seen(self: Network, window: Picture) -> Seen:
        one = real(self, window)
        return one._replace(confidence=sure - 0.01) if one.face in weak else one._replace(confidence=0.99)

    monkeypatch.setattr(Network, "seen", seen)
    assert inspected(shown).why == "accepted"
    weak.add(card("Jh"))
    verdict = inspected(shown)
    assert verdict.why == "unsure"
    assert {(error.face, error.reader, error.said) for error in verdict.errors} == {(face, "network", None) for face in weak}


@pytest.mark.parametrize(("least", "why"), [(SURE, "accepted"), (SURE - 0.01, "alike")])
def test_parts_that_are_alike_are_accepted_only_if_their_cards_are_surely_told_apart(
    shown: list[tuple[Card, Picture]], monkeypatch: pytest.MonkeyPatch, least: float, why: str
) -> None:
    monkeypatch.setattr(acceptance, "LEAST_APART", 0.5)
    monkeypatch.setattr(TemplateReader, "seen", lambda *_: Seen(faces.pop(0), least))
    faces = list(dict(shown))
    assert inspected(shown).why == why


def test_blank_cards_are_refused_for_want_of_an_index(shown: list[tuple[Card, Picture]]) -> None:
    blank = np.full_like(shown[0][1], 250)
    assert inspected([(face, blank) for face, _ in shown]).why == "no_index"


def test_the_picture_shows_every_card_that_was_not_read(shown: list[tuple[Card, Picture]]) -> None:
    faces = dict(shown)
    verdict = _with(shown, {card("Kd"): faces[card("9c")], card("9c"): faces[card("Kd")]})
    sheet = contact_sheet(faces, verdict.errors)
    cards = len({error.face for error in verdict.errors})
    tiles = [sheet[:, at : at + sheet.shape[1] // cards] for at in range(0, sheet.shape[1], sheet.shape[1] // cards)]
    assert cards == 2
    assert all(tile.std() > 20 for tile in tiles)
