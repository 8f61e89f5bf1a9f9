/* tour.c - the steps of clew tour: read, and printed where there is no terminal.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/session.h"
#include "tools/tour.h"


#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 76 };

/* ---- Reading ---- */

static const char *keep(struct tour *tour, struct slice words)
{
    return arena_copy(&tour->arena, words).data;
}

static bool take_command(struct tour *tour, struct tour_step *step, struct slice words)
{
    for (size_t i = 0; i < TOUR_COMMANDS; i++)
        if (!step->commands[i]) {
            step->commands[i] = keep(tour, words);
            return true;
        }
    return false;
}

static void take_text(struct tour *tour, const char **text, struct slice words)
{
    struct text all = {0};
    text_printf(&all, "%s%s%.*s", *text ? *text : "", *text ? " " : "", SLICE(words));
    *text = keep(tour, text_slice(&all));
    text_free(&all);
}

/* What is expected, or NULL: it was a position of a source line. */
static const char *take_at(struct tour *tour, struct tour_step *step, struct slice words)
{
    size_t colon = slice_find_last_byte(words, ':');
    struct slice line = slice_cut(words, colon == SIZE_MAX ? words.size : colon + 1, SIZE_MAX), instance = {NULL, 0};
    size_t hash = slice_find_byte(line, '#');
    if (hash != SIZE_MAX) {
        instance = slice_cut(line, hash + 1, SIZE_MAX);
        line = slice_cut(line, 0, hash);
    }
    step->at = keep(tour, words);
    step->at_instance = UINT64_MAX;
    bool good = slice_starts(words, "goto ") && slice_decimal(line, &step->at_line) && (hash == SIZE_MAX || slice_decimal(instance, &step->at_instance));
    return good ? NULL : "at goto FILE:LINE, or with #INSTANCE";
}

/* False: the script's line is none, and the answer says what was expected. */
static const char *take_line(struct tour *tour, struct slice word, struct slice words)
{
    struct tour_step *step = tour->count ? &tour->steps[tour->count - 1] : NULL;
    if (!words.size)
        return "words behind the first one";
    if (slice_is(word, "step")) {
        tour->steps = array_grow(tour->steps, &tour->capacity, tour->count + 1, sizeof *tour->steps);
        tour->steps[tour->count++] = (struct tour_step){.title = keep(tour, words)};
        return NULL;
    }
    if (!step)
        return "step TITLE before all else";
    if (slice_is(word, "text"))
        take_text(tour, &step->text, words);
    else if (slice_is(word, "brief"))
        take_text(tour, &step->brief, words);
    else if (slice_is(word, "keys"))
        step->keys = keep(tour, words);
    else if (slice_is(word, "at"))
        return take_at(tour, step, words);
    else if (slice_is(word, "then"))
        step->then = keep(tour, words);
    else if (slice_is(word, "wait") && slice_starts(words, "line "))
        return slice_decimal(slice_cut(words, 5, SIZE_MAX), &step->line) ? NULL : "wait line NUMBER";
    else if (slice_is(word, "wait"))
        step->wait = keep(tour, words);
    else if (!slice_is(word, "do"))
        return "step, text, brief, keys, at, then, do or wait";
    else if (!take_command(tour, step, words))
        return "at most four commands in a step";
    return NULL;
}

bool tour_read(const char *path, struct tour *tour, struct error *error)
{
    struct slice rest, line, word;
    if (!file_read(path, &tour->arena, &rest, error))
        return false;
    for (uint64_t number = 1; slice_line(&rest, &line); number++) {
        struct slice words = line;
        if (!slice_field(&words, &word) || word.data[0] == '#')
            continue;
        const char *expected = take_line(tour, word, slice_trim(words));
        if (expected)
            return error_at(error, path, number, 0, "found %.*s, expected %s", SLICE(word), expected);
    }
    return tour->count || error_at(error, path, 0, 0, "has no step");
}

/* ---- Printing ---- */

/* A paragraph in lines, each behind three blanks. */
static void print_paragraph(const char *text)
{
    struct slice rest = slice_of(text), word;
    size_t used = 0;
    while (slice_field(&rest, &word)) {
        if (used && used + 1 + word.size > WIDTH)
            used = 0, putchar('\n');
        used += (size_t)printf("%s%.*s", used ? " " : "   ", SLICE(word));
    }
    putchar('\n');
}

static bool is_of_screen(const char *line)
{
    struct slice arguments;
    struct error error;
    const struct command *command = command_find(command_word(slice_of(line), &arguments), &error);
    return command && (command->screen_only || !strcmp(command->name, "help"));
}

bool tour_print(const struct tour *tour, struct session *session)
{
    const struct batch_options options = {.echo = true, .out = stdout, .err = stderr};
    bool done = true, quit = false;
    for (size_t i = 0; i < tour->count; i++) {
        const struct tour_step *step = &tour->steps[i];
        printf("%s%zu. %s\n", i ? "\n" : "", i + 1, step->title);
        print_paragraph(step->text ? step->text : "");
        if (step->keys)
            printf("   press: %s\n", step->keys);
        for (size_t c = 0; c < TOUR_COMMANDS && step->commands[c]; c++)
            if (!is_of_screen(step->commands[c]))
                done &= batch_line(session, &options, step->commands[c], &quit);
    }
    return done;
}
