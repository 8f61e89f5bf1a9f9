/* keyboard.c - turns bytes from a terminal into keys with names, and signals into events.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     key      = control | "ESC" sequence | "ESC" character (Alt) | UTF-8 character
 *     sequence = "[" parameters final | "O" final | one that the terminal's description names
 *     final    = A B C D H F (arrows, Home, End)  P Q R S (F1-F4)  Z (Shift-Tab)  ~ (by the first parameter)
 *     mouse    = "ESC [ <" button ";" column ";" row "M"      (or "m": released)
 *     paste    = "ESC [ 200 ~" bytes "ESC [ 201 ~"
 *
 * The second parameter of a sequence gives the modifiers: 1 + (1 Shift, 2 Alt, 4 Control). */
#include "ui/keyboard.h"
#include "crash/crash.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { ESCAPE = 0x1b };

void keyboard_add(struct keyboard *keyboard, const char *bytes, const char *name)
{
    if (keyboard->sequence_count == KEYBOARD_SEQUENCES || bytes[0] != ESCAPE || !bytes[1] || strlen(bytes) >= KEY_BYTES)
        return;
    keyboard->sequences[keyboard->sequence_count].bytes = bytes;
    keyboard->sequences[keyboard->sequence_count++].name = name;
}

bool keyboard_read(struct keyboard *keyboard, int descriptor)
{
    if (keyboard->size == KEYBOARD_BYTES)
        return true;
    ssize_t got = read(descriptor, keyboard->bytes + keyboard->size, KEYBOARD_BYTES - keyboard->size);
    if (got > 0)
        keyboard->size += (size_t)got;
    return got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN));
}

static const char *final_name(char final)
{
    static const struct {
        char final;
        const char *name;
    } names[] = {{'A', "Up"}, {'B', "Down"}, {'C', "Right"}, {'D', "Left"}, {'H', "Home"}, {'F', "End"},
                 {'P', "F1"}, {'Q', "F2"},   {'R', "F3"},    {'S', "F4"},   {'M', "Enter"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].final == final)
            return names[i].name;
    return NULL;
}

static const char *tilde_name(unsigned number)
{
    static const char *const names[] = {[1] = "Home",  [2] = "Insert", [3] = "Delete", [4] = "End",  [5] = "PgUp", [6] = "PgDn",
                                        [7] = "Home",  [8] = "End",    [11] = "F1",    [12] = "F2",  [13] = "F3",  [14] = "F4",
                                        [15] = "F5",   [17] = "F6",    [18] = "F7",    [19] = "F8",  [20] = "F9",  [21] = "F10",
                                        [23] = "F11",  [24] = "F12"};
    return number < sizeof names / sizeof *names ? names[number] : NULL;
}

static void name_modified(struct key *key, unsigned modifiers, const char *name)
{
    unsigned bits = modifiers ? modifiers - 1 : 0;
    snprintf(key->name, sizeof key->name, "%s%s%s%s", bits & 4 ? "C-" : "", bits & 2 ? "M-" : "", bits & 1 ? "S-" : "", name);
}

static bool is_among(struct str name, const char *names)
{
    struct str rest = str_of(names), one;
    while (str_field(&rest, &one))
        if (str_equal(one, name))
            return true;
    return false;
}

static bool take_modifier(struct str *name, const char *modifier)
{
    bool has = str_starts(*name, modifier) && name->size > 2;
    if (has)
        *name = str_cut(*name, 2, SIZE_MAX);
    return has;
}

/* Ctrl with some letters is a key of its own (C-i is Tab, C-m and C-j are Enter, C-h is Backspace) and arrives under that name. */
bool keyboard_is_name(struct str name)
{
    uint32_t code;
    bool control = take_modifier(&name, "C-"), alt = take_modifier(&name, "M-"), shift = take_modifier(&name, "S-");
    if (is_among(name, "Up Down Left Right Home End PgUp PgDn Insert Delete F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12"))
        return true;
    if (shift)
        return !control && !alt && str_is(name, "Tab");
    if (is_among(name, "Enter Tab Backspace Space"))
        return !control;
    if (!name.size || text_decode(name, &code) != name.size || code == 0xfffd || code <= ' ' || code == 0x7f)
        return false;
    return !control || (code < 0x80 && strchr("abcdefgklnopqrstuvwxyz@\\]^_", (int)code));
}

