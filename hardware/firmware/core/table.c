#include "table.h"

#include "levels.h"
#include "life.h"

#define KEYPAD 0u
#define SWITCH 0u
enum { COVER, DECK_THERE, LID };
#define FELT_MASK (((uint32_t)1 << TB_FELT_ANTENNAS) - 1u)
#define SHOE_MASK ((uint32_t)1 << TB_SHOE_ANTENNA)

static const uint8_t FIRMWARE[3] = {0, 2, 0};

table_t table;

static void post_tag(void *owner, const uint8_t *payload, uint8_t length, uint32_t edge)
{
    (void)owner;
    device_post(&table.device, payload, length, edge);
}

void table_start(uint8_t reset_cause, uint16_t resend_ms, uint32_t now)
{
    identity_t identity = {
        .device_class = TB_CLASS_TABLE_BOARD,
        .antennas = TB_FELT_ANTENNAS + 1u,
        .reset_cause = reset_cause,
        .resend_ms = resend_ms,
        .firmware = FIRMWARE,
        .name = "burnturn table board",
    };
    memset(&table, 0, sizeof table);
    life_serial(identity.serial);
    table.place = (reader_place_t){.tags = &table.tags, .report = post_tag};
    device_start(&table.device, &identity, now);
    reader_start(&table.readers[0], 0, FELT_MASK, now);
    reader_start(&table.readers[1], 1, SHOE_MASK, now);
}

void table_host_byte(uint8_t byte, uint32_t now) { device_receive(&table.device, byte, now); }

void table_reader_byte(uint8_t reader, uint8_t byte, uint32_t now)
{
    reader_receive(&table.readers[reader], &table.place, byte, now);
}

void table_cell_value(uint8_t cell, int32_t raw, uint32_t now)
{
    uint8_t payload[RING_EVENT_MAX];
    uint8_t length = cells_value(&table.cells[cell], cell, raw, payload);
    if (length > 0)
        device_post(&table.device, payload, length, now);
}

static void input_settled(void *owner, uint8_t input, bool level, uint32_t edge)
{
    uint8_t payload[RING_EVENT_MAX];
    (void)owner;
    device_post(&table.device, payload, event_input(payload, input, level), edge);
}

/* Two switches say what the deck in the shoe is doing. How many tags it has nobody here can say: that byte is left out. */
static uint8_t deck_event(uint8_t *payload)
{
    bool there = contacts_level(&table.switches, DECK_THERE), open = contacts_level(&table.switches, LID);
    return (uint8_t)(event_deck(payload, there ? open ? TB_DECK_LID_OPEN : TB_DECK_INSERTED : TB_DECK_REMOVED, 0) - 1u);
}

/* A lid over no deck is no news. */
static void switch_settled(void *owner, uint8_t contact, bool level, uint32_t edge)
{
    uint8_t payload[RING_EVENT_MAX];
    (void)owner;
    if (contact == COVER)
        device_post(&table.device, payload, event_tamper(payload, SWITCH, level), edge);
    else if (contact == DECK_THERE || contacts_level(&table.switches, DECK_THERE))
        device_post(&table.device, payload, deck_event(payload), edge);
}

static void key_settled(void *owner, uint8_t key, bool pressed, uint32_t edge)
{
    uint8_t payload[RING_EVENT_MAX];
    (void)owner;
    device_post(&table.device, payload, event_key(payload, KEYPAD, key, pressed), edge);
}

/* One row of the keypad each ms: all keys every 4 ms. */
static void feel_keys(uint8_t columns, uint32_t now)
{
    uint8_t shift = (uint8_t)(table.key_row * TABLE_KEY_COLUMNS);
    uint32_t row = (((uint32_t)1 << TABLE_KEY_COLUMNS) - 1u) << shift;
    table.keys_raw = (table.keys_raw & ~row) | ((uint32_t)columns << shift & row);
    contacts_feel(&table.keys, table.keys_raw, now, key_settled, NULL);
    table.key_row = (uint8_t)((table.key_row + 1u) % TABLE_KEY_ROWS);
}

static void feel_gate(const sensed_t *sensed, uint32_t now)
{
    uint8_t payload[RING_EVENT_MAX];
    uint32_t began;
    uint8_t length = gate_feel(&table.gate, sensed->inner_beam, sensed->outer_beam, now, payload, &began);
    if (length > 0)
        device_post(&table.device, payload, length, began);
}

static void feel_switches(const sensed_t *sensed, uint32_t now)
{
    uint32_t switches = (uint32_t)(sensed->cover_open << COVER | sensed->deck_there << DECK_THERE | sensed->lid_open << LID);
    contacts_feel(&table.switches, switches, now, switch_settled, NULL);
}

