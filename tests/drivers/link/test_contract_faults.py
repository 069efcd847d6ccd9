"""Every fault named at the end of TABLE_BUS.md, provoked against the simulated board in virtual time."""

import pytest
from bus_world import World

from drivers.link.liveness import LinkState
from hardware.protocol.commands import CommandCode, Lock, Response, Scan
from hardware.protocol.sequence import first_event_number
from hardware.simulator.board_data import Timing
from hardware.simulator.event_ring import EventRing
from hardware.simulator.line import WireFaults
from table_controller.core import readings as rd


@pytest.fixture
def world() -> World:
    """A board linked for a second and a half, its first snapshot done."""
    world = World()
    world.run(1500)
    assert world.linked
    return world


def gates(world: World) -> list[int]:
    """Durations, which are the numbers, of the passages recorded."""
    return [row.duration_ms for row in world.journal.rows if isinstance(row, rd.GatePassed)]


def losses(world: World) -> list[rd.EventsLost]:
    return [row for row in world.journal.rows if isinstance(row, rd.EventsLost)]


def ran(world: World, code: CommandCode) -> list[bytes]:
    return [data for board in world.boards for run, data, _ in board.ran if run == code]


# Of the first draft


def test_events_not_yet_recorded_when_the_host_dies_come_again(world: World) -> None:
    world.commit_ms = 400
    world.gate(5)
    world.run(300)
    assert gates(world) == []
    world.crash()
    world.commit_ms = 0
    world.settle()
    assert gates(world) == [1, 2, 3, 4, 5]
    assert world.broken() == []


def test_nothing_is_acknowledged_before_it_is_recorded(world: World) -> None:
    world.commit_ms = 5000
    world.gate(3)
    world.run(1900)
    assert world.board.waiting == 3


def test_a_burst_that_overruns_the_ring_under_a_link_passes_with_its_loss_counted(world: World) -> None:
    world.gate(150)
    world.settle()
    assert gates(world) == list(range(33, 151))
    assert [loss.count for loss in losses(world)[1:]] == [32]
    assert world.broken() == []


def test_content_is_right_when_event_numbers_wrap() -> None:
    counter = next(n for n in range(1 << 16) if first_event_number(b"\xa1" * 8, n) > 65_400)
    world = World(counter=counter)
    world.run(1500)
    for _ in range(10):
        world.gate(100)
        world.run(100)
    world.settle()
    numbers = [row.position.number for row in world.journal.rows if row.position]
    assert min(numbers) < 1000
    assert max(numbers) > 65_400
    assert gates(world) == list(range(1, 1001))
    assert world.broken() == []


def test_a_ring_size_that_does_not_divide_65536_is_refused() -> None:
    with pytest.raises(ValueError, match="power of two"):
        EventRing(0, size=160)


@pytest.mark.parametrize("events", [32_767, 32_768, 40_000, 65_536, 65_576, 70_000])
def test_any_number_of_events_behind_a_cut_cable_is_told_from_old_ones(world: World, events: int) -> None:
    world.cut()
    world.run(500)
    world.gate(events)
    world.settle()
    assert gates(world)[-1] == events & 0xFFFF
    assert losses(world)[-1].position is not None
    assert world.broken() == []


def test_a_torn_eeprom_write_does_not_bring_an_old_life_back(world: World) -> None:
    world.gate(10)
    world.run(200)
    world.board._eeprom.tear_next_write(5)
    world.reset()
    world.run(50)
    world.reset()
    world.gate(10)
    world.settle()
    assert gates(world) == list(range(1, 21))
    assert world.broken() == []


def test_another_board_on_the_port_begins_a_life_of_its_own(world: World) -> None:
    world.gate(10)
    world.run(200)
    world.swap(reset=True)
    world.gate(10)
    world.settle()
    assert gates(world) == list(range(1, 21))
    assert world.broken() == []


def test_boards_swapped_to_and_fro_lose_nothing(world: World) -> None:
    world.swap(reset=True)
    world.run(2000)
    world.flip_input(1)
    world.run(500)
    world.swap(reset=False)
    world.flip_input(2)
    world.gate(3)
    world.settle()
    assert world.broken() == []


def test_the_first_command_of_a_restarted_host_is_run_and_not_answered_from_the_cache(world: World) -> None:
    for _ in range(3):
        world.order()
        world.run(100)
        world.crash()
        world.restart()
        world.run(300)
        data = world.order()
        world.run(300)
        assert data in ran(world, CommandCode.ECHO)
        assert world.tickets[-1][0].outcome == Response(status=0, fields=data)  # type: ignore[arg-type]


def test_a_command_of_the_dead_host_still_under_way_does_not_take_the_new_ones_number(world: World) -> None:
    world.line.to_device.faults = WireFaults(delay_ms=300)
    world.order()
    world.run(5)
    world.crash()
    world.restart()
    world.run(1000)
    data = world.order()
    world.run(1500)
    assert data in ran(world, CommandCode.ECHO)
    world.settle()
    assert world.broken() == []


def test_a_snapshot_larger_than_the_ring_arrives_whole() -> None:
    world = World(inputs=250)
    world.settle()
    assert len(world.journal.of(rd.SnapshotValid)) == 1
    assert len(losses(world)) == 1
    assert world.broken() == []


