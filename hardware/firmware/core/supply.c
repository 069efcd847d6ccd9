#include "supply.h"

uint8_t supply_feel(supply_t *supply, uint16_t millivolts, uint32_t now, uint8_t *payload, uint32_t *began)
{
    bool otherwise = supply->low ? millivolts >= SUPPLY_WELL_MV : millivolts < SUPPLY_LOW_MV;
    bool first = !supply->measured;
    supply->measured = true;
    supply->millivolts = millivolts;
    if (!otherwise || first) {
        supply->steady_at = now;
        return 0;
    }
    if (now - supply->steady_at < (supply->low ? SUPPLY_WELL_MS : SUPPLY_LOW_MS))
        return 0;
    *began = supply->steady_at + 1u;
    supply->low = !supply->low;
    supply->steady_at = now;
    return supply_level(supply, payload);
}

uint8_t supply_level(const supply_t *supply, uint8_t *payload)
{
    return supply->measured ? event_supply(payload, supply->millivolts, supply->low) : 0;
}
