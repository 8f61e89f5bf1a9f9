/* keys.c - the key table: every key is a command line.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A binding's key is one name of keyboard.h, or two with a blank between them. The second may be `*` for any character, which replaces & in the command. In a
 * command, % is the count typed before the key (1 if none), and @ an address; doubled, these three stand for themselves. If the command without a count is
 * another one, the binding has both. The user's own bindings (session_binding) come first.
 *
 * A key that needs AltGr, or Shift and a digit, on some national keyboards has a second key that needs neither. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "recording/recording.h"
#include "ui/screen.h"
#include "ui/ui.h"

struct binding {
    const char *key;
    const char *command;                /* "" : the key means something only after a count */
    const char *counted;                /* with a count; NULL: the same; REPEATED: the same, that many times */
    enum follow follow;
};

#define REPEATED ""
enum { REPEATS = 1000 /* the most */ };

static const struct binding bindings[] = {
    {"Up", "line-up %", NULL, FOLLOW_NOTHING},
    {"k", "line-up %", NULL, FOLLOW_NOTHING},
    {"C-p", "line-up %", NULL, FOLLOW_NOTHING},
    {"Down", "line-down %", NULL, FOLLOW_NOTHING},
    {"j", "line-down %", NULL, FOLLOW_NOTHING},
    {"C-n", "line-down %", NULL, FOLLOW_NOTHING},
    {"PgDn", "page-down %", NULL, FOLLOW_NOTHING},
    {"Space", "page-down %", NULL, FOLLOW_NOTHING},
    {"C-f", "page-down %", NULL, FOLLOW_NOTHING},
    {"PgUp", "page-up %", NULL, FOLLOW_NOTHING},
    {"b", "page-up %", NULL, FOLLOW_NOTHING},
    {"C-b", "page-up %", NULL, FOLLOW_NOTHING},
    {"C-d", "half-page-down %", NULL, FOLLOW_NOTHING},
    {"C-u", "half-page-up %", NULL, FOLLOW_NOTHING},
    {"g", "top", "line %", FOLLOW_NOTHING},
    {"Home", "top", "line %", FOLLOW_NOTHING},
    {"G", "bottom", "line %", FOLLOW_NOTHING},
    {"End", "bottom", "line %", FOLLOW_NOTHING},
    {"%", "", "percent %", FOLLOW_NOTHING},
    {"z p", "", "percent %", FOLLOW_NOTHING},
    {"z z", "centre", NULL, FOLLOW_NOTHING},
    {"+", "unfold", NULL, FOLLOW_NOTHING},
    {"z o", "unfold", NULL, FOLLOW_NOTHING},
    {"-", "fold", NULL, FOLLOW_NOTHING},
    {"z c", "fold", NULL, FOLLOW_NOTHING},
    {"z a", "toggle-fold", NULL, FOLLOW_NOTHING},
    {"z R", "unfold-all", NULL, FOLLOW_NOTHING},
    {"z M", "fold-all", NULL, FOLLOW_NOTHING},
    {"<", "scroll-left %", NULL, FOLLOW_NOTHING},
    {"z h", "scroll-left %", NULL, FOLLOW_NOTHING},
    {">", "scroll-right %", NULL, FOLLOW_NOTHING},
    {"z l", "scroll-right %", NULL, FOLLOW_NOTHING},

    {"Enter", "enter", NULL, FOLLOW_NOTHING},
    {"Right", "enter", NULL, FOLLOW_NOTHING},
    {"l", "enter", NULL, FOLLOW_NOTHING},
    {"Left", "back", REPEATED, FOLLOW_NOTHING},
    {"h", "back", REPEATED, FOLLOW_NOTHING},
    {"Backspace", "back", REPEATED, FOLLOW_NOTHING},
    {"C-o", "back", REPEATED, FOLLOW_NOTHING},
    {"M-Left", "back", REPEATED, FOLLOW_NOTHING},
    {"M-Right", "forward", REPEATED, FOLLOW_NOTHING},

    {"d", "deps", NULL, FOLLOW_SINGLE},
    {"u", "uses", NULL, FOLLOW_SINGLE},
    {"p", "control", NULL, FOLLOW_SINGLE},
    {"w", "why", NULL, FOLLOW_NOTHING},
    {"Q", "ask", NULL, FOLLOW_NOTHING},
    {"v", "calls", NULL, FOLLOW_NOTHING},
    {"i", "next-execution %", NULL, FOLLOW_NOTHING},
    {"I", "previous-execution %", NULL, FOLLOW_NOTHING},

    {"s", "step %", NULL, FOLLOW_NOTHING},
    {"S", "reverse-step %", NULL, FOLLOW_NOTHING},
    {"o", "next %", NULL, FOLLOW_NOTHING},
    {"O", "reverse-next %", NULL, FOLLOW_NOTHING},
    {"f", "finish %", NULL, FOLLOW_NOTHING},
    {"F", "reverse-finish %", NULL, FOLLOW_NOTHING},
    {"c", "continue %", NULL, FOLLOW_NOTHING},
    {"C", "reverse-continue %", NULL, FOLLOW_NOTHING},
    {"a", "candidates", NULL, FOLLOW_PICK},

    {"L", "slice lock", NULL, FOLLOW_NOTHING},
    {"/", "prompt /", NULL, FOLLOW_NOTHING},
    {"C-s", "prompt /", NULL, FOLLOW_NOTHING},
    {"n", "search-next %", NULL, FOLLOW_NOTHING},
    {"N", "search-previous %", NULL, FOLLOW_NOTHING},
    {"*", "find-addr @", NULL, FOLLOW_NOTHING},
    {"A", "find-addr @", NULL, FOLLOW_NOTHING},
    {"&", "prompt &&", NULL, FOLLOW_NOTHING},
    {"R", "prompt &&", NULL, FOLLOW_NOTHING},
    {"|", "prompt |", NULL, FOLLOW_NOTHING},
    {"P", "prompt |", NULL, FOLLOW_NOTHING},
    {"m *", "mark &", NULL, FOLLOW_NOTHING},
    {"' *", "goto $&", NULL, FOLLOW_NOTHING},
    {"M", "marks", NULL, FOLLOW_NOTHING},
    {"e", "edit", NULL, FOLLOW_NOTHING},
    {"y p", "copy position", NULL, FOLLOW_NOTHING},
    {"y a", "copy address", NULL, FOLLOW_NOTHING},
    {"y v", "copy value", NULL, FOLLOW_NOTHING},
    {"y l", "copy line", NULL, FOLLOW_NOTHING},
    {"y y", "copy row", NULL, FOLLOW_NOTHING},

    {"T", "trace", "trace %", FOLLOW_PICK},
    {"t", "grain", NULL, FOLLOW_NOTHING},
    {"x", "hex", NULL, FOLLOW_NOTHING},
    {"Tab", "focus-next", REPEATED, FOLLOW_NOTHING},
    {"S-Tab", "focus-previous", REPEATED, FOLLOW_NOTHING},
    {"F2", "pane 1", NULL, FOLLOW_NOTHING},
    {"F3", "pane 2", NULL, FOLLOW_NOTHING},
    {"F4", "pane 3", NULL, FOLLOW_NOTHING},
    {"F5", "pane 4", NULL, FOLLOW_NOTHING},
    {"F6", "pane 5", NULL, FOLLOW_NOTHING},
    {"C-w", "layout", REPEATED, FOLLOW_NOTHING},
    {"C-l", "redraw", NULL, FOLLOW_NOTHING},
    {"U", "undo", NULL, FOLLOW_NOTHING},
    {".", "repeat", NULL, FOLLOW_NOTHING},

    {":", "prompt", NULL, FOLLOW_NOTHING},
    {"?", "help", NULL, FOLLOW_NOTHING},
    {"F1", "help", NULL, FOLLOW_NOTHING},
    {"q", "close", NULL, FOLLOW_NOTHING},
    {"C-z", "suspend", NULL, FOLLOW_NOTHING},
    {"F8", "tour next", NULL, FOLLOW_NOTHING},
    {"F7", "tour back", NULL, FOLLOW_NOTHING},
};
enum { BINDINGS = sizeof bindings / sizeof *bindings };

