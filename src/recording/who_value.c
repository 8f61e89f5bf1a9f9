/* who_value.c - the value of a place at a time, from its nearest writers and readers and the state stream.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/wet.h"
#include "recording/who.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct who_evidence {
    const struct written *where;
    const struct memory_writers *writers;       /* with loads, and with stores to unknown addresses */
    uint64_t time;
    uint64_t first;                             /* executions before it were not searched */
    bool string;                                /* bytes after the first one known to be 0 are not needed */
};

struct who_weighed {
    bool before;                        /* evidence up to the time decides every byte: searching further back adds nothing */
    bool whole;                         /* every byte is known, or overwritten after the time before anything tells it: searching further on adds nothing */
};

/* ---- Each byte of a place at a time, from its writers and readers ----
 *
 * The evidence for a byte after everything that ran up to time T:
 *
 *     before     the last store or load up to T tells it, unless skipped code wrote there in between, or a store to an unknown address may have
 *     behind     the first load after T tells it, as long as nothing wrote there in between. A store to an unknown address does not matter if the trace has
 *                the definers of everything the load read, and all of them ran up to T
 *
 * For a recording that does not keep where skipped code wrote, only evidence after T counts, and what the execution at T itself did. The state stream tells
 * the bytes that the evidence leaves open. */

/* How many bytes of an access its recorded value tells: the first ones. */
static uint64_t told(const struct memory_writer *writer)
{
    enum { RECORDED = 8 };
    return writer->size < RECORDED ? writer->size : RECORDED;
}

/* The recorded value of the first bytes of a load or a store: up to 8 bytes, the lowest first; *bytes: how many. False: none. */
static bool who_recorded(struct session *session, const struct memory_writer *writer, uint64_t *recorded, uint64_t *bytes)
{
    *bytes = 0;
    if (writer->kind == WRITER_HIDDEN || writer->kind == WRITER_UNKNOWN)
        return false;
    struct memory_shape shape = memory_shape(who_memory(session), writer->node.index);
    if (!(writer->kind == WRITER_LOAD ? shape.loaded : shape.stored) || !store_number(wet_of(session)->store, writer->node, recorded))
        return false;
    *bytes = told(writer);
    return true;
}

size_t who_behind(const struct memory_writers *writers, uint64_t time)
{
    LOWER_BOUND(size_t, low, 0, writers->count, writers->items[low].time <= time);
    return low;
}

/* ---- One access ---- */

struct weighing {
    struct session *session;
    const struct written *where;
    const struct memory_writers *writers;
    uint64_t time;
    struct who_bytes *bytes;
    uint64_t open;                      /* how many bytes are still undecided */
    uint64_t unknown;                   /* going back: the earliest store to an unknown address so far; 0: none */
    bool passed_unknown;                /* going forward: there was one */
    bool shared;                        /* others may write there at any time */
};

/* The bytes of the place that an access covers: [*from, *to); the first is byte *at of the access. */
static void bytes_of(const struct weighing *w, const struct memory_writer *writer, uint64_t *from, uint64_t *to, uint64_t *at)
{
    uint64_t address = w->where->address, size = w->bytes->size;
    *from = writer->address > address ? writer->address - address : 0;
    *at = address > writer->address ? address - writer->address : 0;
    uint64_t rest = writer->size > *at ? writer->size - *at : 0;
    *from = *from < size ? *from : size;
    *to = rest < size - *from ? *from + rest : size;
}

static void close_byte(struct weighing *w, struct who_byte *byte, enum who_doubt doubt, uint64_t since)
{
    byte->doubt = (uint8_t)doubt;
    byte->since = since;
    w->open--;
}

