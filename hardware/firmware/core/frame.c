#include "frame.h"

#include "crc32.h"

#define HEAD 10u
#define CRC 4u
#define MAX_RAW (HEAD + TB_MAX_PAYLOAD + CRC)

static uint8_t write_raw(const frame_t *frame, uint8_t raw[MAX_RAW])
{
    uint8_t length = frame->length > TB_MAX_PAYLOAD ? TB_MAX_PAYLOAD : frame->length;
    raw[0] = (uint8_t)(TB_VERSION << 6 | frame->type);
    raw[1] = frame->epoch;
    bytes_put16(raw + 2, frame->seq);
    bytes_put16(raw + 4, frame->ack);
    bytes_put32(raw + 6, frame->t_ms);
    memcpy(raw + HEAD, frame->payload, length);
    length = (uint8_t)(length + HEAD);
    bytes_put32(raw + length, crc32_of(0, raw, length));
    return (uint8_t)(length + CRC);
}

/* COBS. At most 62 bytes go in, so that a run never needs the code 0xFF. */
static uint8_t stuff(const uint8_t *raw, uint8_t count, uint8_t *wire)
{
    uint8_t code = 0, end = 1;
    for (uint8_t i = 0; i < count; i++) {
        if (raw[i] != 0) {
            wire[end++] = raw[i];
            continue;
        }
        wire[code] = (uint8_t)(end - code);
        code = end++;
    }
    wire[code] = (uint8_t)(end - code);
    wire[end++] = 0;
    return end;
}

/* COBS undone in place; returns the bytes, 0 when a code points past the end. */
static uint8_t unstuff(uint8_t *bytes, uint8_t count)
{
    uint8_t from = 0, to = 0;
    while (from < count) {
        uint8_t run = (uint8_t)(bytes[from++] - 1u);
        if (run > count - from)
            return 0;
        memmove(bytes + to, bytes + from, run);
        from = (uint8_t)(from + run);
        to = (uint8_t)(to + run);
        if (from < count)
            bytes[to++] = 0;
    }
    return to;
}

uint8_t frame_encode(const frame_t *frame, uint8_t wire[TB_MAX_WIRE])
{
    uint8_t raw[MAX_RAW];
    uint8_t count = write_raw(frame, raw);
    return stuff(raw, count, wire);
}

static bool known(uint8_t first)
{
    uint8_t type = first & 0x3Fu;
    return first >> 6 == TB_VERSION && type >= TB_FRAME_HELLO_REQ && type <= TB_FRAME_PONG;
}

static void read_raw(const uint8_t *raw, uint8_t count, frame_t *frame)
{
    frame->type = raw[0] & 0x3Fu;
    frame->epoch = raw[1];
    frame->seq = bytes_get16(raw + 2);
    frame->ack = bytes_get16(raw + 4);
    frame->t_ms = bytes_get32(raw + 6);
    frame->length = (uint8_t)(count - HEAD);
    memcpy(frame->payload, raw + HEAD, frame->length);
}

static bool decode(deframer_t *deframer, uint8_t stuffed, frame_t *frame)
{
    uint8_t *raw = deframer->held;
    uint8_t count = unstuff(raw, stuffed);
    if (count < HEAD + CRC || count > MAX_RAW) {
        deframer->bad_form++;
        return false;
    }
    count = (uint8_t)(count - CRC);
    if (bytes_get32(raw + count) != crc32_of(0, raw, count)) {
        deframer->bad_crc++;
        return false;
    }
    if (!known(raw[0])) {
        deframer->bad_form++;
        return false;
    }
    read_raw(raw, count, frame);
    return true;
}

bool deframer_feed(deframer_t *deframer, uint8_t byte, frame_t *frame)
{
    uint8_t count = deframer->count;
    bool overrun = deframer->overrun;
    if (byte != 0) {
        if (count < sizeof deframer->held)
            deframer->held[deframer->count++] = byte;
        else
            deframer->overrun = true;
        return false;
    }
    deframer->count = 0;
    deframer->overrun = false;
    if (overrun)
        deframer->too_long++;
    return !overrun && count > 0 && decode(deframer, count, frame); /* zeros in a row are free marks */
}
