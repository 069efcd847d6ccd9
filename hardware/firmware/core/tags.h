/* Which tags lie on which antenna: in after two inventories that show them, out after three that do not.
 *
 * Owns that filter. An inventory counts as a whole or not at all. Knows nothing of cards: every tag is passed on. */
#ifndef TAGS_H
#define TAGS_H
#include "protocol.h"

#define TAGS_MOST 80u /* a deck, and what lies between two antennas */

typedef struct {
    uint8_t uid[TB_UID_BYTES];
    uint32_t edge;   /* first inventory that showed it; when it is missed, first that did not */
    uint8_t antenna;
    uint8_t history; /* its last 8 inventories, newest in bit 0 */
    uint8_t state : 2;
    uint8_t misses : 2;
    uint8_t seen : 1;        /* by the inventory under way */
    uint8_t told : 4;        /* hits the host believes in */
    uint8_t inventories : 4; /* since the first hit, at most 8 */
} tag_t;

typedef struct {
    tag_t tags[TAGS_MOST]; /* a tag keeps its place, so that a snapshot can go through them while they change */
    bool overflow;         /* a tag has found no place since there was one */
} tags_t;

/* Told of each event, with its first edge. */
typedef void tags_report_t(void *owner, const uint8_t *payload, uint8_t length, uint32_t edge);

/* The inventory under way on an antenna, begun at `began`, shows a tag. */
void tags_see(tags_t *tags, uint8_t antenna, const uint8_t *uid, uint32_t began);

/* That inventory is whole: it counts. */
void tags_take(tags_t *tags, uint8_t antenna, uint32_t began, tags_report_t *report, void *owner);

/* That inventory is torn: it proves nothing. */
void tags_forget(tags_t *tags, uint8_t antenna);

/* Antennas with a tag that is about to come or go (bit n = antenna n). */
uint32_t tags_unsettled(const tags_t *tags);

/* Whether tags are there that found no place: true from the first of them until a place is free again. */
bool tags_overflow(tags_t *tags);

/* Whether a place holds a tag that is there, for a snapshot. */
bool tags_present(const tags_t *tags, uint8_t place);

#endif
