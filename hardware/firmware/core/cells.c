#include "cells.h"

static int32_t lower(int32_t a, int32_t b) { return a < b ? a : b; }
static int32_t higher(int32_t a, int32_t b) { return a > b ? a : b; }

/* The median, so that the converter's rare single spikes show nowhere. */
static int32_t median(const int32_t *v)
{
    return higher(lower(v[0], v[1]), lower(higher(v[0], v[1]), v[2]));
}

static bool still(const cell_t *cell)
{
    const int32_t *v = cell->last;
    int32_t spread = higher(v[0], higher(v[1], v[2])) - lower(v[0], lower(v[1], v[2]));
    return cell->values == 3 && spread <= CELLS_STILL;
}

uint8_t cells_value(cell_t *cell, uint8_t number, int32_t raw, uint8_t *payload)
{
    int32_t now;
    cell->last[2] = cell->last[1];
    cell->last[1] = cell->last[0];
    cell->last[0] = raw * 10 / CELLS_COUNTS_PER_GRAM;
    if (cell->values < 3)
        cell->values++;
    now = median(cell->last);
    if (!still(cell) || (now - cell->told < CELLS_STEP && cell->told - now < CELLS_STEP))
        return 0;
    cell->told = now;
    return cells_level(cell, number, payload);
}

uint8_t cells_level(const cell_t *cell, uint8_t number, uint8_t *payload)
{
    return cell->values < 3 ? 0 : event_weight(payload, number, median(cell->last), still(cell));
}
