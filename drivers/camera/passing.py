"""Pictures of cards that pass the mouth, to one reading a card.

Owns when a card is there, which pictures of it are read, the vote among them, and what is said of one that is not read. Nothing
here waits: a card that stays in the mouth is told after a second and a half all the same.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol, TypeVar

import numpy as np

from drivers.camera.mouth import Look, Mouth
from drivers.camera.picture import Picture
from drivers.camera.seen import UNSEEN, Seen
from drivers.camera.sight import Trouble, level_of
from drivers.camera.symptoms import SOFT, Symptoms, symptoms_of
from drivers.camera.together import voted

T = TypeVar("T")

MOST_READ: Final = 6
"""Pictures of one card that are read."""
ENOUGH: Final = 3
"""Sure ones that say the same."""
LEAST: Final = 2
"""Sure ones without which a card is unread: one picture is no vote."""
KEPT: Final = 3
"""Pictures of one card kept as evidence."""
MOST_HELD: Final = 24
STUCK_MS: Final = 1_500
EMPTY_FRAMES: Final = 2
_BURNT: Final = 0.1
_BACK_MM: Final = 8
"""An edge that was leaving and is so far back at once is another card's."""
_STEP_MM: Final = 5
"""A step like this in its last edge is another card's; a card that leans has one of 2 mm."""


class Readers(Protocol):
    """The two readers with the accepted decks."""

    def seen(self, window: Picture) -> Seen: ...

    def alone(self, window: Picture) -> Seen:
        """What the network says by itself, as sure as it is without templates."""
        ...


class Passed(NamedTuple):
    """One card, or whatever it was. `at`, `until`: host ms of its first and last picture."""

    at: int
    until: int
    seen: Seen
    trouble: Trouble | None
    """What was wrong with it; None for a card that was read, and looked well."""
    looks: int
    """Pictures that showed its corner."""
    symptoms: Symptoms | None
    windows: tuple[Picture, ...]

    def __repr__(self) -> str:
        return f"Passed({self.looks} looks)"


class _Held(NamedTuple):
    window: Picture
    sharp: float
    top: float


