/* SPDX-License-Identifier: GPL-3.0-or-later
 * Part of the virtual board of Burn & Turn; see README.md in this folder. */

/* The parts on the pins: keypad, shift registers of halls and lamps, load cells. Their pins come from the firmware's table. */
#include <simavr/avr_spi.h>
#include <string.h>

#include "../firmware/board/pins.h"
#include "virtual.h"

#define KEYS 24
#define COLUMNS 6
#define HALLS 10
#define CELLS 10
#define CELL_BITS 24
#define CELL_PERIOD_US 100000.0

typedef struct {
    char port;
    int bit;
} pin_t;

#define PIN(n, port, bit) {#port[0], bit},
static const pin_t KEY_ROWS[] = {KEY_ROW_PINS(PIN)}, KEY_COLUMNS[] = {KEY_COLUMN_PINS(PIN)};
static const pin_t LOAD[] = {SHIFT_LOAD_PINS(PIN)}, LATCH[] = {LAMP_LATCH_PINS(PIN)};
static const pin_t CELL_CLOCK[] = {CELL_CLOCK_PINS(PIN)}, CELL_LINES[] = {CELL_DATA_PINS(PIN)};

static uint32_t pressed;      /* bit n = key n */
static uint8_t rows_low;      /* rows the program drives low */
static uint16_t halls;        /* bit n = a magnet at place n */
static uint16_t hall_bits;    /* in the 74HC165, on their way out */
static uint16_t lamp_bits, lamps; /* in the TLC5916, and shown */
static struct {
    bool fitted, ready;
    int32_t raw;
    int clocks; /* of the value on its way out */
} cells[CELLS];

static avr_irq_t *irq_of(pin_t pin) { return avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(pin.port), pin.bit); }

/* --- keypad: a pressed key joins its column to its row, through a diode -------------------------------------------- */

static void show_columns(void)
{
    for (int column = 0; column < COLUMNS; column++) {
        bool low = false;
        for (int row = 0; row < KEYS / COLUMNS; row++)
            low |= (rows_low >> row & 1) && (pressed >> (row * COLUMNS + column) & 1);
        pins_drive(KEY_COLUMNS[column].port, KEY_COLUMNS[column].bit, !low);
    }
}

static void on_row(avr_irq_t *irq, uint32_t value, void *parameter)
{
    uint8_t mask = (uint8_t)(1u << (int)(intptr_t)parameter);
    bool low = !(value & 1);
    (void)irq;
    if (low == !!(rows_low & mask))
        return;
    rows_low ^= mask;
    show_columns();
}

bool parts_key(int key, bool down)
{
    if (key < 0 || key >= KEYS)
        return false;
    pressed = down ? pressed | 1u << key : pressed & ~(1u << key);
    show_columns();
    return true;
}

/* --- shift registers ----------------------------------------------------------------------------------------------- */

static void on_load(avr_irq_t *irq, uint32_t value, void *parameter)
{
    (void)irq;
    (void)parameter;
    if (!(value & 1))
        hall_bits = (uint16_t)~halls;
}

static void on_latch(avr_irq_t *irq, uint32_t value, void *parameter)
{
    (void)irq;
    (void)parameter;
    if (value & 1)
        lamps = lamp_bits;
}

static void on_shifted(avr_irq_t *irq, uint32_t value, void *parameter)
{
    (void)irq;
    (void)parameter;
    lamp_bits = (uint16_t)(lamp_bits << 8 | (value & 0xFF));
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_INPUT), hall_bits >> 8);
    hall_bits = (uint16_t)(hall_bits << 8 | 0xFF);
}

bool parts_hall(int hall, bool magnet)
{
    if (hall < 0 || hall >= HALLS)
        return false;
    halls = (uint16_t)(magnet ? halls | 1u << hall : halls & ~(1u << hall));
    return true;
}

unsigned parts_lamps(void) { return lamps; }

/* --- load cells ---------------------------------------------------------------------------------------------------- */

static void show_line(int cell, bool level) { pins_drive(CELL_LINES[cell].port, CELL_LINES[cell].bit, level); }

static void clock_cell(int cell)
{
    int bit = CELL_BITS - ++cells[cell].clocks;
    show_line(cell, bit < 0 || (cells[cell].raw >> bit & 1));
    if (bit < 0)
        cells[cell].ready = false;
}

static void on_cell_clock(avr_irq_t *irq, uint32_t value, void *parameter)
{
    (void)irq;
    (void)parameter;
    for (int cell = 0; (value & 1) && cell < CELLS; cell++)
        if (cells[cell].ready)
            clock_cell(cell);
}

/* A new value; one that is on its way out is not disturbed. */
static avr_cycle_count_t convert(avr_t *mcu, avr_cycle_count_t when, void *parameter)
{
    (void)mcu;
    (void)parameter;
    for (int cell = 0; cell < CELLS; cell++) {
        if (!cells[cell].fitted || (cells[cell].ready && cells[cell].clocks > 0))
            continue;
        cells[cell].ready = true;
        cells[cell].clocks = 0;
        show_line(cell, false);
    }
    return when + mcu_cycles(CELL_PERIOD_US);
}

bool parts_cell(int cell, int32_t raw)
{
    if (cell < 0 || cell >= CELLS)
        return false;
    cells[cell].fitted = true;
    cells[cell].raw = raw;
    return true;
}

void parts_restore(void)
{
    rows_low = 0;
    show_columns();
    avr_cycle_timer_register(avr, mcu_cycles(CELL_PERIOD_US), convert, NULL);
}

void parts_start(void)
{
    for (intptr_t row = 0; row < KEYS / COLUMNS; row++)
        avr_irq_register_notify(irq_of(KEY_ROWS[row]), on_row, (void *)row);
    avr_irq_register_notify(irq_of(LOAD[0]), on_load, NULL);
    avr_irq_register_notify(irq_of(LATCH[0]), on_latch, NULL);
    avr_irq_register_notify(irq_of(CELL_CLOCK[0]), on_cell_clock, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_OUTPUT), on_shifted, NULL);
    parts_restore();
}
