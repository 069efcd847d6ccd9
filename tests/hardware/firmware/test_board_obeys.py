"""Orders and wanted states of the product's host move the board: lamps, beeper, lock, antennas, snapshots."""

from bench import Bench

from drivers.link.orders import NoAnswer
from hardware.protocol.commands import (
    Beep,
    Counters,
    Echo,
    Identify,
    LampPattern,
    Lamps,
    Lock,
    Response,
    Scan,
    Status,
    parse_counters,
    parse_identify,
)
from hardware.protocol.events import Uid
from hardware.protocol.wire import SCHEMA_HASH
from hardware.simulator.virtual_board import FELT_PORT
from table_controller.core import readings as rd

TCCR4A, COM4B0 = 0xA0, 0x10
CARD = Uid(bytes.fromhex("e004015000000001"))


def lamps(bench: Bench) -> int:
    return int(bench.board.ask("lamps"), 16)


def answered(outcome: object) -> Response:
    assert isinstance(outcome, Response)
    assert outcome.status is Status.OK
    return outcome


def test_an_echo_comes_back(bench: Bench) -> None:
    assert answered(bench.order(Echo(b"there?"))).fields == b"there?"


def test_identify_and_counters(bench: Bench) -> None:
    about = parse_identify(answered(bench.order(Identify())).fields)
    assert (about.schema_hash, about.name) == (SCHEMA_HASH, "burnturn table board")
    counters = parse_counters(answered(bench.order(Counters())).fields)
    assert (counters.frames_bad, counters.events_lost, counters.reader_timeouts) == (0, 0, 0)
    assert counters.free_ring is not None
    assert counters.free_ring > 100


def test_lamps_burn_and_blink_as_wanted(bench: Bench) -> None:
    bench.link.want(Lamps(0x0105, LampPattern.ON))
    bench.until(lambda: lamps(bench) == 0x0105)
    bench.link.want(Lamps(0x0004, LampPattern.FAST_BLINK))
    for wanted in (0x0101, 0x0105, 0x0101):
        bench.until(lambda wanted=wanted: lamps(bench) == wanted, 400)  # type: ignore[misc]


def test_the_link_lamp_blinks_while_the_host_is_silent(bench: Bench) -> None:
    assert lamps(bench) == 0
    bench.board.run(2100)
    shown = set()
    for _ in range(40):
        bench.board.run(10)
        shown.add(lamps(bench))
    assert shown == {0, 0x8000}


def test_a_beep_sounds_and_ends(bench: Bench) -> None:
    def sounds() -> bool:
        return bool(int(bench.board.ask("peek", TCCR4A), 16) & COM4B0)

    answered(bench.order(Beep(2)))
    for sounding in (True, False, True, False):
        bench.until(lambda sounding=sounding: sounds() is sounding, 200)  # type: ignore[misc]
    bench.run(300)
    assert not sounds()


def test_the_gate_is_locked_as_wanted_and_open_after_a_restart(bench: Bench) -> None:
    def locked() -> bool:
        return bool(int(bench.board.ask("get", "H").split()[1], 16) & 0x40)

    bench.link.want(Lock(True))
    bench.until(locked)
    bench.board.ask("reset", "external")
    bench.board.run(100)
    assert not locked()
    bench.until(locked)  # the host wants it anew after HELLO


def test_only_the_antennas_wanted_are_scanned(bench: Bench) -> None:
    bench.link.want(Scan(0, 0b110, 2))
    bench.run(500)
    bench.readers[FELT_PORT].field = {0: [CARD], 1: [CARD]}
    bench.fresh()
    bench.run(1000)
    assert {row.antenna for row in bench.of(rd.TagPresent)} == {1}


def test_a_snapshot_names_what_lies_there_and_every_held_key(bench: Bench) -> None:
    bench.readers[FELT_PORT].field = {4: [CARD]}
    bench.board.ask("key", 14, 1)
    bench.board.pin("A6", False)
    bench.until(lambda: bool(bench.of(rd.TagPresent)))
    bench.fresh()
    bench.link.want_snapshot(bench.now)
    bench.until(lambda: bool(bench.of(rd.SnapshotValid)))
    snapshot = bench.of(rd.SnapshotValid)[0]
    assert [(antenna, tag.raw) for antenna, tag in snapshot.tags] == [(4, CARD)]
    assert [index for index, level in snapshot.inputs if level] == [6]
    assert [row.key for row in bench.of(rd.KeyMoved)] == [14]


def test_a_stale_command_after_reboot_does_not_run(bench: Bench) -> None:
    """Failure "stale command after reboot": given to a frozen board, told unknown to its caller, never run later."""
    ticket = bench.link.order(Beep(1), bench.now)
    payload = bench.link.poll(bench.now)  # under way, and lost with the board that hears nothing
    assert payload
    bench.board.ask("reset", "external")
    bench.until(lambda: ticket.outcome is not None)
    assert ticket.outcome is NoAnswer.OUTCOME_UNKNOWN
    for _ in range(300):
        bench.run(2)
        assert not int(bench.board.ask("peek", TCCR4A), 16) & COM4B0
