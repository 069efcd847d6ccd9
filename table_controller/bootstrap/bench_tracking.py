"""How right tracking is when readers are not: many hands in virtual time, with errors of dealer and players, under noise.

Owns the running. Beside it the yardstick: for a share of the hands a tracker that believes the last antenna that saw a card, once
that has seen it for a moment, and weighs nothing.
"""

import time
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from table_controller.bootstrap.measured_table import MeasuredTable
from table_controller.bootstrap.room import room_of
from table_controller.bootstrap.show import Show
from table_controller.bootstrap.simulated import furnish
from table_controller.bootstrap.tracking_figures import Part, TrackingBench, figures
from table_controller.bootstrap.virtual_rehearsal import play_at, score_of
from table_controller.bootstrap.workers import CORES, Say, unsaid, workers
from table_controller.core.codec import RecordCodec
from table_controller.core.ranking import BadCardsError
from table_controller.journal import MemoryJournal
from table_controller.rehearsal.mistakes import ErrorLog
from table_controller.rehearsal.script import RehearsalStuck
from table_controller.tracking.arbiter import last_steady, where

NAIVE_SHARE = 10
"""One of so many hands is played with the yardstick too."""
MOST_NAIVE = 1_000
"""And no more than so many: what they say is clear long before."""
_NEW_TABLES = 1_000_000
"""The seed of a table that takes the place of one that was given up is so much larger."""
_LOOK_S = 0.5


class Job(msgspec.Struct, frozen=True):
    """Some hands at table `number` of a show. `show.hands`: how many there."""

    show: Show
    number: int
    naive: bool = False


def bench_tracking(show: Show, hands: int, say: Say = unsaid) -> TrackingBench:
    """Plays so many hands over the tables of `show`, and a share of them with the yardstick, on two cores."""
    began = time.monotonic()
    with workers(CORES) as pool:
        (result,) = measured(pool, [(show, hands)], say)
    result.seconds = round(time.monotonic() - began, 1)
    return result


def measured(pool: ProcessPoolExecutor, shows: list[tuple[Show, int]], say: Say) -> list[TrackingBench]:
    """The figures of each of these shows, with so many hands each."""
    work = [[pool.submit(played, job) for job in jobs(*one)] for one in shows]
    _await([future for futures in work for future in futures], say)
    return [_figures([future.result() for future in futures], jobs(*one)) for futures, one in zip(work, shows, strict=True)]


def _figures(parts: list[list[Part]], done: list[Job]) -> TrackingBench:
    ours = [part for some, job in zip(parts, done, strict=True) if not job.naive for part in some]
    naive = [part for some, job in zip(parts, done, strict=True) if job.naive for part in some]
    return figures(ours, naive)


def _await(futures: list[Future[list[Part]]], say: Say) -> None:
    left: set[Future[list[Part]]] = set(futures)
    while left:
        _, left = wait(left, timeout=_LOOK_S)
        say(len(futures) - len(left), len(futures))


def jobs(show: Show, hands: int) -> list[Job]:
    """So many hands spread over the tables, and the yardstick's share likewise."""
    naive = min(hands // NAIVE_SHARE, MOST_NAIVE)
    return [*_spread(show, hands, naive=False), *_spread(show, naive, naive=True)]


def _spread(show: Show, hands: int, *, naive: bool) -> Iterator[Job]:
    for number in range(1, min(show.tables, hands) + 1):
        here = hands // show.tables + (number <= hands % show.tables)
        yield Job(msgspec.structs.replace(show, hands=here), number, naive)


def played(job: Job) -> list[Part]:
    """One table, and those that took its place when its people were stuck, until so many hands were begun."""
    parts, show, left = [], job.show, job.show.hands or 0
    while left > 0:
        with TemporaryDirectory(prefix="burnturn-") as folder:
            part = play(msgspec.structs.replace(show, folder=Path(folder), hands=left), job.number, naive=job.naive)
        parts.append(part)
        left -= max(part.report.hands, 1) if part.stuck else left
        show = msgspec.structs.replace(show, seed=show.seed + _NEW_TABLES)
    return parts


def play(show: Show, number: int, *, naive: bool = False) -> Part:
    """One table to its last hand, or until its people are stuck."""
    plan, robot = show.plan(number)
    furnish(plan)
    room = room_of(plan.config)
    log = ErrorLog()
    journal = MemoryJournal(room.config.id, room.master, RecordCodec())
    table = MeasuredTable(plan, room, journal, log, last_steady if naive else where)
    began, start, why = time.process_time(), table.now, ""
    score = score_of(table, log)
    try:
        play_at(table, plan, robot, log, score)
    except (RehearsalStuck, BadCardsError) as stuck:  # or hands are shown that cannot be: people cannot read them
        why = f"table {number}: {stuck}"
    return Part(
        report=score.report(time.process_time() - began),
        decisions=table.decisions,
        delays=table.delays,
        overtaken=table.overtaken,
        misplaced=table.misplaced,
        busy_s=table.busy_s,
        cpu_s=time.process_time() - began,
        table_ms=table.now - start,
        stuck=why,
    )
