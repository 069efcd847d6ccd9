/* SPDX-License-Identifier: GPL-3.0-or-later
 * Part of the virtual board of Burn & Turn; see README.md in this folder. */

/* The words of a command, and what they can mean; each reader gives false when a word is nothing of the kind. */
#ifndef WORDS_H
#define WORDS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define WORDS 6
#define WORD_MOST_BYTES 2000 /* of hex in one word */

typedef struct {
    int count;
    char *at[WORDS];
} words_t;

bool word_number(const char *text, long least, long most, long *value);
bool word_real(const char *text, double least, double most, double *value);
bool word_port(const char *text, int *port);
bool word_flag(const char *text, bool *value);
bool word_hex(const char *text, uint8_t *bytes, size_t *count);

/* A command of the control socket: writes what follows `ok`, or refuses. `words`: with the name. */
typedef struct {
    const char *name;
    int words;
    bool (*run)(const words_t *words, FILE *out);
} command_t;

/* outside.c: the commands that move what is outside the processor; the last has no name. */
extern const command_t OUTSIDE[];

#endif
