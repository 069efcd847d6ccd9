"""Two readers, several frames: a card is read when they agree and nothing surely contradicts."""

from pathlib import Path

import pytest

from drivers.camera.network import Network, NoNetworkError
from drivers.camera.seen import UNSEEN, Seen
from drivers.camera.together import agreed, voted
from table_controller.core.cards import card

TEN, NINE = Seen(card("Ts"), 0.9), Seen(card("9s"), 0.95)
UNSURE = Seen(None, 0.5)


def test_both_say_the_same() -> None:
    assert agreed(TEN, Seen(card("Ts"), 0.2)) == TEN


@pytest.mark.parametrize("pair", [(TEN, NINE), (TEN, UNSURE), (UNSURE, TEN), (UNSURE, UNSURE)])
def test_anything_else_is_no_reading(pair: tuple[Seen, Seen]) -> None:
    assert agreed(*pair) == UNSEEN


def test_one_sure_look_among_unsure_ones_is_enough() -> None:
    assert voted([UNSURE, TEN, UNSURE]) == TEN


def test_the_surest_look_gives_the_confidence() -> None:
    assert voted([TEN, Seen(card("Ts"), 0.97)]).confidence == 0.97


@pytest.mark.parametrize("frames", [[], [UNSURE, UNSURE], [TEN, NINE], [TEN, TEN, TEN, NINE]])
def test_no_sure_look_or_a_sure_contradiction_is_no_reading(frames: list[Seen]) -> None:
    """However often the one was seen: a card that changes its face is two cards, or an error."""
    assert voted(frames) == UNSEEN


def test_without_a_network_it_is_said_how_one_is_made(tmp_path: Path) -> None:
    with pytest.raises(NoNetworkError, match="make camera-model"):
        Network(tmp_path / "card_net.onnx", sure=0.8)
