/* gather_open.c - the open blocks of lists that grow at the same time, packed.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/gather_inside.h"
#include "recording/store/varint.h"

#include <stdlib.h>
#include <string.h>

/* An entry of an open block is a byte, and what that byte says follows, as varints of 7 bits a byte:
 *
 *     bit 0      the X is not the last one + 1; its difference follows
 *     bit 1      the definer is not the last one; its difference follows
 *     bit 2-7    difference of the value; VALUE_FOLLOWS: it follows
 *
 * Differences are folded (0, -1, 1, -2, ... become 0, 1, 2, 3, ...). Before the first entry of a block what was last is 0, and the last X is -1. */
enum { X_FOLLOWS = 1, DEFINER_FOLLOWS = 2, VALUE_SHIFT = 2, VALUE_FOLLOWS = 63, ENTRY_MAX = 1 + 10 + 5 + 10, OPEN_FIRST = 30 };

static void open_append(struct gather *gather, struct list *list, const unsigned char *bytes, size_t size)
{
    unsigned capacity = list->open_capacity ? list->open_capacity : OPEN_FIRST;
    while (list->open_size + size > capacity)
        capacity *= 2;
    if (capacity > list->open_capacity) {
        list->open = memory_resize(list->open, capacity);
        gather->held += capacity - list->open_capacity;
        list->open_capacity = (uint16_t)capacity;
    }
    memcpy(list->open + list->open_size, bytes, size);
    list->open_size = (uint16_t)(list->open_size + size);
}

void open_pack(struct gather *gather, struct list *list, const struct entries *entries, unsigned count)
{
    unsigned char bytes[BLOCK * ENTRY_MAX], *out = bytes;
    bool first = list->open_size == 0;
    uint64_t last_x = first ? UINT64_MAX : list->last_x, last_value = first ? 0 : list->last_value;
    uint32_t last_definer = first ? 0 : list->last_definer;
    for (unsigned i = 0; i < count; i++) {
        uint64_t x = entries->xs[i], value = entries->values[i], rise = varint_fold(value - last_value);
        uint32_t definer = (uint32_t)entries->definers[i];
        unsigned char *head = out++;
        *head = (unsigned char)((rise < VALUE_FOLLOWS ? rise : VALUE_FOLLOWS) << VALUE_SHIFT | (x != last_x + 1 ? X_FOLLOWS : 0) |
                                (definer != last_definer ? DEFINER_FOLLOWS : 0));
        if (*head & X_FOLLOWS)
            out = varint_write(out, varint_fold(x - last_x - 1));
        if (*head & DEFINER_FOLLOWS)
            out = varint_write(out, varint_fold((uint64_t)(int64_t)(int32_t)(definer - last_definer)));
        if (rise >= VALUE_FOLLOWS)
            out = varint_write(out, rise);
        last_x = x;
        last_value = value;
        last_definer = definer;
    }
    list->last_x = last_x;
    list->last_value = last_value;
    list->last_definer = last_definer;
    open_append(gather, list, bytes, (size_t)(out - bytes));
}

void open_unpack(struct list *list, const struct entries *entries, unsigned count)
{
    const unsigned char *in = list->open;
    uint64_t x = UINT64_MAX, value = 0, difference;
    uint32_t definer = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned head = *in++;
        difference = 0;
        if (head & X_FOLLOWS)
            in = varint_read(in, &difference);
        x += varint_unfold(difference) + 1;
        if (head & DEFINER_FOLLOWS) {
            in = varint_read(in, &difference);
            definer += (uint32_t)varint_unfold(difference);
        }
        difference = head >> VALUE_SHIFT;
        if (difference == VALUE_FOLLOWS)
            in = varint_read(in, &difference);
        value += varint_unfold(difference);
        entries->xs[i] = x;
        entries->definers[i] = definer;
        entries->values[i] = value;
    }
    list->open_size = 0;
}

void open_free(struct gather *gather, struct list *list)
{
    gather->held -= list->open_capacity;
    free(list->open);
    list->open = NULL;
    list->open_capacity = 0;
}
