/* tool_record.c - clew record: runs a program and writes its trace.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/log.h"
#include "tools/tools.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

enum record_progress { PROGRESS_AUTO /* if standard error is a terminal */, PROGRESS_ALWAYS, PROGRESS_NEVER };

struct record_meter {
    bool on, in_place, shown;
    bool closes;                        /* traces are being finished */
    int64_t begun, next, step;          /* milliseconds */
    uint64_t seen;                      /* executed, at the last check */
    int64_t counted;                    /* when `executed` was noted, for the rate */
    uint64_t executed;
};

static const char usage[] =
    "usage: clew record [-o OUT] [--format=store|wet|history] [--history[=N]] [--only=exe|all|NAME] [--skip=NAME]\n"
    "                   [--from=FUNCTION] [--until=FUNCTION] [--dense] [--state=yes|no] [--check] [--wait|--no-wait] [--trace-children]\n"
    "                   [--progress=auto|always|never] [--] PROGRAM [ARGUMENT...]\n"
    "\n"
    "Runs PROGRAM under Valgrind and records every instruction it executes: dependences, values and times.\n"
    "PROGRAM keeps its own input, output and exit status.\n"
    "\n"
    "  -o, --output=OUT      the trace (default: PROGRAM.clew, .wet or .lim, by format)\n"
    "  --format=store        a recording: compact, opens at once, keeps the order of execution (default)\n"
    "  --format=wet          text: no order, and one definer per use (default if OUT ends in .wet)\n"
    "  --format=history      the last dependences only, as text (default if OUT ends in .lim)\n"
    "  --history[=N]         the last N dependences, as text (default 100000)\n"
    "  --only=exe            list the executable's instructions (default); what skipped code does\n"
    "                        belongs to the call that led to it\n"
    "  --only=all            list everything, also libraries and the dynamic linker\n"
    "  --only=NAME           list the instructions of a file or function: libz.so.1, libz, main, ns::f;\n"
    "                        repeat it for more names; --only=exe adds the executable\n"
    "  --skip=NAME           skip a file or function; what it does belongs to the call that led to it\n"
    "  --from=FUNCTION       start the trace at the first entry of this function\n"
    "  --until=FUNCTION      end the trace at the next entry of this function\n"
    "  --dense               number the entries of text 0, 1, ... as some readers expect, instead of by execution\n"
    "  --state=no            leave out registers and memory: a smaller recording, in which print knows less\n"
    "  --check               compare every loaded byte with the one its definer stored, and report differences\n"
    "  --no-wait             return when the program ends; clew finishes the recording in the background (default)\n"
    "  --wait                return when the recording is whole\n"
    "  --trace-children      also record forked processes and executed programs, each in its own trace;\n"
    "                        OUT then needs %p (process) and may have %n (program); default: %n.%p.clew\n"
    "  --progress=auto       show progress on a terminal (default); always, never\n";

struct tool_options {
    struct record_options record;
    enum record_progress progress;
    bool has_format, help;
    bool executable, all;           /* --only=exe, --only=all */
};

static int wrong(const char *what, const char *word)
{
    return tool_misused("record", what, word);
}

static int set_format(struct tool_options *options, const char *value)
{
    static const char *const names[] = {[RECORD_STORE] = "store", [RECORD_WET] = "wet", [RECORD_HISTORY] = "history"};
    for (enum record_format format = RECORD_STORE; format <= RECORD_HISTORY; format++)
        if (strcmp(value, names[format]) == 0) {
            options->record.format = format;
            options->has_format = true;
            return 0;
        }
    return wrong("--format takes store, wet or history, not", value);
}

static int add_name(struct record_names *names, const char *name)
{
    if (!name[0] || names->count == RECORD_NAMES_MAX)
        return wrong(name[0] ? "--only and --skip take at most 64 names each; one too many is" : "--only and --skip take the name of a file or function, or exe", name[0] ? name : NULL);
    names->items[names->count++] = name;
    return 0;
}