void keys_cancel(struct screen *screen)
{
    screen->count = 0;
    screen->pending[0] = '\0';
}

/* The address of the instruction under the cursor, else of the current one. */
static void write_address(struct screen *screen, struct text *out)
{
    int height;
    struct place place;
    struct node node = {0};
    struct program *program = wet_program(screen->session);
    if (!program)
        return;
    bool here = !list_place(panes_focused(screen, &height), &place, NULL) || !(place.has & (PLACE_ADDRESS | PLACE_ID));
    if (here && !wet_here(screen->session, &place, &node))
        return;
    if (!here && (place.has & PLACE_ID) && !store_find_id(program_store(program), place.id, &node.index))
        return;
    if (!here && !(place.has & PLACE_ID))
        text_hex(out, place.address);
    else
        text_hex(out, program_instruction(program, node.index).address);
}

/* % is the count, & the second key, @ an address; doubled, the character itself. */
static void write_command(struct screen *screen, const char *pattern, const char *second, struct text *out)
{
    for (; *pattern; pattern++)
        if (strchr("%&@", *pattern) && pattern[1] == *pattern)
            text_byte(out, *pattern++);
        else if (*pattern == '%')
            text_printf(out, "%" PRIu64, screen->count ? screen->count : 1);
        else if (*pattern == '&')
            text_add(out, second);
        else if (*pattern == '@')
            write_address(screen, out);
        else
            text_byte(out, *pattern);
}

