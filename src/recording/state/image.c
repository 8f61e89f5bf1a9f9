/* image.c - pages of known and unknown bytes.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/state/image.h"

#include <stdlib.h>
#include <string.h>

enum { RECENT = sizeof((struct image *)0)->recent / sizeof(struct image_page *), WORD = 64, ZEROS_MOST = 1 << 12 /* ranges: looking for one takes so long */ };

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
    free(image->zeros);
    *image = (struct image){0};
}

void image_clear(struct image *image)
{
    drop_all(image);
    free(image->zeros);
    *image = (struct image){.shared = image->shared, .shared_count = image->shared_count, .shared_capacity = image->shared_capacity};
}

static bool is_shared(const struct image *image, uint64_t number)
{
    uint64_t address = number << IMAGE_PAGE_BITS;
    for (size_t i = 0; i < image->shared_count; i++)
        if (address <= image->shared[i].last && address + (IMAGE_PAGE - 1) >= image->shared[i].first)
            return true;
    return false;
}

static bool is_zero(const struct image *image, uint64_t number)
{
    for (size_t i = 0; i < image->zero_count; i++)
        if (number >= image->zeros[i].first && number <= image->zeros[i].last)
            return true;
    return false;
}

/* A page that is not there yet. NULL: it stays unknown. */
static struct image_page *add(struct image *image, uint64_t number)
{
    if ((image->shared_count && is_shared(image, number)) || image->count == IMAGE_PAGES)
        return NULL;
    struct image_page *page = memory_allocate(sizeof *page);
    page->number = number;
    page->index = image->count;
    if (image->zero_count && is_zero(image, number))
        memset(page->known, 0xff, sizeof page->known);
    image->pages = array_grow(image->pages, &image->capacity, image->count + 1, sizeof(struct image_page *));
    image->pages[image->count++] = page;
    map_put(&image->numbers, number, image->count);
    return image->recent[number % RECENT] = page;
}

static struct image_page *find_slowly(struct image *image, uint64_t number)
{
    uint64_t index;
    if (!map_get(&image->numbers, number, &index) || index == 0)
        return image->zero_count && is_zero(image, number) ? add(image, number) : NULL;
    return image->recent[number % RECENT] = image->pages[index - 1];
}

static inline struct image_page *find(struct image *image, uint64_t number)
{
    struct image_page *page = image->recent[number % RECENT];
    return page && page->number == number ? page : find_slowly(image, number);
}

