/* terminal.c - runs a program on a pseudo-terminal and reads its screen.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <utmp.h>
#include <vterm.h>

enum { ARGUMENTS = 32, ROW_BYTES = TERMINAL_COLUMNS * 6 * 4 };

struct terminal {
    int file, watch;                    /* our side; the process */
    pid_t process;
    bool ended;
    VTerm *emulator;
    VTermScreen *screen;
    int status, rows, columns;
    bool cursor_visible, alternate;
    struct termios before;
    char *written;                      /* every byte the program has sent */
    size_t written_size, written_capacity;
    char row[ROW_BYTES];
};

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void give_up(struct terminal *terminal, const char *what, const char *needle)
{
    print_error("waited in vain for %s \"%s\"; the screen (%d x %d) is\n", what, needle, terminal->rows, terminal->columns);
    for (int row = 0; row < terminal->rows; row++)
        print_error("|%s\n", terminal_row(terminal, row));
    kill(terminal->process, SIGKILL);
    fail();
}

/* ---- Starting ---- */

static int note_property(VTermProp property, VTermValue *value, void *user)
{
    struct terminal *terminal = user;
    if (property == VTERM_PROP_CURSORVISIBLE)
        terminal->cursor_visible = value->boolean;
    if (property == VTERM_PROP_ALTSCREEN)
        terminal->alternate = value->boolean;
    return 1;
}

static const VTermScreenCallbacks callbacks = {.settermprop = note_property};

