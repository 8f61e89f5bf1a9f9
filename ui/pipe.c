/* pipe.c - the terminal given to programs the user asked for, and taken back.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <poll.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "ui/screen.h"
#include "ui/signals.h"

/* What the program printed stays until a key is pressed, as in less and vim. */
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

/* Past stdio, which curses uses as well. */
static void print(struct slice text)
{
    while (text.size) {
        ssize_t written = write(STDOUT_FILENO, text.data, text.size);
        if (written <= 0)
            return;
        text = slice_cut(text, (size_t)written, SIZE_MAX);
    }
}

void terminal_lend(struct screen *screen)
{
    screen_leave(screen);
    signals_forget_interrupt();
}

void terminal_take_back(struct screen *screen)
{
    screen->done = screen->done || (signals_take() & SIGNAL_END) != 0;      /* the others were meant for the program */
    signals_forget_interrupt();
    screen_return(screen);
    screen_obey(true);
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
    text_printf(&line, "\n[%s; any key goes back]", text_string(&said));
    if (done) {
        print(text_slice(&line));
        await_key(screen);
        print(slice_of("\n"));
    }
    terminal_take_back(screen);
    if (done)
        actions_say(screen, status ? STYLE_WARNING : STYLE_NORMAL, text_string(&said));
    else
        actions_error(screen, &error);
    text_free(&said);
    text_free(&line);
}

void pipe_ask(struct screen *screen, const char *command)
{
    struct text line = {0};
    text_printf(&line, "pipe | %s", command);
    if (command[0])
        actions_run_own(screen, text_string(&line), FOLLOW_NOTHING);
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