static int set_only(struct tool_options *options, const char *value)
{
    options->executable |= strcmp(value, "exe") == 0;
    options->all |= strcmp(value, "all") == 0;
    return strcmp(value, "exe") == 0 || strcmp(value, "all") == 0 ? 0 : add_name(&options->record.shown, value);
}

static int set_window(const char **function, const char *option, const char *value)
{
    if (*function || !value[0])
        return wrong(value[0] ? "--from and --until take one function each; a second is" : option, value[0] ? value : NULL);
    *function = value;
    return 0;
}

static int set_progress(struct tool_options *options, const char *value)
{
    static const char *const names[] = {[PROGRESS_AUTO] = "auto", [PROGRESS_ALWAYS] = "always", [PROGRESS_NEVER] = "never"};
    for (enum record_progress progress = PROGRESS_AUTO; progress <= PROGRESS_NEVER; progress++)
        if (strcmp(value, names[progress]) == 0) {
            options->progress = progress;
            return 0;
        }
    return wrong("--progress takes auto, always or never, not", value);
}

static int set_state(struct tool_options *options, const char *value)
{
    options->record.state = strcmp(value, "yes") == 0;
    return options->record.state || strcmp(value, "no") == 0 ? 0 : wrong("--state takes yes or no, not", value);
}

static int set_option(struct tool_options *options, int option, const char *value)
{
    switch (option) {
    case 'o':
        if (!value[0])
            return wrong("-o takes the name of a file", NULL);
        if (strcmp(value, "-") == 0)
            return wrong("standard output belongs to the program: -o takes a file or, for text, a pipe such as -o >(gzip), not", value);
        options->record.output = value;
        return 0;
    case 'H':
        options->record.history = RECORD_HISTORY_DEFAULT;
        if (value && (!str_decimal(str_of(value), &options->record.history) || options->record.history == 0 ||
                      options->record.history > UINT64_C(1) << 32))
            return wrong("--history takes a number of dependences from 1 to 4294967296, not", value);
        return 0;
    case 'F':
        return set_format(options, value);
    case 'O':
        return set_only(options, value);
    case 'S':
        return add_name(&options->record.skipped, value);
    case 'B':
        return set_window(&options->record.from, "--from takes the name of a function", value);
    case 'U':
        return set_window(&options->record.until, "--until takes the name of a function", value);
    case 'D':
        options->record.dense = true;
        return 0;
    case 'P':
        return set_progress(options, value);
    case 'C':
        options->record.children = true;
        return 0;
    case 'T':
        return set_state(options, value);
    case 'K':
        options->record.check = true;
        return 0;
    case 'W': case 'N':
        options->record.background = option == 'N';
        return 0;
    case 'h':
        options->help = true;
        return 0;
    default:
        return TOOL_USAGE;              /* not in the table */
    }
}

static bool ends_with(const char *name, const char *ending)
{
    return name && str_ends(str_of(name), ending);
}

/* Sets the shown code, and the format that other options imply if the user names none. */
static int settle(struct tool_options *options)
{
    struct record_options *record = &options->record;
    record->only = options->all ? ONLY_ALL : options->executable || record->shown.count == 0 ? ONLY_EXECUTABLE : ONLY_NAMED;
    if (!options->has_format && (record->history || ends_with(record->output, ".lim")))
        record->format = RECORD_HISTORY;
    else if (!options->has_format && (record->dense || ends_with(record->output, ".wet")))
        record->format = RECORD_WET;
    if (record->history && record->format != RECORD_HISTORY)
        return wrong("--history and --format contradict each other", NULL);
    if (record->dense && record->format == RECORD_STORE)
        return wrong("--dense numbers the entries of text: add --format=wet", NULL);
    return 0;
}

