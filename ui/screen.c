/* screen.c - the full screen: its event loop, and the terminal taken and given back.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     poll(keys, signals) -> read -> signals first, then keys -> draw when no key waits
 *
 * A read that gives nothing after poll said there is something is the end: the terminal is restored and the program ends. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "ui/screen.h"
#include "ui/signals.h"

/* ---- Starting ---- */

static const char *capability(const char *name)
{
    char copy[16];                      /* old headers want it writable */
    snprintf(copy, sizeof copy, "%s", name);
    const char *string = tigetstr(copy);
    return string == (const char *)-1 ? NULL : string;
}

static void learn_keys(struct input *input)
{
    static const struct {
        const char *capability, *name;
    } keys[] = {
        {"kcuu1", "Up"}, {"kcud1", "Down"}, {"kcuf1", "Right"}, {"kcub1", "Left"}, {"khome", "Home"}, {"kend", "End"},   {"knp", "PgDn"},
        {"kpp", "PgUp"}, {"kcbt", "S-Tab"}, {"kent", "Enter"},  {"kf1", "F1"},     {"kf2", "F2"},     {"kf3", "F3"},     {"kf4", "F4"},
        {"kf5", "F5"},   {"kf6", "F6"},     {"kf7", "F7"},      {"kf8", "F8"},     {"kf9", "F9"},     {"kf10", "F10"},   {"kdch1", "Delete"},
        {"kich1", "Insert"},
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *bytes = capability(keys[i].capability);
        if (bytes)
            input_add(input, bytes, keys[i].name);
    }
}

/* What a crash has to write: out of keypad mode, no attributes, a visible cursor, the first screen. Padding ("$<5>") is left out. */
static void guard_terminal(void)
{
    static const char *const names[] = {"rmkx", "sgr0", "cnorm", "rmcup"};
    struct text restore = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *string = capability(names[i]);
        while (string && *string) {
            const char *end = string[0] == '$' && string[1] == '<' ? strchr(string, '>') : NULL;
            if (!end)
                text_byte(&restore, *string);
            string = end ? end + 1 : string + 1;
        }
    }
    if (restore.size)
        signals_guard(restore.data, restore.size);
    text_free(&restore);
}

/* Every key arrives as it was typed, except ^C: that is a signal, so that it reaches work that does not read. */
static void set_modes(void)
{
    cbreak();
    noecho();
    nonl();
    typeahead(-1);
    keypad(stdscr, TRUE);
    struct termios modes;
    if (tcgetattr(STDIN_FILENO, &modes))
        return;
    modes.c_iflag &= (tcflag_t)~(IXON | ICRNL | INLCR | IGNCR);
    modes.c_lflag &= (tcflag_t)~IEXTEN;
    modes.c_lflag |= ISIG;
    modes.c_cc[VSUSP] = modes.c_cc[VQUIT] = _POSIX_VDISABLE;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &modes);
    def_prog_mode();
}

static void resize(struct screen *screen)
{
    struct winsize size;
    if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_row && size.ws_col)
        resizeterm(size.ws_row, size.ws_col);
    clearok(curscr, TRUE);              /* what was drawn while the size changed stands nobody knows where */
    getmaxyx(stdscr, screen->rows, screen->columns);
    panes_layout(screen);
    panes_refresh(screen);
}

/* Takes the terminal. NULL: it cannot show a full screen, and the error says what can be done instead. */
static SCREEN *take_terminal(struct error *error)
{
    const char *term = getenv("TERM");
    prompt_start();
    if (!signals_start()) {
        error_set(error, "cannot watch signals: %s", strerror(errno));
        return NULL;
    }
    SCREEN *terminal = newterm(NULL, stdout, stdin);
    if (terminal && capability("cup")) {
        guard_terminal();
        set_modes();
        return terminal;
    }
    if (terminal) {
        endwin();
        delscreen(terminal);
    }
    signals_stop();
    error_set(error, "the terminal %s cannot show a full screen: use -i (commands line by line) or -c COMMAND", term && *term ? term : "(TERM is not set)");
    return NULL;
}

/* ---- Events ---- */

static void suspend(struct screen *screen)
{
    screen->suspend = false;
    endwin();
    signals_suspend();
    refresh();
    resize(screen);
}

static void interrupt(struct screen *screen)
{
    signals_forget_interrupt();
    prompt_cancel(screen);
    keys_cancel(screen);
    actions_message(screen, STYLE_NORMAL, slice_of("^C stops work; nothing is running: q closes, Q quits"));
}

static void take_signals(struct screen *screen)
{
    unsigned events = signals_take();
    if (events & SIGNAL_SUSPEND)
        suspend(screen);
    if (events & SIGNAL_CONTINUE)
        reset_prog_mode();              /* whoever stopped us may have changed them */
    if (events & (SIGNAL_RESIZE | SIGNAL_CONTINUE))
        resize(screen);
    if (events & SIGNAL_INTERRUPT)
        interrupt(screen);
    if (events & SIGNAL_END)
        screen->done = true;
}

static void press_keys(struct screen *screen, bool whole)
{
    struct key key;
    while (!screen->done && input_next(&screen->input, whole, &key)) {
        if (screen->prompt)
            prompt_press(screen, &key);
        else
            keys_press(screen, &key);
        if (screen->suspend)
            suspend(screen);
    }
}

static void loop(struct screen *screen)
{
    struct pollfd files[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = signals_descriptor(), .events = POLLIN}};
    while (!screen->done) {
        if (poll(files, 2, 0) <= 0)
            panes_draw(screen);
        int ready = poll(files, 2, screen->input.size ? INPUT_ESCAPE_DELAY : -1);
        if (ready < 0 && errno != EINTR)
            break;
        if (ready < 0)
            files[0].revents = 0;
        bool ended = files[0].revents && !input_read(&screen->input, STDIN_FILENO);
        take_signals(screen);           /* behind the read: a ^C typed before a key has arrived by then */
        press_keys(screen, ready == 0 || ended);
        screen->done = screen->done || ended;
    }
}

/* ---- The whole ---- */

static void begin(struct screen *screen)
{
    theme_start(&screen->theme);
    learn_keys(&screen->input);
    session_watch(screen->session, actions_progress(screen));
    screen->program = session_program(screen->session);
    resize(screen);
    actions_greet(screen);
}

static void free_screen(struct screen *screen)
{
    prompt_cancel(screen);
    while (screen->overlay)
        panes_close_overlay(screen);
    for (int view = 0; view < VIEWS; view++)
        list_free(&screen->panes[view].list);
    if (screen->has_search)
        regfree(&screen->search);
    text_free(&screen->echo);
    text_free(&screen->message);
    free(screen);
}

int screen_run(struct session *session, struct error *error)
{
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
        error_set(error, "the full screen needs a terminal: use -c COMMAND (batch), or -i (commands line by line)");
        return 2;
    }
    SCREEN *terminal = take_terminal(error);
    if (!terminal)
        return 2;
    struct screen *screen = memory_allocate(sizeof *screen);
    *screen = (struct screen){.session = session, .focus = VIEW_LINKS, .upper = VIEW_SOURCE, .lower = VIEW_INSTRUCTIONS};
    begin(screen);
    loop(screen);
    session_watch(session, (struct progress){0});
    free_screen(screen);
    endwin();
    delscreen(terminal);
    signals_raise_ending();
    signals_stop();
    return 0;
}
