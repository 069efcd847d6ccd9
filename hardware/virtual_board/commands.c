/* SPDX-License-Identifier: GPL-3.0-or-later
 * Part of the virtual board of Burn & Turn; see README.md in this folder. */

/* The commands of the control socket: each writes what follows `ok`, or refuses. */
#include <string.h>

#include "virtual.h"
#include "words.h"

#define LONGEST_RUN_US 60e6

run_t run;

static bool do_run(const words_t *words, FILE *out)
{
    double microseconds;
    if (!run.manual || !word_real(words->at[1], 0, LONGEST_RUN_US, &microseconds))
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
    if (!word_number(words->at[1], 0, 0x7FFFFFFF, &seed))
        return false;
    chance_seed((uint64_t)seed);
    return true;
}

static bool do_plug(const words_t *words, FILE *out)
{
    int port;
    bool elsewhere;
    (void)out;
    return word_port(words->at[1], &port) && word_flag(words->at[2], &elsewhere) && port_plug(port, elsewhere);
}

static bool do_unplug(const words_t *words, FILE *out)
{
    int port;
    (void)out;
    if (!word_port(words->at[1], &port))
        return false;
    port_unplug(port);
    return true;
}

static bool do_hold(const words_t *words, FILE *out)
{
    int port;
    bool hold;
    (void)out;
    if (!word_port(words->at[1], &port) || !word_flag(words->at[2], &hold))
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
    if (fault == FAULTS || !word_port(words->at[1], &port) || !word_real(words->at[3], 0, 1, &probability))
        return false;
    port_fault(port, (fault_t)fault, probability);
    return true;
}

/* Bytes a host gets that no processor sent. */
static bool do_inject(const words_t *words, FILE *out)
{
    uint8_t bytes[WORD_MOST_BYTES];
    size_t count;
    int port;
    (void)out;
    if (!word_port(words->at[1], &port) || !word_hex(words->at[2], bytes, &count))
        return false;
    port_to_host(port, bytes, count);
    return true;
}

static bool do_tx(const words_t *words, FILE *out)
{
    uint8_t bytes[WORD_MOST_BYTES];
    size_t count;
    int port;
    if (!run.manual || !word_port(words->at[1], &port) || !word_hex(words->at[2], bytes, &count))
        return false;
    fprintf(out, "%zu", port_to_mcu(port, bytes, count));
    return true;
}

static bool do_rx(const words_t *words, FILE *out)
{
    uint8_t bytes[WORD_MOST_BYTES];
    size_t count;
    int port;
    if (!run.manual || !word_port(words->at[1], &port))
        return false;
    count = port_from_mcu(port, bytes, sizeof bytes);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%02x", bytes[i]);
    return true;
}

static bool do_stat(const words_t *words, FILE *out)
{
    int port;
    if (!word_port(words->at[1], &port))
        return false;
    port_stat(port, out);
    return true;
}

static bool do_peek(const words_t *words, FILE *out)
{
    long address;
    if (!word_number(words->at[1], 0, 0x21FF, &address))
        return false;
    fprintf(out, "%02x", avr->data[address]);
    return true;
}

static bool do_poke(const words_t *words, FILE *out)
{
    long address, byte;
    (void)out;
    if (!word_number(words->at[1], 0x200, 0x21FF, &address) || !word_number(words->at[2], 0, 255, &byte))
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

static const command_t COMMANDS[] = {
    {"run", 2, do_run},       {"time", 1, do_time},     {"stop", 1, do_stop}, {"cont", 1, do_cont},   {"reset", 2, do_reset},
    {"resets", 1, do_resets}, {"hang", 1, do_hang},     {"seed", 2, do_seed}, {"plug", 3, do_plug},   {"unplug", 2, do_unplug},
    {"hold", 3, do_hold},     {"fault", 4, do_fault},   {"tx", 3, do_tx},     {"inject", 3, do_inject}, {"rx", 2, do_rx},
    {"stat", 2, do_stat},     {"peek", 2, do_peek},     {"poke", 3, do_poke}, {"quit", 1, do_quit},   {NULL, 0, NULL},
};

static const command_t *find(const command_t *command, const words_t *words)
{
    while (command->name != NULL && (words->count != command->words || strcmp(words->at[0], command->name) != 0))
        command++;
    return command;
}

static bool execute(const words_t *words, FILE *out)
{
    const command_t *command = find(COMMANDS, words);
    if (command->name == NULL)
        command = find(OUTSIDE, words);
    return command->name != NULL && command->run(words, out);
}

bool command_run(char *line, FILE *out)
{
    words_t words = {0};
    char *rest = NULL;
    for (char *word = strtok_r(line, " ", &rest); word != NULL && words.count < WORDS; word = strtok_r(NULL, " ", &rest))
        words.at[words.count++] = word;
    return execute(&words, out);
}
