"""The one board of a simulated table, run by the real firmware: what is so at the table moves pins, keys and magnets of a
virtual board, and comes into the fields of its readers.

Owns how the truth is put to the board. The board's bytes to the host go over its own terminal, past everything here.
"""

from collections.abc import Iterable

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
from hardware.simulator.lies import Lies, ground_of
from hardware.simulator.noise import OFF, Noise
from hardware.simulator.pieces import PhysicalCard
from hardware.simulator.virtual_board import FELT_PORT, SHOE_PORT, VirtualBoard
from hardware.simulator.wiring import BET_LINE_INPUTS, BUTTON_INPUTS, FELT_ANTENNAS, OCCUPIED_INPUTS
from hardware.simulator.world import PhysicalTable
from hardware.simulator.zones import Zone

_KEYS = 24
_BETWEEN_BEAMS_US = 20_000
"""A card needs this long from one beam of the gate to the other (assumed)."""


class EmulatedBoard:
    """One virtual board under one table, which it watches as long as both are there."""

    def __init__(self, table: PhysicalTable, board: VirtualBoard, noise: Noise = OFF, seed: int = 1) -> None:
        """The board runs already. `noise`: of its antennas; ghosts, bursts and outages are not made."""
        self._table = table
        self._noise = noise
        self._felt = Lies(noise, seed * 2, ground_of(FELT_ANTENNAS))
        self._mouth = Lies(noise, seed * 2 + 1, ground_of({0: Zone.EXIT}))
        self._board = board
        self._shown: dict[tuple[str, object], bool] = {}
        self._in_gate: tuple[int, ...] = ()
        board.ask("reader", FELT_PORT, 1)
        board.ask("reader", SHOE_PORT, 0)
        for pin in (*BEAM, *TAMPER, *LID):  # nothing in its gate; cover and lid are closed
            board.pin(pin, False)
        for zone in FELT_ANTENNAS.values():
            self._field_changed(zone)
        self._touched()
        table.watch(self._field_changed, self._touched)

    def _field_changed(self, zone: Zone) -> None:
        if zone is Zone.EXIT:
            self._lie(self._mouth, SHOE_PORT, 0, zone)
            self._gate_changed(tuple(card.piece for card in self._table.zone(zone)))
        for antenna, place in FELT_ANTENNAS.items():
            if place is zone:
                self._lie(self._felt, FELT_PORT, antenna, zone)

    def _lie(self, lies: Lies, port: int, antenna: int, zone: Zone) -> None:
        """What lies on an antenna now, for it and for those beside."""
        table = self._table
        if self._noise == OFF:
            self._board.ask("move", 0, "field", port, antenna, _uids(table.in_field(zone)))
            return
        lies.lay(antenna, [card.uid for card in table.in_field(zone)], [card.uid for card in table.passing(zone)])
        for one in (antenna, *lies.beside(antenna)):
            heard = (f"{uid.hex().upper()}*{round(1000 * chance)}" for uid, chance in lies.chances(one).items())
            self._board.ask("move", 0, "field", port, one, ",".join(heard) or "-")

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
        """As hands do it: the board sees to it that each level stands long enough, however busy the machine."""
        self._board.ask("move", after_us, kind, where, int(level))


def _uids(cards: Iterable[PhysicalCard]) -> str:
    return ",".join(card.uid.hex().upper() for card in cards) or "-"