static const char *second_of(const struct binding *binding)
{
    const char *blank = strchr(binding->key, ' ');
    return blank ? blank + 1 : NULL;
}

/* Is this the binding of the keys typed so far? *prefix: one more key would make it. */
static bool matches(const struct binding *binding, const char *pending, const char *name, bool *prefix)
{
    const char *second = second_of(binding);
    if (!second)
        return !pending[0] && !strcmp(binding->key, name);
    size_t first = (size_t)(second - 1 - binding->key);
    const char *head = pending[0] ? pending : name;
    if (strlen(head) != first || memcmp(binding->key, head, first))
        return false;
    *prefix = !pending[0];
    return pending[0] && (!strcmp(second, "*") ? name[0] > ' ' && !name[1] : !strcmp(second, name));
}

static bool take_digit(struct screen *screen, const char *name)
{
    bool digit = name[0] >= '0' && name[0] <= '9' && !name[1] && !screen->pending[0];
    if (!digit || (name[0] == '0' && !screen->count))
        return false;
    if (screen->count < 1000000000000)
        screen->count = screen->count * 10 + (uint64_t)(name[0] - '0');
    return true;
}

typedef void run_function(struct screen *screen, const char *line, enum follow follow);

/* The user's binding may use an alias; clew's own keys ignore aliases. */
static void run_binding(struct screen *screen, const struct binding *binding, const char *second, run_function *run)
{
    bool repeated = binding->counted && !binding->counted[0];
    const char *pattern = screen->count && binding->counted && !repeated ? binding->counted : binding->command;
    uint64_t times = repeated && screen->count ? screen->count : 1;
    struct text line = {0};
    write_command(screen, pattern, second, &line);
    keys_cancel(screen);
    for (uint64_t i = 0; line.size && i < times && i < REPEATS && !(i && screen->message_style == STYLE_ERROR); i++)
        run(screen, text_string(&line), binding->follow);
    text_free(&line);
}

/* A list that answers a user's key behaves as after clew's own key for the same command. */
static enum follow follow_of(const char *command)
{
    for (size_t i = 0; i < BINDINGS; i++)
        if (!strcmp(bindings[i].command, command))
            return bindings[i].follow;
    return FOLLOW_NOTHING;
}

