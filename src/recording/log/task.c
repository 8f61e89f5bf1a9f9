/* task.c - what to record, and how the program ended, as bytes.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/log.h"
#include "recording/log/record.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Writing ---- */

static void put(struct text *out, const char *name, const char *value)
{
    if (!value)
        return;
    text_append(out, (struct str){name, strlen(name) + 1});
    text_append(out, (struct str){value, strlen(value) + 1});
}

static void put_number(struct text *out, const char *name, uint64_t number)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, number);
    put(out, name, digits);
}

static void put_names(struct text *out, const char *name, const struct record_names *names)
{
    for (size_t i = 0; i < names->count; i++)
        put(out, name, names->items[i]);
}

void task_write(const struct work_task *task, struct text *out)
{
    const struct record_options *options = task->options;
    put(out, "executable", task->executable);
    put(out, "script", task->script);
    put(out, "began", task->began);
    put_number(out, "process", task->process);
    put_number(out, "parent", task->parent);
    put_number(out, "only", options->only);
    put_number(out, "state", options->state);
    put_names(out, "show", &options->shown);
    put_names(out, "skip", &options->skipped);
    put(out, "from", options->from);
    put(out, "until", options->until);
    for (size_t i = 0; options->arguments[i]; i++)
        put(out, "argument", options->arguments[i]);
}

void end_write(const struct work_end *end, struct text *out)
{
    if (end->status != STATUS_UNKNOWN)
        put_number(out, "status", (uint64_t)end->status);
    if (end->has_accessed)
        put_number(out, "accessed", end->accessed);
    if (end->cut)
        put(out, "ended", end->ended ? end->ended : "");
}

/* ---- Reading ---- */

enum { ARGUMENTS_MOST = 1 << 20 };

struct reading {
    struct arena *arena;
    struct record_options *options;
    struct work_task *task;
    char **arguments;
    size_t argument_count, argument_capacity;
    bool good;
};

static const char *copy(struct arena *arena, struct str value)
{
    return arena_string(arena, value);
}

static void take_name(struct reading *reading, struct record_names *names, struct str value)
{
    reading->good = reading->good && names->count < RECORD_NAMES_MAX;
    if (reading->good)
        names->items[names->count++] = copy(reading->arena, value);
}

static void take_argument(struct reading *reading, struct str value)
{
    reading->good = reading->good && reading->argument_count < ARGUMENTS_MOST;
    if (!reading->good)
        return;
    reading->arguments = array_grow(reading->arguments, &reading->argument_capacity, reading->argument_count + 1, sizeof *reading->arguments);
    reading->arguments[reading->argument_count++] = (char *)(uintptr_t)copy(reading->arena, value);
}

static bool take_began(struct reading *reading, struct str value)
{
    static const char *const known[] = {"start", "fork", "exec"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (str_is(value, known[i]))
            reading->task->began = known[i];
    return reading->task->began != NULL;
}

static bool take_value(struct reading *reading, struct str name, struct str value)
{
    struct work_task *task = reading->task;
    struct record_options *options = reading->options;
    uint64_t number = 0;
    bool is_number = str_decimal(value, &number);
    if (str_is(name, "executable"))
        task->executable = copy(reading->arena, value);
    else if (str_is(name, "script"))
        task->script = copy(reading->arena, value);
    else if (str_is(name, "began"))
        return take_began(reading, value);
    else if (str_is(name, "process"))
        task->process = number;
    else if (str_is(name, "parent"))
        task->parent = number;
    else if (str_is(name, "only"))
        options->only = (enum record_only)number;
    else if (str_is(name, "state"))
        options->state = number != 0;
    else if (str_is(name, "show"))
        take_name(reading, &options->shown, value);
    else if (str_is(name, "skip"))
        take_name(reading, &options->skipped, value);
    else if (str_is(name, "from"))
        options->from = copy(reading->arena, value);
    else if (str_is(name, "until"))
        options->until = copy(reading->arena, value);
    else if (str_is(name, "argument"))
        take_argument(reading, value);
    bool counted = str_is(name, "process") || str_is(name, "parent") || str_is(name, "only") || str_is(name, "state");
    return (is_number || !counted) && options->only <= ONLY_NAMED;
}

bool task_read(struct str bytes, struct arena *arena, struct record_options *options, struct work_task *task, struct error *error)
{
    struct reading reading = {.arena = arena, .options = options, .task = task, .good = true};
    struct str name, value;
    *options = (struct record_options){.format = RECORD_STORE};
    *task = (struct work_task){.options = options};
    while (reading.good && store_next_note(&bytes, &name, &value))
        reading.good = take_value(&reading, name, value) && reading.good;
    char **arguments = arena_allocate(arena, (reading.argument_count + 1) * sizeof *arguments);
    if (reading.argument_count)
        memcpy(arguments, reading.arguments, reading.argument_count * sizeof *arguments);
    arguments[reading.argument_count] = NULL;
    options->arguments = arguments;
    free(reading.arguments);
    return (reading.good && task->executable && reading.argument_count) || error_set(error, "the task of the log is damaged");
}

void end_read(struct str bytes, struct arena *arena, struct work_end *end)
{
    struct str name, value;
    uint64_t number;
    *end = (struct work_end){.status = STATUS_UNKNOWN};
    while (store_next_note(&bytes, &name, &value)) {
        bool is_number = str_decimal(value, &number);
        if (str_is(name, "status") && is_number && number <= 0xffff) {
            end->status = (int)number;
        } else if (str_is(name, "accessed") && is_number) {
            end->has_accessed = true;
            end->accessed = number;
        } else if (str_is(name, "ended")) {
            end->cut = true;
            end->ended = copy(arena, value);
        }
    }
}
