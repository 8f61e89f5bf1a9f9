/* terminal.c - takes the terminal, gives it back, lends it to other programs; reports its abilities.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/tools.h"
#include "ui/screen.h"
#include "ui/ui.h"

#include <curses.h>
#include <errno.h>
#include <langinfo.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

/* ---- Taking and giving back ---- */

static const char *capability(const char *name)
{
    char copy[16];                      /* old headers want it writable */
    snprintf(copy, sizeof copy, "%s", name);
    const char *string = tigetstr(copy);
    return string == (const char *)-1 ? NULL : string;
}

void terminal_keys(struct keyboard *keyboard)
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

/* Do the terminal's sequences begin like ANSI ones? Then it knows bracketed pastes, or ignores them. */
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
    (void)written;                      /* fails only if the terminal is gone: no harm */
}

/* As `set mouse` asks; a lent terminal reports no mouse. */
void terminal_mouse(struct screen *screen, bool reports)
{
    const char *bytes = reports ? MOUSE_ON : MOUSE_OFF;
    if (screen->mouse == reports || !knows_brackets())
        return;
    screen->mouse = reports;
    ssize_t written = write(STDOUT_FILENO, bytes, strlen(bytes));
    (void)written;
}

/* What a crash writes: leaves keypad mode, clears attributes, shows the cursor and the first screen. Leaves out padding ("$<5>"). */
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

/* While clew obeys keys, ^C stops them, and the input behind it stays. */
void terminal_obey(bool obeying)
{
    struct termios modes;
    if (tcgetattr(STDIN_FILENO, &modes))
        return;
    modes.c_lflag &= (tcflag_t)~ISIG;
    if (obeying)
        modes.c_lflag |= ISIG | NOFLSH;
    tcsetattr(STDIN_FILENO, TCSANOW, &modes);
}

/* Delivers every key as typed. */
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

void terminal_leave(struct screen *screen)
{
    terminal_mouse(screen, false);
    set_brackets(false);
    endwin();
}

/* Takes the terminal. NULL: it cannot show a full screen; the error names an alternative. */
SCREEN *terminal_take(struct error *error)
{
    const char *term = getenv("TERM");
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

void terminal_return(struct screen *screen)
{
    refresh();
    set_brackets(true);
    terminal_mouse(screen, session_wants_mouse(screen->session));
    panes_resize(screen);
}

void terminal_again(struct screen *screen)
{
    reset_prog_mode();
    set_brackets(true);
    screen->mouse = false;
    terminal_mouse(screen, session_wants_mouse(screen->session));
}

/* ---- Lending ---- */

/* The program's output stays until you press a key, as in less and vim. */
static void await_key(struct screen *screen)
{
    struct termios before, modes;
    struct pollfd files[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = signals_descriptor(), .events = POLLIN}};
    struct key key;
    bool had = tcgetattr(STDIN_FILENO, &before) == 0;
    modes = before;
    modes.c_lflag &= (tcflag_t)~(ICANON | ECHO | ISIG);
    modes.c_cc[VMIN] = 1;
    if (had)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &modes);
    for (bool pressed = false; !pressed && !screen->done;) {
        if (poll(files, 2, -1) > 0 && files[0].revents)
            screen->done = !keyboard_read(&screen->keyboard, STDIN_FILENO);
        screen->done = screen->done || (signals_take() & SIGNAL_END);
        pressed = screen->keyboard.size > 0 && keyboard_next(&screen->keyboard, true, &key);
    }
    if (had)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &before);
}

/* Past stdio, which curses uses, too. */
static void print(struct str text)
{
    while (text.size) {
        ssize_t written = write(STDOUT_FILENO, text.data, text.size);
        if (written <= 0)
            return;
        text = str_cut(text, (size_t)written, SIZE_MAX);
    }
}

void terminal_lend(struct screen *screen)
{
    terminal_leave(screen);
    signals_forget_interrupt();
}

void terminal_take_back(struct screen *screen)
{
    screen->done = screen->done || (signals_take() & SIGNAL_END) != 0;      /* the other signals were meant for the program */
    signals_forget_interrupt();
    terminal_return(screen);
    terminal_obey(true);
}

void pipe_list(struct screen *screen, const struct rows *rows, const char *command)
{
    struct error error;
    struct text said = {0}, line = {0};
    int status = 0;
    terminal_lend(screen);
    bool done = pipe_rows(rows, false, command, signals_interrupted, &status, &error);
    if (done)
        shell_say(status, &said);
    text_printf(&line, "\n[%s; any key returns]", text_string(&said));
    if (done) {
        print(text_str(&line));
        await_key(screen);
        print(str_of("\n"));
    }
    terminal_take_back(screen);
    if (done)
        actions_say(screen, status ? STYLE_WARNING : STYLE_NORMAL, text_string(&said));
    else
        actions_error(screen, &error);
    text_free(&said);
    text_free(&line);
}

void edit_source(struct screen *screen, const char *path, int64_t line)
{
    struct error error;
    terminal_lend(screen);
    bool done = edit_file(path, (uint64_t)line, &error);
    terminal_take_back(screen);
    session_read_sources_again(screen->session);
    if (!done)
        actions_error(screen, &error);
}

/* ---- The terminal's abilities, as described: clew --version --verbose ---- */

static void report_utf8(struct text *out)
{
    struct text where = {0};
    text_printf(&where, "the locale's characters are %s", nl_langinfo(CODESET));
    part_row(out, &(struct part_row){"UTF-8", text_is_utf8(), text_string(&where), NULL,
                                     "unbroken lines in tables and graphs; without it clew shows everything in ASCII, other characters as ?; LC_ALL=C.UTF-8 has it"});
    text_free(&where);
}

static void report_colours(struct text *out, const char *name, bool known)
{
    struct text where = {0};
    const char *refusal = getenv("NO_COLOR");
    int colours = known ? tigetnum("colors") : 0;
    if (refusal && *refusal)
        text_printf(&where, "NO_COLOR is set");
    else if (!known)
        text_printf(&where, "TERM=%s is unknown", name);
    else
        text_printf(&where, "%d, TERM=%s", colours > 0 ? colours : 0, name);
    part_row(out, &(struct part_row){"colours", colours > 0 && !(refusal && *refusal), text_string(&where), NULL,
                                     "clew tells nothing by colour alone; the Debian packages ncurses-base, ncurses-term describe terminals"});
    text_free(&where);
}

/* tmux, too, knows by the capability "Ms" that a terminal takes text for the clipboard. */
static void report_clipboard(struct text *out, const char *name, bool known)
{
    struct text where = {0};
    const char *sets = known ? tigetstr("Ms") : NULL;
    bool found = sets && sets != (const char *)-1;
    text_printf(&where, "TERM=%s %s", name, found ? "supports it" : "does not announce it; many terminals support it anyway");
    part_row(out, &(struct part_row){"OSC 52", found, text_string(&where), NULL,
                                     "copying to the clipboard, also over ssh; inside tmux: set -s set-clipboard on"});
    text_free(&where);
}

void terminal_report(struct text *out)
{
    const char *name = getenv("TERM");
    int outcome = 0;
    bool known = name && *name && setupterm(name, 1, &outcome) == OK;
    report_utf8(out);
    report_colours(out, name ? name : "", known);
    report_clipboard(out, name ? name : "", known);
    if (known)
        del_curterm(cur_term);
}
