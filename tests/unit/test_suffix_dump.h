/* test_suffix_dump.h - prints a frame as debuggers do, and reads it back.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TEST_SUFFIX_DUMP_H
#define CLEW_TEST_SUFFIX_DUMP_H

#include "test_suffix.h"

#include "crash/debugger.h"

struct frame_dump {
    const uint64_t *slots;
    size_t slot_count;
    int64_t index;
    uint64_t current;
    const char *function;
    int line;
};

struct dump {
    const struct frame_dump *frame;
    unsigned style;
    struct text text;
    struct arena arena;
    struct debugger_text read;
    int64_t index;
};

enum dump_style {
    STYLE_FULL,                     /* gdb: bt full */
    STYLE_LOCALS_COLOURED,          /* gdb: frame, info locals, with prompts, colours, CR LF */
    STYLE_PRINT, STYLE_PRINT_HEX,   /* gdb: print, print/x of each variable */
    STYLE_INDEXED, STYLE_PRETTY,    /* gdb: set print array-indexes on; set print array on */
    STYLE_REPEATS,
    STYLE_MI,
    STYLE_LLDB, STYLE_LLDB_LINES,
    STYLE_DOCUMENTED,               /* NAME = VALUE lines */
    STYLE_TOGETHER,                 /* the same without line breaks between them */
    STYLE_SEMICOLONS,
    DUMP_STYLES
};

static const char *const dump_names[2][3] = {{"__PT_counter_arr", "__PT_counter_idx", "__PT_current_path"},
                                             {"__PT_pathArr", "__PT_arrIndex", "__PT_curPath"}};

static void dump_number(struct text *text, uint64_t number, bool hex)
{
    if (hex)
        text_hex(text, number);
    else
        text_printf(text, "%lld", (long long)number);
}

/* On one line or many, with indices or without; runs of three and more as repeats. */
static void dump_array(struct dump *dump)
{
    const struct frame_dump *frame = dump->frame;
    bool lldb = dump->style == STYLE_LLDB, lines = dump->style == STYLE_LLDB_LINES;
    text_add(&dump->text, lldb ? "(" : "{");
    for (size_t i = 0, run; i < frame->slot_count; i += run) {
        for (run = 1; i + run < frame->slot_count && frame->slots[i + run] == frame->slots[i];)
            run++;
        if (run < 3 || dump->style != STYLE_REPEATS)
            run = 1;
        text_add(&dump->text, lines ? "\n  " : !i ? "" : dump->style == STYLE_PRETTY ? ",\n    " : ", ");
        if (lldb || lines || dump->style == STYLE_INDEXED)
            text_printf(&dump->text, "[%zu] = ", i);
        dump_number(&dump->text, frame->slots[i], dump->style == STYLE_PRINT_HEX);
        if (run > 1)
            text_printf(&dump->text, " <repeats %zu times>", run);
    }
    text_add(&dump->text, lldb ? ")" : lines ? "\n}" : "}");
}

static void dump_value(struct dump *dump, int which)
{
    if (which == 0)
        dump_array(dump);
    else
        dump_number(&dump->text, which == 1 ? (uint64_t)dump->frame->index : dump->frame->current, dump->style == STYLE_PRINT_HEX);
}

static void dump_prints(struct dump *dump, const char *const *names)
{
    for (int i = 0; i < 3; i++) {
        text_printf(&dump->text, "(gdb) p%s %s\n$%d = ", dump->style == STYLE_PRINT_HEX ? "/x" : "", names[i], i + 1);
        dump_value(dump, i);
        text_byte(&dump->text, '\n');
    }
}

static void dump_frame_line(struct dump *dump)
{
    const struct frame_dump *frame = dump->frame;
    if (dump->style == STYLE_LLDB || dump->style == STYLE_LLDB_LINES)
        text_printf(&dump->text, "* thread #1, name = 'w', stop reason = signal SIGSEGV\n  * frame #0: 0x0000000000401136 w`%s(n=3, s=\"a)\") at w.c:%d:7\n",
                    frame->function, frame->line);
    else if (dump->style == STYLE_LOCALS_COLOURED)
        text_printf(&dump->text, "\033[?2004h(gdb) frame\r\n#0  \033[34m0x0000000000401136\033[m in \033[33m%s\033[m (\033[36mn\033[m=3) at \033[32mw.c\033[m:%d\r\n%d\tx = 1;\r\n"
                    "(gdb) info locals\r\n", frame->function, frame->line, frame->line);
    else
        text_printf(&dump->text, "#0  0x0000000000401136 in %s (n=3, s=0x4020 \"a) at b.c:1\") at w.c:%d\n", frame->function, frame->line);
}

