/* slices.c - the commands slice, chop and slice lock.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/current_slice.h"
#include "recording/questions/questions.h"
#include "recording/wet.h"
#include "recording/why.h"

#include <inttypes.h>


/* ---- What is asked ---- */

struct words {
    struct slice_request asked;
    bool lines, rank, lock;
    struct slice against;               /* the file of another run; null: none */
    struct slice positions[2];
    size_t count;
};

/* Takes "data", "control", "all", "lines", "rank"; false: the word is none of these. */
static bool filter_word(struct slice word, struct words *words)
{
    static const char *const names[] = {"", "data", "control", "all"};
    for (unsigned kinds = REACH_DATA; kinds <= REACH_ALL; kinds++)
        if (slice_is(word, names[kinds])) {
            words->asked.kinds = (enum reach_kinds)kinds;
            return true;
        }
    words->lines |= slice_is(word, "lines");
    words->rank |= slice_is(word, "rank");
    return slice_is(word, "lines") || slice_is(word, "rank");
}

/* "depth N", "within NAME" and "against FILE". *taken: it was one of them, and its argument is gone, too. */
static bool limit_word(struct slice word, struct slice *rest, struct words *words, bool *taken, struct error *error)
{
    struct slice argument = {NULL, 0};
    bool depth = slice_is(word, "depth"), within = slice_is(word, "within"), against = slice_is(word, "against");
    *taken = depth || within || against;
    if (*taken)
        argument_next(rest, &argument);
    words->asked.near |= depth;
    if (depth && !slice_decimal(argument, &words->asked.depth))
        return error_set(error, "depth needs a number of links: depth 3");
    if (within && !argument.size)
        return error_set(error, "within needs the name of a function or a file: within main");
    if (against && !argument.size)
        return error_set(error, "against needs the file of another run, as a recording or text: against passing.clew");
    words->asked.within = within ? argument : words->asked.within;
    words->against = against ? argument : words->against;
    words->rank |= against;
    return true;
}

/* Positions, at most so many, and filters in any order. */
static bool parse_words(struct session *session, struct slice rest, size_t most, struct words *words, struct error *error)
{
    struct slice word;
    bool taken;
    words->asked.kinds = REACH_ALL;
    while (argument_next(&rest, &word)) {
        if (filter_word(word, words))
            continue;
        if (!limit_word(word, &rest, words, &taken, error))
            return false;
        if (taken)
            continue;
        if (words->count == most)
            return error_set(error, "one argument too many: %.*s (a filter is data, control or all)", SLICE(word));
        words->positions[words->count++] = word;
    }
    return words->asked.kinds == REACH_ALL || need_link_kinds(session, error);
}

static void words_free(struct words *words)
{
    nodes_free(&words->asked.from);
    nodes_free(&words->asked.to);
}

/* ---- Where it begins ---- */

/* A list of instances is one of a single instance's slice, as clew-formats(5) has it; lines are shown of whole lines, unless instructions were chosen. */
static bool is_of_lines(const struct session *session, const struct words *words)
{
    return session->grain == GRAIN_STATEMENT || (!session->grain_chosen && (words->lines || words->rank || words->lock));
}

/* A line is its last run then, as `why` takes it; anything else is one instance. */
static bool find_roots(struct session *session, const struct words *words, struct slice position, struct nodes *roots, struct error *error)
{
    struct why_question meant = {0};
    struct node node;
    if (!is_of_lines(session, words)) {
        if (!position_argument(session, position, &node, error))
            return false;
        nodes_add(roots, node);
        return true;
    }
    bool found = why_place(session, position, &meant, error);
    if (found && meant.inferred)
        session_note(session, "the last instances of %.*s are taken together: no clock tells which of them ran together", SLICE(position));
    if (found && meant.cut)
        session_note(session, "of the last run of %.*s its last %zu instances are taken: it is longer", SLICE(position), meant.roots.count);
    if (found) {
        *roots = meant.roots;
        meant.roots = (struct nodes){0};
    }
    why_question_free(&meant);
    return found;
}

