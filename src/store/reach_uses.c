/* reach_uses.c - all uses of a definer, in order of the instances they name.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The chunks are those that users.c writes (its head comment says how they lie). */
#include "store/reach_inside.h"

#include <stdlib.h>

struct chunk_head {
    uint64_t before, low, high, bytes, count;
};

struct cursor {
    const unsigned char *at, *end;
    struct reach_use use;
};

static bool read_varint(struct cursor *cursor, uint64_t *value)
{
    *value = 0;
    for (unsigned shift = 0; shift < 64 && cursor->at < cursor->end; shift += 7) {
        unsigned char byte = *cursor->at++;
        *value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return true;
    }
    return false;
}

static bool read_difference(struct cursor *cursor, uint64_t *value)
{
    uint64_t coded;
    if (!read_varint(cursor, &coded))
        return false;
    *value += coded >> 1 ^ (coded & 1 ? UINT64_MAX : 0);
    return true;
}

static bool read_use(struct cursor *cursor)
{
    struct reach_use *use = &cursor->use;
    uint64_t width;
    if (!read_difference(cursor, &use->list) || !read_difference(cursor, &use->b) || !read_difference(cursor, &use->low) || !read_varint(cursor, &width))
        return false;
    use->high = use->low + width;
    return use->high >= use->low;
}

static void note_nonsense(const struct store *store, uint64_t place)
{
    struct error error;
    error_set(&error, "the list of uses at %llu makes no sense", (unsigned long long)place);
    store_note_damage(store, &error);
}

/* Adds the uses of one chunk. False: it makes no sense. */
static bool read_chunk(const struct store *store, uint64_t place, struct chunk_head *head, struct reach_uses *uses)
{
    memcpy(head, paged_at(store->paged, STREAM_USES, place, sizeof *head), sizeof *head);
    if (head->before > place || head->bytes > PAGED_SIZE)
        return false;
    const unsigned char *bytes = paged_at(store->paged, STREAM_USES, place + sizeof *head, (size_t)head->bytes);
    struct error ignored;
    if (paged_damage(store->paged, &ignored))
        return false;
    struct cursor cursor = {bytes, bytes + head->bytes, {0}};
    for (uint64_t i = 0; i < head->count; i++) {
        if (!read_use(&cursor))
            return false;
        struct reach_use use = cursor.use;
        use.list = !store->use_lists ? use.list : use.list < store->use_list_count ? store->use_lists[use.list] : NOWHERE;
        if (use.list >= store->list_count || use.b > store->lists[use.list].count >> BLOCK_BITS)
            return false;
        ARRAY_ADD(uses, items, use);
    }
    return true;
}

static int compare_lows(const void *x, const void *y)
{
    const struct reach_use *a = x, *b = y;
    return (a->low > b->low) - (a->low < b->low);
}

void reach_uses_of(const struct store *store, uint64_t index, struct reach_uses *uses)
{
    struct chunk_head head;
    uses->items_count = 0;
    for (uint64_t next = store->users[index].last; next; next = head.before)
        if (!read_chunk(store, next - 1, &head, uses)) {
            note_nonsense(store, next - 1);
            break;
        }
    if (uses->items_count)
        qsort(uses->items, uses->items_count, sizeof *uses->items, compare_lows);
}
