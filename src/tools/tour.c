/* tour.c - clew tour: reads the steps, puts the demo into its own folder, prints the tour without a terminal.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/tools.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WIDTH = 76 };

/* ---- Reading ---- */

static const char *keep(struct tour *tour, struct str words)
{
    return arena_copy(&tour->arena, words).data;
}

static bool take_command(struct tour *tour, struct tour_step *step, struct str words)
{
    for (size_t i = 0; i < TOUR_COMMANDS; i++)
        if (!step->commands[i]) {
            step->commands[i] = keep(tour, words);
            return true;
        }
    return false;
}

static void take_text(struct tour *tour, const char **text, struct str words)
{
    struct text all = {0};
    text_printf(&all, "%s%s%.*s", *text ? *text : "", *text ? " " : "", STR(words));
    *text = keep(tour, text_str(&all));
    text_free(&all);
}

/* Returns what it expected, or NULL: the words are a source line's position. */
static const char *take_at(struct tour *tour, struct tour_step *step, struct str words)
{
    size_t colon = str_find_last_byte(words, ':');
    struct str line = str_cut(words, colon == SIZE_MAX ? words.size : colon + 1, SIZE_MAX), instance = {NULL, 0};
    size_t hash = str_find_byte(line, '#');
    if (hash != SIZE_MAX) {
        instance = str_cut(line, hash + 1, SIZE_MAX);
        line = str_cut(line, 0, hash);
    }
    step->at = keep(tour, words);
    step->at_instance = UINT64_MAX;
    bool good = str_starts(words, "goto ") && str_decimal(line, &step->at_line) && (hash == SIZE_MAX || str_decimal(instance, &step->at_instance));
    return good ? NULL : "at goto FILE:LINE or FILE:LINE#EXECUTION";
}

/* Returns what it expected, or NULL: the line is good. */
static const char *take_line(struct tour *tour, struct str word, struct str words)
{
    struct tour_step *step = tour->count ? &tour->steps[tour->count - 1] : NULL;
    if (!words.size)
        return "more words after it";
    if (str_is(word, "step")) {
        tour->steps = array_grow(tour->steps, &tour->capacity, tour->count + 1, sizeof *tour->steps);
        tour->steps[tour->count++] = (struct tour_step){.title = keep(tour, words)};
        return NULL;
    }
    if (!step)
        return "step TITLE first";
    if (str_is(word, "text"))
        take_text(tour, &step->text, words);
    else if (str_is(word, "brief"))
        take_text(tour, &step->brief, words);
    else if (str_is(word, "keys"))
        step->keys = keep(tour, words);
    else if (str_is(word, "at"))
        return take_at(tour, step, words);
    else if (str_is(word, "then"))
        step->then = keep(tour, words);
    else if (str_is(word, "wait") && str_starts(words, "line "))
        return str_decimal(str_cut(words, 5, SIZE_MAX), &step->line) ? NULL : "wait line NUMBER";
    else if (str_is(word, "wait"))
        step->wait = keep(tour, words);
    else if (!str_is(word, "do"))
        return "step, text, brief, keys, at, then, do or wait";
    else if (!take_command(tour, step, words))
        return "at most four commands in a step";
    return NULL;
}

bool tour_read(const char *path, struct tour *tour, struct error *error)
{
    struct str rest, line, word;
    if (!file_read(path, &tour->arena, &rest, error))
        return false;
    for (uint64_t number = 1; str_line(&rest, &line); number++) {
        struct str words = line;
        if (!str_field(&words, &word) || word.data[0] == '#')
            continue;
        const char *expected = take_line(tour, word, str_trim(words));
        if (expected)
            return error_at(error, path, number, 0, "found %.*s, expected %s", STR(word), expected);
    }
    return tour->count || error_at(error, path, 0, 0, "has no steps");
}

/* ---- Printing ---- */

