#include "gate.h"

#include "protocol.h"

static uint8_t passed(const gate_t *gate, uint32_t now, uint8_t *payload)
{
    uint32_t duration = now - gate->began;
    if (gate->inner_first == gate->inner_last)
        return 0;
    return event_gate(payload, gate->inner_first ? TB_GATE_OUT : TB_GATE_BACK_IN,
                      duration > 0xFFFFu ? 0xFFFFu : (uint16_t)duration, duration >= GATE_DOUBLE_MS);
}

uint8_t gate_feel(gate_t *gate, bool inner, bool outer, uint32_t now, uint8_t *payload, uint32_t *began)
{
    if (!inner && !outer) {
        bool was_busy = gate->busy;
        gate->busy = false;
        *began = gate->began;
        return was_busy ? passed(gate, now, payload) : 0;
    }
    if (!gate->busy) {
        gate->busy = true;
        gate->inner_first = inner;
        gate->began = now;
    }
    gate->inner_last = inner && outer ? !gate->inner_first : inner; /* both at once: it is in the middle, on its way */
    return 0;
}
