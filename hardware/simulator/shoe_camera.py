"""The camera over the mouth of a simulated table's shoe: frames into a named pipe, in real time.

Knows the truth (which card passes) and draws what a camera would see of it; nobody else learns anything but pixels. One thread
draws passes ahead, another gives out a frame at each tick. What is wrong with it can be set while it runs.
"""

import fcntl
import os
import struct
import threading
import time
from collections import deque
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Final

from hardware.simulator.camera.design import CARD_MM, FACES, DeckDesign, Picture
from hardware.simulator.camera.shoe import CardScene, Fault, ShoeCamera
from hardware.simulator.world import PhysicalTable
from hardware.simulator.zones import Zone

CAMERA: Final = ShoeCamera(px_per_mm=6)
_MARK: Final = b"BTF1"
_HEAD: Final = struct.Struct("<4sHH")
_EMPTIES: Final = 24
"""Different pictures of the empty mouth, for a sensor is never still."""
_HELD: Final = 40
"""Frames that wait for a slow host; then new ones are dropped, as a driver does."""
_LATE_S: Final = 0.5
"""So late frames of a pass are given out at most."""
_PATIENCE_S: Final = 5.0
_PIPE_BYTES: Final = 1 << 20
"""Holds several frames."""


class Mischief(StrEnum):
    """What happens to the camera as a whole, beside `Fault`, which is about its pictures."""

    UNPLUGGED = "unplugged"
    BLOCKED = "blocked"
    """It is there and gives no frames."""
    FROZEN = "frozen"
    """It gives the last one over and over."""


class LiveShoeCamera:
    """Use as a context manager: the pipe is there, and frames come, while it lasts."""

    def __init__(self, table: PhysicalTable, deck: DeckDesign, path: Path, exit_ms: int, seed: int) -> None:
        """`exit_ms`: how long a card is in the mouth."""
        self.fault: Fault | None = None
        self.mischief: Mischief | None = None
        self._table, self._path = table, path
        self._scene = CardScene(deck, seed, camera=CAMERA)
        self._speed = CARD_MM[1] / exit_ms * 1000
        self._empties = [self._scene.empty() for _ in range(_EMPTIES)]
        self._last = self._empties[0]
        self._begin()
        table.watch(self._field_changed, self._ahead)

    def _begin(self) -> None:
        self._wanted: deque[int] = deque()
        self._drawn: dict[int, list[Picture]] = {}
        self._due: deque[tuple[int, float]] = deque()
        """Pieces that have come to the mouth, and when."""
        self._shown = 0
        self._news = threading.Condition()
        self._stopping = False
        self._inside: set[int] = set()
        self._pipe: int | None = None
        self._out = bytearray()

    def __enter__(self) -> "LiveShoeCamera":
        os.mkfifo(self._path)
        self._threads = [threading.Thread(target=run, daemon=True) for run in (self._draw, self._run)]
        for thread in self._threads:
            thread.start()
        self._ahead()
        return self

    def __exit__(self, *_: object) -> None:
        with self._news:
            self._stopping = True
            self._news.notify_all()
        for thread in self._threads:
            thread.join(_PATIENCE_S)
        self._unplug()
        self._path.unlink(missing_ok=True)

    @property
    def ready(self) -> bool:
        """The next card is drawn, so that none of its pictures will be late."""
        with self._news:
            return not self._wanted and not self._due

    # What happens at the table

    def _field_changed(self, zone: Zone) -> None:
        if zone is not Zone.EXIT:
            return
        inside = {card.piece for card in self._table.zone(Zone.EXIT)}
        with self._news:
            for piece in inside - self._inside:
                self._want(piece)
                self._due.append((piece, time.monotonic()))
            self._news.notify_all()
        self._inside = inside
        self._ahead()

    def _ahead(self) -> None:
        """The next card is drawn while nothing passes."""
        deck = self._table.zone(Zone.DECK)
        if deck and not self.fault:
            with self._news:
                wanted = {deck[0].piece, *(piece for piece, _ in self._due)}
                self._drawn = {piece: frames for piece, frames in self._drawn.items() if piece in wanted}
                self._want(deck[0].piece)

    def _want(self, piece: int) -> None:
        if piece not in self._wanted and piece not in self._drawn:
            self._wanted.append(piece)
            self._news.notify_all()

    # What the camera sees of it

    def _draw(self) -> None:
        while True:
            with self._news:
                while not self._wanted and not self._stopping:
                    self._news.wait(_PATIENCE_S)
                if self._stopping:
                    return
                piece = self._wanted[0]
            face = self._table.face_of(piece)
            frames = list(self._scene.film(face % FACES, speed_mm_s=self._speed, fault=self.fault, whole=True, most=1_000))
            with self._news:
                self._wanted.popleft()
                self._drawn[piece] = frames

    def _run(self) -> None:
        tick, shown = time.monotonic(), 0
        while not self._stopping:
            if (seen := self._of_pass()) is not None:
                picture = seen
            elif self.fault is not None:
                picture = self._scene.empty(self.fault)
            else:
                picture, shown = self._empties[shown % _EMPTIES], shown + 1
            self._give(picture)
            tick = max(tick + 1 / CAMERA.fps, time.monotonic() - _LATE_S)
            time.sleep(max(0.0, tick - time.monotonic()))

    def _of_pass(self) -> Picture | None:
        """The next frame of the card that passes. What a slow computer gives out too late, the camera has missed."""
        with self._news:
            while self._due:
                piece, began = self._due[0]
                late, frames = time.monotonic() - began, self._drawn.get(piece)
                if frames is None and late < _LATE_S:
                    return None
                self._shown = max(self._shown, int((late - _LATE_S) * CAMERA.fps))
                if frames is not None and self._shown < len(frames):
                    self._shown += 1
                    return frames[self._shown - 1]
                self._due.popleft()
                self._drawn.pop(piece, None)
                self._shown = 0
        return None

    def _give(self, picture: Picture) -> None:
        if self.mischief is Mischief.UNPLUGGED:
            self._unplug()
            return
        if self.mischief is Mischief.BLOCKED:
            self._push()
            return
        if self.mischief is Mischief.FROZEN:
            picture = self._last
        self._last = picture
        data = _HEAD.pack(_MARK, picture.shape[1], picture.shape[0]) + picture.tobytes()
        if len(self._out) < _HELD * len(data):
            self._out += data
        self._push()

    def _push(self) -> None:
        if self._pipe is None and not self._plug():
            self._out.clear()
            return
        assert self._pipe is not None
        try:
            while self._out:
                del self._out[: os.write(self._pipe, self._out)]
        except BlockingIOError:
            return
        except BrokenPipeError:
            self._unplug()

    def _plug(self) -> bool:
        """Somebody must listen, or there is nothing to be plugged into."""
        try:
            self._pipe = os.open(self._path, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError:
            return False
        with suppress(OSError):  # a pipe that stays small holds fewer frames, and that is all
            fcntl.fcntl(self._pipe, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
        return True

    def _unplug(self) -> None:
        if self._pipe is not None:
            os.close(self._pipe)
            self._pipe = None
        self._out.clear()