static bool own_binding(const struct screen *screen, size_t i, struct binding *own)
{
    *own = (struct binding){0};
    if (!session_binding(screen->session, i, &own->key, &own->command))
        return false;
    own->command = strcmp(own->command, "none") ? own->command : "";
    own->follow = follow_of(own->command);
    return true;
}

/* Runs the user's binding. False: the key has none. */
static bool press_own(struct screen *screen, const char *name)
{
    struct binding own;
    bool prefix = false;
    for (size_t i = 0; own_binding(screen, i, &own); i++)
        if (matches(&own, screen->pending, name, &prefix)) {
            run_binding(screen, &own, name, actions_run);
            return true;
        }
    if (prefix)
        snprintf(screen->pending, sizeof screen->pending, "%s", name);
    return prefix;
}

bool keys_at(size_t i, const char **key, const char **command)
{
    if (i >= BINDINGS)
        return false;
    *key = bindings[i].key;
    *command = bindings[i].command[0] ? bindings[i].command : bindings[i].counted;
    return true;
}

void keys_press(struct screen *screen, const struct key *key)
{
    if (!strcmp(key->name, "Esc") || !strcmp(key->name, "C-g")) {
        bool busy = screen->count || screen->pending[0] || screen->has_search || screen->message.size;
        keys_cancel(screen);
        screen->warned = false;
        actions_message(screen, STYLE_NORMAL, str_of(""));
        search_forget(screen);
        if (!busy)
            panes_close_overlay(screen);
        return;
    }
    if (!key->name[0] || take_digit(screen, key->name) || press_own(screen, key->name))
        return;
    bool prefix = false;
    for (size_t i = 0; i < BINDINGS; i++)
        if (matches(&bindings[i], screen->pending, key->name, &prefix)) {
            run_binding(screen, &bindings[i], key->name, actions_run_own);
            return;
        }
    if (prefix) {
        snprintf(screen->pending, sizeof screen->pending, "%s", key->name);
        return;
    }
    struct text message = {0};
    text_printf(&message, "`%s%s%s` means nothing here: `?` lists the keys", screen->pending, screen->pending[0] ? " " : "", key->name);
    keys_cancel(screen);
    actions_message(screen, STYLE_NORMAL, text_str(&message));
    text_free(&message);
}

/* ---- Help ---- */

static struct str first_line(const char *help)
{
    struct str rest = str_of(help), line = {0};
    return str_line(&rest, &line) ? line : str_of("");
}

/* Leaves out keys whose command this kind of trace cannot answer. */
static bool is_of_use(const struct screen *screen, const struct command *command)
{
    return !command || !command->kinds || !session_is_open(screen->session) || (command->kinds & session_kinds(screen->session));
}

/* For keys that open a prompt: its purpose. NULL: it opens none, or one for commands. */
static const char *prompt_purpose(const char *command)
{
    static const struct {
        const char *command, *purpose;
    } prompts[] = {{"prompt /", "Searches the pane for a regex."}, {"prompt &&", "Shows only the rows that match."},
                 {"prompt |", "Pipes the list to a shell command."}};
    for (size_t i = 0; i < sizeof prompts / sizeof *prompts; i++)
        if (!strcmp(prompts[i].command, command))
            return prompts[i].purpose;
    return NULL;
}

