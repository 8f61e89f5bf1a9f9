/* who_value.c - what a place in memory held at a time, by who wrote and read it.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/who.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

uint64_t who_part(const struct who_place *place, uint64_t number)
{
    unsigned size = (unsigned)place->where.size, width = place->bits ? place->bits : size * 8;
    number >>= place->bits && place->bit_offset < 64 ? place->bit_offset : 0;
    return width < 64 ? number & ((UINT64_C(1) << width) - 1) : number;
}

/* ---- What is known of the bytes of a place, a bit each ---- */

struct gathered {
    const struct who_place *place;
    uint64_t number, known, closed;             /* closed: written by one whose value is not known */
};

/* The bytes of the place that the first bytes of an access are. */
static uint64_t first_bytes_of(const struct who_place *place, const struct memory_writer *writer, uint64_t size)
{
    uint64_t bytes = 0;
    for (uint64_t i = 0; i < place->where.size; i++)
        bytes |= place->where.address + i - writer->address < size ? UINT64_C(1) << i : 0;
    return bytes;
}

/* The bytes of the place that an access has. */
static uint64_t bytes_of(const struct who_place *place, const struct memory_writer *writer)
{
    return first_bytes_of(place, writer, writer->size);
}

/* How many of the bytes of an access its recorded value tells: the first ones. */
static uint64_t told(const struct memory_writer *writer)
{
    enum { RECORDED = 8 };
    return writer->size < RECORDED ? writer->size : RECORDED;
}

bool who_recorded(struct session *session, const struct memory_writer *writer, uint64_t *recorded, uint64_t *bytes)
{
    *bytes = 0;
    if (writer->kind == WRITER_HIDDEN)
        return false;
    struct memory_shape shape = memory_shape(who_memory(session), writer->node.index);
    if (!(writer->kind == WRITER_LOAD ? shape.loaded : shape.stored) || !store_number(session->trace->store, writer->node, recorded))
        return false;
    *bytes = told(writer);
    return true;
}

/* What an access says of the bytes of which nothing is known yet; a load that is no plain one says nothing. False: it says nothing of them. */
static bool gather(struct session *session, const struct memory_writer *writer, struct gathered *gathered)
{
    uint64_t recorded, first, mine = bytes_of(gathered->place, writer) & ~(gathered->known | gathered->closed);
    bool load = writer->kind == WRITER_LOAD;
    if (mine == 0)
        return false;
    if (!who_recorded(session, writer, &recorded, &first)) {
        gathered->closed |= load ? 0 : mine;
        return !load;
    }
    uint64_t known = mine & first_bytes_of(gathered->place, writer, first);
    gathered->closed |= load ? 0 : mine & ~known;
    for (uint64_t i = 0; i < gathered->place->where.size; i++)
        if (known >> i & 1)
            gathered->number |= (recorded >> 8 * (gathered->place->where.address + i - writer->address) & 0xff) << 8 * i;
    gathered->known |= known;
    return known || !load;
}

bool who_written(struct session *session, const struct who_place *place, const struct memory_writer *writer, uint64_t *number)
{
    struct gathered gathered = {.place = place};
    if (writer->kind != WRITER_STORE || place->where.size > 8 || !gather(session, writer, &gathered))
        return false;
    *number = who_part(place, gathered.number);
    return gathered.known == bytes_of(place, writer) && gathered.known == (UINT64_C(1) << place->where.size) - 1;
}

