"""Reads photographs of cards lying on a table: outlines, each straightened, read at both index corners, in four turns."""

from typing import NamedTuple

import numpy as np

from drivers.camera.network import Network
from drivers.camera.outlines import Quad, card_outlines, corner_windows
from drivers.camera.picture import Picture
from drivers.camera.seen import Seen
from drivers.camera.together import voted


class OnBoard(NamedTuple):
    """An outline in the photograph, and what lies there."""

    seen: Seen
    quad: Quad

    def __repr__(self) -> str:
        return "OnBoard(··)"


class BoardReader:
    """Reads photographs with the network."""

    def __init__(self, network: Network) -> None:
        self._network = network

    def cards(self, photo: Picture) -> list[OnBoard]:
        """Every outline that could be a card; a face where a corner is surely read and the other does not contradict."""
        return [OnBoard(self._card(photo, quad), quad) for quad in card_outlines(photo)]

    def _card(self, photo: Picture, quad: Quad) -> Seen:
        """Short side up, or, for a card so foreshortened that its long side looks short, the other way."""
        seen = self._both_corners(photo, quad)
        return seen if seen.face is not None else self._both_corners(photo, np.roll(quad, -1, 0))

    def _both_corners(self, photo: Picture, quad: Quad) -> Seen:
        """A card has its index at two opposite corners, so upright and upside down are read at once."""
        looks = [self._network.judged(scores) for scores in self._network.scores(corner_windows(photo, quad))]
        agreed = voted(looks)
        return agreed if agreed.face is not None else Seen(None, max(look.confidence for look in looks))
