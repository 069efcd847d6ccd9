#include "reader.h"

#include <stdio.h>

#include "board.h"
#include "turns.h"

/* What was said last: stop; field on; name the antenna; take this antenna; inventory. RESTING: nothing to scan. */
enum { BREAKING, SWITCHING_ON, REPORTING, SELECTING, INVENTORYING, RESTING };

static void ask(reader_t *reader, uint8_t state, const char *text, uint32_t now)
{
    reader->state = state;
    reader->asked_at = reader->heard_at = now;
    reader->line_length = 0;
    reader->torn = false;
    board_reader_send(reader->number, text);
}

void reader_start(reader_t *reader, uint8_t number, uint32_t antennas, uint32_t now)
{
    memset(reader, 0, sizeof *reader);
    reader->number = number;
    reader->own = reader->wanted = antennas;
    reader->multiplexed = (antennas & (antennas - 1u)) != 0;
    reader->turn = 31;
    reader->starting = true;
    reader->reason = TB_READER_STARTING;
    ask(reader, BREAKING, "BRK\r", now);
}

static void tell(reader_t *reader, const reader_place_t *place, uint32_t now)
{
    uint8_t payload[16];
    place->report(place->owner, payload, reader_level(reader, payload), now);
}

static void lose(reader_t *reader, const reader_place_t *place, uint8_t reason, uint32_t now)
{
    bool told = !reader->ok && !reader->starting;
    if (reader->state == INVENTORYING)
        tags_forget(place->tags, reader->antenna);
    reader->ok = reader->starting = false;
    reader->reason = reason;
    if (!told)
        tell(reader, place, now);
    ask(reader, BREAKING, "BRK\r", now);
}

static void inventory(reader_t *reader, uint32_t now)
{
    ask(reader, INVENTORYING, "INV\r", now);
    reader->began = now;
    reader->lines = 0;
    reader->stale = false;
}

static void next(reader_t *reader, const reader_place_t *place, uint32_t now)
{
    char command[16];
    if (!turns_choose(reader, tags_unsettled(place->tags))) {
        ask(reader, RESTING, "", now);
    } else if (!reader->multiplexed) {
        inventory(reader, now);
    } else {
        snprintf(command, sizeof command, "SAP MAN %u\r", reader->antenna);
        ask(reader, SELECTING, command, now);
    }
}

static void works(reader_t *reader, const reader_place_t *place, bool reports, uint32_t now)
{
    bool told = reader->ok;
    reader->reports = reports;
    reader->ok = true;
    reader->starting = false;
    reader->reason = TB_READER_FINE;
    if (!told)
        tell(reader, place, now);
    next(reader, place, now);
}

/* The two decimal digits at `text`; 255 when they are none. */
static uint8_t number_at(const char *text)
{
    bool digits = text[0] >= '0' && text[0] <= '9' && text[1] >= '0' && text[1] <= '9';
    return digits ? (uint8_t)((text[0] - '0') * 10 + text[1] - '0') : 255;
}

static uint8_t hex_digit(char letter)
{
    if (letter >= '0' && letter <= '9')
        return (uint8_t)(letter - '0');
    return letter >= 'A' && letter <= 'F' ? (uint8_t)(letter - 'A' + 10) : 255;
}

static bool read_uid(const char *line, uint8_t uid[TB_UID_BYTES])
{
    for (uint8_t i = 0; i < TB_UID_BYTES; i++) {
        uint8_t high = hex_digit(line[2 * i]), low = hex_digit(line[2 * i + 1]);
        if (high > 15 || low > 15)
            return false;
        uid[i] = (uint8_t)(high << 4 | low);
    }
    return uid[0] == 0xE0; /* as every UID of ISO 15693 begins */
}

/* More tags than there is room for: told once, and once more when they have gone. */
static void mind_room(reader_t *reader, const reader_place_t *place, uint32_t now)
{
    uint8_t reason = tags_overflow(place->tags) ? TB_READER_FULL : TB_READER_FINE;
    if (reason == reader->reason)
        return;
    reader->reason = reason;
    tell(reader, place, now);
}

static void take(reader_t *reader, const reader_place_t *place)
{
    uint32_t bit = (uint32_t)1 << reader->antenna;
    tags_take(place->tags, reader->antenna, reader->began, place->report, place->owner);
    if (reader->stale)
        return;
    reader->twice |= reader->once & bit;
    reader->once |= bit;
}

