/* SPDX-License-Identifier: GPL-3.0-or-later
 * Part of the virtual board of Burn & Turn; see README.md in this folder. */

/* Reads the words of a command. */
#include "words.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "virtual.h"

bool word_number(const char *text, long least, long most, long *value)
{
    char *end;
    errno = 0;
    *value = strtol(text, &end, 0);
    return errno == 0 && end != text && *end == 0 && *value >= least && *value <= most;
}

bool word_real(const char *text, double least, double most, double *value)
{
    char *end;
    *value = strtod(text, &end);
    return end != text && *end == 0 && *value >= least && *value <= most;
}

bool word_port(const char *text, int *port)
{
    long value;
    bool good = word_number(text, 0, PORTS - 1, &value);
    *port = good ? (int)value : 0;
    return good;
}

bool word_flag(const char *text, bool *value)
{
    *value = strcmp(text, "1") == 0;
    return *value || strcmp(text, "0") == 0;
}

static int hex_digit(char letter)
{
    const char *digits = "0123456789abcdef", *at = letter ? strchr(digits, letter) : NULL;
    return at == NULL ? -1 : (int)(at - digits);
}

bool word_hex(const char *text, uint8_t *bytes, size_t *count)
{
    for (*count = 0; text[0] != 0 && *count < WORD_MOST_BYTES; text += 2) {
        int high = hex_digit(text[0]), low = high < 0 ? -1 : hex_digit(text[1]);
        if (low < 0)
            return false;
        bytes[(*count)++] = (uint8_t)(high << 4 | low);
    }
    return text[0] == 0;
}
