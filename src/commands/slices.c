/* slices.c - the commands slice, chop and slice lock.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/current_slice.h"

#include <inttypes.h>

#include "commands/wet.h"

/* ---- What is asked ---- */

struct words {
    struct slice_request asked;
    bool lines, rank;
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

/* ---- Shown ---- */

static void note_left_out(struct session *session)
{
    uint64_t uncertain = reached_uncertain(session->slice->members), outside = session->slice->reached - reached_count(session->slice->members);
    if (uncertain)
        session_note(session, "%" PRIu64 " uncertain link%s met and not followed", uncertain, uncertain == 1 ? " was" : "s were");
    if (outside)
        session_note(session, "%" PRIu64 " instance%s outside of %s %s walked through and not listed", outside, outside == 1 ? "" : "s",
                     text_string(&session->slice->within), outside == 1 ? "was" : "were");
}

static bool list_rows(struct session *session, const struct words *words, struct rows *rows, struct error *error)
{
    if (words->rank)
        return slice_rows_ranked(session, words->against, words->lines, rows, error);
    if (words->lines)
        slice_rows_of_lines(session, rows);
    else
        rows_of_reached(session, reached_share(session->slice->members), rows);
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
    if (session->slice->cut)
        rows_chain(&answer->rows, parts, 2);
    else
        answer->rows = parts[1];
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
    title_of_node(session, text_string(&name), session->slice->asked.from, rows);
    text_free(&name);
}

/* ---- slice lock ---- */

static const char *const directions[] = {"back", "fwd", "backward", "forward", NULL};

enum lock { LOCK_BACK, LOCK_FORWARD, LOCK_ON, LOCK_OFF, LOCKS };

/* Backward, forward, off, and again. */
static enum lock next_lock(const struct session *session)
{
    const struct current_slice *locked = slice_locked(session);
    return !locked ? LOCK_BACK : locked->asked.way == SLICE_BACK ? LOCK_FORWARD : LOCK_OFF;
}

static bool turn(struct session *session, enum lock lock, struct answer *answer, struct error *error)
{
    if (lock == LOCK_ON && !session->slice)
        return error_set(error, "there is no slice to lock yet: slice back, slice fwd and chop make one");
    if (session->slice)
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
    struct words words = {0};
    size_t choice = 0;
    bool nothing, named = argument_next(&rest, &word);
    while (named && names[choice] && !slice_is(word, names[choice]))
        choice++;
    if (named && !names[choice] && !argument_choice(word, names, "lock", &choice, error))
        return false;
    enum lock lock = named ? locks[choice] : next_lock(session);
    if (lock == LOCK_ON || lock == LOCK_OFF)
        return argument_end(rest, error) && session_need(session, error) && turn(session, lock, answer, error);
    words.asked.way = lock == LOCK_FORWARD ? SLICE_FORWARD : SLICE_BACK;
    if (!session_need(session, error) || !parse_words(session, rest, 1, &words, error) || !need_no_lines(&words, error) ||
        !position_argument(session, words.positions[0], &words.asked.from, error) || !slice_make(session, &words.asked, &nothing, error))
        return false;
    note_left_out(session);
    return turn(session, LOCK_ON, answer, error);
}

/* ---- The commands ---- */

bool run_slice(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct slice word;
    struct words words = {0};
    size_t direction;
    bool nothing;
    if (!argument_next(&arguments, &word))
        return error_set(error, "slice back POS or slice fwd POS");
    if (slice_is(word, "lock"))
        return lock_slice(session, arguments, answer, error);
    if (slice_is(word, "back") || slice_is(word, "backward"))
        direction = 0;
    else if (!argument_choice(word, directions, "direction", &direction, error))
        return false;
    words.asked.way = direction % 2 == 0 ? SLICE_BACK : SLICE_FORWARD;
    if (!session_need(session, error) || !parse_words(session, arguments, 1, &words, error) ||
        !position_argument(session, words.positions[0], &words.asked.from, error) || !slice_make(session, &words.asked, &nothing, error))
        return false;
    if (!show(session, &words, answer, error))
        return false;
    title(session, &words, &answer->rows);
    return true;
}

bool run_chop(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct words words = {.asked.way = SLICE_CHOP};
    bool nothing;
    if (!session_need(session, error) || !parse_words(session, arguments, 2, &words, error))
        return false;
    if (words.count < 2)
        return error_set(error, "chop needs two positions: chop A B says how B comes from A");
    if (!position_argument(session, words.positions[0], &words.asked.from, error) ||
        !position_argument(session, words.positions[1], &words.asked.to, error) || !slice_make(session, &words.asked, &nothing, error))
        return false;
    if (nothing)
        rows_add_printf(&answer->rows, "the second does not depend upon the first%s", words.asked.near ? " over so few links" : "")->style = STYLE_UNKNOWN;
    return nothing || show(session, &words, answer, error);
}
