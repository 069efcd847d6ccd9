"""Lives of the board: boot counter and serial number in EEPROM, what caused a restart, the watchdog, and the clock's wrap."""

import subprocess
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from bench import SERIAL, Bench, Parts

from hardware.protocol.frames import Deframer, FrameType
from hardware.protocol.hello import Hello, parse_hello
from hardware.protocol.wire import ResetCause
from hardware.simulator.eeprom import Eeprom, _read_cell
from hardware.simulator.virtual_board import HOST_PORT, BoardError, VirtualBoard, eeprom_image
from table_controller.core import readings as rd


def hello_of(board: VirtualBoard) -> Hello:
    """What the board says at boot."""
    board.run(100)
    frames = Deframer().feed(board.from_board(HOST_PORT))
    hello = parse_hello(next(frame for frame in frames if frame.type is FrameType.HELLO).payload)
    assert hello
    return hello


def test_the_boot_counter_goes_on_over_power_cuts_and_the_serial_number_stays(parts: Parts) -> None:
    counters = []
    for _ in range(4):
        with parts.board(manual=True) as board:
            hello = hello_of(board)
        counters.append(hello.boot_counter)
        assert (hello.serial, hello.reset_cause) == (SERIAL, ResetCause.POWER_ON)
    assert [b - a for a, b in pairwise(counters)] == [1, 1, 1]


def test_a_board_without_a_serial_number_says_so(parts: Parts) -> None:
    parts.eeprom.write_bytes(b"\xff" * 4096)
    with parts.board(manual=True) as board:
        assert hello_of(board).serial == b"UNSET\0\0\0"


def test_erased_boards_do_not_begin_with_the_same_counter(parts: Parts) -> None:
    counters = set()
    for seed in range(5):
        parts.eeprom.unlink(missing_ok=True)
        with parts.board("--seed", str(seed), manual=True) as board:
            counters.add(hello_of(board).boot_counter)
    assert len(counters) == 5


def counter_cells(parts: Parts) -> list[int | None]:
    """Both boot counters as they lie in EEPROM; None: a cell that is torn."""
    return [_read_cell(Eeprom(parts.eeprom), cell) for cell in (0, 8)]


def cut_power_in_the_write(parts: Parts, microseconds: int) -> None:
    """Power goes away this long after the first byte of the boot counter was written."""
    before = parts.eeprom.read_bytes()
    with parts.board(manual=True) as board:
        while parts.eeprom.read_bytes() == before:
            board.ask("run", 1)
        board.ask("run", microseconds)
        board.kill()


def test_power_lost_while_the_counter_is_written_never_brings_a_life_back(parts: Parts) -> None:
    seen: list[int] = []
    for _ in range(2):
        with parts.board(manual=True) as board:
            seen.append(hello_of(board).boot_counter)
    torn = 0
    for microseconds in range(0, 40, 2):
        cut_power_in_the_write(parts, microseconds)
        torn += None in counter_cells(parts)
        with parts.board(manual=True) as board:
            seen.append(hello_of(board).boot_counter)
    assert torn > 5
    assert len(set(seen)) == len(seen)
    assert seen == sorted(seen)  # no torn write has cost both cells


@pytest.mark.parametrize(
    ("word", "cause"), [("external", ResetCause.EXTERNAL), ("brownout", ResetCause.BROWN_OUT), ("power", ResetCause.POWER_ON)]
)
def test_a_restart_says_its_cause(bench: Bench, word: str, cause: ResetCause) -> None:
    """Failure "MCU reset": seen as a new life, and its events begin anew."""
    before = bench.of(rd.DeviceUp)[-1].life
    bench.fresh()
    bench.board.ask("reset", word)
    bench.until(lambda: bool(bench.of(rd.DeviceUp)))
    up = bench.of(rd.DeviceUp)[0]
    assert (up.life, up.new_life) == (before + 1, True)
    hellos = [parse_hello(f.payload) for f in Deframer().feed(bytes(bench.heard)) if f.type is FrameType.HELLO]
    assert hellos[-1] is not None
    assert hellos[-1].reset_cause == cause
    bench.until(lambda: bool(bench.of(rd.SnapshotValid)))