/* In the child: runs the program, or exits with a status that no test expects. */
static void become(const struct terminal_options *options, char **arguments)
{
    setenv("TERM", "xterm-256color", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    unsetenv("NO_COLOR");
    unsetenv("CLEW_HISTORY");
    unsetenv("XDG_STATE_HOME");
    unsetenv("XDG_CONFIG_HOME");        /* no user's clewrc or themes */
    setenv("HOME", "/nonexistent", 1);
    setenv("INPUTRC", "/dev/null", 1);
    for (int i = 0; i < 8 && options->environment[i]; i++)
        putenv(strdup(options->environment[i]));
    signal(SIGHUP, options->ignores_hang_up ? SIG_IGN : SIG_DFL);
    signal(SIGQUIT, SIG_DFL);           /* a shell that runs tests in the background ignores it */
    if (chdir(options->folder ? options->folder : "tests/screens/data") == 0)
        execv(arguments[0], arguments);
    fprintf(stderr, "cannot run %s: %s\n", arguments[0], strerror(errno));
    _exit(97);
}

struct terminal *terminal_start(const struct terminal_options *options, ...)
{
    char *arguments[ARGUMENTS] = {NULL}, path[4096];
    const char *program = getenv("CLEW");
    if (!realpath(program ? program : "build/clew", path))
        fail_msg("no program %s: set CLEW, run from the project's root", program ? program : "build/clew");
    setenv("CLEW", path, 1);
    arguments[0] = options->program ? (char *)(uintptr_t)options->program : path;
    va_list list;
    va_start(list, options);
    for (int i = 1; i < ARGUMENTS - 1 && (arguments[i] = va_arg(list, char *)); i++)
        continue;
    va_end(list);

    struct terminal *terminal = calloc(1, sizeof *terminal);
    assert_non_null(terminal);
    terminal->rows = options->rows;
    terminal->columns = options->columns;
    terminal->emulator = vterm_new(options->rows, options->columns);
    vterm_set_utf8(terminal->emulator, 1);
    terminal->screen = vterm_obtain_screen(terminal->emulator);
    terminal->cursor_visible = true;
    vterm_screen_set_callbacks(terminal->screen, &callbacks, terminal);
    vterm_screen_enable_altscreen(terminal->screen, 1);
    vterm_screen_reset(terminal->screen, 1);

    struct winsize size = {.ws_row = (unsigned short)options->rows, .ws_col = (unsigned short)options->columns};
    int side;
    assert_int_equal(openpty(&terminal->file, &side, NULL, NULL, &size), 0);
    assert_int_equal(tcgetattr(side, &terminal->before), 0);
    terminal->process = fork();
    assert_true(terminal->process >= 0);
    if (!terminal->process) {
        close(terminal->file);
        login_tty(side);
        become(options, arguments);
    }
    close(side);
    fcntl(terminal->file, F_SETFD, FD_CLOEXEC);
    fcntl(terminal->file, F_SETFL, O_RDWR | O_NONBLOCK);
    terminal->watch = pidfd_open(terminal->process, 0);
    assert_true(terminal->watch >= 0);
    return terminal;
}

/* ---- Reading ---- */

static void keep(struct terminal *terminal, const char *bytes, size_t size)
{
    if (terminal->written_size + size > terminal->written_capacity) {
        terminal->written_capacity = (terminal->written_size + size) * 2;
        terminal->written = realloc(terminal->written, terminal->written_capacity);
        assert_non_null(terminal->written);
    }
    memcpy(terminal->written + terminal->written_size, bytes, size);
    terminal->written_size += size;
}

/* Reads the available output once. False: there was none, or the program closed its side. */
static bool read_some(struct terminal *terminal)
{
    char bytes[4096];
    struct pollfd file = {.fd = terminal->file, .events = POLLIN};
    ssize_t got = terminal->file >= 0 && poll(&file, 1, 0) > 0 ? read(terminal->file, bytes, sizeof bytes) : 0;
    if (got <= 0)
        return false;
    keep(terminal, bytes, (size_t)got);
    vterm_input_write(terminal->emulator, bytes, (size_t)got);
    char answer[256];                   /* reports that the program asked for */
    size_t size = vterm_output_read(terminal->emulator, answer, sizeof answer);
    if (size && write(terminal->file, answer, size) < 0)
        return false;
    return true;
}

/* Waits until the program writes or ends. False: timeout. */
static bool wait_for_more(struct terminal *terminal, int64_t end)
{
    struct pollfd files[2] = {{.fd = terminal->file, .events = POLLIN}, {.fd = terminal->ended ? -1 : terminal->watch, .events = POLLIN}};
    int64_t left = end - now();
    if (left <= 0 || poll(files, 2, (int)left) <= 0)
        return false;
    bool more = read_some(terminal);
    if (!more && files[1].revents)
        terminal_wait_exit(terminal);
    return more || !terminal->ended;
}

static bool ends_with(const char *text, const char *end)
{
    return strlen(text) >= strlen(end) && !strcmp(text + strlen(text) - strlen(end), end);
}

/* From the bottom, -1 means all rows of the message, and -2 the status line above. The ending of a wide enough status line tells it from the message. */
static bool row_has(struct terminal *terminal, int row, const char *needle)
{
    int more = 0;
    while (row < 0 && more + 2 < terminal->rows && !ends_with(terminal_row(terminal, -2 - more), "?=help"))
        more++;
    more = more + 2 < terminal->rows ? more : 0;
    for (int i = row < -1 ? more : 0; i <= more; i++)
        if (strstr(terminal_row(terminal, row < 0 ? row - i : row), needle))
            return true;
    return false;
}

static void wait_until(struct terminal *terminal, int row, const char *needle, bool wanted)
{
    for (int64_t end = now() + TERMINAL_PATIENCE; (row == INT32_MAX ? terminal_find(terminal, needle) >= 0 : row_has(terminal, row, needle)) != wanted;)
        if (!wait_for_more(terminal, end))
            give_up(terminal, wanted ? "the text" : "the end of the text", needle);
}

void terminal_wait(struct terminal *terminal, const char *needle)
{
    wait_until(terminal, INT32_MAX, needle, true);
}

void terminal_wait_row(struct terminal *terminal, int row, const char *needle)
{
    wait_until(terminal, row, needle, true);
}

void terminal_wait_row_end(struct terminal *terminal, int row, const char *ending)
{
    for (int64_t until = now() + TERMINAL_PATIENCE; !ends_with(terminal_row(terminal, row), ending);)
        if (!wait_for_more(terminal, until))
            give_up(terminal, "a row that ends in", ending);
}

void terminal_wait_gone(struct terminal *terminal, const char *needle)
{
    wait_until(terminal, INT32_MAX, needle, false);
}

void terminal_wait_that(struct terminal *terminal, terminal_holds *holds, const void *context, const char *what)
{
    for (int64_t end = now() + TERMINAL_PATIENCE; !holds(terminal, context);)
        if (!wait_for_more(terminal, end))
            give_up(terminal, what, "");
}

void terminal_wait_cursor(struct terminal *terminal, int row)
{
    int at, column;
    for (int64_t end = now() + TERMINAL_PATIENCE; terminal_cursor(terminal, &at, &column), at != row;)
        if (!wait_for_more(terminal, end))
            give_up(terminal, "the cursor in a row", "");
}

static bool cell_at(struct terminal *terminal, int row, int column, VTermScreenCell *cell)
{
    return vterm_screen_get_cell(terminal->screen, (VTermPos){row < 0 ? terminal->rows + row : row, column}, cell);
}

/* The last nonblank cell of a row; -1: all are blank. */
static int last_column(struct terminal *terminal, int row)
{
    VTermScreenCell cell;
    int column = terminal->columns;
    while (column-- > 0)
        if (cell_at(terminal, row, column, &cell) && cell.chars[0] && cell.chars[0] != ' ')
            break;
    return column;
}

void terminal_wait_end(struct terminal *terminal, int row, const char *needle, int column)
{
    for (int64_t end = now() + TERMINAL_PATIENCE; !ends_with(terminal_row(terminal, row), needle) || last_column(terminal, row) + 1 != column;)
        if (!wait_for_more(terminal, end))
            give_up(terminal, "the end of a row", needle);
}

void terminal_wait_shows_cursor(struct terminal *terminal, bool shown)
{
    for (int64_t end = now() + TERMINAL_PATIENCE; terminal->cursor_visible != shown;)
        if (!wait_for_more(terminal, end))
            give_up(terminal, "the cursor to be", shown ? "shown" : "hidden");
}

/* ---- Typing, resizing ---- */

void terminal_press_bytes(struct terminal *terminal, const char *bytes, size_t size)
{
    int64_t end = now() + TERMINAL_PATIENCE;
    struct pollfd file = {.fd = terminal->file, .events = POLLIN | POLLOUT};
    while (size) {
        if (poll(&file, 1, (int)(end - now() > 0 ? end - now() : 0)) <= 0)
            give_up(terminal, "the program to read", "");
        if (file.revents & POLLIN)      /* the program may wait for us to read before it reads */
            read_some(terminal);
        ssize_t written = file.revents & POLLOUT ? write(terminal->file, bytes, size) : 0;
        assert_true(written >= 0 || errno == EAGAIN);
        bytes += written > 0 ? written : 0;
        size -= written > 0 ? (size_t)written : 0;
    }
}

void terminal_press(struct terminal *terminal, const char *bytes)
{
    terminal_press_bytes(terminal, bytes, strlen(bytes));
}

void terminal_resize(struct terminal *terminal, int rows, int columns)
{
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    while (read_some(terminal))
        continue;
    terminal->rows = rows;
    terminal->columns = columns;
    vterm_set_size(terminal->emulator, rows, columns);
    assert_int_equal(ioctl(terminal->file, TIOCSWINSZ, &size), 0);
}

void terminal_hang_up(struct terminal *terminal)
{
    close(terminal->file);
    terminal->file = -1;
}

void terminal_signal(struct terminal *terminal, int signal)
{
    assert_int_equal(kill(terminal->process, signal), 0);
}

/* ---- Ending ---- */

int terminal_wait_exit(struct terminal *terminal)
{
    int64_t end = now() + TERMINAL_PATIENCE;
    struct pollfd files[2] = {{.fd = terminal->file, .events = POLLIN}, {.fd = terminal->watch, .events = POLLIN}};
    while (!terminal->ended) {
        if (poll(files, 2, (int)(end - now() > 0 ? end - now() : 0)) <= 0)
            give_up(terminal, "the end of", "the program");
        if (files[0].revents && !read_some(terminal))
            files[0].fd = -1;           /* the program closed its side */
        int status;
        if (files[1].revents && waitpid(terminal->process, &status, WNOHANG) == terminal->process) {
            terminal->ended = true;
            terminal->status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
        }
    }
    while (read_some(terminal))
        continue;
    return terminal->status;
}

void terminal_free(struct terminal *terminal)
{
    if (terminal->file >= 0)
        close(terminal->file);
    close(terminal->watch);
    vterm_free(terminal->emulator);
    free(terminal->written);
    free(terminal);
}

void terminal_quit(struct terminal *terminal)
{
    terminal_press(terminal, ":quit\r");
    assert_int_equal(terminal_end(terminal), 0);
}

int terminal_end(struct terminal *terminal)
{
    int status = terminal_wait_exit(terminal);
    if (status && status != 128 + SIGTERM && status != 128 + SIGHUP && status != 2)
        print_error("the program ended with %d and wrote: %.*s\n", status, (int)terminal->written_size, terminal->written ? terminal->written : "");
    terminal_free(terminal);
    return status;
}

/* ---- Looking ---- */

static size_t put_code(char *out, uint32_t code)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = size - 1; i > 0; i--, code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)((size == 2 ? 0xc0 : size == 3 ? 0xe0 : 0xf0) | code);
    return size;
}

