/* A board in memory for the tests of the core: what it sent, what it told the readers, its EEPROM, its chance. */
#ifndef FAKE_BOARD_H
#define FAKE_BOARD_H
/* cmocka wants these four before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../core/board.h"
#include "../core/table.h"

extern uint8_t fake_eeprom[64];
extern bool fake_eeprom_worn;  /* no write takes */
extern uint32_t fake_entropy;
extern size_t fake_room;       /* bytes the host port still takes */
extern char fake_said[2][512]; /* to the readers, all of it */

/* Everything as from the factory, nothing sent. */
void fake_fresh(void);

/* The frames sent since the last call, at most `most`; returns how many. The zero before HELLO is no frame. */
int fake_frames(frame_t *frames, int most);
/* How many bytes were sent since the last call of either. */
size_t fake_bytes(void);

/* The bytes of a hex text. */
size_t fake_hex(const char *text, uint8_t *bytes);

/* What follows counts as said by the reader, line ends and all. */
void fake_reader(uint8_t reader, const char *text, uint32_t now);

/* One frame to the device. */
void fake_host(device_t *device, const frame_t *frame, uint32_t now);

#endif