/* A mouse report, s after "ESC [ <": button ; column ; row, M pressed or m released, which is no key. Returns its size; 0: incomplete. */
static size_t parse_mouse(struct str s, struct key *key)
{
    int parameters[3] = {0, 0, 0}, at = 0;
    for (size_t i = 0; i < s.size; i++) {
        char c = s.data[i];
        if (c >= '0' && c <= '9' && parameters[at] < 10000) {
            parameters[at] = parameters[at] * 10 + (c - '0');
        } else if (c == ';' && at < 2) {
            at++;
        } else {
            if (c == 'M' && at == 2 && parameters[1] > 0 && parameters[2] > 0) {
                snprintf(key->name, sizeof key->name, "%s", KEYBOARD_MOUSE);
                key->button = parameters[0];
                key->column = parameters[1] - 1;
                key->row = parameters[2] - 1;
            }
            return c < ' ' ? i : i + 1; /* broken off */
        }
    }
    return 0;
}

/* A control sequence, s after "ESC [". Returns its size; 0: incomplete. */
static size_t parse_control(struct str s, struct key *key)
{
    unsigned parameters[2] = {0, 0}, at = 0;
    if (str_starts(s, "<")) {
        size_t size = parse_mouse(str_cut(s, 1, SIZE_MAX), key);
        return size ? size + 1 : 0;
    }
    for (size_t i = 0; i < s.size; i++) {
        char c = s.data[i];
        if (c >= '0' && c <= '9' && at < 2 && parameters[at] < 1000)
            parameters[at] = parameters[at] * 10 + (unsigned)(c - '0');
        else if (c == ';')
            at++;
        else if (c >= 0x40 && c <= 0x7e && c != '[') {
            const char *name = c == '~' ? tilde_name(parameters[0]) : c == 'Z' ? "S-Tab" : c == 'M' ? NULL : final_name(c);
            if (name)
                name_modified(key, parameters[1], name);
            return i + 1;
        } else if (c < 0x20) {
            return i;                   /* broken off */
        }
        if (i + 3 >= KEY_BYTES)
            return i + 1;
    }
    return 0;
}

static void name_character(const char *prefix, struct str bytes, struct key *key)
{
    unsigned char c = (unsigned char)bytes.data[0];
    if (c == '\r' || c == '\n')
        snprintf(key->name, sizeof key->name, "%sEnter", prefix);
    else if (c == '\t')
        snprintf(key->name, sizeof key->name, "%sTab", prefix);
    else if (c == 0x7f || c == 0x08)
        snprintf(key->name, sizeof key->name, "%sBackspace", prefix);
    else if (c == ' ')
        snprintf(key->name, sizeof key->name, "%sSpace", prefix);
    else if (c == ESCAPE)
        snprintf(key->name, sizeof key->name, "%sEsc", prefix);
    else if (c < 0x20)
        snprintf(key->name, sizeof key->name, "C-%s%c", prefix, c && c <= 26 ? c + 'a' - 1 : c + '@');
    else
        snprintf(key->name, sizeof key->name, "%s%.*s", prefix, STR(bytes));
}

/* The character at the start of s. Returns its size, 0: bytes are missing. */
static size_t parse_character(struct str s, bool whole, const char *prefix, struct key *key)
{
    unsigned char c = (unsigned char)s.data[0];
    size_t need = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc2 ? 2 : 1;
    if (s.size < need && !whole)
        return 0;
    uint32_t code;
    size_t size = text_decode(s, &code);
    if (code != 0xfffd)
        name_character(prefix, str_cut(s, 0, size), key);
    return size;
}

/* Looks for a sequence of the terminal's own description. Returns its size; *goes_on: the input is an incomplete one. */
static size_t parse_described(const struct keyboard *keyboard, struct key *key, bool *goes_on)
{
    for (size_t i = 0; i < keyboard->sequence_count; i++) {
        const char *bytes = keyboard->sequences[i].bytes;
        size_t size = strlen(bytes);
        if (keyboard->size >= size && !memcmp(keyboard->bytes, bytes, size)) {
            snprintf(key->name, sizeof key->name, "%s", keyboard->sequences[i].name);
            return size;
        }
        if (keyboard->size < size && !memcmp(keyboard->bytes, bytes, keyboard->size))
            *goes_on = true;
    }
    return 0;
}

