/* repl.c - commands line by line: readline on a terminal, plain lines elsewhere.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * readline runs in callback mode here too, so that ^C at the prompt drops the line, and SIGTERM or a hang-up end in good order. $CLEW_HISTORY
 * names a file that keeps the lines; without it they are forgotten. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
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
    bool lent;                          /* the last command gave the terminal to another program */
    bool warned;                        /* the last line would have ended it, and was told that notes are not saved */
    int typed_ahead;                    /* bytes that waited when the prompt came back */
};

static struct repl *current;            /* readline calls back without a context */

/* ---- On a terminal ---- */

static char **complete(const char *text, int start, int end)
{
    (void)text;
    rl_attempted_completion_over = 1;
    return complete_line(current->session, start, end);
}

/* A ^Z, or ^C, was meant for the program that had the terminal. */
static void drop_signals(void)
{
    unsigned events = signals_take();
    current->lent = false;
    current->ended = current->ended || (events & SIGNAL_END);
    if (events & SIGNAL_RESIZE)
        rl_resize_terminal();
}

/* Notes that are in no file are told once; then the end asked for again is the end. */
static bool may_end(void)
{
    struct text text = {0};
    bool may = current->warned || !session_unsaved(current->session, &text);
    if (!may)
        fprintf(stderr, "clew: %s\n", text_string(&text));
    current->warned = true;
    text_free(&text);
    return may;
}

static void take_line(char *line);

static void prompt(void)
{
    rl_callback_handler_install(REPL_PROMPT, take_line);
    if (ioctl(STDIN_FILENO, FIONREAD, &current->typed_ahead))
        current->typed_ahead = 0;
}

/* A ^D that was typed while a command ran was taken by the terminal, in its ordinary modes, for the end of what it had read; in readline's it comes as NUL. */
static int next_key(FILE *file)
{
    enum { NUL = 0, END = 'D' & 0x1f };
    int key = rl_getc(file);
    if (current->typed_ahead > 0 && current->typed_ahead-- && key == NUL)
        key = END;
    return key;
}

static void take_line(char *line)
{
    rl_callback_handler_remove();       /* the terminal is in its ordinary modes while a command runs */
    if (!line) {
        putchar('\n');
        current->ended = may_end();
        if (!current->ended)
            prompt();
        return;
    }
    if (line[0])
        add_history(line);
    signals_forget_interrupt();
    bool fine = batch_line(current->session, &current->options, line, &current->quit);
    (void)fine;                         /* it has said what failed */
    free(line);
    if (current->lent)
        drop_signals();
    if (current->quit)
        current->quit = may_end();
    else
        current->warned = false;
    if (!current->quit)
        prompt();
}

static void drop_line(void)
{
    rl_free_line_state();
    rl_callback_sigcleanup();
    rl_replace_line("", 0);
    fputs("^C\n", stdout);
    rl_callback_handler_remove();
    prompt();
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
    rl_getc_function = next_key;
    using_history();
    stifle_history(HISTORY_LINES);
    if (file && *file)
        read_history(file);
    prompt();
    loop();
    if (file && *file)
        write_history(file);
}

/* ---- Elsewhere ---- */

struct piped {
    char bytes[4096];
    size_t at, size;
};

/* The next byte; EOF at the end, or when a signal ends the program. */
static int next_byte(struct piped *piped)
{
    struct pollfd files[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = signals_descriptor(), .events = POLLIN}};
    if (piped->at < piped->size)
        return (unsigned char)piped->bytes[piped->at++];
    while (!signals_interrupted()) {
        if (poll(files, 2, -1) < 0 && errno != EINTR)
            return EOF;
        if (!files[0].revents)
            continue;                   /* a signal came */
        ssize_t got = read(STDIN_FILENO, piped->bytes, sizeof piped->bytes);
        if (got == 0 || (got < 0 && errno != EINTR))
            return EOF;
        piped->size = got > 0 ? (size_t)got : 0;
        piped->at = 1;
        if (got > 0)
            return (unsigned char)piped->bytes[0];
    }
    return EOF;
}

/* One line without its end. A line longer than anybody types is cut and the rest of it dropped: memory stays bounded. */
static bool read_line(struct piped *piped, struct text *line)
{
    int c = next_byte(piped);
    bool any = c != EOF;
    text_clear(line);
    for (; c != EOF && c != '\n'; c = next_byte(piped))
        if (c && line->size < LINE_BYTES)
            text_byte(line, (char)c);
    return any;
}

static int obey(struct repl *repl)
{
    struct text line = {0};
    struct piped piped = {.at = 0};
    int status = 0;
    while (!repl->quit && read_line(&piped, &line) && !signals_interrupted()) {
        if (!batch_line(repl->session, &repl->options, text_string(&line), &repl->quit))
            status = 1;
    }
    text_free(&line);
    return status;
}

int repl_run(struct session *session, bool json, bool echo)
{
    struct batch_meter meter = {.terminal = isatty(STDERR_FILENO) ? stderr : NULL, .stopped = signals_interrupted};
    struct repl repl = {.session = session, .options = {.json = json, .out = stdout, .err = stderr, .meter = &meter}};
    batch_notices(session, stderr);
    bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO), watched = terminal ? signals_start() : signals_start_endings();
    int status = 0;
    if (!watched)
        meter.stopped = NULL;
    session_watch(session, batch_progress(&meter));
    struct text greeting = {0};
    if (terminal && session_greeting(session, &greeting))
        puts(text_string(&greeting));
    text_free(&greeting);
    current = &repl;
    repl.options.lent = &repl.lent;
    repl.options.echo = echo && !terminal;      /* what is typed stands there already */
    if (terminal)
        session_asks_back(session);
    if (terminal && watched)
        converse();
    else
        status = obey(&repl);
    current = NULL;
    session_watch(session, (struct progress){0});
    session_rest(session);              /* a signal may end the program here */
    if (terminal)
        signals_raise_ending();
    if (watched)
        signals_stop();
    if (!terminal)
        signals_raise_interrupt();
    return status;
}
