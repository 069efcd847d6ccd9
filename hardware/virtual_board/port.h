/* SPDX-License-Identifier: GPL-3.0-or-later
 * Part of the virtual board of Burn & Turn; see README.md in this folder. */

/* One serial port as its two halves see it: the wire to the processor (ports.c) and the terminal to the host (terminals.c). */
#ifndef PORT_H
#define PORT_H
#include "virtual.h"

#define QUEUE 65536u

typedef struct {
    uint8_t bytes[QUEUE];
    unsigned head, tail;
} queue_t;

typedef struct {
    char link[256], terminal[64];
    int master;
    bool plugged, open, hold;
    avr_uart_t *uart;
    avr_irq_t *irq;
    queue_t in, out; /* to the processor, waiting for the wire; to the host, waiting for the terminal */
    bool feeding;
    avr_cycle_count_t wire_free;
    double faults[FAULTS];
    uint64_t received, sent, overrun, lost, spoilt[FAULTS];
} port_t;

extern port_t ports[PORTS];
extern port_options_t port_options;

static inline unsigned queued(const queue_t *queue) { return (queue->head - queue->tail) % QUEUE; }

static inline bool put(queue_t *queue, uint8_t byte)
{
    if (queued(queue) == QUEUE - 1)
        return false;
    queue->bytes[queue->head] = byte;
    queue->head = (queue->head + 1) % QUEUE;
    return true;
}

static inline uint8_t get(queue_t *queue)
{
    uint8_t byte = queue->bytes[queue->tail];
    queue->tail = (queue->tail + 1) % QUEUE;
    return byte;
}

static inline void empty(queue_t *queue) { queue->tail = queue->head; }

/* ports.c: bytes that came are put on the wire, as fast as it is. */
void wire_start(port_t *port);

/* terminals.c: bits a second at which the host has opened it; 0 when there is none. */
uint32_t terminal_speed(const port_t *port);

#endif
