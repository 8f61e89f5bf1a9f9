/* signals.c - signals as events, and a terminal that is given back whatever happens.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { WATCHED = 7, ENDINGS = 3 /* the first of watched_signals that end a program */, CRASHES = 5, RESTORE_BYTES = 256, STACK_BYTES = 64 * 1024 };

static const int watched_signals[WATCHED] = {SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP, SIGQUIT};
static const unsigned watched_events[WATCHED] = {SIGNAL_RESIZE, SIGNAL_SUSPEND, SIGNAL_CONTINUE, SIGNAL_INTERRUPT, SIGNAL_END, SIGNAL_END, SIGNAL_END};
static const int crash_signals[CRASHES] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};

/* Handlers get no context, so what they need stands here. */
static struct {
    volatile sig_atomic_t pending[WATCHED];
    volatile sig_atomic_t interrupted, ending;
    int pipe[2];
    struct sigaction before[WATCHED], before_crash[CRASHES];
    struct termios modes;
    bool has_modes;
    char restore[RESTORE_BYTES];
    size_t restore_size;
    char stack[STACK_BYTES];            /* a stack overflow leaves no other */
} state = {.pipe = {-1, -1}};

static void note(int signal)
{
    int saved = errno;
    for (int i = 0; i < WATCHED; i++)
        if (watched_signals[i] == signal)
            state.pending[i] = 1;
    if (signal == SIGTERM || signal == SIGHUP || signal == SIGQUIT)
        state.ending = signal;
    if (signal == SIGINT || state.ending)
        state.interrupted = 1;
    ssize_t written = write(state.pipe[1], "", 1);  /* a full pipe is as good: it is readable */
    (void)written;
    errno = saved;
}

static void crash(int signal)
{
    /* Only async-signal-safe calls here. SA_RESETHAND made the default action the next one. */
    if (state.restore_size) {
        ssize_t written = write(STDOUT_FILENO, state.restore, state.restore_size);
        (void)written;
    }
    if (state.has_modes)
        tcsetattr(STDIN_FILENO, TCSANOW, &state.modes);
    raise(signal);
}

static void take_crashes_over(void)
{
    stack_t stack = {.ss_sp = state.stack, .ss_size = sizeof state.stack};
    int on_stack = sigaltstack(&stack, NULL) == 0 ? SA_ONSTACK : 0;
    struct sigaction action = {.sa_handler = crash, .sa_flags = (int)SA_RESETHAND | SA_NODEFER | on_stack};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < CRASHES; i++)
        sigaction(crash_signals[i], &action, &state.before_crash[i]);
}

static bool take_over(bool terminal)
{
    if (pipe2(state.pipe, O_NONBLOCK | O_CLOEXEC))
        return false;
    state.has_modes = terminal && tcgetattr(STDIN_FILENO, &state.modes) == 0;
    state.interrupted = state.ending = 0;
    struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < WATCHED; i++) {
        state.pending[i] = 0;
        sigaction(watched_signals[i], NULL, &state.before[i]);
        bool stays = state.before[i].sa_handler == SIG_IGN && (!terminal || watched_signals[i] == SIGHUP || watched_signals[i] == SIGQUIT);
        if (!stays && (terminal || i >= ENDINGS))
            sigaction(watched_signals[i], &action, NULL);
    }
    take_crashes_over();
    return true;
}

bool signals_start(void)
{
    return take_over(true);
}

bool signals_start_endings(void)
{
    return take_over(false);
}

void signals_stop(void)
{
    for (int i = 0; i < WATCHED; i++)
        sigaction(watched_signals[i], &state.before[i], NULL);
    for (int i = 0; i < CRASHES; i++)
        sigaction(crash_signals[i], &state.before_crash[i], NULL);
    state.restore_size = 0;
    close(state.pipe[0]);
    close(state.pipe[1]);
    state.pipe[0] = state.pipe[1] = -1;
}

int signals_descriptor(void)
{
    return state.pipe[0];
}

unsigned signals_take(void)
{
    char bytes[64];
    while (read(state.pipe[0], bytes, sizeof bytes) > 0)
        continue;
    unsigned events = 0;
    for (int i = 0; i < WATCHED; i++)
        if (state.pending[i]) {
            state.pending[i] = 0;
            events |= watched_events[i];
        }
    return events;
}

bool signals_interrupted(void)
{
    for (int i = 0; state.interrupted && i < WATCHED; i++)
        if (watched_signals[i] == SIGINT)
            state.pending[i] = 0;       /* who asks acts upon it: it is no event any more */
    return state.interrupted || state.ending;
}

void signals_note_interrupt(void)
{
    state.interrupted = 1;
}

void signals_forget_interrupt(void)
{
    state.interrupted = 0;
}

void signals_guard(const char *restore, size_t size)
{
    state.restore_size = size < RESTORE_BYTES ? size : RESTORE_BYTES;
    memcpy(state.restore, restore, state.restore_size);
}

void signals_suspend(void)
{
    struct sigaction standard = {.sa_handler = SIG_DFL}, ours;
    sigaction(SIGTSTP, &standard, &ours);
    kill(0, SIGTSTP);                   /* the whole job, as the terminal would; a group without a shell is not stopped */
    sigaction(SIGTSTP, &ours, NULL);
}

void signals_raise_interrupt(void)
{
    if (state.interrupted)
        raise(state.ending ? state.ending : SIGINT);
}

void signals_raise_ending(void)
{
    int signal = state.ending;
    if (!signal)
        return;
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigaction(signal, &standard, NULL);
    raise(signal);
}
