/* Numbers and layouts of the table bus.
 *
 * Made by `make generate` from hardware/protocol/schema.toml: change that, not this. */
#ifndef PROTOCOL_H
#define PROTOCOL_H
#include "bytes.h"

#define TB_VERSION 1u /* The 2 high bits of a frame's first byte. */
#define TB_MAX_PAYLOAD 48u /* Most bytes of a payload. */
#define TB_MAX_WIRE 64u /* Most bytes of a frame on the wire, the COBS code byte and the zero at the end included. */
#define TB_WINDOW 8u /* Most events a device has under way without acknowledgement. */
#define TB_UID_BYTES 8u /* Bytes of a tag's UID. */
#define TB_SERIAL_BYTES 8u /* Bytes of a board's serial number. */
#define TB_CARD_UNREADABLE 254u /* CARD: there was a card, and it could not be read. */
#define TB_NOT_A_CARD 255u /* CARD: what was drawn is no card. */
#define TB_SCHEMA_HASH 0xCBAC90D9uL /* CRC-32 of the schema */

/* Frame types, the low 6 bits of a frame's first byte. */
enum {
    TB_FRAME_HELLO_REQ = 1,
    TB_FRAME_HELLO = 2,
    TB_FRAME_EVENT = 3,
    TB_FRAME_ACK = 4,
    TB_FRAME_CMD = 5,
    TB_FRAME_RESP = 6,
    TB_FRAME_PING = 7,
    TB_FRAME_PONG = 8,
};

/* What a board is. */
enum {
    TB_CLASS_TABLE_BOARD = 1,
    TB_CLASS_CARD_SHOE = 2,
    TB_CLASS_KEYPAD = 3,
};

/* First byte of an answer's payload. */
enum {
    TB_STATUS_OK = 0,
    TB_STATUS_UNKNOWN_CODE = 1,
    TB_STATUS_BAD_LENGTH = 2,
    TB_STATUS_BAD_VALUE = 3,
    TB_STATUS_BUSY = 4,
};

/* How a lamp burns. */
enum {
    TB_PATTERN_OFF = 0,
    TB_PATTERN_ON = 1,
    TB_PATTERN_SLOW_BLINK = 2,
    TB_PATTERN_FAST_BLINK = 3,
};

/* Bits of a lamp mask; bits 0 to 9 are the lamps of the seats. */
enum {
    TB_LAMP_SHOE = 10,
    TB_LAMP_BURN = 11,
    TB_LAMP_BOARD = 12,
    TB_LAMP_MUCK = 13,
    TB_LAMP_ALARM = 14,
    TB_LAMP_LINK = 15,
};

/* Which way a card passed the exit gate of the shoe. */
enum {
    TB_GATE_OUT = 1,
    TB_GATE_BACK_IN = 2,
};

/* What the shoe knows of the deck in it. */
enum {
    TB_DECK_REMOVED = 0,
    TB_DECK_INSERTED = 1,
    TB_DECK_LID_OPEN = 2,
};

/* Why our own firmware says what it says of a reader; other boards may have numbers of their own. */
enum {
    TB_READER_FINE = 0,
    TB_READER_STARTING = 1,
    TB_READER_SILENT = 2,
    TB_READER_RESTARTED = 3,
    TB_READER_REFUSES = 4,
    TB_READER_FULL = 5,
};

/* Why a board started, as its processor's status register says. */
enum {
    TB_RESET_POWER_ON = 1,
    TB_RESET_EXTERNAL = 2,
    TB_RESET_BROWN_OUT = 4,
    TB_RESET_WATCHDOG = 8,
};

/* The 24 keys of the 4 x 6 matrix; key = 6 * row + column. */
enum {
    TB_KEY_DIGIT_0 = 0,
    TB_KEY_DIGIT_1 = 1,
    TB_KEY_DIGIT_2 = 2,
    TB_KEY_DIGIT_3 = 3,
    TB_KEY_DIGIT_4 = 4,
    TB_KEY_DIGIT_5 = 5,
    TB_KEY_DIGIT_6 = 6,
    TB_KEY_DIGIT_7 = 7,
    TB_KEY_DIGIT_8 = 8,
    TB_KEY_DIGIT_9 = 9,
    TB_KEY_FOLD = 10,
    TB_KEY_CHECK_CALL = 11,
    TB_KEY_BET_RAISE = 12,
    TB_KEY_ALL_IN = 13,
    TB_KEY_ENTER = 14,
    TB_KEY_UNDO = 15,
    TB_KEY_FLOOR = 16,
    TB_KEY_EXPOSED = 17,
    TB_KEY_BOXED = 18,
    TB_KEY_SEAT = 19,
    TB_KEY_MISDEAL = 20,
    TB_KEY_CLOCK = 21,
    TB_KEY_DEAL_DONE = 22,
    TB_KEY_CLEAR = 23,
};

