"""Everything the board feels reaches the product's host under its number, with the time of its first edge."""

from bench import SERIAL, Bench

from hardware.protocol.events import Uid
from hardware.protocol.wire import SCHEMA_HASH, DeviceClass
from hardware.simulator.board_pins import (
    BEAM,
    BET_LINE,
    BET_LINE_INPUT,
    CELLS,
    FELT_ANTENNAS,
    HALL_INPUT,
    OCCUPIED,
    OCCUPIED_INPUT,
    SEATS,
    SHOE_ANTENNA,
)
from hardware.simulator.virtual_board import FELT_PORT, SHOE_PORT
from table_controller.core import readings as rd


def uid(number: int) -> Uid:
    return Uid(b"\xe0\x04\x01\x50" + number.to_bytes(4, "big"))


def test_the_board_says_what_it_is(bench: Bench) -> None:
    up = bench.of(rd.DeviceUp)[0]
    assert up.device == SERIAL.hex()
    assert (up.firmware, up.schema, up.device_class, up.antennas) == ("0.2.0", SCHEMA_HASH, DeviceClass.TABLE_BOARD, 18)


def test_the_first_snapshot_names_every_level_and_all_antennas(bench: Bench) -> None:
    snapshot = bench.of(rd.SnapshotValid)[0]
    assert snapshot.inputs == tuple((index, False) for index in range(30))
    assert snapshot.tags == ()
    assert bench.of(rd.TamperSwitch)[0].open is False
    assert [(row.state, row.tags) for row in bench.of(rd.DeckState)] == [(0, 0)]
    assert [row.low for row in bench.of(rd.SupplyRead)] == [False]


def test_every_input_pin_and_hall_has_its_number_and_its_first_edge(bench: Bench) -> None:
    bench.fresh()
    pins = dict(enumerate(OCCUPIED, OCCUPIED_INPUT)) | dict(enumerate(BET_LINE, BET_LINE_INPUT))
    for index, pin in pins.items():
        began = bench.now
        bench.board.pin(pin, False)
        bench.until(lambda index=index: any(row.index == index for row in bench.of(rd.InputLevel)))  # type: ignore[misc]
        row = bench.of(rd.InputLevel)[-1]
        assert (row.index, row.level) == (index, True)
        assert abs(row.at - began) <= 3  # not 20 later, when it had settled
    for place in range(SEATS):
        bench.board.ask("hall", place, 1)
        bench.run(40)
        bench.board.ask("hall", place, 0)
        bench.run(40)
        told = [(row.index, row.level) for row in bench.of(rd.InputLevel)[-2:]]
        assert told == [(HALL_INPUT + place, True), (HALL_INPUT + place, False)]


def test_every_key_of_the_keypad_has_its_number(bench: Bench) -> None:
    bench.fresh()
    for key in range(24):
        bench.board.ask("key", key, 1)
        bench.run(40)
        bench.board.ask("key", key, 0)
        bench.run(40)
    bench.run(40)
    told = [(row.key, row.pressed) for row in bench.of(rd.KeyMoved)]
    assert told == [(key, pressed) for key in range(24) for pressed in (True, False)]


def test_a_card_through_the_gate_of_the_shoe_is_told_with_direction_and_duration(bench: Bench) -> None:
    inner, outer = BEAM
    bench.fresh()
    for first, second in ((inner, outer), (outer, inner)):
        for pin, level in ((first, True), (second, True), (first, False), (second, False)):
            bench.board.pin(pin, level)
            bench.run(60)
    bench.run(40)
    out, back = bench.of(rd.GatePassed)
    assert (out.out, back.out) == (True, False)
    assert abs(out.duration_ms - 180) <= 3
    assert not out.double


def test_the_cover_is_told(bench: Bench) -> None:
    bench.fresh()
    bench.board.pin("D4", True)
    bench.until(lambda: bool(bench.of(rd.TamperSwitch)))
    assert bench.of(rd.TamperSwitch)[0].open is True


