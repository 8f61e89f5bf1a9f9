/* slice_walk.c - from member to member of the current slice: by time where there is a clock, else by address.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/current_slice.h"
#include "recording/questions/questions.h"

#include <inttypes.h>


enum { REPORT_EVERY = 1024 /* instructions */, STEPS_REPORTED = 64 };

struct stroll {
    struct session *session;
    const struct reached *members;
    bool backward, lines;
    bool any;                           /* something is found: */
    struct node found;
    uint64_t time;                      /* of found, where there is a clock */
};

/* Does it belong to where one is already? */
static bool is_here(const struct stroll *walk, uint64_t index)
{
    const struct session *session = walk->session;
    return walk->lines && (index == session->trace->here.index || statement_same(session->trace->program, index, session->trace->here.index));
}

/* ---- By time ---- */

/* The first member of an instruction behind a time, or the last one before it. */
static bool nearest_member(const struct stroll *walk, uint64_t index, uint64_t time, struct node *node)
{
    uint64_t when, at, first, count = reached_instances(walk->members, index, &first);
    const struct store *store = walk->session->trace->store;
    if (!count || !(walk->backward ? store_previous_execution : store_next_execution)(store, index, time, node, &when))
        return false;
    bool member = reached_find(walk->members, *node, &at);
    if (walk->backward && !member && at-- == first)
        return false;
    if (at >= first + count)
        return false;
    *node = reached_get(walk->members, at);
    return true;
}

/* All instructions are asked, each with a few searches. False: interrupted. */
static bool walk_time(struct stroll *walk, uint64_t here)
{
    const struct session *session = walk->session;
    uint64_t count = store_count(session->trace->store), time;
    struct node node;
    for (uint64_t index = 0; index < count; index++) {
        if (index % REPORT_EVERY == REPORT_EVERY - 1 && !progress_report(&session->options.progress, index, count))
            return false;
        if (is_here(walk, index) || !nearest_member(walk, index, here, &node) || !store_time(session->trace->store, node, &time))
            continue;
        if (walk->any && (walk->backward ? time < walk->time : time > walk->time))
            continue;
        walk->any = true;
        walk->time = time;
        walk->found = node;
    }
    return true;
}

/* ---- By address ---- */

/* The next instruction that has members; of these the last one. */
static bool walk_addresses(struct stroll *walk)
{
    struct session *session = walk->session;
    struct indices all = program_by_address(session->trace->program);
    uint64_t first, count;
    size_t at = 0;
    while (at < all.count && all.items[at] != session->trace->here.index)
        at++;
    for (size_t k = 1; walk->backward ? k <= at : at + k < all.count; k++) {
        uint64_t index = all.items[walk->backward ? at - k : at + k];
        if (k % REPORT_EVERY == 0 && !progress_report(&session->options.progress, k, all.count))
            return false;
        if (is_here(walk, index) || !(count = reached_instances(walk->members, index, &first)))
            continue;
        walk->found = reached_get(walk->members, first + count - 1);
        walk->any = true;
        return true;
    }
    return true;
}

/* ---- The commands ---- */

/* Goes as far as it can; says so where that is less than was asked for. */
static bool walk_members(struct stroll *walk, uint64_t count, struct error *error)
{
    struct session *session = walk->session;
    uint64_t time = 0, gone = 0;
    struct node from = session->trace->here;
    bool going = true;
    walk->any = true;
    while (going && walk->any && gone < count) {
        walk->any = false;
        going = store_time(session->trace->store, session->trace->here, &time) ? walk_time(walk, time) : walk_addresses(walk);
        if (going && walk->any) {
            session->trace->here = walk->found;        /* on the way; where it ends is gone to */
            going = ++gone % STEPS_REPORTED || progress_report(&session->options.progress, gone, count);
        }
    }
    struct node to = session->trace->here;
    session->trace->here = from;
    if (!going)
        return error_set(error, "interrupted");
    if (!gone)
        return error_set(error, "the slice has no %s %s this one", walk->lines ? "line" : "instruction", walk->backward ? "before" : "after");
    if (gone < count)
        session_note(session, "went %" PRIu64 " of %" PRIu64 " on: the slice ends there", gone, count);
    session_go_node(session, to);
    return true;
}

static bool go(struct session *session, struct slice rest, bool backward, struct answer *answer, struct error *error)
{
    static const char *const grains[] = {"line", "instruction", NULL};
    struct slice word;
    size_t choice = session->grain == GRAIN_STATEMENT ? 0 : 1;
    uint64_t count = 1;
    while (argument_next(&rest, &word))
        if (!slice_decimal(word, &count) && !argument_choice(word, grains, "grain", &choice, error))
            return false;
    if (!session_need_here(session, error))
        return false;
    if (!session->trace->slice)
        return error_set(error, "there is no slice yet: slice back, slice fwd and chop make one");
    if (!reached_count(session->trace->slice->members))
        return error_set(error, "the slice is empty");
    struct stroll walk = {.session = session, .members = session->trace->slice->members, .backward = backward, .lines = choice == 0};
    if (!walk_members(&walk, count ? count : 1, error))
        return false;
    session->trace->kind->tell(session, &answer->rows);
    return true;
}

bool run_next_member(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    return go(session, arguments, false, answer, error);
}

bool run_previous_member(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    return go(session, arguments, true, answer, error);
}
