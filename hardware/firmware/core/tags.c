#include "tags.h"

#define MISSES_FOR_OUT 3u
#define TOLD_STEP 2 /* a change of the hits that is worth telling */

/* FRESH: shown first by the inventory under way. ONCE: by one whole inventory. THERE: by two, the host was told. */
enum { FREE, FRESH, ONCE, THERE };

static tag_t *find(tags_t *tags, uint8_t antenna, const uint8_t *uid)
{
    for (tag_t *tag = tags->tags; tag < tags->tags + TAGS_MOST; tag++)
        if (tag->state != FREE && tag->antenna == antenna && memcmp(tag->uid, uid, TB_UID_BYTES) == 0)
            return tag;
    return NULL;
}

static tag_t *take_place(tags_t *tags, uint8_t antenna, const uint8_t *uid)
{
    for (tag_t *tag = tags->tags; tag < tags->tags + TAGS_MOST; tag++) {
        if (tag->state != FREE)
            continue;
        memset(tag, 0, sizeof *tag);
        memcpy(tag->uid, uid, TB_UID_BYTES);
        tag->antenna = antenna;
        tag->state = FRESH;
        return tag;
    }
    tags->overflow = true;
    return NULL;
}

void tags_see(tags_t *tags, uint8_t antenna, const uint8_t *uid, uint32_t began)
{
    tag_t *tag = find(tags, antenna, uid);
    if (tag == NULL) {
        tag = take_place(tags, antenna, uid);
        if (tag == NULL)
            return;
        tag->edge = began;
    }
    tag->seen = 1;
}

static uint8_t bits(uint8_t byte)
{
    uint8_t count = 0;
    for (; byte; byte &= (uint8_t)(byte - 1u))
        count++;
    return count;
}

static void note(tag_t *tag, bool hit)
{
    tag->history = (uint8_t)(tag->history << 1 | hit);
    if (tag->inventories < 8)
        tag->inventories++;
}

static void report_hits(tag_t *tag, uint32_t began, tags_report_t *report, void *owner)
{
    uint8_t payload[16], hits = bits(tag->history);
    int change = hits - tag->told;
    if (tag->inventories < 8 || (change < TOLD_STEP && change > -TOLD_STEP))
        return;
    tag->told = hits & 15u;
    report(owner, payload, event_tag_seen(payload, tag->antenna, tag->uid, hits), began);
}

static void hit(tag_t *tag, uint32_t began, tags_report_t *report, void *owner)
{
    uint8_t payload[16];
    tag->misses = 0;
    note(tag, true);
    if (tag->state == FRESH) {
        tag->state = ONCE;
    } else if (tag->state == ONCE) {
        tag->state = THERE;
        tag->told = 8; /* the host takes a tag that came for one that answers always */
        report(owner, payload, event_tag_in(payload, tag->antenna, tag->uid), tag->edge);
    } else {
        report_hits(tag, began, report, owner);
    }
}

static void miss(tag_t *tag, uint32_t began, tags_report_t *report, void *owner)
{
    uint8_t payload[16];
    if (tag->state != THERE) {
        tag->state = FREE;
        return;
    }
    if (tag->misses++ == 0)
        tag->edge = began;
    note(tag, false);
    if (tag->misses == MISSES_FOR_OUT) {
        tag->state = FREE;
        report(owner, payload, event_tag_out(payload, tag->antenna, tag->uid), tag->edge);
    } else {
        report_hits(tag, began, report, owner);
    }
}

void tags_take(tags_t *tags, uint8_t antenna, uint32_t began, tags_report_t *report, void *owner)
{
    for (tag_t *tag = tags->tags; tag < tags->tags + TAGS_MOST; tag++) {
        if (tag->state == FREE || tag->antenna != antenna)
            continue;
        (tag->seen ? hit : miss)(tag, began, report, owner);
        tag->seen = 0;
    }
}

void tags_forget(tags_t *tags, uint8_t antenna)
{
    for (tag_t *tag = tags->tags; tag < tags->tags + TAGS_MOST; tag++) {
        if (tag->state == FREE || tag->antenna != antenna)
            continue;
        tag->seen = 0;
        if (tag->state == FRESH)
            tag->state = FREE;
    }
}

uint32_t tags_unsettled(const tags_t *tags)
{
    uint32_t antennas = 0;
    for (const tag_t *tag = tags->tags; tag < tags->tags + TAGS_MOST; tag++)
        if (tag->state == ONCE || (tag->state == THERE && tag->misses > 0))
            antennas |= (uint32_t)1 << tag->antenna;
    return antennas;
}

static bool any_free(const tags_t *tags)
{
    for (const tag_t *tag = tags->tags; tag < tags->tags + TAGS_MOST; tag++)
        if (tag->state == FREE)
            return true;
    return false;
}

bool tags_overflow(tags_t *tags)
{
    if (tags->overflow && any_free(tags))
        tags->overflow = false;
    return tags->overflow;
}

bool tags_present(const tags_t *tags, uint8_t place) { return tags->tags[place].state == THERE; }
