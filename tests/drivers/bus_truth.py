"""Compares what was recorded with what happened: the promises of the table bus, as functions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from drivers.link.translate import reading_of
from hardware.protocol.commands import CommandCode, Response
from hardware.protocol.events import SnapshotEnd
from table_controller.core import readings as rd
from table_controller.core.ids import DeviceId

if TYPE_CHECKING:
    from board_sensors import WatchedBoard
    from bus_world import World


def broken(world: World) -> list[str]:
    """Everything that does not hold in a settled world."""
    problems = [*_settled(world), *_recorded(world), *_view(world), *_commands(world)]
    snapshots = len(_ran(world.board, CommandCode.SNAPSHOT))
    world.run(3000)
    if len(_ran(world.board, CommandCode.SNAPSHOT)) > snapshots:
        problems.append("the host still orders snapshots")
    return problems


def _settled(world: World) -> Iterator[str]:
    if not world.linked:
        yield "not linked"
    if world.board.waiting:
        yield f"{world.board.waiting} events wait"
    if any(ticket.outcome is None for ticket, _ in world.tickets):
        yield "an order without an end"


def _name(board: WatchedBoard) -> DeviceId:
    return DeviceId(board.identity.serial.hex())


def _recorded(world: World) -> Iterator[str]:
    for board in world.boards:
        rows = [r for r in world.journal.rows if r.device == _name(board)]
        yield from _in_order(board, [r for r in rows if r.position is not None])
        yield from _tails(world, board, rows)


def _in_order(board: WatchedBoard, rows: list[rd.Reading]) -> Iterator[str]:
    """Each event once, in order, with its own content, and every gap between them reported."""
    logs = {life: {number: event for number, event, _ in log} for life, log in board.logs.items()}
    order = {life: {number: place for place, (number, _, _) in enumerate(log)} for life, log in board.logs.items()}
    last: dict[int, int] = {}
    life_before: int | None = None
    lost = True
    for row in rows:
        position = row.position
        assert position is not None
        if isinstance(row, rd.EventsLost):
            lost, life_before = True, position.life
            continue
        if position.life != life_before:
            yield f"life {position.life} begins without events lost"
        place = order.get(position.life, {}).get(position.number)
        if place is None:
            yield f"event {position.number} of life {position.life} never was"
            continue
        expected = last.get(position.life, -1) + 1
        if place < expected:
            yield f"event {position.number} twice or out of order"
        if place > expected and not lost:
            yield f"{place - expected} events before {position.number} gone unreported"
        lost = False
        last[position.life], life_before = place, position.life
        yield from _content(row, logs[position.life][position.number])


def _content(row: rd.Reading, event: object) -> Iterator[str]:
    if isinstance(event, SnapshotEnd):
        return
    carried = {name: getattr(row, name) for name in ("device", "at", "position", "approximate")}
    if row != reading_of(event, None, carried):  # type: ignore[arg-type]
        yield f"event {carried['position']} has another content"


def _tails(world: World, board: WatchedBoard, rows: list[rd.Reading]) -> Iterator[str]:
    """The present life is recorded to its end; a dead life's missing end was reported."""
    last = {r.position.life: r.position.number for r in rows if r.position}
    for life, log in board.logs.items():
        if not log or life not in last or last[life] == log[-1][0]:
            continue
        final = max(n for n, r in enumerate(rows) if r.position and r.position.life == life)
        reported = any(isinstance(r, rd.EventsLost) for r in rows[final + 1 :])
        if board is world.board and (life == board.boot_counter or not reported):
            yield f"the end of life {life} is missing"
    if board is world.board and board.logs[board.boot_counter] and board.boot_counter not in last:
        yield f"life {board.boot_counter} swallowed"


def _view(world: World) -> Iterator[str]:
    device, sensors = _name(world.board), world.sensors
    if world.journal.inputs.get(device) != sensors.inputs:
        yield f"inputs {world.journal.inputs.get(device)} are {sensors.inputs}"
    there = {(a, bytes(uid)) for a, uid in sensors.tags if world.board.visits(a)}
    seen = {t for t in world.journal.tags.get(device, set()) if world.board.visits(t[0])}
    if seen != there:
        yield f"{len(seen - there)} tags too many, {len(there - seen)} missing"
    rows = [r for r in world.journal.rows if r.device == device]
    losses = [n for n, r in enumerate(rows) if isinstance(r, rd.EventsLost)]
    if losses and not any(isinstance(r, rd.SnapshotValid) for r in rows[losses[-1] :]):
        yield "a loss without a snapshot after it"


def _ran(board: WatchedBoard, code: CommandCode) -> list[tuple[bytes, int]]:
    return [(data, at) for ran, data, at in board.ran if ran == code]


def _commands(world: World) -> Iterator[str]:
    ran = [run for board in world.boards for run in _ran(board, CommandCode.ECHO)]
    if len({data for data, _ in ran}) < len(ran):
        yield "a command was run twice"
    for data, at in ran:
        if at > world.given_up.get(data, at):
            yield f"a command was run {at - world.given_up[data]} ms after it was given up"
    for ticket, data in world.tickets:
        if isinstance(ticket.outcome, Response) and ticket.outcome.fields != data:
            yield "the answer of another command"
