/* What the core asks of the board it runs on. The board file has these, and so has every test. */
#ifndef BOARD_H
#define BOARD_H
#include <stdbool.h>
#include <stdint.h>

/* Bytes to the host, all of them or none; false when there is no room. Never waits. */
bool board_send(const uint8_t *bytes, uint8_t count);

/* A command to a tag reader (0 felt, 1 shoe). Never waits. */
void board_reader_send(uint8_t reader, const char *text);

/* The EEPROM. Writing waits for the cells, some 3 ms a byte. */
void board_eeprom_read(uint16_t address, uint8_t *bytes, uint8_t count);
void board_eeprom_write(uint16_t address, const uint8_t *bytes, uint8_t count);

/* A number another board, or this one another time, hardly gives. */
uint32_t board_entropy(void);

#endif