/* The evidence of an access up to the time, for bytes that are still open. */
static void take_before(struct weighing *w, const struct memory_writer *writer)
{
    uint64_t from, to, at, recorded = 0, first;
    bool now = writer->time == w->time, keeps = store_keeps_skipped(wet_of(w->session)->store) || now;
    enum who_doubt doubt = w->shared && !now ? WHO_SHARED : keeps ? WHO_KNOWN : WHO_OLD;
    bytes_of(w, writer, &from, &to, &at);
    who_recorded(w->session, writer, &recorded, &first);
    for (uint64_t i = from; i < to; i++, at++) {
        struct who_byte *byte = &w->bytes->bytes[i];
        if (byte->doubt != WHO_OPEN)
            continue;
        if (writer->kind == WRITER_HIDDEN) {
            close_byte(w, byte, writer->perhaps ? WHO_PERHAPS : WHO_SKIPPED, writer->time);
        } else if (at < first) {
            byte->value = (unsigned char)(recorded >> 8 * at);
            byte->told = writer->time;
            close_byte(w, byte, w->unknown ? WHO_STORE : doubt, w->unknown ? w->unknown : writer->time);
        } else if (writer->kind == WRITER_STORE) {
            close_byte(w, byte, WHO_WIDE, writer->time);
        }
    }
}

/* The port of memory at which a load read these bytes; 0: unknown. */
static uint64_t port_of_load(struct session *session, const struct memory_writer *load)
{
    struct memory_access accesses[MEMORY_ACCESSES];
    size_t count = memory_accesses(who_memory(session), load->node, accesses);
    for (size_t i = 0; i < count; i++)
        if (accesses[i].why == MEMORY_KNOWN && accesses[i].reads && accesses[i].address == load->address && accesses[i].size == load->size)
            return accesses[i].port;
    return 0;
}

/* Had a call into skipped code finished by that time? No if the time is within a callback of that code. */
static bool is_over(const struct session *session, struct node call, uint64_t time)
{
    const struct store *store = wet_of(session)->store;
    struct store_frame frame;
    uint64_t called, next;
    if (!store_time(store, call, &called) || !store_next_in_thread(store, called, &next) || next > time)
        return false;
    for (uint64_t level = 0; store_frame(store, time, level, &frame) && frame.from > called; level++)
        if (frame.from_hidden && frame.call == called)
            return false;
    return true;
}

/* Did everything that the load read come from writers up to the time? */
static bool load_proves(const struct weighing *w, const struct memory_writer *load)
{
    struct memory *memory = who_memory(w->session);
    struct node hidden[MEMORY_HIDDEN_WRITERS];
    uint64_t port = port_of_load(w->session, load);
    if (!memory_defined_until(memory, load->node, port, w->time))
        return false;
    if (store_keeps_skipped(wet_of(w->session)->store))
        return true;                    /* then a write of skipped code after the time comes before the load in the list */
    size_t count = memory_hidden_writers(memory, load->node, port, hidden, NULL);
    for (size_t i = 0; i < count; i++)
        if (!is_over(w->session, hidden[i], w->time))
            return false;
    return count < MEMORY_HIDDEN_WRITERS;
}

static bool has_all(const struct written *where, uint64_t address, uint64_t size)
{
    return where->address - address < size && where->size <= size - (where->address - address);
}

/* The one store that wrote all of a place that a load read. False: several did, or it is unknown. */
static bool who_writer_of_load(struct session *session, const struct written *where, const struct memory_writer *load, struct memory_writer *writer)
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
            return store_time(wet_of(session)->store, definer, &writer->time);
        }
    return false;
}

/* The evidence of a load after the time: it tells a byte itself, or it proves that the store which told the byte also wrote everything the load read. */
static void take_load(struct weighing *w, const struct memory_writer *load)
{
    uint64_t from, to, at, recorded = 0, first;
    struct memory_writer writer = {0};
    bool doubts = w->passed_unknown || !store_keeps_skipped(wet_of(w->session)->store), asked = false, proves = false, stands = false;
    bytes_of(w, load, &from, &to, &at);
    who_recorded(w->session, load, &recorded, &first);
    for (uint64_t i = from; i < to; i++, at++) {
        struct who_byte *byte = &w->bytes->bytes[i];
        if (byte->doubt == WHO_KNOWN || byte->gone || (at >= first && !byte->told))
            continue;
        if (!asked) {
            proves = !doubts || (at < first && load_proves(w, load));
            stands = at >= first && who_writer_of_load(w->session, w->where, load, &writer) && writer.time <= w->time;
            asked = true;
        }
        if (at < first && proves) {
            byte->value = (unsigned char)(recorded >> 8 * at);
            byte->told = load->time;
            byte->doubt = WHO_KNOWN;
        } else if (stands && byte->told == writer.time) {
            byte->doubt = WHO_KNOWN;
        }
    }
}