/* NULL: the page stays unknown. */
static inline struct image_page *make(struct image *image, uint64_t number)
{
    struct image_page *page = find(image, number);
    return page ? page : add(image, number);
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

uint64_t image_last(uint64_t address, uint64_t size)
{
    return address + (size - 1) < address ? UINT64_MAX : address + (size - 1);
}

/* Takes a range out of ranges that do not overlap. most: above that number it drops the end of a range instead of splitting it. */
static void cut_out(struct image_range **ranges, size_t *count, size_t *capacity, uint64_t first, uint64_t last, size_t most)
{
    for (size_t i = *count; i-- > 0;) {
        struct image_range old = (*ranges)[i];
        if (old.last < first || old.first > last)
            continue;
        (*ranges)[i] = (*ranges)[--*count];
        *ranges = array_grow(*ranges, capacity, *count + 2, sizeof **ranges);
        bool both = old.first < first && old.last > last;
        if (old.first < first)
            (*ranges)[(*count)++] = (struct image_range){old.first, first - 1};
        if (old.last > last && !(both && *count >= most))
            (*ranges)[(*count)++] = (struct image_range){last + 1, old.last};
    }
}

/* Before a range is forgotten: its pages are no zeros any more. Those that it covers in part become pages of the image. */
static void cut_zeros(struct image *image, uint64_t address, uint64_t last)
{
    uint64_t first_page = address >> IMAGE_PAGE_BITS, last_page = last >> IMAGE_PAGE_BITS;
    if (address % IMAGE_PAGE)
        (void)find(image, first_page);
    if (last % IMAGE_PAGE != IMAGE_PAGE - 1)
        (void)find(image, last_page);
    cut_out(&image->zeros, &image->zero_count, &image->zero_capacity, first_page, last_page, ZEROS_MOST);
}

void image_forget(struct image *image, uint64_t address, uint64_t size)
{
    if (!size)
        return;
    uint64_t last = image_last(address, size);
    if (image->zero_count)
        cut_zeros(image, address, last);
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

/* The unknown bytes of a page that lie in the range. */
static void zero_part(struct image_page *page, uint64_t address, uint64_t last)
{
    uint64_t first = page->number << IMAGE_PAGE_BITS, end = smaller(first + (IMAGE_PAGE - 1), last);
    for (uint64_t at = larger(first, address) - first; at <= end - first; at++)
        if (!(page->known[at / WORD] >> at % WORD & 1)) {
            page->bytes[at] = 0;
            page->known[at / WORD] |= UINT64_C(1) << at % WORD;
        }
}

void image_zero(struct image *image, uint64_t address, uint64_t size)
{
    if (!size)
        return;
    uint64_t last = image_last(address, size), first_page = address >> IMAGE_PAGE_BITS, last_page = last >> IMAGE_PAGE_BITS;
    bool starts = address % IMAGE_PAGE == 0, ends = last % IMAGE_PAGE == IMAGE_PAGE - 1;
    if (!starts)
        (void)make(image, first_page);
    if (!ends)
        (void)make(image, last_page);
    if (last_page - first_page >= image->count) {
        for (size_t i = 0; i < image->count; i++)
            if (image->pages[i]->number >= first_page && image->pages[i]->number <= last_page)
                zero_part(image->pages[i], address, last);
    } else {
        for (uint64_t number = first_page, index; number <= last_page; number++)
            if (map_get(&image->numbers, number, &index) && index)
                zero_part(image->pages[index - 1], address, last);
    }
    uint64_t first = first_page + !starts, end = last_page + ends;     /* whole pages: first ... end - 1 */
    if (first >= end || image->zero_count == ZEROS_MOST)
        return;
    cut_out(&image->zeros, &image->zero_count, &image->zero_capacity, first, end - 1, ZEROS_MOST);
    image->zeros = array_grow(image->zeros, &image->zero_capacity, image->zero_count + 1, sizeof *image->zeros);
    image->zeros[image->zero_count++] = (struct image_range){first, end - 1};
}

static void move_page(struct image *image, const struct image_page *page, uint64_t from, uint64_t to, uint64_t last)
{
    uint64_t start = larger(page->number << IMAGE_PAGE_BITS, from), end = smaller((page->number << IMAGE_PAGE_BITS) + (IMAGE_PAGE - 1), last);
    unsigned at = (unsigned)(start % IMAGE_PAGE), size = (unsigned)(end - start + 1);
    image_forget(image, to + (start - from), image->zero_count ? size : 0);        /* its unknown bytes are no zeros */
    for (unsigned i = 0; i < size; i++) {
        unsigned first = i;
        while (i < size && page->known[(at + i) / WORD] >> (at + i) % WORD & 1)
            i++;
        image_write(image, to + (start - from) + first, page->bytes + at + first, i - first);
    }
}

/* Pages of zeros move as such. No mremap moves parts of pages: of a large move that does, they become unknown. */
static void move_zeros(struct image *image, uint64_t from, uint64_t to, uint64_t last)
{
    enum { PAGES_MOST = 256 };
    uint64_t first_page = from >> IMAGE_PAGE_BITS, last_page = last >> IMAGE_PAGE_BITS;
    if ((from | to | (last + 1)) % IMAGE_PAGE) {
        for (uint64_t number = first_page; number <= last_page && last_page - first_page < PAGES_MOST; number++)
            (void)find(image, number);
        return;
    }
    for (size_t i = 0, count = image->zero_count; i < count; i++) {        /* adds ranges behind these */
        uint64_t first = larger(image->zeros[i].first, first_page), end = smaller(image->zeros[i].last, last_page);
        if (first <= end)
            image_zero(image, to + ((first - first_page) << IMAGE_PAGE_BITS), (end - first + 1) << IMAGE_PAGE_BITS);
    }
}

void image_move(struct image *image, uint64_t from, uint64_t to, uint64_t size)
{
    uint64_t last = from + (size - 1);
    image_forget(image, to, size);
    if (size == 0 || last < from || to + (size - 1) < to)
        return;
    if (image->zero_count)
        move_zeros(image, from, to, last);
    for (size_t i = 0, count = image->count; i < count; i++) {      /* writing adds pages behind these */
        const struct image_page *page = image->pages[i];
        if (page->number >= from >> IMAGE_PAGE_BITS && page->number <= last >> IMAGE_PAGE_BITS)
            move_page(image, page, from, to, last);
    }
}

bool image_share(struct image *image, uint64_t address, uint64_t size)
{
    const uint64_t in_page = IMAGE_PAGE - 1;
    if (size == 0)
        return false;
    uint64_t first = address & ~in_page, last = image_last(address, size) | in_page;
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
    image_forget(image, address, size);
    cut_out(&image->shared, &image->shared_count, &image->shared_capacity, address, image_last(address, size), SIZE_MAX);
}
