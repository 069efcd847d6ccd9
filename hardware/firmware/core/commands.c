#include "commands.h"

#include "levels.h"

static uint8_t echo(const uint8_t *command, uint8_t length, uint8_t *fields)
{
    memcpy(fields, command + 1, length - 1u);
    return (uint8_t)(length - 1u);
}

static uint8_t counters(const device_t *device, uint8_t *fields)
{
    const deframer_t *bad = &device->deframer;
    uint16_t frames_bad = (uint16_t)(bad->bad_crc + bad->bad_form + bad->too_long);
    uint16_t free_ring = (uint16_t)(RING_SIZE - ring_count(&device->ring));
    return answer_counters(fields, frames_bad, device->ring.dropped, device->ring.resent, levels_reader_timeouts(),
                           free_ring);
}

static uint8_t identify(const device_t *device, uint8_t *fields)
{
    uint8_t length = answer_identify(fields, device->identity.firmware, TB_SCHEMA_HASH);
    size_t name = strlen(device->identity.name);
    size_t room = TB_MAX_PAYLOAD - 1u - length;
    name = name > room ? room : name;
    memcpy(fields + length, device->identity.name, name);
    return (uint8_t)(length + name);
}

static void order_snapshot(device_t *device, uint8_t id)
{
    device->snapshot.ordered = true;
    device->snapshot.begun = false;
    device->snapshot.id = id;
}

/* Least length of a command with this code; 0 when there is no such command. */
static uint8_t least(uint8_t code)
{
    switch (code) {
    case TB_COMMAND_ECHO: return TB_COMMAND_ECHO_SIZE;
    case TB_COMMAND_LAMPS: return TB_COMMAND_LAMPS_SIZE;
    case TB_COMMAND_BEEP: return TB_COMMAND_BEEP_SIZE;
    case TB_COMMAND_SCAN: return TB_COMMAND_SCAN_SIZE;
    case TB_COMMAND_SNAPSHOT: return TB_COMMAND_SNAPSHOT_SIZE;
    case TB_COMMAND_LOCK: return TB_COMMAND_LOCK_SIZE;
    case TB_COMMAND_COUNTERS: return TB_COMMAND_COUNTERS_SIZE;
    case TB_COMMAND_IDENTIFY: return TB_COMMAND_IDENTIFY_SIZE;
    default: return 0;
    }
}

static uint8_t form(const uint8_t *command, uint8_t length)
{
    if (length == 0)
        return TB_STATUS_BAD_LENGTH;
    if (least(command[0]) == 0)
        return TB_STATUS_UNKNOWN_CODE;
    return length < least(command[0]) ? TB_STATUS_BAD_LENGTH : TB_STATUS_OK;
}

/* The fields of the answer to a well-formed command; returns their length. */
static uint8_t run(device_t *device, const uint8_t *command, uint8_t length, uint8_t *answer)
{
    switch (command[0]) {
    case TB_COMMAND_ECHO: return echo(command, length, answer + 1);
    case TB_COMMAND_COUNTERS: return counters(device, answer + 1);
    case TB_COMMAND_IDENTIFY: return identify(device, answer + 1);
    case TB_COMMAND_SNAPSHOT: order_snapshot(device, command[TB_COMMAND_SNAPSHOT_ID]); return 0;
    default: answer[0] = levels_carry_out(command); return 0;
    }
}

uint8_t commands_execute(device_t *device, const uint8_t *command, uint8_t length, uint8_t *answer)
{
    answer[0] = form(command, length);
    return answer[0] == TB_STATUS_OK ? (uint8_t)(1u + run(device, command, length, answer)) : 1u;
}
