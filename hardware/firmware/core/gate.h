/* The exit gate of the shoe: two beams, of which a card that leaves breaks the inner one first.
 *
 * Owns direction, duration and the suspicion of two cards. Knows nothing of which card it was. */
#ifndef GATE_H
#define GATE_H
#include <stdbool.h>
#include <stdint.h>

#define GATE_DOUBLE_MS 400u /* assumed: a card passes in 150 to 300 ms, so that this long are two */

typedef struct {
    bool busy;        /* a beam is broken */
    bool inner_first; /* where what is in the gate came from */
    bool inner_last;  /* the inner beam was the last one broken */
    uint32_t began;
} gate_t;

/* Feel the beams; returns the length of a GATE event in `payload` when something has passed just now, else 0. What came
 * out and went back the same way has not passed. `began`: when it entered. */
uint8_t gate_feel(gate_t *gate, bool inner, bool outer, uint32_t now, uint8_t *payload, uint32_t *began);

#endif