static size_t parse_escape(const struct keyboard *keyboard, bool whole, struct key *key)
{
    bool goes_on = false;
    size_t size = parse_described(keyboard, key, &goes_on);
    if (size || (goes_on && !whole))
        return size;
    struct str rest = {keyboard->bytes + 1, keyboard->size - 1};
    if (rest.size && rest.data[0] == '[' && rest.size > 1)
        size = parse_control(str_cut(rest, 1, rest.size), key);
    if (size)
        return size + 2;
    if (rest.size > 1 && rest.data[0] == 'O') {
        const char *name = final_name(rest.data[1]);
        snprintf(key->name, sizeof key->name, "%s", name ? name : "");
        return 3;
    }
    bool opens = rest.size && (rest.data[0] == '[' || rest.data[0] == 'O');
    if (!whole && (!rest.size || opens))
        return 0;
    if (rest.size > 1 && opens)
        return keyboard->size;             /* a sequence that broke off: no key */
    if (!rest.size || rest.data[0] == ESCAPE) {
        snprintf(key->name, sizeof key->name, "Esc");
        return 1;
    }
    size = parse_character(rest, whole, "M-", key);
    return size ? size + 1 : 0;
}

/* ---- Pastes ---- */

enum { MARK_BYTES = 6, CONTROL_C = 3, CONTROL_D = 4 };
#define PASTE_BEGINS "\033[200~"
#define PASTE_ENDS "\033[201~"

void keyboard_forget(struct keyboard *keyboard)
{
    text_free(&keyboard->paste);
    keyboard->paste_lines = 0;
    keyboard->paste_tail = TAIL_TEXT;
    keyboard->paste_return = keyboard->paste_too_long = false;
}

void keyboard_collect(struct keyboard *keyboard)
{
    keyboard_forget(keyboard);
    keyboard->taking = TAKING_LINES;
}

static void drop_front(struct keyboard *keyboard, size_t size)
{
    keyboard->size -= size;
    memmove(keyboard->bytes, keyboard->bytes + size, keyboard->size);
}

static void keep_byte(struct keyboard *keyboard, char byte)
{
    bool second = byte == '\n' && keyboard->paste_return;
    keyboard->paste_return = byte == '\r';
    if (keyboard->paste.size >= KEYBOARD_PASTE_BYTES) {
        text_free(&keyboard->paste);
        keyboard->paste_too_long = true;
    }
    if (byte == '\r')
        byte = '\n';
    keyboard->paste_lines += byte == '\n' && !second;
    if (!second && !keyboard->paste_too_long)
        text_byte(&keyboard->paste, byte);
    bool again = keyboard->paste_tail == TAIL_ESCAPE || keyboard->paste_tail == TAIL_ESCAPES;
    enum paste_tail control = byte == CONTROL_C ? TAIL_INTERRUPT : byte == CONTROL_D ? TAIL_END : TAIL_TEXT;
    keyboard->paste_tail = byte != ESCAPE ? control : again ? TAIL_ESCAPES : TAIL_ESCAPE;
}

static bool at_line_start(const struct keyboard *keyboard)
{
    return !keyboard->paste.size || keyboard->paste.data[keyboard->paste.size - 1] == '\n';
}

bool keyboard_interrupted(struct keyboard *keyboard, int descriptor)
{
    struct pollfd file = {.fd = descriptor, .events = POLLIN};
    if (keyboard->taking == TAKING_KEYS && poll(&file, 1, 0) > 0 && (file.revents & POLLIN))
        keyboard_read(keyboard, descriptor);
    struct str typed = {keyboard->bytes, keyboard->taking == TAKING_KEYS ? keyboard->size : 0};
    size_t at = 0;
    while (at < typed.size && typed.data[at] != CONTROL_C && !str_starts(str_cut(typed, at, SIZE_MAX), PASTE_BEGINS))
        at++;
    if (at == typed.size || typed.data[at] != CONTROL_C)
        return false;
    keyboard->size--;
    memmove(keyboard->bytes + at, keyboard->bytes + at + 1, keyboard->size - at);
    return true;
}

/* Do the last bytes end the text, if nothing follows them? */
static const char *hand_typed_end(struct keyboard *keyboard)
{
    bool held = keyboard->size == 1;       /* an escape, perhaps half a mark */
    if (keyboard->paste_tail == TAIL_INTERRUPT || keyboard->paste_tail == TAIL_ESCAPES || (keyboard->paste_tail == TAIL_ESCAPE && held))
        return KEYBOARD_DROPPED;
    if (keyboard->taking == TAKING_BURST)
        return KEYBOARD_PASTED;
    if (keyboard->taking != TAKING_LINES || keyboard->paste_tail != TAIL_END)
        return NULL;
    keyboard->paste.size -= keyboard->paste.size > 0;
    return KEYBOARD_PASTED;
}