static int parse(int argc, char **argv, struct tool_options *options)
{
    static const struct option known[] = {
        {"output", required_argument, NULL, 'o'}, {"history", optional_argument, NULL, 'H'}, {"only", required_argument, NULL, 'O'},
        {"check", no_argument, NULL, 'K'},  {"state", required_argument, NULL, 'T'}, {"wait", no_argument, NULL, 'W'}, {"no-wait", no_argument, NULL, 'N'},
        {"dense", no_argument, NULL, 'D'},        {"format", required_argument, NULL, 'F'},  {"help", no_argument, NULL, 'h'},
        {"skip", required_argument, NULL, 'S'},   {"from", required_argument, NULL, 'B'},    {"until", required_argument, NULL, 'U'},
        {"progress", required_argument, NULL, 'P'}, {"trace-children", no_argument, NULL, 'C'},
        {NULL, 0, NULL, 0}};
    int option, status = 0;
    opterr = 0;
    optind = 0;
    while (status == 0 && (option = getopt_long(argc, argv, "+o:h", known, NULL)) != -1)
        status = option == '?' ? tool_bad_option("record", argv, "o:h", known) : set_option(options, option, optarg);
    if (status == 0 && !options->help && optind >= argc)
        return wrong("no program given", NULL);
    options->record.arguments = argv + optind;
    return status || options->help ? status : settle(options);
}

/* 1234567 as "1.2 M". The unit brings its own blank. */
static void add_amount(struct text *out, uint64_t amount, const char *unit)
{
    static const char prefixes[] = " kMGTPE";
    double number = (double)amount;
    unsigned i = 0;
    for (; number >= 999.5; i++)
        number /= 1000;
    if (i == 0)
        text_printf(out, "%" PRIu64, amount);
    else
        text_printf(out, "%.*f %c", number < 99.95 ? 1 : 0, number, prefixes[i]);
    text_printf(out, "%s%s", unit[0] == 'B' && i == 0 ? " " : "", unit);
}

/* One line on standard error, with a word that may be hostile. */
static void complain(const char *what, const char *word)
{
    struct text line = {0};
    text_safe(&line, str_of(word));
    fprintf(stderr, "clew: %s: %s\n", what, text_string(&line));
    text_free(&line);
}

static void report(const struct record_result *result, bool history)
{
    struct text line = {0};
    text_add(&line, "clew: ");
    text_safe(&line, str_of(result->output));
    text_add(&line, ": ");
    text_count(&line, result->instructions);
    text_add(&line, " instructions, ");
    text_count(&line, result->instances);
    text_add(&line, " executions, ");
    text_count(&line, result->dependences);
    text_add(&line, " dependences");
    if (!history) {
        text_add(&line, ", ");
        text_count(&line, result->values);
        text_add(&line, " values");
    }
    text_add(&line, " (of ");
    text_count(&line, result->executed);
    text_add(&line, result->replaced ? " executed), replacing the older trace" : " executed)");
    fprintf(stderr, "%s\n", text_string(&line));
    text_free(&line);
}

/* ---- While it runs ---- */

struct watched {
    struct record_meter *meter;
    const struct record_options *options;
};

static void record_meter_clear(struct record_meter *meter);
static void record_meter_open(struct record_meter *meter, enum record_progress progress);
static void record_meter_show(struct record_meter *meter, const struct record_state *state);

static void show(void *context, const struct record_state *state)
{
    record_meter_show(((const struct watched *)context)->meter, state);
}

static void say_now(void *context, const struct error *what)
{
    record_meter_clear(((const struct watched *)context)->meter);
    tool_complain(what);
}

/* Prints each line, with "clew: " before it. */
static void say_lines(struct str lines)
{
    struct str line;
    struct text text = {0};
    while (str_line(&lines, &line)) {
        text_add(&text, "clew: ");
        text_safe(&text, line);
        text_byte(&text, '\n');
    }
    if (text.size)
        fputs(text_string(&text), stderr);
    text_free(&text);
}

