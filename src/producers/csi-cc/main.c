/* main.c - csi-cc: compiles C and C++ so that a crash shows where it came from.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "csi.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: clew csi-cc [OPTIONS] [CLANG-ARGUMENT...]\n"
    "\n"
    "Compiles and links like clang, and instruments C and C++: every frame of a stopped program or a core file\n"
    "then records which paths it took and which calls returned. Works as CC in a Makefile.\n"
    "\n"
    "  --trace=SCHEMA        which mechanisms each function gets: a file, rules like '*;{CC,PT}', - for standard\n"
    "                        input, or all.schema, bb.schema, cc.schema, fc.schema, pt.schema, cc_pt.schema,\n"
    "                        realistic.schema, default.schema (default: default.schema, *;{CC,FC,PT})\n"
    "  -csi-opt=N            0: a probe at every call and block (default); 1: one call per block; 2: none where\n"
    "                        another probe implies it\n"
    "  -complete-exe         let -csi-opt=2 assume that the program does not stop in the middle\n"
    "  -path-array-size N    how many paths a frame remembers (default 10)\n"
    "  -hash-size N          trace no function with more than N acyclic paths (default 2^63-2)\n"
    "  -no-filter            follow the schema exactly: also instrument where it gives no information\n"
    "  --names=csi-cc|documented\n"
    "                        names of variables: __PT_counter_arr and __CC_arr_FILE_f (csi-cc), or those in csi-cc's\n"
    "                        documentation, __PT_pathArr and __CC_arr_f (default: csi-cc)\n"
    "  --bbc=entered|completed\n"
    "                        when BBC sets a block's bit: at its start (default), or at its end, as in the documentation;\n"
    "                        the metadata says which\n"
    "  --block-labels        put a symbol csi_block.ID.FUNCTION at each traced block, to test readers of the paths\n"
    "  --silent              do not warn about functions that csi-cc cannot instrument\n"
    "  --help, --help-clang  print this text, or clang's\n"
    "\n"
    "Environment: CLEW_CLANG, PT_ARRAY_SIZE, PT_HASH_SIZE, CSI_SILENT. See clew-csi-cc(1).\n";

struct command {
    struct csi_options options;
    const char *trace;
    char **arguments;
    size_t count, capacity;
    bool help;
};

static bool read_number(const char *text, uint64_t *value)
{
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 0);
    if (!isdigit((unsigned char)text[0]) || *end || errno || number == 0)
        return false;
    *value = number;
    return true;
}

/* Returns the value of "--trace=X" or "--trace" "X" and moves *at to its last word. NULL: another option, or no value. */
static const char *value_of(char **words, int count, int *at, const char *name)
{
    size_t size = strlen(name);
    if (strncmp(words[*at], name, size) != 0)
        return NULL;
    if (words[*at][size] == '=')
        return words[*at] + size + 1;
    return words[*at][size] == '\0' && *at + 1 < count ? words[++*at] : NULL;
}

static int wrong(const char *option, const char *value, const char *expected)
{
    complain("%s takes %s, not '%s'", option, expected, value);
    return 1;
}

static int set_numbers(struct command *command, char **words, int count, int *at, bool *known)
{
    const char *value;
    if ((value = value_of(words, count, at, "-path-array-size"))) {
        if (!read_number(value, &command->options.array_size) || command->options.array_size > 1000000)
            return wrong("-path-array-size", value, "a number from 1 to 1000000");
    } else if ((value = value_of(words, count, at, "-hash-size"))) {
        if (!read_number(value, &command->options.path_limit) || command->options.path_limit > (UINT64_MAX >> 1) - 1)
            return wrong("-hash-size", value, "a number from 1 to 2^63-2");
    } else if ((value = value_of(words, count, at, "-csi-opt"))) {
        if (value[0] < '0' || value[0] > '2' || value[1])
            return wrong("-csi-opt", value, "0, 1 or 2 (3 needs optimisers that are not free software)");
        command->options.level = (unsigned)(value[0] - '0');
    } else {
        *known = false;
    }
    return 0;
}

