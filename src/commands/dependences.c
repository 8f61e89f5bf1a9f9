/* dependences.c - who wrote what, who used it, slices and chops.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/session.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- One step ---- */

static bool links(struct session *session, struct slice arguments, enum link_choice choice, struct answer *answer, struct error *error)
{
    struct slice word = {NULL, 0};
    struct node node;
    argument_next(&arguments, &word);
    answer->is_list = true;
    if (!argument_end(arguments, error) || !position_argument(session, word, &node, error) ||
        !rows_of_links(session, node, choice, (struct link_layout){0}, &answer->rows, error))
        return false;
    title_of_node(session, choice == LINKS_USERS ? "uses of" : choice == LINKS_CONTROL ? "control of" : "deps of", node, &answer->rows);
    return true;
}

bool run_deps(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    return links(session, arguments, LINKS_DEFINERS, answer, error);
}

bool run_uses(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    return links(session, arguments, LINKS_USERS, answer, error);
}

/* A history has bare arrows: telling control from data would be a guess. */
static bool need_kinds(const struct session *session, struct error *error)
{
    return !session_is_history(session) || error_set(error, "a history does not tell data from control dependences: ask without that filter");
}

bool run_control(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    return session_need(session, error) && need_kinds(session, error) && links(session, arguments, LINKS_CONTROL, answer, error);
}

/* ---- Closures ---- */

struct filter {
    enum reach_kinds kinds;
    bool lines;
};

/* Takes "data", "control", "all", "lines" off the words; false: the word is none of these. */
static bool filter_word(struct slice word, struct filter *filter)
{
    static const char *const names[] = {"", "data", "control", "all"};
    for (unsigned kinds = REACH_DATA; kinds <= REACH_ALL; kinds++)
        if (slice_is(word, names[kinds])) {
            filter->kinds = (enum reach_kinds)kinds;
            return true;
        }
    filter->lines |= slice_is(word, "lines");
    return slice_is(word, "lines");
}

static bool parse_words(struct session *session, struct slice rest, struct slice *positions, size_t most, struct filter *filter, struct error *error)
{
    size_t count = 0;
    struct slice word;
    while (argument_next(&rest, &word)) {
        if (filter_word(word, filter))
            continue;
        if (count == most)
            return error_set(error, "one argument too many: %.*s (a filter is data, control or all)", SLICE(word));
        positions[count++] = word;
    }
    return filter->kinds == REACH_ALL || need_kinds(session, error);
}

/* ---- The lines of a set ---- */

struct line_count {
    struct slice file;
    uint64_t line, instances;
    struct node last;
};

static int by_line(const void *a, const void *b)
{
    const struct line_count *x = a, *y = b;
    int files = slice_compare(x->file, y->file);
    if (files)
        return files;
    return x->line < y->line ? -1 : x->line > y->line;
}

/* Sorts and adds up entries; returns how many lines there are. */
static size_t merge_lines(struct line_count *lines, size_t count)
{
    size_t kept = 0;
    if (count)
        qsort(lines, count, sizeof *lines, by_line);
    for (size_t i = 0; i < count; i++) {
        if (kept && by_line(&lines[kept - 1], &lines[i]) == 0) {
            lines[kept - 1].instances += lines[i].instances;
            lines[kept - 1].last = lines[i].last;
        } else {
            lines[kept++] = lines[i];
        }
    }
    return kept;
}

static void show_lines(struct session *session, const struct line_count *lines, size_t count, uint64_t without, struct rows *rows)
{
    for (size_t i = 0; i < count; i++) {
        struct row *row = rows_add(rows, slice_of(""));
        row_style(row, STYLE_LOCATION);
        text_safe(&row->text, slice_basename(lines[i].file));
        text_printf(&row->text, ":%" PRIu64, lines[i].line);
        row_column(row, 20);
        row_style(row, STYLE_DIM);
        text_byte(&row->text, 'x');
        text_count(&row->text, lines[i].instances);
        row_column(row, 28);
        row_style(row, STYLE_NORMAL);
        describe_statement(session, lines[i].last, &row->text);
        row_string(row, "file", lines[i].file);
        row_number(row, "line", lines[i].line);
        row_number(row, "instances", lines[i].instances);
        row->place = place_of_node(session, lines[i].last);
    }
    if (without)
        rows_add_printf(rows, "%" PRIu64 " instance%s without a source line", without, without == 1 ? "" : "s")->style = STYLE_UNKNOWN;
}

