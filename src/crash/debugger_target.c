/* debugger_target.c - which variable a name, an expression or a command means.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/debugger_inside.h"

#include <string.h>

/* ---- Names (csi.md 4) ---- */

static const struct {
    const char *name;
    enum debugger_name which;
} locals[] = {
    {"__PT_counter_arr", DEBUGGER_PATH_ARRAY}, {"__PT_pathArr", DEBUGGER_PATH_ARRAY},       {"__PT_counter_idx", DEBUGGER_PATH_INDEX},
    {"__PT_arrIndex", DEBUGGER_PATH_INDEX},    {"__PT_current_path", DEBUGGER_PATH_CURRENT}, {"__PT_curPath", DEBUGGER_PATH_CURRENT},
    {"__CC_arr", DEBUGGER_LOCAL_CC},           {"__BBC_arr", DEBUGGER_LOCAL_BBC},
};

const char *debugger_local_name(enum debugger_name which, bool documented)
{
    static const char *const names[DEBUGGER_LOCALS][2] = {
        {"__PT_counter_arr", "__PT_pathArr"}, {"__PT_counter_idx", "__PT_arrIndex"}, {"__PT_current_path", "__PT_curPath"}, {"__CC_arr", "__CC_arr"},
        {"__BBC_arr", "__BBC_arr"}};
    return which < DEBUGGER_LOCALS ? names[which][documented] : "";
}

static const char *const globals[] = {"__FC_arr_", "__CC_arr_", "__BBC_arr_"};

bool debugger_name_find(struct slice name, enum debugger_name *which)
{
    for (size_t i = 0; i < sizeof locals / sizeof *locals; i++)
        if (slice_is(name, locals[i].name)) {
            *which = locals[i].which;
            return true;
        }
    for (size_t i = 0; i < sizeof globals / sizeof *globals; i++)
        if (slice_starts(name, globals[i]) && name.size > strlen(globals[i])) {
            *which = DEBUGGER_GLOBAL;
            return true;
        }
    return false;
}

/* ---- What stands around a name ---- */

enum { AROUND = 1000 };                             /* bytes looked at before a name, so that a row of names stays linear */

/* The function of "function::NAME", or null; *front: where all of it begins. 'file.c'::NAME names a file, which says nothing here. */
static struct slice qualifier_find(struct slice text, size_t at, size_t *front)
{
    size_t least = at > AROUND ? at - AROUND : 0, end = at - 2, from;
    *front = at;
    if (at < 2 || text.data[at - 1] != ':' || text.data[at - 2] != ':')
        return (struct slice){0};
    if (end > least && text.data[end - 1] == '\'') {
        for (from = end - 1; from > least && text.data[from - 1] != '\'' && text.data[from - 1] != '\n';)
            from--;
        *front = from > least ? from - 1 : from;
        struct slice quoted = slice_cut(text, from, end - 1 - from);
        return slice_find_byte(quoted, '.') == SIZE_MAX && quoted.size ? quoted : (struct slice){0};
    }
    for (from = end; from > least && (dump_is_word(text.data[from - 1]) || strchr(":<>~.", text.data[from - 1]));)
        from--;
    *front = from;
    return from < end ? slice_cut(text, from, end - from) : (struct slice){0};
}

static bool index_read(struct slice text, size_t at, char closing, uint64_t *index, size_t *size)
{
    size_t end = at + 1;
    while (dump_byte(text, end) >= '0' && dump_byte(text, end) <= '9')
        end++;
    *size = end - at + (closing != 0);
    return slice_decimal(slice_cut(text, at + 1, end - at - 1), index) && (!closing || dump_byte(text, end) == closing);
}

void dump_target_around(struct slice text, size_t at, size_t size, struct dump_target *target, size_t *size_behind)
{
    size_t front, used = 0, more;
    uint64_t number, index = 0;
    bool element = false, range = false;
    *target = (struct dump_target){.kind = DUMP_VARIABLE, .name = slice_cut(text, at, size)};
    if (!debugger_name_find(target->name, &target->which))
        target->kind = DUMP_OTHER;
    if (dump_byte(text, at + size) == '[' && index_read(text, at + size, ']', &index, &more)) {
        element = true;
        used = more;
    }
    if (dump_byte(text, at + size + used) == '@' && index_read(text, at + size + used, 0, &number, &more)) {
        range = true;
        used += more;
    }
    target->function = qualifier_find(text, at, &front);
    char before = front ? text.data[front - 1] : ' ';
    element |= before == '*' && !range;
    target->index = index;
    if (before == '&')
        target->kind = DUMP_ADDRESS;
    else if (range && index)
        target->kind = DUMP_OTHER;                  /* NAME[3]@4 is a part of it */
    else if (target->kind == DUMP_VARIABLE && element && !range)
        target->kind = DUMP_ELEMENT;
    *size_behind = used;
}

/* ---- Commands ---- */

