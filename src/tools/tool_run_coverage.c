/* tool_run_coverage.c - clew run-coverage: runs a program under QEMU and writes what it executed.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/coverage.h"
#include "tools/tool_exec.h"
#include "tools/tools.h"


#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char usage[] =
    "Usage: clew run-coverage [-o OUT] [-T TAG] [--history [--limit=N]] [--target=MACHINE] [--sysroot=DIR] [--] PROGRAM [ARGUMENT...]\n"
    "\n"
    "Runs PROGRAM, of this machine or another one, under QEMU's user emulator and writes which code ran and which\n"
    "way its branches went, in GNATcoverage's trace format. The program's input, output and exit status are its own.\n"
    "\n"
    "  -o, --output=OUT      the trace (default: PROGRAM.trace in the current folder)\n"
    "  -T, --tag=TAG         text that the trace carries (USER_DATA)\n"
    "      --history         every execution of every block, in order, not each block once\n"
    "      --limit=N         of a history: log this many blocks at most (default 67108864; 4 bytes of memory each)\n"
    "      --target=MACHINE  run qemu-MACHINE (default: as the program's ELF header says)\n"
    "      --sysroot=DIR     where the shared libraries of another machine are (default: those of Debian's cross compilers)\n"
    "\n"
    "Processes that the program forks off go into the same trace; what it becomes by exec does not. Needs the Debian\n"
    "package qemu-user.\n";

struct tool_options {
    struct coverage_run_options run;
    bool help;
};

static int set_option(struct tool_options *options, int option, const char *value)
{
    switch (option) {
    case 'o':
        options->run.output = value;
        return strcmp(value, "-") ? 0 : tool_misused("run-coverage", "standard output is the program's: -o takes the name of a file, not", value);
    case 'T': options->run.tag = value; return 0;
    case 't': options->run.target = value; return 0;
    case 's': options->run.sysroot = value; return 0;
    case 'H': options->run.history = true; return 0;
    case 'h': options->help = true; return 0;
    case 'L':
        if (slice_decimal(slice_of(value), &options->run.limit) && options->run.limit > 0 && options->run.limit <= UINT64_C(1) << 32)
            return 0;
        return tool_misused("run-coverage", "--limit takes a number from 1 to 4294967296, not", value);
    default: return TOOL_USAGE;         /* none of the table */
    }
}

static int parse(int argc, char **argv, struct tool_options *options)
{
    static const struct option known[] = {
        {"output", required_argument, NULL, 'o'}, {"tag", required_argument, NULL, 'T'},     {"history", no_argument, NULL, 'H'},
        {"limit", required_argument, NULL, 'L'},  {"target", required_argument, NULL, 't'},  {"sysroot", required_argument, NULL, 's'},
        {"help", no_argument, NULL, 'h'},         {NULL, 0, NULL, 0}};
    int option, status = 0;
    opterr = 0;
    optind = 0;
    while (status == 0 && (option = getopt_long(argc, argv, "+o:T:h", known, NULL)) != -1)
        status = option == '?' ? tool_bad_option("run-coverage", argv, "o:T:h", known) : set_option(options, option, optarg);
    if (status == 0 && options->run.limit && !options->run.history)
        return tool_misused("run-coverage", "--limit is of a --history", NULL);
    if (status == 0 && !options->help && optind >= argc)
        return tool_misused("run-coverage", "no program given", NULL);
    options->run.arguments = argv + optind;
    return status;
}

static void report(const struct coverage_run_result *result)
{
    struct text line = {0};
    text_add(&line, "clew: ");
    text_safe(&line, slice_of(result->output));
    text_add(&line, ": ");
    text_count(&line, result->blocks);
    text_add(&line, " blocks, ");
    text_count(&line, result->bytes);
    text_add(&line, " bytes of code, ");
    text_count(&line, result->entries);
    text_add(&line, " entries (and ");
    text_count(&line, result->outside);
    text_add(&line, " blocks outside of the program)");
    fprintf(stderr, "%s\n", text_string(&line));
    text_free(&line);
}

int tool_run_coverage(int argc, char **argv)
{
    struct tool_options options = {0};
    struct coverage_run_result result;
    struct error error;
    int status = parse(argc, argv, &options);
    if (status)
        return status;
    if (options.help) {
        fputs(usage, stdout);
        return 0;
    }
    if (!coverage_run(&options.run, &result, &error))
        return tool_complain_of_program(options.run.arguments[0], &error);
    if (result.lost)
        fprintf(stderr, "clew: %" PRIu64 " blocks, libraries' among them, were not logged: %s\n", result.lost,
                options.run.history ? "the history's limit was reached; --limit raises it" : "there were more than the log has room for");
    if (result.threads && options.run.history)
        fputs("clew: several threads or processes ran: their blocks are mixed in the history\n", stderr);
    if (result.blocks == 0)
        fputs("clew: none of the program's own code ran: the trace has no entries\n", stderr);
    if (isatty(STDERR_FILENO))
        report(&result);
    return tool_end_like(result.status);
}
