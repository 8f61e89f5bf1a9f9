/* prompt.c - readline in the bottom line, and pastes.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * readline runs in callback mode: it gets the bytes of keys that the screen has read, and tells us to draw its line instead of drawing it. It calls back
 * without a context, so the open prompt is a variable here. */
#include "ui/ui.h"
#include "ui/screen.h"

#include <errno.h>
#include <inttypes.h>
#include <readline/history.h>
#include <readline/readline.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KINDS = sizeof PROMPT_KINDS - 1, HINT_BYTES = 1024, HISTORY_LINES = 1000, INSERT_BYTES = 1 << 16 /* longer lines are no commands */ };

struct prompt {
    struct screen *screen;
    char kind;
    char bytes[KEY_BYTES];              /* of the current key, for readline */
    size_t size, taken;
    char *line;                         /* the line entered */
    bool over;
    char hint[HINT_BYTES];
};

static struct prompt *current;
static HISTORY_STATE *histories[KINDS]; /* one for each kind */

/* ---- Callbacks of readline ---- */

static int next_byte(FILE *file)
{
    (void)file;
    return current && current->taken < current->size ? (unsigned char)current->bytes[current->taken++] : EOF;
}

static int bytes_waiting(void)
{
    return current && current->taken < current->size;
}

static void draw_later(void)
{
}

static void take_line(char *line)
{
    rl_callback_handler_remove();
    current->line = line;
    current->over = true;
}

/* Fills the available cells with candidates, then their number. */
static void show_candidates(char **matches, int count, int longest)
{
    (void)longest;
    size_t used = 0;
    for (int i = 1; i <= count && used < HINT_BYTES - 1; i++) {
        int written = snprintf(current->hint + used, HINT_BYTES - used, "%s%s", i > 1 ? "  " : "", matches[i]);
        used += written > 0 ? (size_t)written : 0;
    }
}

static char **complete(const char *text, int start, int end)
{
    (void)text;
    rl_attempted_completion_over = 1;
    return current && current->kind == ':' ? complete_line(current->screen->session, start, end) : NULL;
}

/* The history searches of readline 8.2 forget the undo list of the line they replace, which leaks (Debian 13; 12 has other patches). */
static int search_backward(int count, int key)
{
    rl_free_undo_list();
    return rl_history_search_backward(count, key);
}

static int search_forward(int count, int key)
{
    rl_free_undo_list();
    return rl_history_search_forward(count, key);
}

void prompt_start(void)
{
    rl_readline_name = "clew";
    rl_catch_signals = 0;
    rl_catch_sigwinch = 0;
    rl_change_environment = 0;
    rl_initialize();
    rl_variable_bind("bell-style", "none");
    rl_variable_bind("enable-bracketed-paste", "off");
    /* Commands that read further keys themselves cannot work: readline gets each key alone here. The history search for lines with the same beginning reads
     * none. */
    rl_unbind_function_in_map(rl_digit_argument, rl_get_keymap_by_name("emacs-meta"));
    rl_unbind_function_in_map(rl_noninc_reverse_search, rl_get_keymap_by_name("emacs-meta"));
    rl_unbind_function_in_map(rl_noninc_forward_search, rl_get_keymap_by_name("emacs-meta"));
    rl_bind_key_in_map('r' & 0x1f, search_backward, rl_get_keymap_by_name("emacs-standard"));
    rl_bind_key_in_map('s' & 0x1f, search_forward, rl_get_keymap_by_name("emacs-standard"));
}

/* ---- Called by the screen ---- */

static HISTORY_STATE **history_of(char kind)
{
    return &histories[strchr(PROMPT_KINDS, kind) - PROMPT_KINDS];
}

static void install(const char *text)
{
    rl_getc_function = next_byte;
    rl_input_available_hook = bytes_waiting;
    rl_redisplay_function = draw_later;
    rl_prep_term_function = NULL;
    rl_deprep_term_function = NULL;
    rl_completion_display_matches_hook = show_candidates;
    rl_attempted_completion_function = complete;
    rl_completer_word_break_characters = COMPLETE_BREAKS;
    rl_callback_handler_install((const char[]){current->kind, '\0'}, take_line);
    rl_insert_text(text);
}

