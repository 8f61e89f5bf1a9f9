/* repl.c - commands line by line: readline on a terminal, plain lines elsewhere.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/crash.h"
#include "session/session.h"
#include "ui/keyboard.h"
#include "ui/ui.h"

#include <errno.h>
#include <poll.h>
#include <readline/history.h>
#include <readline/readline.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static size_t common(const char *a, const char *b)
{
    size_t size = 0;
    while (a[size] && a[size] == b[size])
        size++;
    return size;
}

/* readline wants the longest common beginning first; for a single candidate only that one. Takes the words over. */
static char **as_matches(char **words, size_t count)
{
    char **matches = calloc(count + 2, sizeof *matches);
    size_t shared = strlen(words[0]);
    for (size_t i = 1; i < count; i++) {
        size_t size = common(words[0], words[i]);
        shared = size < shared ? size : shared;
    }
    if (matches) {
        matches[0] = strndup(words[0], shared);
        if (count > 1)
            memcpy(matches + 1, words, count * sizeof *words);
    }
    if (!matches || count == 1)
        for (size_t i = 0; i < count; i++)
            free(words[i]);
    free(words);
    return matches;
}

/* A candidate replaces the line from the session's `start` on; readline replaces it from its own start. */
static char *from_readline_start(char *word, const char *line, size_t start, size_t own)
{
    char *fitted = NULL;
    if (start >= own) {
        if (asprintf(&fitted, "%.*s%s", (int)(start - own), line + own, word) < 0)
            fitted = NULL;
    } else {
        size_t skip = own - start;
        fitted = strdup(strlen(word) > skip ? word + skip : "");
    }
    free(word);
    return fitted ? fitted : strdup("");
}

char **complete_line(struct session *session, int start, int end)
{
    size_t count = 0, word = 0;
    char **words = session_complete(session, rl_line_buffer, (size_t)end, &word, &count);
    if (!count || !words) {
        free(words);
        return NULL;
    }
    for (size_t i = 0; i < count; i++)
        words[i] = from_readline_start(words[i], rl_line_buffer, word, (size_t)start);
    return as_matches(words, count);
}

/* ---- Shared by both ----
 *
 * readline runs in callback mode here, too, so that ^C at the prompt drops the line, and SIGTERM or a hang-up end clew in good order. $CLEW_HISTORY names a
 * file for the history; without it clew forgets the lines.
 *
 * A debugger's output is a paste (batch_paste_line). On a terminal none of its lines is a command, whatever it looks like: the paste lasts until nothing comes
 * for a while. In a pipe a pause means nothing: there a command ends the paste. */

enum { HISTORY_LINES = 1000, LINE_BYTES = 64 << 20 };

#define REPL_PROMPT "(clew) "
#define PASTE_PROMPT "> "

struct repl {
    struct session *session;
    struct batch_options options;
    bool quit, ended;
    bool lent;                          /* the last command gave the terminal to another program */
    bool warned;                        /* the last line would have ended clew, which warned about unsaved notes instead */
    int typed_ahead;                    /* bytes that waited when the prompt returned */
    struct batch_paste paste;           /* a debugger's output so far */
    bool asked_paste;                   /* the last command was `paste` */
};

static struct repl *current;            /* readline calls back without a context */

/* ---- On a terminal ---- */

static char **complete(const char *text, int start, int end)
{
    (void)text;
    rl_attempted_completion_over = 1;
    return complete_line(current->session, start, end);
}

/* A ^Z or ^C was meant for the program that had the terminal. */
static void drop_signals(void)
{
    unsigned events = signals_take();
    current->lent = false;
    current->ended = current->ended || (events & SIGNAL_END);
    if (events & SIGNAL_RESIZE)
        rl_resize_terminal();
}

/* Warns once about notes that are in no file; the next attempt ends clew. */
static bool may_end(void)
{
    struct text text = {0};
    session_keep(current->session, &text);
    text_clear(&text);
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
    bool taking = current->paste.taking != BATCH_PASTE_NONE;
    rl_callback_handler_install(!taking ? REPL_PROMPT : current->paste.taking == BATCH_PASTE_ASKED ? PASTE_PROMPT : "", take_line);
    rl_bind_key('\t', taking ? rl_insert : rl_complete);
    if (ioctl(STDIN_FILENO, FIONREAD, &current->typed_ahead))
        current->typed_ahead = 0;
}

/* While a command runs, the terminal in its ordinary modes takes a ^D as the end of what it has read; in readline's modes that arrives as NUL. */
static int next_key(FILE *file)
{
    enum { NUL = 0, END = 'D' & 0x1f };
    int key = rl_getc(file);
    if (current->typed_ahead > 0 && current->typed_ahead-- && key == NUL)
        key = END;
    return key;
}

static void start_paste(struct repl *repl)
{
    repl->asked_paste = false;
    batch_paste_ask(&repl->paste);
}

static void run_line(const char *line)
{
    signals_forget_interrupt();
    bool fine = batch_line(current->session, &current->options, line, &current->quit);
    (void)fine;                         /* batch_line reported the error */
    if (current->lent)
        drop_signals();
    if (current->quit)
        current->quit = may_end();
    else
        current->warned = false;
    if (current->asked_paste) {
        puts("paste the debugger's output; an empty line or ^D ends it, ^C cancels it");
        start_paste(current);
    }
}

static void end_paste(void)
{
    signals_forget_interrupt();
    (void)!batch_paste_end(current->session, &current->options, &current->paste);
}

/* Runs a line: as part of a paste, or as a command. */
static void take_one(const char *line)
{
    if (current->paste.taking == BATCH_PASTE_PRINTED) {
        batch_paste_take(&current->paste, *line ? str_of(line) : str_of("\n"));
        return;
    }
    enum batch_line_use use = batch_paste_line(current->session, &current->paste, str_of(line));
    if (use == BATCH_LINE_ENDS)
        end_paste();
    else if (use == BATCH_LINE_COMMAND)
        run_line(line);
}

