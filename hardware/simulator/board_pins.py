"""Pins and numbering of our own table board.

Made by `make generate` from hardware/protocol/schema.toml: change that, not this.
"""

from typing import Final

FELT_ANTENNAS: Final = 17
"""Reader 0, antennas 0-16: seats 1 to 10, flop, turn, river, burn, muck, hold, out."""
SHOE_ANTENNA: Final = 17
"""Reader 1 has this antenna alone, at the mouth of the shoe."""
OCCUPIED_INPUT: Final = 0
"""First input of the seats' occupancy."""
BET_LINE_INPUT: Final = 10
"""First input of the bet lines."""
HALL_INPUT: Final = 20
"""First input of the places of the button."""
SEATS: Final = 10
"""Seats of the table."""
CELLS: Final = 10
"""Load cells."""
HOST_LINK: Final = ("E0", "E1")
"""USART0 RX, TX: FT232RL and ADuM1201 isolator, 250 000 Bd."""
FELT_READER: Final = ("D2", "D3")
"""USART1 RX, TX: metraTec reader of the felt, MAX3232, 115 200 Bd."""
SHOE_READER: Final = ("J0", "J1")
"""USART3 RX, TX: metraTec reader of the shoe, MAX3232, 115 200 Bd."""
OCCUPIED: Final = ("A0", "A1", "A2", "A3", "A4", "A5", "A6", "A7", "C0", "C1")
"""Seat occupied, low = yes."""
BET_LINE: Final = ("C2", "C3", "C4", "C5", "C6", "C7", "L0", "L1", "L2", "L3")
"""Bet line crossed, low = yes."""
KEY_ROW: Final = ("L4", "L5", "L6", "L7")
"""Keypad rows, driven low one at a time; a diode at each key."""
KEY_COLUMN: Final = ("K2", "K3", "K4", "K5", "K7", "H5")
"""Keypad columns, pulled up; low = pressed."""
BEAM: Final = ("E4", "E5")
"""Shoe gate, inner and outer beam, high = broken."""
TAMPER: Final = ("D4",)
"""Cover switch to ground, high = open."""
DECK_THERE: Final = ("G0",)
"""Switch under the deck in the shoe, low = a deck is there (assumed)."""
LID: Final = ("G1",)
"""Switch at the lid of the shoe, high = open (assumed)."""
SUPPLY: Final = ("K6",)
"""ADC14: the 5 V supply behind 20 and 10 kOhm, against the 2.56 V of the processor."""
SHIFT: Final = ("B0", "B1", "B2", "B3")
"""SPI: SS (kept high), SCK, MOSI to 2 x TLC5916, MISO from 2 x 74HC165."""
SHIFT_LOAD: Final = ("B4",)
"""74HC165 load, low: takes the 10 halls (DRV5032, low = magnet)."""
LAMP_LATCH: Final = ("B5",)
"""TLC5916 latch, high: shows the 16 lamps."""
PIEZO: Final = ("H4",)
"""OC4B: beeper."""
GATE_LOCK: Final = ("H6",)
"""Solenoid of the shoe's gate, high = locked (assumed)."""
CELL_CLOCK: Final = ("G5",)
"""HX711 clock, shared by all cells."""
CELL_DATA: Final = ("F0", "F1", "F2", "F3", "F4", "F5", "F6", "F7", "K0", "K1")
"""HX711 data, one a cell."""
