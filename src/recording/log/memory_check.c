/* memory_check.c - keeps a value and a time for each byte of memory; compares loads with them.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/memory_check.h"
#include "recording/log/report.h"
#include "recording/log/collect.h"
#include "recording/log/log.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LEAF_BITS = SHADOW_LEAF_BITS, LEAF = 1 << LEAF_BITS, LEAVES = SHADOW_LEAVES };

/* The stamp of a byte. From STORED on: the clock of its store, cut to 32 bits. */
enum { UNKNOWN, SEEN, LOST, DISTURBED, UNOWNED /* its store has no definer, by the rules */, STORED };

struct leaf {
    uint64_t start;             /* of the memory */
    uint8_t value[LEAF];
    uint32_t stamp[LEAF];
};

struct range {
    uint64_t start, end;
};

struct memory_check {
    struct map leaves;          /* address / LEAF -> index in `items` */
    struct leaf **items;
    size_t count, capacity;
    struct range *shared;
    size_t shared_count, shared_capacity;
    uint64_t last;              /* 1 + the key (address / LEAF) of last_leaf; 0: none */
    struct leaf *last_leaf;     /* found last */
    struct memory_check_totals totals;
    struct memory_mismatch kept[MISMATCHES_KEPT];
    size_t kept_count;
};

struct memory_check *memory_check_open(void)
{
    return memory_allocate(sizeof(struct memory_check));
}

void memory_check_close(struct memory_check *check)
{
    if (!check)
        return;
    for (size_t i = 0; i < check->count; i++)
        free(check->items[i]);
    free(check->items);
    free(check->shared);
    map_free(&check->leaves);
    free(check);
}

/* The clock as a stamp. Clocks about 2^32 apart look alike: the check may miss such a mismatch, but never reports a false one. */
static uint32_t stamp_of(uint64_t clock)
{
    return (uint32_t)(clock % (UINT32_MAX - STORED)) + STORED;
}

static struct leaf *leaf_find(struct memory_check *check, uint64_t address)
{
    uint64_t number, key = address >> LEAF_BITS;
    if (check->last == key + 1)
        return check->last_leaf;
    if (!map_get(&check->leaves, key, &number))
        return NULL;
    check->last = key + 1;
    check->last_leaf = check->items[number];
    return check->last_leaf;
}

/* NULL: there are LEAVES already. */
static struct leaf *leaf_make(struct memory_check *check, uint64_t address)
{
    struct leaf *leaf = leaf_find(check, address);
    if (leaf || check->count == LEAVES)
        return leaf;
    check->items = array_grow(check->items, &check->capacity, check->count + 1, sizeof(struct leaf *));
    map_put(&check->leaves, address >> LEAF_BITS, check->count);
    leaf = memory_allocate(sizeof *leaf);
    leaf->start = address & ~(uint64_t)(LEAF - 1);
    return check->items[check->count++] = leaf;
}

