"""A camera's port with its threads: a real pipe, a real video, a row of files; unplugged, hanging, and let go."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from queue import Queue
from threading import Event, Thread

import cv2
import numpy as np
import pytest

from drivers.camera.addresses import kind_of
from drivers.camera.camera_port import CameraPort
from drivers.camera.capture import KEPT, LEFT_BEHIND, Capture
from drivers.camera.frame_sources import HEAD, MARK, FrameSource, SourceLost
from drivers.camera.mouth import Mouth
from drivers.camera.picture import Picture
from drivers.port import Inbox
from drivers.ports import Delivery, FaultCode
from hardware.simulator.shoe_camera import CAMERA
from table_controller.core.cards import card
from table_controller.core.readings import CardRead, DeviceSilent, DeviceUp, ReaderState, Reading

from .shoe_pictures import DEVICE, empty, passing, readers

PATIENCE_S = 30.0


class Taken:
    """The owner's inbox, and what came into it."""

    def __init__(self, size: int = 0) -> None:
        self.inbox: Queue[Delivery] = Queue(size)
        self.told: list[Reading] = []

    def until(self, so: Callable[[], bool]) -> None:
        """Fails when it does not come."""
        end = time.monotonic() + PATIENCE_S
        while not so():
            assert time.monotonic() < end, self.told
            while not self.inbox.empty():
                self.told.append(self.inbox.get_nowait().reading)
            time.sleep(0.005)

    def came(self, kind: type[Reading], times: int = 1) -> bool:
        return sum(isinstance(reading, kind) for reading in self.told) >= times

    @property
    def faces(self) -> list[int]:
        return [reading.face for reading in self.told if isinstance(reading, CardRead)]


@contextmanager
def port_at(address: str, inbox: Inbox, opener: Callable[[], FrameSource] | None = None) -> Iterator[CameraPort]:
    port = CameraPort("camera", address, inbox, DEVICE, Mouth(CAMERA.px_per_mm), readers(), opener=opener)
    port.start()
    try:
        yield port
    finally:
        assert port.stop(10.0)