static void describe(const struct screen *screen, struct rows *rows, const char *keys, const struct binding *binding)
{
    struct error error;
    struct str rest = str_of(binding->command[0] ? binding->command : binding->counted), word = {0};
    bool named = str_field(&rest, &word);
    const struct command *command = named ? command_find(word, &error) : NULL;
    struct str help = command ? first_line(command->help) : str_of("");
    if (!is_of_use(screen, command))
        return;
    const char *asked = prompt_purpose(binding->command);
    if (asked)
        help = str_of(asked);
    struct text line = {0}, pane = {0};
    uint64_t number;
    if (session_kinds(screen->session) == KIND_GNATCOV && (str_is(word, "search-next") || str_is(word, "search-previous"))) {
        bool next = str_is(word, "search-next");
        word = str_of(next ? "next-uncovered" : "previous-uncovered");
        help = str_of(next ? "Next uncovered place, or next match." : "Previous place, or previous match.");
    }
    if (str_is(word, "pane") && str_decimal(str_trim(rest), &number) && number >= 1 && number <= 5) {
        text_printf(&pane, "Shows the %s.", view_name(session_arrangement(screen->session)->panes[number - 1]));
        help = text_str(&pane);
    }
    text_printf(&line, "  %s", keys);
    text_pad(&line, 23);
    text_printf(&line, " %.*s", STR(word));
    text_pad(&line, 43);
    text_printf(&line, " %.*s", STR(help));
    struct row *row = rows_add(rows, text_str(&line));
    text_clear(&line);
    text_printf(&line, "help %s", command ? command->name : "");
    row_ask(row, text_str(&line));
    text_free(&line);
    text_free(&pane);
}

/* The user's keys come first, with their commands as given. */
static void help_own(const struct screen *screen, struct rows *rows)
{
    const char *key, *command;
    for (size_t i = 0; session_binding(screen->session, i, &key, &command); i++) {
        if (i == 0)
            rows_add(rows, str_of("Your own keys"))->style = STYLE_HEADING;
        struct row *row = rows_add_printf(rows, "  %s", key);
        text_pad(&row->text, 23);
        text_byte(&row->text, ' ');
        text_safe(&row->text, str_of(strcmp(command, "none") ? command : "(nothing)"));
    }
    if (rows->count)
        rows_add(rows, str_of(""));
}

/* Has the user bound it, or made it the first of two? */
static bool is_taken(const struct screen *screen, const char *of)
{
    const char *key, *command;
    for (size_t i = 0; session_binding(screen->session, i, &key, &command); i++)
        if (!strcmp(key, of) || (!strncmp(key, of, strlen(of)) && key[strlen(of)] == ' '))
            return true;
    return false;
}

/* Can both share a row of help? Their help differs in one word only. */
static bool is_alike(const struct binding *a, const struct binding *b)
{
    bool copies = !strncmp(a->command, "copy ", 5) && !strncmp(b->command, "copy ", 5);
    return copies || !strcmp(a->command, b->command);
}

/* Two keys in sequence have no blank between them: "zo". */
static void add_key(const struct binding *binding, struct text *keys)
{
    const char *second = second_of(binding);
    bool together = second && strcmp(second, "*") != 0;
    text_add(keys, keys->size ? " " : "");
    text_printf(keys, "%.*s%s", (int)(together ? second - 1 - binding->key : (ptrdiff_t)strlen(binding->key)), binding->key, together ? second : "");
}

/* The keys to know first, the most useful of each kind of trace. With the title they fit a page; their words fit half of a small screen. */
static const struct {
    const char *command;
    unsigned kinds;                     /* one of these must be open, none of `but`; 0: any trace */
    unsigned but;
    const char *words;
} first_keys[] = {
    {"enter", 0, 0, "follow this line"},
    {"back", 0, 0, "go back"},
    {"why", KIND_WET, 0, "where it came from"},
    {"ask", 0, 0, "what you can ask here"},
    {"search-next %", KIND_GNATCOV, 0, "the next uncovered place"},
    {"search-previous %", KIND_GNATCOV, 0, "the previous one"},
    {"deps", KIND_WET, 0, "who wrote what it uses"},
    {"uses", KIND_WET, 0, "who used it"},
    {"control", KIND_WET, KIND_RECORDING, "the branch that let it run"},
    {"step %", KIND_RECORDING | KIND_AE | KIND_CSI, 0, "step forward"},
    {"reverse-step %", KIND_RECORDING | KIND_AE | KIND_CSI, 0, "step back"},
    {"continue %", KIND_AE, 0, "go to the next breakpoint"},
    {"finish %", KIND_CSI, 0, "the caller's frame"},
    {"reverse-finish %", KIND_CSI, 0, "the callee's frame"},
    {"candidates", KIND_CSI, 0, "the possible suffixes"},
    {"calls", KIND_RECORDING | KIND_AE, 0, "the tree of calls"},
    {"next-execution %", KIND_WET | KIND_AE, 0, "its next execution"},
    {"next-execution %", KIND_GNATCOV, 0, "its next entry"},
    {"slice lock", KIND_WET, KIND_RECORDING, "dim all outside the slice"},
    {"edit", 0, 0, "this line in your editor"},
    {"focus-next", 0, 0, "the next pane"},
    {"prompt /", 0, 0, "search"},
    {"hex", 0, 0, "hexadecimal or decimal"},
    {"prompt", 0, 0, "a command: `goto main`"},
    {"close", 0, 0, "close the list, or quit"},
};