void prompt_open(struct screen *screen, char kind, const char *text)
{
    static HISTORY_STATE empty;
    prompt_cancel(screen);
    current = memory_allocate(sizeof *current);
    *current = (struct prompt){.screen = screen, .kind = kind};
    history_set_history_state(*history_of(kind) ? *history_of(kind) : &empty);
    using_history();
    stifle_history(HISTORY_LINES);
    install(text);
    screen->prompt = current;
    if (kind == '/')
        search_begin(screen);
}

/* Closes the prompt; its history stays. */
static void put_away(struct screen *screen)
{
    free(*history_of(current->kind));
    *history_of(current->kind) = history_get_history_state();
    free(current->line);
    free(current);
    current = NULL;
    screen->prompt = NULL;
    search_end(screen);
}

void prompt_cancel(struct screen *screen)
{
    if (!current)
        return;
    rl_callback_sigcleanup();           /* otherwise an unfinished search, argument or key sequence would outlive the prompt */
    rl_free_line_state();               /* and so would its undo list */
    rl_clear_pending_input();
    rl_callback_handler_remove();
    put_away(screen);
}

/* Commands write /RE/ for RE. */
static const char *between_slashes(char *line)
{
    size_t size = strlen(line);
    if (size < 2 || line[0] != '/' || line[size - 1] != '/')
        return line;
    line[size - 1] = '\0';
    return line + 1;
}

/* Asks for the command to pipe the focused list to, with its echo. */
static void pipe_ask(struct screen *screen, const char *command)
{
    struct text line = {0};
    text_printf(&line, "pipe | %s", command);
    if (command[0])
        actions_run_own(screen, text_string(&line), FOLLOW_NOTHING);
    text_free(&line);
}

static void finish(struct screen *screen)
{
    char kind = current->kind;
    char *line = current->line;
    current->line = NULL;
    if (line && line[0])
        add_history(line);
    put_away(screen);
    if (line && kind == '/')
        actions_search(screen, line, 1);
    else if (line && kind == '&')
        filter_set(screen, between_slashes(line));
    else if (line && kind == '|')
        pipe_ask(screen, line);
    else if (line && line[0])
        actions_run(screen, line, FOLLOW_NOTHING);
    free(line);
}

/* the first line of a pasted text, without control characters */
static void prompt_insert(struct screen *screen, struct str text)
{
    struct str line = {0};
    struct text clean = {0};
    if (!screen->prompt || !str_line(&text, &line))
        return;
    current->hint[0] = '\0';
    for (size_t i = 0; i < line.size && i < INSERT_BYTES; i++)
        if ((unsigned char)line.data[i] >= ' ' && line.data[i] != 0x7f)
            text_byte(&clean, line.data[i]);
        else if (line.data[i] == '\t')
            text_byte(&clean, ' ');
    rl_insert_text(text_string(&clean));
    text_free(&clean);
}

void prompt_press(struct screen *screen, const struct key *key)
{
    bool empty_erase = !strcmp(key->name, "Backspace") && rl_end == 0;
    current->hint[0] = '\0';
    if (!key->name[0])                  /* half a sequence would leave readline waiting for the rest */
        return;
    if (empty_erase || !strcmp(key->name, "Esc") || !strcmp(key->name, "C-g")) {
        prompt_cancel(screen);
        return;
    }
    if (!strcmp(key->name, "C-z")) {
        screen->suspend = true;
        return;
    }
    memcpy(current->bytes, key->bytes, key->size);
    current->size = key->size;
    current->taken = 0;
    while (current && !current->over && current->taken < current->size)
        rl_callback_read_char();
    if (current && current->over)
        finish(screen);
    else if (current && current->kind == '/')
        search_typed(screen, rl_line_buffer);
}

const char *prompt_hint(const struct screen *screen)
{
    return screen->prompt ? screen->prompt->hint : "";
}

