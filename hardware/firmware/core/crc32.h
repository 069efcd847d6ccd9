/* CRC-32 as zlib has it (IEEE 802.3). */
#ifndef CRC32_H
#define CRC32_H
#include <stddef.h>
#include <stdint.h>

/* The CRC of `count` bytes. `before`: the CRC of what came before them, 0 at the start. */
uint32_t crc32_of(uint32_t before, const uint8_t *bytes, size_t count);

#endif
