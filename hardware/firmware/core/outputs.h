/* What the host moves on the board: lamps, beeper, gate lock.
 *
 * Owns their state since the last restart: lamps off, gate open. What antennas are scanned is the readers' affair. */
#ifndef OUTPUTS_H
#define OUTPUTS_H
#include "protocol.h"

#define OUTPUTS_LAMPS 16u

typedef struct {
    uint16_t lit, slow, fast; /* lamps that burn, or blink; bit n = lamp n */
    bool locked;
    uint8_t beeps;     /* half beeps still to come */
    uint8_t beep_half; /* length of half a beep, in 10 ms */
    uint32_t beep_at;  /* when this half began */
} outputs_t;

/* Carry out LAMPS, BEEP or LOCK, whose length is right; returns a status. */
uint8_t outputs_carry_out(outputs_t *outputs, const uint8_t *command, uint32_t now);

/* The lamps that burn at this moment; the link lamp blinks fast while the host is silent. */
uint16_t outputs_lamps(const outputs_t *outputs, bool host_heard, uint32_t now);

/* Whether the beeper sounds at this moment. Pattern 1 to 7: so many short beeps; any other: one long. */
bool outputs_sound(outputs_t *outputs, uint32_t now);

#endif
