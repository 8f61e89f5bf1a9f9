/* watch.c - watchpoints of a recording.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/watch.h"
#include "recording/who.h"
#include "recording/state/state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE_MOST = 1 << 12 };           /* bytes watched */

/* ---- Locations ---- */

/* EXPR,LEN */
static bool split_length(struct str *words, uint64_t *size, struct error *error)
{
    size_t comma = str_find_last_byte(*words, ',');
    *size = 0;
    if (comma == SIZE_MAX || !str_number(str_trim(str_cut(*words, comma + 1, SIZE_MAX)), size))
        return true;
    *words = str_trim(str_cut(*words, 0, comma));
    return *size || error_set(error, "expected a number of bytes, at least 1, not 0");
}

static bool take_option(struct str *words, const char *option)
{
    size_t size = strlen(option);
    if (!str_starts(*words, option) || words->size <= size || words->data[size] != ' ')
        return false;
    *words = str_trim(str_cut(*words, size, SIZE_MAX));
    return true;
}

bool watch_location(struct session *session, struct str location, struct stop *stop, struct error *error)
{
    enum { USUAL = 4 };
    struct who_place place = {0};
    struct str words = str_trim(location);
    uint64_t size, now;
    if (!who_state(session) && store_keeps_state(wet_of(session)->store))
        return error_set(error, "the state stream of the recording is damaged: `who VAR` lists the writes that are left");
    if (!who_state(session))
        return error_set(error, "this recording does not keep what memory held: record without --state=no. `who VAR` lists the writes that it has");
    if (words.size == 0)
        return error_set(error, "which memory? As in `watch VAR`, `watch p->next`, `watch 0xADDRESS,8`");
    bool anywhere = take_option(&words, "-l") || take_option(&words, "-location");
    bool known = split_length(&words, &size, error) && who_place_parse(session, words, size, &place, error);
    if (known && place.where.size > SIZE_MOST)
        known = error_set(error, "it has %" PRIu64 " bytes, and clew watches up to %d: name a part of it", place.where.size, SIZE_MOST);
    if (known) {
        stop->address = place.where.address;
        stop->size = place.any_size ? USUAL : place.where.size;
        stop->from = place.where.from;
        stop->until = place.where.until;
        stop->scoped = !anywhere && place.valid_until && place.valid_until < store_summary(wet_of(session)->store).times;
        if (stop->scoped) {
            stop->from = place.valid_from > stop->from ? place.valid_from : stop->from;
            stop->until = place.valid_until < stop->until ? place.valid_until : stop->until;
        }
        if (!anywhere && (place.where.is_local || place.valid_until))
            stop->left = who_left(session, stop->from, stop->until);
        stop->typed = place.typed;
        stop->type = place.type;
        stop->bit_offset = place.bit_offset;
        stop->bits = place.bits;
        if (wet_time(session, &now) && store_shared(wet_of(session)->store, stop->address, stop->size, now))
            session_note_once(session, str_of("the memory is shared: clew does not see what others write to it"));
    }
    who_place_free(&place);
    return known;
}

/* ---- Hits in a piece ---- */

struct hit {
    uint64_t time;
    size_t first, end;                  /* of its accesses */
    bool writes, changes;
    bool open;                          /* earlier or later pieces may have more accesses of this time */
};

struct watch {
    struct session *session;
    const struct store *store;
    struct state *state;
    const struct stop *stop;
    bool reverse;
    uint64_t piece;                     /* whose hits these are; STATE_NO_PIECE: none yet */
    struct state_accesses list;
    uint64_t ahead_piece;               /* reverse: the piece before that one, and its accesses */
    struct state_accesses ahead;
    ARRAY(struct hit, hits);
    uint8_t *before, *told;             /* contents at the beginning of the piece */
    uint8_t *old, *old_told, *now, *now_told;   /* of the last hit */
    bool writes;                        /* the last hit */
    uint64_t time;
};

struct watch *watch_open(struct session *session, const struct stop *stop, bool reverse)
{
    struct watch *watch = memory_allocate(sizeof *watch);
    *watch = (struct watch){.session = session, .store = wet_of(session)->store, .state = who_state(session), .stop = stop, .reverse = reverse,
                            .piece = STATE_NO_PIECE, .ahead_piece = STATE_NO_PIECE};
    uint8_t **bytes[] = {&watch->before, &watch->told, &watch->old, &watch->old_told, &watch->now, &watch->now_told};
    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++)
        *bytes[i] = memory_allocate(stop->size);
    return watch;
}

