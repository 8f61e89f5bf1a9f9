/* test_debugger_random.c - random frames, printed in every accepted style, read back unchanged.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The printer below follows clew-formats(5), 5, from the other side. */
#include "crash/crash.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FRAMES = 5, SLOTS = 60, ROUNDS = 3000 };

enum dialect { GDB, GDB_HEX, GDB_OCTAL, GDB_REPEATS, GDB_LINES, GDB_INDICES, GDB_STRING, LLDB, LLDB_LINES, MI, FORM, DIALECTS };

struct made {
    int64_t array[SLOTS], index, current;
    uint8_t coverage[SLOTS];
    size_t slots, probes;
};

static uint64_t seed;

static uint64_t random_below(uint64_t limit)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed % limit;
}

static int64_t random_number(void)
{
    static const int64_t special[] = {-1, 0, 1, 9, 10, INT64_MAX, INT64_MIN, 4611686018427387903};
    return random_below(3) ? (int64_t)random_below(20) : special[random_below(8)];
}

static struct made frame_make(void)
{
    struct made made = {.index = random_number(), .current = random_number(), .slots = 1 + random_below(SLOTS), .probes = 1 + random_below(SLOTS)};
    for (size_t i = 0; i < made.slots; i++)
        made.array[i] = i && random_below(2) ? made.array[i - 1] : random_number();
    for (size_t i = 0; i < made.probes; i++)
        made.coverage[i] = i && random_below(4) ? made.coverage[i - 1] : (uint8_t)random_below(2);
    return made;
}

/* ---- Printing ---- */

static void number_print(struct text *out, enum dialect style, int64_t number, bool truth)
{
    if (style == GDB_HEX)
        text_printf(out, "0x%" PRIx64, (uint64_t)number);
    else if (style == GDB_OCTAL)
        text_printf(out, number ? "0%" PRIo64 : "%" PRIo64, (uint64_t)number);
    else if (truth && style != FORM)
        text_add(out, number ? "true" : "false");
    else
        text_printf(out, "%" PRId64, number);
}

static void array_print(struct text *out, enum dialect style, const int64_t *items, size_t count, bool truth)
{
    bool round = style == LLDB, lines = style == GDB_LINES || style == LLDB_LINES, indices = style == GDB_INDICES || style == LLDB || style == LLDB_LINES;
    text_add(out, round ? "(" : "{");
    for (size_t i = 0, same; i < count; i += same) {
        for (same = 1; style == GDB_REPEATS && i + same < count && items[i + same] == items[i];)
            same++;
        text_add(out, i && style != LLDB_LINES ? "," : "");
        text_add(out, lines ? "\n  " : i ? " " : "");
        if (indices)
            text_printf(out, "[%zu] = ", i);
        number_print(out, style, items[i], truth);
        if (same > 1)
            text_printf(out, " <repeats %zu times>", same);
    }
    text_add(out, lines ? "\n" : "");
    text_add(out, round ? ")" : "}");
}

static void coverage_print(struct text *out, enum dialect style, const struct made *made)
{
    int64_t items[SLOTS];
    for (size_t i = 0; i < made->probes; i++)
        items[i] = made->coverage[i];
    if (style != GDB_STRING) {
        array_print(out, style, items, made->probes, true);
        return;
    }
    for (size_t i = 0, same; i < made->probes; i += same) {
        for (same = 1; i + same < made->probes && items[i + same] == items[i];)
            same++;
        text_add(out, i ? ", " : "");
        if (same > 9)
            text_printf(out, "'\\00%d' <repeats %zu times>", (int)items[i], same);
        for (size_t k = 0; same <= 9 && k < same; k++)
            text_printf(out, k ? "\\00%d" : "\"\\00%d", (int)items[i]);
        text_add(out, same <= 9 ? "\"" : "");
    }
}

/* One of the four variables; in MI as a C string. */
static void value_print(struct text *out, enum dialect style, const struct made *made, int which)
{
    struct text plain = {0};
    if (which == 0)
        array_print(&plain, style, made->array, made->slots, false);
    else if (which == 3)
        coverage_print(&plain, style, made);
    else
        number_print(&plain, style, which == 1 ? made->index : made->current, false);
    for (size_t i = 0; i < plain.size; i++) {
        text_add(out, style == MI && (plain.data[i] == '"' || plain.data[i] == '\\') ? "\\" : "");
        text_byte(out, plain.data[i]);
    }
    text_free(&plain);
}

