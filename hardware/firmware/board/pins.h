/* Pins of the table board, as lists: X(number, port, bit).
 *
 * Made by `make generate` from hardware/protocol/schema.toml: change that, not this. */
#ifndef PINS_H
#define PINS_H

/* USART0 RX, TX: FT232RL and ADuM1201 isolator, 250 000 Bd */
#define HOST_LINK_PINS(X) X(0, E, 0) X(1, E, 1)

/* USART1 RX, TX: metraTec reader of the felt, MAX3232, 115 200 Bd */
#define FELT_READER_PINS(X) X(0, D, 2) X(1, D, 3)

/* USART3 RX, TX: metraTec reader of the shoe, MAX3232, 115 200 Bd */
#define SHOE_READER_PINS(X) X(0, J, 0) X(1, J, 1)

/* seat occupied, low = yes */
#define OCCUPIED_PINS(X) X(0, A, 0) X(1, A, 1) X(2, A, 2) X(3, A, 3) X(4, A, 4) X(5, A, 5) X(6, A, 6) X(7, A, 7) X(8, C, 0) X(9, C, 1)

/* bet line crossed, low = yes */
#define BET_LINE_PINS(X) X(0, C, 2) X(1, C, 3) X(2, C, 4) X(3, C, 5) X(4, C, 6) X(5, C, 7) X(6, L, 0) X(7, L, 1) X(8, L, 2) X(9, L, 3)

/* keypad rows, driven low one at a time; a diode at each key */
#define KEY_ROW_PINS(X) X(0, L, 4) X(1, L, 5) X(2, L, 6) X(3, L, 7)

/* keypad columns, pulled up; low = pressed */
#define KEY_COLUMN_PINS(X) X(0, K, 2) X(1, K, 3) X(2, K, 4) X(3, K, 5) X(4, K, 7) X(5, H, 5)

/* shoe gate, inner and outer beam, high = broken */
#define BEAM_PINS(X) X(0, E, 4) X(1, E, 5)

/* cover switch to ground, high = open */
#define TAMPER_PINS(X) X(0, D, 4)

/* switch under the deck in the shoe, low = a deck is there (assumed) */
#define DECK_THERE_PINS(X) X(0, G, 0)

/* switch at the lid of the shoe, high = open (assumed) */
#define LID_PINS(X) X(0, G, 1)

/* ADC14: the 5 V supply behind 20 and 10 kOhm, against the 2.56 V of the processor */
#define SUPPLY_PINS(X) X(0, K, 6)

/* SPI: SS (kept high), SCK, MOSI to 2 x TLC5916, MISO from 2 x 74HC165 */
#define SHIFT_PINS(X) X(0, B, 0) X(1, B, 1) X(2, B, 2) X(3, B, 3)

/* 74HC165 load, low: takes the 10 halls (DRV5032, low = magnet) */
#define SHIFT_LOAD_PINS(X) X(0, B, 4)

/* TLC5916 latch, high: shows the 16 lamps */
#define LAMP_LATCH_PINS(X) X(0, B, 5)

/* OC4B: beeper */
#define PIEZO_PINS(X) X(0, H, 4)

/* solenoid of the shoe's gate, high = locked (assumed) */
#define GATE_LOCK_PINS(X) X(0, H, 6)

/* HX711 clock, shared by all cells */
#define CELL_CLOCK_PINS(X) X(0, G, 5)

/* HX711 data, one a cell */
#define CELL_DATA_PINS(X) X(0, F, 0) X(1, F, 1) X(2, F, 2) X(3, F, 3) X(4, F, 4) X(5, F, 5) X(6, F, 6) X(7, F, 7) X(8, K, 0) X(9, K, 1)

#endif