void watch_close(struct watch *watch)
{
    if (!watch)
        return;
    state_accesses_free(&watch->list);
    state_accesses_free(&watch->ahead);
    free(watch->hits);
    free(watch->before);
    free(watch->told);
    free(watch->old);
    free(watch->old_told);
    free(watch->now);
    free(watch->now_told);
    free(watch);
}

/* The values with an access in them. */
static void apply(const struct watch *watch, const struct state_access *access)
{
    size_t at = access->first - watch->stop->address, size = access->last - access->first + 1;
    if (access->how == STATE_LOADED && !access->told)
        return;
    memset(watch->now_told + at, access->told ? STATE_KNOWN : STATE_UNKNOWN, size);
    if (access->told)
        memcpy(watch->now + at, watch->list.bytes.data + access->bytes, size);
}

/* The bits of byte i that belong to the watched value: a bit field shares its bytes with others. */
static uint8_t own_bits(const struct stop *stop, uint64_t i)
{
    uint8_t own = 0;
    for (unsigned bit = 0; bit < 8; bit++)
        if (!stop->bits || (8 * i + bit >= stop->bit_offset && 8 * i + bit < (uint64_t)stop->bit_offset + stop->bits))
            own |= (uint8_t)(1u << bit);
    return own;
}

static bool differs(const struct watch *watch)
{
    const struct stop *stop = watch->stop;
    for (uint64_t i = 0; i < stop->size; i++) {
        bool was = watch->old_told[i] == STATE_KNOWN, is = watch->now_told[i] == STATE_KNOWN;
        if (was != is || (is && (watch->old[i] ^ watch->now[i]) & own_bits(stop, i)))
            return true;
    }
    return false;
}

static void keep_old(struct watch *watch)
{
    memcpy(watch->old, watch->now, watch->stop->size);
    memcpy(watch->old_told, watch->now_told, watch->stop->size);
}

static void begin_values(struct watch *watch)
{
    memcpy(watch->now, watch->before, watch->stop->size);
    memcpy(watch->now_told, watch->told, watch->stop->size);
}

/* Makes the hits of a piece, one for each time. */
static void make_hits(struct watch *watch)
{
    uint64_t begin = store_piece(watch->store, watch->piece).time;
    uint64_t end = watch->piece + 1 < store_piece_count(watch->store) ? store_piece(watch->store, watch->piece + 1).time : UINT64_MAX;
    begin_values(watch);
    watch->hits_count = 0;
    for (size_t i = 0, next; i < watch->list.items_count; i = next) {
        struct hit hit = {.time = watch->list.items[i].time, .first = i};
        keep_old(watch);
        for (next = i; next < watch->list.items_count && watch->list.items[next].time == hit.time; next++) {
            apply(watch, &watch->list.items[next]);
            hit.writes = hit.writes || watch->list.items[next].how != STATE_LOADED;
        }
        hit.end = next;
        hit.changes = differs(watch);
        hit.open = hit.time + 1 == begin || hit.time + 1 >= end;
        ARRAY_ADD(watch, hits, hit);
    }
}

static bool is_wanted(const struct watch *watch, const struct hit *hit)
{
    const struct stop *stop = watch->stop;
    if (hit->time == 0 || hit->time < stop->from || hit->time > stop->until)
        return false;
    bool loads = false;
    for (size_t i = hit->first; i < hit->end && !loads; i++)
        loads = watch->list.items[i].how == STATE_LOADED;
    return stop->kind == STOPS_AT_READ ? loads : stop->kind == STOPS_AT_ACCESS || (hit->writes && (hit->changes || hit->open));
}

/* Bytes that nothing has touched are as the executable has them. */
static void fill_loaded(const struct watch *watch, uint8_t *bytes, uint8_t *told)
{
    for (uint64_t i = 0; i < watch->stop->size; i++)
        if (told[i] == STATE_UNTOUCHED && who_loaded_byte(watch->session, watch->stop->address + i, &bytes[i]))
            told[i] = STATE_KNOWN;
}

/* The values around a hit from the accesses of its piece. False: other pieces may write at this time, too, or bytes were unknown before. */
static bool take_own_values(struct watch *watch, const struct hit *hit)
{
    if (hit->open)
        return false;
    begin_values(watch);
    for (size_t i = 0; i < hit->end; i++) {
        if (i == hit->first)
            keep_old(watch);
        apply(watch, &watch->list.items[i]);
    }
    bool known = true;
    for (uint64_t i = 0; i < watch->stop->size; i++)
        known = known && watch->old_told[i] == STATE_KNOWN;
    return known;
}

