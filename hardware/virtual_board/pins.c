/* SPDX-License-Identifier: GPL-3.0-or-later
 * Part of the virtual board of Burn & Turn; see README.md in this folder. */

/* Levels from outside. The emulator forgets a driven level whenever the program writes to the port, and at a reset; what is
 * outside does not, so every level is kept here and given to it as a pull. */
#include "virtual.h"

#define FIRST_PORT 'A'
#define LAST_PORT 'L'

static uint8_t outside[LAST_PORT - FIRST_PORT + 1];

static void set_pulls(char port)
{
    avr_ioport_external_t pulls = {.name = (unsigned char)port & 0x7F, .mask = 0xFF, .value = outside[port - FIRST_PORT]};
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(port), &pulls);
}

static bool is_port(char port) { return port >= FIRST_PORT && port <= LAST_PORT && port != 'I'; }

void pins_start(void)
{
    for (char port = FIRST_PORT; port <= LAST_PORT; port++) {
        outside[port - FIRST_PORT] = 0xFF;
        if (is_port(port))
            set_pulls(port);
    }
}

static void raise_pin(char port, int bit)
{
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), bit), outside[port - FIRST_PORT] >> bit & 1);
}

static bool is_pin(char port, int bit) { return is_port(port) && bit >= 0 && bit <= 7; }

void pins_restore(void)
{
    for (char port = FIRST_PORT; port <= LAST_PORT; port++)
        for (int bit = 0; is_port(port) && bit < 8; bit++) {
            /* Twice: the emulator passes over a level it believes unchanged. */
            avr_irq_t *pin = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), bit);
            avr_raise_irq(pin, !(outside[port - FIRST_PORT] >> bit & 1));
            raise_pin(port, bit);
        }
}

bool pins_drive(char port, int bit, bool level)
{
    uint8_t mask = (uint8_t)(1u << bit);
    if (!is_pin(port, bit))
        return false;
    outside[port - FIRST_PORT] = (uint8_t)(level ? outside[port - FIRST_PORT] | mask : outside[port - FIRST_PORT] & ~mask);
    set_pulls(port);
    raise_pin(port, bit);
    return true;
}

bool pins_state(char port, avr_ioport_state_t *state)
{
    return is_port(port) && avr_ioctl(avr, AVR_IOCTL_IOPORT_GETSTATE(port), state) == 0;
}
