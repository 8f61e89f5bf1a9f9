/* touched.c - ranges of addresses: sorts, joins, writes, searches; summaries; the index over all pieces.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/state/touched.h"

#include <stdlib.h>

enum { PAGE_BITS = 12, LINE_BITS = TOUCHED_LINE_BITS, LINES = 1 << (PAGE_BITS - LINE_BITS), WIDE = 16 /* pages of a range that stands by itself */ };

struct touched_lines {
    uint64_t number;                    /* of the page */
    uint64_t lines, changed;            /* a bit for each line */
};

/* ---- Writing ---- */

void touched_free(struct touched *touched)
{
    free(touched->ranges);
    free(touched->changed);
    *touched = (struct touched){0};
}

static void add(struct touched_range **ranges, size_t *count, size_t *capacity, struct touched_range range)
{
    struct touched_range *before = *count ? &(*ranges)[*count - 1] : NULL;
    if (before && range.first >= before->first && (range.first <= before->last || range.first - before->last == 1)) {
        before->last = range.last > before->last ? range.last : before->last;
        return;
    }
    *ranges = array_grow(*ranges, capacity, *count + 1, sizeof **ranges);
    (*ranges)[(*count)++] = range;
}

void touched_add(struct touched *touched, uint64_t address, uint64_t size, bool changed)
{
    uint64_t last = address + (size - 1);
    if (size == 0)
        return;
    struct touched_range range = {address, last < address ? UINT64_MAX : last, changed};
    if (changed)
        add(&touched->changed, &touched->changed_count, &touched->changed_capacity, range);
    else
        add(&touched->ranges, &touched->ranges_count, &touched->ranges_capacity, range);
}

/* Sorts ranges, and joins those that meet. Returns how many are left. */
static size_t join(struct touched_range *ranges, size_t count)
{
    size_t kept = 0;
    if (count)
        qsort(ranges, count, sizeof *ranges, compare_uint64);
    for (size_t i = 0; i < count; i++) {
        struct touched_range *last = kept ? &ranges[kept - 1] : NULL;
        if (last && (ranges[i].first <= last->last || ranges[i].first - last->last == 1))
            last->last = ranges[i].last > last->last ? ranges[i].last : last->last;
        else
            ranges[kept++] = ranges[i];
    }
    return kept;
}

/* *next: behind the last range. */
static void write_range(struct text *out, uint64_t *next, uint64_t first, uint64_t last, bool changed)
{
    const uint64_t most = UINT64_MAX / 2;       /* bytes - 1 of a range: the mark takes a bit */
    for (bool more = true; more; first = *next) {
        more = last - first > most;
        uint64_t end = more ? first + most : last;
        text_varint(out, first - *next);
        text_varint(out, (end - first) << 1 | changed);
        *next = end + 1;
    }
}

void touched_write(struct touched *touched, struct text *out)
{
    const struct touched_range *all = touched->ranges, *changed = touched->changed;
    size_t all_count = join(touched->ranges, touched->ranges_count), changed_count = join(touched->changed, touched->changed_count);
    uint64_t next = 0;
    bool full = false;                  /* next is 0 again: the last range ended at the end of the address space */
    for (size_t i = 0, k = 0; !full && (i < all_count || k < changed_count);) {
        uint64_t first = i < all_count ? all[i].first : UINT64_MAX;
        first = first < next ? next : first;
        if (i < all_count && all[i].last < first) {
            i++;                        /* it was within changed ones */
        } else if (k < changed_count && (i == all_count || changed[k].first <= first)) {
            write_range(out, &next, changed[k].first, changed[k].last, true);
            full = changed[k++].last == UINT64_MAX;
        } else {
            bool meets = k < changed_count && changed[k].first <= all[i].last;
            write_range(out, &next, first, meets ? changed[k].first - 1 : all[i].last, false);
            full = !meets && all[i].last == UINT64_MAX;
            i += !meets;
        }
    }
    touched->ranges_count = touched->changed_count = 0;
}

/* ---- Reading ---- */

struct touched_reader touched_read(struct str list)
{
    const unsigned char *at = (const unsigned char *)list.data;
    return (struct touched_reader){.at = at, .end = at + list.size};
}

bool touched_next(struct touched_reader *reader, struct touched_range *range)
{
    uint64_t gap, more;
    if (reader->at == reader->end || reader->damaged)
        return false;
    const unsigned char *at = varint_read_within(reader->at, reader->end, &gap);
    at = at ? varint_read_within(at, reader->end, &more) : NULL;
    if (at) {
        range->changed = more % 2;
        range->first = reader->next + gap;
        range->last = range->first + more / 2;
    }
    if (!at || range->first < reader->next || range->last < range->first) {     /* cut short, or it wraps */
        reader->damaged = true;
        return false;
    }
    reader->at = at;
    reader->next = range->last + 1;
    return true;
}

bool touched_has(struct str list, uint64_t first, uint64_t last, bool changed)
{
    struct touched_reader reader = touched_read(list);
    struct touched_range range;
    while (touched_next(&reader, &range) && range.first <= last)
        if (range.last >= first && (range.changed || !changed))
            return true;
    return reader.damaged;
}

