#include "contacts.h"

/* A contact that chatters for longer than this is stamped with a later edge: what began so long ago was something else. */
#define LONGEST_BOUNCE_MS 250u

static void edge(contacts_t *contacts, uint8_t contact, uint16_t now)
{
    uint32_t bit = (uint32_t)1 << contact;
    bool fresh = !(contacts->moving & bit) || (uint16_t)(now - contacts->first[contact]) > LONGEST_BOUNCE_MS;
    if (fresh)
        contacts->first[contact] = now;
    contacts->last[contact] = now;
    contacts->moving |= bit;
}

/* Whether a moving contact has stood long enough; true when it stands at a new level. */
static bool settled(contacts_t *contacts, uint8_t contact, uint16_t now)
{
    uint32_t bit = (uint32_t)1 << contact;
    if ((uint16_t)(now - contacts->last[contact]) < CONTACTS_DEBOUNCE_MS)
        return false;
    contacts->moving &= ~bit;
    if (!((contacts->level ^ contacts->raw) & bit))
        return false;
    contacts->level ^= bit;
    return true;
}

void contacts_feel(contacts_t *contacts, uint32_t raw, uint32_t now, contacts_report_t *report, void *owner)
{
    uint32_t changed = raw ^ contacts->raw;
    uint32_t busy = changed | contacts->moving;
    contacts->raw = raw;
    for (uint8_t contact = 0; busy != 0; contact++, busy >>= 1, changed >>= 1) {
        if (changed & 1u)
            edge(contacts, contact, (uint16_t)now);
        else if ((busy & 1u) && settled(contacts, contact, (uint16_t)now))
            report(owner, contact, contacts_level(contacts, contact),
                   now - (uint16_t)((uint16_t)now - contacts->first[contact]));
    }
}
