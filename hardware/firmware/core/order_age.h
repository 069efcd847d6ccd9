/* How old an order is, measured against the quickest frame since HELLO_REQ or in the last minute.
 *
 * The minute is counted in time with frames in it: by the calendar, frames held up for longer than a minute would come out
 * as quick ones, and with them a command long given up. */
#ifndef ORDER_AGE_H
#define ORDER_AGE_H
#include <stdbool.h>
#include <stdint.h>

#define ORDER_AGE_BUCKETS 12u /* of 5 s */

typedef struct {
    bool known;
    uint32_t reference; /* device's clock minus host's, of the first frame */
    uint32_t bucket[ORDER_AGE_BUCKETS];
    int32_t quickest[ORDER_AGE_BUCKETS]; /* delay against the reference, ms; oldest first */
    uint8_t count;
} order_age_t;

/* Forget all frames, as at a HELLO_REQ: another host has another clock. */
void order_age_restart(order_age_t *age);

/* A frame with the host's clock `t_ms` came now. */
void order_age_note(order_age_t *age, uint32_t t_ms, uint32_t now);

/* Age in ms of an order given at `t_ms` of the host's clock. */
int32_t order_age_of(order_age_t *age, uint32_t t_ms, uint32_t now);

#endif
