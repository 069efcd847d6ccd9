/* The parts around the processor: contacts, keypad, shift registers of lamps and halls, beeper, lock, load cells, supply.
 *
 * Owns the pins of pins.h. Knows nothing of what a level means to anybody. */
#ifndef PARTS_H
#define PARTS_H
#include "../core/table.h"

void parts_start(void);

/* What all pins and halls say now; moves the shift registers, so that the lamps follow. */
void parts_sense(sensed_t *sensed, uint16_t lamps);

/* Beeper, lock and keypad row. */
void parts_drive(const driven_t *driven);

/* Whether the load cells have new values; then reads those into `raw` and says which. */
uint16_t parts_cells(int32_t raw[TB_CELLS], uint32_t now);

#endif
