/* record_meter.c - says on a terminal how far a recording is.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/log.h"
#include "tools/record_meter.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

/* Milliseconds. */
enum { QUIET = 1000, AGAIN = 500, LINE_FIRST = 5000, LINE_CLOSES = 3000, LINE_MOST = 60000 };

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

void record_meter_open(struct record_meter *meter, enum record_progress progress)
{
    bool terminal = isatty(STDERR_FILENO), shared = isatty(STDIN_FILENO) || isatty(STDOUT_FILENO);
    *meter = (struct record_meter){.on = progress == PROGRESS_ALWAYS || (progress == PROGRESS_AUTO && terminal), .begun = now()};
    meter->in_place = terminal && !shared;
    meter->step = LINE_FIRST;
    meter->next = meter->counted = meter->begun;
    meter->next += meter->in_place ? QUIET : LINE_FIRST;
}

/* A program that draws on the terminal has taken it out of its mode of lines. Who writes from the background is stopped, if the terminal is set so. */
static bool may_write(void)
{
    struct termios modes;
    if (tcgetattr(STDERR_FILENO, &modes) < 0)
        return true;
    pid_t foreground = tcgetpgrp(STDERR_FILENO);
    return modes.c_lflag & ICANON && (foreground < 0 || foreground == getpgrp());
}

/* 1234567 as "1.2 M". The unit brings its blank along. */
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
    text_add(line, ", trace ");
    add_amount(line, state->bytes, "B");
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
    fprintf(stderr, "\r%.*s\033[K", SLICE(slice_cut(text_slice(line), 0, room)));
    meter->shown = true;
}

/* Does the program stand still? It has counted on while it was not looked at for a moment, or it may be waiting for its user. */
static bool stands_still(struct record_meter *meter, const struct record_state *state)
{
    bool still = state->phase != RECORD_CLOSES && state->executed == meter->seen;
    meter->seen = state->executed;
    return still && !meter->in_place;
}

/* Whole lines are there to stay: what is over soon needs none. */
static void begin_closing(struct record_meter *meter, int64_t time)
{
    meter->closes = true;
    if (!meter->in_place && meter->next < time + LINE_CLOSES)
        meter->next = time + LINE_CLOSES;
}

void record_meter_show(struct record_meter *meter, const struct record_state *state)
{
    int64_t time = now();
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

void record_meter_clear(struct record_meter *meter)
{
    if (meter->shown)
        fputs("\r\033[K", stderr);
    fflush(stderr);
    meter->shown = false;
}
