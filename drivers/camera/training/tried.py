"""Tries a network on made pictures of designs it has seen and has not; chooses from which confidence it counts as sure."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from drivers.camera.network import Network
from drivers.camera.training.frames import Frames
from table_controller.core.cards import RANKS, SUITS, card

TRIED = tuple(round(0.5 + 0.05 * at, 2) for at in range(10))
WRONG_AT_MOST = 1 / 2000
"""Of the pictures of held-out casino designs, ordinary and hard together: decides what counts as sure. No photograph does."""


class Tried(NamedTuple):
    """How one group of pictures was read at one confidence."""

    what: str
    strength: str
    n: int
    right: int
    wrong: int
    refused: int


class Answers(NamedTuple):
    """For each picture of a group: was the face right, and with what confidence."""

    what: str
    strength: str
    right: npt.NDArray[np.bool_]
    confidence: npt.NDArray[np.float64]


def answers(network: Network, what: str, strength: str, frames: Frames) -> Answers:
    """Reads `frames`, all of which show a card."""
    right, confidence = [], []
    for picture, rank, suit in zip(frames.pictures, frames.ranks, frames.suits, strict=True):
        seen = network.seen(picture)
        right.append(seen.face == card(RANKS[rank] + SUITS[suit]))
        confidence.append(seen.confidence)
    return Answers(what, strength, np.array(right), np.array(confidence))


def counted(group: Answers, sure: float) -> Tried:
    """`group` when from `sure` on a card counts as read."""
    read = group.confidence >= sure
    right = int((read & group.right).sum())
    return Tried(group.what, group.strength, len(read), right, int(read.sum()) - right, int((~read).sum()))


def sure_from(groups: list[Answers]) -> float:
    """The lowest confidence tried at which few enough pictures of `groups` are read wrong."""
    for sure in TRIED:
        results = [counted(group, sure) for group in groups]
        if sum(result.wrong for result in results) <= WRONG_AT_MOST * sum(result.n for result in results):
            return sure
    return TRIED[-1]