/* First byte of an event's payload. */
enum {
    TB_EVENT_INPUT = 1,
    TB_EVENT_TAG_IN = 2,
    TB_EVENT_TAG_OUT = 3,
    TB_EVENT_READER = 4,
    TB_EVENT_KEY = 5,
    TB_EVENT_CARD = 6,
    TB_EVENT_GATE = 7,
    TB_EVENT_WEIGHT = 8,
    TB_EVENT_SNAPSHOT_BEGIN = 9,
    TB_EVENT_SNAPSHOT_END = 10,
    TB_EVENT_TAMPER = 11,
    TB_EVENT_DECK = 12,
    TB_EVENT_TAG_SEEN = 13,
    TB_EVENT_SUPPLY = 14,
};

/* First byte of a command's payload. */
enum {
    TB_COMMAND_ECHO = 1,
    TB_COMMAND_LAMPS = 2,
    TB_COMMAND_BEEP = 3,
    TB_COMMAND_SCAN = 4,
    TB_COMMAND_SNAPSHOT = 5,
    TB_COMMAND_LOCK = 6,
    TB_COMMAND_COUNTERS = 7,
    TB_COMMAND_IDENTIFY = 8,
};

#define TB_COMMAND_ECHO_SIZE 1u

#define TB_COMMAND_LAMPS_MASK 1u
#define TB_COMMAND_LAMPS_PATTERN 5u
#define TB_COMMAND_LAMPS_SIZE 6u

#define TB_COMMAND_BEEP_PATTERN 1u
#define TB_COMMAND_BEEP_SIZE 2u

#define TB_COMMAND_SCAN_READER 1u
#define TB_COMMAND_SCAN_ANTENNAS 2u
#define TB_COMMAND_SCAN_FIRST 6u
#define TB_COMMAND_SCAN_SIZE 7u

#define TB_COMMAND_SNAPSHOT_ID 1u
#define TB_COMMAND_SNAPSHOT_SIZE 2u

#define TB_COMMAND_LOCK_LOCKED 1u
#define TB_COMMAND_LOCK_SIZE 2u

#define TB_COMMAND_COUNTERS_SIZE 1u

#define TB_COMMAND_IDENTIFY_SIZE 1u

#define TB_FELT_ANTENNAS 17u /* Reader 0, antennas 0-16: seats 1 to 10, flop, turn, river, burn, muck, hold, out. */
#define TB_SHOE_ANTENNA 17u /* Reader 1 has this antenna alone, at the mouth of the shoe. */
#define TB_OCCUPIED_INPUT 0u /* First input of the seats' occupancy. */
#define TB_BET_LINE_INPUT 10u /* First input of the bet lines. */
#define TB_HALL_INPUT 20u /* First input of the places of the button. */
#define TB_SEATS 10u /* Seats of the table. */
#define TB_CELLS 10u /* Load cells. */

/* Packers: each writes one payload and returns its length. */

static inline uint8_t event_input(uint8_t *out, uint8_t index, bool level)
{
    bytes_put8(out, TB_EVENT_INPUT);
    bytes_put8(out + 1, index);
    bytes_put8(out + 2, level);
    return 3u;
}

static inline uint8_t event_tag_in(uint8_t *out, uint8_t antenna, const uint8_t *uid)
{
    bytes_put8(out, TB_EVENT_TAG_IN);
    bytes_put8(out + 1, antenna);
    memcpy(out + 2, uid, 8);
    return 10u;
}

static inline uint8_t event_tag_out(uint8_t *out, uint8_t antenna, const uint8_t *uid)
{
    bytes_put8(out, TB_EVENT_TAG_OUT);
    bytes_put8(out + 1, antenna);
    memcpy(out + 2, uid, 8);
    return 10u;
}

static inline uint8_t event_reader(uint8_t *out, uint8_t reader, bool ok, uint8_t reason)
{
    bytes_put8(out, TB_EVENT_READER);
    bytes_put8(out + 1, reader);
    bytes_put8(out + 2, ok);
    bytes_put8(out + 3, reason);
    return 4u;
}

static inline uint8_t event_key(uint8_t *out, uint8_t keypad, uint8_t key, bool pressed)
{
    bytes_put8(out, TB_EVENT_KEY);
    bytes_put8(out + 1, keypad);
    bytes_put8(out + 2, key);
    bytes_put8(out + 3, pressed);
    return 4u;
}

static inline uint8_t event_card(uint8_t *out, uint8_t card, uint8_t confidence, uint16_t draw)
{
    bytes_put8(out, TB_EVENT_CARD);
    bytes_put8(out + 1, card);
    bytes_put8(out + 2, confidence);
    bytes_put16(out + 3, draw);
    return 5u;
}

