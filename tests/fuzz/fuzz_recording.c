/* fuzz_recording.c - lying recordings and indexes with correct checksums, in a session.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An input is a byte that chooses a file, a byte that chooses where in the command table to begin, and edits of 16 bytes. An edit changes a word of the header
 * or of a table row, or a byte of any stream; or it ends a stream early, or repeats a row. The fuzzer writes the file again with correct checksums, opens it,
 * runs some commands of the table, and shows all views.
 *
 * Checks the promises of session_check.h, and that work is limited: the processor time of a command, how often it reports progress, and its number of rows. A
 * large number in a few bytes of a file must not drive up any of these. */
#include "../unit/forged_store.h"
#include "../unit/told_recording.h"
#include "session_check.h"

#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/time.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *count, char ***arguments);

enum { EDIT = 16, EDITS_MAX = 24, COMMANDS = 10, REPORTS_MAX = 4000, SECONDS_MAX = 15 };
static const uint64_t ROWS_MAX = 1 << 22;       /* the files have some hundred entries */

/* ---- Files to forge ---- */

enum { DEMO, TOLD, TOLD_LONG, TEXT, DENSE, HISTORY, STORES };

struct base {
    char opened[96], forged[96];    /* the file to open; the lying file: its index, or itself */
    struct forged file;
};
static struct base bases[STORES];
static char folder[64];

static void clean(void)
{
    for (unsigned i = 0; i < STORES; i++) {
        unlink(bases[i].opened);
        unlink(bases[i].forged);
    }
    char name[96];
    snprintf(name, sizeof name, "%s/mean", folder);
    unlink(name);
    rmdir(folder);
}

static void copy_file(const char *from, const char *to)
{
    static char bytes[1 << 16];
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    promise(in && out);
    for (size_t got; (got = fread(bytes, 1, sizeof bytes, in)) > 0;)
        promise(fwrite(bytes, 1, got, out) == got);
    fclose(in);
    fclose(out);
}

static void index_text(struct base *base, const char *from, const char *name)
{
    struct session_options options = {.index = STORE_INDEX_ALWAYS};
    struct error error;
    snprintf(base->opened, sizeof base->opened, "%s/%s", folder, name);
    snprintf(base->forged, sizeof base->forged, "%s/%s.clew", folder, name);
    copy_file(from, base->opened);
    struct session *session = session_open(&options);
    promise(session_load(session, base->opened, &error));
    session_close(session);
}

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    struct error error;
    static const char *const names[] = {"mean", "told", "told-long"};
    (void)count, (void)arguments;
    snprintf(folder, sizeof folder, "/dev/shm/fuzz-recording-%d", (int)getpid());
    promise(mkdir(folder, 0700) == 0);
    atexit(clean);
    for (unsigned i = 0; i <= TOLD_LONG; i++) {
        snprintf(bases[i].opened, sizeof bases[i].opened, "%s/%s.clew", folder, names[i]);
        snprintf(bases[i].forged, sizeof bases[i].forged, "%s", bases[i].opened);
    }
    copy_file("data/demo/recorded/mean.clew", bases[DEMO].forged);
    char name[96];
    snprintf(name, sizeof name, "%s/mean", folder);
    copy_file("data/demo/recorded/mean", name);
    promise(told_recording(bases[TOLD].forged, 700, &error) && told_recording(bases[TOLD_LONG].forged, 70000, &error));
    index_text(&bases[TEXT], "data/wet/good-instance.wet", "text.wet");
    index_text(&bases[DENSE], "data/wet/good-dense.wet", "dense.wet");
    index_text(&bases[HISTORY], "data/wet/good-history.lim", "history.lim");
    for (unsigned i = 0; i < STORES; i++)
        promise(forged_read(bases[i].forged, &bases[i].file, &error));
    return 0;
}

/* ---- Lies ---- */

