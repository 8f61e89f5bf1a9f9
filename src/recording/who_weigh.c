/* who_weigh.c - what each byte of a place held at a time, by those who wrote and read it.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Evidence for a byte after all that ran up to time T:
 *
 *     before     the last store or load up to T tells it, unless skipped code wrote there between, or a store whose address is not known may have
 *     behind     the first load behind T tells it, as long as nothing wrote there between. A store whose address is not known is no obstacle where the trace
 *                has who defined what the load read, and all of them ran up to T
 *
 * A recording that does not keep where skipped code wrote has evidence behind T alone, and what the instance at T itself did. */
#include "recording/who_weigh.h"
#include "session/engine.h"

#include <inttypes.h>


/* How many of the bytes of an access its recorded value tells: the first ones. */
static uint64_t told(const struct memory_writer *writer)
{
    enum { RECORDED = 8 };
    return writer->size < RECORDED ? writer->size : RECORDED;
}

bool who_recorded(struct session *session, const struct memory_writer *writer, uint64_t *recorded, uint64_t *bytes)
{
    *bytes = 0;
    if (writer->kind == WRITER_HIDDEN || writer->kind == WRITER_UNKNOWN)
        return false;
    struct memory_shape shape = memory_shape(who_memory(session), writer->node.index);
    if (!(writer->kind == WRITER_LOAD ? shape.loaded : shape.stored) || !store_number(session->trace->store, writer->node, recorded))
        return false;
    *bytes = told(writer);
    return true;
}

size_t who_behind(const struct memory_writers *writers, uint64_t time)
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

/* ---- One access ---- */

struct weighing {
    struct session *session;
    const struct written *where;
    const struct memory_writers *writers;
    uint64_t time;
    struct who_bytes *bytes;
    uint64_t open;                      /* bytes of which nothing is known yet */
    uint64_t unknown;                   /* going back: the earliest store so far whose address is not known; 0: none */
    bool passed_unknown;                /* going on: there was one */
    bool shared;                        /* others may write there at any time */
};

/* The bytes of the place that an access has: [*from, *to), of which the first is byte *at of the access. */
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

/* What an access up to the time says of bytes that are still open. */
static void take_before(struct weighing *w, const struct memory_writer *writer)
{
    uint64_t from, to, at, recorded = 0, first;
    bool now = writer->time == w->time, keeps = store_keeps_skipped(w->session->trace->store) || now;
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

/* The port of memory that a load read these bytes at; 0: not known. */
static uint64_t port_of_load(struct session *session, const struct memory_writer *load)
{
    struct memory_access accesses[MEMORY_ACCESSES];
    size_t count = memory_accesses(who_memory(session), load->node, accesses);
    for (size_t i = 0; i < count; i++)
        if (accesses[i].why == MEMORY_KNOWN && accesses[i].reads && accesses[i].address == load->address && accesses[i].size == load->size)
            return accesses[i].port;
    return 0;
}

/* Had a call that led to skipped code done what it does by that time? Not where the time is within what it called back. */
static bool is_over(const struct session *session, struct node call, uint64_t time)
{
    const struct store *store = session->trace->store;
    struct store_frame frame;
    uint64_t called, next;
    if (!store_time(store, call, &called) || !store_next_in_thread(store, called, &next) || next > time)
        return false;
    for (uint64_t level = 0; store_frame(store, time, level, &frame) && frame.from > called; level++)
        if (frame.from_hidden && frame.call == called)
            return false;
    return true;
}

/* Was all that it read written by what ran up to the time? */
static bool load_proves(const struct weighing *w, const struct memory_writer *load)
{
    struct memory *memory = who_memory(w->session);
    struct node hidden[MEMORY_HIDDEN_WRITERS];
    uint64_t port = port_of_load(w->session, load);
    if (!memory_defined_until(memory, load->node, port, w->time))
        return false;
    if (store_keeps_skipped(w->session->trace->store))
        return true;                    /* what skipped code wrote behind the time stands before the load */
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

bool who_writer_of_load(struct session *session, const struct written *where, const struct memory_writer *load, struct memory_writer *writer)
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

/* A load behind the time. Either it tells a byte itself, or that the store which told it is the one that wrote all it read. */
static void take_load(struct weighing *w, const struct memory_writer *load)
{
    uint64_t from, to, at, recorded = 0, first;
    struct memory_writer writer = {0};
    bool doubts = w->passed_unknown || !store_keeps_skipped(w->session->trace->store), asked = false, proves = false, stands = false;
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

/* ---- All of them ---- */

/* Of skipped code the writes for the instance at the time itself belong to it, as what a call does; others of that time come when code that it returned to
 * goes on. */
static size_t first_behind(const struct memory_writers *writers, uint64_t time)
{
    size_t behind = who_behind(writers, time);
    while (behind > 0 && writers->items[behind - 1].kind == WRITER_HIDDEN && writers->items[behind - 1].time == time && writers->items[behind - 1].call != time)
        behind--;
    return behind;
}

/* Who told what is known: the youngest up to the time, else the first behind it. */
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

struct who_weighed who_weigh(struct session *session, const struct who_evidence *evidence, struct who_bytes *bytes)
{
    const struct memory_writer *items = evidence->writers->items;
    struct weighing w = {session, evidence->where, evidence->writers, evidence->time, bytes, bytes->size, 0, false,
            store_shared(session->trace->store, evidence->where->address, bytes->size, evidence->time)};
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
        if (byte->doubt == WHO_OPEN && w.unknown) {     /* that nobody wrote it is not certain */
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

/* ---- In words ---- */

bool who_doubt(const struct session *session, const struct who_byte *byte, struct error *error)
{
    bool all = slice_is(store_note(session->trace->store, "only"), "all");
    const char *record = all ? "" : " (record with --only=all)";
    switch ((enum who_doubt)byte->doubt) {
    case WHO_KNOWN: case WHO_OPEN: return error_set(error, "unknown: nothing in the recording wrote it before, or read it before its next write");
    case WHO_SKIPPED: return error_set(error, "unknown since @%" PRIu64 ": skipped code wrote it%s", byte->since, record);
    case WHO_PERHAPS: return error_set(error, "unknown since @%" PRIu64 ": skipped code may have written it%s", byte->since, record);
    case WHO_STORE: return error_set(error, "unknown since @%" PRIu64 ": a store whose address is unknown may have written it", byte->since);
    case WHO_WIDE: return error_set(error, "unknown since @%" PRIu64 ": that store is wider than the 8 bytes that a recording keeps", byte->since);
    case WHO_SHARED: return error_set(error, "unknown since @%" PRIu64 ": others share this memory and may have written it", byte->since);
    case WHO_OLD: return error_set(error, "unknown since @%" PRIu64 ": skipped code may have written it, and this recording does not say (record again)", byte->since);
    }
    return false;
}
