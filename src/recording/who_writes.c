/* who_writes.c - all writes to a place in memory around a time, from the state stream.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pieces of the stream answer one after the other, away from the time. While one long call runs, all its writes are one row: the pieces within it that
 * nothing else can be in are left out. */
#include "recording/steps.h"
#include "recording/who.h"
#include "recording/state/state.h"

#include <stdlib.h>
#include <string.h>

enum { RUNS_MOST = 256 };               /* pieces that are run in a direction: a second or two */

struct gathering {
    struct session *session;
    const struct store *store;
    struct state *state;
    struct written where;
    uint64_t time, piece_count;
    uint64_t left;                      /* the return that ends the frame of the place: what skipped code writes behind it is another's; 0: none */
    uint64_t runs;                      /* pieces run in this direction */
    struct state_accesses list;
    struct state_access asked;          /* the last access of skipped code whose writer was looked up, and that writer */
    struct memory_writer writer;
    bool has_asked;
    ARRAY(struct who_write, found);     /* of a piece, in order of time */
    struct who_writes *writes;
};

void who_writes_free(struct who_writes *writes)
{
    free(writes->items);
    *writes = (struct who_writes){0};
}

/* ---- One piece ---- */

/* Is it part of the write before it? A call writes with any number of stores. */
static bool is_same(const struct who_write *last, const struct who_write *write)
{
    return last->writer.kind == WRITER_HIDDEN && write->writer.kind == WRITER_HIDDEN && last->writer.time == write->writer.time &&
           last->writer.call == write->writer.call && last->taken == write->taken;
}

/* The bytes that an access left in the place. */
static void take_bytes(const struct gathering *g, const struct state_access *access, struct who_write *write)
{
    for (uint64_t at = access->first; g->where.size <= sizeof write->number && at <= access->last; at++) {
        unsigned i = (unsigned)(at - g->where.address);
        uint8_t byte = access->told ? (uint8_t)g->list.bytes.data[access->bytes + (at - access->first)] : 0;
        write->number |= (uint64_t)byte << 8 * i;
        *(access->told ? &write->known : &write->lost) |= (uint8_t)(1u << i);
    }
}

/* One write, and a later one for the same call. */
static struct who_write joined(const struct who_write *older, const struct who_write *newer)
{
    struct who_write both = *newer;
    uint64_t end = older->writer.address + older->writer.size, other = newer->writer.address + newer->writer.size;
    both.writer.address = older->writer.address < newer->writer.address ? older->writer.address : newer->writer.address;
    both.writer.size = (uint32_t)((end > other ? end : other) - both.writer.address);
    for (unsigned i = 0; i < sizeof both.number; i++)
        if (!((newer->known | newer->lost) >> i & 1))
            both.number |= older->number & (uint64_t)0xff << 8 * i;
    both.known = (uint8_t)((older->known & ~newer->lost) | newer->known);
    both.lost = (uint8_t)((older->lost & ~newer->known) | newer->lost);
    return both;
}

/* A call may write to the same bytes thousands of times: one search for the call is enough. */
static void find_writer(struct gathering *g, const struct state_access *access, struct memory_writer *writer)
{
    const struct state_access *asked = &g->asked;
    if (access->yours) {
        who_access_writer(g->store, access, writer);
        return;
    }
    if (!g->has_asked || access->time != asked->time || access->first != asked->first || access->last != asked->last)
        who_access_writer(g->store, access, &g->writer);
    g->asked = *access;
    g->has_asked = true;
    *writer = g->writer;
    writer->address = access->address;
    writer->size = (uint32_t)access->size;
}

static void take_access(struct gathering *g, const struct state_access *access)
{
    const struct written *where = &g->where;
    struct who_write write = {.kernel = access->how == STATE_KERNEL, .taken = access->how == STATE_TAKEN};
    write.instruction = access->yours ? 0 : access->instruction;
    find_writer(g, access, &write.writer);
    write.writer.time = access->time;
    if (write.writer.kind == WRITER_HIDDEN) {           /* the part of the place that was written */
        write.writer.address = access->first;
        write.writer.size = (uint32_t)(access->last - access->first + 1);
    }
    if (access->time < where->from || access->time > where->until || (g->left && access->time >= g->left && !access->yours))
        return;
    take_bytes(g, access, &write);
    struct who_write *last = g->found_count ? &g->found[g->found_count - 1] : NULL;
    if (last && is_same(last, &write))
        *last = joined(last, &write);
    else
        ARRAY_ADD(g, found, write);
}

/* False: stopped, or it is damaged. */
static bool take_piece(struct gathering *g, uint64_t piece, uint64_t done)
{
    g->found_count = 0;
    g->runs++;
    if (!progress_report(&g->session->options.progress, done, g->piece_count))
        return !(g->writes->stopped = true);
    if (!state_accesses(g->state, piece, g->where.address, g->where.size, false, &g->list) || g->list.cut)
        return !(g->writes->damaged = true);
    for (size_t i = 0; i < g->list.items_count; i++)
        take_access(g, &g->list.items[i]);
    return true;
}

/* ---- Both ways ---- */

/* The first piece that begins at that time or later. */
static uint64_t piece_from(const struct gathering *g, uint64_t time)
{
    LOWER_BOUND(uint64_t, piece, 0, g->piece_count, store_piece(g->store, piece).time < time);
    return piece;
}

static bool is_alone(const struct gathering *g)
{
    return store_thread_count(g->store) == 1;
}