/* A paragraph in lines, each after three blanks. */
static void print_paragraph(const char *text)
{
    struct str rest = str_of(text), word;
    size_t used = 0;
    while (str_field(&rest, &word)) {
        if (used && used + 1 + word.size > WIDTH)
            used = 0, putchar('\n');
        used += (size_t)printf("%s%.*s", used ? " " : "   ", STR(word));
    }
    putchar('\n');
}

static bool is_of_screen(const char *line)
{
    struct str arguments;
    struct error error;
    const struct command *command = command_find(command_word(str_of(line), &arguments), &error);
    return command && (command->screen_only || !strcmp(command->name, "help"));
}

/* Prints every step with the answers of its commands. False: one failed, and a message says so. */
static bool tour_print(const struct tour *tour, struct session *session)
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

/* ---- The demo in its own folder: compiled and recorded there, or as it comes with clew ---- */

static const char *const demo_files[] = {"mean.c", "mean", "mean.clew"};

/* Installed, it is in share/clew/demo beside bin; built, beside the data that it was built with. Malloced; NULL: not found. */
static char *find_demo(void)
{
    static const char *const places[] = {"share/clew/demo", "data/demo"};
    char self[4096];
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    struct str folder = {self, size > 0 ? (size_t)size : 0};
    for (int up = 0; up < 2; up++) {
        size_t slash = str_find_last_byte(folder, '/');
        folder.size = slash == SIZE_MAX ? 0 : slash;
    }
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        struct text path = {0};
        text_printf(&path, "%.*s/%s", STR(folder), places[i]);
        char *found = access(text_string(&path), R_OK) == 0 ? strdup(text_string(&path)) : NULL;
        text_free(&path);
        if (found)
            return found;
    }
    return NULL;
}

/* Copies a file to another folder, with the same name and mode. */
static bool copy_file(const char *from, const char *name, const char *to, struct error *error)
{
    struct text source = {0}, target = {0};
    struct arena arena = {0};
    struct str bytes;
    struct stat about;
    text_printf(&source, "%s/%s", from, name);
    text_printf(&target, "%s/%s", to, name);
    bool good = file_read(text_string(&source), &arena, &bytes, error);
    FILE *file = good ? fopen(text_string(&target), "w") : NULL;
    if (good && !file)
        good = error_at(error, text_string(&target), 0, 0, "cannot be written: %s", strerror(errno));
    bool written = file && fwrite(bytes.data, 1, bytes.size, file) == bytes.size;
    if (file && (fclose(file) != 0 || !written))
        good = error_at(error, text_string(&target), 0, 0, "cannot be written: %s", strerror(errno));
    if (good && stat(text_string(&source), &about) == 0)
        chmod(text_string(&target), about.st_mode & 0777);
    arena_free(&arena);
    text_free(&source);
    text_free(&target);
    return good;
}

/* Runs gcc -g and clew record in the folder. False: something is missing or failed; clew's own recording will do. */
static bool record_demo(const char *folder)
{
    char self[] = "/proc/self/exe";
    char *compile[] = {"gcc", "-g", "-O0", "-o", "mean", "mean.c", NULL}, *record[] = {self, "record", "--progress=never", "--", "./mean", NULL};
    char *compiler = program_search("gcc"), *recorder = part_search("CLEW_RECORDER", "clewrec-amd64-linux", X_OK);
    bool done = compiler && recorder && program_succeeds(compiler, compile, folder) && program_succeeds(self, record, folder);
    free(compiler);
    free(recorder);
    return done;
}

/* Copies the executable before its recording: a newer executable would cause a notice. */
static bool copy_demo(const char *demo, const char *folder, struct error *error)
{
    struct text recorded = {0};
    text_printf(&recorded, "%s/recorded", demo);
    bool good = copy_file(text_string(&recorded), "mean", folder, error) && copy_file(text_string(&recorded), "mean.clew", folder, error);
    text_free(&recorded);
    return good;
}

