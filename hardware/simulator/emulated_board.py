"""The one board of a simulated table, run by the real firmware: what is so at the table moves pins, keys and magnets of a
virtual board, and its readers find the cards that lie there or pass.

Owns how the truth is put to the board. The board's bytes to the host go over its own terminal, past everything here.
"""

import os
from contextlib import suppress
from pathlib import Path

from hardware.simulator.board_pins import (
    BEAM,
    BET_LINE,
    BET_LINE_INPUT,
    DECK_THERE,
    HALL_INPUT,
    LID,
    OCCUPIED,
    TAMPER,
)
from hardware.simulator.metratec import MetratecReader
from hardware.simulator.virtual_board import FELT_PORT, SHOE_PORT, VirtualBoard
from hardware.simulator.wiring import BET_LINE_INPUTS, BUTTON_INPUTS, FELT_ANTENNAS, OCCUPIED_INPUTS
from hardware.simulator.world import PhysicalTable
from hardware.simulator.zones import Zone

_KEYS = 24
_BETWEEN_BEAMS_US = 20_000
"""A card needs this long from one beam of the gate to the other (assumed)."""
_STANDS_US = 30_000
"""No hand is quicker than this: a level stands so long in the board's own time, or a board that the machine gives no time would
never feel a key or chips that have come and gone meanwhile."""


class ReaderCable:
    """The cable between a simulated reader and the board's terminal of it; the reader's end is here."""

    opened = True
    """The board is always there to be waited for."""

    def __init__(self, reader: MetratecReader, terminal: Path) -> None:
        self.reader = reader
        self._descriptor = os.open(terminal, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)

    def fileno(self) -> int:
        """The reader's end, to wait on."""
        return self._descriptor

    def unplug(self) -> None:
        """Take the reader away."""
        os.close(self._descriptor)

    def carry(self, now_ms: int) -> None:
        """Move the bytes that are due, both ways. A board that is gone, or asks nothing, is no trouble of the reader's."""
        with suppress(OSError):
            self.reader.receive(os.read(self._descriptor, 512), now_ms)
        if said := self.reader.take(now_ms):
            with suppress(OSError):
                os.write(self._descriptor, said)


class EmulatedBoard:
    """One virtual board under one table. Call `advance` at `next_deadline` and when a cable has bytes."""

    def __init__(self, table: PhysicalTable, board: VirtualBoard) -> None:
        """The board runs already. Watches the table from now on."""
        self._table = table
        self._board = board
        self._shown: dict[tuple[str, object], bool] = {}
        self._free_at: dict[object, int] = {}
        """Board time in us from which a pin or a magnet may change again; keys follow one after another."""
        self._felt, self._mouth = MetratecReader(), MetratecReader(multiplexed=False)
        self._in_gate: tuple[int, ...] = ()
        self.cables = {
            "felt": ReaderCable(self._felt, board.terminal(FELT_PORT)),
            "mouth": ReaderCable(self._mouth, board.terminal(SHOE_PORT)),
        }
        for pin in (*BEAM, *TAMPER, *LID):  # nothing in its gate; cover and lid are closed
            board.pin(pin, False)
        for zone in FELT_ANTENNAS.values():
            self._field_changed(zone)
        self._touched()
        table.watch(self._field_changed, self._touched)

    def next_deadline(self) -> int | None:
        """When a reader has something to say, in ms."""
        times = [cable.reader.next_deadline() for cable in self.cables.values()]
        return min((at for at in times if at is not None), default=None)

    def advance(self, now_ms: int) -> None:
        """Move the bytes between readers and board."""
        for cable in self.cables.values():
            cable.carry(now_ms)

    def _field_changed(self, zone: Zone) -> None:
        if zone is Zone.EXIT:
            self._mouth.field[0] = [card.uid for card in self._table.zone(zone)]
            self._gate_changed(tuple(card.piece for card in self._table.zone(zone)))
        for antenna, place in FELT_ANTENNAS.items():
            if place is zone:
                self._felt.field[antenna] = [card.uid for card in self._table.in_field(zone)]

    def _gate_changed(self, pieces: tuple[int, ...]) -> None:
        """What comes in breaks the beam on its side first, and the last that leaves frees the other side's last."""
        before, self._in_gate = self._in_gate, pieces
        if bool(before) == bool(pieces):
            return
        by_the_deck = (self._table.was(pieces[0]) if pieces else self._table.where(before[-1])) is Zone.DECK
        nearer, farther = BEAM if by_the_deck else reversed(BEAM)
        first, second = (nearer, farther) if pieces else (farther, nearer)
        self._drive("pin", first, bool(pieces))
        self._drive("pin", second, bool(pieces), _BETWEEN_BEAMS_US)

    def _touched(self) -> None:
        table = self._table
        self._show("pin", DECK_THERE[0], not table.deck_in_shoe, True)
        self._show("pin", LID[0], table.lid_open, False)
        for index, seat in OCCUPIED_INPUTS.items():
            self._show("pin", OCCUPIED[index], seat not in table.present, True)
        for index, seat in BET_LINE_INPUTS.items():
            self._show("pin", BET_LINE[index - BET_LINE_INPUT], seat not in table.crossing, True)
        for index, seat in BUTTON_INPUTS.items():
            self._show("hall", index - HALL_INPUT, table.button == seat, False)
        for key in range(_KEYS):
            self._show("key", key, key in table.keys_down, False)

    def _show(self, kind: str, where: object, level: bool, at_rest: bool) -> None:
        """Only what is not so already costs a word to the board."""
        if self._shown.get((kind, where), at_rest) != level:
            self._shown[kind, where] = level
            self._drive(kind, where, level)

    def _drive(self, kind: str, where: object, level: bool, after_us: int = 0) -> None:
        lane = kind if kind == "key" else where
        now = int(self._board.ask("time"))
        at = max(now + after_us, self._free_at.get(lane, 0))
        self._free_at[lane] = at + _STANDS_US
        self._board.ask("after", at - now, kind, where, int(level))
