/* wet_batch.c - many plain lines at once.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/wet/wet_inside.h"

enum { FEW_LINES = 4, LONE_LINES = 32 };

/* By turns: vectors as far as they go, then a line by words, which settles what vectors cannot (a longer number, CR LF, the last bytes of a
 * text), then vectors again. Where they do not go far they are asked less often. */
static void arrows_take(struct wet_run *run, struct wet_batch *batch, unsigned limit)
{
    unsigned before, until;
    do {
        before = run->count;
        wet_avx2_arrows(run, batch, limit);
        unsigned lone = run->count - before < FEW_LINES ? LONE_LINES : 1;
        until = limit - run->count < lone ? limit : run->count + lone;
        wet_scalar_lines(run, batch, until);
    } while (run->count == until && run->count < limit);
}

static void lines_take(const struct wet_reader *reader, struct wet_run *run, struct wet_batch *batch, unsigned limit)
{
    const struct wet_list *list = &reader->list;
    uint64_t left = list->announced > list->entries ? list->announced - list->entries : limit;
    if (!reader->history && left < FEW_LINES)       /* not worth a layout */
        wet_scalar_lines(run, batch, left < limit ? (unsigned)left : limit);
    else if (!reader->vector)
        wet_scalar_lines(run, batch, limit);
    else if (reader->history)
        arrows_take(run, batch, limit);
    else
        wet_avx2_lines(run, batch, limit);
}

unsigned wet_reader_batch(struct wet_reader *reader, struct wet_batch *batch, unsigned limit)
{
    struct wet_list *list = &reader->list;
    batch->count = 0;
    if (reader->queued || reader->marked || (!reader->history && !list->open))
        return 0;
    batch->kind = reader->history ? WET_ITEM_ARROW : list->values ? WET_ITEM_VALUE : WET_ITEM_ENTRY;
    batch->offset = wet_reader_offset(reader);
    struct wet_run run = {.at = reader->at, .limit = reader->limit, .next = list->next, .consecutive = true};
    lines_take(reader, &run, batch, limit < WET_BATCH ? limit : WET_BATCH);
    if (run.count == 0)
        return 0;
    batch->count = run.count;
    batch->consecutive = run.consecutive;
    reader->at = run.at;
    reader->line += run.count;
    reader->line_start = run.start;
    reader->last = (struct wet_place){reader->line, (uint64_t)(run.text_end - run.start) + 1};
    if (!reader->history)
        wet_list_take_rising(list, batch->x, run.count, run.consecutive);
    return run.count;
}

bool wet_reader_use(struct wet_reader *reader, enum wet_path path)
{
    if (path == WET_PATH_AVX2 && !wet_avx2_is_here())
        return false;
    reader->vector = path != WET_PATH_SCALAR && wet_avx2_is_here();
    return true;
}
