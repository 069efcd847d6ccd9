/* Debounced switches, beams and keys: a level counts when it has stood for 20 ms, and is stamped with its first edge.
 *
 * Owns the debouncing. What a contact stands for is not known here. */
#ifndef CONTACTS_H
#define CONTACTS_H
#include <stdbool.h>
#include <stdint.h>

#define CONTACTS_MOST 32u
#define CONTACTS_DEBOUNCE_MS 20u

/* A row of contacts; bit n of a word is contact n. All levels are taken for low until felt. */
typedef struct {
    uint32_t level;  /* debounced */
    uint32_t raw;    /* as last felt */
    uint32_t moving; /* not yet settled */
    uint16_t first[CONTACTS_MOST], last[CONTACTS_MOST]; /* first and last edge of those that move, ms modulo 2^16 */
} contacts_t;

/* Told of each contact that settled at a new level, with its first edge. */
typedef void contacts_report_t(void *owner, uint8_t contact, bool level, uint32_t edge);

/* Feel all contacts now. */
void contacts_feel(contacts_t *contacts, uint32_t raw, uint32_t now, contacts_report_t *report, void *owner);

static inline bool contacts_level(const contacts_t *contacts, uint8_t contact) { return contacts->level >> contact & 1u; }

#endif
