/* list_values.c - values of compressed texts, which are kept in blocks as those of recordings.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/building.h"

#include <stdlib.h>
#include <string.h>

struct kept_values {
    unsigned limbs;                             /* of the widest value so far, 1 at least */
    struct block_run runs[VALUE_LIMBS];
    uint64_t numbers[VALUE_LIMBS][BLOCK];       /* of the open block */
};

struct kept_values *kept_values_new(void)
{
    return memory_allocate(sizeof(struct kept_values));
}

void kept_values_free(struct kept_values *kept)
{
    for (unsigned limb = 0; kept && limb < VALUE_LIMBS; limb++)
        free(kept->runs[limb].items);
    free(kept);
}

void kept_values_begin(struct kept_values *kept)
{
    kept->limbs = 1;
    kept->runs[0].items_count = 0;
    kept->runs[0].uniform = false;
}

/* Nothing so wide came before: all are 0. */
static void limb_begin(struct kept_values *kept, uint64_t entries, unsigned count)
{
    struct block_run *run = &kept->runs[kept->limbs];
    run->items_count = 0;
    run->uniform = entries > 0;
    if (entries)
        ARRAY_ADD(run, items, (struct block){BLOCK_LINE, 0});
    memset(kept->numbers[kept->limbs], 0, count * sizeof kept->numbers[0][0]);
    kept->limbs++;
}

void kept_values_add(struct kept_values *kept, uint64_t entries, unsigned count, struct slice digits)
{
    uint64_t limbs[VALUE_LIMBS];
    unsigned wide = value_limbs(digits, limbs);
    while (kept->limbs < wide)
        limb_begin(kept, entries, count);
    for (unsigned limb = 0; limb < kept->limbs; limb++)
        kept->numbers[limb][count] = limbs[limb];
}

void kept_values_close(struct kept_values *kept, struct part *part, uint64_t entries, unsigned count)
{
    for (unsigned limb = 0; limb < kept->limbs; limb++) {
        struct block block;
        size_t size;
        block_encode_bytes(kept->numbers[limb], count, &block, payload_room(part), &size);
        block_run_add(&kept->runs[limb], part, entries, block, size);
    }
}

void kept_values_end(struct kept_values *kept, struct part *part, struct list *list)
{
    struct list wide = {.count = list->count, .top = list->count, .xs = NOWHERE, .flags = LIST_VALUES | LIST_SORTED};
    list->limbs = kept->limbs > 1 ? kept->limbs : 0;
    list->flags |= kept->limbs > 1 ? LIST_WIDE : 0;
    for (unsigned limb = 0; limb < kept->limbs; limb++) {
        struct list *own = limb ? &wide : list;
        own->first = block_run_end(&kept->runs[limb], part);
        own->flags = (own->flags & ~(uint32_t)LIST_UNIFORM) | (kept->runs[limb].uniform ? LIST_UNIFORM : 0);
        ARRAY_ADD(part, lists, *own);
    }
}
