/* wet_again.c - another store of the same trace takes the place of the one that is open.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Either the index is made, and what was guessed is asked again, or the file changed or broke. Where one is, history and marks are ids
 * and instances: they stay. */
#include "recording/current_slice.h"
#include "recording/questions/questions.h"
#include "recording/wet.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- What stays ---- */

struct kept {
    char *path;
    bool had;
    struct place here;
    struct history history;
    struct marks marks;
    bool unmoved;                       /* here is where it was opened: nobody chose it */
};

static bool is_unmoved(const struct session *session, const struct wet_standing *standing, const struct place *here)
{
    return session->trace->history.count == standing->visited && place_equal(here, &standing->opening);
}

static void keep(struct session *session, const struct wet_standing *standing, struct kept *kept)
{
    struct node node;
    size_t size = strlen(session->trace->path) + 1;
    *kept = (struct kept){.path = memory_allocate(size), .history = session->trace->history, .marks = session->trace->marks};
    memcpy(kept->path, session->trace->path, size);
    kept->had = session_here(session, &kept->here, &node);
    kept->unmoved = kept->had && standing && is_unmoved(session, standing, &kept->here);
    if (kept->unmoved && standing->wants) {
        kept->here = standing->wanted;
        kept->unmoved = false;
    }
    session->trace->history = (struct history){0};
    if (slice_locked(session))          /* its members are of the store that goes */
        session_note(session, "the slice lock is off: the trace was read again, L locks anew");
}

/* The instance that is there of an instruction that has less of them. False: the instruction is not there. */
static bool nearest(struct session *session, const struct place *place, struct node *node)
{
    struct error ignored;
    if (!position_find(session, place, &node->index, &ignored))
        return false;
    uint64_t executions = program_instruction(session->trace->program, node->index).executions;
    node->instance = place->instance < executions ? place->instance : executions ? executions - 1 : 0;
    return store_exists(session->trace->store, *node);
}

/* What is not there, of a whole trace. */
static void go_near(struct session *session, const struct place *place)
{
    struct node node;
    struct text was = {0}, now = {0};
    session_place_text(session, place, &was);
    if (nearest(session, place, &node)) {
        struct place other = place_of_node(session, node);
        wet_set_here(session, node);
        session_place_text(session, &other, &now);
        session_note(session, "%s is not there: this is %s", text_string(&was), text_string(&now));
    } else {
        session_note(session, "%s is not there any more", text_string(&was));
    }
    text_free(&was);
    text_free(&now);
}

/* Places of the history that the whole trace does not hold; two that become neighbours and are the same are one. */
static void drop_gone(struct session *session)
{
    struct history *history = &session->trace->history;
    size_t count = 0, position = 0, gone = 0;
    for (size_t i = 0; i < history->count; i++) {
        struct error ignored;
        struct node node;
        bool there = position_look(session, &history->places[i], &node, &ignored);
        gone += !there;
        if (there && (count == 0 || !place_equal(&history->places[count - 1], &history->places[i])))
            history->places[count++] = history->places[i];
        if (i <= history->position && count)
            position = count - 1;
    }
    history->count = count;
    history->position = position;
    if (gone)
        session_note(session, "%zu place%s of the trail %s not there any more", gone, gone == 1 ? "" : "s", gone == 1 ? "is" : "are");
}

/* What was read in the first moment does not hold the place, but what is read on may: that is worth a moment more. Whoever is not moved meanwhile is brought
 * back. */
static void wait_for(struct session *session, const struct kept *kept)
{
    struct wet_standing *standing = wet_standing(session);
    struct text was = {0};
    standing->wants = !kept->unmoved;
    standing->wanted = kept->here;
    wet_wait_a_while(session);
    session_place_text(session, &kept->here, &was);
    if (wet_standing(session) && !kept->unmoved)
        session_note(session, "%s is not known yet: it is gone back to when the trace is indexed", text_string(&was));
    text_free(&was);
}

/* Puts back what was kept; of a trace of another kind nothing of it means anything. */
static void put_back(struct session *session, struct kept *kept)
{
    struct place here;
    struct node node;
    struct error ignored;
    bool provisional = wet_is_provisional(session);
    free(kept->path);
    session->version++;
    if (!session->trace->store) {
        history_free(&kept->history);
        return;
    }
    history_free(&session->trace->history);
    session->trace->history = kept->history;
    session->trace->marks = kept->marks;
    bool there = kept->had && position_look(session, &kept->here, &node, &ignored);
    if (!provisional)
        drop_gone(session);
    if (there)
        wet_set_here(session, node);
    else if (kept->had && !provisional)
        go_near(session, &kept->here);
    bool stands = session->trace->kind->here(session, &here), waits = provisional && kept->had && !there;
    if (stands && !waits)
        history_visit(&session->trace->history, &here);
    wet_opened(session, (there && kept->unmoved) || waits);
    if (waits)
        wait_for(session, kept);
}

/* Nobody chose the place that was guessed to be where the trace opens: now it is known. */
static void open_where_whole(struct session *session, struct kept *kept)
{
    struct place here = {0};
    struct text was = {0}, now = {0};
    session->trace->marks = kept->marks;
    history_free(&kept->history);
    free(kept->path);
    if (session->trace->kind->here(session, &here) && !place_equal(&here, &kept->here)) {
        session_place_text(session, &kept->here, &was);
        session_place_text(session, &here, &now);
        session_note(session, "the whole trace opens at %s; %s was the guess before it was read", text_string(&now), text_string(&was));
    }
    text_free(&was);
    text_free(&now);
}

/* ---- What was guessed wrongly ---- */

