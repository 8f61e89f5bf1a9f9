/* coverage_job.c - clew coverage for GNATcoverage traces: traces in, a document or a comparison out.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/coverage_tool.h"
#include "tools/tools.h"


#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* ---- What is told ---- */

static void print_lines(const struct text *lines)
{
    struct slice rest = text_slice(lines), line;
    while (slice_line(&rest, &line))
        fprintf(stderr, "clew: %.*s\n", SLICE(line));
}

static void print_notices(const struct coverage_notices *notices)
{
    print_lines(&notices->lines);
    if (notices->missing > COVERAGE_NAMED)
        fprintf(stderr, "clew: and %" PRIu64 " more source files not found\n", notices->missing - COVERAGE_NAMED);
    if (notices->newer > COVERAGE_NAMED)
        fprintf(stderr, "clew: and %" PRIu64 " more source files are newer than their executable\n", notices->newer - COVERAGE_NAMED);
}

void trace_tell_problem(const struct gnatcov_problem *problem)
{
    struct text text = {0};
    gnatcov_problem_text(problem, &text);
    fprintf(stderr, "%s\n", text_string(&text));
    text_free(&text);
}

static void print_problems(const struct gnatcov_problems *problems)
{
    uint64_t kept = problems->count < GNATCOV_PROBLEMS ? problems->count : GNATCOV_PROBLEMS;
    for (uint64_t i = 0; i < kept; i++)
        trace_tell_problem(&problems->items[i]);
    if (kept < problems->count)
        fprintf(stderr, "clew: and %" PRIu64 " more errors or warnings of traces\n", problems->count - kept);
}

void trace_tell_unreadable(const struct error *error)
{
    const char *message = error->message;
    struct text line = {0};
    size_t colon = slice_find(slice_of(message), slice_of(": "));
    if (colon != SIZE_MAX && slice_starts(slice_of(message), "cannot be "))
        message += colon + 2;
    text_add(&line, "clew: ");
    text_safe(&line, slice_of(error->source));
    text_add(&line, ": error: ");
    text_safe(&line, slice_of(message));
    fprintf(stderr, "%s\n", text_string(&line));
    text_free(&line);
}

void trace_tell_kind(const char *path)
{
    struct error error;
    error_at(&error, path, 0, 0, "is no trace");
    size_t said = strlen(error.message);
    command_add_kind(path, (const char *const[]){"gnatcov", NULL}, &error);
    if (strlen(error.message) > said)
        tool_complain(&error);
}

/* A trace that is refused looks like one that is damaged; one that cannot be read has no byte to name. */
static void print_refusal(const struct error *error)
{
    if (error->has_offset)
        trace_tell_problem(&(struct gnatcov_problem){*error, false});
    else
        trace_tell_unreadable(error);
}

/* ---- Traces ---- */

/* Names in a list are as the user would type them; blank lines are none. False: the list cannot be read. */
static bool add_list(struct coverage_job *job, struct gnatcov_input *input, const char *path, bool *good)
{
    struct slice rest, line;
    struct error error;
    if (!file_read(path, &job->arena, &rest, &error)) {
        print_refusal(&error);
        return false;
    }
    bool empty = true;
    while (slice_line(&rest, &line)) {
        line = slice_trim(line);
        if (!line.size)
            continue;
        empty = false;
        if (slice_find_byte(line, 0) == SIZE_MAX && gnatcov_input_add(input, arena_string(&job->arena, line), &error))
            continue;
        if (slice_find_byte(line, 0) != SIZE_MAX)
            error_at(&error, path, 0, 0, "it is no list of names: there is a NUL byte in it");
        print_refusal(&error);
        *good = false;
    }
    if (empty) {
        error_at(&error, path, 0, 0, "the list names no trace");
        print_refusal(&error);
    }
    return !empty;
}

/* Merges one argument. False: something of it could not be read. */
static bool add_trace(struct coverage_job *job, struct gnatcov_input *input, const char *path)
{
    struct error error;
    bool good = true;
    if (path[0] == '@')
        return add_list(job, input, path + 1, &good) && good;
    bool added = gnatcov_input_add(input, path, &error);
    if (!added)
        print_refusal(&error);
    trace_tell_kind(path);
    return added;
}

/* Attaches the executables and tells all there is to tell. False: there is nothing to make a document of. */
static bool attach(struct gnatcov_input *input)
{
    struct error error;
    bool attached = input->set.traces > 0 && gnatcov_input_attach(input, &error);
    print_problems(&input->problems);
    if (input->set.traces == 0)
        return false;
    if (attached)
        print_lines(&input->notices);
    else
        tool_complain(&error);
    bool known = false;
    for (size_t i = 0; i < input->unit_count; i++)
        known = known || input->units[i].symbols;
    return attached && known && (input->set.entries || !input->problems.failed);
}