const char *terminal_row(struct terminal *terminal, int row)
{
    return terminal_row_from(terminal, row, 0);
}

const char *terminal_row_from(struct terminal *terminal, int row, int column)
{
    size_t used = 0, end = 0;
    VTermScreenCell cell;
    for (; column < terminal->columns && column < TERMINAL_COLUMNS; column++) {
        if (!cell_at(terminal, row, column, &cell) || cell.chars[0] == UINT32_MAX)
            continue;                   /* the second half of a wide character */
        if (!cell.chars[0]) {           /* an empty cell: never written */
            cell.chars[0] = ' ';
            cell.chars[1] = 0;
        }
        bool blank = cell.chars[0] == ' ';
        for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && cell.chars[i]; i++)
            used += put_code(terminal->row + used, cell.chars[i]);
        end = blank ? end : used;
    }
    terminal->row[end] = '\0';
    return terminal->row;
}

int terminal_find(struct terminal *terminal, const char *needle)
{
    for (int row = 0; row < terminal->rows; row++)
        if (strstr(terminal_row(terminal, row), needle))
            return row;
    return -1;
}

bool terminal_shows_cursor(const struct terminal *terminal)
{
    return terminal->cursor_visible;
}

void terminal_cursor(struct terminal *terminal, int *row, int *column)
{
    VTermPos position;
    vterm_state_get_cursorpos(vterm_obtain_state(terminal->emulator), &position);
    *row = position.row;
    *column = position.col;
}

