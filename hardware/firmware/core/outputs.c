#include "outputs.h"

#define SLOW_BIT 512u /* of the clock: half a second lit, half a second dark */
#define FAST_BIT 128u
#define SHORT_BEEP 8u /* 80 ms */
#define LONG_BEEP 80u
#define MOST_BEEPS 7u

static uint8_t set_lamps(outputs_t *outputs, uint16_t mask, uint8_t pattern)
{
    if (pattern > TB_PATTERN_FAST_BLINK)
        return TB_STATUS_BAD_VALUE;
    outputs->lit &= (uint16_t)~mask;
    outputs->slow &= (uint16_t)~mask;
    outputs->fast &= (uint16_t)~mask;
    if (pattern == TB_PATTERN_ON)
        outputs->lit |= mask;
    else if (pattern == TB_PATTERN_SLOW_BLINK)
        outputs->slow |= mask;
    else if (pattern == TB_PATTERN_FAST_BLINK)
        outputs->fast |= mask;
    return TB_STATUS_OK;
}

static uint8_t begin_beep(outputs_t *outputs, uint8_t pattern, uint32_t now)
{
    bool few = pattern >= 1 && pattern <= MOST_BEEPS;
    outputs->beeps = few ? (uint8_t)(2u * pattern) : 2u;
    outputs->beep_half = few ? SHORT_BEEP : LONG_BEEP;
    outputs->beep_at = now;
    return TB_STATUS_OK;
}

static uint8_t set_lock(outputs_t *outputs, uint8_t locked)
{
    if (locked > 1)
        return TB_STATUS_BAD_VALUE;
    outputs->locked = locked == 1;
    return TB_STATUS_OK;
}

uint8_t outputs_carry_out(outputs_t *outputs, const uint8_t *command, uint32_t now)
{
    switch (command[0]) {
    case TB_COMMAND_LAMPS:
        return set_lamps(outputs, bytes_get16(command + TB_COMMAND_LAMPS_MASK), command[TB_COMMAND_LAMPS_PATTERN]);
    case TB_COMMAND_BEEP: return begin_beep(outputs, command[TB_COMMAND_BEEP_PATTERN], now);
    case TB_COMMAND_LOCK: return set_lock(outputs, command[TB_COMMAND_LOCK_LOCKED]);
    default: return TB_STATUS_UNKNOWN_CODE;
    }
}

uint16_t outputs_lamps(const outputs_t *outputs, bool host_heard, uint32_t now)
{
    uint16_t link = (uint16_t)1 << TB_LAMP_LINK;
    uint16_t slow = now & SLOW_BIT ? 0 : 0xFFFF;
    uint16_t fast = now & FAST_BIT ? 0 : 0xFFFF;
    uint16_t lamps = (uint16_t)(outputs->lit | (outputs->slow & slow) | (outputs->fast & fast));
    return host_heard ? lamps : (uint16_t)((lamps & (uint16_t)~link) | (link & fast));
}

bool outputs_sound(outputs_t *outputs, uint32_t now)
{
    if (outputs->beeps > 0 && now - outputs->beep_at >= outputs->beep_half * 10u) {
        outputs->beeps--;
        outputs->beep_at = now;
    }
    return outputs->beeps > 0 && outputs->beeps % 2u == 0;
}