/* Adds a write behind those from `first` on, or as a part of the last one. False: there are enough. */
static bool add(struct gathering *g, const struct who_write *write, size_t first, bool back)
{
    struct who_writes *writes = g->writes;
    struct who_write *last = writes->items_count > first ? &writes->items[writes->items_count - 1] : NULL;
    if (last && is_same(last, write)) {
        *last = back ? joined(write, last) : joined(last, write);
        return true;
    }
    if (writes->items_count - first == WHO_WRITES) {
        *(back ? &writes->earlier : &writes->later) = write->writer.time;
        return false;
    }
    ARRAY_ADD(writes, items, *write);
    return true;
}

/* The latest first. */
static void gather_back(struct gathering *g, uint64_t piece)
{
    const struct written *where = &g->where;
    uint64_t begin = piece;
    while ((piece = state_piece_next(g->state, piece, true, where->address, where->size, false)) != STATE_NO_PIECE) {
        uint64_t next = piece + 1 < g->piece_count ? store_piece(g->store, piece + 1).time : UINT64_MAX;
        if (next <= where->from)
            return;                     /* all in it came before the place was there */
        if (g->runs == RUNS_MOST) {
            g->writes->earlier = next < g->time ? next : g->time;
            return;
        }
        if (!take_piece(g, piece, begin - piece))
            return;
        for (size_t i = g->found_count; i-- > 0;)
            if (g->found[i].writer.time <= g->time && !add(g, &g->found[i], 0, true))
                return;
        uint64_t time = store_piece(g->store, piece).time;
        bool within = g->found_count && g->found[0].writer.kind == WRITER_HIDDEN && g->found[0].writer.time + 1 == time && g->found[0].writer.time <= g->time;
        piece = (within && is_alone(g) ? piece_from(g, time) : piece) - 1;
    }
}

/* Within a call that goes on: the last piece up to its end that writes, or the next one of all. */
static uint64_t skip_ahead(struct gathering *g, uint64_t piece)
{
    const struct written *where = &g->where;
    const struct who_write *last = g->found_count ? &g->found[g->found_count - 1] : NULL;
    uint64_t next = piece + 1;
    if (!last || last->writer.kind != WRITER_HIDDEN || !is_alone(g) || next >= g->piece_count || store_piece(g->store, next).time != last->writer.time + 1)
        return next;
    uint64_t end = piece_from(g, last->writer.time + 2) - 1, found = STATE_NO_PIECE;
    if (end)
        found = state_piece_next(g->state, end - 1, true, where->address, where->size, false);
    return found != STATE_NO_PIECE && found > piece ? found : end > piece ? end : next;
}

static void gather_ahead(struct gathering *g, uint64_t piece)
{
    const struct written *where = &g->where;
    uint64_t begin = piece;
    size_t first = g->writes->items_count;
    g->runs = 0;
    while ((piece = state_piece_next(g->state, piece, false, where->address, where->size, false)) != STATE_NO_PIECE) {
        if (store_piece(g->store, piece).time > where->until + 1)
            return;
        if (g->runs == RUNS_MOST) {
            g->writes->later = store_piece(g->store, piece).time - 1;
            return;
        }
        if (!take_piece(g, piece, piece - begin))
            return;
        for (size_t i = 0; i < g->found_count; i++)
            if (g->found[i].writer.time > g->time && !add(g, &g->found[i], first, false))
                return;
        piece = skip_ahead(g, piece);
    }
}

/* ---- Places on the stack ---- */

bool who_limit_to_frame(struct session *session, struct state *state, uint64_t time, struct written *where, bool *own)
{
    enum { LEVELS_MOST = 1000 };
    struct error error;
    struct store_frame frame;
    uint64_t cfa, at = time;
    const struct store *store = wet_of(session)->store;
    if (!state_go(state, time, &error) || where->address < state_register(state, 4))
        return false;
    for (uint64_t level = 0; level < LEVELS_MOST && store_frame(store, time, level, &frame); level++) {
        if ((level && !wet_call_of(session, time, level, &at)) || !memory_cfa(who_memory(session), at, &cfa))
            return false;
        if (where->address < cfa) {
            where->from = frame.from;
            where->until = frame.to - 1;
            where->is_local = true;
            *own = level == 0;
            return true;
        }
    }
    return false;
}

uint64_t who_left(const struct session *session, uint64_t from, uint64_t until)
{
    const struct store *store = wet_of(session)->store;
    struct node node;
    struct decoded decoded;
    uint64_t last, times = store_summary(store).times;
    bool returns = from && until && until <= times && store_thread_until(store, store_thread(store, from), until, &last) && store_at(store, last, &node) &&
                   program_disassemble(wet_of(session)->program, node.index, &decoded) && decoded.flow == FLOW_RETURN;
    return returns ? last : 0;
}

void who_writes(struct session *session, struct state *state, const struct who_place *place, uint64_t time, struct who_writes *writes)
{
    const struct store *store = wet_of(session)->store;
    struct gathering g = {.session = session, .store = store, .state = state, .where = place->where, .time = time, .piece_count = store_piece_count(store),
                          .writes = writes};
    bool own;
    if (place->typed && !place->where.is_local && !place->where.is_static)
        (void)who_limit_to_frame(session, state, time, &g.where, &own);     /* what a path leads to lasts as long as the frame that contains it */
    g.left = g.where.is_local ? who_left(session, g.where.from, g.where.until) : 0;
    uint64_t piece = state_piece_at(state, time);
    /* skipped code may write on behalf of the execution at the time in pieces that begin behind it */
    gather_back(&g, piece_from(&g, time + 2) ? piece_from(&g, time + 2) - 1 : 0);
    for (size_t i = 0, k = writes->items_count; i + 1 < k; i++) {
        struct who_write swap = writes->items[i];
        writes->items[i] = writes->items[--k];
        writes->items[k] = swap;
    }
    if (!writes->stopped && !writes->damaged)
        gather_ahead(&g, piece);
    state_accesses_free(&g.list);
    free(g.found);
}