static void add_machine_notices(struct coverage_job *job, const struct coverage_view *view)
{
    const char *missing = !code_knows_lengths(view->code) ? "instructions" : !code_knows_branches(view->code) && job->choice.level == OBJECT_BRANCH
                                                                                  ? "conditional branches"
                                                                                  : NULL;
    if (job->format != FORMAT_HTML && (job->format != FORMAT_TEXT || job->annotate != ANNOTATE_REPORT))
        coverage_left_out_text(view, &job->notices.lines);
    bool lines = job->format == FORMAT_LCOV || job->format == FORMAT_HTML || job->annotate == ANNOTATE_SOURCE;
    if (lines && !view->file_count) {
        text_safe(&job->notices.lines, slice_of(view->unit->path));
        text_add(&job->notices.lines, ": no source lines are known: compile with -g\n");
    }
    if (!missing)
        return;
    text_safe(&job->notices.lines, slice_of(view->unit->path));
    text_printf(&job->notices.lines, ": %s of machine %u are not known: %s\n", missing, symbols_summary(view->unit->symbols).machine,
                code_knows_lengths(view->code) ? "use --level=insn" : "what is counted are pieces of the smallest size an instruction has");
}

/* Opens a view of each unit with an ELF file. */
static struct coverage_view *open_views(struct coverage_job *job, const struct gnatcov_input *input, size_t *count, struct error *error)
{
    struct coverage_view *views = memory_allocate((input->unit_count + 1) * sizeof *views);
    bool done = true;
    *count = 0;
    for (size_t i = 0; i < input->unit_count && done; i++) {
        if (!input->units[i].symbols)
            continue;
        done = coverage_view_open(&input->units[i], &job->choice, &views[*count], error);
        *count += done;
    }
    if (done && coverage_view_check(views, *count, &job->choice, error))
        return views;
    for (size_t i = 0; i < *count; i++)
        coverage_view_close(&views[i]);
    free(views);
    return NULL;
}

static void close_views(struct coverage_view *views, size_t count)
{
    for (size_t i = 0; i < count && views; i++)
        coverage_view_close(&views[i]);
    free(views);
}

/* ---- The document ---- */

/* While there is a file that is not complete, the signals that would end clew wait: the next report stops the writing, the file goes, and then they end it. */
struct document {
    struct output_file output;
    sigset_t held, before;
};

static bool nothing_waits(void *context, uint64_t done, uint64_t total)
{
    const struct document *document = context;
    sigset_t waiting;
    (void)done;
    (void)total;
    sigpending(&waiting);
    sigandset(&waiting, &waiting, &document->held);
    return sigisemptyset(&waiting);
}