/* How many of them are at or before a time. */
static size_t behind_time(const struct memory_writers *writers, uint64_t time)
{
    size_t low = 0, high = writers->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (writers->items[middle].time <= time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The last words up to the time, byte by byte; of bytes that nobody is known to have written the first load behind it, as long as nothing was written between.
 */
static bool find_value(struct session *session, const struct who_place *place, const struct memory_writers *writers, uint64_t time, struct who_value *value,
        struct error *error)
{
    struct gathered gathered = {.place = place};
    const struct memory_writer *unknown = NULL;
    uint64_t all = (UINT64_C(1) << place->where.size) - 1;
    size_t behind = behind_time(writers, time);
    for (size_t i = behind; i-- > 0 && (gathered.known | gathered.closed) != all;) {
        uint64_t known = gathered.known, closed = gathered.closed;
        if (gather(session, &writers->items[i], &gathered) && known == 0 && gathered.known)
            value->writer = writers->items[i];
        if (closed == 0 && gathered.closed)
            unknown = &writers->items[i];
    }
    bool said = gathered.known || gathered.closed;
    gathered.closed = 0;                /* whoever wrote them: a load tells what they are */
    for (size_t i = behind; i < writers->count && (gathered.known | gathered.closed) != all; i++) {
        uint64_t known = gathered.known;
        if (writers->items[i].kind != WRITER_LOAD)
            gathered.closed |= bytes_of(place, &writers->items[i]) & ~gathered.known;
        else if (gather(session, &writers->items[i], &gathered) && known != gathered.known)
            value->writer = writers->items[i];
    }
    value->number = who_part(place, gathered.number);
    if (gathered.known == all)
        return true;
    if (!said)
        return error_set(error, "nothing that is shown wrote it before, or read it before it was written next");
    if (!unknown)
        return error_set(error, "only a part of it was written or read by what is shown");
    return error_set(error, unknown->kind == WRITER_HIDDEN ? "it was written by code that is not shown (@%" PRIu64 "), and not read as a whole since"
                                                          : "it was written wider than what is recorded (@%" PRIu64 ")", unknown->time);
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
    const struct who_place *place;
    struct kept *kept;
    uint64_t time;
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
    struct written where = search->place->where;
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

/* What there is up to the time says of its bytes. */
static struct gathered gather_before(const struct search *search)
{
    struct gathered gathered = {.place = search->place};
    uint64_t all = (UINT64_C(1) << search->place->where.size) - 1;
    const struct memory_writer *items = search->kept->writers.items;
    size_t i = behind_time(&search->kept->writers, search->time);
    while (i-- > 0 && (gathered.known | gathered.closed) != all && items[i].time >= search->kept->first)
        gather(search->session, &items[i], &gathered);
    return gathered;
}

/* Does it say of each what it held, or that it is not known? */
static bool says_before(const struct search *search)
{
    struct gathered gathered = gather_before(search);
    return (gathered.known | gathered.closed) == (UINT64_C(1) << search->place->where.size) - 1;
}

static bool has_all(const struct written *where, uint64_t address, uint64_t size)
{
    return where->address - address < size && where->size <= size - (where->address - address);
}

/* ---- What a load tells of who wrote it ----
 *
 * What a load used has definers that are recorded. If one store alone wrote all of it, and the load is the nearest access to the time, before or behind it,
 * nobody wrote there between that store and the time, however long ago it ran: it need not be searched for. */

/* The one store that wrote all of the place which a load read. */
static bool writer_of_load(struct session *session, const struct written *where, const struct memory_writer *load, struct memory_writer *writer)
{
    struct memory *memory = who_memory(session);
    struct memory_access accesses[MEMORY_ACCESSES];
    struct node definer;
    size_t count = memory_accesses(memory, load->node, accesses), i = 0;
    while (i < count && !(accesses[i].why == MEMORY_KNOWN && accesses[i].reads && accesses[i].address == load->address &&
                           has_all(where, load->address, load->size)))
        i++;
    if (i == count || !memory_sole_definer(memory, load->node, accesses[i].port, &definer))
        return false;
    count = memory_accesses(memory, definer, accesses);
    for (i = 0; i < count; i++)
        if (accesses[i].why == MEMORY_KNOWN && accesses[i].writes && has_all(where, accesses[i].address, accesses[i].size)) {
            *writer = (struct memory_writer){.node = definer, .kind = WRITER_STORE, .address = accesses[i].address, .size = accesses[i].size};
            return store_time(session->trace->store, definer, &writer->time);
        }
    return false;
}

/* The load that is the nearest access to the time: the last up to it, or the first behind it, which may write there as well. NULL: it is no load. */
static const struct memory_writer *load_before(const struct search *search)
{
    const struct memory_writer *items = search->kept->writers.items;
    size_t behind = behind_time(&search->kept->writers, search->time);
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
    size_t behind = behind_time(writers, search->time);
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
    if (!load || !writer_of_load(search->session, &search->place->where, load, &writer) || writer.time > search->time || writer.time >= search->kept->first ||
        writer.time < search->place->where.from)
        return false;
    size_t at = behind_time(writers, writer.time);
    writers->items = array_grow(writers->items, &writers->capacity, writers->count + 1, sizeof writer);
    memmove(&writers->items[at + 1], &writers->items[at], (writers->count - at) * sizeof writer);
    writers->items[at] = writer;
    writers->count++;
    search->kept->first = writer.time;
    return true;
}

/* ---- Both ways ---- */

/* Did anything behind the time read or write all of it? No later load tells more of what was there at the time. A load does whose value is what it read; of
 * what is known already also one that tells that no other wrote it since. */
static bool says_behind(const struct search *search)
{
    const struct written *where = &search->place->where;
    const struct memory_writers *writers = &search->kept->writers;
    bool known = gather_before(search).known == (UINT64_C(1) << where->size) - 1;
    for (size_t i = behind_time(writers, search->time); i < writers->count; i++) {
        const struct memory_writer *writer = &writers->items[i];
        struct memory_writer before;
        if (!has_all(where, writer->address, writer->size) || writer->kind == WRITER_HIDDEN)
            continue;
        bool tells = has_all(where, writer->address, told(writer)) && memory_shape(who_memory(search->session), writer->node.index).loaded;
        if (writer->kind == WRITER_STORE || tells || (known && writer_of_load(search->session, where, writer, &before) && before.time <= search->time))
            return true;
    }
    return false;
}

static bool look_before(struct search *search, struct error *error)
{
    uint64_t begin = search->place->where.from ? search->place->where.from : 1, piece = NEAR;
    while (search->kept->first > begin && !says_before(search) && !load_tells(search, load_before(search)) && !load_tells(search, load_behind(search))) {
        uint64_t last = search->kept->first - 1, first = last - begin >= piece ? last - piece + 1 : begin;
        if (!look_between(search, first, last, error))
            return false;
        piece *= LONGER;
    }
    return true;
}

/* For loads there: what they read may be what was there at the time, or tell that code which is not shown wrote it before. */
static bool look_behind(struct search *search, struct error *error)
{
    uint64_t end = search->place->where.until, piece = NEAR;
    while (search->kept->last < end && !says_behind(search)) {
        uint64_t first = search->kept->last + 1, last = end - first >= piece ? first + piece - 1 : end;
        if (!look_between(search, first, last, error))
            return false;
        piece *= LONGER;
    }
    return true;
}

/* A load that comes soon may tell at once what is long ago. */
static bool look_ahead(struct search *search, struct error *error)
{
    uint64_t last = search->kept->last, end = search->place->where.until;
    if (last >= end || says_before(search) || says_behind(search))
        return true;
    return look_between(search, last + 1, end - last > NEAR ? last + NEAR : end, error);
}

static bool same_place(const struct written *now, const struct written *then)
{
    return now->address == then->address && now->size == then->size && now->from == then->from && now->until == then->until &&
           now->is_static == then->is_static;
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
    uint64_t begin = search->place->where.from ? search->place->where.from : 1, end = search->place->where.until, time = search->time;
    if (!is_near(search)) {
        uint64_t first = begin < time ? begin : time, asked = kept->asked;
        forget(kept);
        kept->asked = asked;
        kept->where = search->place->where;
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
    struct search search = {.session = session, .place = place, .time = time < place->where.until ? time : place->where.until};
    search.kept = kept_of(session, &place->where);
    return look_around(&search, error) && look_ahead(&search, error) && look_before(&search, error) && look_behind(&search, error) &&
           find_value(session, place, &search.kept->writers, search.time, value, error);
}