bool terminal_is_reversed(struct terminal *terminal, int row, int column)
{
    VTermScreenCell cell;
    return cell_at(terminal, row, column, &cell) && cell.attrs.reverse;
}

bool terminal_is_bold(struct terminal *terminal, int row, int column)
{
    VTermScreenCell cell;
    return cell_at(terminal, row, column, &cell) && cell.attrs.bold;
}

/* Counts the cells before the needle as on the screen. */
int terminal_column(struct terminal *terminal, int row, const char *needle)
{
    const char *text = terminal_row(terminal, row), *found = strstr(text, needle);
    int column = 0;
    for (const char *at = text; found && at < found; at++)
        column += ((unsigned char)*at & 0xc0) != 0x80;
    return found ? column : -1;
}

bool terminal_is_coloured(struct terminal *terminal, int row, int column)
{
    VTermScreenCell cell;
    return cell_at(terminal, row, column, &cell) && !VTERM_COLOR_IS_DEFAULT_FG(&cell.fg);
}

static void rgb_of(struct terminal *terminal, VTermColor colour, uint8_t rgb[3])
{
    vterm_screen_convert_color_to_rgb(terminal->screen, &colour);
    rgb[0] = colour.rgb.red;
    rgb[1] = colour.rgb.green;
    rgb[2] = colour.rgb.blue;
}