static bool make(struct session *session, struct words *words, bool *nothing, struct error *error)
{
    return find_roots(session, words, words->positions[0], &words->asked.from, error) &&
           (words->asked.way != SLICE_CHOP || find_roots(session, words, words->positions[1], &words->asked.to, error)) &&
           slice_make(session, &words->asked, nothing, error);
}

/* ---- Shown ---- */

static void note_left_out(struct session *session)
{
    uint64_t uncertain = reached_uncertain(session->trace->slice->members), outside = session->trace->slice->reached - reached_count(session->trace->slice->members);
    if (uncertain)
        session_note(session, "%" PRIu64 " uncertain link%s met and not followed", uncertain, uncertain == 1 ? " was" : "s were");
    if (outside)
        session_note(session, "%" PRIu64 " instance%s outside of %s %s walked through and not listed", outside, outside == 1 ? "" : "s",
                     text_string(&session->trace->slice->within), outside == 1 ? "was" : "were");
}

static bool list_rows(struct session *session, const struct words *words, struct rows *rows, struct error *error)
{
    if (words->rank)
        return slice_rows_ranked(session, words->against, words->lines, rows, error);
    if (words->lines)
        slice_rows_of_lines(session, rows);
    else
        rows_of_reached(session, reached_share(session->trace->slice->members), rows);
    return true;
}

static bool show(struct session *session, const struct words *words, struct answer *answer, struct error *error)
{
    struct rows parts[2] = {{0}, {0}};
    note_left_out(session);
    if (!list_rows(session, words, &parts[1], error))
        return false;
    slice_mark_cut(session, &parts[0]);
    answer->is_list = true;
    rows_chain(&answer->rows, parts, 2);
    return true;
}

/* "slice back data from 0x8048242#0  main foo1.c:8" */
static void title(struct session *session, const struct words *words, struct rows *rows)
{
    struct text name = {0};
    slice_name(session, words->lines, &name);
    text_add(&name, words->rank ? " rank" : "");
    if (words->against.size) {
        text_add(&name, " against ");
        text_safe(&name, slice_basename(words->against));
    }
    text_add(&name, " from");
    title_of_node(session, text_string(&name), session->trace->slice->asked.from.items[0], rows);
    text_free(&name);
}

/* ---- slice lock ---- */

enum lock { LOCK_BACK, LOCK_FORWARD, LOCK_ON, LOCK_OFF, LOCKS };

/* Backward, forward, off, and again. */
static enum lock next_lock(const struct session *session)
{
    const struct current_slice *locked = slice_locked(session);
    return !locked ? LOCK_BACK : locked->asked.way == SLICE_BACK ? LOCK_FORWARD : LOCK_OFF;
}

static bool turn(struct session *session, enum lock lock, struct answer *answer, struct error *error)
{
    if (lock == LOCK_ON && !session->trace->slice)
        return error_set(error, "there is no slice to lock yet: slice back, slice fwd and chop make one");
    if (session->trace->slice)
        slice_lock(session, lock == LOCK_ON);
    if (lock == LOCK_ON)
        slice_tell(session, &answer->rows);
    else
        rows_add(&answer->rows, slice_of("slice lock off"));
    return true;
}

static bool need_no_lines(const struct words *words, struct error *error)
{
    return (!words->lines && !words->rank) || error_set(error, "a lock lists nothing: lines, rank and against go with slice back, slice fwd and chop");
}

static bool lock_slice(struct session *session, struct slice rest, struct answer *answer, struct error *error)
{
    static const char *const names[] = {"back", "fwd", "on", "off", "backward", "forward", NULL};
    static const enum lock locks[] = {LOCK_BACK, LOCK_FORWARD, LOCK_ON, LOCK_OFF, LOCK_BACK, LOCK_FORWARD};
    struct slice word;
    struct words words = {.lock = true};
    size_t choice = 0;
    bool nothing, named = argument_next(&rest, &word);
    if (named && !argument_choice(word, names, "lock", &choice, error))
        return false;
    enum lock lock = named ? locks[choice] : next_lock(session);
    if (lock == LOCK_ON || lock == LOCK_OFF)
        return argument_end(rest, error) && session_need(session, error) && turn(session, lock, answer, error);
    words.asked.way = lock == LOCK_FORWARD ? SLICE_FORWARD : SLICE_BACK;
    bool made = session_need(session, error) && parse_words(session, rest, 1, &words, error) && need_no_lines(&words, error) &&
                make(session, &words, &nothing, error);
    words_free(&words);
    if (made)
        note_left_out(session);
    return made && turn(session, LOCK_ON, answer, error);
}

