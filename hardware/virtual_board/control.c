/* SPDX-License-Identifier: GPL-3.0-or-later
 * Part of the virtual board of Burn & Turn; see README.md in this folder. */

/* The control socket: one client, one line each way. A line has at most 4095 bytes; an answer begins with `ok` or `err`. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <simavr/avr_adc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "virtual.h"

#define LINE 4096
#define WORDS 4
#define MOST_BYTES 2000 /* of hex in one line */
#define LONGEST_RUN_US 60e6

run_t run;
static int listener = -1, client = -1;
static char path[108], held[LINE];
static size_t held_count;

typedef struct {
    int count;
    char *at[WORDS];
} words_t;

/* --- arguments --------------------------------------------------------------------------------------------------------- */

static bool number(const char *text, long least, long most, long *value)
{
    char *end;
    errno = 0;
    *value = strtol(text, &end, 0);
    return errno == 0 && end != text && *end == 0 && *value >= least && *value <= most;
}

static bool real(const char *text, double least, double most, double *value)
{
    char *end;
    *value = strtod(text, &end);
    return end != text && *end == 0 && *value >= least && *value <= most;
}

static bool port_number(const char *text, int *port)
{
    long value;
    bool good = number(text, 0, PORTS - 1, &value);
    *port = good ? (int)value : 0;
    return good;
}

static bool flag(const char *text, bool *value)
{
    *value = strcmp(text, "1") == 0;
    return *value || strcmp(text, "0") == 0;
}

static int hex_digit(char letter)
{
    const char *digits = "0123456789abcdef", *at = letter ? strchr(digits, letter) : NULL;
    return at == NULL ? -1 : (int)(at - digits);
}

static bool read_hex(const char *text, uint8_t *bytes, size_t *count)
{
    for (*count = 0; text[0] != 0 && *count < MOST_BYTES; text += 2) {
        int high = hex_digit(text[0]), low = high < 0 ? -1 : hex_digit(text[1]);
        if (low < 0)
            return false;
        bytes[(*count)++] = (uint8_t)(high << 4 | low);
    }
    return text[0] == 0;
}

/* --- commands: each writes what follows `ok`, or returns false ---------------------------------------------------------- */

static bool do_run(const words_t *words, FILE *out)
{
    double microseconds;
    if (!run.manual || !real(words->at[1], 0, LONGEST_RUN_US, &microseconds))
        return false;
    fprintf(out, "%s", mcu_run_to(mcu_now() + mcu_cycles(microseconds)) ? "" : "halted");
    return true;
}

static bool do_time(const words_t *words, FILE *out)
{
    (void)words;
    fprintf(out, "%llu", (unsigned long long)(mcu_now() / mcu_cycles(1)));
    return true;
}

static bool do_stop(const words_t *words, FILE *out)
{
    (void)words;
    (void)out;
    run.stopped = true;
    return true;
}

static bool do_cont(const words_t *words, FILE *out)
{
    (void)words;
    (void)out;
    run.stopped = false;
    run.rebase = true;
    return true;
}

static bool do_reset(const words_t *words, FILE *out)
{
    static const char *const CAUSES[] = {"power", "external", "brownout"};
    (void)out;
    for (int cause = 0; cause < 3; cause++)
        if (strcmp(words->at[1], CAUSES[cause]) == 0) {
            mcu_reset((cause_t)cause);
            run.stopped = false;
            run.rebase = true;
            return true;
        }
    return false;
}

static bool do_resets(const words_t *words, FILE *out)
{
    (void)words;
    fprintf(out, "%llu", (unsigned long long)mcu_resets());
    return true;
}

static bool do_hang(const words_t *words, FILE *out)
{
    (void)words;
    (void)out;
    mcu_hang();
    return true;
}

static bool do_seed(const words_t *words, FILE *out)
{
    long seed;
    (void)out;
    if (!number(words->at[1], 0, 0x7FFFFFFF, &seed))
        return false;
    chance_seed((uint64_t)seed);
    return true;
}

