/* table.c - arrays of equal records, written column by column.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/table.h"
#include "store/varint.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void table_write(struct paged_writer *writer, unsigned stream, const void *rows, size_t count, size_t words)
{
    unsigned char *planes = memory_allocate(8 * count + 1);
    const uint64_t *cells = rows;
    for (size_t w = 0; w < words; w++) {
        uint64_t before = 0;
        for (size_t i = 0; i < count; i++) {
            uint64_t cell = cells[i * words + w], folded = varint_fold(cell - before);
            before = cell;
            for (unsigned b = 0; b < 8; b++)
                planes[b * count + i] = (unsigned char)(folded >> 8 * b);
        }
        paged_append_items(writer, stream, planes, 8 * count, 1);
    }
    free(planes);
}

bool table_is_likely(const struct paged *paged, unsigned stream, struct error *error)
{
    enum { SMALL = 64 << 20, SHRINKS = 200 };
    uint64_t size = paged->streams[stream].size, file = paged_file_size(paged);
    if (size <= SMALL || size / SHRINKS <= file)
        return true;
    return error_set(error, "stream %u is said to have %" PRIu64 " bytes, more than a file of %" PRIu64 " holds", stream, size, file);
}

bool table_read(struct paged *paged, unsigned stream, size_t words, struct arena *arena, const void **rows, uint64_t *count, struct error *error)
{
    uint64_t size = paged->streams[stream].size, lines = size / (8 * words);
    if (size % (8 * words))
        return error_set(error, "stream %u has %" PRIu64 " bytes, which is no multiple of %zu", stream, size, 8 * words);
    if (!table_is_likely(paged, stream, error))
        return false;
    uint64_t *cells = arena_allocate(arena, (size_t)size + PAGED_SLACK);
    unsigned char *planes = memory_allocate((size_t)(8 * lines) + 1);
    bool good = true;
    *rows = cells;
    *count = lines;
    for (size_t w = 0; good && lines && w < words; w++) {
        uint64_t before = 0;
        good = paged_copy(paged, stream, w * 8 * lines, planes, (size_t)(8 * lines));
        for (uint64_t i = 0; good && i < lines; i++) {
            uint64_t folded = 0;
            for (unsigned b = 0; b < 8; b++)
                folded |= (uint64_t)planes[b * lines + i] << 8 * b;
            cells[i * words + w] = before += varint_unfold(folded);
        }
    }
    free(planes);
    return good || (paged_damage(paged, error) && false);
}
