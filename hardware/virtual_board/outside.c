/* SPDX-License-Identifier: GPL-3.0-or-later
 * Part of the virtual board of Burn & Turn; see README.md in this folder. */

/* The commands that move what is outside the processor: pins, voltages, parts, tags, and all of it as hands do. */
#include <string.h>

#include "virtual.h"
#include "words.h"

#define LONGEST_MOVE_US 60e6

static bool do_pin(const words_t *words, FILE *out)
{
    const char *pin = words->at[1];
    bool level;
    (void)out;
    return strlen(pin) == 2 && word_flag(words->at[2], &level) && pins_drive(pin[0], pin[1] - '0', level);
}

static bool do_reader(const words_t *words, FILE *out)
{
    int port;
    bool multiplexed;
    (void)out;
    if (!word_port(words->at[1], &port) || !word_flag(words->at[2], &multiplexed))
        return false;
    reader_fit(port, multiplexed);
    return true;
}

static bool do_field(const words_t *words, FILE *out)
{
    int port;
    long antenna;
    (void)out;
    return word_port(words->at[1], &port) && word_number(words->at[2], 0, 31, &antenna) &&
           reader_field(port, (int)antenna, words->at[3]);
}

/* `move US pin|key|hall WHICH 0|1`, `move US field PORT ANTENNA UIDS` */
static bool do_move(const words_t *words, FILE *out)
{
    const char *kind = words->at[2], *which = strcmp(kind, "key") == 0 ? "" : words->at[3];
    const char *more = words->count > 5 ? words->at[5] : "";
    char thing[24], line[LATER_LINE];
    double microseconds;
    (void)out;
    if ((size_t)snprintf(line, sizeof line, "%s %s %s %s", kind, words->at[3], words->at[4], more) >= sizeof line)
        return false;
    snprintf(thing, sizeof thing, "%.8s %.8s", kind, which);
    return word_real(words->at[1], 0, LONGEST_MOVE_US, &microseconds) && later_move(thing, line, microseconds);
}

static bool do_get(const words_t *words, FILE *out)
{
    avr_ioport_state_t is;
    if (strlen(words->at[1]) != 1 || !pins_state(words->at[1][0], &is))
        return false;
    fprintf(out, "port %02x ddr %02x pin %02x", is.port, is.ddr, is.pin);
    return true;
}

static bool do_adc(const words_t *words, FILE *out)
{
    long channel, millivolts;
    (void)out;
    return word_number(words->at[1], 0, 15, &channel) && word_number(words->at[2], 0, 5000, &millivolts) &&
           adc_millivolts((int)channel, (int)millivolts);
}

static bool do_key(const words_t *words, FILE *out)
{
    long key;
    bool down;
    (void)out;
    return word_number(words->at[1], 0, 23, &key) && word_flag(words->at[2], &down) && parts_key((int)key, down);
}

static bool do_hall(const words_t *words, FILE *out)
{
    long hall;
    bool magnet;
    (void)out;
    return word_number(words->at[1], 0, 9, &hall) && word_flag(words->at[2], &magnet) && parts_hall((int)hall, magnet);
}

static bool do_cell(const words_t *words, FILE *out)
{
    long cell, raw;
    (void)out;
    return word_number(words->at[1], 0, 9, &cell) && word_number(words->at[2], -0x800000, 0x7FFFFF, &raw) &&
           parts_cell((int)cell, (int32_t)raw);
}

static bool do_lamps(const words_t *words, FILE *out)
{
    (void)words;
    fprintf(out, "%04x", parts_lamps());
    return true;
}

const command_t OUTSIDE[] = {
    {"pin", 3, do_pin},   {"get", 2, do_get},     {"adc", 3, do_adc},       {"key", 3, do_key},     {"hall", 3, do_hall},
    {"cell", 3, do_cell}, {"lamps", 1, do_lamps}, {"reader", 3, do_reader}, {"field", 4, do_field}, {"move", 5, do_move},
    {"move", 6, do_move}, {NULL, 0, NULL},
};