def test_the_deck_in_the_shoe_is_told_by_its_two_switches(bench: Bench) -> None:
    bench.board.pin("G1", False)  # the lid is closed
    bench.run(40)
    bench.fresh()
    for pin, level in (("G0", False), ("G1", True), ("G1", False), ("G0", True)):
        bench.board.pin(pin, level)
        bench.run(60)
    assert [row.state for row in bench.of(rd.DeckState)] == [1, 2, 1, 0]


def test_a_supply_that_sinks_is_told_before_it_resets_the_board(bench: Bench) -> None:
    def told() -> list[tuple[int, bool]]:
        return [(row.millivolts, row.low) for row in bench.of(rd.SupplyRead)]

    bench.fresh()
    began = bench.now
    bench.board.ask("adc", 14, 4500 // 3)
    bench.until(lambda: bool(told()))
    assert abs(bench.of(rd.SupplyRead)[0].at - began) <= 5
    bench.board.ask("reset", "brownout")  # the rail is still low when the board is back
    bench.until(lambda: len(bench.of(rd.SupplyRead)) >= 2)
    bench.until(lambda: bool(bench.of(rd.SnapshotValid)))
    bench.board.ask("adc", 14, 5000 // 3)
    bench.until(lambda: not told()[-1][1])
    assert all(abs(millivolts - (4500 if low else 5000)) <= 15 for millivolts, low in told())


def test_load_cells_tell_a_weight_that_stands_still(bench: Bench) -> None:
    bench.fresh()
    for cell in range(CELLS):
        bench.board.ask("cell", cell, (50 + cell) * 420 * (-1 if cell == 9 else 1))
    bench.until(lambda: len(bench.of(rd.WeightRead)) >= CELLS)
    told = {row.cell: row.decigrams for row in bench.of(rd.WeightRead)}
    assert told == {cell: (50 + cell) * (-10 if cell == 9 else 10) for cell in range(CELLS)}
    bench.board.ask("cell", 3, 1_000_000)
    bench.until(lambda: bench.of(rd.WeightRead)[-1].decigrams == 1_000_000 * 10 // 420)


def test_cards_on_the_felt_and_in_the_mouth_of_the_shoe_come_and_go(bench: Bench) -> None:
    bench.fresh()
    bench.readers[FELT_PORT].field = {3: [uid(1), uid(2)], FELT_ANTENNAS - 1: [uid(3)]}
    bench.readers[SHOE_PORT].field = {0: [uid(4)]}
    bench.until(lambda: len(bench.of(rd.TagPresent)) == 4)
    there = {(row.antenna, row.tag.raw) for row in bench.of(rd.TagPresent)}
    assert there == {(3, uid(1)), (3, uid(2)), (16, uid(3)), (SHOE_ANTENNA, uid(4))}
    bench.readers[FELT_PORT].field = {3: [uid(2)]}
    bench.readers[SHOE_PORT].field = {}
    bench.until(lambda: len(bench.of(rd.TagAbsent)) == 3)
    gone = {(row.antenna, row.tag.raw) for row in bench.of(rd.TagAbsent)}
    assert gone == {(3, uid(1)), (16, uid(3)), (SHOE_ANTENNA, uid(4))}


def test_a_card_at_rest_is_never_gone(bench: Bench) -> None:
    """B4, B26: a card that lies still for 20 s is told once."""
    bench.readers[FELT_PORT].field = {0: [uid(1)]}
    bench.until(lambda: bool(bench.of(rd.TagPresent)))
    bench.fresh()
    bench.run(20_000)
    assert bench.of(rd.TagPresent) == bench.of(rd.TagAbsent) == []


def test_a_noisy_wire_to_the_reader_gives_no_ghosts_and_loses_no_card(bench: Bench) -> None:
    bench.readers[FELT_PORT].field = {0: [uid(1), uid(2)]}
    bench.until(lambda: len(bench.of(rd.TagPresent)) == 2)
    bench.fresh()
    bench.readers[FELT_PORT].flip = 1e-3
    bench.run(20_000)
    assert bench.of(rd.TagPresent) == bench.of(rd.TagAbsent) == []