static bool do_pin(const words_t *words, FILE *out)
{
    const char *pin = words->at[1];
    bool level;
    (void)out;
    return strlen(pin) == 2 && flag(words->at[2], &level) && pins_drive(pin[0], pin[1] - '0', level);
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
    if (!number(words->at[1], 0, 15, &channel) || !number(words->at[2], 0, 5000, &millivolts))
        return false;
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, (int)channel), (uint32_t)millivolts);
    return true;
}

static bool do_key(const words_t *words, FILE *out)
{
    long key;
    bool down;
    (void)out;
    return number(words->at[1], 0, 23, &key) && flag(words->at[2], &down) && parts_key((int)key, down);
}

static bool do_hall(const words_t *words, FILE *out)
{
    long hall;
    bool magnet;
    (void)out;
    return number(words->at[1], 0, 9, &hall) && flag(words->at[2], &magnet) && parts_hall((int)hall, magnet);
}

static bool do_cell(const words_t *words, FILE *out)
{
    long cell, raw;
    (void)out;
    return number(words->at[1], 0, 9, &cell) && number(words->at[2], -0x800000, 0x7FFFFF, &raw) &&
           parts_cell((int)cell, (int32_t)raw);
}

static bool do_lamps(const words_t *words, FILE *out)
{
    (void)words;
    fprintf(out, "%04x", parts_lamps());
    return true;
}

static bool do_plug(const words_t *words, FILE *out)
{
    int port;
    bool elsewhere;
    (void)out;
    return port_number(words->at[1], &port) && flag(words->at[2], &elsewhere) && port_plug(port, elsewhere);
}

static bool do_unplug(const words_t *words, FILE *out)
{
    int port;
    (void)out;
    if (!port_number(words->at[1], &port))
        return false;
    port_unplug(port);
    return true;
}

static bool do_hold(const words_t *words, FILE *out)
{
    int port;
    bool hold;
    (void)out;
    if (!port_number(words->at[1], &port) || !flag(words->at[2], &hold))
        return false;
    port_hold(port, hold);
    return true;
}

static bool do_fault(const words_t *words, FILE *out)
{
    static const char *const NAMES[FAULTS] = {"drop", "flip", "dup"};
    int port, fault = 0;
    double probability;
    (void)out;
    while (fault < FAULTS && strcmp(words->at[2], NAMES[fault]) != 0)
        fault++;
    if (fault == FAULTS || !port_number(words->at[1], &port) || !real(words->at[3], 0, 1, &probability))
        return false;
    port_fault(port, (fault_t)fault, probability);
    return true;
}

/* Bytes a host gets that no processor sent. */
static bool do_inject(const words_t *words, FILE *out)
{
    uint8_t bytes[MOST_BYTES];
    size_t count;
    int port;
    (void)out;
    if (!port_number(words->at[1], &port) || !read_hex(words->at[2], bytes, &count))
        return false;
    port_to_host(port, bytes, count);
    return true;
}

static bool do_tx(const words_t *words, FILE *out)
{
    uint8_t bytes[MOST_BYTES];
    size_t count;
    int port;
    if (!run.manual || !port_number(words->at[1], &port) || !read_hex(words->at[2], bytes, &count))
        return false;
    fprintf(out, "%zu", port_to_mcu(port, bytes, count));
    return true;
}

static bool do_rx(const words_t *words, FILE *out)
{
    uint8_t bytes[MOST_BYTES];
    size_t count;
    int port;
    if (!run.manual || !port_number(words->at[1], &port))
        return false;
    count = port_from_mcu(port, bytes, sizeof bytes);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%02x", bytes[i]);
    return true;
}

static bool do_stat(const words_t *words, FILE *out)
{
    int port;
    if (!port_number(words->at[1], &port))
        return false;
    port_stat(port, out);
    return true;
}

static bool do_peek(const words_t *words, FILE *out)
{
    long address;
    if (!number(words->at[1], 0, 0x21FF, &address))
        return false;
    fprintf(out, "%02x", avr->data[address]);
    return true;
}

