/* SPDX-License-Identifier: GPL-3.0-or-later
 * Part of the virtual board of Burn & Turn; see README.md in this folder. */

/* What hands move, in the board's own time. Hands are no quicker than a level that stands for 30 ms, or a card for 75: whoever moves
 * them may be held up by a busy machine and then give everything at once, and so may the emulator be. Keys are pressed one after
 * another. */
#include <string.h>

#include "virtual.h"

#define MOST 256 /* with one timer of the emulator, which has few */
#define THINGS 64
#define THING 24
#define STANDS_US 30000.0
#define MOUTH "field 3"
#define CARD_STANDS_US 75000.0 /* no card passes the mouth of the shoe in less */

static struct {
    bool waits;
    avr_cycle_count_t at;
    char line[LATER_LINE];
} later[MOST];

static struct {
    char name[THING];
    avr_cycle_count_t free_at;
} things[THINGS];

static bool is_field(const char *thing) { return strncmp(thing, "field", 5) == 0; }

static void happen(int n)
{
    char line[LATER_LINE];
    FILE *nowhere = fmemopen(NULL, LATER_LINE, "w");
    memcpy(line, later[n].line, sizeof line);
    later[n].waits = false;
    if (nowhere == NULL)
        return;
    command_run(line, nowhere);
    fclose(nowhere);
}

/* The next to happen; -1 when none waits. */
static int earliest(void)
{
    int found = -1;
    for (int n = 0; n < MOST; n++)
        if (later[n].waits && (found < 0 || later[n].at < later[found].at))
            found = n;
    return found;
}

static avr_cycle_count_t on_time(avr_t *mcu, avr_cycle_count_t when, void *parameter)
{
    int n = earliest();
    (void)mcu;
    (void)when;
    (void)parameter;
    for (; n >= 0 && later[n].at <= mcu_now(); n = earliest())
        happen(n);
    if (n >= 0)
        avr_cycle_timer_register(avr, later[n].at - mcu_now(), on_time, NULL);
    return 0;
}

/* When this thing may be moved again; NULL when there are too many things. */
static avr_cycle_count_t *free_at(const char *name)
{
    for (int n = 0; n < THINGS; n++) {
        if (things[n].name[0] == 0)
            snprintf(things[n].name, sizeof things[n].name, "%s", name);
        if (strcmp(things[n].name, name) == 0)
            return &things[n].free_at;
    }
    return NULL;
}

/* How long it stands after it was moved, at least. */
static avr_cycle_count_t stands(const char *thing)
{
    if (!is_field(thing))
        return mcu_cycles(STANDS_US);
    return strcmp(thing, MOUTH) == 0 ? mcu_cycles(CARD_STANDS_US) : 0;
}

/* Cards come to lie in the order in which they were moved, so that none lies at a seat before it has left the shoe. */
static avr_cycle_count_t due(const char *thing, avr_cycle_count_t earliest_at)
{
    static avr_cycle_count_t card_at;
    if (!is_field(thing))
        return earliest_at;
    card_at = earliest_at > card_at ? earliest_at : card_at + 1;
    return card_at;
}

bool later_move(const char *thing, const char *line, double microseconds)
{
    avr_cycle_count_t *free = free_at(thing), at = mcu_now() + mcu_cycles(microseconds) + 1;
    int n = 0;
    while (n < MOST && later[n].waits)
        n++;
    if (n == MOST || free == NULL)
        return false;
    at = due(thing, at > *free ? at : *free);
    *free = at + stands(thing);
    snprintf(later[n].line, sizeof later[n].line, "%s", line);
    later[n].waits = true;
    later[n].at = at;
    if (earliest() == n)
        avr_cycle_timer_register(avr, at - mcu_now(), on_time, NULL);
    return true;
}

void later_restore(void)
{
    int n = earliest();
    if (n >= 0)
        avr_cycle_timer_register(avr, later[n].at > mcu_now() ? later[n].at - mcu_now() : 1, on_time, NULL);
}