/* Members of one instruction are neighbours: each costs two searches, however many they are. */
static void rows_of_lines(struct session *session, const struct reached *reached, struct rows *rows)
{
    struct line_count *lines = NULL;
    size_t count = 0, capacity = 0;
    uint64_t without = 0;
    for (uint64_t k = 0, next; k < reached_count(reached); k = next) {
        struct node node = reached_get(reached, k);
        struct instruction instruction = program_instruction(session->program, node.index);
        next = reached_find(reached, (struct node){node.index, UINT64_MAX}, &next) ? next + 1 : next;
        if (instruction.file.size && instruction.line) {
            lines = array_grow(lines, &capacity, count + 1, sizeof *lines);
            lines[count++] = (struct line_count){instruction.file, instruction.line, next - k, reached_get(reached, next - 1)};
        } else {
            without += next - k;
        }
    }
    show_lines(session, lines, merge_lines(lines, count), without, rows);
    free(lines);
}

/* ---- Slices ---- */

static bool show_closure(struct session *session, bool done, struct filter filter, struct reached *reached, struct answer *answer, struct error *error)
{
    uint64_t uncertain = reached_uncertain(reached);
    if (uncertain)
        session_note(session, "%" PRIu64 " uncertain link%s met and not followed", uncertain, uncertain == 1 ? " was" : "s were");
    answer->is_list = true;
    if (done && !filter.lines) {
        rows_of_reached(session, reached, &answer->rows);
        return true;
    }
    if (done)
        rows_of_lines(session, reached, &answer->rows);
    else if (!store_damaged(session->store, false, error))
        error_set(error, "interrupted after %" PRIu64 " instances", reached_count(reached));
    reached_free(reached);
    return done;
}

/* "slice back data from 0x8048242#0  main foo1.c:8" */
static void title_of_closure(const struct session *session, const char *what, struct filter filter, struct node node, struct rows *rows)
{
    static const char *const kinds[] = {[REACH_DATA] = " data", [REACH_CONTROL] = " control", [REACH_ALL] = ""};
    char words[64];
    snprintf(words, sizeof words, "%s%s%s from", what, kinds[filter.kinds], filter.lines ? " lines" : "");
    title_of_node(session, words, node, rows);
}

bool run_slice(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    static const char *const directions[] = {"back", "fwd", "backward", "forward", NULL};
    struct slice word, position = {NULL, 0};
    struct filter filter = {REACH_ALL, false};
    struct reached *reached = NULL;
    struct node node;
    size_t direction;
    if (!argument_next(&arguments, &word))
        return error_set(error, "slice back POS or slice fwd POS");
    if (slice_is(word, "back") || slice_is(word, "backward"))
        direction = 0;
    else if (!argument_choice(word, directions, "direction", &direction, error))
        return false;
    if (!session_need(session, error) || !parse_words(session, arguments, &position, 1, &filter, error) ||
        !position_argument(session, position, &node, error))
        return false;
    const struct progress *progress = &session->options.progress;
    bool done = direction % 2 == 0 ? slice_backward(session->store, node, filter.kinds, progress, &reached)
                                   : slice_forward(session->store, node, filter.kinds, progress, &reached);
    if (!show_closure(session, done, filter, reached, answer, error))
        return false;
    title_of_closure(session, direction % 2 == 0 ? "slice back" : "slice forward", filter, node, &answer->rows);
    return true;
}

bool run_chop(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct slice positions[2] = {{NULL, 0}, {NULL, 0}};
    struct filter filter = {REACH_ALL, false};
    struct reached *reached = NULL;
    struct node a, b;
    if (!session_need(session, error) || !parse_words(session, arguments, positions, 2, &filter, error))
        return false;
    if (positions[1].size == 0)
        return error_set(error, "chop needs two positions: chop A B says how B comes from A");
    if (!position_argument(session, positions[0], &a, error) || !position_argument(session, positions[1], &b, error))
        return false;
    bool done = slice_chop(session->store, a, b, filter.kinds, &session->options.progress, &reached);
    if (!done || reached_count(reached))
        return show_closure(session, done, filter, reached, answer, error);
    rows_add_printf(&answer->rows, "the second does not depend upon the first")->style = STYLE_UNKNOWN;
    reached_free(reached);
    return true;
}
