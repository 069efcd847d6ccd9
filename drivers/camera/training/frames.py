"""The pictures the network learns from and is tried on, each with what it shows: a rank and a suit, or nothing."""

from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from drivers.camera.geometry import NET_INPUT, NO_RANK, NO_SUIT
from drivers.camera.picture import Picture
from drivers.camera.training import optics
from drivers.camera.training.glyphs import Glyphs
from drivers.camera.training.scale import CORNER
from table_controller.core.cards import DECK_SIZE, FULL_DECK, Card, rank_of, suit_of

SHARE_EMPTY = 0.14
"""Of the pictures learned from: those that show no index that could be read."""
SHARE_FONTS = 0.38
"""Those whose index is set in a font; the rest are rendered decks."""
_STRENGTHS = ((optics.EASY, optics.ORDINARY, optics.HARD), (0.2, 0.5, 0.3))
Faces = dict[Card, Picture]


class Frames(NamedTuple):
    """Pictures as the network takes them, and what it must say."""

    pictures: Picture
    """n x height x width x 3, 8 bits."""
    ranks: npt.NDArray[np.int64]
    suits: npt.NDArray[np.int64]


class Source:
    """Makes pictures of the decks and fonts given."""

    def __init__(self, decks: list[Faces], indexless: list[Faces], glyphs: Glyphs) -> None:
        self._decks = decks
        self._indexless = indexless
        self._glyphs = glyphs

    def made(self, rng: np.random.Generator, count: int) -> Frames:
        """`count` pictures to learn from."""
        frames = _empty_frames(count)
        for at in range(count):
            strength = float(rng.choice(_STRENGTHS[0], p=_STRENGTHS[1]))
            if rng.random() < SHARE_EMPTY:
                _put(frames, at, self._nothing(rng, strength), None)
                continue
            face = Card(int(rng.integers(DECK_SIZE)))
            _put(frames, at, optics.captured(rng, self._corner(rng, face), strength), face)
        return frames

    def _corner(self, rng: np.random.Generator, face: Card) -> Picture:
        if rng.random() < SHARE_FONTS / (1 - SHARE_EMPTY):
            corner = self._glyphs.corner(rng, face)
        else:
            corner = corner_of(self._decks[rng.integers(len(self._decks))][face])
        return _stretched(rng, corner) if rng.random() < 0.3 else corner

    def _nothing(self, rng: np.random.Generator, strength: float) -> Picture:
        """No card, another part of a card, a corner without index or with the index out of sight."""
        faces = self._decks[rng.integers(len(self._decks))]
        whole = faces[Card(int(rng.integers(DECK_SIZE)))]
        kind = rng.random()
        if kind < 0.15:
            return optics.hidden(rng, corner_of(whole), strength)
        if kind < 0.3:
            away = (float(rng.uniform(-16, -8)), 0.0) if rng.random() < 0.5 else (0.0, float(rng.uniform(-34, -14)))
            return optics.captured(rng, corner_of(whole), strength, away)
        if kind < 0.4:
            return optics.captured(rng, self._glyphs.corner(rng, None), strength)
        if kind < 0.5:
            indexless = self._indexless[rng.integers(len(self._indexless))]
            return optics.captured(rng, corner_of(indexless[Card(int(rng.integers(DECK_SIZE)))]), strength)
        if kind < 0.6:
            return optics.captured(rng, _turned(rng, corner_of(whole)), strength)
        return optics.captured(rng, _texture(rng) if kind < 0.8 else _body(rng, whole), strength)


def shown(rng: np.random.Generator, faces: Faces, strength: float, times: int) -> Frames:
    """Each card of one deck `times` times, to try the network on."""
    frames = _empty_frames(DECK_SIZE * times)
    for at in range(DECK_SIZE * times):
        face = FULL_DECK[at % DECK_SIZE]
        _put(frames, at, optics.captured(rng, corner_of(faces[face]), strength), face)
    return frames


def corner_of(whole: Picture) -> Picture:
    """The top left corner of a rendered card."""
    return np.ascontiguousarray(whole[: CORNER[1], : CORNER[0]])


def _empty_frames(count: int) -> Frames:
    pictures = np.zeros((count, NET_INPUT[1], NET_INPUT[0], 3), np.uint8)
    return Frames(pictures, np.zeros(count, np.int64), np.zeros(count, np.int64))


def _put(frames: Frames, at: int, window: Picture, face: Card | None) -> None:
    frames.pictures[at] = cv2.resize(window, NET_INPUT, interpolation=cv2.INTER_AREA)
    frames.ranks[at] = NO_RANK if face is None else rank_of(face)
    frames.suits[at] = NO_SUIT if face is None else suit_of(face)


def _stretched(rng: np.random.Generator, corner: Picture) -> Picture:
    """An index of another size or shape."""
    sized = cv2.resize(corner, None, fx=rng.uniform(0.8, 1.3), fy=rng.uniform(0.85, 1.25))
    inner = sized[8, 8].tolist()
    stretched = np.full_like(corner, inner if min(inner) > 180 else (250, 250, 250))
    height, width = min(corner.shape[0], sized.shape[0]), min(corner.shape[1], sized.shape[1])
    stretched[:height, :width] = sized[:height, :width]
    return stretched


def _turned(rng: np.random.Generator, corner: Picture) -> Picture:
    """A corner the wrong way round, as a card shows it that lies upside down or across."""
    turns = int(rng.integers(1, 4))
    return (
        cv2.resize(np.ascontiguousarray(np.rot90(corner, turns)), CORNER)
        if turns != 2
        else np.ascontiguousarray(corner[::-1, ::-1])
    )


def _texture(rng: np.random.Generator) -> Picture:
    """Felt, plain paper, or the pattern of a back."""
    kind = rng.random()
    if kind < 0.5:
        plain = rng.integers(0, 256, 3) if kind < 0.25 else np.full(3, rng.integers(215, 256))
        return np.full((CORNER[1], CORNER[0], 3), plain, np.uint8)
    grain = rng.integers(0, 256, (int(rng.integers(4, 40)), int(rng.integers(4, 30)), 3)).astype(np.uint8)
    return cv2.resize(grain, CORNER, interpolation=cv2.INTER_NEAREST if kind < 0.75 else cv2.INTER_CUBIC)


def _body(rng: np.random.Generator, whole: Picture) -> Picture:
    """A part of a card away from its index corners."""
    height, width = whole.shape[:2]
    down = int(rng.integers(height // 5, max(height // 5 + 1, height - CORNER[1])))
    right = int(rng.integers(width // 5, width - CORNER[0]))
    return np.ascontiguousarray(whole[down : down + CORNER[1], right : right + CORNER[0]])
