#include "order_age.h"

#include <string.h>

#define BUCKET_MS 5000u

void order_age_restart(order_age_t *age)
{
    age->known = false;
    age->count = 0;
}

static int32_t delay_of(order_age_t *age, uint32_t t_ms, uint32_t now)
{
    uint32_t offset = now - t_ms;
    if (!age->known) {
        age->known = true;
        age->reference = offset;
    }
    return (int32_t)(offset - age->reference);
}

static void open_bucket(order_age_t *age, uint32_t bucket, int32_t delay)
{
    if (age->count == ORDER_AGE_BUCKETS) {
        age->count--;
        memmove(age->bucket, age->bucket + 1, age->count * sizeof age->bucket[0]);
        memmove(age->quickest, age->quickest + 1, age->count * sizeof age->quickest[0]);
    }
    age->bucket[age->count] = bucket;
    age->quickest[age->count] = delay;
    age->count++;
}

void order_age_note(order_age_t *age, uint32_t t_ms, uint32_t now)
{
    int32_t delay = delay_of(age, t_ms, now);
    uint32_t bucket = now / BUCKET_MS;
    if (age->count == 0 || age->bucket[age->count - 1u] != bucket)
        open_bucket(age, bucket, delay);
    else if (delay < age->quickest[age->count - 1u])
        age->quickest[age->count - 1u] = delay;
}

int32_t order_age_of(order_age_t *age, uint32_t t_ms, uint32_t now)
{
    int32_t delay = delay_of(age, t_ms, now);
    int32_t quickest = age->count ? age->quickest[0] : delay;
    for (uint8_t i = 1; i < age->count; i++)
        if (age->quickest[i] < quickest)
            quickest = age->quickest[i];
    return (int32_t)((uint32_t)delay - (uint32_t)quickest);
}
