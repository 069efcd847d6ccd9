"""One opening of a camera in a thread of its own, which may hang; its pictures wait in a short queue, thinned when it is full.

Nobody waits for the thread: a capture that hangs is left behind, and what it says later is not heard. How many may be left behind
is bounded (`Captures`).
"""

import time
from collections.abc import Callable
from threading import Condition, Thread
from typing import Final, NamedTuple

import cv2

from drivers.camera.frame_sources import FrameSource
from drivers.camera.picture import Picture

KEPT: Final = 64
"""Half a second at 120 frames a second."""
LEFT_BEHIND: Final = 3
"""So many hanging captures at most: each holds a thread."""
TROUBLES: Final = (OSError, ValueError, cv2.error)


class Frame(NamedTuple):
    """A picture and when it came, host monotonic ms."""

    picture: Picture
    at: int


class Capture:
    """From its making to `leave`."""

    def __init__(self, opener: Callable[[], FrameSource], clock: Callable[[], int], name: str) -> None:
        self._opener, self._clock = opener, clock
        self._frames: list[Frame] = []
        self._news = Condition()
        self._left = False
        self.trouble: BaseException | None = None
        """Why it ended by itself."""
        self.dropped = 0
        self._thread = Thread(target=self._run, name=f"camera {name}", daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Its thread has not ended."""
        return self._thread.is_alive()

    def take(self, wait_s: float) -> list[Frame]:
        """What has come, after waiting for a first one so long at most."""
        with self._news:
            if not self._frames and self.trouble is None and not self._left:
                self._news.wait(wait_s)
            taken, self._frames = self._frames, []
            return taken

    def leave(self) -> None:
        """It is to end, and is not waited for."""
        with self._news:
            self._left = True
            self._news.notify_all()

    def ended(self, wait_s: float) -> bool:
        """Whether it has ended, waited for so long at most."""
        self._thread.join(wait_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        try:
            source = self._opener()
        except TROUBLES as wrong:
            self._end(wrong)
            return
        try:
            while not self._left:
                picture = source.next()
                if picture is not None:
                    self._put(Frame(picture, self._clock()))
        except TROUBLES as wrong:
            self._end(wrong)
        finally:
            source.close()

    def _put(self, frame: Frame) -> None:
        with self._news:
            if len(self._frames) >= KEPT:  # every second one, for a card must not be lost as a whole
                self.dropped += len(self._frames) - len(self._frames[1::2])
                self._frames = self._frames[1::2]
            self._frames.append(frame)
            self._news.notify_all()

    def _end(self, wrong: BaseException) -> None:
        with self._news:
            self.trouble = wrong
            self._news.notify_all()


class Captures:
    """Opens one capture after another, and knows of those that hang."""

    def __init__(self, opener: Callable[[], FrameSource], clock: Callable[[], int], name: str) -> None:
        self._opener, self._clock, self._name = opener, clock, name
        self._behind: list[Capture] = []

    def begin(self) -> Capture | None:
        """A new one; None while too many hang."""
        self._behind = [one for one in self._behind if one.alive]
        return None if len(self._behind) >= LEFT_BEHIND else Capture(self._opener, self._clock, self._name)

    def leave(self, capture: Capture) -> None:
        """Done with it, whether it knows or not."""
        capture.leave()
        self._behind.append(capture)

    def end(self, wait_s: float) -> bool:
        """All are to end; whether they did within this time."""
        until = time.monotonic() + wait_s
        return all([one.ended(max(0.0, until - time.monotonic())) for one in self._behind])