static void take_behind(struct weighing *w, const struct memory_writer *writer)
{
    uint64_t from, to, at;
    if (writer->kind == WRITER_LOAD) {
        take_load(w, writer);
    } else if (writer->kind == WRITER_UNKNOWN) {
        w->passed_unknown = true;
    } else {
        bytes_of(w, writer, &from, &to, &at);
        for (uint64_t i = from; i < to; i++)
            w->bytes->bytes[i].gone = true;
    }
}

/* ---- All accesses ---- */

/* Skipped code's writes on behalf of the execution at the time belong to it, like the work of a call; others of that time come when the code that it returned
 * to goes on. */
static size_t first_behind(const struct memory_writers *writers, uint64_t time)
{
    size_t behind = who_behind(writers, time);
    while (behind > 0 && writers->items[behind - 1].kind == WRITER_HIDDEN && writers->items[behind - 1].time == time && writers->items[behind - 1].call != time)
        behind--;
    return behind;
}

/* The execution that told the known bytes: the latest up to the time, else the first after it. */
static void find_teller(const struct weighing *w)
{
    uint64_t before = 0, behind = UINT64_MAX;
    for (uint64_t i = 0; i < w->bytes->size; i++) {
        const struct who_byte *byte = &w->bytes->bytes[i];
        if (byte->doubt != WHO_KNOWN)
            continue;
        if (byte->told <= w->time && byte->told > before)
            before = byte->told;
        else if (byte->told > w->time && byte->told < behind)
            behind = byte->told;
    }
    uint64_t when = before ? before : behind;
    for (size_t i = who_behind(w->writers, when); i-- > 0 && w->writers->items[i].time == when;)
        if (w->writers->items[i].kind == WRITER_STORE || w->writers->items[i].kind == WRITER_LOAD)
            w->bytes->writer = w->writers->items[i];
}

/* Weighs the evidence for each of bytes->size bytes, into bytes->bytes. O(writers + the bytes they cover). */
static struct who_weighed who_weigh(struct session *session, const struct who_evidence *evidence, struct who_bytes *bytes)
{
    const struct memory_writer *items = evidence->writers->items;
    struct weighing w = {session, evidence->where, evidence->writers, evidence->time, bytes, bytes->size, 0, false,
            store_shared(wet_of(session)->store, evidence->where->address, bytes->size, evidence->time)};
    struct who_weighed weighed = {true, true};
    size_t behind = first_behind(w.writers, w.time);
    bytes->known = 0;
    bytes->writer = (struct memory_writer){0};
    for (uint64_t i = 0; i < bytes->size; i++)
        bytes->bytes[i] = (struct who_byte){0};
    for (size_t i = behind; i-- > 0 && w.open && items[i].time >= evidence->first;) {
        if (items[i].kind == WRITER_UNKNOWN)
            w.unknown = items[i].time;
        else
            take_before(&w, &items[i]);
    }
    for (uint64_t i = 0; i < bytes->size && weighed.before; i++) {
        if (evidence->string && bytes->bytes[i].doubt == WHO_KNOWN && !bytes->bytes[i].value)
            break;
        weighed.before = bytes->bytes[i].doubt != WHO_OPEN;
    }
    for (uint64_t i = 0; i < bytes->size; i++)
        bytes->bytes[i].gone = w.shared;
    for (size_t i = behind; i < w.writers->count && !w.shared; i++)
        take_behind(&w, &items[i]);
    for (uint64_t i = 0; i < bytes->size; i++) {
        struct who_byte *byte = &bytes->bytes[i];
        if (byte->doubt == WHO_OPEN && w.unknown) {     /* perhaps something wrote it after all */
            byte->doubt = WHO_STORE;
            byte->since = w.unknown;
        }
        byte->known = byte->doubt == WHO_KNOWN;
        bytes->known += byte->known;
    }
    for (uint64_t i = 0; i < bytes->size && weighed.whole; i++) {
        const struct who_byte *byte = &bytes->bytes[i];
        weighed.whole = byte->known || byte->gone;
        if (evidence->string && byte->known && !byte->value)
            break;
    }
    find_teller(&w);
    return weighed;
}