void prompt_draw(struct screen *screen)
{
    struct text line = {0};
    text_safe(&line, str_of(rl_display_prompt));
    text_safe(&line, str_cut(str_of(rl_line_buffer), 0, (size_t)rl_point));
    size_t cursor = text_width(text_str(&line)), room = screen->columns > 1 ? (size_t)screen->columns - 1 : 0;
    text_safe(&line, str_cut(str_of(rl_line_buffer), (size_t)rl_point, (size_t)rl_end));
    size_t skip = cursor > room ? cursor - room : 0;
    struct pen pen = {.theme = &screen->theme, .y = screen->rows - 1, .end = screen->columns, .skip = skip};
    pen_write(&pen, text_str(&line), A_NORMAL);
    pen_fill(&pen, A_NORMAL);
    text_free(&line);
    move(screen->rows - 1, (int)(cursor - skip));
    curs_set(1);
}

/* ---- A debugger's output, pasted into the terminal: to the session ---- */

static void give(struct screen *screen, struct str text, const char *source, const char *echo, bool burst)
{
    struct answer answer = {0};
    struct error error;
    actions_begin(screen, echo);
    panes_forget(screen);               /* rows point into the earlier text, which goes away now */
    if (session_paste(screen->session, text, source, &answer, &error)) {
        struct text found = {0};        /* the panes show the rest of the answer */
        text_printf(&found, "%" PRIu64 " frame%s: S and s walk the path, f and F the frames", answer.rows.count, answer.rows.count == 1 ? "" : "s");
        actions_say(screen, STYLE_NORMAL, text_string(&found));
        text_free(&found);
    } else {
        actions_error(screen, &error);
    }
    answer_free(&answer);
    actions_end(screen);
    if (burst) {                        /* comes before any other message */
        struct text said = {0};
        text_printf(&said, "taken as a paste, not as keys: %s", text_string(&screen->message));
        text_free(&screen->message);
        screen->message = said;
    }
}

static bool takes_pastes(struct screen *screen)
{
    if (session_takes_paste(screen->session))
        return true;
    actions_message(screen, STYLE_NORMAL, str_of("this trace takes no paste: clew explains debugger output only with CSI metadata"));
    return false;
}

void paste_take(struct screen *screen, bool burst)
{
    struct keyboard *keyboard = &screen->keyboard;
    keys_cancel(screen);
    if (screen->prompt)
        prompt_insert(screen, text_str(&keyboard->paste));
    else if (keyboard->paste_too_long)
        actions_message(screen, STYLE_ERROR, str_of("the paste is longer than 256 MB: clew ignored it; `paste FILE` reads a file"));
    else if (takes_pastes(screen) && !str_trim(text_str(&keyboard->paste)).size)
        actions_message(screen, STYLE_NORMAL, str_of("nothing was pasted: copy the output of gdb's `bt full` first"));
    else if (takes_pastes(screen))
        give(screen, text_str(&keyboard->paste), "pasted text", "paste", burst);
    keyboard_forget(keyboard);
}

void paste_drop(struct screen *screen)
{
    actions_message(screen, STYLE_NORMAL, str_of("paste cancelled: clew ignored it"));
}

/* ---- From an editor ---- */

static void edit(struct screen *screen, const char *path)
{
    struct arena arena = {0};
    struct str text = {0};
    struct error error;
    terminal_lend(screen);
    bool done = edit_file(path, 0, &error);
    terminal_take_back(screen);
    if (!done) {
        actions_error(screen, &error);
    } else if (!file_read(path, &arena, &text, &error)) {
        actions_error(screen, &error);
    } else if (!str_trim(text).size) {
        actions_message(screen, STYLE_NORMAL, str_of("nothing was written"));
    } else {
        give(screen, text, "edited text", "paste edit", false);
    }
    arena_free(&arena);
}

static void start_editor(struct screen *screen)
{
    const char *folder = getenv("TMPDIR");
    struct text path = {0};
    text_printf(&path, "%s/clew-paste-XXXXXX", folder && *folder ? folder : "/tmp");
    text_string(&path);
    int file = mkstemp(path.data);
    if (file >= 0) {
        close(file);
        edit(screen, text_string(&path));
        unlink(text_string(&path));
    } else {
        struct error error;
        error_set(&error, "%s: %s", text_string(&path), strerror(errno));
        actions_error(screen, &error);
    }
    text_free(&path);
}

void paste_start(struct screen *screen, struct str how)
{
    if (!takes_pastes(screen))
        return;
    if (str_is(str_trim(how), "edit"))
        start_editor(screen);
    else
        keyboard_collect(&screen->keyboard);
}
