/* Lives: the boot counter and the serial number, kept in EEPROM.
 *
 * Owns the cells and their checks. A cell is a number and its CRC-32 from a seed of its own, so that erased bytes are none. */
#ifndef LIFE_H
#define LIFE_H
#include "protocol.h"

#define LIFE_COUNTER_CELLS 0u /* two cells of 8 bytes: counter, CRC */
#define LIFE_SERIAL_CELL 16u  /* 12 bytes: serial number, CRC */

/* The counter of the life that begins now, written to the older cell and read back. Both cells bad, or a write that does
 * not take: a random one, for a counter that cannot be stored would come again at the next boot. */
uint32_t life_next_counter(void);

/* The serial number of this board; false, and the one of an unwritten board, when the EEPROM holds none. */
bool life_serial(uint8_t serial[TB_SERIAL_BYTES]);

/* The first event number of a life: low 16 bits of the CRC-32 of serial number and boot counter. */
uint16_t life_first_event(const uint8_t serial[TB_SERIAL_BYTES], uint32_t boot_counter);

#endif