/* Takes the bytes of the paste that have come. Returns the name of the key if it is complete; NULL: it goes on. */
static const char *take_paste(struct keyboard *keyboard, bool whole)
{
    for (size_t at = 0; at < keyboard->size; at++) {
        struct str rest = {keyboard->bytes + at, keyboard->size - at};
        const char *mark = keyboard->taking == TAKING_PASTE ? PASTE_ENDS : PASTE_BEGINS;
        bool begins_mark = !memcmp(rest.data, mark, rest.size < MARK_BYTES ? rest.size : MARK_BYTES);
        if (begins_mark && rest.size < MARK_BYTES) {
            drop_front(keyboard, at);      /* either the rest of the mark follows, or other text */
            return whole ? hand_typed_end(keyboard) : NULL;
        }
        bool ends = keyboard->taking == TAKING_LINES && rest.data[0] == CONTROL_D && at_line_start(keyboard);
        if (ends || (begins_mark && keyboard->taking == TAKING_PASTE)) {
            drop_front(keyboard, at + (ends ? 1 : MARK_BYTES));
            return KEYBOARD_PASTED;
        }
        if (begins_mark) {
            keyboard->taking = TAKING_PASTE;
            at += MARK_BYTES - 1;
        } else {
            keep_byte(keyboard, rest.data[0]);
        }
    }
    keyboard->size = 0;
    return whole ? hand_typed_end(keyboard) : NULL;
}

static bool next_pasted(struct keyboard *keyboard, bool whole, struct key *key)
{
    const char *name = take_paste(keyboard, whole);
    if (!name)
        return false;
    *key = (struct key){.burst = keyboard->taking == TAKING_BURST};
    snprintf(key->name, sizeof key->name, "%s", name);
    if (!strcmp(name, KEYBOARD_DROPPED)) {
        keyboard->size = 0;                /* drops an escape that was held back */
        keyboard_forget(keyboard);
    }
    keyboard->taking = TAKING_KEYS;
    return true;
}

/* "ESC [ 2" and more is no key: a paste whose mark arrives in pieces must not act as keys. */
static bool is_half_mark(const struct keyboard *keyboard)
{
    return keyboard->size > 2 && keyboard->size < MARK_BYTES && !memcmp(keyboard->bytes, PASTE_BEGINS, keyboard->size);
}

bool keyboard_waits(const struct keyboard *keyboard)
{
    if (keyboard->taking == TAKING_KEYS)
        return keyboard->size > 0 && !is_half_mark(keyboard);
    return keyboard->taking == TAKING_BURST || keyboard->paste_tail > TAIL_ESCAPE || (keyboard->paste_tail == TAIL_ESCAPE && keyboard->size == 1);
}

int keyboard_delay(const struct keyboard *keyboard)
{
    bool typed_end = keyboard->paste_tail > TAIL_ESCAPE;
    if (keyboard->taking != TAKING_BURST || typed_end)
        return KEYBOARD_ESCAPE_DELAY;
    bool closed = at_line_start(keyboard) || keyboard->paste.data[keyboard->paste.size - 1] == '}';
    return closed ? KEYBOARD_BURST_DELAY : KEYBOARD_OPEN_DELAY;
}

/* ---- Bursts ---- */

enum { BURST_LEAST = 8 };               /* bytes, with a line end: more than anyone types at once; more may follow */

/* Does one of the lines begin like a debugger's? *lines: how many are whole. */
static bool holds_printed(struct str queue, size_t *lines)
{
    bool printed = false;
    *lines = 0;
    for (size_t from = 0, at = 0; at < queue.size; at++) {
        if (queue.data[at] != '\r' && queue.data[at] != '\n')
            continue;
        printed = printed || debugger_begins(str_cut(queue, from, at - from));
        *lines += at > from;
        from = at + 1;
    }
    return printed;
}

/* "#1", "$12 ", "(gd": the beginning of text that debugger_begins knows, and hardly a sequence of keys. */
static bool is_half_begun(struct str queue)
{
    static const char *const wholes[] = {"(gdb)", "(lldb)", "__PT_", "__CC_arr", "__BBC_arr", "__FC_arr"};
    size_t at = 1;
    for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++)
        if (queue.size < strlen(wholes[i]) && !memcmp(queue.data, wholes[i], queue.size))
            return true;
    while (at < queue.size && queue.data[at] >= '0' && queue.data[at] <= '9')
        at++;
    while (at < queue.size && (queue.data[at] == ' ' || queue.data[at] == '='))
        at++;
    return (queue.data[0] == '#' || queue.data[0] == '$') && at == queue.size;
}