static uint64_t range_end(uint64_t address, uint64_t size)
{
    return size > UINT64_MAX - address ? UINT64_MAX : address + size;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* How many bytes from `address` on, up to `end`, are in one leaf. */
static uint64_t in_leaf(uint64_t address, uint64_t end)
{
    uint64_t room = LEAF - (address & (LEAF - 1));
    return end - address < room ? end - address : room;
}

static void put(struct memory_check *check, uint64_t address, const uint8_t *bytes, uint64_t size, uint32_t stamp)
{
    uint64_t end = range_end(address, size), here;
    for (; address < end; address += here, bytes += here) {
        struct leaf *leaf = leaf_make(check, address);
        uint64_t at = address & (LEAF - 1);
        here = in_leaf(address, end);
        if (!leaf)
            continue;
        memcpy(leaf->value + at, bytes, here);
        for (uint64_t i = at; i < at + here; i++)
            leaf->stamp[i] = stamp;
    }
}

void memory_check_store(struct memory_check *check, uint64_t address, const uint8_t *bytes, uint64_t size, struct cell by)
{
    put(check, address, bytes, size, by.who ? stamp_of(by.when) : UNOWNED);
}

void memory_check_disturb(struct memory_check *check, uint64_t address, const uint8_t *bytes, uint64_t size)
{
    put(check, address, bytes, size, DISTURBED);
}

/* Stamps the bytes of a range that have leaves. A range may be as large as memory: then goes through the leaves instead. */
static void restamp(struct memory_check *check, uint64_t start, uint64_t end, uint32_t stamp)
{
    bool large = (end - start) >> LEAF_BITS > check->count;
    for (size_t k = 0; large && k < check->count; k++) {
        uint64_t from = larger(start, check->items[k]->start), last = check->items[k]->start + LEAF - 1;
        for (; from <= last && from < end; from++)
            check->items[k]->stamp[from & (LEAF - 1)] = stamp;
    }
    while (!large && start < end) {
        struct leaf *leaf = leaf_find(check, start);
        uint64_t here = in_leaf(start, end), at = start & (LEAF - 1);
        for (uint64_t i = at; leaf && i < at + here; i++)
            leaf->stamp[i] = stamp;
        start += here;
    }
}

void memory_check_lose(struct memory_check *check, uint64_t address, uint64_t size)
{
    enum { MOST = 1 << 20 };    /* makes no leaves for larger ranges: bytes without a leaf count as never seen */
    uint64_t end = range_end(address, size);
    for (uint64_t at = address; size <= MOST && at < end; at += in_leaf(at, end))
        (void)!leaf_make(check, at);
    restamp(check, address, end, LOST);
}

void memory_check_share(struct memory_check *check, uint64_t address, uint64_t size)
{
    check->shared = array_grow(check->shared, &check->shared_capacity, check->shared_count + 1, sizeof *check->shared);
    check->shared[check->shared_count++] = (struct range){address, range_end(address, size)};
}

static void unshare(struct memory_check *check, uint64_t start, uint64_t end)
{
    size_t kept = 0, count = check->shared_count;
    struct range behind = {0, 0};
    for (size_t i = 0; i < count; i++) {
        struct range range = check->shared[i];
        if (range.start < start && range.end > end)     /* cut out of the middle; at most once, as ranges do not overlap */
            behind = (struct range){end, range.end};
        if (range.end <= start || range.start >= end)
            check->shared[kept++] = range;
        else if (range.start < start)
            check->shared[kept++] = (struct range){range.start, start};
        else if (range.end > end)
            check->shared[kept++] = (struct range){end, range.end};
    }
    check->shared_count = kept;
    if (behind.end)
        memory_check_share(check, behind.start, behind.end - behind.start);
}

void memory_check_forget(struct memory_check *check, uint64_t address, uint64_t size)
{
    uint64_t end = range_end(address, size);
    restamp(check, address, end, UNKNOWN);
}

void memory_check_unmap(struct memory_check *check, uint64_t address, uint64_t size)
{
    memory_check_forget(check, address, size);
    unshare(check, address, range_end(address, size));
}

static bool is_shared(const struct memory_check *check, uint64_t address)
{
    for (size_t i = 0; i < check->shared_count; i++)
        if (address >= check->shared[i].start && address < check->shared[i].end)
            return true;
    return false;
}

void memory_check_move(struct memory_check *check, uint64_t from, uint64_t to, uint64_t size)
{
    uint64_t end = range_end(from, size);
    size_t count = check->count;            /* the copy makes new leaves */
    if (is_shared(check, from))
        memory_check_share(check, to, size);
    for (size_t k = 0; k < count; k++) {
        uint64_t start = check->items[k]->start, last = start + LEAF - 1;
        for (uint64_t at = larger(from, start); at <= last && at < end; at++) {
            const struct leaf *source = check->items[k];
            struct leaf *target = leaf_make(check, to + (at - from));
            if (!target)
                return;
            target->value[(to + (at - from)) & (LEAF - 1)] = source->value[at & (LEAF - 1)];
            target->stamp[(to + (at - from)) & (LEAF - 1)] = source->stamp[at & (LEAF - 1)];
        }
    }
}

/* ---- Loads ---- */

struct compared {               /* one byte */
    bool wrong_value, wrong_definer, lost_definer;
    uint8_t expected;
};

/* A saved register (cell_tag) keeps its definer; the store that saved it is nobody's. */
static bool names_other(struct cell cell, uint32_t stamp)
{
    uint64_t when = cell.when & WHEN_MAX;
    return cell.who && !cell_tag(cell) && stamp != LOST && stamp != DISTURBED && (stamp < STORED || stamp != stamp_of(when));
}

static bool names_nobody(struct cell cell, uint32_t stamp)
{
    return !cell.who && !cell_tag(cell) && stamp >= STORED;
}

/* leaf NULL: beyond the memory limit. */
static struct compared compare_byte(struct memory_check *check, struct leaf *leaf, uint64_t address, uint8_t byte, struct cell cell)
{
    uint8_t *value = leaf ? &leaf->value[address & (LEAF - 1)] : NULL;
    uint32_t *stamp = leaf ? &leaf->stamp[address & (LEAF - 1)] : NULL;
    if (!leaf || *stamp == LOST) {
        check->totals.unchecked += leaf != NULL;
        check->totals.beyond += leaf == NULL;
        return (struct compared){.expected = byte};
    }
    struct compared result = {.expected = *value, .wrong_definer = names_other(cell, *stamp), .lost_definer = names_nobody(cell, *stamp)};
    check->totals.bytes++;
    result.wrong_value = *stamp != UNKNOWN && *value != byte;
    if (*stamp == UNKNOWN)
        result.expected = byte;
    *value = byte;
    if (*stamp == UNKNOWN || result.wrong_value)
        *stamp = cell.who && !cell_tag(cell) ? stamp_of(cell.when & WHEN_MAX) : SEEN;
    return result;
}

static void note(struct memory_check *check, struct memory_mismatch *mismatch)
{
    if (mismatch->kind == MISMATCH_VALUE && is_shared(check, mismatch->address + mismatch->first))
        mismatch->kind = MISMATCH_SHARED;
    if (mismatch->kind == MISMATCH_SHARED)
        check->totals.shared++;
    else
        check->totals.mismatches++;
    if (check->kept_count < MISMATCHES_KEPT)
        check->kept[check->kept_count++] = *mismatch;
}

/* Compares a piece of a load. */
static bool compare(struct memory_check *check, const struct shadow *shadow, struct memory_mismatch *piece)
{
    bool good = true;
    for (unsigned i = 0; i < piece->size; i++) {
        uint64_t address = piece->address + i;
        struct cell cell = shadow_byte(shadow, address);
        struct compared byte = compare_byte(check, leaf_make(check, address), address, piece->loaded[i], cell);
        piece->expected[i] = byte.expected;
        if (!byte.wrong_value && !byte.wrong_definer && !byte.lost_definer)
            continue;
        if (good || (byte.wrong_value && piece->kind != MISMATCH_VALUE)) {
            piece->first = i;
            piece->definer = cell.who;
            piece->kind = byte.wrong_value ? MISMATCH_VALUE : byte.wrong_definer ? MISMATCH_DEFINER : MISMATCH_LOST;
        }
        good = false;
    }
    return good;
}

void memory_check_load(struct memory_check *check, const struct shadow *shadow, uint64_t address, const uint8_t *bytes, uint64_t size, actor user)
{
    bool good = true;
    check->totals.loads++;
    for (uint64_t done = 0, here; done < size; done += here) {
        here = size - done < MISMATCH_BYTES ? size - done : MISMATCH_BYTES;
        struct memory_mismatch piece = {.address = address + done, .size = (unsigned)here, .user = user};
        memcpy(piece.loaded, bytes + done, here);
        if (!compare(check, shadow, &piece) && good) {
            note(check, &piece);
            good = false;
        }
    }
}

void memory_check_add(struct memory_check_totals *sum, const struct memory_check_totals *totals)
{
    sum->loads += totals->loads;
    sum->bytes += totals->bytes;
    sum->unchecked += totals->unchecked;
    sum->beyond += totals->beyond;
    sum->mismatches += totals->mismatches;
    sum->shared += totals->shared;
}

struct memory_check_totals memory_check_totals(const struct memory_check *check)
{
    return check->totals;
}

const struct memory_mismatch *memory_check_mismatch(const struct memory_check *check, size_t i)
{
    return i < check->kept_count ? &check->kept[i] : NULL;
}

/* ---- Messages ---- */

void check_summary(const struct memory_check_totals *totals, struct text *out)
{
    text_printf(out, "%" PRIu64 " loads, %" PRIu64 " bytes, %" PRIu64 " mismatches", totals->loads, totals->bytes, totals->mismatches);
    if (totals->shared)
        text_printf(out, ", %" PRIu64 " loads of shared memory that someone else changed", totals->shared);
    if (totals->unchecked)
        text_printf(out, ", %" PRIu64 " bytes unchecked that the kernel may have changed", totals->unchecked);
    if (totals->beyond)
        text_printf(out, ", %" PRIu64 " bytes unchecked beyond the limit of 16 GB", totals->beyond);
}

static void add_actor(const struct site_source *sites, actor who, struct text *out)
{
    struct site_text site = sites->site(sites->context, actor_site(who));
    text_printf(out, "%" PRIx64 "#%" PRIu64, site.address, actor_instance(who));
    if (site.function.size) {
        text_add(out, " in ");
        text_safe(out, site.function);
    }
    if (site.file.size) {
        text_add(out, " (");
        text_safe(out, str_basename(site.file));
        text_printf(out, ":%" PRIu64 ")", site.line);
    }
}

/* As a little-endian number: the byte at the highest address first. */
static void add_bytes(const uint8_t *bytes, unsigned size, struct text *out)
{
    for (unsigned i = size; i-- > 0;)
        text_printf(out, "%02x", bytes[i]);
}

static void add_mismatch(const struct memory_mismatch *mismatch, const struct site_source *sites, struct text *out)
{
    text_add(out, "clew: memory check: ");
    add_actor(sites, mismatch->user, out);
    text_printf(out, " loaded %u bytes at %" PRIx64 ": ", mismatch->size, mismatch->address);
    add_bytes(mismatch->loaded, mismatch->size, out);
    if (mismatch->kind == MISMATCH_VALUE || mismatch->kind == MISMATCH_SHARED) {
        text_add(out, ", expected ");
        add_bytes(mismatch->expected, mismatch->size, out);
    }
    text_add(out, mismatch->kind == MISMATCH_SHARED ? "; shared memory, changed by someone else; " : "; ");
    text_add(out, mismatch->kind == MISMATCH_DEFINER ? "not stored by its definer: " : mismatch->kind == MISMATCH_LOST ? "stored, but its definer is lost: " : "definer: ");
    if (mismatch->definer)
        add_actor(sites, mismatch->definer, out);
    else
        text_add(out, "nobody");
    text_byte(out, '\n');
}

void check_mismatches(const struct memory_check *check, const struct site_source *sites, struct text *out)
{
    const struct memory_mismatch *mismatch;
    for (size_t i = 0; (mismatch = memory_check_mismatch(check, i)); i++)
        add_mismatch(mismatch, sites, out);
}