static void say_hints(const struct record_options *options, const struct record_result *result, unsigned which)
{
    struct text lines = {0};
    record_hints(options, result, which, &lines);
    say_lines(text_str(&lines));
    text_free(&lines);
}

/* One line per process. */
static void say_trace(void *context, const struct record_trace *trace)
{
    const struct watched *watched = context;
    struct text line = {0};
    record_meter_clear(watched->meter);
    text_printf(&line, "clew: process %" PRIu64 ", ", trace->process);
    text_safe(&line, str_of(trace->program));
    if (strcmp(trace->began, "fork") == 0)
        text_printf(&line, ", forked by %" PRIu64, trace->parent);
    text_add(&line, strcmp(trace->began, "exec") == 0 ? ", executed: " : ": ");
    if (trace->lost) {
        error_text(trace->lost, &line);
    } else {
        text_safe(&line, str_of(trace->output));
        text_add(&line, ", ");
        text_count(&line, trace->instances);
        text_add(&line, " executions (of ");
        text_count(&line, trace->executed);
        text_add(&line, " executed)");
    }
    fprintf(stderr, "%s\n", text_string(&line));
    text_free(&line);
    if (!trace->lost)
        say_hints(watched->options, trace->result, HINT_SKIPPED);
}

/* ---- After the run ---- */

static int complain_all(const struct tool_options *options, const struct record_result *result, struct error *error)
{
    int status = tool_complain_of_program(options->record.arguments[0], error);
    if (result->kept[0])
        complain("kept as a recording; `clew convert` turns it into text", result->kept);
    return status;
}

static void say_unrecorded(uint64_t count, uint64_t left)
{
    if (left)
        fprintf(stderr, "clew: %" PRIu64 " process%s executed a program that clew cannot record (32-bit, set-user-id), and ran on unrecorded\n", left,
                left > 1 ? "es" : "");
    if (count)
        fprintf(stderr, "clew: %" PRIu64 " more process%s ran unrecorded: clew records at most %d at once\n", count, count == 1 ? "" : "es", RECORD_PROCESSES);
}

static void say_started(const struct record_result *result)
{
    if (result->started)
        fprintf(stderr, "clew: %" PRIu64 " process%s that the program started ran unrecorded: %s. To record them, use --trace-children\n", result->started,
                result->started > 1 ? "es" : "", result->started_names);
}

static void say_became(const char *program)
{
    struct text line = {0};
    text_safe(&line, str_of(program));
    fprintf(stderr, "clew: %s became another program (exec): the trace ends there; --trace-children records that one, too\n", text_string(&line));
    text_free(&line);
}

static void say_check(const struct record_result *result)
{
    struct text line = {0};
    check_summary(&result->check, &line);
    if (result->mismatches[0])
        fputs(result->mismatches, stderr);
    fprintf(stderr, "clew: memory check: %s\n", text_string(&line));
    text_clear(&line);
    state_check_summary(&result->state, &line);
    if (result->state_checked)
        fprintf(stderr, "clew: state check: %s\n", text_string(&line));
    text_free(&line);
}

/* The program has ended, and its trace is not there yet. */
static void say_rebuilds(const struct record_result *result)
{
    struct text line = {0};
    text_add(&line, "clew: ");
    text_safe(&line, str_of(result->output));
    text_add(&line, ": ");
    text_count(&line, result->executed);
    text_printf(&line, " instructions ran in %" PRId64 ".%d s; clew rebuilds the dependences in the background (log: ", result->took / 1000, (int)(result->took / 100 % 10));
    add_amount(&line, result->log, "B");
    text_byte(&line, ')');
    fprintf(stderr, "%s\n", text_string(&line));
    text_free(&line);
}

