"""How well the camera's readers read real photographs, beside a yardstick measured in the same run, on one core.

The photographs are not the project's: they lie in a folder of references. Nothing here was learned or chosen from them, but the
deck of each enrolment: half of its own photographs, listed in the result, enrols; the other half is read.
"""

import os
import resource
import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec

from drivers.camera.board import BoardReader
from drivers.camera.network import Network
from drivers.camera.picture import Picture
from drivers.camera.seen import Seen
from drivers.camera.template_reader import TemplateReader
from drivers.camera.templates import enrolled
from drivers.camera.together import BothReaders
from table_controller.bootstrap.bench_camera_decks import held_out
from table_controller.bootstrap.bench_camera_passes import DeckTried, decks_enrolled, passes
from table_controller.bootstrap.bench_camera_photos import BoardPhoto, Photos, Window
from table_controller.bootstrap.bench_camera_plain import PlainTemplates
from table_controller.bootstrap.bench_camera_score import CameraSet, board_score, score
from table_controller.bootstrap.bench_camera_sweep import swept
from table_controller.bootstrap.camera_plots import write_swept
from table_controller.core.cards import Card

DECKS = ("sergio", "rdpong")
"""Those of which there are enough photographs to enrol one half and read the other."""
YARDSTICK_SURE = 0.8
YARDSTICK_RANKS = "A23456789TJQK"
Read = Callable[[Picture], Seen]
Progress = Callable[[str], None]


class PassesAsked(NamedTuple):
    """`work`: where packages and rendered cards are kept; `sweep`: where speeds and shear are drawn, if they are asked for."""

    cards: int
    seed: int
    work: Path
    sweep: Path | None = None


class CameraFigures(msgspec.Struct, frozen=True):
    """Times are the median of one picture in milliseconds of one core; opening the file is not in them.

    They are what the reading itself took of the processor, so that other work on the machine is not in them.
    """

    sets: list[CameraSet]
    ms_network: float
    ms_both: float
    ms_board: float
    rss_mib: float
    enrolled: dict[str, list[str]]
    """The photographs that enrolled each deck."""
    decks: list[DeckTried] = []
    """Those of the passes, which are in `sets` as well."""


class _Clock:
    """A reader, and how long it took each time."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._times: list[float] = []

    def seen(self, picture: Picture) -> Seen:
        begun = time.process_time()
        seen = self._read(picture)
        self._times.append(time.process_time() - begun)
        return seen

    @property
    def ms(self) -> float:
        return _ms(self._times)


def bench_camera(folder: Path, yardstick: Path | None, progress: Progress) -> CameraFigures:
    """`folder`: windows.csv, board.csv and their pictures. `yardstick`: a network to measure beside ours, if there is one."""
    with _one_core():
        photos = Photos(folder)
        network = _Clock(Network().seen)
        sets = list(_by_network("network", network.seen, photos))
        progress("network")
        if yardstick is not None:
            other = Network(yardstick, YARDSTICK_SURE, YARDSTICK_RANKS)
            sets += _by_network("yardstick-network", other.seen, photos)
            progress("yardstick")
        both_ms, lists = 0.0, {}
        for deck in DECKS:
            enrolling, reading = photos.halves(deck)
            lists[deck] = [window.file for window in enrolling]
            scores, ms = _by_deck(deck, enrolling, reading)
            sets += scores
            both_ms = max(both_ms, ms)
            progress(deck)
        boards, board_ms = _by_board(photos)
        return CameraFigures(sets + boards, network.ms, both_ms, board_ms, _rss_mib(), lists)


def with_passes(figures: CameraFigures, asked: PassesAsked, progress: Progress) -> CameraFigures:
    """`figures`, and what became of decks of other designs before a simulated shoe camera. DecksError."""
    with _one_core():
        found = decks_enrolled(held_out(asked.work, progress), asked.seed, progress)
        if asked.sweep is not None:
            write_swept(swept(found.accepted, asked.seed, progress), asked.sweep)
        sets = figures.sets + passes(found.accepted, asked.cards, asked.seed, progress)
    return msgspec.structs.replace(figures, sets=sets, decks=found.decks)


def _rss_mib() -> float:
    """The most memory this process has had."""
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)


def _by_network(reader: str, read: Read, photos: Photos) -> Iterator[CameraSet]:
    seen = [(window, read(window.picture())) for window in photos.windows]
    with_index = [(window, what) for window, what in seen if window.face is not None]
    for source in photos.sources:
        yield score(f"{reader}/{source}", _pairs(with_index, source))
    yield score(f"{reader}/all", _pairs(with_index))
    yield score(f"{reader}/must-be-refused", _pairs([pair for pair in seen if pair[0].face is None]))


def _pairs(seen: Iterable[tuple[Window, Seen]], source: str = "") -> list[tuple[int | None, Seen]]:
    return [(window.face, what) for window, what in seen if window.source.startswith(source)]


def _by_deck(deck: str, enrolling: list[Window], reading: list[Window]) -> tuple[list[CameraSet], float]:
    """Templates alone, both readers, and plain template matching; and how long both take."""
    samples: dict[Card, list[Picture]] = {}
    for window in enrolling:
        samples.setdefault(window.known, []).append(window.picture())
    templates = enrolled(samples)
    both = _Clock(BothReaders(templates).seen)
    readers = {
        "templates": TemplateReader(templates).seen,
        "both": both.seen,
        "yardstick-templates": PlainTemplates(samples).seen,
    }
    sets = [
        score(f"{name}/{deck}", [(window.face, read(window.picture())) for window in reading]) for name, read in readers.items()
    ]
    return sets, both.ms


def _by_board(photos: Photos) -> tuple[list[CameraSet], float]:
    reader, times = BoardReader(Network()), list[float]()
    found: list[tuple[BoardPhoto, list[Seen]]] = []
    for photo in photos.boards:
        picture = photo.picture()
        begun = time.process_time()
        cards = reader.cards(picture)
        times.append(time.process_time() - begun)
        found.append((photo, [card.seen for card in cards]))
    sets = [
        board_score(f"board/{source}", [pair for pair in found if pair[0].source == source]) for source in photos.board_sources
    ]
    return sets, _ms(times)


def _ms(times: list[float]) -> float:
    return round(1000 * statistics.median(times), 3)


@contextmanager
def _one_core() -> Iterator[None]:
    """Keeps this thread, and those OpenCV would start, to one core."""
    import cv2

    threads, cores = cv2.getNumThreads(), os.sched_getaffinity(0)
    cv2.setNumThreads(1)
    os.sched_setaffinity(0, {min(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)
        cv2.setNumThreads(threads)
