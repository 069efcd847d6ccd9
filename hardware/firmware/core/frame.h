/* Frames of the table bus: head, payload and CRC-32, wrapped in COBS and ended by one zero byte.
 *
 * Owns the bytes of a frame and the finding of frames in a stream of any bytes. Knows nothing of what payloads mean. */
#ifndef FRAME_H
#define FRAME_H
#include "protocol.h"

typedef struct {
    uint8_t type;  /* TB_FRAME_... */
    uint8_t epoch; /* low byte of the boot counter */
    uint16_t seq;
    uint16_t ack;
    uint32_t t_ms; /* clock of the sender */
    uint8_t length;
    uint8_t payload[TB_MAX_PAYLOAD];
} frame_t;

/* What waits for its end, and what was dropped, each modulo 2^16: wrong CRC; broken COBS, too short, another version or
 * type; more bytes before the zero than a frame may have. */
typedef struct {
    uint8_t held[TB_MAX_WIRE - 1];
    uint8_t count;
    bool overrun;
    uint16_t bad_crc, bad_form, too_long;
} deframer_t;

/* The bytes of a frame on the wire; returns how many. */
uint8_t frame_encode(const frame_t *frame, uint8_t wire[TB_MAX_WIRE]);

/* One byte from the wire; true when it ended a good frame, which is then in `frame`. */
bool deframer_feed(deframer_t *deframer, uint8_t byte, frame_t *frame);

#endif
