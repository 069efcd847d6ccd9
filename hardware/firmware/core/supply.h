/* The board's own 5 V: told when it gets low, and when it is well again.
 *
 * Owns the two thresholds and the times. A brown-out at 4.3 V resets the processor: this says before that it is on its way. */
#ifndef SUPPLY_H
#define SUPPLY_H
#include "protocol.h"

#define SUPPLY_LOW_MV 4600u  /* assumed: between the worst of a good supply (4.75 V) and the brown-out (4.3 V) */
#define SUPPLY_WELL_MV 4750u /* assumed: 5 V less 5 % */
#define SUPPLY_LOW_MS 5u     /* assumed: a dip this long is told */
#define SUPPLY_WELL_MS 500u  /* assumed: and well it is after this long */

typedef struct {
    bool measured;
    uint16_t millivolts; /* as last measured */
    bool low;
    uint32_t steady_at; /* when it last was as it is told to be */
} supply_t;

/* A measurement of each ms; returns the length of a SUPPLY event in `payload`, 0 when there is nothing to tell. `began`: when it
 * first was so. */
uint8_t supply_feel(supply_t *supply, uint16_t millivolts, uint32_t now, uint8_t *payload, uint32_t *began);

/* The SUPPLY event of what it is now; 0 when nothing was measured yet. */
uint8_t supply_level(const supply_t *supply, uint8_t *payload);

#endif