/* ---- The value of a place in memory at a time, from its writers and readers ---- */

uint64_t who_part(const struct who_place *place, uint64_t number)
{
    unsigned size = (unsigned)place->where.size, width = place->bits ? place->bits : size * 8;
    number >>= place->bits && place->bit_offset < 64 ? place->bit_offset : 0;
    return width < 64 ? number & ((UINT64_C(1) << width) - 1) : number;
}

/* ---- Stores ---- */

/* The number that a store left in a place, if it covers all of the place. */
bool who_written(struct session *session, const struct who_place *place, const struct memory_writer *writer, uint64_t *number)
{
    uint64_t recorded, first, at = place->where.address - writer->address, size = place->where.size;
    if (writer->kind != WRITER_STORE || size > 8 || !who_recorded(session, writer, &recorded, &first) || at >= first || size > first - at)
        return false;
    *number = who_part(place, (recorded >> 8 * at) & (size < 8 ? (UINT64_C(1) << 8 * size) - 1 : UINT64_MAX));
    return true;
}

/* ---- Searching near first ----
 *
 * Most values were written or read a short while ago and are used soon. So who_value searches pieces of time, each longer than the one nearer to the time asked
 * about. The searched pieces form one stretch of time that grows at both ends. It is kept for the places asked about last: a user who steps, or a condition
 * checked at one time after the other, asks about the same places again at times nearby. Near the time, accesses to all places are kept. With a state stream
 * the search ends NEAR_STATE away. */

enum {
    NEAR = 1 << 12,
    NEAR_STATE = 1 << 14,
    LONGER = 8,
    FAR = 1 << 18,                      /* beyond this length a piece is not inferred as a whole, if most executions cannot reach the place */
    KEPT = 1 << 12,                     /* accesses; beyond that it starts over */
    PLACES = 16
};

/* The writers and readers of a place in a stretch of time. */
struct kept {
    struct written where;
    struct memory_writers writers;
    uint64_t first, last;               /* the stretch that was searched; 0, 0: none */
    uint64_t asked;                     /* tick of the last question */
};

struct who_values {
    struct accesses *accesses;
    struct kept kept[PLACES];
    uint64_t tick;
    uint64_t last;                      /* the time of the last question */
    unsigned back;                      /* how many questions since time last went forward made the state stream run a piece from its beginning */
};

struct search {
    struct session *session;
    const struct written *where;
    struct kept *kept;
    uint64_t time;
    uint64_t begin, end;                /* limits of the search */
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
    struct recording *recording = wet_of(session)->recording;
    if (!recording->values) {
        recording->values = memory_allocate(sizeof *recording->values);
        recording->values->accesses = accesses_open(who_memory(session), 0);
    }
    return recording->values;
}

/* kept with the recording, like the memory */
static struct accesses *who_accesses(struct session *session)
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
        forget(search->kept);           /* one piece was not searched */
        return error_set(error, "interrupted");
    }
    search->kept->first = search->kept->first && search->kept->first < first ? search->kept->first : first;
    search->kept->last = search->kept->last > last ? search->kept->last : last;
    return !search->kept->writers.cut || error_set(error, "it was written and read more often than clew can examine");
}

static struct who_weighed weigh(const struct search *search)
{
    struct who_evidence evidence = {search->where, &search->kept->writers, search->time, search->kept->first, search->string};
    return who_weigh(search->session, &evidence, search->bytes);
}

/* ---- Loads that name the writer ----
 *
 * The definers of a load are recorded. If a single store wrote everything it read, and the load is the nearest access before or after the time, then nothing
 * wrote there between that store and the time, however long ago the store ran: no search is needed. */

