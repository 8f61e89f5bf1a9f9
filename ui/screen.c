/* screen.c - the full screen: its event loop, and the terminal taken and given back.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     poll(keys, signals) -> read -> signals first, then keys -> draw when no key waits
 *
 * A read that gives nothing after poll said there is something is the end: the terminal is restored and the program ends.
 *
 * ^C is a signal while a key is obeyed, so that it reaches work that does not read, and a key otherwise, so that it keeps its place among keys
 * and within a pasted text (where a signal would throw away what the terminal has not delivered yet: the rest would be taken for keys). */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "tools/tools.h"
#include "ui/screen.h"
#include "ui/signals.h"
#include "ui/ui.h"

enum { DRAWN_PASTE_BYTES = 1 << 20, INDEXING_DELAY = 200, LOOK_DELAY = 1000 /* milliseconds between looks at how far it is, at the file */ };

/* ---- Starting ---- */

static const char *capability(const char *name)
{
    char copy[16];                      /* old headers want it writable */
    snprintf(copy, sizeof copy, "%s", name);
    const char *string = tigetstr(copy);
    return string == (const char *)-1 ? NULL : string;
}

static void learn_keys(struct keyboard *keyboard)
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
            keyboard_add(keyboard, bytes, keys[i].name);
    }
}

#define PASTES_BRACKETED "\033[?2004h"
#define PASTES_PLAIN "\033[?2004l"

/* Does the terminal speak in sequences that begin so? Then it knows bracketed pastes, or lets them pass. */
static bool knows_brackets(void)
{
    const char *address = capability("cup");
    return address && address[0] == '\033' && address[1] == '[';
}

/* Past curses, whose buffer is empty between two drawings. */
static void set_brackets(bool bracketed)
{
    const char *bytes = bracketed ? PASTES_BRACKETED : PASTES_PLAIN;
    ssize_t written = knows_brackets() ? write(STDOUT_FILENO, bytes, strlen(bytes)) : 0;
    (void)written;                      /* a terminal that is gone needs none */
}

/* As `set mouse` wants it; a lent terminal reports none. */
static void set_mouse(struct screen *screen, bool reports)
{
    const char *bytes = reports ? MOUSE_ON : MOUSE_OFF;
    if (screen->mouse == reports || !knows_brackets())
        return;
    screen->mouse = reports;
    ssize_t written = write(STDOUT_FILENO, bytes, strlen(bytes));
    (void)written;
}

/* What a crash has to write: out of keypad mode, no attributes, a visible cursor, the first screen. Padding ("$<5>") is left out. */
static void guard_terminal(void)
{
    static const char *const names[] = {"rmkx", "sgr0", "cnorm", "rmcup"};
    struct text restore = {0};
    text_add(&restore, knows_brackets() ? MOUSE_OFF PASTES_PLAIN : "");
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

/* While keys are obeyed ^C stops them, and what waits behind it stays. */
void screen_obey(bool obeying)
{
    struct termios modes;
    if (tcgetattr(STDIN_FILENO, &modes))
        return;
    modes.c_lflag &= (tcflag_t)~ISIG;
    if (obeying)
        modes.c_lflag |= ISIG | NOFLSH;
    tcsetattr(STDIN_FILENO, TCSANOW, &modes);
}

/* Every key arrives as it was typed. */
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
    modes.c_lflag &= (tcflag_t)~(IEXTEN | ISIG);
    modes.c_lflag |= NOFLSH;
    modes.c_cc[VSUSP] = modes.c_cc[VQUIT] = _POSIX_VDISABLE;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &modes);
    def_prog_mode();
    set_brackets(true);
}

