/* The device side alone as a shared library, for the test that compares it, byte by byte, with the Python device.
 *
 * Levels are set from outside; commands other than the device's own are only answered. */
#include "../core/board.h"
#include "../core/device.h"
#include "../core/levels.h"

static const uint8_t FIRMWARE[3] = {0, 1, 0};

static device_t device;
static uint8_t eeprom[64];
static uint32_t entropy;
static uint8_t sent[65536];
static uint32_t sent_count;
static uint8_t inputs;
static uint32_t levels;
static bool scanned;

bool board_send(const uint8_t *bytes, uint8_t count)
{
    memcpy(sent + sent_count, bytes, count);
    sent_count += count;
    return true;
}

void board_reader_send(uint8_t reader, const char *text)
{
    (void)reader;
    (void)text;
}

void board_eeprom_read(uint16_t address, uint8_t *bytes, uint8_t count) { memcpy(bytes, eeprom + address, count); }
void board_eeprom_write(uint16_t address, const uint8_t *bytes, uint8_t count) { memcpy(eeprom + address, bytes, count); }
uint32_t board_entropy(void) { return entropy; }

uint8_t levels_next(uint16_t *cursor, uint8_t *payload)
{
    uint8_t index = (uint8_t)*cursor;
    return (*cursor)++ < inputs ? event_input(payload, index, levels >> index & 1u) : 0;
}
void levels_begin(void) {}
bool levels_scanned_twice(void) { return scanned; }
uint16_t levels_reader_timeouts(void) { return 0; }
uint8_t levels_carry_out(const uint8_t *command)
{
    (void)command;
    return TB_STATUS_OK;
}

/* A board from the factory with so many inputs, up at once. */
void bench_power(uint32_t random, uint8_t input_count)
{
    identity_t identity = {.serial = "BENCH_01", .device_class = TB_CLASS_CARD_SHOE, .antennas = 1,
                           .reset_cause = TB_RESET_POWER_ON, .resend_ms = 60, .firmware = FIRMWARE, .name = "bench"};
    memset(eeprom, 0xFF, sizeof eeprom);
    entropy = random;
    inputs = input_count;
    levels = 0;
    scanned = true;
    sent_count = 0;
    device_start(&device, &identity, 0);
}

void bench_reset(uint8_t cause, uint32_t now)
{
    identity_t identity = device.identity;
    identity.reset_cause = cause;
    device_start(&device, &identity, now);
}

void bench_set(uint32_t level_bits, bool inventoried)
{
    levels = level_bits;
    scanned = inventoried;
}

void bench_post(const uint8_t *payload, uint8_t length, uint32_t edge) { device_post(&device, payload, length, edge); }

void bench_receive(const uint8_t *bytes, uint32_t count, uint32_t now)
{
    for (uint32_t i = 0; i < count; i++)
        device_receive(&device, bytes[i], now);
}

/* What it sent since the last call; returns how many bytes. */
uint32_t bench_poll(uint8_t *bytes, uint32_t now)
{
    uint32_t count;
    device_poll(&device, now);
    count = sent_count;
    memcpy(bytes, sent, count);
    sent_count = 0;
    return count;
}
