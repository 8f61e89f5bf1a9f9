/* image.c - pages of known and unknown bytes.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/state/image.h"

#include <stdlib.h>
#include <string.h>

enum { RECENT = sizeof((struct image *)0)->recent / sizeof(struct image_page *), WORD = 64 };

static uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }
static uint64_t smaller(uint64_t a, uint64_t b) { return a < b ? a : b; }

static void drop_all(struct image *image)
{
    for (size_t i = 0; i < image->count; i++)
        free(image->pages[i]);
    free(image->pages);
    map_free(&image->numbers);
}

void image_free(struct image *image)
{
    drop_all(image);
    free(image->shared);
    *image = (struct image){0};
}

void image_clear(struct image *image)
{
    drop_all(image);
    *image = (struct image){.shared = image->shared, .shared_count = image->shared_count, .shared_capacity = image->shared_capacity};
}

static struct image_page *find_slowly(struct image *image, uint64_t number)
{
    uint64_t index;
    if (!map_get(&image->numbers, number, &index) || index == 0)
        return NULL;
    return image->recent[number % RECENT] = image->pages[index - 1];
}

static inline struct image_page *find(struct image *image, uint64_t number)
{
    struct image_page *page = image->recent[number % RECENT];
    return page && page->number == number ? page : find_slowly(image, number);
}

static bool is_shared(const struct image *image, uint64_t number)
{
    uint64_t address = number << IMAGE_PAGE_BITS;
    for (size_t i = 0; i < image->shared_count; i++)
        if (address <= image->shared[i].last && address + (IMAGE_PAGE - 1) >= image->shared[i].first)
            return true;
    return false;
}

/* NULL: the page stays unknown. */
static struct image_page *make(struct image *image, uint64_t number)
{
    struct image_page *page = find(image, number);
    if (page || (image->shared_count && is_shared(image, number)))
        return page;
    if (image->count == IMAGE_PAGES)
        return NULL;
    page = memory_allocate(sizeof *page);
    page->number = number;
    page->index = image->count;
    image->pages = array_grow(image->pages, &image->capacity, image->count + 1, sizeof(struct image_page *));
    image->pages[image->count++] = page;
    map_put(&image->numbers, number, image->count);
    return image->recent[number % RECENT] = page;
}

static void drop(struct image *image, struct image_page *page)
{
    struct image_page *last = image->pages[--image->count];
    map_put(&image->numbers, page->number, 0);
    if (image->recent[page->number % RECENT] == page)
        image->recent[page->number % RECENT] = NULL;
    if (last != page) {
        last->index = page->index;
        image->pages[page->index] = last;
        map_put(&image->numbers, last->number, last->index + 1);
    }
    free(page);
}

/* The bits of bytes [at, at + size) in their words; at + size <= 64. */
static inline uint64_t bits(unsigned at, unsigned size)
{
    return (size == WORD ? UINT64_MAX : (UINT64_C(1) << size) - 1) << at;
}

static void mark(struct image_page *page, unsigned at, unsigned size, bool known)
{
    while (size) {
        unsigned in_word = at % WORD, piece = size < WORD - in_word ? size : WORD - in_word;
        if (known)
            page->known[at / WORD] |= bits(in_word, piece);
        else
            page->known[at / WORD] &= ~bits(in_word, piece);
        at += piece;
        size -= piece;
    }
}

static bool all_known(const struct image_page *page, unsigned at, unsigned size)
{
    while (size) {
        unsigned in_word = at % WORD, piece = size < WORD - in_word ? size : WORD - in_word;
        uint64_t wanted = bits(in_word, piece);
        if ((page->known[at / WORD] & wanted) != wanted)
            return false;
        at += piece;
        size -= piece;
    }
    return true;
}

/* The part of a range that lies in the page of its first byte. */
static inline unsigned part_of(uint64_t address, uint64_t size)
{
    uint64_t room = IMAGE_PAGE - address % IMAGE_PAGE;
    return (unsigned)(size < room ? size : room);
}

static inline void put(struct image *image, uint64_t address, const uint8_t *from, uint64_t size)
{
    while (size) {
        unsigned at = (unsigned)(address % IMAGE_PAGE), piece = part_of(address, size);
        struct image_page *page = make(image, address >> IMAGE_PAGE_BITS);
        if (page) {
            if (from)
                memcpy(page->bytes + at, from, piece);
            mark(page, at, piece, true);
        }
        if (from)
            from += piece;
        address += piece;
        size -= piece;
    }
}

void image_write(struct image *image, uint64_t address, const void *bytes, uint64_t size)
{
    put(image, address, bytes, size);
}

void image_mark(struct image *image, uint64_t address, uint64_t size)
{
    put(image, address, NULL, size);
}

bool image_knows(struct image *image, uint64_t address, uint64_t size)
{
    while (size) {
        unsigned piece = part_of(address, size);
        const struct image_page *page = find(image, address >> IMAGE_PAGE_BITS);
        if (!page || !all_known(page, (unsigned)(address % IMAGE_PAGE), piece))
            return false;
        address += piece;
        size -= piece;
    }
    return true;
}