/* The load that is the nearest access to the time: the last one up to it, or the first one after it, which may also write there. NULL: that access is no
 * load. */
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

/* Extends the kept stretch back to that store: only loads are in between. */
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

/* Looks for loads: they may read what was there at the time. */
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

/* A load that comes soon may name a writer of long ago. */
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

/* The kept stretch of a place; a new place replaces the one unused for longest. */
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

/* Is the time in the kept stretch, or no farther from it than the stretch is long? Then the gap costs no more than the stretch did. */
static bool is_near(const struct search *search)
{
    const struct kept *kept = search->kept;
    uint64_t reach = kept->last - kept->first > NEAR ? kept->last - kept->first : NEAR;
    return kept->first && !kept->writers.cut && kept->writers.count < KEPT && search->time + reach >= kept->first && search->time <= kept->last + reach;
}

/* Extends the kept stretch until it contains the time. */
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

/* ---- From the state stream ---- */

/* Goes to where everything that ran up to a time is done, with what skipped code did on behalf of the execution at that time. */
bool who_go_behind(const struct session *session, struct state *state, uint64_t time, struct error *error)
{
    struct node node;
    struct decoded decoded;
    bool leads = store_at(wet_of(session)->store, time, &node) && program_disassemble(wet_of(session)->program, node.index, &decoded) &&
                 decoded.flow != FLOW_RETURN && decoded.flow != FLOW_BRANCH && (decoded.flow != FLOW_NEXT || str_starts(str_of(decoded.text), "syscall"));
    /* an instruction that faulted did nothing: there is no moment behind it */
    return leads ? state_go(state, time + 1, error) : state_go_behind(state, time, error) || state_go(state, time, error);
}

bool who_loaded_byte(const struct session *session, uint64_t address, unsigned char *value)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    /* the memory of a forked process is its parent's */
    bool loaded = !str_is(store_note(wet_of(session)->store, "began"), "fork");
    return loaded && symbols && wet_is_build_sure(session) && symbols_loaded(symbols, address - wet_run_bias(session) - program_bias(wet_of(session)->program), value);
}

static bool is_shared(const struct search *search, uint64_t i)
{
    return store_shared(wet_of(search->session)->store, search->where->address + i, 1, search->time);
}

/* Fills the bytes that the evidence leaves open. */
static void fill_from_state(const struct search *search, struct state *state)
{
    struct who_bytes *bytes = search->bytes;
    struct error error;
    uint8_t *there = memory_allocate(bytes->size + 1), *told = memory_allocate(bytes->size + 1);
    if (who_go_behind(search->session, state, search->time, &error))
        state_memory(state, search->where->address, there, told, bytes->size);
    enum who_doubt doubt = state_damage(state, &error) ? WHO_DAMAGED : WHO_UNTOUCHED;
    for (uint64_t i = 0; i < bytes->size; i++) {
        struct who_byte *byte = &bytes->bytes[i];
        bool shared = byte->doubt == WHO_SHARED || (byte->gone && is_shared(search, i)), untouched = told[i] == STATE_UNTOUCHED && !shared;
        if (byte->known)
            continue;
        byte->value = there[i];
        byte->known = told[i] == STATE_KNOWN || (untouched && who_loaded_byte(search->session, search->where->address + i, &byte->value));
        byte->doubt = (uint8_t)(byte->known ? WHO_KNOWN : shared ? WHO_SHARED : doubt);
        bytes->known += byte->known;
        bytes->writer = byte->known ? (struct memory_writer){0} : bytes->writer;
    }
    for (uint64_t i = 0; i < bytes->size; i++)
        if (bytes->bytes[i].doubt == WHO_UNTOUCHED) {
            who_explain_doubt(search->session, state, search->where->address + i, &bytes->bytes[i]);
            break;                      /* messages name the first one */
        }
    free(there);
    free(told);
}

/* The execution in your code on whose behalf skipped code or the kernel wrote to some bytes behind a time. */
static uint64_t call_of(const struct store *store, const struct state_access *access)
{
    struct skipped_write write;
    bool found = store_keeps_skipped(store) &&
                 store_skipped_last(store, access->first, access->last - access->first + 1, access->time, access->time, &write) && write.call;
    return found ? write.call : access->time;
}

