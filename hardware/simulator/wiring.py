"""How the boards of a simulated table are wired: which antenna, input and key stands for which place.

Owns the numbers, as data, so that a table configuration can be written from them. A real table is wired by its installer.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from hardware.simulator.board_pins import SHOE_ANTENNA
from hardware.simulator.zones import FELT, SEATS, Zone

TABLE_READER: Final = 0
"""Reader of the felt's antennas on the table board."""
SHOE_READER: Final = 0
"""The shoe's own reader, on the shoe's board, with the one antenna at its mouth."""
EXIT_ANTENNA: Final = 0
KEYPAD: Final = 0

FELT_ANTENNAS: Final[dict[int, Zone]] = dict(enumerate(FELT))
"""Antennas of the table board: seats 1 to 10 are 0 to 9, then flop, turn, river, burn, muck, hold, out."""
OCCUPIED_INPUTS: Final = {seat - 1: seat for seat in SEATS}
BET_LINE_INPUTS: Final = {seat + 9: seat for seat in SEATS}
BUTTON_INPUTS: Final = {seat + 19: seat for seat in SEATS}


@dataclass(frozen=True, slots=True)
class Serials:
    """Serial numbers of a table's boards, 8 bytes each."""

    board: bytes
    shoe: bytes
    keypad: bytes

    @classmethod
    def of_table(cls, number: int) -> "Serials":
        """The boards of simulated table `number`, 0..65535."""
        return cls(*(b"SIM" + kind + number.to_bytes(2, "big") + b"\0\0" for kind in (b"T", b"S", b"K")))


@dataclass(frozen=True, slots=True)
class Binding:
    """One source of a device and the place it stands for.

    `kind`: antenna, input, gate, deck or keypad. `place`: a zone's name, or `occupied_N`, `bet_N`, `button_N` for a seat's input.
    """

    device: str
    kind: str
    index: int
    place: str


def bindings(*, one_board: bool = False) -> Iterator[Binding]:
    """Everything that is wired; `device`: board, shoe or keypad. `one_board`: to our own table board, which has it all."""
    shoe, keypad = ("board", "board") if one_board else ("shoe", "keypad")
    yield Binding(shoe, "antenna", SHOE_ANTENNA if one_board else EXIT_ANTENNA, Zone.DECK)
    yield Binding(shoe, "gate", 0, Zone.DECK)
    yield Binding(shoe, "deck", 0, Zone.DECK)
    yield Binding(keypad, "keypad", KEYPAD, "keypad")
    for antenna, zone in FELT_ANTENNAS.items():
        yield Binding("board", "antenna", antenna, zone)
    for word, inputs in (("occupied", OCCUPIED_INPUTS), ("bet", BET_LINE_INPUTS), ("button", BUTTON_INPUTS)):
        for index, seat in inputs.items():
            yield Binding("board", "input", index, f"{word}_{seat}")