static int set_words(struct command *command, char **words, int count, int *at, bool *known)
{
    const char *value;
    if ((value = value_of(words, count, at, "--trace"))) {
        command->trace = value;
    } else if ((value = value_of(words, count, at, "--names"))) {
        command->options.documented_names = strcmp(value, "documented") == 0;
        if (!command->options.documented_names && strcmp(value, "csi-cc") != 0)
            return wrong("--names", value, "csi-cc or documented");
    } else if ((value = value_of(words, count, at, "--bbc"))) {
        command->options.completed = strcmp(value, "completed") == 0;
        if (!command->options.completed && strcmp(value, "entered") != 0)
            return wrong("--bbc", value, "entered or completed");
    } else if ((value = value_of(words, count, at, "-opt-style"))) {
        if (strcmp(value, "simple") != 0)
            return wrong("-opt-style", value, "simple");
    } else if ((value = value_of(words, count, at, "--indirect-style"))) {
        if (strcmp(value, "std") != 0)
            return wrong("--indirect-style", value, "std");
    } else {
        *known = false;
    }
    return 0;
}

static bool set_flag(struct command *command, const char *word)
{
    if (strcmp(word, "--silent") == 0)
        command->options.silent = true;
    else if (strcmp(word, "-no-filter") == 0)
        command->options.filter = false;
    else if (strcmp(word, "-complete-exe") == 0)
        command->options.complete = true;
    else if (strcmp(word, "--help") == 0)
        command->help = true;
    else if (strcmp(word, "--block-labels") == 0)
        command->options.labels = true;
    else
        return false;
    return true;
}

static void keep(struct command *command, char *word)
{
    command->arguments = memory_grow(command->arguments, &command->capacity, command->count + 1, sizeof *command->arguments);
    command->arguments[command->count++] = word;
}

/* csi-cc's own options may be anywhere. A word after clang's -X... options is passed on unread. */
static int parse(struct command *command, int count, char **words)
{
    keep(command, words[0]);
    for (int at = 1; at < count; at++) {
        if (strncmp(words[at], "-X", 2) == 0 && at + 1 < count && !strchr(words[at], ',')) {
            keep(command, words[at++]);
            keep(command, words[at]);
            continue;
        }
        int here = at, status;
        bool known = true;
        if ((status = set_numbers(command, words, count, &at, &known)) || known) {
            if (status)
                return status;
            continue;
        }
        at = here;
        known = true;
        if ((status = set_words(command, words, count, &at, &known)))
            return status;
        if (!known) {
            at = here;
            if (strcmp(words[at], "--help-clang") == 0)
                keep(command, "--help");
            else if (!set_flag(command, words[at]))
                keep(command, words[at]);
        }
    }
    return 0;
}

static int read_environment(struct csi_options *options)
{
    const char *value = getenv("PT_ARRAY_SIZE");
    if (value && *value && (!read_number(value, &options->array_size) || options->array_size > 1000000))
        return wrong("PT_ARRAY_SIZE", value, "a number from 1 to 1000000");
    value = getenv("PT_HASH_SIZE");
    if (value && *value && !read_number(value, &options->path_limit))
        return wrong("PT_HASH_SIZE", value, "a positive number");
    value = getenv("CSI_SILENT");
    options->silent = value && *value && strcmp(value, "0") != 0;
    return 0;
}

#ifdef __SANITIZE_ADDRESS__
/* Allocations live as long as the process, as in other compilers: the leak checker would report them. */
int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void)
{
    return 1;
}
#endif

int main(int argc, char **argv)
{
    struct command command = {.options = {.array_size = 10, .path_limit = (UINT64_MAX >> 1) - 1, .filter = true}, .trace = "default.schema"};
    char *message;
    int status = read_environment(&command.options);
    if (status == 0)
        status = parse(&command, argc, argv);
    if (status)
        return status;
    if (command.help) {
        fputs(usage, stdout);
        return 0;
    }
    if (!schema_open(&command.options.schema, command.trace, &message)) {
        complain("--trace: %s: %s", command.trace, message);
        return 1;
    }
    return driver_run(&command.options, command.arguments, command.count);
}