/* ---- Summaries ---- */

/* The bits of the lines of a page that a range meets. */
static uint64_t lines_of(uint64_t number, uint64_t first, uint64_t last)
{
    uint64_t from = first >> PAGE_BITS == number ? (first >> LINE_BITS) % LINES : 0, to = last >> PAGE_BITS == number ? (last >> LINE_BITS) % LINES : LINES - 1;
    return UINT64_MAX << from & UINT64_MAX >> (LINES - 1 - to);
}

void touched_summary_free(struct touched_summary *summary)
{
    map_free(&summary->numbers);
    free(summary->pages);
    touched_free(&summary->wide);
    *summary = (struct touched_summary){0};
}

static void summarise(struct touched_summary *summary, const struct touched_range *range)
{
    uint64_t from = range->first >> PAGE_BITS, to = range->last >> PAGE_BITS;
    if (to - from >= WIDE) {
        touched_add(&summary->wide, range->first >> LINE_BITS, (range->last >> LINE_BITS) - (range->first >> LINE_BITS) + 1, range->changed);
        return;
    }
    for (uint64_t number = from; number <= to; number++) {
        uint64_t at = summary->latest, lines = lines_of(number, range->first, range->last);
        if ((!at || summary->pages[at - 1].number != number) && !map_get(&summary->numbers, number, &at)) {
            ARRAY_ADD(summary, pages, (struct touched_lines){.number = number});
            map_put(&summary->numbers, number, at = summary->pages_count);
        }
        summary->latest = at;
        summary->pages[at - 1].lines |= lines;
        summary->pages[at - 1].changed |= range->changed ? lines : 0;
    }
}

void touched_summary_add(struct touched_summary *summary, struct str list)
{
    struct touched_reader reader = touched_read(list);
    struct touched_range range;
    while (touched_next(&reader, &range))
        summarise(summary, &range);
    summary->anything = summary->anything || reader.damaged;
}

/* Adds each run of ones. first: the number of the page's first line. */
static void add_lines(struct touched *touched, uint64_t first, uint64_t lines, bool changed)
{
    for (uint64_t run; lines; lines &= ~run) {
        uint64_t carried = lines + (lines & -lines);            /* the lowest run becomes a bit above it */
        run = lines & ~carried;
        touched_add(touched, first + (uint64_t)__builtin_ctzll(lines), (uint64_t)__builtin_popcountll(run), changed);
    }
}

void touched_summary_write(struct touched_summary *summary, struct text *out)
{
    for (size_t i = 0; i < summary->pages_count; i++) {
        const struct touched_lines *page = &summary->pages[i];
        add_lines(&summary->wide, page->number << (PAGE_BITS - LINE_BITS), page->lines & ~page->changed, false);
        add_lines(&summary->wide, page->number << (PAGE_BITS - LINE_BITS), page->changed, true);
    }
    if (summary->anything)
        touched_add(&summary->wide, 0, UINT64_C(1) << (64 - LINE_BITS), true);
    touched_write(&summary->wide, out);
    touched_summary_free(summary);
}

/* ---- The index ---- */

struct touch {                          /* a group in a page */
    uint64_t lines, changed;            /* a bit for each line */
    uint64_t group;
};

struct wide {
    uint64_t group;
    struct touched_range range;
};

struct touched_page {
    uint64_t number;
    ARRAY(struct touch, items);         /* by group */
};

struct touched_index {
    struct map numbers;                 /* address >> PAGE_BITS -> 1 + its index in pages */
    ARRAY(struct touched_page, pages);
    ARRAY(struct wide, wide);           /* by group */
    ARRAY(uint64_t, ends);              /* by group: the number of pieces up to its end */
    uint64_t named;                     /* groups before it are in the pages and in wide */
    uint64_t touches;
    uint64_t latest;                    /* 1 + the page of the last range, or 0 */
};

struct touched_index *touched_index_open(void)
{
    return memory_allocate(sizeof(struct touched_index));
}

void touched_index_close(struct touched_index *index)
{
    if (!index)
        return;
    for (size_t i = 0; i < index->pages_count; i++)
        free(index->pages[i].items);
    map_free(&index->numbers);
    free(index->pages);
    free(index->wide);
    free(index->ends);
    free(index);
}

/* The open entry of the group that is being added. */
static struct touch *touch_of(struct touched_index *index, uint64_t number)
{
    uint64_t at = index->latest;
    if ((!at || index->pages[at - 1].number != number) && !map_get(&index->numbers, number, &at)) {
        ARRAY_ADD(index, pages, (struct touched_page){.number = number});
        map_put(&index->numbers, number, at = index->pages_count);
    }
    index->latest = at;
    struct touched_page *page = &index->pages[at - 1];
    if (!page->items_count || page->items[page->items_count - 1].group != index->ends_count) {
        ARRAY_ADD(page, items, (struct touch){.group = index->ends_count});
        index->touches++;
    }
    return &page->items[page->items_count - 1];
}

