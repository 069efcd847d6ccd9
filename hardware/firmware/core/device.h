/* The device side of the table bus: lives, events, commands, liveness and snapshots, as docs/firmware.md describes them.
 *
 * Owns the conversation with the host. Knows nothing of pins, readers, cards or seats. Times are ms of the board's clock,
 * modulo 2^32. Never waits and never allocates. */
#ifndef DEVICE_H
#define DEVICE_H
#include "frame.h"
#include "order_age.h"
#include "ring.h"

typedef struct {
    uint8_t serial[TB_SERIAL_BYTES];
    uint8_t device_class; /* TB_CLASS_... */
    uint8_t antennas;     /* over all readers */
    uint8_t reset_cause;  /* TB_RESET_... */
    uint16_t resend_ms;   /* 60, or 120 on a slow line */
    const uint8_t *firmware; /* 3 bytes */
    const char *name;     /* at most 40 bytes */
} identity_t;

/* The snapshot ordered last; a new order takes the place of one that is running. */
typedef struct {
    bool ordered, begun;
    uint8_t id;
    uint16_t begin;  /* event number of BEGIN */
    uint16_t cursor; /* of levels_next */
} snapshot_t;

typedef struct {
    identity_t identity;
    uint32_t boot_counter;
    ring_t ring;
    snapshot_t snapshot;
    order_age_t age;
    deframer_t deframer;
    uint16_t last_command; /* number of the last command executed in this life, 0 if none */
    uint8_t answer[TB_MAX_PAYLOAD], answer_length;
    uint32_t now, heard_at, hello_at, beat_at;
    bool heard; /* a frame that was obeyed, or HELLO_REQ, came in the last 2 s */
} device_t;

/* The board is up: a new life, a zero byte and HELLO. */
void device_start(device_t *device, const identity_t *identity, uint32_t now);

/* Something happened; `edge`: when it first showed. */
void device_post(device_t *device, const uint8_t *payload, uint8_t length, uint32_t edge);

/* One byte from the host. */
void device_receive(device_t *device, uint8_t byte, uint32_t now);

/* Send what is due. Call it after receiving and posting, and every ms. */
void device_poll(device_t *device, uint32_t now);

#endif