static void dump_locals(struct dump *dump, const char *const *names)
{
    static const char *const types[] = {"(__pt_int [12]) ", "(__pt_int) ", "(long) "};
    bool lldb = dump->style == STYLE_LLDB || dump->style == STYLE_LLDB_LINES;
    for (int i = 0; i < 3; i++) {
        text_printf(&dump->text, "%s%s = ", dump->style == STYLE_FULL ? "        " : lldb ? types[i] : "", names[i]);
        dump_value(dump, i);
        text_add(&dump->text, dump->style == STYLE_LOCALS_COLOURED ? "\r\n" : "\n");
    }
}

static void dump_mi(struct dump *dump, const char *const *names)
{
    text_printf(&dump->text, "^done,stack=[frame={level=\"0\",addr=\"0x401136\",func=\"%s\",file=\"w.c\",line=\"%d\"}]\n^done,variables=[", dump->frame->function,
                dump->frame->line);
    for (int i = 0; i < 3; i++) {
        text_printf(&dump->text, "%s{name=\"%s\",value=\"", i ? "," : "", names[i]);
        dump_value(dump, i);
        text_add(&dump->text, "\"}");
    }
    text_add(&dump->text, "]\n(gdb) \n");
}

static void dump_assignments(struct dump *dump, const char *const *names)
{
    const char *between = dump->style == STYLE_TOGETHER ? "" : dump->style == STYLE_SEMICOLONS ? "; " : "\n";
    for (int i = 0; i < 3; i++) {
        text_printf(&dump->text, "%s%s= ", names[i], dump->style == STYLE_TOGETHER ? "" : " ");
        dump_value(dump, i);
        text_add(&dump->text, between);
    }
    text_printf(&dump->text, "\nfunction = %s\n", dump->frame->function);
}

static void dump_make(const struct frame_dump *frame, unsigned style, bool documented, struct dump *dump)
{
    const char *const *names = dump_names[documented];
    *dump = (struct dump){.frame = frame, .style = style};
    if (style == STYLE_MI) {
        dump_mi(dump, names);
    } else if (style >= STYLE_DOCUMENTED) {
        dump_assignments(dump, names);
    } else {
        dump_frame_line(dump);
        if (style == STYLE_PRINT || style == STYLE_PRINT_HEX)
            dump_prints(dump, names);
        else
            dump_locals(dump, names);
    }
}

/* The values read back must equal the printed ones: every slot, index, sum, function, and the line if the style has one. */
static bool dump_read(struct dump *dump, struct suffix_values *values)
{
    debugger_read(text_str(&dump->text), "dump", &dump->arena, &dump->read);
    const struct debugger_snapshot *last = debugger_last(&dump->read);
    if (!last || last->count != 1 || last->threads[0].count != 1)
        return false;
    const struct debugger_frame *frame = &last->threads[0].frames[0];
    const struct debugger_value *array = &frame->locals[DEBUGGER_PATH_ARRAY], *index = &frame->locals[DEBUGGER_PATH_INDEX];
    const struct debugger_value *current = &frame->locals[DEBUGGER_PATH_CURRENT];
    if (array->kind != DEBUGGER_ARRAY || index->kind != DEBUGGER_SCALAR || current->kind != DEBUGGER_SCALAR || array->cut || array->known)
        return false;
    if (array->count != dump->frame->slot_count || memcmp(array->items, dump->frame->slots, array->count * sizeof *array->items) != 0)
        return false;
    if (!str_is(frame->function, dump->frame->function) || (dump->style < STYLE_DOCUMENTED && frame->line != (uint64_t)dump->frame->line))
        return false;
    *values = (struct suffix_values){.has_array = true, .array = array->items, .slots = array->count, .has_index = true, .index = (int64_t)index->number,
                                     .has_current = true, .current = current->number};
    return values->index == dump->frame->index && values->current == dump->frame->current;
}

static void dump_free(struct dump *dump)
{
    text_free(&dump->text);
    arena_free(&dump->arena);
}

#endif
