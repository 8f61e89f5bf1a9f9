/* unwritten.c - a set of bytes of memory.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/state/unwritten.h"

#include <stdlib.h>

enum { PAGE_BITS = 12, PAGE = UNWRITTEN_PAGE, WORD = 64, WORDS = PAGE / WORD, LOOKS = sizeof((struct unwritten){0}.recent) / sizeof(struct unwritten_look) };

void unwritten_free(struct unwritten *set)
{
    for (size_t i = 0; i < set->count; i++)
        free(set->pages[i]);
    free(set->pages);
    map_free(&set->numbers);
    *set = (struct unwritten){0};
}

/* NULL: it has none, and `make` is false or there are too many. */
static inline struct unwritten_page *page_of(struct unwritten *set, uint64_t number, bool make)
{
    struct unwritten_look *look = &set->recent[number % LOOKS];
    uint64_t index;
    if (!look->known || look->number != number) {
        bool found = map_get(&set->numbers, number, &index);
        *look = (struct unwritten_look){number, found ? set->pages[index - 1] : NULL, true};
    }
    if (look->page || !make || set->count >= UNWRITTEN_PAGES)
        return look->page;
    look->page = memory_allocate(sizeof *look->page);
    look->page->number = number;
    set->pages = array_grow(set->pages, &set->capacity, set->count + 1, sizeof *set->pages);
    set->pages[set->count++] = look->page;
    map_put(&set->numbers, number, set->count);
    return look->page;
}

/* Bits from ... to - 1 of a page's word. */
static inline uint64_t bits(unsigned from, unsigned to)
{
    return (to - from == WORD ? UINT64_MAX : (UINT64_C(1) << (to - from)) - 1) << from;
}

static void change(struct unwritten_page *page, unsigned from, unsigned to, bool mark)
{
    for (unsigned next; from < to; from = next) {
        next = (from / WORD + 1) * WORD;
        next = next < to ? next : to;
        uint64_t mask = bits(from % WORD, (next - 1) % WORD + 1);
        if (mark)
            page->bytes[from / WORD] |= mask;
        else
            page->bytes[from / WORD] &= ~mask;
    }
}

static void change_all(struct unwritten *set, uint64_t address, uint64_t size, bool mark)
{
    for (uint64_t done = 0, part; done < size; done += part) {
        uint64_t at = address + done, offset = at % PAGE;
        part = PAGE - offset < size - done ? PAGE - offset : size - done;
        struct unwritten_page *page = page_of(set, at >> PAGE_BITS, mark);
        if (page)
            change(page, (unsigned)offset, (unsigned)(offset + part), mark);
        else
            set->full = set->full || mark;
    }
}

void unwritten_mark(struct unwritten *set, uint64_t address, uint64_t size)
{
    set->cut = set->cut || size > UNWRITTEN_RANGE;
    change_all(set, address, size < UNWRITTEN_RANGE ? size : UNWRITTEN_RANGE, true);
}

void unwritten_clear(struct unwritten *set, uint64_t address, uint64_t size)
{
    if (size / PAGE <= set->count) {
        change_all(set, address, size, false);
        return;
    }
    for (size_t i = 0; i < set->count; i++) {           /* a range of more pages than there are */
        uint64_t start = set->pages[i]->number << PAGE_BITS, from = start - address < size ? start : address;
        if (from - start < PAGE && from - address < size) {
            uint64_t left = size - (from - address), to = PAGE - (from - start) < left ? PAGE : (from - start) + left;
            change(set->pages[i], (unsigned)(from - start), (unsigned)to, false);
        }
    }
}

void unwritten_clear_except(struct unwritten *set, uint64_t address, uint64_t size, uint64_t kept, uint64_t kept_size)
{
    uint64_t last = address + (size - 1), kept_last = kept + (kept_size - 1);
    if (!size || !kept_size || last < address || kept_last < kept || last < kept || address > kept_last) {
        unwritten_clear(set, address, size);
        return;
    }
    if (address < kept)
        unwritten_clear(set, address, kept - address);
    if (last > kept_last)
        unwritten_clear(set, kept_last + 1, last - kept_last);
}