/* Those that are ignored stay so: held back, they would count as waiting. */
static void hold_signals(struct document *document)
{
    static const int endings[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};
    struct sigaction action;
    sigemptyset(&document->held);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (sigaction(endings[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(&document->held, endings[i]);
    sigprocmask(SIG_BLOCK, &document->held, &document->before);
}

/* Without a name it is standard output. */
static bool document_open(struct coverage_job *job, struct document *document, struct error *error)
{
    document->output = (struct output_file){.file = stdout, .in_place = true};
    if (!job->output)
        return true;
    hold_signals(document);
    bool opened = output_open(&document->output, job->output, error);
    if (opened && !document->output.in_place)
        job->choice.progress = (struct progress){nothing_waits, document};
    else
        sigprocmask(SIG_SETMASK, &document->before, NULL);      /* a reader that does not read must not hold up what ends the writer */
    return opened;
}

static bool document_close(struct coverage_job *job, struct document *document, bool good, struct error *error)
{
    bool held = job->output && !document->output.in_place;
    if (job->output && !good)
        output_drop(&document->output);
    good = good && (!job->output || output_finish(&document->output, true, job->output, error));
    job->choice.progress = (struct progress){0};
    if (held)
        sigprocmask(SIG_SETMASK, &document->before, NULL);
    return good;
}

/* The file name of the first trace without what stands behind its last dot, as a name for a test; what is merged of several says how many more there are. */
static const char *test_name(struct coverage_job *job, const char *path)
{
    struct slice name = slice_basename(slice_of(path));
    size_t dot = slice_find_last_byte(name, '.'), more = job->traces.count - 1;
    name = slice_cut(name, 0, dot && dot != SIZE_MAX ? dot : name.size);
    return more ? arena_printf(&job->arena, "%.*s and %zu more", SLICE(name), more).data : arena_string(&job->arena, name);
}

static bool write_view(FILE *out, struct coverage_job *job, const struct coverage_view *view, const char *name, struct error *error)
{
    if (job->format == FORMAT_LCOV)
        return coverage_write_lcov(out, view, name, error);
    if (job->format == FORMAT_JSON)
        return coverage_write_json(out, view, job->annotate, error);
    switch (job->annotate) {
    case ANNOTATE_ASM: return coverage_write_asm(out, view, error);
    case ANNOTATE_SOURCE: return coverage_write_source(out, view, error);
    default: return coverage_write_report(out, view, error);
    }
}

/* Documents of several files of code follow each other; those for people are told apart by a line. */
static bool write_views(FILE *out, struct coverage_job *job, const struct coverage_view *views, size_t count, const char *name, struct error *error)
{
    bool done = true;
    if (job->format == FORMAT_HTML)
        return coverage_write_html(out, views, count, name, error);
    for (size_t i = 0; i < count && done; i++) {
        struct text path = {0};
        text_safe(&path, slice_of(views[i].unit->path));
        if (count > 1 && job->format == FORMAT_TEXT)
            fprintf(out, "%s==== %s\n", i ? "\n" : "", text_string(&path));
        text_free(&path);
        done = write_view(out, job, &views[i], name, error);
    }
    return done;
}

static bool write_document(struct coverage_job *job, const struct gnatcov_input *input)
{
    struct error error;
    struct document document;
    size_t count;
    struct coverage_view *views = open_views(job, input, &count, &error);
    for (size_t i = 0; i < count && views; i++)
        add_machine_notices(job, &views[i]);
    bool done = views && document_open(job, &document, &error);
    if (done)
        done = document_close(job, &document, write_views(document.output.file, job, views, count, test_name(job, input->first_path), &error), &error);
    print_notices(&job->notices);
    if (!done)
        tool_complain(&error);
    close_views(views, count);
    return done;
}

int coverage_job_document(struct coverage_job *job)
{
    struct gnatcov_input input = {.executables = job->executables.items, .executable_count = job->executables.count};
    bool good = true;
    for (size_t i = 0; i < job->traces.count; i++)
        good = add_trace(job, &input, job->traces.items[i]) && good;
    good = attach(&input) && write_document(job, &input) && good && !input.problems.failed && input.units[0].symbols;
    gnatcov_input_close(&input);
    return good ? TOOL_DONE : TOOL_FAILED;
}

/* ---- Differences ---- */

/* False: they are of different executables. */
static bool same_code(const struct gnatcov_unit *a, const struct gnatcov_unit *b, struct error *error)
{
    struct arena arena = {0};
    struct slice left, right;
    bool same = strcmp(a->path, b->path) == 0;
    if (!same) {
        same = file_read(a->path, &arena, &left, error) && file_read(b->path, &arena, &right, error);
        if (same && !slice_equal(left, right))
            same = error_set(error, "%s and %s differ: traces of one executable can be compared", a->path, b->path);
    }
    arena_free(&arena);
    return same;
}

static bool compare_units(struct coverage_job *job, const struct gnatcov_unit *a, const struct gnatcov_unit *b, bool *differs, struct error *error)
{
    struct coverage_view views[2] = {0};
    struct coverage_diff how = {{job->traces.items[0], job->traces.items[1]}, job->format == FORMAT_JSON};
    struct document document;
    bool done = same_code(a, b, error) && coverage_view_open(a, &job->choice, &views[0], error) &&
                coverage_view_open(b, &job->choice, &views[1], error) && coverage_view_check(views, 1, &job->choice, error) &&
                document_open(job, &document, error);
    if (done)
        coverage_left_out_text(&views[0], &job->notices.lines);
    if (done)
        done = document_close(job, &document, coverage_write_diff(document.output.file, &views[0], &views[1], &how, differs, error), error);
    coverage_view_close(&views[0]);
    coverage_view_close(&views[1]);
    return done;
}

/* What is compared are executables; shared objects that were loaded are told of. */
int coverage_job_diff(struct coverage_job *job)
{
    enum { TROUBLE = 2 };
    struct gnatcov_input inputs[2] = {0};
    struct error error;
    bool good = true, differs = false;
    for (int i = 0; i < 2; i++) {
        inputs[i].executables = job->executables.items;
        inputs[i].executable_count = job->executables.count;
        good = add_trace(job, &inputs[i], job->traces.items[i]) && good;
        good = attach(&inputs[i]) && good && !inputs[i].problems.failed && inputs[i].units[0].symbols;
        if (inputs[i].unit_count > 1)
            text_printf(&job->notices.lines, "%zu shared objects are left out of the comparison\n", inputs[i].unit_count - 1);
    }
    if (good && !compare_units(job, &inputs[0].units[0], &inputs[1].units[0], &differs, &error)) {
        tool_complain(&error);
        good = false;
    }
    print_notices(&job->notices);
    for (int i = 0; i < 2; i++)
        gnatcov_input_close(&inputs[i]);
    return !good ? TROUBLE : differs ? 1 : 0;
}