def test_tags_are_named_before_the_end_of_a_snapshot(world: World) -> None:
    world.move_tag(0, 1)
    world.move_tag(1, 2)
    world.run(200)
    world.reset()
    world.settle()
    valid = world.journal.of(rd.SnapshotValid)[-1]
    assert isinstance(valid, rd.SnapshotValid)
    assert {antenna for antenna, _ in valid.tags} == {0, 1}
    assert world.broken() == []


def test_a_lock_its_caller_no_longer_wants_never_runs_when_the_cable_comes_back(world: World) -> None:
    world.cut()
    world.want(Lock(True))
    world.run(2500)
    world.want(Lock(False))
    world.settle()
    assert ran(world, CommandCode.LOCK) == [b"\0"]


def test_an_order_given_up_behind_a_cut_cable_is_never_sent(world: World) -> None:
    world.cut()
    data = world.order()
    world.run(2500)
    world.settle()
    assert data not in ran(world, CommandCode.ECHO)
    assert world.broken() == []


# Of the second


def test_a_snapshot_becomes_valid_however_much_changes_meanwhile(world: World) -> None:
    world.gate(150)
    before = len(world.journal.of(rd.SnapshotValid))
    for step in range(60):
        world.flip_input(step % 4)
        world.move_tag(step % 2, step % 5)
        world.gate()
        world.run(20)
    assert len(world.journal.of(rd.SnapshotValid)) == before + 1
    assert len([d for d in ran(world, CommandCode.SNAPSHOT)]) == 2
    world.settle()
    assert world.broken() == []


def test_an_order_for_a_snapshot_lost_with_its_command_is_given_anew(world: World) -> None:
    world.gate(150)
    world.until(lambda: len(losses(world)) == 2)
    world.line.to_device.faults = WireFaults(silent=True)
    world.run(2500)
    world.mend()
    world.settle(5000)
    assert world.broken() == []


def test_an_antenna_that_is_not_scanned_does_not_hold_a_snapshot_open(world: World) -> None:
    world.move_tag(1, 7)
    world.want(Scan(0, 0b01, 0))
    world.run(500)
    world.gate(200)
    world.settle()
    valid = world.journal.of(rd.SnapshotValid)[-1]
    assert isinstance(valid, rd.SnapshotValid)
    assert valid.antennas == (0,)
    assert world.broken() == []


def test_a_lowered_boot_counter_is_a_new_life(world: World) -> None:
    world.reset()
    world.run(1500)
    world.reset()
    world.run(1500)
    world.board._eeprom.erase()
    world.reset()
    world.gate(30)
    world.settle()
    assert gates(world) == list(range(1, 31))
    assert world.journal.positions[losses(world)[-1].device].life == world.board.lives[0]


@pytest.mark.parametrize("silence_ms", [0, 30, 120, 600])
def test_a_command_whose_answer_was_lost_is_not_run_again_after_a_reboot(world: World, silence_ms: int) -> None:
    world.line.to_host.faults = WireFaults(silent=True)
    world.order()
    world.run(50)
    assert len(ran(world, CommandCode.ECHO)) == 1
    world.reset()
    world.run(silence_ms)
    world.mend()
    world.settle()
    assert world.broken() == []
    assert world.given_up


@pytest.mark.parametrize("held_ms", [1600, 2500, 4000])
def test_a_command_held_up_is_not_run_after_it_was_given_up(world: World, held_ms: int) -> None:
    world.line.to_device.faults = WireFaults(stalled=True)
    world.order()
    world.run(held_ms)
    world.settle()
    assert world.broken() == []


def test_a_board_swapped_within_a_second_for_one_of_the_same_epoch_is_noticed(world: World) -> None:
    assert world.boards[0].boot_counter == world.boards[1].boot_counter
    world.gate(5)
    world.run(100)
    world.swap(reset=False)
    world.gate(20)
    world.settle()
    assert gates(world) == list(range(1, 26))
    assert world.broken() == []


@pytest.mark.parametrize("start", [0, 864_000_000, 0xFFFF_FF00])
def test_stamps_of_a_new_life_are_not_drawn_by_the_clock_of_the_old_one(start: int) -> None:
    world = World(timing=Timing(clock_start_ms=864_000_000))
    world.run(8000)
    world.board._timing = Timing(clock_start_ms=start)
    world.reset()
    for _ in range(20):
        world.run(170)
        world.gate()
    world.run(100)
    edges = [(number, edge) for number, _, edge in world.board.logs[world.board.boot_counter]]
    stamps = {r.position.number: r.at for r in world.journal.rows if r.position and r.position.life == world.board.boot_counter}
    assert all(abs(stamps[number] - edge) <= 3 for number, edge in edges if edge > 8500)


def test_a_board_that_resets_whenever_its_port_is_opened_is_linked_at_once() -> None:
    world = World(timing=Timing(boot_ms=1200), resets_on_open=True)
    world.run(4000)
    assert world.linked
    world.gate(3)
    world.settle()
    assert world.port
    assert world.port.status().counters.reopened == 0
    assert world.broken() == []


def test_an_overrun_that_overtakes_the_window_is_noticed(world: World) -> None:
    world.line.to_host.faults = WireFaults(delay_ms=40)
    world.gate(8)
    world.run(10)
    world.gate(300)
    world.run(20)
    world.gate(200)
    world.settle()
    assert world.port
    assert world.port.status().state is LinkState.LINKED
    assert gates(world)[-1] == 508
    assert world.broken() == []
