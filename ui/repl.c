/* repl.c - commands line by line: readline on a terminal, plain lines elsewhere.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * readline runs in callback mode here too, so that ^C at the prompt drops the line, and SIGTERM or a hang-up end in good order. $CLEW_HISTORY
 * names a file that keeps the lines; without it they are forgotten. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <readline/history.h>
#include <readline/readline.h>

#include "ui/complete.h"
#include "ui/signals.h"
#include "ui/ui.h"

enum { HISTORY_LINES = 1000, LINE_BYTES = 1 << 20 };

#define REPL_PROMPT "(clew) "

struct repl {
    struct session *session;
    struct batch_options options;
    bool quit, ended;
};

static struct repl *current;            /* readline calls back without a context */

/* ---- On a terminal ---- */

static char **complete(const char *text, int start, int end)
{
    (void)text;
    rl_attempted_completion_over = 1;
    return complete_line(current->session, start, end);
}

static void take_line(char *line)
{
    rl_callback_handler_remove();       /* the terminal is in its ordinary modes while a command runs */
    if (!line) {
        putchar('\n');
        current->ended = true;
        return;
    }
    if (line[0])
        add_history(line);
    signals_forget_interrupt();
    bool fine = batch_line(current->session, &current->options, line, &current->quit);
    (void)fine;                         /* it has said what failed */
    free(line);
    if (!current->quit)
        rl_callback_handler_install(REPL_PROMPT, take_line);
}

static void drop_line(void)
{
    rl_free_line_state();
    rl_callback_sigcleanup();
    rl_replace_line("", 0);
    fputs("^C\n", stdout);
    rl_callback_handler_remove();
    rl_callback_handler_install(REPL_PROMPT, take_line);
}

static void suspend(void)
{
    rl_deprep_terminal();
    signals_suspend();
    rl_prep_terminal(1);
    rl_on_new_line();
    rl_redisplay();
}

static void take_signals(void)
{
    unsigned events = signals_take();
    if (events & SIGNAL_RESIZE)
        rl_resize_terminal();
    if (events & SIGNAL_INTERRUPT)
        drop_line();
    if (events & SIGNAL_SUSPEND)
        suspend();
    if (events & SIGNAL_END)
        current->ended = true;
}

static void loop(void)
{
    struct pollfd files[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = signals_descriptor(), .events = POLLIN}};
    while (!current->quit && !current->ended) {
        int ready = poll(files, 2, -1);
        if (ready < 0 && errno != EINTR)
            break;
        if (ready < 0)
            files[0].revents = 0;
        take_signals();
        if (!current->ended && files[0].revents)
            rl_callback_read_char();    /* the end of input arrives as a null line */
    }
    rl_callback_handler_remove();
}

static void converse(void)
{
    const char *file = getenv("CLEW_HISTORY");
    rl_readline_name = "clew";
    rl_catch_signals = 0;
    rl_catch_sigwinch = 0;
    rl_completer_word_break_characters = COMPLETE_BREAKS;
    rl_attempted_completion_function = complete;
    using_history();
    stifle_history(HISTORY_LINES);
    if (file && *file)
        read_history(file);
    rl_callback_handler_install(REPL_PROMPT, take_line);
    loop();
    if (file && *file)
        write_history(file);
}

/* ---- Elsewhere ---- */

/* One line without its end. A line longer than anybody types is cut and the rest of it dropped: memory stays bounded. */
static bool read_line(FILE *file, struct text *line)
{
    int c = getc(file);
    bool any = c != EOF;
    text_clear(line);
    for (; c != EOF && c != '\n'; c = getc(file))
        if (c && line->size < LINE_BYTES)
            text_byte(line, (char)c);
    return any;
}

static int obey(struct repl *repl)
{
    struct text line = {0};
    int status = 0;
    while (!repl->quit && read_line(stdin, &line)) {
        if (!batch_line(repl->session, &repl->options, text_string(&line), &repl->quit))
            status = 1;
    }
    text_free(&line);
    return status;
}

int repl_run(struct session *session, bool json)
{
    struct batch_meter meter = {.terminal = isatty(STDERR_FILENO) ? stderr : NULL, .stopped = signals_interrupted};
    struct repl repl = {.session = session, .options = {.json = json, .out = stdout, .err = stderr, .meter = &meter}};
    batch_notices(session, stderr);
    bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    if (!terminal || !signals_start()) {
        meter.stopped = NULL;
        session_watch(session, batch_progress(&meter));
        int status = obey(&repl);
        session_watch(session, (struct progress){0});
        return status;
    }
    current = &repl;
    session_watch(session, batch_progress(&meter));
    converse();
    session_watch(session, (struct progress){0});
    session_rest(session);              /* a signal may end the program here */
    current = NULL;
    signals_raise_ending();
    signals_stop();
    return 0;
}