static const struct {
    const char *word;
    enum dump_command command;
} commands[] = {
    {"p", DUMP_COMMAND_PRINT},       {"print", DUMP_COMMAND_PRINT},       {"inspect", DUMP_COMMAND_PRINT},   {"output", DUMP_COMMAND_PRINT},
    {"x", DUMP_COMMAND_PRINT},
    {"call", DUMP_COMMAND_PRINT},    {"expr", DUMP_COMMAND_PRINT},        {"expression", DUMP_COMMAND_PRINT}, {"v", DUMP_COMMAND_PRINT},
    {"up", DUMP_COMMAND_SELECT},     {"down", DUMP_COMMAND_SELECT},       {"frame", DUMP_COMMAND_SELECT},    {"f", DUMP_COMMAND_SELECT},
    {"dow", DUMP_COMMAND_SELECT},    {"thread", DUMP_COMMAND_SELECT},     {"r", DUMP_COMMAND_MOVE},          {"run", DUMP_COMMAND_MOVE},
    {"start", DUMP_COMMAND_MOVE},    {"c", DUMP_COMMAND_MOVE},            {"continue", DUMP_COMMAND_MOVE},   {"n", DUMP_COMMAND_MOVE},
    {"next", DUMP_COMMAND_MOVE},     {"s", DUMP_COMMAND_MOVE},            {"step", DUMP_COMMAND_MOVE},       {"ni", DUMP_COMMAND_MOVE},
    {"nexti", DUMP_COMMAND_MOVE},    {"si", DUMP_COMMAND_MOVE},           {"stepi", DUMP_COMMAND_MOVE},      {"fin", DUMP_COMMAND_MOVE},
    {"finish", DUMP_COMMAND_MOVE},   {"u", DUMP_COMMAND_MOVE},            {"until", DUMP_COMMAND_MOVE},      {"advance", DUMP_COMMAND_MOVE},
    {"rc", DUMP_COMMAND_MOVE},       {"rn", DUMP_COMMAND_MOVE},           {"rs", DUMP_COMMAND_MOVE},         {"jump", DUMP_COMMAND_MOVE},
    {"reverse-continue", DUMP_COMMAND_MOVE}, {"reverse-step", DUMP_COMMAND_MOVE}, {"reverse-next", DUMP_COMMAND_MOVE},
    {"reverse-finish", DUMP_COMMAND_MOVE},
};

/* "$", "$$", "$1", "$$2": what was printed before. Other names behind $ are registers and variables of the debugger. */
static bool is_history(struct slice expression)
{
    size_t at = 1 + slice_starts(expression, "$$");
    for (; at < expression.size; at++)
        if (expression.data[at] < '0' || expression.data[at] > '9')
            return false;
    return expression.size > 0 && expression.data[0] == '$';
}

/* An expression that is one variable of CSI, with whatever dump_target_around knows around it. */
static void expression_read(struct slice expression, struct dump_target *target)
{
    bool binary = target->binary;
    char unit = target->unit;
    expression = slice_trim(expression);
    if (expression.size > 2 && slice_starts(expression, "'") && slice_ends(expression, "'"))
        expression = slice_cut(expression, 1, expression.size - 2);    /* a name with a dot or $ is printed in quotes */
    size_t front, behind, at = expression.size;
    *target = (struct dump_target){.kind = is_history(expression) ? DUMP_HISTORY : DUMP_OTHER, .binary = binary, .unit = unit};
    for (size_t i = 0; i < expression.size && at == expression.size; i++)
        if (expression.data[i] == '_' && slice_starts(slice_cut(expression, i, 3), "__") && (i == 0 || !dump_is_word(expression.data[i - 1])))
            at = i;
    size_t end = at;
    while (dump_is_word(dump_byte(expression, end)) || dump_byte(expression, end) == '.')
        end++;
    enum debugger_name which;
    if (!debugger_name_find(slice_cut(expression, at, end - at), &which))
        return;
    struct dump_target found;
    dump_target_around(expression, at, end - at, &found, &behind);
    qualifier_find(expression, at, &front);
    front -= front && strchr("*&", expression.data[front - 1]) ? 1 : 0;
    if (front != 0 || end + behind != expression.size)
        return;
    *target = found;
    target->binary = binary;
    target->unit = unit;
}

enum dump_command dump_command_read(struct slice line, struct dump_target *target)
{
    struct slice rest = slice_trim(line), word;
    *target = (struct dump_target){0};
    if (slice_starts(rest, "+"))
        rest = slice_cut(rest, 1, rest.size);
    size_t end = 0;
    while (dump_is_word(dump_byte(rest, end)) || dump_byte(rest, end) == '-')
        end++;
    word = slice_cut(rest, 0, end);
    rest = slice_cut(rest, end, rest.size);
    enum dump_command command = DUMP_COMMAND_OTHER;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (slice_is(word, commands[i].word))
            command = commands[i].command;
    if (slice_is(word, "frame") || slice_is(word, "thread")) {
        struct slice argument = slice_trim(rest);
        if (slice_starts(argument, "v") || slice_starts(argument, "a") || slice_starts(argument, "i"))
            return DUMP_COMMAND_OTHER;              /* frame variable, frame apply, frame info, thread apply, thread info */
    }
    if (command != DUMP_COMMAND_PRINT)
        return command;
    if (slice_starts(rest, "/")) {
        struct slice format;
        slice_field(&rest, &format);
        target->binary = slice_find_byte(format, 't') != SIZE_MAX;
        for (size_t i = 0; i < format.size && slice_is(word, "x"); i++)
            target->unit = strchr("bhwg", format.data[i]) ? format.data[i] : target->unit;
    }
    size_t options = slice_find(rest, slice_of("-- "));
    if (slice_starts(slice_trim(rest), "-") && options != SIZE_MAX)
        rest = slice_cut(rest, options + 3, rest.size);
    expression_read(rest, target);
    return command;
}