class Passing:
    """Fed with every picture; gives a `Passed` when a card has passed."""

    def __init__(self, mouth: Mouth, readers: Readers) -> None:
        self._mouth, self._readers = mouth, readers
        self.look = Look(0.0)
        """At the last picture."""
        self.two = False
        """The card told last turned out to be two."""
        self.forget()

    def forget(self) -> None:
        """What is in the mouth now was not seen to come."""
        self._began: int | None = None
        self._until = 0
        self._empty = 0
        self._held: list[_Held] = []
        self._whole: list[tuple[Picture, Look]] = []
        self._second = False
        self._steps = 0
        self._told = False
        self._voted: tuple[int, Seen, bool] | None = None

    def feed(self, picture: Picture, at: int) -> Passed | None:
        """One more picture, which may be read. A card is told as soon as its corner has left, if it is surely read by then."""
        upright = self._mouth.upright(picture)
        self.look = look = self._mouth.look(upright)
        if not look.present:
            return self._nothing()
        self._empty = 0
        if self._began is None:
            self._began, self.two = at, False
        self._until = at
        self._note(upright, look)
        if self._told:
            return None
        gone = look.top is None and len(self._held) >= ENOUGH
        return self._done(early=gone) if gone or at - self._began >= STUCK_MS else None

    def _nothing(self) -> Passed | None:
        self._empty += 1
        if self._empty < EMPTY_FRAMES or self._began is None:
            return None
        passed = None if self._told else self._done(early=False)
        self.two = self._steps >= LEAST
        self.forget()
        return passed

    def _note(self, upright: Picture, look: Look) -> None:
        if look.top is not None:
            held = self._held
            self._second |= bool(held) and look.top - held[-1].top > _BACK_MM
            if len(held) < MOST_HELD and (window := self._mouth.window(upright)) is not None:
                held.append(_Held(window, self._mouth.sharpness(upright), look.top))
        self._steps += look.ragged > _STEP_MM
        if len(self._whole) < MOST_HELD:
            self._whole.append((upright, look))

    def _done(self, *, early: bool) -> Passed | None:
        """None when it is early, and nothing is sure yet."""
        assert self._began is not None
        windows = [held.window for held in self._held]
        if self._voted is None or self._voted[0] != len(windows):
            self._voted = len(windows), *self._vote(windows)
        _, seen, contradicted = self._voted
        if early and seen.face is None:
            return None
        symptoms = _middle([symptoms_of(held.window, held.sharp) for held in _spread(self._held, KEPT)])
        trouble = self._why(seen, windows, symptoms, contradicted)
        self._told = True
        return Passed(self._began, self._until, seen, trouble, len(windows), symptoms, self._evidence(windows))

    def _vote(self, windows: Sequence[Picture]) -> tuple[Seen, bool]:
        """The face, and whether two were surely seen."""
        looks: list[Seen] = []
        for window in _spread(windows, MOST_READ):
            looks.append(self._readers.seen(window))
            if sum(one.face is not None for one in looks) >= ENOUGH and voted(looks).face is not None:
                break
        sure = [one.face for one in looks if one.face is not None]
        if len(set(sure)) > 1:
            return UNSEEN, True
        return (voted(looks) if len(sure) >= LEAST else UNSEEN), False

    def _why(self, seen: Seen, windows: Sequence[Picture], symptoms: Symptoms | None, contradicted: bool) -> Trouble | None:
        unread = seen.face is None
        if unread and self._upside_down():
            return Trouble.UPSIDE_DOWN
        if symptoms is not None and (trouble := symptoms.trouble) is not None:
            return trouble
        if contradicted or self._second:
            return Trouble.TWO_CARDS
        if not unread:
            return None
        return self._cornerless(bool(windows)) if len(windows) < LEAST else self._undecided(windows)

    def _undecided(self, windows: Sequence[Picture]) -> Trouble:
        """All looks well. What does the network say, which knows no deck?"""
        alone = [self._readers.alone(window) for window in _spread(windows, MOST_READ)]
        sure = [one.face for one in alone if one.face is not None]
        if len(sure) >= LEAST and len(set(sure)) == 1:
            return Trouble.WRONG_DECK
        return Trouble.NO_INDEX if not any(one.confidence for one in alone) else Trouble.UNSURE

    def _cornerless(self, one: bool) -> Trouble:
        """Too few corners, or none."""
        white = [level_of(picture).white for picture, _ in self._whole]
        if white and np.median(white) > _BURNT:
            return Trouble.OVEREXPOSED
        rough = [self._mouth.rough_window(picture, look) for picture, look in _spread(self._whole, MOST_READ)]
        hidden = _middle([symptoms_of(window, SOFT) for window in rough if window is not None])
        if hidden is not None and hidden.trouble is Trouble.COVERED:
            return Trouble.COVERED
        return Trouble.TOO_FAST if one else Trouble.NO_INDEX

    def _upside_down(self) -> bool:
        """The other way round it would be read."""
        windows = [self._mouth.window(np.ascontiguousarray(np.rot90(picture, 2))) for picture, _ in self._whole]
        return self._vote([window for window in windows if window is not None])[0].face is not None

    def _evidence(self, windows: Sequence[Picture]) -> tuple[Picture, ...]:
        """The corners that were read; of what showed none, whole pictures."""
        return tuple(_spread(windows or [picture for picture, _ in self._whole], KEPT))


def _spread(all_of_them: Sequence[T], most: int) -> list[T]:
    """So many of them at most, from first to last."""
    if len(all_of_them) <= most:
        return list(all_of_them)
    return [all_of_them[round(at * (len(all_of_them) - 1) / (most - 1))] for at in range(most)]


def _middle(measured: Sequence[Symptoms]) -> Symptoms | None:
    """Medians, so that one bad picture says nothing."""
    if not measured:
        return None
    return Symptoms(*(float(np.median(values)) for values in zip(*measured, strict=True)))
