/* regenerate_problem.c - what is said when events and schema disagree.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * "ae.out: offset 1234: function sub, block 3: found block 7, expected 1 or 3". The offset is that of what was found. */
#include "stream/regenerate_inside.h"

#include <stdarg.h>
#include <stdio.h>

enum { NAME_MOST = 160, BLOCKS_MOST = 8 };  /* what a message shows of a name and of a list */

uint32_t problem_op(const struct regenerator *r)
{
    if (r->cursor.code >= r->code + CODE_FIRST)
        return r->op_of[r->cursor.code - r->code];
    return r->frame_count ? r->op_of[engine_innermost(r)->code] : UINT32_MAX;
}

static void add_place(const struct regenerator *r, struct text *text)
{
    uint32_t op = problem_op(r);
    if (op == UINT32_MAX) {
        text_add(text, "outside of all functions: ");
        return;
    }
    uint32_t block = abstract_block_of(r->program, op);
    const struct abstract_function *function = &r->program->functions[r->program->blocks[block].function];
    struct slice name = slice_cut(function->name, 0, NAME_MOST);
    text_printf(text, "function %.*s%s, block %u: ", SLICE(name), function->name.size > NAME_MOST ? "..." : "", block - function->first_block);
}

static bool problem_put(struct regenerator *r, struct text *text)
{
    error_at_offset(&r->problem, r->name, (uint64_t)(r->cursor.from - r->start), "%s", text_string(text));
    text_free(text);
    r->failed = true;
    return false;
}

bool problem_set(struct regenerator *r, const char *format, ...)
{
    struct text text = {0};
    char message[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    add_place(r, &text);
    text_add(&text, message);
    return problem_put(r, &text);
}

bool problem_early(struct regenerator *r, const char *expected)
{
    if (events_left(r) == 0)
        return problem_set(r, "found the end of the events, expected %s", expected);
    return problem_set(r, "found the end of the events after %zu byte%s more, expected %s", events_left(r), events_left(r) == 1 ? "" : "s", expected);
}

bool problem_block(struct regenerator *r, uint32_t found, const struct code_edge *edges, uint32_t count)
{
    struct text text = {0};
    add_place(r, &text);
    text_printf(&text, "found block %u, expected ", found);
    for (uint32_t i = 0; i < count && i < BLOCKS_MOST; i++)
        text_printf(&text, "%s%u", !i ? "" : i + 1 == count ? " or " : ", ", edges[i].block);
    if (count > BLOCKS_MOST)
        text_printf(&text, " or one of %u more", count - BLOCKS_MOST);
    return problem_put(r, &text);
}

bool problem_loop(struct regenerator *r, struct abstract_annotation annotation)
{
    static const char *const does[] = {"enters", "repeats", "leaves"};
    const struct activation *frame = engine_innermost(r);
    uint32_t first = r->program->functions[frame->function].first_loop, loop = annotation.loop - first;
    if (annotation.kind == AE_LOOP_IS_ENTERED)
        return problem_set(r, "found an edge that enters loop %u, which is open, expected one that is not", loop);
    if (r->loop_count == frame->first_loop)
        return problem_set(r, "found an edge that %s loop %u, expected none: no loop is open", does[annotation.kind], loop);
    return problem_set(r, "found an edge that %s loop %u, expected the innermost open one, %u", does[annotation.kind], loop,
                       r->loops[r->loop_count - 1].loop - first);
}