bool who_access_writer(const struct store *store, const struct state_access *access, struct memory_writer *writer)
{
    uint64_t call = access->yours ? access->time : call_of(store, access);
    *writer = (struct memory_writer){.time = access->time, .kind = access->yours ? WRITER_STORE : WRITER_HIDDEN, .address = access->address,
                                     .size = (uint32_t)access->size, .call = access->yours ? 0 : call};
    if (call && store_at(store, call, &writer->node))
        return true;
    writer->time = 0;
    return false;
}

void who_state_writer(struct session *session, const struct written *where, uint64_t time, struct memory_writer *writer)
{
    const struct store *store = wet_of(session)->store;
    struct state *state = who_state(session);
    struct state_access found;
    struct error error;
    *writer = (struct memory_writer){.kind = WRITER_STORE, .perhaps = true, .address = where->address, .size = (uint32_t)where->size};
    if (!state || !who_go_behind(session, state, time, &error))
        return;
    enum state_found told = state_last_change(state, where->address, where->size, &session->options.progress, &found);
    writer->perhaps = told == STATE_UNTOLD || (told == STATE_FOUND && found.how == STATE_TAKEN);
    if (told == STATE_FOUND && found.how != STATE_TAKEN)
        who_access_writer(store, &found, writer);
}

/* Asks the state stream first. False: it does not tell all bytes. A walk that goes back and asks at each of its stops would run a piece again each time: then
 * the evidence around the time comes first. */
static bool state_tells(const struct search *search, struct state *state)
{
    enum { BACK_MOST = 8 };
    struct who_values *values = values_of(search->session);
    values->back = search->time > values->last ? 0 : values->back + (search->time < values->last && !state_is_near(state, search->time));
    values->last = search->time;
    if (values->back > BACK_MOST)
        return false;
    struct who_bytes *bytes = search->bytes;
    bytes->known = 0;
    bytes->writer = (struct memory_writer){0};
    memset(bytes->bytes, 0, bytes->size * sizeof *bytes->bytes);
    fill_from_state(search, state);
    return bytes->known == bytes->size;
}

/* All bytes of a place in memory. False: interrupted, or too much; *bytes has what was found. */
static bool find_bytes(struct session *session, const struct written *where, uint64_t time, bool string, uint64_t reach, struct who_bytes *bytes,
                       struct error *error)
{
    struct search search = {.session = session, .where = where, .time = time < where->until ? time : where->until, .begin = where->from ? where->from : 1,
            .end = where->until, .string = string, .bytes = bytes};
    search.begin = search.begin < search.time ? search.begin : search.time;
    search.begin = reach && search.time - search.begin > reach ? search.time - reach : search.begin;
    search.end = reach && search.end - search.time > reach ? search.time + reach : search.end;
    struct state *state = who_state(session);
    if (state && (!reach || reach > NEAR_STATE)) {      /* the state stream knows what lies farther */
        search.begin = search.time - search.begin > NEAR_STATE ? search.time - NEAR_STATE : search.begin;
        search.end = search.end - search.time > NEAR_STATE ? search.time + NEAR_STATE : search.end;
    }
    if (state && state_tells(&search, state))
        return true;
    search.kept = kept_of(session, where);
    bool good = look_around(&search, error) && look_ahead(&search, error) && look_before(&search, error) && look_behind(&search, error);
    weigh(&search);
    if (good && state && bytes->known < bytes->size)
        fill_from_state(&search, state);
    return good;
}

/* ---- Outside memory ---- */

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

static bool held_in_value(const struct who_place *place, struct who_value *value, struct error *error)
{
    uint64_t first = place->where.address, size = place->where.size, number = 0;
    if (first > place->bytes.size || size > place->bytes.size - first)
        return error_set(error, "it lies outside the value");
    for (uint64_t i = 0; i < size; i++)
        number |= (uint64_t)(unsigned char)place->bytes.data[first + i] << 8 * i;
    value->number = who_part(place, number);
    return true;
}