/* The values around a hit. */
static bool take_values(struct watch *watch, const struct hit *hit)
{
    uint64_t size = watch->stop->size;
    struct error error;
    watch->writes = hit->writes;
    watch->time = hit->time;
    if (!take_own_values(watch, hit)) {
        if (!state_go(watch->state, hit->time, &error))
            return false;
        state_memory(watch->state, watch->stop->address, watch->old, watch->old_told, size);
        fill_loaded(watch, watch->old, watch->old_told);
    }
    if (hit->open) {
        if (!state_go(watch->state, hit->time + 1, &error))
            return false;
        state_memory(watch->state, watch->stop->address, watch->now, watch->now_told, size);
        fill_loaded(watch, watch->now, watch->now_told);
    }
    if (watch->stop->kind != STOPS_AT_WRITE)
        return true;
    if (!differs(watch))
        return false;
    if (store_shared(watch->store, watch->stop->address, watch->stop->size, hit->time))
        memset(watch->old_told, STATE_UNKNOWN, watch->stop->size);      /* others may have written since */
    return true;
}

/* ---- From piece to piece ---- */

/* Drops accesses of skipped code to a frame that has ended. */
static void drop_ended(const struct stop *stop, struct state_accesses *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->items_count; i++)
        if (list->items[i].yours || list->items[i].time < stop->left)
            list->items[kept++] = list->items[i];
    list->items_count = kept;
}

static bool list_one(struct watch *watch, uint64_t piece, struct state_accesses *list)
{
    const struct stop *stop = watch->stop;
    if (!state_accesses(watch->state, piece, stop->address, stop->size, stop->kind != STOPS_AT_WRITE, list) || list->cut)
        return false;
    if (stop->left)
        drop_ended(stop, list);
    return true;
}

/* For a walk back: lists a piece and the one before it. That one is in memory then, and tells the contents before this one. So each runs once. */
static bool list_both(struct watch *watch, uint64_t piece)
{
    const struct stop *stop = watch->stop;
    struct state_accesses swap = watch->list;
    if (piece == watch->ahead_piece) {
        watch->list = watch->ahead;
        watch->ahead = swap;
    } else if (!list_one(watch, piece, &watch->list)) {
        return false;
    }
    watch->ahead_piece = state_piece_next(watch->state, piece - 1, true, stop->address, stop->size, stop->kind != STOPS_AT_WRITE);
    return watch->ahead_piece == STATE_NO_PIECE || list_one(watch, watch->ahead_piece, &watch->ahead);
}

static enum watch_found list_piece(struct watch *watch, uint64_t piece)
{
    const struct stop *stop = watch->stop;
    watch->piece = STATE_NO_PIECE;
    if (!progress_report(&watch->session->options.progress, piece, store_piece_count(watch->store)))
        return WATCH_INTERRUPTED;
    if (watch->reverse && !list_both(watch, piece))
        return WATCH_DAMAGED;
    state_memory_before(watch->state, piece, stop->address, watch->before, watch->told, stop->size);
    fill_loaded(watch, watch->before, watch->told);
    if (!watch->reverse && !list_one(watch, piece, &watch->list))
        return WATCH_DAMAGED;
    watch->piece = piece;
    make_hits(watch);
    return WATCH_HIT;
}

/* The nearest hit of the listed piece. */
static bool next_in_piece(struct watch *watch, uint64_t *time)
{
    for (size_t i = 0; i < watch->hits_count; i++) {
        const struct hit *hit = &watch->hits[watch->reverse ? watch->hits_count - 1 - i : i];
        if ((watch->reverse ? hit->time < *time : hit->time > *time) && is_wanted(watch, hit) && take_values(watch, hit)) {
            *time = hit->time;
            return true;
        }
    }
    return false;
}

/* The last piece that begins before the execution behind a time has run: all accesses behind the time come in it or later. */
static uint64_t piece_until(const struct watch *watch, uint64_t time)
{
    LOWER_BOUND(uint64_t, piece, 0, store_piece_count(watch->store), store_piece(watch->store, piece).time <= time);
    return piece ? piece - 1 : 0;
}

/* Where a search from a time begins: the first piece that can have an access behind it, the last that can have one before it. */
static uint64_t first_piece(const struct watch *watch, uint64_t time)
{
    return piece_until(watch, watch->reverse ? time : time + 1);
}

