/* The events of one life that are not yet acknowledged, and the window in which they are sent.
 *
 * Owns event numbers, overflow and the times of sending again. Knows nothing of frames or of what an event says. */
#ifndef RING_H
#define RING_H
#include "protocol.h"

#define RING_SIZE 128u /* a power of two, so that it divides 2^16 and numbers may wrap */
#define RING_DROPPED_AT_ONCE 32u
#define RING_EVENT_MAX 11u /* the longest event this firmware posts, TAG_SEEN */

typedef struct {
    uint32_t t_ms; /* clock at the first edge */
    uint8_t length;
    uint8_t payload[RING_EVENT_MAX];
} event_t;

typedef struct {
    event_t events[RING_SIZE];
    uint16_t first;             /* number of the oldest event held */
    uint16_t next;              /* number of the event to come */
    uint16_t dropped;           /* in this life, modulo 2^16 */
    uint16_t dropped_since_ack; /* at most 2^15: then the life ends */
    uint8_t sent;               /* events from `first` on that are under way */
    uint8_t ever;               /* events from `first` on that were sent at least once */
    uint16_t resent;            /* events sent again, modulo 2^16 */
    uint16_t wait, shortest;    /* ms until events under way are sent again */
    uint32_t since;             /* when the oldest went out, or the last progress */
} ring_t;

/* Begin a life. `resend_ms`: 60, or 120 on a slow line. */
void ring_begin(ring_t *ring, uint16_t first, uint16_t resend_ms);

/* How many events are held. */
static inline uint8_t ring_count(const ring_t *ring) { return (uint8_t)(ring->next - ring->first); }

/* Take an event in; when there is no room the oldest 32 go at once. */
void ring_append(ring_t *ring, uint32_t t_ms, const uint8_t *payload, uint8_t length);

/* Whether an event number is held or the one to come. */
bool ring_covers(const ring_t *ring, uint16_t number);

/* An acknowledgement: let go all events before this number, which the ring covers. */
void ring_release(ring_t *ring, uint16_t number, uint32_t now);

/* Go on sending at the oldest event held. */
static inline void ring_restart(ring_t *ring) { ring->sent = 0; }

/* The event to send now, and its number; NULL when none is due. Say `ring_sent` when it went out. */
const event_t *ring_due(ring_t *ring, uint32_t now, uint16_t *number);
void ring_sent(ring_t *ring, uint32_t now);

#endif
