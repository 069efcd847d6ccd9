/* Little-endian numbers in byte rows, whatever the processor. */
#ifndef BYTES_H
#define BYTES_H
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline void bytes_put8(uint8_t *p, uint8_t v) { p[0] = v; }
static inline void bytes_put16(uint8_t *p, uint16_t v)
{
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
}
static inline void bytes_put32(uint8_t *p, uint32_t v)
{
    bytes_put16(p, (uint16_t)v);
    bytes_put16(p + 2, (uint16_t)(v >> 16));
}
static inline uint16_t bytes_get16(const uint8_t *p) { return (uint16_t)(p[0] | (uint16_t)((uint16_t)p[1] << 8)); }
static inline uint32_t bytes_get32(const uint8_t *p) { return bytes_get16(p) | (uint32_t)bytes_get16(p + 2) << 16; }

#endif