/* Each line begins with |, as in some quoted mail: a single such line, typed ahead, runs a shell. */
static bool is_quoted(struct str queue)
{
    bool quoted = queue.data[0] == '|';
    for (size_t at = 1; quoted && at < queue.size; at++)
        quoted = (queue.data[at - 1] != '\r' && queue.data[at - 1] != '\n') || strchr("|\r\n", queue.data[at]);
    return quoted;
}

/* Is the queue a burst? *more: it may become one. */
static bool is_burst(const struct keyboard *keyboard, bool *more)
{
    struct str queue = {keyboard->bytes, keyboard->size};
    size_t lines;
    *more = false;
    if (!keyboard->bursts || !queue.size || ((unsigned char)queue.data[0] < ' ' && queue.data[0] != ESCAPE))
        return false;
    if (debugger_begins(queue))
        return true;
    if (queue.data[0] == ESCAPE)
        return false;
    bool printed = holds_printed(queue, &lines);
    bool prompt = strchr(":/&|", queue.data[0]) && !(lines > 1 && is_quoted(queue));    /* a line typed ahead */
    *more = is_half_begun(queue) || (lines && queue.size >= BURST_LEAST && queue.size < KEYBOARD_BYTES && !prompt);
    return printed && lines > 1 && !prompt;
}

/* ---- Keys ---- */

bool keyboard_next(struct keyboard *keyboard, bool whole, struct key *key)
{
    if (keyboard->taking == TAKING_KEYS && keyboard->size >= MARK_BYTES && !memcmp(keyboard->bytes, PASTE_BEGINS, MARK_BYTES)) {
        keyboard_forget(keyboard);
        keyboard->taking = TAKING_PASTE;
        drop_front(keyboard, MARK_BYTES);
    }
    bool more = false;
    if (keyboard->taking == TAKING_KEYS && is_burst(keyboard, &more)) {
        keyboard_forget(keyboard);
        keyboard->taking = TAKING_BURST;
        whole = false;                  /* the bytes after it have not had their wait yet */
    }
    if (keyboard->taking != TAKING_KEYS)
        return next_pasted(keyboard, whole, key);
    if (more && !whole)
        return false;
    if (!keyboard->size || is_half_mark(keyboard))
        return false;
    *key = (struct key){0};
    bool full = whole || keyboard->size >= KEY_BYTES;
    struct str all = {keyboard->bytes, keyboard->size};
    size_t size = keyboard->bytes[0] == ESCAPE ? parse_escape(keyboard, full, key) : parse_character(all, full, "", key);
    if (!size)
        return false;
    key->size = size < KEY_BYTES ? size : KEY_BYTES;
    memcpy(key->bytes, keyboard->bytes, key->size);
    drop_front(keyboard, size);
    return true;
}

/* ---- Signals as events, and a terminal that clew always gives back ---- */

enum { WATCHED = 7, ENDINGS = 3 /* the first of watched_signals that end a program */, CRASHES = 5, RESTORE_BYTES = 256, STACK_BYTES = 64 * 1024 };

static const int watched_signals[WATCHED] = {SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP, SIGQUIT};
static const unsigned watched_events[WATCHED] = {SIGNAL_RESIZE, SIGNAL_SUSPEND, SIGNAL_CONTINUE, SIGNAL_INTERRUPT, SIGNAL_END, SIGNAL_END, SIGNAL_END};
static const int crash_signals[CRASHES] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};

/* Handlers get no context, so their data is here. */
static struct {
    volatile sig_atomic_t pending[WATCHED];
    volatile sig_atomic_t interrupted, ending;
    int pipe[2];
    struct sigaction before[WATCHED], before_crash[CRASHES];
    struct termios modes;
    bool has_modes;
    char restore[RESTORE_BYTES];
    size_t restore_size;
    char stack[STACK_BYTES];            /* after a stack overflow there is no other */
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
    ssize_t written = write(state.pipe[1], "", 1);  /* a full pipe will do: it is readable */
    (void)written;
    errno = saved;
}

static void crash(int signal)
{
    /* Only async-signal-safe calls here. SA_RESETHAND has restored the default action for the next signal. */
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
            state.pending[i] = 0;       /* the caller acts on it: it is no event any more */
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
    kill(0, SIGTSTP);                   /* the whole job, like the terminal does; the system does not stop a group without a shell */
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
