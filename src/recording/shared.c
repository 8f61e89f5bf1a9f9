/* shared.c - memory that others can write: do the recorded definers of a load still hold?  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/who.h"
#include "recording/state/state.h"

enum { SIZE_MOST = 64 /* of a load: an AVX-512 register */, RUNS_MOST = 16 /* pieces that are run for a load: 32 ms */ };

/* A load, and what this process last knew of its bytes. */
struct shared_load {
    uint64_t time, address;
    unsigned size;
    uint8_t bytes[SIZE_MOST], before[SIZE_MOST];
    bool loaded[SIZE_MOST], told[SIZE_MOST], closed[SIZE_MOST];     /* closed: something before the load decided about before[i] */
};

static void take_load(struct shared_load *load, const struct state_access *access, const uint8_t *bytes)
{
    for (uint64_t at = access->first; access->told && at <= access->last; at++) {
        load->bytes[at - load->address] = bytes[at - access->first];
        load->loaded[at - load->address] = true;
    }
}

static void take_before(struct shared_load *load, const struct state_access *access, const uint8_t *bytes)
{
    for (uint64_t at = access->first; at <= access->last; at++) {
        uint64_t i = at - load->address;
        if (load->closed[i])
            continue;
        load->closed[i] = true;
        load->told[i] = access->told;
        load->before[i] = access->told ? bytes[at - access->first] : 0;
    }
}

/* Are all bytes of the load decided? */
static bool is_closed(const struct shared_load *load)
{
    for (unsigned i = 0; i < load->size; i++)
        if (!load->closed[i])
            return false;
    return true;
}

/* Takes what a piece did to the bytes, the latest first: the load, and what came before it. */
static void take_piece(struct shared_load *load, const struct state_accesses *list, bool *met)
{
    for (size_t i = list->items_count; i-- > 0;) {
        const struct state_access *access = &list->items[i];
        const uint8_t *bytes = (const uint8_t *)list->bytes.data + access->bytes;
        if (access->yours && access->how == STATE_LOADED && access->time == load->time) {
            take_load(load, access, bytes);
            *met = true;
        } else if (*met && access->how != STATE_LOADED) {      /* loads since the last store may have met foreign bytes already */
            take_before(load, access, bytes);
        }
    }
}

static bool has_changed(struct state *state, struct shared_load *load)
{
    struct state_accesses list = {0};
    uint64_t piece = state_piece_at(state, load->time);
    bool met = false;
    for (unsigned run = 0; run < RUNS_MOST && !is_closed(load); run++, piece--) {
        piece = state_piece_next(state, piece, true, load->address, load->size, !met);
        if (piece == STATE_NO_PIECE || !state_accesses(state, piece, load->address, load->size, !met, &list))
            break;
        take_piece(load, &list, &met);
        if (!met)
            break;
    }
    state_accesses_free(&list);
    for (unsigned i = 0; i < load->size; i++)
        if (load->loaded[i] && load->told[i] && load->bytes[i] != load->before[i])
            return true;
    return false;
}

bool who_is_foreign(struct session *session, struct node user, uint64_t port)
{
    const struct store *store = wet_of(session)->store;
    struct memory_access accesses[MEMORY_ACCESSES];
    struct state *state;
    uint64_t time;
    if (!store_note(store, "shared").size || (session->hurries && !wet_of(session)->recording->state) || !store_time(store, user, &time) || !(state = who_state(session)))
        return false;
    size_t count = memory_accesses(who_memory(session), user, accesses);
    for (size_t i = 0; i < count; i++) {
        struct shared_load load = {.time = time, .address = accesses[i].address, .size = accesses[i].size};
        if (accesses[i].reads && accesses[i].port == port && accesses[i].why == MEMORY_KNOWN && load.size <= SIZE_MOST &&
            store_shared(store, load.address, load.size, time) && has_changed(state, &load))
            return true;
    }
    return false;
}

void who_mark_foreign(struct session *session, struct node user, uint64_t port, struct row *row)
{
    if (!who_is_foreign(session, user, port))
        return;
    row_style(row, STYLE_WARNING);
    text_add(&row->text, "  something else wrote this shared memory in between");
    row_true(row, "overwritten");
}
