/* who_value.c - what a place in memory held at a time, by who wrote and read it.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/wet.h"
#include "recording/who_weigh.h"
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

uint64_t who_part(const struct who_place *place, uint64_t number)
{
    unsigned size = (unsigned)place->where.size, width = place->bits ? place->bits : size * 8;
    number >>= place->bits && place->bit_offset < 64 ? place->bit_offset : 0;
    return width < 64 ? number & ((UINT64_C(1) << width) - 1) : number;
}

/* ---- Stores ---- */

/* What a store that has all of a place left there. */
bool who_written(struct session *session, const struct who_place *place, const struct memory_writer *writer, uint64_t *number)
{
    uint64_t recorded, first, at = place->where.address - writer->address, size = place->where.size;
    if (writer->kind != WRITER_STORE || size > 8 || !who_recorded(session, writer, &recorded, &first) || at >= first || size > first - at)
        return false;
    *number = who_part(place, (recorded >> 8 * at) & (size < 8 ? (UINT64_C(1) << 8 * size) - 1 : UINT64_MAX));
    return true;
}

/* ---- Looking near first ----
 *
 * What a variable holds was mostly written or read a short while ago, and is used soon: pieces of time are looked at, each longer than the one nearer to the
 * time asked for. What was looked at is one stretch of time, which grows at either end. It is kept for the places that were asked of last: who steps, or asks
 * a condition at one time after the other, asks again of the same places not far from there. Near by, all that was accessed is kept whatever its place. */

enum {
    NEAR = 1 << 12,
    LONGER = 8,
    FAR = 1 << 18,                      /* so long a piece is not inferred as a whole for a place that most of what ran cannot reach */
    KEPT = 1 << 12,                     /* accesses: of more it is begun anew */
    PLACES = 16
};

/* Who wrote and read a place in a stretch of time. */
struct kept {
    struct written where;
    struct memory_writers writers;
    uint64_t first, last;               /* the times that were looked at; 0, 0: none */
    uint64_t asked;                     /* tick of the last question */
};

struct who_values {
    struct accesses *accesses;
    struct kept kept[PLACES];
    uint64_t tick;
};

struct search {
    struct session *session;
    const struct written *where;
    struct kept *kept;
    uint64_t time;
    uint64_t begin, end;                /* only what ran at these times is looked at */
    bool string;
    struct who_bytes *bytes;
};

static void forget(struct kept *kept)
{
    memory_writers_free(&kept->writers);
    *kept = (struct kept){0};
}

void who_values_close(struct who_values *values)
{
    if (!values)
        return;
    for (size_t i = 0; i < PLACES; i++)
        forget(&values->kept[i]);
    accesses_close(values->accesses);
    free(values);
}

static struct who_values *values_of(struct session *session)
{
    struct recording *recording = session->trace->recording;
    if (!recording->values) {
        recording->values = memory_allocate(sizeof *recording->values);
        recording->values->accesses = accesses_open(who_memory(session), 0);
    }
    return recording->values;
}

struct accesses *who_accesses(struct session *session)
{
    return values_of(session)->accesses;
}

static bool look_between(struct search *search, uint64_t first, uint64_t last, struct error *error)
{
    struct written where = *search->where;
    const struct progress *progress = &search->session->options.progress;
    where.loads = true;
    where.first = first;
    where.last = last;
    bool whole = where.is_static && last - first >= FAR ? memory_writers(who_memory(search->session), &where, progress, &search->kept->writers)
                                                        : accesses_writers(who_accesses(search->session), &where, progress, &search->kept->writers);
    if (!whole) {
        forget(search->kept);           /* a piece of it was not looked at */
        return error_set(error, "interrupted");
    }
    search->kept->first = search->kept->first && search->kept->first < first ? search->kept->first : first;
    search->kept->last = search->kept->last > last ? search->kept->last : last;
    return !search->kept->writers.cut || error_set(error, "it was written and read more often than can be looked at");
}

static struct who_weighed weigh(const struct search *search)
{
    struct who_evidence evidence = {search->where, &search->kept->writers, search->time, search->kept->first, search->string};
    return who_weigh(search->session, &evidence, search->bytes);
}

/* ---- What a load tells of who wrote it ----
 *
 * What a load used has definers that are recorded. If one store alone wrote all of it, and the load is the nearest access to the time, before or behind it,
 * nobody wrote there between that store and the time, however long ago it ran: it need not be searched for. */

/* The load that is the nearest access to the time: the last up to it, or the first behind it, which may write there as well. NULL: it is no load. */
static const struct memory_writer *load_before(const struct search *search)
{
    const struct memory_writer *items = search->kept->writers.items;
    size_t behind = who_behind(&search->kept->writers, search->time);
    if (behind == 0 || items[behind - 1].kind != WRITER_LOAD || items[behind - 1].time < search->kept->first)
        return NULL;
    for (size_t i = behind - 1; i-- > 0 && items[i].time == items[behind - 1].time;)
        if (items[i].kind != WRITER_LOAD)
            return NULL;
    return &items[behind - 1];
}

