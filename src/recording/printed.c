/* printed.c - the value history: the values that `print` has numbered.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/evaluate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct printed {
    struct who_place *items;            /* each with its moment */
    size_t count, capacity;
    uint64_t gone;                      /* older ones, no longer kept */
};

enum { PRINTED_MAX = 1 << 14 };

void printed_close(struct printed *printed)
{
    if (!printed)
        return;
    for (size_t i = 0; i < printed->count; i++)
        who_place_free(&printed->items[i]);
    free(printed->items);
    free(printed);
}

bool printed_is_name(struct str name)
{
    size_t dollars = 0;
    while (dollars < name.size && name.data[dollars] == '$')
        dollars++;
    for (size_t i = dollars; i < name.size; i++)
        if (name.data[i] < '0' || name.data[i] > '9')
            return false;
    return dollars == 1 || dollars == 2;
}

uint64_t printed_last(const struct session *session)
{
    const struct printed *printed = wet_of(session)->recording->printed;
    return printed ? printed->gone + printed->count : 0;
}

const struct who_place *printed_at(const struct session *session, uint64_t number)
{
    const struct printed *printed = wet_of(session)->recording->printed;
    return printed && number > printed->gone && number <= printed_last(session) ? &printed->items[number - 1 - printed->gone] : NULL;
}

static void forget_older_half(struct printed *printed)
{
    size_t half = printed->count / 2;
    for (size_t i = 0; i < half; i++)
        who_place_free(&printed->items[i]);
    memmove(printed->items, printed->items + half, (printed->count - half) * sizeof *printed->items);
    printed->count -= half;
    printed->gone += half;
}

uint64_t printed_keep(struct session *session, const struct who_place *place, uint64_t time)
{
    struct recording *recording = wet_of(session)->recording;
    if (!recording->printed)
        recording->printed = memory_allocate(sizeof *recording->printed);
    struct printed *printed = recording->printed;
    if (printed->count == PRINTED_MAX)
        forget_older_half(printed);
    printed->items = array_grow(printed->items, &printed->capacity, printed->count + 1, sizeof *printed->items);
    struct who_place *kept = &printed->items[printed->count++];
    *kept = *place;
    kept->moment = place->moment ? place->moment : time;
    kept->name = kept->kept = (struct text){0};
    text_append(&kept->kept, place->bytes);
    kept->bytes = text_str(&kept->kept);
    return printed_last(session);
}

bool evaluate_printed(struct evaluation *e, struct str name, struct who_place *place)
{
    const struct who_place *kept;
    uint64_t last = printed_last(e->session), number = 0;
    size_t dollars = name.size > 1 && name.data[1] == '$' ? 2 : 1;
    struct str digits = str_cut(name, dollars, SIZE_MAX);
    bool given = digits.size > 0, fits = !given || str_decimal(digits, &number);
    if (!last)
        return error_set(e->error, "there is no value `%.*s`: `print` has shown none yet", STR(name));
    if (!given)
        number = dollars == 2;          /* $$ is the one before $ */
    if (dollars == 2 || !given)
        number = number < last ? last - number : 0;
    if (!fits || number == 0 || number > last)
        return error_set(e->error, "there is no value `%.*s`: the last one is $%" PRIu64 "; `show values` lists them", STR(name), last);
    if (!(kept = printed_at(e->session, number)))
        return error_set(e->error, "clew has forgotten `%.*s`: it keeps the last %d values", STR(name), PRINTED_MAX / 2);
    *place = *kept;
    place->kept = (struct text){0};
    place->bytes = arena_copy(&e->arena, place->bytes);
    return true;
}