bool tour_prepare(struct tour *tour, struct error *error)
{
    const char *place = getenv("TMPDIR");
    *tour = (struct tour){0};
    char *demo = find_demo();
    if (!demo)
        return error_set(error, "the demo is missing: expected share/clew/demo beside clew's folder (`make install` puts it there)");
    int size = snprintf(tour->folder, sizeof tour->folder, "%s/clew-tour-XXXXXX", place && *place ? place : "/tmp");
    bool good = (size > 0 && (size_t)size < sizeof tour->folder && mkdtemp(tour->folder)) || (tour->folder[0] = '\0');
    if (!good)
        good = error_at(error, place ? place : "/tmp", 0, 0, "clew cannot make a folder there: %s; set TMPDIR to another folder", strerror(errno));
    struct text script = {0};
    text_printf(&script, "%s/tour.script", demo);
    good = good && tour_read(text_string(&script), tour, error) && copy_file(demo, "mean.c", tour->folder, error);
    tour->fresh = good && record_demo(tour->folder);
    good = good && (tour->fresh || copy_demo(demo, tour->folder, error));
    snprintf(tour->trace, sizeof tour->trace, "%s/mean.clew", tour->folder);
    snprintf(tour->program, sizeof tour->program, "%s/mean", tour->folder);
    text_free(&script);
    free(demo);
    if (!good)
        tour_free(tour);
    return good;
}

void tour_leave(const struct tour *tour)
{
    for (size_t i = 0; tour->folder[0] && i < sizeof demo_files / sizeof *demo_files; i++) {
        struct text path = {0};
        text_printf(&path, "%s/%s", tour->folder, demo_files[i]);
        unlink(text_string(&path));
        text_free(&path);
    }
    if (tour->folder[0])
        rmdir(tour->folder);
}

void tour_free(struct tour *tour)
{
    tour_leave(tour);
    free(tour->steps);
    arena_free(&tour->arena);
    *tour = (struct tour){0};
}

/* ---- clew tour: the walk through the demo, printed ---- */

static const char usage[] =
    "Usage: clew tour [--print]\n\n"
    "A five-minute guided tour. clew compiles and records a small program with a bug and shows it on the full screen. The lines below the panes\n"
    "say what to look at and which key to press. A step ends when you have done it. F8 does it for you, F7 goes back, q leaves.\n"
    "Without a terminal, clew prints the steps with their answers. It leaves nothing behind.\n\n"
    "  --print   print the steps on a terminal, too\n";

int tour_options(int argc, char **argv, bool *print)
{
    static const struct option options[] = {{"print", no_argument, NULL, 'p'}, {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    int option;
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (option == 'h')
            fputs(usage, stdout);
        if (option != 'p')
            return option == 'h' ? TOOL_DONE : tool_bad_option("tour", argv, "", options);
        *print = true;
    }
    return optind < argc ? tool_misused("tour", "the tour takes no file, but found", argv[optind]) : -1;
}

struct session *tour_session(const struct tour *tour, bool lazy, struct error *error)
{
    struct answer answer = {0};
    struct session *session = session_open(&(struct session_options){.lazy = lazy, .executable = tour->program});
    bool good = session_load(session, tour->trace, error) && session_run(session, "set grain statement", &answer, error) &&
                session_run(session, tour->steps[0].at ? tour->steps[0].at : "begin", &answer, error);
    answer_free(&answer);
    if (good)
        return session;
    session_close(session);
    return NULL;
}

int tool_tour(int argc, char **argv)
{
    struct tour tour;
    struct error error;
    bool print = false;
    int status = tour_options(argc, argv, &print);
    if (status >= 0)
        return status;
    if (!tour_prepare(&tour, &error))
        return tool_complain(&error);
    struct session *session = tour_session(&tour, false, &error);
    status = !session ? tool_complain(&error) : tour_print(&tour, session) ? TOOL_DONE : TOOL_FAILED;
    if (session)
        session_close(session);
    tour_free(&tour);
    return status;
}