/* Which piece comes after the listed one. Pieces between two executions of your code have one hit, which was weighed with all of its accesses. */
static uint64_t piece_after(const struct watch *watch, uint64_t piece)
{
    const struct hit *last = !watch->hits_count ? NULL : watch->reverse ? &watch->hits[0] : &watch->hits[watch->hits_count - 1];
    if (!last || !last->open || watch->stop->kind == STOPS_AT_READ)
        return piece + (watch->reverse ? UINT64_MAX : 1);
    if (!watch->reverse) {
        uint64_t next = piece_until(watch, last->time + 1);
        return next > piece ? next : piece + 1;
    }
    LOWER_BOUND(uint64_t, first, 0, piece, store_piece(watch->store, first).time <= last->time);
    return first ? first - 1 : STATE_NO_PIECE;
}

/* Does all in a piece come behind the limit (reverse: before it)? */
static bool is_beyond(const struct watch *watch, uint64_t piece, uint64_t limit)
{
    if (!watch->reverse)
        return store_piece(watch->store, piece).time - 1 > limit && store_piece(watch->store, piece).time;
    return piece + 1 < store_piece_count(watch->store) && store_piece(watch->store, piece + 1).time <= limit;
}

enum watch_found watch_next(struct watch *watch, uint64_t *time, uint64_t limit)
{
    const struct stop *stop = watch->stop;
    uint64_t piece = first_piece(watch, *time);
    while ((piece = state_piece_next(watch->state, piece, watch->reverse, stop->address, stop->size, stop->kind != STOPS_AT_WRITE)) != STATE_NO_PIECE &&
           !is_beyond(watch, piece, limit)) {
        enum watch_found listed = piece == watch->piece ? WATCH_HIT : list_piece(watch, piece);
        if (listed != WATCH_HIT)
            return listed;
        if (next_in_piece(watch, time))
            return WATCH_HIT;
        piece = piece_after(watch, piece);
    }
    return WATCH_NONE;
}

/* ---- In words ---- */

/* A structure or an array behind everything up to a time, if it holds these bytes then. */
static bool say_shape(const struct watch *watch, const struct who_place *place, const uint8_t *bytes, uint64_t time, struct text *out)
{
    struct who_bytes held;
    struct text shown = {0}, rows = {0};
    struct error error;
    bool same = time && who_shape(watch->session, place, time, 0, &held, &shown, &error);
    for (uint64_t i = 0; same && i < watch->stop->size; i++)
        same = i < held.size && held.bytes[i].known && held.bytes[i].value == bytes[i];
    if (same)
        who_rows(watch->session, text_str(&shown), 0, out, &rows);
    if (time)
        who_bytes_free(&held);
    text_free(&shown);
    text_free(&rows);
    return same;
}

/* time: when memory held them. */
static void say_value(const struct watch *watch, const char *name, const uint8_t *bytes, const uint8_t *told, uint64_t time, struct text *out)
{
    enum { SHOWN = 32 };
    const struct stop *stop = watch->stop;
    struct who_place place = {.typed = stop->typed, .type = stop->type, .bit_offset = stop->bit_offset, .bits = stop->bits,
                              .where = {.address = stop->address, .size = stop->size, .from = stop->from, .until = stop->until}};
    uint64_t number = 0;
    bool known = !memchr(told, STATE_UNKNOWN, stop->size) && !memchr(told, STATE_UNTOUCHED, stop->size), some = memchr(told, STATE_KNOWN, stop->size);
    text_printf(out, "%s = %s", name, some ? "" : "<unknown>");
    if (known && stop->size <= sizeof number && !who_is_shape(watch->session, &place)) {
        for (uint64_t i = 0; i < stop->size; i++)
            number |= (uint64_t)bytes[i] << 8 * i;
        who_describe(watch->session, &place, who_part(&place, number), out);
    } else if (some && !(known && stop->typed && say_shape(watch, &place, bytes, time, out))) {
        for (uint64_t i = 0; i < stop->size && i < SHOWN; i++)
            text_printf(out, told[i] == STATE_KNOWN ? "%s%02x" : "%s??", i ? " " : "", bytes[i]);
        text_add(out, stop->size > SHOWN ? " ..." : "");
    }
}

void watch_say(struct watch *watch, struct text *out)
{
    bool both = watch->writes && differs(watch);
    text_add(out, ": ");
    if (both) {
        say_value(watch, "Old value", watch->old, watch->old_told, watch->time - 1, out);
        text_add(out, ", ");
    }
    say_value(watch, both ? "New value" : "Value", watch->now, watch->now_told, watch->time, out);
}
