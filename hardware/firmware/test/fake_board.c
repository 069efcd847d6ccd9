#include "fake_board.h"

#include <stdio.h>
#include <string.h>

uint8_t fake_eeprom[64];
bool fake_eeprom_worn;
uint32_t fake_entropy;
size_t fake_room;
char fake_said[2][512];

static uint8_t sent[65536];
static size_t sent_count;

void fake_fresh(void)
{
    memset(fake_eeprom, 0xFF, sizeof fake_eeprom);
    memset(fake_said, 0, sizeof fake_said);
    fake_eeprom_worn = false;
    fake_entropy = 1000;
    fake_room = sizeof sent;
    sent_count = 0;
}

bool board_send(const uint8_t *bytes, uint8_t count)
{
    if (count > fake_room)
        return false;
    fake_room -= count;
    memcpy(sent + sent_count, bytes, count);
    sent_count += count;
    return true;
}

void board_reader_send(uint8_t reader, const char *text)
{
    strncat(fake_said[reader], text, sizeof fake_said[reader] - strlen(fake_said[reader]) - 1);
}

void board_eeprom_read(uint16_t address, uint8_t *bytes, uint8_t count) { memcpy(bytes, fake_eeprom + address, count); }

void board_eeprom_write(uint16_t address, const uint8_t *bytes, uint8_t count)
{
    if (!fake_eeprom_worn)
        memcpy(fake_eeprom + address, bytes, count);
}

uint32_t board_entropy(void) { return fake_entropy++; }

int fake_frames(frame_t *frames, int most)
{
    deframer_t deframer = {.count = 0};
    int count = 0;
    for (size_t i = 0; i < sent_count && count < most; i++)
        count += deframer_feed(&deframer, sent[i], &frames[count]);
    fake_bytes();
    return count;
}

size_t fake_bytes(void)
{
    size_t count = sent_count;
    fake_room = sizeof sent;
    sent_count = 0;
    return count;
}

size_t fake_hex(const char *text, uint8_t *bytes)
{
    size_t count = strlen(text) / 2;
    for (size_t i = 0; i < count; i++) {
        unsigned value;
        sscanf(text + 2 * i, "%2x", &value);
        bytes[i] = (uint8_t)value;
    }
    return count;
}

void fake_reader(uint8_t reader, const char *text, uint32_t now)
{
    fake_said[reader][0] = 0;
    for (; *text; text++)
        table_reader_byte(reader, (uint8_t)*text, now);
}

void fake_host(device_t *device, const frame_t *frame, uint32_t now)
{
    uint8_t wire[TB_MAX_WIRE];
    uint8_t count = frame_encode(frame, wire);
    for (uint8_t i = 0; i < count; i++)
        device_receive(device, wire[i], now);
}