/* "3 or more" was right of one that ran 5 times. */
static bool same_executions(const struct instruction *guessed, const struct instruction *whole)
{
    return guessed->executions_least ? whole->executions >= guessed->executions : whole->executions == guessed->executions && !whole->executions_least;
}

static bool same_instruction(const struct instruction *a, const struct instruction *b)
{
    return a->has_block == b->has_block && a->has_address == b->has_address && a->address == b->address && a->line == b->line && a->ports == b->ports &&
           a->values == b->values && a->no_values == b->no_values && same_executions(a, b) &&
           slice_equal(a->function, b->function) && slice_equal(a->file, b->file);
}

/* Of the definers that were shown, is each among those that are? */
static bool same_definers(const struct store *guessed, struct node shown, const struct store *whole, struct node is)
{
    struct links a = {0}, b = {0};
    bool same = store_definers(guessed, shown, NULL, &a) && store_definers(whole, is, NULL, &b) && a.count == b.count;
    for (size_t i = 0; same && i < a.count; i++)
        same = a.items[i].node.instance == b.items[i].node.instance && a.items[i].port == b.items[i].port && a.items[i].uncertain == b.items[i].uncertain &&
               store_instruction(guessed, a.items[i].node.index).id == store_instruction(whole, b.items[i].node.index).id;
    links_free(&a);
    links_free(&b);
    return same;
}

/* Says in one notice what the index corrected, if anything that was known differs. O(instructions). */
static void note_corrections(struct session *session, const struct store *whole)
{
    const struct store *guessed = session->trace->store;
    uint64_t count = store_count(guessed), wrong = 0, is;
    bool here_wrong = false;
    for (uint64_t i = 0; i < count; i++) {
        struct instruction a = store_instruction(guessed, i), b = {0};
        if (!a.has_block)
            continue;
        if (store_find_id(whole, a.id, &is))
            b = store_instruction(whole, is);
        bool same = same_instruction(&a, &b);
        if (same && session->trace->has_here && session->trace->here.index == i)
            same = same_definers(guessed, session->trace->here, whole, (struct node){is, session->trace->here.instance});
        wrong += !same;
        here_wrong |= !same && session->trace->has_here && session->trace->here.index == i;
    }
    uint64_t shown = store_summary(guessed).instructions, instructions = store_summary(whole).instructions;
    struct text text = {0};
    if (store_provision(guessed).whole && shown != instructions)
        text_printf(&text, ": %" PRIu64 " instructions, not %" PRIu64, instructions, shown);
    if (wrong)
        text_printf(&text, "%s%" PRIu64 " of %" PRIu64 " instructions%s", text.size ? "; " : ": ", wrong, shown, here_wrong ? ", this one too" : "");
    if (text.size)
        session_note(session, "the index corrected what was shown%s", text_string(&text));
    text_free(&text);
}

/* ---- Taking over ---- */

/* Notices from `at` on go before those from `first` on: a screen has one line, and problems of the file can be listed at any time. */
static void notices_first(struct session *session, size_t first, size_t at)
{
    struct text others = {0};
    text_append(&others, slice_cut(text_slice(&session->notices), first, at - first));
    memmove(session->notices.data + first, session->notices.data + at, session->notices.size - at);
    session->notices.size -= at - first;
    text_append(&session->notices, text_slice(&others));
    text_free(&others);
}

void wet_adopt(struct session *session, struct store *whole, const struct wet_standing *standing, const struct text *told)
{
    struct kept kept;
    struct error error;
    size_t first = session->notices.size;
    note_corrections(session, whole);
    keep(session, standing, &kept);
    if (!wet_show(session, kept.path, whole, NULL, told, &error)) {
        struct text text = {0};
        error_text(&error, &text);
        session_note(session, "%s", text_string(&text));
        text_free(&text);
    }
    size_t at = session->notices.size;
    if (kept.unmoved && session->trace->store)
        open_where_whole(session, &kept);
    else
        put_back(session, &kept);
    if (session->notices.size > at)
        notices_first(session, first, at);
}

/* What cannot be read any more is closed. */
static void cannot_open(struct session *session, struct kept *kept, const struct error *error)
{
    struct text text = {0};
    error_text(error, &text);
    session_close_trace(session);
    session_note(session, "%s: it is closed; `open` opens it again", text_string(&text));
    text_free(&text);
    history_free(&kept->history);
    free(kept->path);
}

/* Opens it again, and stands where one was. */
static void open_again(struct session *session, bool anew)
{
    struct kept kept;
    struct error error;
    enum store_index index = session->options.index;
    keep(session, wet_standing(session), &kept);
    if (anew && index != STORE_INDEX_NEVER)
        session->options.index = STORE_INDEX_REBUILD;
    bool opened = session_load(session, kept.path, &error);
    session->options.index = index;
    if (opened)
        resume_opened(session);
    if (opened)
        put_back(session, &kept);
    else
        cannot_open(session, &kept, &error);
}

void wet_changed(struct session *session, const struct error *damage)
{
    struct text text = {0};
    struct file_stat stat;
    struct store_files files = store_files(session->trace->store);
    bool of_index = files.index && strncmp(damage->source, files.index, sizeof damage->source - 1) == 0;
    bool stays = files.recording || !file_stat(files.trace, &stat);     /* a file that was removed can be read on */
    error_text(damage, &text);
    const char *then = of_index ? "the index is made anew" : "read again";
    const char *kept = files.recording ? "what is shown is what is left of the file that was there" : "what is shown is the file that was there";
    session_note(session, "%s: %s", text_string(&text), stays ? kept : then);
    text_free(&text);
    session->trace->damage_told = stays;
    if (!stays)
        open_again(session, of_index);
}
