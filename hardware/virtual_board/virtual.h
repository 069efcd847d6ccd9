/* SPDX-License-Identifier: GPL-3.0-or-later
 * Part of the virtual board of Burn & Turn; see README.md in this folder. */

/* What the parts of the virtual board share. */
#ifndef VIRTUAL_H
#define VIRTUAL_H
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

extern avr_t *avr;

/* --- mcu.c: the processor, its image, EEPROM and resets ------------------------------------------------------------- */

typedef enum { CAUSE_POWER_ON, CAUSE_EXTERNAL, CAUSE_BROWN_OUT } cause_t;

bool mcu_load(const char *image);
bool mcu_map_eeprom(const char *path);
void mcu_reset(cause_t cause);
/* From now on the program goes round in one place, as a hung one does; a reset ends it. */
void mcu_hang(void);
/* Cycles since power came, resets or not; and let it run to one. Returns false when it can run no further. */
avr_cycle_count_t mcu_now(void);
bool mcu_run_to(avr_cycle_count_t cycle);
uint64_t mcu_resets(void);
avr_cycle_count_t mcu_cycles(double microseconds);

/* Chance, from a seed: the same seed gives the same. */
void chance_seed(uint64_t seed);
double chance(void);

/* --- ports.c: the serial ports --------------------------------------------------------------------------------------- */

#define PORTS 4
typedef enum { FAULT_DROP, FAULT_FLIP, FAULT_DUP, FAULTS } fault_t;

typedef struct {
    const char *folder; /* of the links tty0 to tty3 */
    bool manual;        /* no terminals: bytes go over the control socket */
    bool dtr_reset;     /* opening the terminal of port 0 resets the processor */
    bool baud_check;    /* a terminal at another speed gives and gets garbage */
} port_options_t;

bool ports_start(const port_options_t *options);
void ports_stop(void);
/* After a reset, which has cleared the emulator's timers: bytes go on arriving. */
void ports_restore(void);
/* Move bytes between terminals and wires. */
void ports_pump(void);
/* Terminals to wait on, at most PORTS; returns how many. */
struct pollfd;
int ports_waiting(struct pollfd *fds);

bool port_plug(int port, bool elsewhere);
void port_unplug(int port);
void port_hold(int port, bool hold);
void port_fault(int port, fault_t fault, double probability);
void port_to_host(int port, const uint8_t *bytes, size_t count);
size_t port_to_mcu(int port, const uint8_t *bytes, size_t count);
size_t port_from_mcu(int port, uint8_t *bytes, size_t most);
void port_stat(int port, FILE *out);

/* --- pins.c: levels from outside, and the parts on the pins ------------------------------------------------------------ */

void pins_start(void);
/* After a reset: the levels outside are what they were. */
void pins_restore(void);
bool pins_drive(char port, int bit, bool level);
bool pins_state(char port, avr_ioport_state_t *state);

/* adc.c */
void adc_start(void);
bool adc_millivolts(int channel, int millivolts);

void parts_start(void);
void parts_restore(void);
bool parts_key(int key, bool pressed);
bool parts_hall(int hall, bool magnet);
bool parts_cell(int cell, int32_t raw);
unsigned parts_lamps(void);

/* --- reader.c: tag readers at serial ports, instead of a terminal --------------------------------------------------------- */

void reader_fit(int port, bool multiplexed);
bool reader_fitted(int port);
/* A byte from the processor. */
void reader_hear(int port, uint8_t byte);
/* These tags lie on an antenna now: hexadecimal UIDs and commas, or `-`. The text is spoilt. False: one is none, or too many. */
bool reader_field(int port, int antenna, char *uids);

/* --- commands.c: what the control socket understands ------------------------------------------------------------------- */

/* Run one line; writes what follows `ok`. False: refused. The line is spoilt. */
bool command_run(char *line, FILE *out);

/* --- later.c: what hands move ----------------------------------------------------------------------------------------- */

#define LATER_LINE 1500 /* 60 tags with their chances */

/* Run a command so long from now, and not before what was moved last of this thing has stood. False: too many wait. */
bool later_move(const char *thing, const char *line, double microseconds);
/* After a reset, which has cleared the emulator's timers: hands go on. */
void later_restore(void);

/* --- control.c: the control socket -------------------------------------------------------------------------------------- */

typedef struct {
    bool manual, stopped, quit;
    bool rebase; /* real time begins anew here: after a stop or a reset */
} run_t;

extern run_t run;

bool control_start(const char *path);
void control_stop(void);
/* The sockets to wait on, two; then serve what came. */
void control_waiting(struct pollfd *fds);
void control_serve(const struct pollfd *fds);

#endif
