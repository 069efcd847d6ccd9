/* What the device asks of the sensors and outputs of its board. */
#ifndef LEVELS_H
#define LEVELS_H
#include <stdbool.h>
#include <stdint.h>

/* The next level there is, read now, as the payload of its event; returns its length, 0 when there is no more.
 * `cursor`: 0 at the beginning of a snapshot, then what the call before left. */
uint8_t levels_next(uint16_t *cursor, uint8_t *payload);

/* A snapshot begins: inventories count from now. */
void levels_begin(void);

/* Whether each antenna that is to be scanned, of readers that are not lost, was inventoried twice since then. */
bool levels_scanned_twice(void);

/* How often a reader did not answer, modulo 2^16. */
uint16_t levels_reader_timeouts(void);

/* Carry out LAMPS, BEEP, SCAN or LOCK, whose length is right; returns a status. */
uint8_t levels_carry_out(const uint8_t *command);

#endif