def test_a_hung_program_is_restarted_by_the_watchdog(bench: Bench) -> None:
    """Failure "watchdog": restarted within 300 ms, cause watchdog, and the host follows the new life."""
    bench.fresh()
    began = bench.now
    bench.board.ask("hang")
    bench.until(lambda: bool(bench.of(rd.DeviceUp)))
    assert 200 <= bench.now - began <= 500
    hellos = [parse_hello(f.payload) for f in Deframer().feed(bytes(bench.heard)) if f.type is FrameType.HELLO]
    assert hellos[-1] is not None
    assert hellos[-1].reset_cause == ResetCause.WATCHDOG
    bench.until(lambda: bool(bench.of(rd.SnapshotValid)))


def symbol(made: Path, name: str) -> int:
    """Where a variable of the image lies in SRAM."""
    listed = subprocess.run(["avr-nm", str(made / "table.elf")], capture_output=True, text=True, check=True).stdout
    return next(int(line.split()[0], 16) & 0xFFFF for line in listed.splitlines() if line.endswith(f" {name}"))


def test_stamps_go_on_when_the_clock_wraps(made: Path, parts: Parts) -> None:
    """Failure "clock wrap": 2^32 ms pass while keys are pressed; stamps never go back and nothing is lost."""
    with Bench(parts).running() as bench:
        bench.board.run(100)
        for n, byte in enumerate(((1 << 32) - 3000).to_bytes(4, "little")):
            bench.board.ask("poke", symbol(made, "milliseconds") + n, byte)
        bench.meet()
        bench.fresh()
        for n in range(50):
            bench.board.pin("A1", bool(n & 1))
            bench.run(100)
        stamps = [row.at for row in bench.of(rd.InputLevel)]
        assert len(stamps) == 50
        assert stamps == sorted(stamps)
        assert 4800 <= stamps[-1] - stamps[0] <= 5000
        assert bench.linked
        assert bench.of(rd.EventsLost) == []


def test_the_stack_stays_far_from_the_variables(made: Path, parts: Parts) -> None:
    """Memory between them that nothing has ever written still holds what it came up with: a kilobyte at least."""
    addresses = range(symbol(made, "_end"), 0x2200)
    with Bench(parts).running() as bench:
        fresh = [bench.board.ask("peek", address) for address in addresses]
        bench.meet()
        for key in range(10):
            bench.board.ask("key", key, 1)
            bench.run(60)
        bench.link.want_snapshot(bench.now)
        bench.run(2000)
        now = [bench.board.ask("peek", address) for address in addresses]
    untouched = next(n for n, (before, after) in enumerate(zip(fresh, now, strict=True)) if before != after)
    assert 1024 < untouched < len(addresses)


def test_the_same_seed_and_inputs_give_the_same_bytes(parts: Parts) -> None:
    said = []
    for _ in range(2):
        parts.eeprom.unlink(missing_ok=True)
        with Bench(parts, "--seed", "5").running() as bench:
            bench.meet()
            bench.run(1000)
            said.append(bytes(bench.heard))
    assert said[0] == said[1]
    assert len(said[0]) > 1000


def test_the_control_socket_refuses_what_it_does_not_know(parts: Parts) -> None:
    with parts.board(manual=True) as board:
        for words in (("fly",), ("pin", "A9", 1), ("pin", "A1", 2), ("run", -1), ("tx", 0, "0g"), ("key", 24, 1), ("hold", 4, 1)):
            with pytest.raises(BoardError, match="refused"):
                board.ask(*words)
        assert board.ask("time") == "0"


def test_a_serial_number_has_8_bytes() -> None:
    with pytest.raises(ValueError, match="8 bytes"):
        eeprom_image(b"SHORT")


def test_a_board_runs_in_a_folder_as_deep_as_any(parts: Parts, tmp_path: Path) -> None:
    """The address of a socket holds 107 bytes; a demonstration kept in a deep folder had no score for that."""
    deep = tmp_path / ("deep" * 20) / ("deeper" * 10)
    deep.mkdir(parents=True)
    with replace(parts, folder=deep / "board").board() as board:
        assert board.terminal(HOST_PORT).exists()
        board.ask("time")
