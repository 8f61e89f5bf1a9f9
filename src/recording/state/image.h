/* image.h - the bytes of a process's memory, each known or unknown.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct image image = {0};
 *     image_write(&image, 0x7ff0, bytes, 16);
 *     image_read(&image, 0x7ff8, bytes, 4)        true: all four are known
 *     image_free(&image);
 *
 * Memory: 4.6 KB for each page of 4 KB with a known byte, at most IMAGE_PAGES of them. Bytes written beyond that stay unknown. A read or
 * write takes O(size). Ranges may end at the end of the address space, and go no further. Pages of zeros (image_zero) cost nothing until they are asked
 * about, at any size of the range. */
#ifndef CLEW_RECORDING_STATE_IMAGE_H
#define CLEW_RECORDING_STATE_IMAGE_H

#include <string.h>

#include "core/core.h"

enum { IMAGE_PAGE_BITS = 12, IMAGE_PAGE = 1 << IMAGE_PAGE_BITS, IMAGE_PAGES = 1 << 22 /* 16 GB */ };

struct image_page {
    uint8_t bytes[IMAGE_PAGE];
    uint64_t known[IMAGE_PAGE / 64];    /* a bit for each byte */
    uint64_t number;                    /* address >> IMAGE_PAGE_BITS */
    size_t index;                       /* in pages */
};

struct image {                          /* zeroed is empty */
    struct map numbers;                 /* page number -> 1 + index in pages, or 0 */
    struct image_page **pages;
    size_t count, capacity;
    struct image_page *recent[64];      /* by page number, modulo that */
    struct image_range { uint64_t first, last; } *shared;       /* addresses of the first and the last byte */
    size_t shared_count, shared_capacity;
    struct image_range *zeros;          /* whole pages, by their numbers: where such a page is not in `pages`, its bytes are known zeros */
    size_t zero_count, zero_capacity;
};

uint64_t image_last(uint64_t address, uint64_t size);   /* the address of the last of so many bytes, or of the last byte of all */

void image_free(struct image *image);
void image_clear(struct image *image);  /* all bytes become unknown */

void image_write(struct image *image, uint64_t address, const void *bytes, uint64_t size);
void image_mark(struct image *image, uint64_t address, uint64_t size);          /* they become known; nobody asks what they are */
bool image_knows(struct image *image, uint64_t address, uint64_t size);         /* all of them? */

/* Copies the bytes; unknown ones are 0. True: all are known. known may be NULL; else known[i] says whether byte i is. */
bool image_read(struct image *image, uint64_t address, void *bytes, uint64_t size);
bool image_read_known(struct image *image, uint64_t address, uint8_t *bytes, bool *known, uint64_t size);

/* Each unknown byte becomes a known 0, as long as the image has at most 4,096 ranges of such pages. O(pages in the image, or in the range). */
void image_zero(struct image *image, uint64_t address, uint64_t size);

/* For machines: fast for most accesses of up to 32 bytes, and with no answer for the others. The bytes at an address, if they are known; otherwise NULL. */
static inline const uint8_t *image_known_near(const struct image *image, uint64_t address, unsigned size)
{
    enum { WORD = 64, RECENT = sizeof image->recent / sizeof *image->recent };
    const struct image_page *page = image->recent[(address >> IMAGE_PAGE_BITS) % RECENT];
    unsigned at = (unsigned)(address % IMAGE_PAGE), in_word = at % WORD;
    uint64_t bits = (UINT64_C(1) << size) - 1;
    if (!page || page->number != address >> IMAGE_PAGE_BITS || in_word + size > WORD || (page->known[at / WORD] >> in_word & bits) != bits)
        return NULL;
    return page->bytes + at;
}

/* Writes them. False: it has not. */
static inline bool image_put_near(const struct image *image, uint64_t address, const void *bytes, unsigned size)
{
    enum { WORD = 64, RECENT = sizeof image->recent / sizeof *image->recent };
    struct image_page *page = image->recent[(address >> IMAGE_PAGE_BITS) % RECENT];
    unsigned at = (unsigned)(address % IMAGE_PAGE), in_word = at % WORD;
    if (!page || page->number != address >> IMAGE_PAGE_BITS || in_word + size > WORD)
        return false;
    memcpy(page->bytes + at, bytes, size);
    page->known[at / WORD] |= ((UINT64_C(1) << size) - 1) << in_word;
    return true;
}

void image_forget(struct image *image, uint64_t address, uint64_t size);
void image_move(struct image *image, uint64_t from, uint64_t to, uint64_t size);

/* Others may change these bytes at any time: pages in the range stay unknown, whatever is written, until image_unmap. False: they were
 * shared already. */
bool image_share(struct image *image, uint64_t address, uint64_t size);
void image_unmap(struct image *image, uint64_t address, uint64_t size);        /* forgets the bytes, and that they were shared */

#endif
