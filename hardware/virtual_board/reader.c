/* SPDX-License-Identifier: GPL-3.0-or-later
 * Part of the virtual board of Burn & Turn; see README.md in this folder. */

/* A tag reader of ISO 15693 at a serial port, in the board's own time: metraTec ASCII, as far as the firmware speaks it. What lies on
 * its antennas is told from outside. */
#include <stdlib.h>
#include <string.h>

#include "virtual.h"

#define TAGS 256
#define UID 16 /* hexadecimal digits */
#define CERTAIN 1000
#define LINE 64
#define SAID 4096
#define TURN_US 500.0
#define INVENTORY_US 10000.0 /* 16 slots: 9.8 ms, and each tag in them */
#define TAG_US 4000.0

typedef struct {
    bool fitted, multiplexed, reports, field_on;
    int antenna;
    char line[LINE], said[SAID];
    size_t heard;
} reader_t;

static reader_t readers[PORTS];
static struct {
    bool there;
    int port, antenna;
    int chance; /* that it answers an inventory, of CERTAIN */
    char uid[UID + 1];
} tags[TAGS];

bool reader_fitted(int port) { return readers[port].fitted; }

void reader_fit(int port, bool multiplexed)
{
    memset(&readers[port], 0, sizeof readers[port]);
    readers[port].fitted = true;
    readers[port].multiplexed = multiplexed;
}

/* `uid` is the UID, or `UID*CHANCE`. */
static bool add_tag(int port, int antenna, const char *uid)
{
    int n = 0, chance = CERTAIN;
    while (n < TAGS && tags[n].there)
        n++;
    if (n == TAGS || strspn(uid, "0123456789ABCDEF") != UID)
        return false;
    if (uid[UID] != 0 && (sscanf(uid + UID, "*%d", &chance) != 1 || chance < 0 || chance > CERTAIN))
        return false;
    tags[n].there = true;
    tags[n].port = port;
    tags[n].antenna = antenna;
    tags[n].chance = chance;
    memcpy(tags[n].uid, uid, UID);
    return true;
}

bool reader_field(int port, int antenna, char *uids)
{
    char *rest = NULL;
    bool good = true;
    for (int n = 0; n < TAGS; n++)
        tags[n].there &= tags[n].port != port || tags[n].antenna != antenna;
    for (char *uid = strtok_r(uids, ",", &rest); uid != NULL && strcmp(uid, "-") != 0; uid = strtok_r(NULL, ",", &rest))
        good = add_tag(port, antenna, uid) && good;
    return good;
}

/* --- what it says ------------------------------------------------------------------------------------------------------ */

static avr_cycle_count_t speak(avr_t *mcu, avr_cycle_count_t when, void *parameter)
{
    int port = (int)(intptr_t)parameter;
    (void)mcu;
    (void)when;
    port_to_mcu(port, (const uint8_t *)readers[port].said, strlen(readers[port].said));
    return 0;
}

static void say_later(int port, double microseconds)
{
    avr_cycle_timer_register(avr, mcu_cycles(microseconds), speak, (void *)(intptr_t)port);
}

static void say(int port, const char *line)
{
    snprintf(readers[port].said, SAID, "%s\r", line);
    say_later(port, TURN_US);
}

static bool answers(int n, int port, int antenna)
{
    bool lies = tags[n].there && tags[n].port == port && tags[n].antenna == antenna;
    return lies && (tags[n].chance >= CERTAIN || rand() % CERTAIN < tags[n].chance);
}

/* Tags answer only while the field is on. */
static void inventory(int port)
{
    reader_t *reader = &readers[port];
    int found = 0;
    size_t length = 0;
    for (int n = 0; n < TAGS && reader->field_on; n++)
        if (answers(n, port, reader->antenna)) {
            length += (size_t)snprintf(reader->said + length, SAID - length, "%s\r", tags[n].uid);
            found++;
        }
    if (reader->reports)
        length += (size_t)snprintf(reader->said + length, SAID - length, "ARP %02d\r", reader->antenna);
    snprintf(reader->said + length, SAID - length, "IVF %02d\r", found);
    say_later(port, INVENTORY_US + found * TAG_US);
}

/* --- what it hears ----------------------------------------------------------------------------------------------------- */

static void antenna_port(int port, const char *what)
{
    reader_t *reader = &readers[port];
    if (!reader->multiplexed) {
        say(port, "UCO");
        return;
    }
    if (strncmp(what, "MAN ", 4) == 0)
        reader->antenna = atoi(what + 4);
    else
        reader->reports = strcmp(what, "ARP ON") == 0;
    say(port, "OK!");
}

static void obey(int port, const char *line)
{
    if (strcmp(line, "BRK") == 0) {
        say(port, "NCM");
    } else if (strncmp(line, "SRI SS", 6) == 0) {
        readers[port].field_on = true;
        say(port, "OK!");
    } else if (strncmp(line, "SAP ", 4) == 0) {
        antenna_port(port, line + 4);
    } else if (strcmp(line, "INV") == 0) {
        inventory(port);
    } else {
        say(port, "UCO");
    }
}

void reader_hear(int port, uint8_t byte)
{
    reader_t *reader = &readers[port];
    if (byte != '\r') {
        if (reader->heard < LINE - 1)
            reader->line[reader->heard++] = (char)byte;
        return;
    }
    reader->line[reader->heard] = 0;
    reader->heard = 0;
    obey(port, reader->line);
}
