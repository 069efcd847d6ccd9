#include "parts.h"

#include <avr/io.h>
#include <util/delay.h>

#include "pins.h"

#define PULL_UP(n, port, bit) PORT##port |= _BV(bit);
#define OUTPUT(n, port, bit) DDR##port |= _BV(bit);
#define HIGH(n, port, bit) PORT##port |= _BV(bit);
#define LOW(n, port, bit) PORT##port &= (uint8_t)~_BV(bit);

/* Set bit n of `taken` when the pin is low, or high. Written so that no number of 32 bits is ever shifted. */
#define TAKE_LOW(n, port, bit)                                                                                         \
    if (!(PIN##port & _BV(bit)))                                                                                       \
        taken |= 1uL << (n);
#define TAKE_HIGH(n, port, bit)                                                                                        \
    if (PIN##port & _BV(bit))                                                                                          \
        taken |= 1u << (n);
#define TAKE_LINE(n, port, bit) TAKE_LOW(n + TB_BET_LINE_INPUT, port, bit)

#define SHIFT_EVERY 5u /* ms; a hall is debounced over 20 */
#define PIEZO_HZ 2700UL

static void inputs_start(void)
{
    OCCUPIED_PINS(PULL_UP)
    BET_LINE_PINS(PULL_UP)
    KEY_COLUMN_PINS(PULL_UP)
    TAMPER_PINS(PULL_UP)
    DECK_THERE_PINS(PULL_UP)
    LID_PINS(PULL_UP)
    CELL_DATA_PINS(PULL_UP) /* a converter that is not there is never ready */
}

static void outputs_start(void)
{
    KEY_ROW_PINS(HIGH)
    KEY_ROW_PINS(OUTPUT)
    SHIFT_LOAD_PINS(HIGH)
    SHIFT_LOAD_PINS(OUTPUT)
    LAMP_LATCH_PINS(OUTPUT)
    PIEZO_PINS(OUTPUT)
    GATE_LOCK_PINS(OUTPUT)
    CELL_CLOCK_PINS(OUTPUT)
    DDRB |= _BV(0) | _BV(1) | _BV(2); /* SS, SCK, MOSI */
    PORTB |= _BV(0);
}

/* --- supply: a divider by three at ADC14, against 2.56 V ----------------------------------------------------------------- */

#define SUPPLY_CHANNEL 14u

/* 125 kHz: a conversion takes 0.1 ms. The first with this reference is not to be trusted. */
static void supply_start(void)
{
    ADMUX = _BV(REFS1) | _BV(REFS0) | (SUPPLY_CHANNEL & 7u);
    ADCSRB = _BV(MUX5);
    DIDR2 = _BV(ADC14D);
    ADCSRA = _BV(ADEN) | _BV(ADPS2) | _BV(ADPS1) | _BV(ADPS0) | _BV(ADSC);
}

/* The conversion begun a ms ago, and the next one. */
static void sense_supply(sensed_t *sensed)
{
    static bool begun;
    sensed->measured = begun;
    sensed->millivolts = (uint16_t)(ADC * 15UL / 2UL);
    begun = true;
    ADCSRA |= _BV(ADSC);
}

void parts_start(void)
{
    MCUCR |= _BV(JTD); /* twice: frees PF4 to PF7 from the debugger */
    MCUCR |= _BV(JTD);
    inputs_start();
    outputs_start();
    SPCR = _BV(SPE) | _BV(MSTR);
    SPSR = _BV(SPI2X);
    OCR4A = (uint16_t)(F_CPU / 8UL / 2UL / PIEZO_HZ - 1UL);
    TCCR4B = _BV(WGM42) | _BV(CS41);
    supply_start();
}

static uint8_t shift(uint8_t byte)
{
    SPDR = byte;
    while (!(SPSR & _BV(SPIF))) { /* 16 clocks */
    }
    return SPDR;
}

/* Lamps out and halls in, 16 bits each, highest first; a hall is low at a magnet. */
static uint16_t shift_all(uint16_t lamps)
{
    uint16_t halls;
    SHIFT_LOAD_PINS(LOW)
    SHIFT_LOAD_PINS(HIGH)
    halls = (uint16_t)(shift((uint8_t)(lamps >> 8)) << 8);
    halls |= shift((uint8_t)lamps);
    LAMP_LATCH_PINS(HIGH)
    LAMP_LATCH_PINS(LOW)
    return (uint16_t)~halls & ((1u << TB_SEATS) - 1u);
}

static uint32_t sense_inputs(uint16_t lamps)
{
    static uint8_t turn;
    static uint16_t halls;
    uint32_t taken = 0;
    if (turn++ % SHIFT_EVERY == 0)
        halls = shift_all(lamps);
    OCCUPIED_PINS(TAKE_LOW)
    BET_LINE_PINS(TAKE_LINE)
    return taken | (uint32_t)halls << TB_HALL_INPUT;
}

static uint8_t sense_columns(void)
{
    uint8_t taken = 0;
    KEY_COLUMN_PINS(TAKE_LOW)
    return taken;
}

static uint8_t sense_beams(void)
{
    uint8_t taken = 0;
    BEAM_PINS(TAKE_HIGH)
    return taken;
}

static bool sense_cover(void)
{
    uint8_t taken = 0;
    TAMPER_PINS(TAKE_HIGH)
    return taken;
}

static bool sense_deck(void)
{
    uint8_t taken = 0;
    DECK_THERE_PINS(TAKE_LOW)
    return taken;
}

static bool sense_lid(void)
{
    uint8_t taken = 0;
    LID_PINS(TAKE_HIGH)
    return taken;
}

void parts_sense(sensed_t *sensed, uint16_t lamps)
{
    uint8_t beams = sense_beams();
    sensed->inputs = sense_inputs(lamps);
    sensed->key_columns = sense_columns();
    sensed->inner_beam = beams & 1u;
    sensed->outer_beam = beams >> 1 & 1u;
    sensed->cover_open = sense_cover();
    sensed->deck_there = sense_deck();
    sensed->lid_open = sense_lid();
    sense_supply(sensed);
}

#define DRIVE_ROW(n, port, bit)                                                                                        \
    if (driven->key_row == (n))                                                                                        \
        PORT##port &= (uint8_t)~_BV(bit);                                                                              \
    else                                                                                                               \
        PORT##port |= _BV(bit);

void parts_drive(const driven_t *driven)
{
    KEY_ROW_PINS(DRIVE_ROW)
    TCCR4A = driven->sound ? _BV(COM4B0) : 0;
    if (driven->locked) {
        GATE_LOCK_PINS(HIGH)
    } else {
        GATE_LOCK_PINS(LOW)
    }
}

/* --- load cells: HX711 converters with one clock, each with a data line that is low when a value is ready -------------- */

#define CELL_BITS 24u
#define CELL_PATIENCE_MS 250u /* 10 values a second: a converter that is late by this is gone */

static uint16_t cell_lines(void)
{
    uint16_t taken = 0;
    CELL_DATA_PINS(TAKE_LOW)
    return taken;
}

static uint16_t clock_bit(void)
{
    uint16_t low;
    CELL_CLOCK_PINS(HIGH)
    _delay_us(1);
    low = cell_lines();
    CELL_CLOCK_PINS(LOW)
    _delay_us(1);
    return low;
}

static void read_values(int32_t raw[TB_CELLS])
{
    for (uint8_t cell = 0; cell < TB_CELLS; cell++)
        raw[cell] = 0;
    for (uint8_t bit = 0; bit < CELL_BITS; bit++) {
        uint16_t low = clock_bit();
        for (uint8_t cell = 0; cell < TB_CELLS; cell++)
            raw[cell] = raw[cell] << 1 | !(low >> cell & 1u);
    }
    clock_bit(); /* the 25th: next value of channel A with gain 128 */
    for (uint8_t cell = 0; cell < TB_CELLS; cell++)
        raw[cell] = raw[cell] << 8 >> 8; /* the sign */
}

uint16_t parts_cells(int32_t raw[TB_CELLS], uint32_t now)
{
    static uint16_t there;  /* converters seen */
    static uint32_t waited; /* since when a value is ready and another is not */
    uint16_t ready = cell_lines();
    there |= ready;
    if (ready == 0) {
        waited = now;
        return 0;
    }
    if (ready != there && now - waited < CELL_PATIENCE_MS)
        return 0;
    there = ready;
    waited = now;
    read_values(raw);
    return ready;
}
