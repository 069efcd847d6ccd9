/* SPDX-License-Identifier: GPL-3.0-or-later
 * Part of the virtual board of Burn & Turn; see README.md in this folder. */

/* The processor: its image, its EEPROM in a file, its resets. */
#include <fcntl.h>
#include <simavr/avr_eeprom.h>
#include <simavr/avr_extint.h>
#include <simavr/sim_hex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "virtual.h"

#define FREQUENCY 16000000u
#define EEPROM_BYTES 4096
#define RAM_FROM 0x200
#define MCUSR_AT 0x54
#define LOOP_FOREVER 0xCFFF /* rjmp .-2 */

avr_t *avr;
static uint64_t state = 88172645463325252ull, resets;
static void (*reset_before)(avr_t *);
static bool was_reset;           /* by the emulator itself, just now */
static avr_cycle_count_t epoch;  /* cycles that the emulator's clock has forgotten */
static bool hung;
static uint32_t hung_at;
static uint8_t hung_code[2];

void chance_seed(uint64_t seed) { state = seed * 2654435761u + 88172645463325252ull; }

static uint64_t next_random(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

double chance(void) { return (double)(next_random() >> 11) / 9007199254740992.0; }

/* A reset has just been done; what is outside the processor stays as it is. The emulator's timers are gone,
 * and its clock may begin anew. */
static void after_reset(avr_cycle_count_t before)
{
    if (avr->cycle < before)
        epoch += before - avr->cycle;
    was_reset = false;
    if (hung)
        memcpy(avr->flash + hung_at, hung_code, sizeof hung_code);
    hung = false;
    resets++;
    for (uint8_t number = 0; number < EXTINT_COUNT; number++)
        avr_extint_set_strict_lvl_trig(avr, number, 0); /* else a pin held low is looked at in every cycle */
    later_restore();
    pins_restore();
    parts_restore();
    ports_restore();
}

/* The emulator is in the middle of a reset: its ports and timers follow. */
static void on_reset(avr_t *mcu)
{
    if (reset_before != NULL)
        reset_before(mcu);
    was_reset = true;
}

static void no_sleep(avr_t *mcu, avr_cycle_count_t how_long) /* keeping time is the loop's affair */
{
    (void)mcu;
    (void)how_long;
}

static void no_log(avr_t *mcu, const int level, const char *format, va_list arguments)
{
    (void)mcu;
    if (level <= LOG_ERROR && getenv("VIRTUAL_BOARD_LOG") != NULL)
        vfprintf(stderr, format, arguments);
}

static bool load_hex(const char *image)
{
    ihex_chunk_p chunks = NULL;
    int count = read_ihex_chunks(image, &chunks);
    for (int i = 0; i < count; i++) {
        if (chunks[i].baseaddr + chunks[i].size > avr->flashend + 1u)
            return false;
        memcpy(avr->flash + chunks[i].baseaddr, chunks[i].data, chunks[i].size);
        if (avr->codeend < chunks[i].baseaddr + chunks[i].size)
            avr->codeend = chunks[i].baseaddr + chunks[i].size;
    }
    free_ihex_chunks(chunks);
    return count > 0;
}

/* Memory comes up at random. */
static void fill_ram(void)
{
    for (uint32_t at = RAM_FROM; at <= avr->ramend; at++)
        avr->data[at] = (uint8_t)(next_random() >> 24);
}

bool mcu_load(const char *image)
{
    avr_global_logger_set(no_log);
    avr = avr_make_mcu_by_name("atmega2560");
    if (avr == NULL)
        return false;
    avr_init(avr);
    avr->frequency = FREQUENCY;
    avr->sleep = no_sleep;
    avr->log = LOG_NONE;
    avr->vcc = avr->avcc = avr->aref = 5000;
    reset_before = avr->reset;
    avr->reset = on_reset;
    fill_ram();
    return load_hex(image);
}

bool mcu_map_eeprom(const char *path)
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    struct stat is;
    void *map;
    if (file < 0 || fstat(file, &is) != 0)
        return false;
    for (off_t at = is.st_size; at < EEPROM_BYTES; at++)
        if (pwrite(file, "\xff", 1, at) != 1)
            return false;
    map = mmap(NULL, EEPROM_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (map == MAP_FAILED)
        return false;
    for (avr_io_t *io = avr->io_port; io != NULL; io = io->next)
        if (strcmp(io->kind, "eeprom") == 0)
            ((avr_eeprom_t *)io)->eeprom = map; /* what is written outlives even a killed process */
    return true;
}

void mcu_reset(cause_t cause)
{
    static const uint8_t FLAG[] = {[CAUSE_POWER_ON] = 1, [CAUSE_EXTERNAL] = 2, [CAUSE_BROWN_OUT] = 4};
    avr_cycle_count_t before = avr->cycle;
    if (cause == CAUSE_POWER_ON)
        fill_ram();
    avr_reset(avr);
    avr->data[MCUSR_AT] = FLAG[cause];
    after_reset(before);
}

void mcu_hang(void)
{
    if (hung)
        return;
    hung = true;
    hung_at = avr->pc;
    memcpy(hung_code, avr->flash + hung_at, sizeof hung_code);
    avr->flash[hung_at] = LOOP_FOREVER & 0xFF;
    avr->flash[hung_at + 1] = LOOP_FOREVER >> 8;
}

avr_cycle_count_t mcu_now(void) { return epoch + avr->cycle; }

bool mcu_run_to(avr_cycle_count_t cycle)
{
    while (mcu_now() < cycle) {
        avr_cycle_count_t before = avr->cycle;
        int is = avr_run(avr);
        if (is == cpu_Done || is == cpu_Crashed)
            return false;
        if (was_reset) /* by the watchdog */
            after_reset(before);
    }
    return true;
}

uint64_t mcu_resets(void) { return resets; }

avr_cycle_count_t mcu_cycles(double microseconds) { return (avr_cycle_count_t)(microseconds * FREQUENCY / 1e6); }
