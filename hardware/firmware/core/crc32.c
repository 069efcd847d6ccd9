/* CRC-32, four bits at a time: the 64 bytes of table are what an AVR can spare. */
#include "crc32.h"

#ifdef __AVR__
#include <avr/pgmspace.h>
#define IN_FLASH PROGMEM
#define READ(p) pgm_read_dword(p)
#else
#define IN_FLASH
#define READ(p) (*(p))
#endif

static const uint32_t NIBBLES[16] IN_FLASH = {
    0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
    0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C, 0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C,
};

uint32_t crc32_of(uint32_t before, const uint8_t *bytes, size_t count)
{
    uint32_t crc = ~before;
    while (count--) {
        crc ^= *bytes++;
        crc = (crc >> 4) ^ READ(&NIBBLES[crc & 15u]);
        crc = (crc >> 4) ^ READ(&NIBBLES[crc & 15u]);
    }
    return ~crc;
}
