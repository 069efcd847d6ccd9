"""Where a camera's pictures come from: a V4L2 device, a stream in the network, a video, a row of files, or raw frames in a pipe.

Owns what an address means and how one picture is taken. Most of what is under here may hang for as long as it likes; whoever
calls must be able to leave (`drivers.camera.capture`).
"""

import os
import select
import struct
import time
from collections.abc import Callable
from typing import Final, Protocol

import cv2
import numpy as np

from drivers.camera.addresses import kind_of
from drivers.camera.picture import Picture

USUAL_FPS: Final = 120
"""Of a row of pictures, which says none, and asked of a V4L2 device."""
MARK: Final = b"BTF1"
HEAD: Final = struct.Struct("<4sHH")
"""Before each raw frame in a pipe: the mark, width and height; then rows of blue, green and red."""
MOST_PX: Final = 4_096
"""A side longer than this is no frame."""
_READ: Final = 1 << 20
_WAIT_MS: Final = 100
_EXPOSURE_100US: Final = 10
"""1 ms: a card at 500 mm/s moves half a millimetre meanwhile."""


class SourceLost(OSError):
    """There are no pictures any more, or there never were; the text says why."""


class FrameSource(Protocol):
    """One opening of a camera. Used by one thread."""

    def next(self) -> Picture | None:
        """The next picture; None when none came for a moment. SourceLost when none will come."""
        ...

    def close(self) -> None:
        """Give it back."""
        ...


class PipeSource:
    """Raw frames out of a named pipe (`frames://PATH`)."""

    def __init__(self, path: str) -> None:
        self._pipe = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        self._held = bytearray()

    def next(self) -> Picture | None:
        """See `FrameSource`."""
        if (frame := self._frame()) is not None:
            return frame
        poller = select.poll()
        poller.register(self._pipe, select.POLLIN)
        if not poller.poll(_WAIT_MS):
            return None
        data = os.read(self._pipe, _READ)
        if not data:
            time.sleep(_WAIT_MS / 1000)  # an end without a writer is readable all the time
            raise SourceLost("nobody writes frames into the pipe")
        self._held += data
        return self._frame()

    def close(self) -> None:
        """See `FrameSource`."""
        os.close(self._pipe)

    def _frame(self) -> Picture | None:
        """Whatever is no frame is skipped up to the next mark."""
        while len(self._held) >= HEAD.size:
            mark, width, height = HEAD.unpack_from(self._held)
            if mark == MARK and 0 < width <= MOST_PX and 0 < height <= MOST_PX:
                end = HEAD.size + width * height * 3
                if len(self._held) < end:
                    return None
                pixels = bytes(self._held[HEAD.size : end])
                del self._held[:end]
                return np.frombuffer(pixels, np.uint8).reshape(height, width, 3)
            at = self._held.find(MARK, 1)
            del self._held[: at if at > 0 else len(self._held) - len(MARK) + 1]
        return None


class CvSource:
    """Whatever OpenCV captures. `pace`: pictures a second at most, for a file, which would be over at once."""

    def __init__(self, capture: cv2.VideoCapture, address: str, pace: float | None = None) -> None:
        self._capture = capture
        self._between = 1 / pace if pace else 0.0
        self._due = time.monotonic()
        if not capture.isOpened():
            raise SourceLost(f"{address} cannot be opened")

    def next(self) -> Picture | None:
        """See `FrameSource`. What OpenCV says of itself (`isOpened`) proves nothing: only a picture does (opencv#14044)."""
        if self._between:
            time.sleep(max(0.0, min(1.0, self._due - time.monotonic())))
            self._due += self._between
        there, picture = self._capture.read()
        if not there or picture is None:
            raise SourceLost("no more pictures")
        return picture

    def close(self) -> None:
        """See `FrameSource`."""
        self._capture.release()


def open_source(address: str) -> FrameSource:
    """Opens a camera by its address; may hang. SourceLost or OSError when there is none, ValueError for a wrong address."""
    kind = kind_of(address)
    return _OPENERS[kind](address)


def _v4l2(address: str) -> FrameSource:
    """Fixed exposure, gain and white balance: a camera that adjusts itself does so while a card passes."""
    capture = cv2.VideoCapture(os.path.realpath(address), cv2.CAP_V4L2)
    for what, value in (
        (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),
        (cv2.CAP_PROP_FPS, USUAL_FPS),
        (cv2.CAP_PROP_AUTO_EXPOSURE, 1),
        (cv2.CAP_PROP_EXPOSURE, _EXPOSURE_100US),
        (cv2.CAP_PROP_AUTO_WB, 0),
        (cv2.CAP_PROP_BUFFERSIZE, 2),
    ):
        capture.set(what, value)
    return CvSource(capture, address)


def _stream(address: str) -> FrameSource:
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, 3_000, cv2.CAP_PROP_READ_TIMEOUT_MSEC, 2_000]
    return CvSource(cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits), address)


def _gstreamer(address: str) -> FrameSource:
    return CvSource(cv2.VideoCapture(address.removeprefix("gst://"), cv2.CAP_GSTREAMER), address)


def _sequence(address: str) -> FrameSource:
    return CvSource(cv2.VideoCapture(address, cv2.CAP_IMAGES), address, USUAL_FPS)


def _file(address: str) -> FrameSource:
    path = address.removeprefix("file://")
    if not os.path.isfile(path):  # noqa: PTH113  OpenCV says nothing of why
        raise SourceLost(f"{path} is not there")
    capture = cv2.VideoCapture(path)
    return CvSource(capture, address, capture.get(cv2.CAP_PROP_FPS) or USUAL_FPS)


_OPENERS: Final[dict[str, Callable[[str], FrameSource]]] = {
    "frames": lambda address: PipeSource(address.removeprefix("frames://")),
    "v4l2": _v4l2,
    "stream": _stream,
    "gstreamer": _gstreamer,
    "sequence": _sequence,
    "file": _file,
}
