#include "life.h"

#include "board.h"
#include "crc32.h"

#define CELL 8u

static uint32_t seeded(const char *seed, const uint8_t *bytes, uint8_t count)
{
    return crc32_of(crc32_of(0, (const uint8_t *)seed, strlen(seed)), bytes, count);
}

static uint32_t counter_crc(const uint8_t *bytes) { return seeded("boot counter", bytes, 4); }

static bool read_cell(uint8_t cell, uint32_t *counter)
{
    uint8_t bytes[CELL];
    board_eeprom_read((uint16_t)(LIFE_COUNTER_CELLS + cell * CELL), bytes, sizeof bytes);
    *counter = bytes_get32(bytes);
    return bytes_get32(bytes + 4) == counter_crc(bytes);
}

static bool write_cell(uint8_t cell, uint32_t counter)
{
    uint8_t bytes[CELL];
    uint32_t stored;
    bytes_put32(bytes, counter);
    bytes_put32(bytes + 4, counter_crc(bytes));
    board_eeprom_write((uint16_t)(LIFE_COUNTER_CELLS + cell * CELL), bytes, sizeof bytes);
    return read_cell(cell, &stored) && stored == counter;
}

uint32_t life_next_counter(void)
{
    uint32_t counter[2];
    bool good[2] = {read_cell(0, &counter[0]), read_cell(1, &counter[1])};
    uint8_t newest = !good[0] || (good[1] && counter[0] - counter[1] >= 0x80000000u) ? 1 : 0;
    uint32_t next = good[newest] ? counter[newest] + 1u : board_entropy();
    uint8_t older = good[newest] ? (uint8_t)(1u - newest) : 0;
    return write_cell(older, next) ? next : board_entropy();
}

bool life_serial(uint8_t serial[TB_SERIAL_BYTES])
{
    uint8_t bytes[TB_SERIAL_BYTES + 4u];
    board_eeprom_read(LIFE_SERIAL_CELL, bytes, sizeof bytes);
    bool good = bytes_get32(bytes + TB_SERIAL_BYTES) == seeded("serial number", bytes, TB_SERIAL_BYTES);
    memcpy(serial, good ? (const char *)bytes : "UNSET\0\0", TB_SERIAL_BYTES);
    return good;
}

uint16_t life_first_event(const uint8_t serial[TB_SERIAL_BYTES], uint32_t boot_counter)
{
    uint8_t counter[4];
    bytes_put32(counter, boot_counter);
    return (uint16_t)crc32_of(crc32_of(0, serial, TB_SERIAL_BYTES), counter, sizeof counter);
}