static void feel_supply(const sensed_t *sensed, uint32_t now)
{
    uint8_t payload[RING_EVENT_MAX];
    uint32_t began;
    uint8_t length = sensed->measured ? supply_feel(&table.supply, sensed->millivolts, now, payload, &began) : 0;
    if (length > 0)
        device_post(&table.device, payload, length, began);
}

void table_tick(const sensed_t *sensed, driven_t *driven, uint32_t now)
{
    contacts_feel(&table.inputs, sensed->inputs, now, input_settled, NULL);
    feel_keys(sensed->key_columns, now);
    feel_gate(sensed, now);
    feel_switches(sensed, now);
    feel_supply(sensed, now);
    for (uint8_t reader = 0; reader < TABLE_READERS; reader++)
        reader_poll(&table.readers[reader], &table.place, now);
    driven->lamps = outputs_lamps(&table.outputs, table.device.heard, now);
    driven->sound = outputs_sound(&table.outputs, now);
    driven->locked = table.outputs.locked;
    driven->key_row = table.key_row;
}

void table_poll(uint32_t now) { device_poll(&table.device, now); }

/* --- what the device asks (levels.h) ------------------------------------------------------------------------------- */

/* Levels in one numbering: inputs, cover, deck, supply, keys, cells, readers, places of tags. */
enum { COVER_AT = TABLE_INPUTS, DECK_AT, SUPPLY_AT, KEYS_FROM };
#define CELLS_FROM (KEYS_FROM + TABLE_KEY_ROWS * TABLE_KEY_COLUMNS)
#define READERS_FROM (CELLS_FROM + TB_CELLS)
#define TAGS_FROM (READERS_FROM + TABLE_READERS)
#define LEVELS (TAGS_FROM + TAGS_MOST)

static uint8_t key_level(uint8_t key, uint8_t *payload)
{
    return contacts_level(&table.keys, key) ? event_key(payload, KEYPAD, key, true) : 0;
}

static uint8_t tag_level(uint8_t place, uint8_t *payload)
{
    const tag_t *tag = &table.tags.tags[place];
    return tags_present(&table.tags, place) ? event_tag_in(payload, tag->antenna, tag->uid) : 0;
}

static uint8_t own_level(uint16_t at, uint8_t *payload)
{
    switch (at) {
    case COVER_AT: return event_tamper(payload, SWITCH, contacts_level(&table.switches, COVER));
    case DECK_AT: return deck_event(payload);
    case SUPPLY_AT: return supply_level(&table.supply, payload);
    default: return event_input(payload, (uint8_t)at, contacts_level(&table.inputs, (uint8_t)at));
    }
}

static uint8_t level_at(uint16_t at, uint8_t *payload)
{
    if (at < KEYS_FROM)
        return own_level(at, payload);
    if (at < CELLS_FROM)
        return key_level((uint8_t)(at - KEYS_FROM), payload);
    if (at < READERS_FROM)
        return cells_level(&table.cells[at - CELLS_FROM], (uint8_t)(at - CELLS_FROM), payload);
    if (at < TAGS_FROM)
        return reader_level(&table.readers[at - READERS_FROM], payload);
    return tag_level((uint8_t)(at - TAGS_FROM), payload);
}

uint8_t levels_next(uint16_t *cursor, uint8_t *payload)
{
    while (*cursor < LEVELS) {
        uint8_t length = level_at((*cursor)++, payload);
        if (length > 0)
            return length;
    }
    return 0;
}

void levels_begin(void)
{
    for (uint8_t reader = 0; reader < TABLE_READERS; reader++)
        reader_snapshot(&table.readers[reader]);
}

bool levels_scanned_twice(void)
{
    for (uint8_t reader = 0; reader < TABLE_READERS; reader++)
        if (!reader_scanned_twice(&table.readers[reader]))
            return false;
    return true;
}

uint16_t levels_reader_timeouts(void)
{
    return (uint16_t)(table.readers[0].timeouts + table.readers[1].timeouts);
}

static uint8_t scan(const uint8_t *command)
{
    uint8_t reader = command[TB_COMMAND_SCAN_READER], first = command[TB_COMMAND_SCAN_FIRST];
    if (first >= 32 || reader >= TABLE_READERS)
        return TB_STATUS_BAD_VALUE;
    reader_scan(&table.readers[reader], bytes_get32(command + TB_COMMAND_SCAN_ANTENNAS), first);
    return TB_STATUS_OK;
}

uint8_t levels_carry_out(const uint8_t *command)
{
    if (command[0] == TB_COMMAND_SCAN)
        return scan(command);
    return outputs_carry_out(&table.outputs, command, table.device.now);
}