static uint64_t word_at(const uint8_t *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

/* The new value of a word. */
static uint64_t changed(uint64_t word, unsigned how, uint64_t given)
{
    static const uint64_t words[] = {0, UINT64_MAX, UINT64_C(1) << 63, UINT64_C(1) << 40, UINT32_MAX, 1 << 24, 1 << 16, 256};
    switch (how % 24) {
    case 16: return word + 1;
    case 17: return word - 1;
    case 18: return word * 2;
    case 19: return word ^ (UINT64_C(1) << given % 64);
    case 20: return word + given;
    case 21: return given & 0xffff;
    case 22: return given >> given % 64;
    case 23: return given;
    default: return words[how % 8];
    }
}

/* stream, what, number of the row (2), field, how, 2 more, a word. */
static void edit(struct forged *forged, const uint8_t *at)
{
    unsigned stream = at[0] % (STREAMS + 1), what = at[1] % 8, how = at[5];
    uint64_t row = at[2] | (unsigned)at[3] << 8, given = word_at(at + 8), word = 0;
    if (stream == STREAMS) {
        uint64_t *words = (uint64_t *)(void *)&forged->header;
        row %= sizeof forged->header / sizeof *words;
        if (row)                    /* whether it is a recording: that would need another writer */
            words[row] = changed(words[row], how, given);
        return;
    }
    struct forged_stream *s = &forged->streams[stream];
    size_t rows = stream < forged->count ? s->size / s->item : 0, width = s->item < 8 ? s->item : stream == STREAM_NOTES || stream == STREAM_NAMES ? 1 : 4u << (at[1] >> 3) % 2;
    if (rows == 0)
        return;
    unsigned char *from = s->bytes + row % rows * s->item, *place = from + at[4] % (s->item / width) * width;
    if (what == 6)
        s->size = row % (rows + 1) * s->item;
    else if (what == 7)
        memcpy(from, s->bytes + given % rows * s->item, s->item);
    else {
        memcpy(&word, place, width);
        word = changed(word, how, given);
        memcpy(place, &word, width);
    }
}

static void copy_forged(const struct forged *from, struct forged *to)
{
    *to = *from;
    for (unsigned i = 0; i < from->count; i++) {
        to->streams[i].bytes = malloc(from->streams[i].size + 8);
        memcpy(to->streams[i].bytes, from->streams[i].bytes, from->streams[i].size + 8);
    }
}

/* ---- Work is limited ---- */

static char saying[200];
static int reports;

static void too_long(int number)
{
    (void)number;
    static const char message[] = "too much work: ";
    if (write(STDERR_FILENO, message, sizeof message - 1) < 0 || write(STDERR_FILENO, saying, strlen(saying)) < 0 || write(STDERR_FILENO, "\n", 1) < 0)
        abort();
    abort();
}

static void watch(const char *what)
{
    struct itimerval limit = {.it_value = {.tv_sec = what ? SECONDS_MAX : 0}};
    snprintf(saying, sizeof saying, "%s", what ? what : "");
    reports = 0;
    signal(SIGVTALRM, too_long);
    setitimer(ITIMER_VIRTUAL, &limit, NULL);
}

static bool report(void *context, uint64_t done, uint64_t total)
{
    (void)context, (void)done, (void)total;
    if (++reports > REPORTS_MAX)
        too_long(0);
    return true;
}

static void all_rows(const struct rows *rows)
{
    struct row row = {0};
    if (rows->count > ROWS_MAX)
        too_long(0);
    for (uint64_t i = 0; i < rows->count && rows_get(rows, i, &row); i++)
        check_safe(text_str(&row.text));
    row_free(&row);
}

/* ---- Commands ---- */

/* Commands with an argument. Other commands of the table run without one. */
static const char *const lines[] = {
    "goto end", "goto @1", "goto 50%", "goto @300", "goto main", "next-execution 3", "previous-execution 2", "follow 1", "where", "step 3", "next 3", "stepi 10", "nexti 4",
    "reverse-step 3", "reverse-next 2", "reverse-stepi 5", "reverse-nexti 3", "finish", "reverse-finish", "until 23", "frame 1", "calls main", "calls depth 3",
    "thread 2", "break mean.c:23", "break f", "break 0x1000 if value > 3", "continue", "reverse-continue", "why 5#3", "why main", "why unfold", "why 8#0 all", "why not mean.c:31",
    "slice back", "slice fwd", "slice back lines rank", "slice lock back", "slice back depth 3", "chop @1 @300", "next-member", "who 0x1fff000670", "who sum", "who mean",
    "who 0x1000 8", "print sum", "print @20", "print window", "whatis window", "x @50", "values 5", "values main", "instances 5", "instances 8", "instances main", "list 20", "disassemble",
    "info trace", "info functions", "info line", "info executions", "info instances", "info values", "info locals", "info args", "info registers", "info threads", "info frame", "info source", "info slice",
    "find /add/", "find-addr 0x1000", "find-value 1000", "find-value 0", "filter /1/ instances", "index verify", "index show", "ask", "deps 5#2", "uses 5#2", "control 5#2", "links 8#1", "diff",
    "display sum", "grain instruction", "goto 5#3", "goto 7#0", "uses", "deps", "links", "why", "ask main", "problems", "set values on", "hex on", "rwatch sum", "watch sum", "until f",
    "info syscalls", "info syscalls write", "output all", "output 1", "find-output /a/",
};

/* They end a session, read files of any name, run programs, or write. */
static bool is_said(const struct command *command)
{
    static const char *const never[] = {"open", "source", "save", "load", "theme", "edit", "export", "pipe", "paste", "core", "quit", "drop", "bind", "alias", "directory", "set"};
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        if (strcmp(command->name, never[i]) == 0)
            return false;
    return !command->screen_only;
}

static void ask(struct session *session, const char *line)
{
    struct answer answer = {0};
    struct error error;
    watch(line);
    if (session_run(session, line, &answer, &error))
        all_rows(&answer.rows);
    answer_free(&answer);
    watch(line);
    say(session, line);
    watch(NULL);
}

static void ask_some(struct session *session, unsigned from)
{
    size_t table, given = sizeof lines / sizeof *lines;
    const struct command *commands = command_table(&table);
    watch("views");
    show_views(session);
    for (unsigned i = 0; i < COMMANDS; i++) {
        size_t which = (from * (size_t)7 + i * (size_t)37) % (table + given);
        if (which < given)
            ask(session, lines[which]);
        else if (is_said(&commands[which - given]))
            ask(session, commands[which - given].name);
    }
}

static void open_and_ask(const struct base *base, unsigned from)
{
    struct session_options options = {.progress = {.report = report}, .index = STORE_INDEX_EXISTING};
    struct error error;
    struct text text = {0};
    struct session *session = session_open(&options);
    watch("open");
    if (session_load(session, base->opened, &error)) {
        ask_some(session, from);
        while (session_notice(session, &text))
            check_safe(text_str(&text));
    } else {
        error_text(&error, &text);
        check_safe(text_str(&text));
    }
    watch("close");
    session_close(session);
    watch(NULL);
    text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct forged forged;
    struct error error;
    if (size < 2)
        return 0;
    const struct base *base = &bases[data[0] % STORES];
    copy_forged(&base->file, &forged);
    for (size_t at = 2, edits = 0; at + EDIT <= size && edits < EDITS_MAX; at += EDIT, edits++)
        edit(&forged, data + at);
    promise(forged_write(&forged, base->forged, &error));
    forged_free(&forged);
    open_and_ask(base, data[1]);
    return 0;
}
