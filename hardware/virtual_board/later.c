/* SPDX-License-Identifier: GPL-3.0-or-later
 * Part of the virtual board of Burn & Turn; see README.md in this folder. */

/* Commands for a later moment of the board's own time: what happens outside takes its time even when the emulator gets none. */
#include <string.h>

#include "virtual.h"

#define MOST 256 /* with one timer of the emulator, which has few */

static struct {
    bool waits;
    avr_cycle_count_t at;
    char line[LATER_LINE];
} later[MOST];

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

bool later_run(const char *line, avr_cycle_count_t cycles)
{
    int n = 0;
    while (n < MOST && later[n].waits)
        n++;
    if (n == MOST || strlen(line) >= LATER_LINE)
        return false;
    strcpy(later[n].line, line);
    later[n].waits = true;
    later[n].at = mcu_now() + cycles + 1;
    if (earliest() == n)
        avr_cycle_timer_register(avr, cycles + 1, on_time, NULL);
    return true;
}

void later_restore(void)
{
    for (int n = earliest(); n >= 0; n = earliest())
        happen(n);
}