static inline uint8_t event_gate(uint8_t *out, uint8_t direction, uint16_t duration_ms, bool double_)
{
    bytes_put8(out, TB_EVENT_GATE);
    bytes_put8(out + 1, direction);
    bytes_put16(out + 2, duration_ms);
    bytes_put8(out + 4, double_);
    return 5u;
}

static inline uint8_t event_weight(uint8_t *out, uint8_t cell, int32_t decigrams, bool stable)
{
    bytes_put8(out, TB_EVENT_WEIGHT);
    bytes_put8(out + 1, cell);
    bytes_put32(out + 2, (uint32_t)decigrams);
    bytes_put8(out + 6, stable);
    return 7u;
}

static inline uint8_t event_snapshot_begin(uint8_t *out, uint8_t id)
{
    bytes_put8(out, TB_EVENT_SNAPSHOT_BEGIN);
    bytes_put8(out + 1, id);
    return 2u;
}

static inline uint8_t event_snapshot_end(uint8_t *out, uint8_t id, uint16_t count)
{
    bytes_put8(out, TB_EVENT_SNAPSHOT_END);
    bytes_put8(out + 1, id);
    bytes_put16(out + 2, count);
    return 4u;
}

static inline uint8_t event_tamper(uint8_t *out, uint8_t switch_, bool open)
{
    bytes_put8(out, TB_EVENT_TAMPER);
    bytes_put8(out + 1, switch_);
    bytes_put8(out + 2, open);
    return 3u;
}

static inline uint8_t event_deck(uint8_t *out, uint8_t state, uint8_t tags_seen)
{
    bytes_put8(out, TB_EVENT_DECK);
    bytes_put8(out + 1, state);
    bytes_put8(out + 2, tags_seen);
    return 3u;
}

static inline uint8_t event_tag_seen(uint8_t *out, uint8_t antenna, const uint8_t *uid, uint8_t hits)
{
    bytes_put8(out, TB_EVENT_TAG_SEEN);
    bytes_put8(out + 1, antenna);
    memcpy(out + 2, uid, 8);
    bytes_put8(out + 10, hits);
    return 11u;
}

static inline uint8_t event_supply(uint8_t *out, uint16_t millivolts, bool low)
{
    bytes_put8(out, TB_EVENT_SUPPLY);
    bytes_put16(out + 1, millivolts);
    bytes_put8(out + 3, low);
    return 4u;
}

static inline uint8_t pack_hello(uint8_t *out, uint32_t boot_counter, uint8_t reset_cause, uint8_t window, const uint8_t *serial, uint16_t first, uint16_t next, const uint8_t *firmware, uint32_t schema_hash, uint8_t device_class, uint8_t antennas)
{
    bytes_put32(out + 0, boot_counter);
    bytes_put8(out + 4, reset_cause);
    bytes_put8(out + 5, window);
    memcpy(out + 6, serial, 8);
    bytes_put16(out + 14, first);
    bytes_put16(out + 16, next);
    memcpy(out + 18, firmware, 3);
    bytes_put32(out + 21, schema_hash);
    bytes_put8(out + 25, device_class);
    bytes_put8(out + 26, antennas);
    return 27u;
}

static inline uint8_t pack_heartbeat(uint8_t *out, uint16_t waiting, uint16_t lost, uint16_t resent, uint16_t bad_crc, uint16_t bad_form, uint16_t too_long, uint16_t host_up)
{
    bytes_put16(out + 0, waiting);
    bytes_put16(out + 2, lost);
    bytes_put16(out + 4, resent);
    bytes_put16(out + 6, bad_crc);
    bytes_put16(out + 8, bad_form);
    bytes_put16(out + 10, too_long);
    bytes_put16(out + 12, host_up);
    return 14u;
}

static inline uint8_t pack_pong(uint8_t *out, uint32_t t_ms)
{
    bytes_put32(out + 0, t_ms);
    return 4u;
}

static inline uint8_t answer_counters(uint8_t *out, uint16_t frames_bad, uint16_t events_lost, uint16_t resent, uint16_t reader_timeouts, uint16_t free_ring)
{
    bytes_put16(out + 0, frames_bad);
    bytes_put16(out + 2, events_lost);
    bytes_put16(out + 4, resent);
    bytes_put16(out + 6, reader_timeouts);
    bytes_put16(out + 8, free_ring);
    return 10u;
}

static inline uint8_t answer_identify(uint8_t *out, const uint8_t *firmware, uint32_t schema_hash)
{
    memcpy(out + 0, firmware, 3);
    bytes_put32(out + 3, schema_hash);
    return 7u;
}

#endif
