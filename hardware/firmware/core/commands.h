/* Commands of the host: which there are, how long they must be, and what each answers. */
#ifndef COMMANDS_H
#define COMMANDS_H
#include "device.h"

/* Run the payload of a CMD; writes the payload of its answer and returns its length, 1 to 48. */
uint8_t commands_execute(device_t *device, const uint8_t *command, uint8_t length, uint8_t *answer);

#endif