bool terminal_cell(struct terminal *terminal, int row, int column, struct terminal_cell *cell)
{
    VTermScreenCell from;
    size_t used = 0;
    if (!cell_at(terminal, row, column, &from))
        return false;
    *cell = (struct terminal_cell){.bold = from.attrs.bold, .underlined = from.attrs.underline != 0};
    for (int i = 0; from.chars[0] != UINT32_MAX && i < VTERM_MAX_CHARS_PER_CELL && from.chars[i]; i++)
        used += put_code(cell->text + used, from.chars[i]);
    cell->text[used] = '\0';
    memset(cell->ink, TERMINAL_INK, sizeof cell->ink);
    memset(cell->paper, TERMINAL_PAPER, sizeof cell->paper);
    if (!VTERM_COLOR_IS_DEFAULT_FG(&from.fg))
        rgb_of(terminal, from.fg, cell->ink);
    if (!VTERM_COLOR_IS_DEFAULT_BG(&from.bg))
        rgb_of(terminal, from.bg, cell->paper);
    if (from.attrs.reverse) {
        uint8_t kept[3];
        memcpy(kept, cell->ink, sizeof kept);
        memcpy(cell->ink, cell->paper, sizeof kept);
        memcpy(cell->paper, kept, sizeof kept);
    }
    return true;
}

bool terminal_has_colour(struct terminal *terminal)
{
    for (int row = 0; row < terminal->rows; row++)
        for (int column = 0; column < terminal->columns; column++)
            if (terminal_is_coloured(terminal, row, column))
                return true;
    return false;
}

bool terminal_has_background(struct terminal *terminal)
{
    VTermScreenCell cell;
    for (int row = 0; row < terminal->rows; row++)
        for (int column = 0; column < terminal->columns; column++)
            if (cell_at(terminal, row, column, &cell) && !VTERM_COLOR_IS_DEFAULT_BG(&cell.bg))
                return true;
    return false;
}

bool terminal_alternate(const struct terminal *terminal)
{
    return terminal->alternate;
}

bool terminal_wrote(const struct terminal *terminal, const char *bytes)
{
    return terminal->written && memmem(terminal->written, terminal->written_size, bytes, strlen(bytes));
}

size_t terminal_wrote_times(const struct terminal *terminal, const char *bytes)
{
    size_t times = 0, size = strlen(bytes);
    for (size_t i = 0; i + size <= terminal->written_size; i++)
        times += !memcmp(terminal->written + i, bytes, size);
    return times;
}

bool terminal_wrote_ascii(const struct terminal *terminal)
{
    size_t i = 0;
    while (i < terminal->written_size && (unsigned char)terminal->written[i] < 0x80)
        i++;
    return i == terminal->written_size;
}

bool terminal_modes_changed(const struct terminal *terminal)
{
    struct termios modes;
    if (tcgetattr(terminal->file, &modes))
        return false;
    const struct termios *before = &terminal->before;
    return modes.c_iflag != before->c_iflag || modes.c_oflag != before->c_oflag || modes.c_lflag != before->c_lflag ||
           memcmp(modes.c_cc, before->c_cc, sizeof modes.c_cc) != 0;
}