static bool held_outside(struct session *session, const struct who_place *place, struct who_value *value, struct error *error)
{
    uint64_t whole = place->number, first = place->where.address, size = place->where.size;
    if (place->home == HOME_PIECES)
        return held_in_pieces(session, place, value, error);
    if (place->home == HOME_VALUE)
        return held_in_value(place, value, error);
    if (place->home == HOME_SYNTHETIC)
        return error_set(error, "it is a synthetic pointer: what it points to has no known address");
    if (first >= 8 || size > 8 - first)
        return error_set(error, "it is not entirely in one register");
    if (place->home == HOME_REGISTER) {
        enum memory_why why = memory_register_at(who_memory(session), place->time, place->reg, &whole, &value->writer.node);
        if (why != MEMORY_KNOWN)
            return error_set(error, "it is in %%%s here: %s", wet_register_name(place->reg, size) + 1, memory_register_why_text(why));
        if (value->writer.node.index != MEMORY_NOBODY && !store_time(wet_of(session)->store, value->writer.node, &value->writer.time))
            return error_set(error, "when it was written is unknown");
    }
    value->number = who_part(place, whole >> 8 * first);
    return true;
}

/* Bytes of the run's memory that lie in a read-only part of the executable. Null: they do not, or that is unknown. */
static struct str constant_bytes(const struct session *session, uint64_t address, uint64_t size)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    uint64_t link = address - wet_run_bias(session) - program_bias(wet_of(session)->program);
    if (!symbols || symbols_segment_at(symbols, link) != SYMBOLS_READ_ONLY)
        return (struct str){NULL, 0};
    return symbols_bytes(symbols, link, size);
}

/* Read-only memory holds what the executable has. */
static bool held_in_file(const struct session *session, const struct who_place *place, struct who_value *value)
{
    uint64_t number = 0;
    struct str bytes = constant_bytes(session, place->where.address, place->where.size);
    for (size_t i = 0; i < bytes.size; i++)
        number |= (uint64_t)(unsigned char)bytes.data[i] << 8 * i;
    value->number = who_part(place, number);
    value->constant = bytes.size == place->where.size;
    return value->constant;
}

bool who_interrupted(const struct error *error)
{
    return str_is(str_of(error->message), "interrupted");
}

static bool has_parts(const struct session *session, const struct who_place *place)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    struct type type;
    return !place->typed || !symbols || !symbols_type(symbols, place->type, &type) || type.kind == TYPE_ARRAY || type.kind == TYPE_STRUCT || type.kind == TYPE_UNION;
}

bool who_value(struct session *session, const struct who_place *place, uint64_t time, struct who_value *value, struct error *error)
{
    uint64_t size = place->where.size;
    *value = (struct who_value){0};
    if (size == 0 || size > 8)
        return error_set(error, "it has %" PRIu64 " bytes, and clew knows values of up to 8%s", size, has_parts(session, place) ? ": ask for its members or elements" : "");
    if (place->home != HOME_MEMORY)
        return held_outside(session, place, value, error);
    if (held_in_file(session, place, value))
        return true;
    struct who_byte held[8];
    struct who_bytes bytes = {.bytes = held, .size = size};
    uint64_t number = 0;
    if (who_is_null(place, error) || !find_bytes(session, &place->where, time, false, 0, &bytes, error))
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

bool who_is_null(const struct who_place *place, struct error *error)
{
    enum { FIRST_PAGE = 1 << 12 };
    if (place->home != HOME_MEMORY || place->where.address >= FIRST_PAGE)
        return false;
    error_set(error, "it would lie at address 0x%" PRIx64 ", where no memory is: a null pointer leads there", place->where.address);
    return true;
}

void who_bytes_free(struct who_bytes *bytes)
{
    free(bytes->bytes);
    *bytes = (struct who_bytes){0};
}

/* False: they are not in read-only memory. */
static bool take_constant(const struct session *session, const struct written *where, struct who_bytes *bytes)
{
    struct str there = constant_bytes(session, where->address, bytes->size);
    who_known_bytes(there, bytes->bytes);
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