static void add_range(struct touched_index *index, const struct touched_range *range)
{
    uint64_t from = range->first >> PAGE_BITS, to = range->last >> PAGE_BITS;
    if (to - from >= WIDE) {
        ARRAY_ADD(index, wide, (struct wide){index->ends_count, *range});
        return;
    }
    for (uint64_t number = from; number <= to; number++) {
        struct touch *touch = touch_of(index, number);
        uint64_t lines = lines_of(number, range->first, range->last);
        touch->lines |= lines;
        touch->changed |= range->changed ? lines : 0;
    }
}

/* shift: of the numbers in the list. */
static void add_group(struct touched_index *index, uint64_t pieces, struct str list, unsigned shift)
{
    struct touched_reader reader = touched_read(list);
    struct touched_range range;
    bool full = index->named < index->ends_count || index->touches + index->wide_count >= TOUCHED_INDEX_MOST;
    while (!full && touched_next(&reader, &range)) {
        reader.damaged = range.last > UINT64_MAX >> shift;
        range.first <<= shift;
        range.last = range.last << shift | ((UINT64_C(1) << shift) - 1);
        if (!reader.damaged)
            add_range(index, &range);
        full = index->touches + index->wide_count >= TOUCHED_INDEX_MOST;
    }
    if (!full && reader.damaged)
        ARRAY_ADD(index, wide, (struct wide){index->ends_count, {0, UINT64_MAX, true}});
    index->named += !full;              /* a group that does not fit is named always */
    uint64_t before = index->ends_count ? index->ends[index->ends_count - 1] : 0;
    ARRAY_ADD(index, ends, before + pieces);
}

void touched_index_add(struct touched_index *index, struct str list)
{
    add_group(index, 1, list, 0);
}

void touched_index_add_summary(struct touched_index *index, uint64_t pieces, struct str summary)
{
    add_group(index, pieces, summary, LINE_BITS);
}

static const uint64_t none = UINT64_MAX;

static uint64_t nearer(uint64_t a, uint64_t b, bool back)
{
    if (a == none || b == none)
        return a == none ? b : a;
    return (a > b) == back ? a : b;
}

/* The nearest in a page. */
static uint64_t next_in_page(const struct touched_page *page, uint64_t group, bool back, uint64_t lines, bool changed)
{
    LOWER_BOUND(size_t, at, 0, page->items_count, page->items[at].group < group || (back && page->items[at].group == group));
    for (; back ? at > 0 : at < page->items_count; at += back ? (size_t)-1 : 1) {
        const struct touch *touch = &page->items[back ? at - 1 : at];
        if ((changed ? touch->changed : touch->lines) & lines)
            return touch->group;
    }
    return none;
}

static uint64_t next_wide(const struct touched_index *index, uint64_t group, bool back, uint64_t first, uint64_t last, bool changed)
{
    LOWER_BOUND(size_t, at, 0, index->wide_count, index->wide[at].group < group || (back && index->wide[at].group == group));
    for (; back ? at > 0 : at < index->wide_count; at += back ? (size_t)-1 : 1) {
        const struct wide *wide = &index->wide[back ? at - 1 : at];
        if (wide->range.first <= last && wide->range.last >= first && (wide->range.changed || !changed))
            return wide->group;
    }
    return none;
}

static uint64_t next_in_pages(const struct touched_index *index, uint64_t group, bool back, uint64_t first, uint64_t last, bool changed)
{
    uint64_t found = none, from = first >> PAGE_BITS, to = last >> PAGE_BITS, at;
    bool many = to - from >= index->pages_count;        /* then look at those that exist */
    for (uint64_t i = many ? 0 : from, end = many ? index->pages_count : to + 1; i < end; i++) {
        if (!many && !map_get(&index->numbers, i, &at))
            continue;
        const struct touched_page *page = &index->pages[many ? i : at - 1];
        if (page->number >= from && page->number <= to)
            found = nearer(found, next_in_page(page, group, back, lines_of(page->number, first, last), changed), back);
    }
    return found;
}

static uint64_t next_group(const struct touched_index *index, uint64_t group, bool back, uint64_t first, uint64_t last, bool changed)
{
    if (back && group >= index->named && index->named < index->ends_count)
        return group < index->ends_count ? group : index->ends_count - 1;
    uint64_t found = nearer(next_in_pages(index, group, back, first, last, changed), next_wide(index, group, back, first, last, changed), back);
    uint64_t unnamed = group > index->named ? group : index->named;
    return found == none && !back && unnamed < index->ends_count ? unnamed : found;
}

struct touched_group touched_index_next(const struct touched_index *index, uint64_t piece, bool back, uint64_t first, uint64_t last, bool changed)
{
    LOWER_BOUND(size_t, group, 0, index->ends_count, index->ends[group] <= piece);
    uint64_t found = next_group(index, group, back, first, last, changed);
    return found == none ? (struct touched_group){1, 0} : (struct touched_group){found ? index->ends[found - 1] : 0, index->ends[found] - 1};
}
