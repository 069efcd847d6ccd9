/* The table board: an ATmega2560 at 16 MHz. Clock, watchdog, sleep, and the loop that carries bytes and levels to the core.
 *
 * Owns what board.h asks for. All decisions are the core's. */
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/atomic.h>

#include "../core/board.h"
#include "../core/crc32.h"
#include "parts.h"
#include "uart.h"

#define RESEND_MS 60u /* at 250 000 Bd */

static volatile uint32_t milliseconds;
static uint8_t reset_flags __attribute__((section(".noinit")));

ISR(TIMER1_COMPA_vect) { milliseconds++; }

/* Before anything else: after a watchdog reset the watchdog still runs. */
void early(void) __attribute__((naked, used, section(".init3")));
void early(void)
{
    reset_flags = MCUSR;
    MCUSR = 0;
    wdt_disable();
}

/* One cause: at power-on the other flags mean nothing. */
static uint8_t reset_cause(void)
{
    static const uint8_t ORDER[] = {TB_RESET_POWER_ON, TB_RESET_WATCHDOG, TB_RESET_BROWN_OUT, TB_RESET_EXTERNAL};
    for (uint8_t i = 0; i < sizeof ORDER; i++)
        if (reset_flags & ORDER[i])
            return ORDER[i];
    return 0;
}

bool board_send(const uint8_t *bytes, uint8_t count) { return uart0_write(bytes, count); }

void board_reader_send(uint8_t reader, const char *text)
{
    uint8_t count = (uint8_t)strlen(text);
    if (reader == 0)
        uart1_write((const uint8_t *)text, count);
    else
        uart3_write((const uint8_t *)text, count);
}

void board_eeprom_read(uint16_t address, uint8_t *bytes, uint8_t count)
{
    eeprom_read_block(bytes, (const void *)address, count);
}

void board_eeprom_write(uint16_t address, const uint8_t *bytes, uint8_t count)
{
    eeprom_update_block(bytes, (void *)address, count);
}

/* Memory that nobody has written since power came comes up at random; the stack below it holds what was before a reset. */
uint32_t board_entropy(void)
{
    extern uint8_t _end;
    static uint32_t before;
    before = crc32_of(before ^ (TCNT1 | (uint32_t)milliseconds << 16), &_end, (size_t)(SP - (uint16_t)&_end));
    return before;
}

#define MOST_BYTES 64u

static uint32_t now_ms(void)
{
    uint32_t now;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { now = milliseconds; }
    return now;
}

static void clock_start(void)
{
    OCR1A = (uint16_t)(F_CPU / 64UL / 1000UL - 1UL);
    TCCR1B = _BV(WGM12) | _BV(CS11) | _BV(CS10);
    TIMSK1 = _BV(OCIE1A);
}

/* Of each line at most so many bytes at a time, 2.5 ms of the quickest: one that never rests may not keep the rest waiting. */
static void take_bytes(uint32_t now)
{
    uint8_t byte, left;
    for (left = MOST_BYTES; left > 0 && uart0_read(&byte); left--)
        table_host_byte(byte, now);
    for (left = MOST_BYTES; left > 0 && uart1_read(&byte); left--)
        table_reader_byte(0, byte, now);
    for (left = MOST_BYTES; left > 0 && uart3_read(&byte); left--)
        table_reader_byte(1, byte, now);
}

static void take_cells(uint32_t now)
{
    int32_t raw[TB_CELLS];
    uint16_t ready = parts_cells(raw, now);
    for (uint8_t cell = 0; ready != 0; cell++, ready >>= 1)
        if (ready & 1u)
            table_cell_value(cell, raw[cell], now);
}

static void tick(uint32_t now)
{
    static driven_t driven;
    sensed_t sensed;
    parts_sense(&sensed, driven.lamps);
    table_tick(&sensed, &driven, now);
    parts_drive(&driven);
    take_cells(now);
}

int main(void)
{
    uint32_t ticked = 0;
    parts_start();
    clock_start();
    uart_start();
    sei();
    table_start(reset_cause(), RESEND_MS, now_ms());
    wdt_enable(WDTO_250MS);
    set_sleep_mode(SLEEP_MODE_IDLE);
    for (;;) {
        uint32_t now = now_ms();
        wdt_reset();
        take_bytes(now);
        if (now != ticked) {
            ticked = now;
            tick(now);
        }
        table_poll(now);
        sleep_mode(); /* the next ms, or a byte, wakes it; a byte that came since it looked waits a ms at most */
    }
}
