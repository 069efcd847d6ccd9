/* Load cells: raw values of their HX711 converters to tenths of a gram, told when they stand still at another weight.
 *
 * Owns filter and scale. A weight is a cross-check of chips, never a count of them; it is not tared here. */
#ifndef CELLS_H
#define CELLS_H
#include "protocol.h"

#define CELLS_COUNTS_PER_GRAM 420 /* assumed: 1 kg cell, 1 mV/V, gain 128; to be measured */
#define CELLS_STEP 20  /* tenths of a gram that are worth telling: a chip has 80 to 120 */
#define CELLS_STILL 10 /* most tenths of a gram between three values in a row of a cell that stands still */

typedef struct {
    int32_t last[3]; /* tenths of a gram, newest first */
    int32_t told;
    uint8_t values; /* seen since the start, at most 3 */
} cell_t;

/* A new raw value, 24 bits signed; returns the length of a WEIGHT event in `payload`, 0 when there is nothing to tell. */
uint8_t cells_value(cell_t *cell, uint8_t number, int32_t raw, uint8_t *payload);

/* The WEIGHT event of what it shows now; 0 when nothing was measured yet. */
uint8_t cells_level(const cell_t *cell, uint8_t number, uint8_t *payload);

#endif