class Writer:
    """Writes frames into a pipe, each when the last was taken."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self.path = path

    @contextmanager
    def plugged(self) -> Iterator[Callable[..., None]]:
        with self.path.open("wb") as pipe:

            def give(*pictures: Picture) -> None:
                for picture in pictures:
                    time.sleep(0.004)  # no camera gives more than 250 a second
                    pipe.write(HEAD.pack(MARK, picture.shape[1], picture.shape[0]) + picture.tobytes())
                pipe.flush()

            yield give


def _show(text: str) -> tuple[Picture, ...]:
    """A calm moment, a card, a calm moment. The clock is the real one: pictures of the mouth go by until nothing is awaited."""
    return (*empty(), *passing(text), *empty())


def test_cards_are_read_from_a_pipe_and_again_after_it_was_unplugged(tmp_path: Path) -> None:
    writer, taken = Writer(tmp_path / "eye"), Taken()
    with port_at(f"frames://{writer.path}", taken.inbox) as port:
        with writer.plugged() as give:
            give(*_show("Qh"))
            with feeding(give):
                taken.until(lambda: taken.came(CardRead))
        taken.until(lambda: taken.came(DeviceSilent))
        fault = port.status().fault
        assert fault is not None
        assert "unplugged" in fault.detail
        taken.until(lambda: port.status().counters.reopened > 0)  # before that a writer may still meet the old reader
        with writer.plugged() as give:
            with feeding(give):
                taken.until(lambda: taken.came(DeviceUp, 2) and port.status().fault is None)
            give(*_show("7c"))
            with feeding(give):
                taken.until(lambda: taken.came(CardRead, 2))
    assert taken.faces == [int(card("Qh")), int(card("7c"))]


@contextmanager
def feeding(give: Callable[..., None]) -> Iterator[None]:
    """Pictures of the empty mouth go by, as they do at a table."""
    done = Event()

    def run() -> None:
        while not done.wait(0.008):
            for picture in empty()[:2]:
                give(picture)

    thread = Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join(PATIENCE_S)


def test_what_lies_between_frames_in_a_pipe_is_skipped(tmp_path: Path) -> None:
    path, taken = tmp_path / "eye", Taken()
    os.mkfifo(path)
    with port_at(f"frames://{path}", taken.inbox), path.open("wb") as pipe:
        pipe.write(b"rest of a frame that began before" * 40)
        for picture in _show("Qh"):
            pipe.write(HEAD.pack(MARK, picture.shape[1], picture.shape[0]) + picture.tobytes())
        pipe.flush()
        taken.until(lambda: taken.came(CardRead))
    assert taken.faces == [int(card("Qh"))]


def test_cards_are_read_from_a_video(tmp_path: Path) -> None:
    video, taken = tmp_path / "cards.avi", Taken()
    size = CAMERA.size
    writer = cv2.VideoWriter(str(video), cv2.VideoWriter.fourcc(*"MJPG"), CAMERA.fps, size)
    for picture in (*empty(), *_show("Qh"), *_show("7c")):
        writer.write(picture)
    writer.release()
    with port_at(str(video), taken.inbox):
        taken.until(lambda: taken.came(CardRead, 2))
    assert taken.faces[:2] == [int(card("Qh")), int(card("7c"))]


def test_cards_are_read_from_a_row_of_files(tmp_path: Path) -> None:
    taken = Taken()
    for at, picture in enumerate(_show("Ts")):
        cv2.imwrite(str(tmp_path / f"p_{at:03d}.png"), picture)
    with port_at(str(tmp_path / "p_%03d.png"), taken.inbox):
        taken.until(lambda: taken.came(CardRead))
    assert taken.faces[0] == int(card("Ts"))


def test_a_camera_that_is_not_there_is_a_fault_and_is_looked_for_again(tmp_path: Path) -> None:
    taken = Taken()
    with port_at(f"frames://{tmp_path / 'eye'}", taken.inbox) as port:
        taken.until(lambda: port.status().fault is not None)
        fault = port.status().fault
        assert fault is not None
        assert fault.code is FaultCode.ABSENT
        writer = Writer(tmp_path / "eye")
        with writer.plugged() as give, feeding(give):
            taken.until(lambda: taken.came(DeviceUp))


class Hanging:
    """A source that opens, gives a picture, and then hangs as a driver may, until it is let go."""

    def __init__(self) -> None:
        self.let_go = Event()
        self.opened = 0

    def __call__(self) -> FrameSource:
        self.opened += 1
        return self

    def next(self) -> Picture | None:
        if not self.let_go.wait(PATIENCE_S):
            raise SourceLost("hung")
        raise SourceLost("let go")

    def close(self) -> None:
        pass


def test_b53_a_driver_that_hangs_is_left_behind_and_only_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drivers.camera.camera_link.OPENS_MS", 60)
    taken, hanging = Taken(), Hanging()
    with port_at("/dev/video9", taken.inbox, hanging) as port:
        taken.until(lambda: hanging.opened == LEFT_BEHIND)
        taken.until(lambda: (fault := port.status().fault) is not None and "hang" in fault.detail)
        assert hanging.opened == LEFT_BEHIND
        hanging.let_go.set()
        taken.until(lambda: hanging.opened > LEFT_BEHIND)


class Flood:
    """A source that gives all its pictures at once, each a number."""

    def __init__(self, count: int) -> None:
        self._left = iter(range(count))
        self.over = Event()

    def next(self) -> Picture | None:
        number = next(self._left, None)
        if number is None:
            self.over.set()
            raise SourceLost("over")
        return np.full((1, 1, 3), number, np.uint8)

    def close(self) -> None:
        pass


def test_b62_who_is_slow_gets_every_second_picture_and_the_newest_for_certain() -> None:
    flood = Flood(120)
    capture = Capture(lambda: flood, lambda: 0, "flood")
    assert flood.over.wait(PATIENCE_S)
    assert capture.ended(PATIENCE_S)
    numbers = [int(frame.picture[0, 0, 0]) for frame in capture.take(0)]
    assert len(numbers) <= KEPT
    assert numbers[-1] == 119
    assert max(b - a for a, b in pairwise(numbers)) <= 4, "no long stretch is lost"
    assert capture.dropped == 120 - len(numbers)


def test_a_full_inbox_stops_nothing(tmp_path: Path) -> None:
    writer, taken = Writer(tmp_path / "eye"), Taken(size=1)
    with port_at(f"frames://{writer.path}", taken.inbox) as port, writer.plugged() as give:
        give(*_show("Qh"))
        end = time.monotonic() + PATIENCE_S
        while port.status().counters.events < 1 and time.monotonic() < end:
            time.sleep(0.01)
        assert port.status().blocked > 0
        give(*empty())
        taken.until(lambda: taken.came(CardRead))
    assert not taken.came(ReaderState)


def test_addresses_say_what_they_are() -> None:
    kinds = {
        "/dev/video0": "v4l2",
        "rtsp://10.0.0.4/shoe": "stream",
        "gst://videotestsrc ! appsink": "gstreamer",
        "frames:///run/eye": "frames",
        "f_%03d.png": "sequence",
        "cards.AVI": "file",
    }
    assert {address: kind_of(address) for address in kinds} == kinds
    with pytest.raises(ValueError, match="no camera"):
        kind_of("somewhere")


def test_a_picture_of_a_pipe_is_as_it_was_written(tmp_path: Path) -> None:
    from drivers.camera.frame_sources import open_source

    path = tmp_path / "eye"
    os.mkfifo(path)
    source = open_source(f"frames://{path}")
    picture = np.arange(2 * 3 * 3, dtype=np.uint8).reshape(2, 3, 3)
    with path.open("wb") as pipe:
        pipe.write(HEAD.pack(MARK, 3, 2) + picture.tobytes())
        pipe.flush()
        got = source.next()
    source.close()
    assert got is not None
    assert np.array_equal(got, picture)
