/* A tag reader for ISO 15693 that speaks metraTec ASCII, with one antenna or many behind a multiplexer.
 *
 * Owns the conversation with the reader, which antenna comes next, and whether the reader works. The protocol has no
 * checksum: an inventory whose number of tags, antenna or form does not fit is torn and proves nothing. */
#ifndef READER_H
#define READER_H
#include "tags.h"

#define READER_LINE 24u
#define READER_SILENT_MS 600u /* longer than 52 tags need */
#define READER_TORN_MS 50u    /* a half line, or a broken inventory, after which nothing comes */
#define READER_REST_MS 200u   /* between two looks at a reader with nothing to scan */

typedef struct {
    uint8_t number;  /* 0 felt, 1 shoe */
    uint32_t own;    /* its antennas */
    bool multiplexed;

    uint32_t wanted; /* of SCAN; a bit that is not its own means nothing */
    uint8_t first;   /* of SCAN */
    uint8_t turn;    /* antenna visited last in the round */
    uint8_t hurried; /* antenna visited last out of turn */
    bool hurry;      /* the next visit may be one out of turn */

    uint8_t state;
    bool starting;   /* it has not answered yet, nor been silent for long */
    bool ok;
    uint8_t reason;  /* TB_READER_... */
    uint16_t timeouts;
    uint32_t asked_at, heard_at;

    char line[READER_LINE + 1u];
    uint8_t line_length; /* READER_LINE + 1: too long to be one */

    uint8_t antenna;     /* of the inventory under way */
    uint32_t began;
    uint8_t lines;       /* tags it showed */
    bool torn;
    bool reports;        /* the reader names the antenna of each inventory */
    bool stale;          /* it began before the snapshot did */
    uint32_t once, twice; /* antennas inventoried since the snapshot began */
} reader_t;

/* The part of the table a reader works for. */
typedef struct {
    tags_t *tags;
    tags_report_t *report;
    void *owner;
} reader_place_t;

void reader_start(reader_t *reader, uint8_t number, uint32_t antennas, uint32_t now);

/* A byte from the reader, and the passing of time. */
void reader_receive(reader_t *reader, const reader_place_t *place, uint8_t byte, uint32_t now);
void reader_poll(reader_t *reader, const reader_place_t *place, uint32_t now);

/* Visit only these antennas from now on, this one first. */
void reader_scan(reader_t *reader, uint32_t antennas, uint8_t first);

/* A snapshot begins: inventories count from now; and whether each antenna that counts was inventoried twice since. */
void reader_snapshot(reader_t *reader);
bool reader_scanned_twice(const reader_t *reader);

/* The READER event that tells its state now. */
uint8_t reader_level(const reader_t *reader, uint8_t *payload);

#endif