static void say_all(const struct tool_options *options, const struct record_result *result)
{
    if (result->renamed)
        fprintf(stderr, "clew: %" PRIu64 " name%s had blanks, which the format cannot hold: clew wrote _ instead\n", result->renamed, result->renamed == 1 ? "" : "s");
    if (result->left_out)
        fprintf(stderr, "clew: %" PRIu64 " use%s by skipped code %s missing from the text: it has 1024 of one instruction per call; a recording has all\n",
                result->left_out, result->left_out == 1 ? "" : "s", result->left_out == 1 ? "is" : "are");
    if (options->record.children)
        say_unrecorded(result->unrecorded, result->left);
    else if (result->cut)
        ;                               /* say_now has told why */
    else if (!result->whole && result->executing)
        say_became(options->record.arguments[0]);
    else if (!result->whole && result->restricted && !result->message[0])
        fputs("clew: the program restricted its system calls (seccomp), and the kernel killed it at one that Valgrind needs: the trace ends there\n", stderr);
    else if (!result->whole)
        fputs(result->message[0] ? "clew: Valgrind gave up: the trace ends there\n"
                                 : "clew: the recorder was killed: the trace ends with the last block it wrote\n", stderr);
    if (!result->rebuilds)
        say_hints(&options->record, result, HINT_MISSING | HINT_NOTED | HINT_REST | (options->record.children ? 0 : HINT_SKIPPED));
    if (result->older_stays)
        complain("nothing to show: clew left the older trace as it was", result->output);
    say_started(result);
    if (result->one_instruction)
        fputs("clew: this Valgrind shows clew only one instruction at a time: recording took longer\n", stderr);
    say_lines(str_of(result->limits));
    if (result->message[0])
        complain("Valgrind said", result->message);
    if (options->record.check)
        say_check(result);
    if (!isatty(STDERR_FILENO))
        return;
    if (result->rebuilds)
        say_rebuilds(result);
    else if (!options->record.children && !result->older_stays)
        report(result, options->record.format == RECORD_HISTORY);
}

int tool_record(int argc, char **argv)
{
    struct tool_options options = {.record = {.state = true, .background = true, .hold = getenv("CLEW_TEST_REBUILD")}};
    struct record_meter meter;
    struct record_result result;
    struct error error;
    int status = parse(argc, argv, &options);
    if (status)
        return status;
    if (options.help) {
        fputs(usage, stdout);
        return 0;
    }
    record_meter_open(&meter, options.progress);
    struct watched watched = {&meter, &options.record};
    options.record.watch = (struct record_watch){show, say_now, say_trace, &watched};
    bool good = record_run(&options.record, &result, &error);
    record_meter_clear(&meter);
    if (good)
        say_all(&options, &result);
    else
        status = complain_all(&options, &result, &error);
    if (result.signal)
        return tool_end_like(result.signal);
    bool failed = result.check.mismatches || state_check_mismatches(&result.state) || (result.cut && result.status == 0);    /* the trace ends too early, and not because the user interrupted */
    if (good && failed)
        return 1;
    return good ? tool_end_like(result.status) : status;
}

/* ---- Shows a recording's progress on a terminal ----
 *
 * If neither input nor output of the program is a terminal, the progress is one line, refreshed in place and removed at the end. Otherwise clew must not
 * overwrite the program's output or spoil its screen. It then prints whole lines, the first after five seconds, then at doubling intervals up to a minute. It
 * prints none while the terminal is not in line mode or belongs to another job, and none while the program executes nothing: it may wait at its own prompt.
 * clew mentions that it finishes traces only if that takes long. */

/* Milliseconds. */
enum { QUIET = 1000, AGAIN = 500, LINE_FIRST = 5000, LINE_CLOSES = 3000, LINE_MOST = 60000 };

static void record_meter_open(struct record_meter *meter, enum record_progress progress)
{
    bool terminal = isatty(STDERR_FILENO), shared = isatty(STDIN_FILENO) || isatty(STDOUT_FILENO);
    *meter = (struct record_meter){.on = progress == PROGRESS_ALWAYS || (progress == PROGRESS_AUTO && terminal), .begun = milliseconds()};
    meter->in_place = terminal && !shared;
    meter->step = LINE_FIRST;
    meter->next = meter->counted = meter->begun;
    meter->next += meter->in_place ? QUIET : LINE_FIRST;
}

