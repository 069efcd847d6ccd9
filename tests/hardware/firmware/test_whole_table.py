"""A simulated table whose felt, keys and shoe are the real firmware: what hands do there reaches the product's host."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from bench import Parts
from bus_journal import Journal
from pty_rig import Owner

from hardware.protocol.keys import KeyCode
from hardware.simulator.board_pins import SHOE_ANTENNA
from hardware.simulator.emulated_board import EmulatedBoard
from hardware.simulator.hand_times import HandTimes
from hardware.simulator.hands import Hands
from hardware.simulator.noise import OFF, Noise
from hardware.simulator.pieces import make_deck
from hardware.simulator.realtime import RealtimeTable, monotonic_ms
from hardware.simulator.table import SimulatedTable
from hardware.simulator.virtual_board import HOST_PORT
from hardware.simulator.wiring import FELT_ANTENNAS, Serials
from hardware.simulator.zones import Zone
from table_controller.core import readings as rd

Heard = tuple[RealtimeTable, Owner]


@pytest.fixture
def heard(parts: Parts) -> Iterator[Heard]:
    """The table, and the host that has met its board."""
    with table_heard(parts) as table:
        yield table


@contextmanager
def table_heard(parts: Parts, noise: Noise = OFF) -> Iterator[Heard]:
    with parts.board() as board:
        table = SimulatedTable(
            make_deck(1),
            Serials.of_table(1),
            {},
            now_ms=monotonic_ms(),
            times=HandTimes(),
            emulated=lambda truth: EmulatedBoard(truth, board, noise),
        )
        owner = Owner(str(board.terminal(HOST_PORT)), journal=Journal(), baud=250_000)
        with RealtimeTable(table, {}) as running, owner.listening():
            owner.work(lambda: bool(owner.journal.of(rd.SnapshotValid)))
            owner.work(lambda: [row.state for row in owner.journal.rows if isinstance(row, rd.DeckState)][-1:] == [1])
            yield running, owner


def rows(owner: Owner, kind: type) -> list[rd.Reading]:
    return [row for row in owner.journal.rows if type(row) is kind]


def act(heard: Heard, movement: Callable[[Hands], object], true: Callable[[], bool]) -> None:
    table, owner = heard
    table.act(movement)
    owner.work(true)


def test_a_card_is_read_at_the_mouth_passes_the_gate_and_lands(heard: Heard) -> None:
    table, owner = heard
    top = table.look(lambda now: now.truth.zone(Zone.DECK)[0])
    act(heard, lambda hands: hands.draw(Zone.SEAT_3), lambda: len(rows(owner, rd.TagPresent)) >= 2)
    seen = [(row.antenna, row.tag.raw) for row in owner.journal.rows if isinstance(row, rd.TagPresent)]
    assert seen == [(SHOE_ANTENNA, top.uid), (2, top.uid)]
    owner.work(lambda: bool(rows(owner, rd.TagAbsent)))
    passed = [row for row in owner.journal.rows if isinstance(row, rd.GatePassed)]
    assert [row.out for row in passed] == [True]
    assert passed[0].duration_ms >= 100


def test_a_card_that_is_put_back_passes_the_gate_inwards(heard: Heard) -> None:
    _, owner = heard
    act(heard, lambda hands: hands.draw(Zone.SEAT_3), lambda: len(rows(owner, rd.GatePassed)) == 1)
    owner.work(lambda: any(isinstance(row, rd.TagPresent) and row.antenna == 2 for row in owner.journal.rows))
    act(heard, lambda hands: hands.return_top(Zone.SEAT_3), lambda: len(rows(owner, rd.GatePassed)) == 2)
    assert [row.out for row in owner.journal.rows if isinstance(row, rd.GatePassed)] == [True, False]


def test_the_deck_is_taken_out_and_put_in_without_being_counted(heard: Heard) -> None:
    _, owner = heard
    began = len(rows(owner, rd.DeckState))
    act(heard, lambda hands: hands.take_out_deck(), lambda: len(rows(owner, rd.DeckState)) == began + 1)
    act(heard, lambda hands: hands.insert_deck(), lambda: len(rows(owner, rd.DeckState)) == began + 2)
    told = [(row.state, row.tags) for row in owner.journal.rows if isinstance(row, rd.DeckState)]
    assert told[began:] == [(0, 0), (1, 0)]


def test_people_button_and_keys_are_felt(heard: Heard) -> None:
    _, owner = heard

    def told() -> set[tuple[int, bool]]:
        return {(row.index, row.level) for row in owner.journal.rows if isinstance(row, rd.InputLevel)}

    act(heard, lambda hands: hands.sit(4, 100), lambda: (3, True) in told())
    act(heard, lambda hands: hands.place_button(4), lambda: (23, True) in told())
    act(heard, lambda hands: hands.push(4, 50), lambda: {(13, True), (13, False)} <= told())
    act(heard, lambda hands: hands.press(KeyCode.ENTER), lambda: len(rows(owner, rd.KeyMoved)) == 2)


def test_what_comes_and_goes_while_the_board_gets_no_time_is_felt_all_the_same(heard: Heard) -> None:
    table, owner = heard

    def at_once(now: SimulatedTable) -> None:
        for moving in (True, False, True, False):
            now.truth.cross(4, moving=moving)
        for key in (KeyCode.DIGIT_7, KeyCode.DIGIT_0, KeyCode.DIGIT_5):
            now.truth.press(key, down=True)
            now.truth.press(key, down=False)

    known = len(owner.journal.rows)
    table.look(at_once)
    owner.work(lambda: len(rows(owner, rd.KeyMoved)) == 6)
    owner.work(lambda: sum(isinstance(row, rd.InputLevel) for row in owner.journal.rows[known:]) >= 4)
    crossed = [row.level for row in owner.journal.rows[known:] if isinstance(row, rd.InputLevel) and row.index == 13]
    assert crossed == [True, False, True, False]
    pressed = [row.key for row in owner.journal.rows if isinstance(row, rd.KeyMoved) and row.pressed]
    assert pressed == [7, 0, 5]


def test_a_card_that_is_dealt_while_the_board_gets_no_time_is_read_at_the_mouth_first(heard: Heard) -> None:
    table, owner = heard

    def at_once(now: SimulatedTable) -> None:
        for zone in (Zone.EXIT, Zone.HAND, Zone.SEAT_1):
            now.truth.move(top, zone)

    for _ in range(3):
        top = table.look(lambda now: now.truth.zone(Zone.DECK)[0].piece)
        known = len(rows(owner, rd.TagPresent))
        table.look(at_once)
        owner.work(lambda known=known: len(rows(owner, rd.TagPresent)) == known + 2)  # type: ignore[misc]
    antennas = [row.antenna for row in owner.journal.rows if isinstance(row, rd.TagPresent)]
    assert antennas == [SHOE_ANTENNA, 0] * 3


def test_under_noise_the_firmware_hears_what_its_antennas_can(parts: Parts) -> None:
    with table_heard(parts, Noise(neighbour=1.0, depth=(1.0, 1.0, 0.0))) as heard:
        table, owner = heard
        for n in range(3):
            act(heard, lambda hands: hands.draw(Zone.MUCK), lambda n=n: len(rows(owner, rd.TagPresent)) >= 3 * n + 3)  # type: ignore[misc]
        owner.work(lambda: bool(rows(owner, rd.TagAbsent)[-1:]) and len(gone(owner)) == 2)
        cards = table.look(lambda now: now.truth.zone(Zone.MUCK))
    muck, burn = (next(n for n, zone in FELT_ANTENNAS.items() if zone is place) for place in (Zone.MUCK, Zone.BURN))
    assert {
        (row.antenna, row.tag.raw) for row in owner.journal.rows if isinstance(row, rd.TagPresent) and row.antenna != SHOE_ANTENNA
    } == {(antenna, card.uid) for antenna in (muck, burn) for card in cards}
    assert gone(owner) == {(muck, cards[0].uid), (burn, cards[0].uid)}


def gone(owner: Owner) -> set[tuple[int, bytes]]:
    """What the felt no longer hears."""
    absent = (row for row in owner.journal.rows if isinstance(row, rd.TagAbsent))
    return {(row.antenna, row.tag.raw) for row in absent if row.antenna != SHOE_ANTENNA}