static void inventory_ended(reader_t *reader, const reader_place_t *place, const char *count, uint32_t now)
{
    if (!reader->torn && number_at(count) == reader->lines)
        take(reader, place);
    else
        tags_forget(place->tags, reader->antenna);
    mind_room(reader, place, now);
    next(reader, place, now);
}

static void inventory_line(reader_t *reader, const reader_place_t *place, const char *line, uint32_t now)
{
    uint8_t uid[TB_UID_BYTES];
    if (reader->line_length == 16 && read_uid(line, uid)) {
        reader->lines++;
        tags_see(place->tags, reader->antenna, uid, reader->began);
    } else if (reader->line_length == 6 && strncmp(line, "ARP ", 4) == 0) {
        reader->torn |= reader->multiplexed && number_at(line + 4) != reader->antenna; /* of another antenna */
    } else if (reader->line_length == 6 && strncmp(line, "IVF ", 4) == 0) {
        inventory_ended(reader, place, line + 4, now);
    } else {
        reader->torn = true;
    }
}

/* An answer to what was said last. In BREAKING all that is not the answer is left over from before. */
static void answer(reader_t *reader, const reader_place_t *place, const char *line, uint32_t now)
{
    bool ok = strcmp(line, "OK!") == 0;
    if (reader->state == BREAKING && (strcmp(line, "BRA") == 0 || strcmp(line, "NCM") == 0))
        ask(reader, SWITCHING_ON, "SRI SS 100\r", now);
    else if (reader->state == SWITCHING_ON && ok)
        ask(reader, REPORTING, "SAP ARP ON\r", now);
    else if (reader->state == SWITCHING_ON)
        reader->reason = TB_READER_REFUSES;
    else if (reader->state == REPORTING)
        works(reader, place, ok, now); /* a reader with one antenna may refuse */
    else if (reader->state == SELECTING && ok)
        inventory(reader, now);
    else if (reader->state == SELECTING)
        reader->torn = true;
    else if (reader->state == INVENTORYING)
        inventory_line(reader, place, line, now);
}

static void line_ended(reader_t *reader, const reader_place_t *place, uint32_t now)
{
    reader->line[reader->line_length > READER_LINE ? 0 : reader->line_length] = 0;
    if (strcmp(reader->line, "SRT") == 0)
        lose(reader, place, TB_READER_RESTARTED, now);
    else if (reader->line_length > 0)
        answer(reader, place, reader->line, now);
    reader->line_length = 0;
}

void reader_receive(reader_t *reader, const reader_place_t *place, uint8_t byte, uint32_t now)
{
    reader->heard_at = now;
    if (byte == '\r' || byte == '\n')
        line_ended(reader, place, now);
    else if (reader->line_length < READER_LINE)
        reader->line[reader->line_length++] = (char)byte;
    else
        reader->line_length = READER_LINE + 1u;
}

/* A half line or a broken inventory, and nothing after it: begin the visit anew. */
static bool broken(const reader_t *reader, uint32_t now)
{
    bool waits = reader->torn || reader->line_length > 0;
    bool visits = reader->state == SELECTING || reader->state == INVENTORYING;
    return waits && visits && now - reader->heard_at >= READER_TORN_MS;
}

void reader_poll(reader_t *reader, const reader_place_t *place, uint32_t now)
{
    if (reader->state == RESTING) {
        if (now - reader->asked_at >= READER_REST_MS)
            ask(reader, BREAKING, "BRK\r", now);
    } else if (broken(reader, now)) {
        tags_forget(place->tags, reader->antenna);
        next(reader, place, now);
    } else if (now - reader->asked_at >= READER_SILENT_MS) {
        reader->timeouts++;
        lose(reader, place, reader->reason == TB_READER_REFUSES ? TB_READER_REFUSES : TB_READER_SILENT, now);
    }
}

void reader_scan(reader_t *reader, uint32_t antennas, uint8_t first)
{
    reader->wanted = antennas;
    reader->first = first;
    reader->turn = (uint8_t)((first + 31u) % 32u);
}

void reader_snapshot(reader_t *reader)
{
    reader->once = reader->twice = 0;
    reader->stale = true;
}

bool reader_scanned_twice(const reader_t *reader)
{
    bool lost = !reader->ok && !reader->starting;
    return lost || (reader->own & reader->wanted & ~reader->twice) == 0;
}

uint8_t reader_level(const reader_t *reader, uint8_t *payload)
{
    return event_reader(payload, reader->number, reader->ok || reader->starting, reader->reason);
}
