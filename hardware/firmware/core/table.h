/* Our own table board: every sensor and output of it, on one device of the table bus.
 *
 * Owns which part has which number. The board file samples the pins once a ms and drives what comes back. */
#ifndef TABLE_H
#define TABLE_H
#include "cells.h"
#include "contacts.h"
#include "device.h"
#include "gate.h"
#include "outputs.h"
#include "reader.h"
#include "supply.h"

#define TABLE_READERS 2u
#define TABLE_INPUTS 30u
#define TABLE_KEY_ROWS 4u
#define TABLE_KEY_COLUMNS 6u

/* What the board feels at one moment. A set bit: seat occupied, line crossed, magnet there; key pressed. */
typedef struct {
    uint32_t inputs;     /* bit n = input n */
    uint8_t key_columns; /* of the row that was driven */
    bool inner_beam, outer_beam; /* broken */
    bool cover_open;
    bool deck_there, lid_open; /* of the shoe */
    bool measured;             /* the supply was, and has so many mV */
    uint16_t millivolts;
} sensed_t;

/* What the board is to show from now on. */
typedef struct {
    uint16_t lamps;
    bool sound;
    bool locked;
    uint8_t key_row; /* to drive until the next moment */
} driven_t;

typedef struct {
    device_t device;
    contacts_t inputs;
    contacts_t keys;
    contacts_t switches;
    uint32_t keys_raw;
    uint8_t key_row;
    gate_t gate;
    supply_t supply;
    cell_t cells[TB_CELLS];
    tags_t tags;
    reader_t readers[TABLE_READERS];
    reader_place_t place;
    outputs_t outputs;
} table_t;

/* The one table of this program, as the functions of levels.h see it. */
extern table_t table;

void table_start(uint8_t reset_cause, uint16_t resend_ms, uint32_t now);

/* Bytes from the host (`USART0`) and from a reader. */
void table_host_byte(uint8_t byte, uint32_t now);
void table_reader_byte(uint8_t reader, uint8_t byte, uint32_t now);

/* A new raw value of a load cell. */
void table_cell_value(uint8_t cell, int32_t raw, uint32_t now);

/* A ms has passed. */
void table_tick(const sensed_t *sensed, driven_t *driven, uint32_t now);

/* Send what is due; after bytes and ticks. */
void table_poll(uint32_t now);

#endif
