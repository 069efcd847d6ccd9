/* SPDX-License-Identifier: GPL-3.0-or-later
 * Part of the virtual board of Burn & Turn; see README.md in this folder. */

/* The virtual board: an emulated ATmega2560 with the image that would be flashed, its ports, pins and parts.
 *
 *   virtual_board --image FILE.hex --dir FOLDER [--eeprom FILE] [--manual] [--dtr-reset] [--baud-check]
 *                 [--tick-us N] [--seed N]
 *
 * It ends at `quit`, at SIGTERM, and when its standard input is closed, so that it does not outlive who started it. */
#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "virtual.h"

#define FALLEN_BEHIND_US 250000.0 /* then real time begins anew, and no race to catch up */
#define IDLE_MS 20

typedef struct {
    const char *image, *folder, *eeprom;
    long tick_us, seed;
    port_options_t ports;
} arguments_t;

static struct timespec began;
static avr_cycle_count_t began_at;
static volatile sig_atomic_t told_to_quit;

static void on_signal(int number)
{
    (void)number;
    told_to_quit = 1;
}

static bool set_flag(arguments_t *arguments, const char *name)
{
    bool *flag = strcmp(name, "--manual") == 0       ? &arguments->ports.manual
                 : strcmp(name, "--dtr-reset") == 0  ? &arguments->ports.dtr_reset
                 : strcmp(name, "--baud-check") == 0 ? &arguments->ports.baud_check
                                                     : NULL;
    if (flag != NULL)
        *flag = true;
    return flag != NULL;
}

static bool set_value(arguments_t *arguments, const char *name, const char *value)
{
    if (strcmp(name, "--image") == 0)
        arguments->image = value;
    else if (strcmp(name, "--dir") == 0)
        arguments->folder = value;
    else if (strcmp(name, "--eeprom") == 0)
        arguments->eeprom = value;
    else if (strcmp(name, "--tick-us") == 0)
        arguments->tick_us = atol(value);
    else if (strcmp(name, "--seed") == 0)
        arguments->seed = atol(value);
    else
        return false;
    return true;
}

static bool read_arguments(int count, char **texts, arguments_t *arguments)
{
    for (int i = 1; i < count; i++) {
        if (set_flag(arguments, texts[i]))
            continue;
        if (i + 1 >= count || !set_value(arguments, texts[i], texts[i + 1]))
            return false;
        i++;
    }
    arguments->ports.folder = arguments->folder;
    return arguments->image != NULL && arguments->folder != NULL && arguments->tick_us > 0;
}

static bool start(const arguments_t *arguments)
{
    chance_seed((uint64_t)arguments->seed);
    run.manual = arguments->ports.manual;
    if (!mcu_load(arguments->image) || (arguments->eeprom != NULL && !mcu_map_eeprom(arguments->eeprom)))
        return false;
    mkdir(arguments->folder, 0777);
    pins_start();
    parts_start();
    adc_start();
    mcu_reset(CAUSE_POWER_ON);
    return ports_start(&arguments->ports) && control_start(arguments->folder);
}

static double microseconds_since_began(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - began.tv_sec) * 1e6 + (double)(now.tv_nsec - began.tv_nsec) / 1e3;
}

static void rebase(void)
{
    clock_gettime(CLOCK_MONOTONIC, &began);
    began_at = mcu_now();
    run.rebase = false;
}

/* Let the processor catch up with the clock on the wall. */
static void run_real_time(void)
{
    avr_cycle_count_t due = began_at + mcu_cycles(microseconds_since_began());
    if (run.rebase || due > mcu_now() + mcu_cycles(FALLEN_BEHIND_US)) {
        rebase();
        return;
    }
    ports_pump();
    if (!mcu_run_to(due))
        run.stopped = true;
    ports_pump();
}

static void wait_and_serve(long tick_us)
{
    struct pollfd fds[3 + PORTS];
    struct timespec tick = {.tv_nsec = tick_us * 1000};
    bool idle = run.manual || run.stopped;
    int count = 3;
    control_waiting(fds);
    fds[2] = (struct pollfd){.fd = STDIN_FILENO, .events = POLLIN};
    if (idle) {
        tick.tv_nsec = IDLE_MS * 1000000L;
    } else {
        count += ports_waiting(fds + 3);
    }
    if (ppoll(fds, (nfds_t)count, &tick, NULL) < 0)
        return;
    control_serve(fds);
    if (fds[2].revents != 0)
        run.quit = true;
}

int main(int count, char **texts)
{
    arguments_t arguments = {.tick_us = 1000, .seed = 1};
    if (!read_arguments(count, texts, &arguments)) {
        fprintf(stderr, "usage: virtual_board --image FILE.hex --dir FOLDER [options]\n");
        return 2;
    }
    signal(SIGTERM, on_signal);
    signal(SIGINT, on_signal);
    signal(SIGPIPE, SIG_IGN);
    if (!start(&arguments)) {
        perror("virtual_board");
        return 1;
    }
    puts("ready");
    fflush(stdout);
    rebase();
    while (!run.quit && !told_to_quit) {
        if (!run.manual && !run.stopped)
            run_real_time();
        wait_and_serve(arguments.tick_us);
    }
    ports_stop();
    control_stop();
    return 0;
}