void screen_leave(struct screen *screen)
{
    set_mouse(screen, false);
    set_brackets(false);
    endwin();
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

void screen_return(struct screen *screen)
{
    refresh();
    set_brackets(true);
    set_mouse(screen, session_wants_mouse(screen->session));
    resize(screen);
}

static void suspend(struct screen *screen)
{
    screen->suspend = false;
    screen_leave(screen);
    signals_suspend();
    screen_return(screen);
}

static void interrupt(struct screen *screen)
{
    signals_forget_interrupt();
    prompt_cancel(screen);
    keys_cancel(screen);
    actions_message(screen, STYLE_NORMAL, slice_of("^C stops work; nothing is running: q closes, :quit ends"));
}

static void take_signals(struct screen *screen)
{
    unsigned events = signals_take();
    if (events & SIGNAL_SUSPEND)
        suspend(screen);
    if (events & SIGNAL_CONTINUE) {     /* whoever stopped us may have changed them */
        reset_prog_mode();
        set_brackets(true);
        screen->mouse = false;
        set_mouse(screen, session_wants_mouse(screen->session));
    }
    if (events & (SIGNAL_RESIZE | SIGNAL_CONTINUE))
        resize(screen);
    if (events & SIGNAL_INTERRUPT)
        interrupt(screen);
    if (events & SIGNAL_END)
        screen->done = true;
}

static void press(struct screen *screen, const struct key *key)
{
    screen_obey(true);
    if (!strcmp(key->name, KEYBOARD_PASTED))
        paste_take(screen, key->burst);
    else if (!strcmp(key->name, KEYBOARD_DROPPED))
        paste_drop(screen);
    else if (!strcmp(key->name, KEYBOARD_MOUSE))
        mouse_take(screen, key);
    else if (screen->prompt)
        prompt_press(screen, key);
    else
        keys_press(screen, key);
    guide_follow(screen);
    screen_obey(false);
    set_mouse(screen, session_wants_mouse(screen->session));
}

static void press_keys(struct screen *screen, bool whole)
{
    struct key key;
    while (screen->keyboard.bursts = !screen->prompt, !screen->done && keyboard_next(&screen->keyboard, whole, &key)) {
        if (!strcmp(key.name, "C-c"))
            interrupt(screen);
        else
            press(screen, &key);
        if (screen->suspend)
            suspend(screen);
    }
}

/* A long paste leaves no moment without input: it is drawn now and then nevertheless. */
static bool is_time_to_draw(const struct screen *screen, size_t *drawn)
{
    size_t size = screen->keyboard.paste.size / DRAWN_PASTE_BYTES;
    bool due = screen->keyboard.taking != TAKING_KEYS && size != *drawn;
    *drawn = size;
    return due;
}

/* How long nothing has to be looked at; -1: for ever. */
static int patience(const struct screen *screen)
{
    if (keyboard_waits(&screen->keyboard))
        return keyboard_delay(&screen->keyboard);
    if (session_descriptor(screen->session) >= 0)
        return INDEXING_DELAY;
    return session_kinds(screen->session) & KIND_WET ? LOOK_DELAY : -1;
}

/* The index is made, or the file changed: rows may be void, and notices tell it. */
static void look(struct screen *screen)
{
    if (!session_is_due(screen->session) || screen->keyboard.taking != TAKING_KEYS)
        return;
    screen_obey(true);
    if (session_tick(screen->session))
        actions_end(screen);
    screen_obey(false);
}

static void loop(struct screen *screen)
{
    struct pollfd files[3] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = signals_descriptor(), .events = POLLIN}, {.events = POLLIN}};
    size_t drawn = 0;
    while (!screen->done) {
        files[2].fd = session_descriptor(screen->session);      /* none is negative, and passed over */
        if (poll(files, 2, 0) <= 0 || is_time_to_draw(screen, &drawn))
            paint_screen(screen);
        int ready = poll(files, 3, patience(screen));
        if (ready < 0 && errno != EINTR)
            break;
        if (ready < 0)
            files[0].revents = 0;
        screen->read_at = actions_now();
        bool ended = files[0].revents && !keyboard_read(&screen->keyboard, STDIN_FILENO);
        take_signals(screen);           /* behind the read: a ^C typed before a key has arrived by then */
        press_keys(screen, ready == 0 || ended);
        look(screen);
        screen->done = screen->done || ended;
    }
}

/* ---- The whole ---- */

static void begin(struct screen *screen)
{
    theme_start(&screen->theme, session_looks(screen->session));
    learn_keys(&screen->keyboard);
    session_watch(screen->session, actions_progress(screen));
    panes_renew(screen);
    panes_reset(screen);
    resize(screen);
    notices_greet(screen);
    guide_follow(screen);
}

static void free_screen(struct screen *screen)
{
    prompt_cancel(screen);
    while (screen->overlay)
        panes_close_overlay(screen);
    answers_forget(screen);
    answers_forget_aside(screen);
    text_free(&screen->aside_at);
    for (int view = 0; view < VIEWS; view++)
        list_free(&screen->panes[view].list);
    search_forget(screen);
    text_free(&screen->searched);
    text_free(&screen->echo);
    text_free(&screen->message);
    messages_free(screen);
    text_free(&screen->displayed);
    guide_free(screen);
    keyboard_forget(&screen->keyboard);
    free(screen);
}

static int run(struct session *session, const struct tour *tour, struct error *error)
{
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
        error_set(error, "the full screen needs a terminal: use -c COMMAND (batch), or -i (commands line by line)");
        return 2;
    }
    SCREEN *terminal = take_terminal(error);
    if (!terminal)
        return 2;
    struct screen *screen = memory_allocate(sizeof *screen);
    *screen = (struct screen){.session = session, .opened = UINT64_MAX, .tour = tour, .ran = ""};
    if (!tour)                          /* nothing of its session stays anyway */
        session_asks_back(session);
    begin(screen);
    loop(screen);
    struct text kept = {0};
    if (!tour)
        session_keep(session, &kept);
    session_watch(session, (struct progress){0});
    session_rest(session);              /* a signal may end the program here */
    screen_leave(screen);
    free_screen(screen);
    delscreen(terminal);
    if (tour)
        tour_leave(tour);
    signals_raise_ending();
    signals_stop();
    if (kept.size)
        printf("kept for the next time: %s\n", text_string(&kept));
    text_free(&kept);
    return 0;
}

int screen_run(struct session *session, struct error *error)
{
    return run(session, NULL, error);
}

int screen_tour(struct session *session, const struct tour *tour, struct error *error)
{
    return run(session, tour, error);
}
