#include "turns.h"

/* The antenna of a mask that follows `last`, going round from 31 to 0. The mask is not empty. */
static uint8_t following(uint32_t mask, uint8_t last)
{
    do
        last = (uint8_t)((last + 1u) % 32u);
    while (!(mask >> last & 1u));
    return last;
}

bool turns_choose(reader_t *reader, uint32_t unsettled)
{
    uint32_t mask = reader->own & reader->wanted;
    if (mask == 0)
        return false;
    if (reader->hurry && (mask & unsettled) != 0) {
        reader->hurry = false;
        reader->antenna = reader->hurried = following(mask & unsettled, reader->hurried);
    } else {
        reader->hurry = true;
        reader->antenna = reader->turn = following(mask, reader->turn);
    }
    return true;
}