static const struct memory_writer *load_behind(const struct search *search)
{
    const struct memory_writers *writers = &search->kept->writers;
    size_t behind = who_behind(writers, search->time);
    for (size_t i = behind; i < writers->count && writers->items[i].time == writers->items[behind].time; i++)
        if (writers->items[i].kind == WRITER_LOAD)
            return &writers->items[i];
    return NULL;
}

/* What is kept then reaches back to that store: nothing but loads is between. */
static bool load_tells(struct search *search, const struct memory_writer *load)
{
    struct memory_writers *writers = &search->kept->writers;
    struct memory_writer writer;
    if (!load || !who_writer_of_load(search->session, search->where, load, &writer) || writer.time > search->time || writer.time >= search->kept->first ||
        writer.time < search->where->from)
        return false;
    size_t at = who_behind(writers, writer.time);
    writers->items = array_grow(writers->items, &writers->capacity, writers->count + 1, sizeof writer);
    memmove(&writers->items[at + 1], &writers->items[at], (writers->count - at) * sizeof writer);
    writers->items[at] = writer;
    writers->count++;
    search->kept->first = writer.time;
    return true;
}

/* ---- Both ways ---- */

static bool look_before(struct search *search, struct error *error)
{
    uint64_t piece = NEAR;
    while (search->kept->first > search->begin && !weigh(search).before && !load_tells(search, load_before(search)) && !load_tells(search, load_behind(search))) {
        uint64_t last = search->kept->first - 1, first = last - search->begin >= piece ? last - piece + 1 : search->begin;
        if (!look_between(search, first, last, error))
            return false;
        piece *= LONGER;
    }
    return true;
}

/* For loads there: what they read may be what was there at the time. */
static bool look_behind(struct search *search, struct error *error)
{
    uint64_t piece = NEAR;
    while (search->kept->last < search->end && !weigh(search).whole) {
        uint64_t first = search->kept->last + 1, last = search->end - first >= piece ? first + piece - 1 : search->end;
        if (!look_between(search, first, last, error))
            return false;
        piece *= LONGER;
    }
    return true;
}

/* A load that comes soon may tell at once what is long ago. */
static bool look_ahead(struct search *search, struct error *error)
{
    uint64_t last = search->kept->last, end = search->end;
    if (last >= end)
        return true;
    struct who_weighed weighed = weigh(search);
    return weighed.before || weighed.whole || look_between(search, last + 1, end - last > NEAR ? last + NEAR : end, error);
}

static bool same_place(const struct written *now, const struct written *then)
{
    return now->address == then->address && now->size == then->size && now->from == then->from && now->until == then->until &&
           now->is_static == then->is_static && now->is_local == then->is_local;
}

/* What is kept of a place; of one that is new, instead of that which was not asked of for longest. */
static struct kept *kept_of(struct session *session, const struct written *where)
{
    struct who_values *values = values_of(session);
    struct kept *oldest = &values->kept[0], *found = NULL;
    for (size_t i = 0; i < PLACES && !found; i++) {
        struct kept *kept = &values->kept[i];
        found = kept->first && same_place(where, &kept->where) ? kept : NULL;
        oldest = kept->asked < oldest->asked ? kept : oldest;
    }
    if (!found)
        forget(oldest);
    found = found ? found : oldest;
    found->asked = ++values->tick;
    return found;
}

/* Is the time within what is kept, or no farther from it than it is long? What is between costs no more than what was looked at already. */
static bool is_near(const struct search *search)
{
    const struct kept *kept = search->kept;
    uint64_t reach = kept->last - kept->first > NEAR ? kept->last - kept->first : NEAR;
    return kept->first && !kept->writers.cut && kept->writers.count < KEPT && search->time + reach >= kept->first && search->time <= kept->last + reach;
}

/* The stretch that is kept comes to have the time in it. */
static bool look_around(struct search *search, struct error *error)
{
    struct kept *kept = search->kept;
    uint64_t begin = search->begin, end = search->end, time = search->time;
    if (!is_near(search)) {
        uint64_t first = begin < time ? begin : time, asked = kept->asked;
        forget(kept);
        kept->asked = asked;
        kept->where = *search->where;
        return look_between(search, time - first >= NEAR ? time - NEAR + 1 : first, time, error);
    }
    if (time > kept->last) {
        uint64_t last = end - kept->last > NEAR ? kept->last + NEAR : end;
        return look_between(search, kept->last + 1, last > time ? last : time, error);
    }
    if (time >= kept->first)
        return true;
    uint64_t first = kept->first - begin > NEAR ? kept->first - NEAR : begin;
    return look_between(search, first < time ? first : time, kept->first - 1, error);
}

/* All bytes of a place in memory. False: interrupted, or too much; what was found until then is in *bytes. */
static bool find_bytes(struct session *session, const struct written *where, uint64_t time, bool string, uint64_t reach, struct who_bytes *bytes,
                       struct error *error)
{
    struct search search = {.session = session, .where = where, .time = time < where->until ? time : where->until, .begin = where->from ? where->from : 1,
            .end = where->until, .string = string, .bytes = bytes};
    search.begin = search.begin < search.time ? search.begin : search.time;
    search.begin = reach && search.time - search.begin > reach ? search.time - reach : search.begin;
    search.end = reach && search.end - search.time > reach ? search.time + reach : search.end;
    search.kept = kept_of(session, where);
    bool good = look_around(&search, error) && look_ahead(&search, error) && look_before(&search, error) && look_behind(&search, error);
    weigh(&search);
    return good;
}

