/* values.c - values, out of blocks or out of the text.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The index of a text knows where every 256th value of a list stands; the others are found by reading on from there. What was read last is kept, since
 * values are asked for in a row. The index of a compressed text, where nothing is found without reading all that stands before it, has the values in blocks,
 * as recordings have. */
#include "recording/store/paged.h"
#include "recording/store/skeleton.h"

#include <stdlib.h>
#include <string.h>

/* 256 values of one list, as digits. */
struct window {
    const struct list *list;        /* NULL: nothing is kept */
    uint64_t b;
    unsigned count;
    uint8_t sizes[BLOCK];
    char digits[BLOCK][VALUE_DIGITS];
};

void window_free(struct window *window)
{
    free(window);
}

struct window *window_new(void)
{
    return memory_allocate(sizeof(struct window));
}

static bool changed(const struct store *store, const char *what)
{
    struct error error;
    error_at(&error, store->path, 0, 0, "%s", what);
    store_note_damage(store, &error);
    return false;
}

static void take_digits(struct window *window, struct slice digits)
{
    window->sizes[window->count] = (uint8_t)digits.size;
    for (size_t i = 0; i < digits.size; i++) {
        char digit = digits.data[i];
        window->digits[window->count][i] = digit >= 'A' && digit <= 'F' ? (char)(digit - 'A' + 'a') : digit;
    }
    window->count++;
}

/* Reads `want` values from the text. */
static bool window_read(const struct store *store, struct window *window, uint64_t offset, unsigned want)
{
    struct part_source source = {.input = store->input, .from = offset, .to = UINT64_MAX, .path = WET_PATH_SCALAR, .piece = 8192};
    struct feeder feeder;
    struct wet_item item;
    struct error error;
    bool good = true, done = false;
    window->count = 0;
    feeder_open(&feeder, &source, WET_COMPREHENSIVE, WET_FROM_VALUES);
    while (good && !done && window->count < want) {
        if (!wet_reader_next(feeder.reader, &item)) {
            good = feeder_go_on(&feeder, &done, &error);
        } else if (item.kind == WET_ITEM_VALUE) {
            take_digits(window, item.value.digits);
        } else if (item.kind != WET_ITEM_PROBLEM) {
            done = true;
        }
    }
    feeder_close(&feeder);
    if (!good)
        store_note_damage(store, &error);
    return good && (window->count == want || (!store->skeleton && changed(store, "a value is not where it was when the index was made")));
}

static bool window_fill(const struct store *store, const struct list *list, uint64_t b)
{
    struct window *window = store->window;
    uint64_t offset, left = list->count - b * BLOCK;
    if (window->list == list && window->b == b)
        return true;
    window->list = NULL;
    if (input_changed(store->input) != INPUT_UNCHANGED)
        return changed(store, "changed while it was open");
    if (!(list->flags & LIST_GUESSED))
        memcpy(&offset, paged_at(store->paged, STREAM_OFFSETS, (list->first + b) * sizeof offset, sizeof offset), sizeof offset);
    else if (!guessed_offset(store, list, b, &offset))
        return false;
    if (!window_read(store, window, offset, left < BLOCK ? (unsigned)left : BLOCK))
        return false;
    if (input_changed(store->input) != INPUT_UNCHANGED)         /* while it was read */
        return changed(store, "changed while it was open");
    window->list = list;
    window->b = b;
    return true;
}

/* ---- Values of blocks ---- */

static unsigned digit_of(char byte)
{
    if (byte >= '0' && byte <= '9')
        return (unsigned)(byte - '0');
    return ((unsigned)byte | 0x20) - 'a' < 6 ? ((unsigned)byte | 0x20) - 'a' + 10 : 0;
}

unsigned value_limbs(struct slice digits, uint64_t limbs[VALUE_LIMBS])
{
    enum { LIMB_DIGITS = 16 };
    unsigned count = 1;
    memset(limbs, 0, VALUE_LIMBS * sizeof *limbs);
    for (unsigned i = 0; i < digits.size && i < VALUE_DIGITS; i++) {
        limbs[i / LIMB_DIGITS] |= (uint64_t)digit_of(digits.data[digits.size - 1 - i]) << 4 * (i % LIMB_DIGITS);
        if (limbs[i / LIMB_DIGITS])
            count = i / LIMB_DIGITS + 1;
    }
    return count;
}

static void number_digits(uint64_t number, struct value *value)
{
    char digits[16];
    size_t at = sizeof digits;
    do
        digits[--at] = "0123456789abcdef"[number & 15];
    while (number >>= 4);
    value->size = (uint8_t)(sizeof digits - at);
    memcpy(value->digits, digits + at, value->size);
}

/* 64 bits from each of several lists, the lowest first. */
static void limb_digits(const struct store *store, const struct list *list, uint64_t entry, struct value *value)
{
    bool begun = false;
    value->size = 0;
    for (unsigned limb = list->limbs; limb-- > 0;) {
        uint64_t number = list_entry(store, list + limb, entry).value;
        for (int shift = 60; shift >= 0; shift -= 4) {
            unsigned digit = (unsigned)(number >> shift & 15);
            begun |= digit > 0 || (limb == 0 && shift == 0);
            if (begun)
                value->digits[value->size++] = "0123456789abcdef"[digit];
        }
    }
}

struct value store_value(const struct store *store, uint64_t index, uint64_t k)
{
    const struct record *record = &store->records[index];
    const struct list *list = &store->lists[record->value_list];
    uint64_t entry = list_ordered(store, list, k), x = list_x(store, list, entry), spare = list_spare(store, record, list);
    struct value value = {.instance = x, .instance_max = x + spare, .uncertain = spare > 0, .size = 1, .digits = "?"};
    if (list->flags & LIST_TEXT) {
        if (window_fill(store, list, entry / BLOCK)) {
            value.size = store->window->sizes[entry % BLOCK];
            memcpy(value.digits, store->window->digits[entry % BLOCK], value.size);
        }
    } else if (list->flags & LIST_WIDE) {
        limb_digits(store, list, entry, &value);
    } else {
        number_digits(list_entry(store, list, entry).value, &value);
    }
    return value;
}

uint64_t store_values_of(const struct store *store, struct node node, uint64_t *first)
{
    uint64_t to;
    *first = 0;
    if (node.index >= store->record_count || store->records[node.index].value_list == NOWHERE)
        return 0;
    const struct record *record = &store->records[node.index];
    const struct list *list = &store->lists[record->value_list];
    uint64_t spare = list_spare(store, record, list);
    list_range(store, list, node.instance > spare ? node.instance - spare : 0, node.instance, first, &to);
    uint64_t count = to - *first;
    if (!count)
        *first = 0;
    return count;
}

bool store_number(const struct store *store, struct node node, uint64_t *number)
{
    uint64_t first;
    if (store_values_of(store, node, &first) != 1)
        return false;
    struct value value = store_value(store, node.index, first);
    return !value.uncertain && value.size <= 16 && slice_hex((struct slice){value.digits, value.size}, number);
}

void value_text(const struct value *value, struct text *out)
{
    text_add(out, "0x");
    text_append(out, (struct slice){value->digits, value->size});
}
