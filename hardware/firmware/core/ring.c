#include "ring.h"

#define SLOWEST_MS 480u

void ring_begin(ring_t *ring, uint16_t first, uint16_t resend_ms)
{
    memset(ring, 0, sizeof *ring);
    ring->first = ring->next = first;
    ring->wait = ring->shortest = resend_ms;
}

static uint8_t less(uint8_t count, uint16_t steps) { return count > steps ? (uint8_t)(count - steps) : 0; }

static void let_go(ring_t *ring, uint16_t steps)
{
    ring->first = (uint16_t)(ring->first + steps);
    ring->sent = less(ring->sent, steps);
    ring->ever = less(ring->ever, steps);
}

void ring_append(ring_t *ring, uint32_t t_ms, const uint8_t *payload, uint8_t length)
{
    if (ring_count(ring) == RING_SIZE) {
        let_go(ring, RING_DROPPED_AT_ONCE);
        ring->dropped = (uint16_t)(ring->dropped + RING_DROPPED_AT_ONCE);
        ring->dropped_since_ack = (uint16_t)(ring->dropped_since_ack + RING_DROPPED_AT_ONCE);
    }
    event_t *event = &ring->events[ring->next % RING_SIZE];
    event->t_ms = t_ms;
    event->length = length > RING_EVENT_MAX ? RING_EVENT_MAX : length;
    memcpy(event->payload, payload, event->length);
    ring->next++;
}

bool ring_covers(const ring_t *ring, uint16_t number) { return (uint16_t)(number - ring->first) <= ring_count(ring); }

void ring_release(ring_t *ring, uint16_t number, uint32_t now)
{
    uint16_t steps = (uint16_t)(number - ring->first);
    ring->dropped_since_ack = 0;
    if (steps == 0)
        return;
    let_go(ring, steps);
    ring->wait = ring->shortest;
    ring->since = now;
}

const event_t *ring_due(ring_t *ring, uint32_t now, uint16_t *number)
{
    uint8_t end = ring_count(ring) < TB_WINDOW ? ring_count(ring) : (uint8_t)TB_WINDOW;
    if (ring->sent > 0 && now - ring->since >= ring->wait) { /* go back N */
        ring->sent = 0;
        ring->wait = ring->wait * 2u > SLOWEST_MS ? SLOWEST_MS : (uint16_t)(ring->wait * 2u);
    }
    if (ring->sent >= end)
        return NULL;
    *number = (uint16_t)(ring->first + ring->sent);
    return &ring->events[*number % RING_SIZE];
}

void ring_sent(ring_t *ring, uint32_t now)
{
    if (ring->sent == 0)
        ring->since = now;
    if (ring->sent < ring->ever)
        ring->resent++;
    ring->sent++;
    if (ring->ever < ring->sent)
        ring->ever = ring->sent;
}