/* ---- The commands ---- */

bool run_slice(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    static const char *const directions[] = {"back", "fwd", "backward", "forward", NULL};
    static const enum slice_way ways[] = {SLICE_BACK, SLICE_FORWARD, SLICE_BACK, SLICE_FORWARD};
    struct slice word;
    struct words words = {0};
    size_t direction;
    bool nothing;
    if (!argument_next(&arguments, &word))
        return error_set(error, "slice needs a direction: slice back POS or slice fwd POS");
    if (slice_is(word, "lock"))
        return lock_slice(session, arguments, answer, error);
    if (!argument_choice(word, directions, "direction", &direction, error))
        return false;
    words.asked.way = ways[direction];
    bool shown = session_need(session, error) && parse_words(session, arguments, 1, &words, error) && make(session, &words, &nothing, error) &&
                 show(session, &words, answer, error);
    if (shown)
        title(session, &words, &answer->rows);
    words_free(&words);
    return shown;
}

static bool chop(struct session *session, struct words *words, struct answer *answer, struct error *error)
{
    bool nothing;
    if (words->count < 2)
        return error_set(error, "chop needs two positions: chop A B says how B comes from A");
    if (!make(session, words, &nothing, error))
        return false;
    if (nothing)
        rows_add_printf(&answer->rows, "the second does not depend upon the first%s", words->asked.near ? " over so few links" : "")->style = STYLE_UNKNOWN;
    return nothing || show(session, words, answer, error);
}

bool run_chop(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct words words = {.asked.way = SLICE_CHOP};
    bool done = session_need(session, error) && parse_words(session, arguments, 2, &words, error) && chop(session, &words, answer, error);
    words_free(&words);
    return done;
}

/* ---- In a saved session ---- */

/* Where a slice begins: an instance, or the line whose last run several are. */
static struct place place_of_roots(const struct session *session, const struct nodes *roots)
{
    struct instruction first = roots->count ? program_instruction(session->trace->program, roots->items[0].index) : (struct instruction){0};
    if (roots->count == 0)
        return (struct place){0};
    if (roots->count > 1 && first.file.size && first.line)
        return (struct place){.has = PLACE_FILE | PLACE_LINE, .file = first.file, .line = first.line};
    return place_of_node(session, roots->items[0]);
}

/* A slice that is not locked on was an answer, and is asked for again. */
bool wet_save(struct session *session, struct text *out, const char **lost)
{
    static const char *const kinds[] = {[REACH_DATA] = " data", [REACH_CONTROL] = " control", [REACH_ALL] = ""};
    const struct current_slice *slice = slice_locked(session);
    struct text from = {0}, to = {0};
    if (!slice)
        return true;
    const struct slice_request *asked = &slice->asked;
    struct place ends[2] = {place_of_roots(session, &asked->from), place_of_roots(session, asked->way == SLICE_CHOP ? &asked->to : &asked->from)};
    bool known = saved_position(session, &ends[0], &from) && saved_position(session, &ends[1], &to);
    *lost = "where the slice begins";
    if (known) {
        text_printf(out, "%s %s", asked->way == SLICE_CHOP ? "chop" : asked->way == SLICE_BACK ? "slice lock back" : "slice lock fwd", text_string(&from));
        if (asked->way == SLICE_CHOP)
            text_printf(out, " %s", text_string(&to));
        text_add(out, kinds[asked->kinds]);
        if (asked->near)
            text_printf(out, " depth %" PRIu64, asked->depth);
        if (asked->within.size)
            text_printf(out, " within %.*s", SLICE(asked->within));
        text_add(out, asked->way == SLICE_CHOP ? "\nslice lock on\n" : "\n");
    }
    text_free(&from);
    text_free(&to);
    return known;
}
