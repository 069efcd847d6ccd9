"""The network reader: a window at a card's corner to a face, for decks it was never shown.

The file and how it was made stand beside this one (`card_net.onnx`, `card_net.json`). Two heads, one for the rank and one for the
suit; each may say that there is nothing. The less sure of the two is the confidence.
"""

import json
from pathlib import Path

import cv2
import numpy as np

from drivers.camera.geometry import NET_INPUT, NO_RANK, NO_SUIT
from drivers.camera.picture import Numbers, Picture
from drivers.camera.seen import Seen
from table_controller.core.cards import RANKS, SUITS, card

MODEL = Path(__file__).with_name("card_net.onnx")
RECORD = Path(__file__).with_name("card_net.json")
_SCORES = NO_RANK + 1 + NO_SUIT + 1


class NoNetworkError(Exception):
    """There is no network in this installation; the text says how one is made."""

    def __init__(self, file: Path) -> None:
        super().__init__(f"no network at {file}: `make camera-model` makes it")


class Network:
    """Not for use by two threads at once."""

    def __init__(self, model: Path = MODEL, sure: float | None = None, ranks: str = RANKS) -> None:
        """`sure`: confidence from which a card counts as read; None takes the record's. `ranks`: order of the first head."""
        if not model.is_file():
            raise NoNetworkError(model)
        self._net = _opened(model)
        self._ranks = ranks
        self.sure = json.loads(RECORD.read_text(encoding="utf-8"))["sure"] if sure is None else sure

    def seen(self, window: Picture) -> Seen:
        """One window (BGR, 8 bits, any size of its shape) as a face."""
        return self.judged(self.scores([window])[0])

    def scores(self, windows: list[Picture]) -> Numbers:
        """A row for each window: 13 ranks and none, then 4 suits and none, each head adding up to 1."""
        small = [cv2.resize(window, NET_INPUT, interpolation=cv2.INTER_AREA) for window in windows]
        self._net.setInput(cv2.dnn.blobFromImages(small))
        return np.asarray(self._net.forward(), np.float32).reshape(len(windows), _SCORES)

    def judged(self, scores: Numbers) -> Seen:
        """What one row of scores says."""
        rank, suit = int(scores[: NO_RANK + 1].argmax()), int(scores[NO_RANK + 1 :].argmax())
        if rank == NO_RANK or suit == NO_SUIT:
            return Seen(None, 0.0)
        confidence = float(min(scores[rank], scores[NO_RANK + 1 + suit]))
        face = card(self._ranks[rank] + SUITS[suit])
        return Seen(face if confidence >= self.sure else None, confidence)


def _opened(model: Path) -> cv2.dnn.Net:
    """OpenCV 5 has several engines; the classic one is twice as quick with so small a network, and 4.x knows no other."""
    if hasattr(cv2.dnn, "ENGINE_CLASSIC"):
        return cv2.dnn.readNetFromONNX(str(model), engine=cv2.dnn.ENGINE_CLASSIC)
    return cv2.dnn.readNetFromONNX(str(model))