/* The terminal reported several pasted lines: they are commands, or a debugger's output if one of them begins like that. */
static void take_pasted(char *line)
{
    struct str rest = str_of(line), one;
    bool printed = current->paste.taking != BATCH_PASTE_NONE;
    while (!printed && str_line(&rest, &one))
        printed = debugger_begins(one);
    rest = str_of(line);
    if (printed && session_takes_paste(current->session)) {
        batch_paste_take(&current->paste, rest);
        if (current->paste.taking != BATCH_PASTE_ASKED)
            end_paste();
        return;
    }
    for (char *next = line; next && !current->quit; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        run_line(line);
    }
}

static void take_line(char *line)
{
    rl_callback_handler_remove();       /* the terminal is in its ordinary modes while a command runs */
    bool taking = current->paste.taking != BATCH_PASTE_NONE;
    if (!line) {
        putchar('\n');
        if (taking)
            end_paste();
        else
            current->ended = may_end();
    } else if (strchr(line, '\n')) {
        take_pasted(line);
    } else {
        take_one(line);
        if (!taking && line[0] && current->paste.taking != BATCH_PASTE_PRINTED)
            add_history(line);
    }
    free(line);
    if (!current->quit && !current->ended)
        prompt();
}

/* Nothing came for a while: the last line of the paste may lack its end. */
static void take_silence(void)
{
    char *rest = rl_copy_text(0, rl_end);
    rl_replace_line("", 0);
    rl_callback_handler_remove();
    if (*rest)
        putchar('\n');
    batch_paste_take(&current->paste, str_of(rest));
    free(rest);
    end_paste();
    prompt();
}

static void drop_line(void)
{
    rl_free_line_state();
    rl_callback_sigcleanup();
    rl_replace_line("", 0);
    puts("^C");
    if (current->paste.taking != BATCH_PASTE_NONE)
        puts("paste cancelled: clew ignored it");
    batch_paste_drop(&current->paste);
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

/* How many milliseconds without a byte end a paste: more in the middle of a line. */
static int patience(void)
{
    if (current->paste.taking != BATCH_PASTE_PRINTED)
        return -1;
    return rl_end == 0 || rl_line_buffer[rl_end - 1] == '}' ? KEYBOARD_BURST_DELAY : KEYBOARD_OPEN_DELAY;
}

static void loop(void)
{
    struct pollfd files[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = signals_descriptor(), .events = POLLIN}};
    while (!current->quit && !current->ended) {
        int ready = poll(files, 2, patience());
        if (ready < 0 && errno != EINTR)
            break;
        if (ready <= 0)
            files[0].revents = 0;
        take_signals();
        if (ready == 0 && current->paste.taking == BATCH_PASTE_PRINTED)
            take_silence();
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

/* ---- Without a terminal ---- */

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

/* One line without its end. Memory stays bounded: if the line is longer, *cut is set and the rest is dropped. */
static bool read_line(struct piped *piped, struct text *line, bool *cut)
{
    int c = next_byte(piped);
    bool any = c != EOF;
    text_clear(line);
    *cut = false;
    for (; c != EOF && c != '\n'; c = next_byte(piped)) {
        *cut = *cut || line->size >= LINE_BYTES;
        if (c && !*cut)
            text_byte(line, (char)c);
    }
    return any;
}

static bool obey_line(struct repl *repl, struct str line)
{
    enum batch_line_use use = batch_paste_line(repl->session, &repl->paste, line);
    bool fine = true;
    if (use == BATCH_LINE_ENDS || use == BATCH_LINE_ENDS_BEFORE)
        fine = batch_paste_end(repl->session, &repl->options, &repl->paste);
    if (use == BATCH_LINE_COMMAND || use == BATCH_LINE_ENDS_BEFORE)
        fine = batch_line(repl->session, &repl->options, line.data, &repl->quit) && fine;
    if (repl->asked_paste)
        start_paste(repl);
    return fine;
}

static int obey(struct repl *repl)
{
    struct text line = {0};
    struct error error;
    struct piped piped = {.at = 0};
    bool fine = true, cut;
    while (!repl->quit && read_line(&piped, &line, &cut) && !signals_interrupted()) {
        text_string(&line);
        if (cut) {
            error_set(&error, "a line is longer than %d MB: clew ignored it and the paste it is in", LINE_BYTES >> 20);
            batch_complain(&error, repl->options.err);
            batch_paste_drop(&repl->paste);
        }
        fine = !cut && obey_line(repl, text_str(&line)) && fine;
    }
    if (repl->paste.taking != BATCH_PASTE_NONE && !signals_interrupted())
        fine = batch_paste_end(repl->session, &repl->options, &repl->paste) && fine;
    batch_paste_drop(&repl->paste);
    text_free(&line);
    return fine ? 0 : 1;
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
    repl.options.asks_paste = &repl.asked_paste;
    repl.options.echo = echo && !terminal;      /* a terminal shows the typed line already */
    if (terminal)
        session_asks_back(session);
    if (terminal && watched)
        converse();
    else
        status = obey(&repl);
    struct text kept = {0};
    session_keep(session, &kept);       /* also after an ending signal */
    current = NULL;
    session_watch(session, (struct progress){0});
    session_rest(session);              /* a signal may end the program here */
    if (terminal)
        signals_raise_ending();
    if (watched)
        signals_stop();
    if (!terminal)
        signals_raise_interrupt();
    if (kept.size)
        printf("kept for the next time: %s\n", text_string(&kept));
    text_free(&kept);
    return status;
}