static bool do_poke(const words_t *words, FILE *out)
{
    long address, byte;
    (void)out;
    if (!number(words->at[1], 0x200, 0x21FF, &address) || !number(words->at[2], 0, 255, &byte))
        return false;
    avr->data[address] = (uint8_t)byte;
    return true;
}

static bool do_quit(const words_t *words, FILE *out)
{
    (void)words;
    (void)out;
    run.quit = true;
    return true;
}

static const struct {
    const char *name;
    int words; /* with the name */
    bool (*run)(const words_t *words, FILE *out);
} COMMANDS[] = {
    {"run", 2, do_run},       {"time", 1, do_time},   {"stop", 1, do_stop}, {"cont", 1, do_cont}, {"reset", 2, do_reset},
    {"resets", 1, do_resets}, {"hang", 1, do_hang},   {"seed", 2, do_seed}, {"pin", 3, do_pin},   {"get", 2, do_get},
    {"adc", 3, do_adc},       {"key", 3, do_key},     {"hall", 3, do_hall}, {"cell", 3, do_cell}, {"lamps", 1, do_lamps},
    {"plug", 3, do_plug},     {"unplug", 2, do_unplug}, {"hold", 3, do_hold}, {"fault", 4, do_fault},
    {"inject", 3, do_inject}, {"tx", 3, do_tx},       {"rx", 2, do_rx},     {"stat", 2, do_stat}, {"peek", 2, do_peek},
    {"poke", 3, do_poke},     {"quit", 1, do_quit},
};

/* --- the socket ---------------------------------------------------------------------------------------------------------- */

static bool execute(const words_t *words, FILE *out)
{
    for (size_t i = 0; i < sizeof COMMANDS / sizeof COMMANDS[0]; i++)
        if (words->count == COMMANDS[i].words && strcmp(words->at[0], COMMANDS[i].name) == 0)
            return COMMANDS[i].run(words, out);
    return false;
}

static void answer(char *line)
{
    static char fields[2 * MOST_BYTES + 64];
    words_t words = {0};
    FILE *out = fmemopen(fields, sizeof fields, "w");
    char *rest = NULL;
    bool good;
    for (char *word = strtok_r(line, " ", &rest); word != NULL && words.count < WORDS; word = strtok_r(NULL, " ", &rest))
        words.at[words.count++] = word;
    fields[0] = 0;
    good = out != NULL && execute(&words, out);
    if (out != NULL)
        fclose(out);
    dprintf(client, good ? "ok %s\n" : "err\n", fields);
}

static void leave(void)
{
    close(client);
    client = -1;
    held_count = 0;
}

static void hear(void)
{
    ssize_t count = read(client, held + held_count, sizeof held - 1 - held_count);
    char *from = held, *end;
    if (count <= 0) {
        leave();
        return;
    }
    held_count += (size_t)count;
    held[held_count] = 0;
    while ((end = memchr(from, '\n', held_count - (size_t)(from - held))) != NULL) {
        *end = 0;
        answer(from);
        from = end + 1;
    }
    held_count -= (size_t)(from - held);
    memmove(held, from, held_count);
    if (held_count == sizeof held - 1) /* no line is so long */
        leave();
}

bool control_start(const char *folder)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if ((size_t)snprintf(path, sizeof path, "%s/control", folder) >= sizeof path)
        return false;
    memcpy(address.sun_path, path, sizeof address.sun_path);
    unlink(path);
    listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    return listener >= 0 && bind(listener, (struct sockaddr *)&address, sizeof address) == 0 && listen(listener, 1) == 0;
}

void control_stop(void)
{
    if (client >= 0)
        leave();
    close(listener);
    unlink(path);
}

void control_waiting(struct pollfd *fds)
{
    fds[0] = (struct pollfd){.fd = client < 0 ? listener : -1, .events = POLLIN}; /* a second client waits */
    fds[1] = (struct pollfd){.fd = client, .events = POLLIN};
}

void control_serve(const struct pollfd *fds)
{
    if (fds[0].revents & POLLIN)
        client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    else if (fds[1].revents != 0 && client >= 0)
        hear();
}