bool image_read(struct image *image, uint64_t address, void *bytes, uint64_t size)
{
    return image_read_known(image, address, bytes, NULL, size);
}

bool image_read_known(struct image *image, uint64_t address, uint8_t *bytes, bool *known, uint64_t size)
{
    bool all = true;
    while (size) {
        unsigned at = (unsigned)(address % IMAGE_PAGE), piece = part_of(address, size);
        struct image_page *page = find(image, address >> IMAGE_PAGE_BITS);
        bool whole = page && all_known(page, at, piece);
        if (whole) {
            memcpy(bytes, page->bytes + at, piece);
        } else {
            for (unsigned i = 0; i < piece; i++)
                bytes[i] = page && page->known[(at + i) / WORD] >> (at + i) % WORD & 1 ? page->bytes[at + i] : 0;
        }
        for (unsigned i = 0; known && i < piece; i++)
            *known++ = whole || (page && page->known[(at + i) / WORD] >> (at + i) % WORD & 1);
        all = all && whole;
        bytes += piece;
        address += piece;
        size -= piece;
    }
    return all;
}

static void forget_part(struct image *image, struct image_page *page, uint64_t start, uint64_t last)
{
    uint64_t first = page->number << IMAGE_PAGE_BITS, end = first + (IMAGE_PAGE - 1);
    if (start > end || last < first)
        return;
    if (start <= first && last >= end)
        drop(image, page);
    else
        mark(page, (unsigned)(larger(start, first) - first), (unsigned)(smaller(last, end) - larger(start, first) + 1), false);
}

void image_forget(struct image *image, uint64_t address, uint64_t size)
{
    if (!size)
        return;
    uint64_t last = address + (size - 1);
    if (last < address)
        last = UINT64_MAX;
    uint64_t first_page = address >> IMAGE_PAGE_BITS, last_page = last >> IMAGE_PAGE_BITS;
    if (last_page - first_page >= image->count) {
        for (size_t i = image->count; i-- > 0;)         /* dropping a page moves the last one to its place */
            forget_part(image, image->pages[i], address, last);
        return;
    }
    for (uint64_t number = first_page; number <= last_page; number++) {
        struct image_page *page = find(image, number);
        if (page)
            forget_part(image, page, address, last);
    }
}

static void move_page(struct image *image, const struct image_page *page, uint64_t from, uint64_t to, uint64_t last)
{
    uint64_t start = larger(page->number << IMAGE_PAGE_BITS, from), end = smaller((page->number << IMAGE_PAGE_BITS) + (IMAGE_PAGE - 1), last);
    unsigned at = (unsigned)(start % IMAGE_PAGE), size = (unsigned)(end - start + 1);
    for (unsigned i = 0; i < size; i++) {
        unsigned first = i;
        while (i < size && page->known[(at + i) / WORD] >> (at + i) % WORD & 1)
            i++;
        image_write(image, to + (start - from) + first, page->bytes + at + first, i - first);
    }
}

void image_move(struct image *image, uint64_t from, uint64_t to, uint64_t size)
{
    uint64_t last = from + (size - 1);
    image_forget(image, to, size);
    if (size == 0 || last < from)
        return;
    for (size_t i = 0, count = image->count; i < count; i++) {      /* writing adds pages behind these */
        const struct image_page *page = image->pages[i];
        if (page->number >= from >> IMAGE_PAGE_BITS && page->number <= last >> IMAGE_PAGE_BITS)
            move_page(image, page, from, to, last);
    }
}

static uint64_t last_of(uint64_t address, uint64_t size)
{
    return address + (size - 1) < address ? UINT64_MAX : address + (size - 1);
}

bool image_share(struct image *image, uint64_t address, uint64_t size)
{
    const uint64_t in_page = IMAGE_PAGE - 1;
    if (size == 0)
        return false;
    uint64_t first = address & ~in_page, last = last_of(address, size) | in_page;
    for (size_t i = 0; i < image->shared_count; i++)
        if (image->shared[i].first <= first && image->shared[i].last >= last)
            return false;
    uint64_t whole = last - first + 1;                  /* 0: the whole address space */
    image_unmap(image, first, whole ? whole : UINT64_MAX);      /* so that no two ranges overlap */
    image->shared = array_grow(image->shared, &image->shared_capacity, image->shared_count + 1, sizeof *image->shared);
    image->shared[image->shared_count++] = (struct image_range){first, last};
    return true;
}

void image_unmap(struct image *image, uint64_t address, uint64_t size)
{
    if (size == 0)
        return;
    uint64_t last = last_of(address, size);
    image_forget(image, address, size);
    for (size_t i = image->shared_count; i-- > 0;) {
        struct image_range old = image->shared[i];
        if (old.last < address || old.first > last)
            continue;
        image->shared[i] = image->shared[--image->shared_count];
        image->shared = array_grow(image->shared, &image->shared_capacity, image->shared_count + 2, sizeof *image->shared);
        if (old.first < address)
            image->shared[image->shared_count++] = (struct image_range){old.first, address - 1};
        if (old.last > last)
            image->shared[image->shared_count++] = (struct image_range){last + 1, old.last};
    }
}