static void frame_print(struct text *out, enum dialect style, const struct made *made, int level)
{
    static const char *const names[2][4] = {{"__PT_pathArr", "__PT_arrIndex", "__PT_curPath", "__CC_arr"}, {"__PT_counter_arr", "__PT_counter_idx", "__PT_current_path", "__CC_arr"}};
    static const char *const before[] = {[LLDB] = "(long) ", [LLDB_LINES] = "(volatile long[9]) ", [MI] = "{name=\"", [FORM] = ""};
    bool lldb = style == LLDB || style == LLDB_LINES;
    if (lldb)
        text_printf(out, "frame #%d: 0x%x a.out`f%d(n=1) at a.c:%d:3\n", level, 4096 + level, level, level + 1);
    else if (style == MI)
        text_printf(out, "^done,frame={level=\"%d\",addr=\"0x%x\",func=\"f%d\",file=\"a.c\",line=\"%d\"}\n^done,locals=[", level, 4096 + level, level, level + 1);
    else if (style == FORM)
        text_printf(out, "function = f%d\n", level);
    else
        text_printf(out, "#%d  0x%x in f%d (n=1, s=\"{\") at a.c:%d\n", level, 4096 + level, level, level + 1);
    for (int i = 0; i < 4; i++) {
        text_add(out, style >= LLDB ? before[style] : "        ");
        text_printf(out, "%s%s", names[random_below(2)][i], style == MI ? "\",value=\"" : style == FORM && random_below(2) ? "= " : " = ");
        value_print(out, style, made, i);
        text_add(out, style == MI ? (i < 3 ? "\"}," : "\"}]\n") : style == FORM && i < 3 && random_below(2) ? "" : "\n");
    }
}

/* ---- Comparing ---- */

static void frame_expect(const struct debugger_frame *frame, const struct made *made)
{
    const struct debugger_value *array = &frame->locals[DEBUGGER_PATH_ARRAY], *coverage = &frame->locals[DEBUGGER_LOCAL_CC];
    assert_int_equal(array->kind, DEBUGGER_ARRAY);
    assert_int_equal(array->count, made->slots);
    assert_memory_equal(array->items, made->array, made->slots * sizeof *made->array);
    assert_false(array->cut || array->known || coverage->cut || coverage->known);
    assert_true(frame->locals[DEBUGGER_PATH_INDEX].number == (uint64_t)made->index);
    assert_true(frame->locals[DEBUGGER_PATH_CURRENT].number == (uint64_t)made->current);
    assert_int_equal(coverage->count, made->probes);
    for (size_t i = 0; i < made->probes; i++)
        assert_true(coverage->items[i] == made->coverage[i]);
}

static void random_frames_read_back_from_every_style(void **state)
{
    (void)state;
    seed = 0x9e3779b97f4a7c15u;
    for (int round = 0; round < ROUNDS; round++) {
        struct made made[FRAMES];
        struct text text = {0};
        struct arena arena = {0};
        struct debugger_text dump;
        enum dialect style = (enum dialect)(round % DIALECTS);
        for (int i = 0; i < FRAMES; i++) {
            made[i] = frame_make();
            frame_print(&text, style, &made[i], i);
        }
        debugger_read(text_str(&text), "text", &arena, &dump);
        assert_int_equal(dump.count, 1);
        assert_int_equal(dump.note_count, 0);
        assert_int_equal(dump.snapshots[0].threads[0].count, FRAMES);
        for (int i = 0; i < FRAMES; i++)
            frame_expect(&dump.snapshots[0].threads[0].frames[i], &made[i]);
        arena_free(&arena);
        text_free(&text);
    }
}

/* A text cut anywhere gives values that begin like the whole ones, and no cut value passes for complete. */
static void cut_texts_give_beginnings_only(void **state)
{
    (void)state;
    seed = 88172645463325252u;
    for (int round = 0; round < ROUNDS; round++) {
        struct made made = frame_make();
        struct text text = {0};
        struct arena arena = {0};
        struct debugger_text dump;
        enum dialect style = (enum dialect)(round % DIALECTS);
        frame_print(&text, style, &made, 0);
        struct str cut = str_cut(text_str(&text), 0, random_below(text.size));
        debugger_read(cut, "text", &arena, &dump);
        const struct debugger_snapshot *last = debugger_last(&dump);
        const struct debugger_frame *frame = last ? &last->threads[0].frames[0] : NULL;
        if (frame && frame->has[DEBUGGER_PATH_ARRAY] && frame->locals[DEBUGGER_PATH_ARRAY].kind == DEBUGGER_ARRAY) {
            const struct debugger_value *array = &frame->locals[DEBUGGER_PATH_ARRAY];
            assert_in_range(array->count, 0, made.slots);
            assert_memory_equal(array->items, made.array, array->count * sizeof *made.array);
            assert_true(array->cut || array->count == made.slots);
        }
        arena_free(&arena);
        text_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_frames_read_back_from_every_style),
        cmocka_unit_test(cut_texts_give_beginnings_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