/* ---- In no memory ---- */

static bool held_in_pieces(struct session *session, const struct who_place *place, struct who_value *value, struct error *error)
{
    uint64_t number = 0;
    for (uint64_t i = 0; i < place->where.size; i++) {
        unsigned char byte;
        if (!who_piece_byte(session, place, place->where.address + i, &byte, &value->writer, error))
            return false;
        number |= (uint64_t)byte << 8 * i;
    }
    value->number = who_part(place, number);
    return true;
}

static bool held_outside(struct session *session, const struct who_place *place, struct who_value *value, struct error *error)
{
    uint64_t whole = place->number, first = place->where.address, size = place->where.size;
    if (place->home == HOME_PIECES)
        return held_in_pieces(session, place, value, error);
    if (first >= 8 || size > 8 - first)
        return error_set(error, "it is not whole in one register");
    if (place->home == HOME_REGISTER) {
        enum memory_why why = memory_register_at(who_memory(session), place->time, place->reg, &whole, &value->writer.node);
        if (why == MEMORY_NONE)
            return error_set(error, "it is in %%%s here, and nothing used that before it was written again", wet_register_name(place->reg, size) + 1);
        if (why != MEMORY_KNOWN)
            return error_set(error, "it is in %%%s here: %s", wet_register_name(place->reg, size) + 1, memory_why_text(why));
        if (!store_time(session->trace->store, value->writer.node, &value->writer.time))
            return error_set(error, "when it was written is not known");
    }
    value->number = who_part(place, whole >> 8 * first);
    return true;
}

/* Where nothing can be written it is what the executable has. */
static bool held_in_file(const struct session *session, const struct who_place *place, struct who_value *value)
{
    uint64_t number = 0;
    struct slice bytes = who_constant(session, place->where.address, place->where.size);
    for (size_t i = 0; i < bytes.size; i++)
        number |= (uint64_t)(unsigned char)bytes.data[i] << 8 * i;
    value->number = who_part(place, number);
    value->constant = bytes.size == place->where.size;
    return value->constant;
}

bool who_interrupted(const struct error *error)
{
    return slice_is(slice_of(error->message), "interrupted");
}

bool who_value(struct session *session, const struct who_place *place, uint64_t time, struct who_value *value, struct error *error)
{
    uint64_t size = place->where.size;
    *value = (struct who_value){0};
    if (size == 0 || size > 8)
        return error_set(error, "it has %" PRIu64 " bytes: values of up to 8 bytes are known; ask for its members or elements", size);
    if (place->home != HOME_MEMORY)
        return held_outside(session, place, value, error);
    if (held_in_file(session, place, value))
        return true;
    struct who_byte held[8];
    struct who_bytes bytes = {.bytes = held, .size = size};
    uint64_t number = 0;
    if (!find_bytes(session, &place->where, time, false, 0, &bytes, error))
        return false;
    for (uint64_t i = 0; i < size; i++) {
        if (!held[i].known)
            return who_doubt(session, &held[i], error);
        number |= (uint64_t)held[i].value << 8 * i;
    }
    value->number = who_part(place, number);
    value->writer = bytes.writer;
    return true;
}

/* ---- Many bytes ---- */

void who_bytes_free(struct who_bytes *bytes)
{
    free(bytes->bytes);
    *bytes = (struct who_bytes){0};
}

struct slice who_constant(const struct session *session, uint64_t address, uint64_t size)
{
    struct symbols *symbols = program_symbols(session->trace->program);
    uint64_t link = address - wet_run_bias(session) - program_bias(session->trace->program);
    if (!symbols || symbols_segment_at(symbols, link) != SYMBOLS_READ_ONLY)
        return (struct slice){NULL, 0};
    return symbols_bytes(symbols, link, size);
}

/* False: they stand nowhere where nothing can be written. */
static bool take_constant(const struct session *session, const struct written *where, struct who_bytes *bytes)
{
    struct slice there = who_constant(session, where->address, bytes->size);
    for (size_t i = 0; i < there.size; i++)
        bytes->bytes[i] = (struct who_byte){.value = (unsigned char)there.data[i], .known = true, .doubt = WHO_KNOWN};
    bytes->known = there.size;
    bytes->constant = there.size > 0;
    return bytes->constant;
}

void who_bytes(struct session *session, const struct written *where, uint64_t time, bool string, uint64_t reach, struct who_bytes *bytes)
{
    struct written first = *where;
    struct error error;
    *bytes = (struct who_bytes){.size = where->size < WHO_BYTES ? where->size : WHO_BYTES};
    bytes->bytes = memory_allocate(bytes->size * sizeof *bytes->bytes);
    first.size = bytes->size;
    if (!take_constant(session, where, bytes))
        bytes->cut = !find_bytes(session, &first, time, string, reach, bytes, &error);
}