/* A program that draws on the terminal has left line mode. A terminal may be set to stop background writers. */
static bool may_write(void)
{
    struct termios modes;
    if (tcgetattr(STDERR_FILENO, &modes) < 0)
        return true;
    pid_t foreground = tcgetpgrp(STDERR_FILENO);
    return modes.c_lflag & ICANON && (foreground < 0 || foreground == getpgrp());
}

static void add_time(struct text *out, int64_t milliseconds)
{
    int64_t seconds = milliseconds / 1000;
    if (seconds >= 3600)
        text_printf(out, "%" PRId64 ":%02d:%02d", seconds / 3600, (int)(seconds / 60 % 60), (int)(seconds % 60));
    else
        text_printf(out, "%d:%02d", (int)(seconds / 60), (int)(seconds % 60));
}

static void describe(struct record_meter *meter, const struct record_state *state, int64_t time, struct text *line)
{
    int64_t since = time - meter->counted;
    uint64_t more = state->executed > meter->executed ? state->executed - meter->executed : 0;
    text_add(line, state->phase == RECORD_CLOSES ? "clew: finishing: " : "clew: ");
    if (state->phase == RECORD_CLOSES && state->total > 1)
        text_printf(line, "%d%% of text, ", (int)(100.0 * (double)state->done / (double)state->total));
    add_amount(line, state->executed, " instructions");
    text_add(line, ", ");
    add_amount(line, since > 0 ? more * 1000 / (uint64_t)since : 0, "/s");
    text_add(line, state->log ? ", log " : ", trace ");
    add_amount(line, state->log ? state->log : state->bytes, "B");
    if (state->log)
        text_printf(line, ", %d%% rebuilt", state->executed ? (int)(100.0 * (double)state->rebuilt / (double)state->executed) : 0);
    text_add(line, ", ");
    add_time(line, time - meter->begun);
    if (state->processes > 1)
        text_printf(line, ", %zu processes", state->processes);
    meter->counted = time;
    meter->executed = state->executed;
}

static void show_in_place(struct record_meter *meter, struct text *line)
{
    struct winsize size;
    size_t room = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1u : 79;
    fprintf(stderr, "\r%.*s\033[K", STR(str_cut(text_str(line), 0, room)));
    meter->shown = true;
}

/* Did the program execute nothing since the last check? Then it may be waiting for its user. */
static bool stands_still(struct record_meter *meter, const struct record_state *state)
{
    bool still = state->phase != RECORD_CLOSES && state->executed == meter->seen;
    meter->seen = state->executed;
    return still && !meter->in_place;
}

/* Whole lines stay on the screen: a short finish needs none. */
static void begin_closing(struct record_meter *meter, int64_t time)
{
    meter->closes = true;
    if (!meter->in_place && meter->next < time + LINE_CLOSES)
        meter->next = time + LINE_CLOSES;
}

static void record_meter_show(struct record_meter *meter, const struct record_state *state)
{
    int64_t time = milliseconds();
    bool still = stands_still(meter, state);
    if (state->phase == RECORD_CLOSES && !meter->closes)
        begin_closing(meter, time);
    if (!meter->on || still || time < meter->next || !may_write())
        return;
    struct text line = {0};
    describe(meter, state, time, &line);
    if (meter->in_place)
        show_in_place(meter, &line);
    else
        fprintf(stderr, "%s\n", text_string(&line));
    fflush(stderr);
    text_free(&line);
    meter->next = time + (meter->in_place ? AGAIN : meter->step);
    meter->step = meter->step * 2 < LINE_MOST ? meter->step * 2 : LINE_MOST;
}

/* call before printing anything else */
static void record_meter_clear(struct record_meter *meter)
{
    if (meter->shown)
        fputs("\r\033[K", stderr);
    fflush(stderr);
    meter->shown = false;
}