static void add_first_key(const char *keys, const char *words, const char *command, struct rows *rows)
{
    struct row *row = rows_add_printf(rows, "  %s", keys);
    text_pad(&row->text, 14);
    text_printf(&row->text, " %s", words);
    if (!command[0])
        return;
    struct text question = {0};
    struct str rest = str_of(command), name = {0};
    str_field(&rest, &name);
    text_pad(&row->text, 43);
    text_printf(&row->text, " %.*s", STR(name));
    text_printf(&question, "help %.*s", STR(name));
    row_ask(row, text_str(&question));
    text_free(&question);
}

/* Each with the first two keys that the user has not taken. */
static void help_first(const struct screen *screen, struct rows *rows)
{
    unsigned kinds = session_kinds(screen->session);
    rows_add(rows, str_of("Most useful keys; all keys are below"))->style = STYLE_HEADING;
    for (size_t i = 0; i < sizeof first_keys / sizeof *first_keys; i++) {
        struct text keys = {0};
        for (size_t j = 0, count = 0; j < BINDINGS && count < 2; j++)
            if (!strcmp(bindings[j].command, first_keys[i].command) && !is_taken(screen, bindings[j].key)) {
                add_key(&bindings[j], &keys);
                count++;
            }
        if (keys.size && (!first_keys[i].kinds || kinds & first_keys[i].kinds) && !(kinds & first_keys[i].but))
            add_first_key(text_string(&keys), first_keys[i].words, first_keys[i].command, rows);
        text_free(&keys);
    }
    add_first_key("C-c", "interrupt", "", rows);
    if (session_takes_paste(screen->session))
        add_first_key("a paste", "explain a debugger's output", "", rows);
    rows_add(rows, str_of(""));
}

void keys_help(const struct screen *screen, struct rows *rows)
{
    help_own(screen, rows);
    help_first(screen, rows);
    bool of_source = screen->focus == VIEW_SOURCE && !screen->overlay;
    if (of_source)
        source_margin_help(session_kinds(screen->session), rows);
    rows_add(rows, str_of("Keys; a number before a key is a count"))->style = STYLE_HEADING;
    for (size_t i = 0; i < BINDINGS;) {
        struct text keys = {0};
        size_t next = i;
        for (; next < BINDINGS && is_alike(&bindings[next], &bindings[i]); next++) {
            if (!is_taken(screen, bindings[next].key))
                add_key(&bindings[next], &keys);
        }
        if (keys.size)
            describe(screen, rows, text_string(&keys), &bindings[i]);
        text_free(&keys);
        i = next;
    }
    rows_add(rows, str_of("  Esc C-g                                   Cancels a count, a prompt or a message; closes a list."));
    rows_add(rows, str_of("  C-c                                       Interrupts a command, never quits."));
    if (session_takes_paste(screen->session))
        rows_add(rows, str_of("  a paste                                   Explains a debugger's output."));
    rows_add(rows, str_of(""));
    if (!of_source)
        source_margin_help(session_kinds(screen->session), rows);
}