static bool has(const struct unwritten_page *page, uint64_t offset)
{
    return page->bytes[offset / WORD] >> offset % WORD & 1;
}

bool unwritten_all(struct unwritten *set, uint64_t address, uint64_t size)
{
    bool all = size > 0;
    for (uint64_t i = 0; i < size && all; i++) {
        const struct unwritten_page *page = page_of(set, (address + i) >> PAGE_BITS, false);
        uint64_t offset = (address + i) % PAGE;
        all = page && has(page, offset);
    }
    return all;
}

uint64_t unwritten_first(struct unwritten *set, uint64_t address, uint64_t size, uint64_t *offset)
{
    uint64_t count = 0;
    *offset = 0;
    for (uint64_t i = 0, left; i < size; i += left) {
        uint64_t at = (address + i) % PAGE;
        const struct unwritten_page *page = page_of(set, (address + i) >> PAGE_BITS, false);
        left = PAGE - at < size - i ? PAGE - at : size - i;
        for (uint64_t k = 0; page && k < left; k++) {
            if (!count && (at + k) % WORD == 0 && left - k >= WORD && !page->bytes[(at + k) / WORD]) {
                k += WORD - 1;
                continue;
            }
            if (has(page, at + k)) {
                *offset = count++ ? *offset : i + k;
            } else if (count) {
                return count;
            }
        }
        if (!page && count)
            return count;
    }
    return count;
}

/* The marks of a part of a page: bit i of them is the one of byte from + i. False: none is marked. */
static bool read_marks(const struct unwritten_page *page, unsigned from, unsigned size, uint64_t marks[WORDS])
{
    uint64_t any = 0;
    for (unsigned i = 0, shift = from % WORD; i * WORD < size; i++) {
        unsigned word = from / WORD + i, left = size - i * WORD;
        marks[i] = page->bytes[word] >> shift | (shift && word + 1 < WORDS ? page->bytes[word + 1] << (WORD - shift) : 0);
        marks[i] &= bits(0, left < WORD ? left : WORD);
        any |= marks[i];
    }
    return any;
}

static void write_marks(struct unwritten_page *page, unsigned to, unsigned size, const uint64_t marks[WORDS])
{
    change(page, to, to + size, false);
    for (unsigned i = 0, shift = to % WORD; i * WORD < size; i++) {
        unsigned word = to / WORD + i;
        page->bytes[word] |= marks[i] << shift;
        if (shift && word + 1 < WORDS)
            page->bytes[word + 1] |= marks[i] >> (WORD - shift);
    }
}

/* Both parts lie in a page. */
static void move_part(struct unwritten *set, uint64_t to, uint64_t from, unsigned size)
{
    uint64_t marks[WORDS];
    const struct unwritten_page *source = page_of(set, from >> PAGE_BITS, false);
    bool any = source && read_marks(source, (unsigned)(from % PAGE), size, marks);
    struct unwritten_page *page = page_of(set, to >> PAGE_BITS, any);
    if (page && any)
        write_marks(page, (unsigned)(to % PAGE), size, marks);
    else if (page)
        change(page, (unsigned)(to % PAGE), (unsigned)(to % PAGE) + size, false);
    else
        set->full = set->full || any;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

void unwritten_move(struct unwritten *set, uint64_t to, uint64_t from, uint64_t size)
{
    bool from_end = to - from < size;           /* it begins within the other */
    for (uint64_t done = 0, part; done < size; done += part) {
        uint64_t left = size - done, at = done;
        if (from_end) {
            part = least(left, least((to + left - 1) % PAGE, (from + left - 1) % PAGE) + 1);
            at = left - part;
        } else {
            part = least(left, PAGE - (to + at) % PAGE);
            part = least(part, PAGE - (from + at) % PAGE);
        }
        move_part(set, to + at, from + at, (unsigned)part);
    }
}
