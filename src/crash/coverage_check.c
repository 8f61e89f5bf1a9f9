/* coverage_check.c - arrays that contradict each other, or the frames on the stack.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A call lies surely in a block if no other block lists its line. Then (formats/csi.md 8.2, 8.4):
 *
 *                     block set, call not                        call set, block not
 *     completed       never                                      only while a frame stands in the block
 *     entered         only while a frame stands in the block     never
 *                     and has not passed the call
 *
 * What is not known to mean one or the other is only told if it contradicts both. Of the others those count as decisive that no longjmp explains.
 *
 * And, if bits mean "entered", the block where a frame stands has its bit. A call left by longjmp or an exception has not returned either: the
 * messages say so where it would explain them. Nothing is repaired. */
#include "crash/probes_inside.h"

#include <inttypes.h>
#include <stdlib.h>

struct checking {
    const struct coverage_array *blocks, *calls;
    const struct line_table *block_lines;
    enum coverage_rule rule;
    uint32_t *stands;                       /* by block: first place among its lines where a frame may stand; UINT32_MAX: none */
    struct slice who;
    struct messages *messages;
};

/* Where frames may stand; and, by the rule "entered", a block where one stands without its bit. */
static void check_standing(struct checking *checking, struct standing standing)
{
    for (size_t i = 0; i < standing.count; i++) {
        const struct line_at *items;
        size_t count = line_table_find(checking->block_lines, standing.lines[i], &items);
        bool all_no = count > 0, behind = true;
        for (size_t k = 0; k < count; k++) {
            uint32_t *stands = &checking->stands[items[k].block];
            *stands = items[k].first < *stands ? items[k].first : *stands;
            all_no = all_no && checking->blocks->probes[items[k].block].state == COVERAGE_NO;
            behind = behind && items[k].first > 0;      /* before its first instruction a block has no bit yet */
        }
        if (checking->rule != COVERAGE_ENTERED || !all_no)
            continue;
        checking->messages->decisive += behind;
        struct slice block = probe_text(checking->blocks->probes[items[0].block].probe, CSI_BBC, checking->messages->arena);
        message_add(checking->messages, "%.*s: a frame stands at line %" PRId64 ", but %.*s is not marked%s; a block is marked when it is entered",
                    SLICE(checking->who), standing.lines[i], SLICE(block), count > 1 ? ", nor any other with that line" : "");
    }
}

static void say_unreturned(const struct checking *checking, struct slice block, struct slice call, bool stands)
{
    if (checking->rule == COVERAGE_COMPLETED)
        message_add(checking->messages, "%.*s: %.*s is marked, %.*s is not; a block holding a call cannot complete unless the call returned%s",
                    SLICE(checking->who), SLICE(block), SLICE(call),
                    stands ? " (a frame may stand in it: rather, this program marks blocks when they are entered)" : "");
    else
        message_add(checking->messages, "%.*s: %.*s is marked as entered, %.*s as not returned; that is possible only while the call is active%s",
                    SLICE(checking->who), SLICE(block), SLICE(call),
                    stands ? ", but the frame stands behind it" : ", and no frame stands in the block (or if a longjmp or an exception left the call)");
}

static void say_unmarked(const struct checking *checking, struct slice block, struct slice call)
{
    if (checking->rule == COVERAGE_COMPLETED)
        message_add(checking->messages,
                    "%.*s: %.*s returned, but %.*s is not marked, and no frame stands in it; it must have completed (or a longjmp or an exception left it)",
                    SLICE(checking->who), SLICE(call), SLICE(block));
    else
        message_add(checking->messages, "%.*s: %.*s returned, but %.*s is not marked; the block must have been entered before",
                    SLICE(checking->who), SLICE(call), SLICE(block));
}

static void check_call(const struct checking *checking, const struct coverage_probe *call)
{
    const struct line_at *items;
    int64_t line = call->probe->line_count ? call->probe->lines[0] : 0;
    if (line <= 0 || line_table_find(checking->block_lines, line, &items) != 1)
        return;
    const struct coverage_probe *block = &checking->blocks->probes[items[0].block];
    uint32_t place = checking->stands[items[0].block];
    bool stands = place != UINT32_MAX, before = stands && place <= items[0].last;
    bool unreturned = block->state == COVERAGE_YES && call->state == COVERAGE_NO && (checking->rule == COVERAGE_COMPLETED || !before);
    bool unmarked = block->state == COVERAGE_NO && call->state == COVERAGE_YES && (checking->rule == COVERAGE_ENTERED || !stands);
    checking->messages->decisive += (unreturned && checking->rule == COVERAGE_COMPLETED && before) || (unmarked && checking->rule == COVERAGE_ENTERED && stands);
    if ((!unreturned && !unmarked) || messages_full(checking->messages))
        return;
    struct arena *arena = checking->messages->arena;
    struct slice block_text = probe_text(block->probe, CSI_BBC, arena), call_text = probe_text(call->probe, CSI_CC, arena);
    if (unreturned)
        say_unreturned(checking, block_text, call_text, stands);
    else
        say_unmarked(checking, block_text, call_text);
}

/* A function whose own bit says that it was never entered, though a bit inside it is set. */
static void check_entered(const struct coverage_function *function, struct slice who, struct messages *messages)
{
    const struct coverage_array *entered = &function->schemes[CSI_FC];
    const struct coverage_array *blocks = &function->schemes[CSI_BBC], *calls = &function->schemes[CSI_CC];
    if (entered->count && entered->probes[0].state == COVERAGE_NO && blocks->yes + calls->yes > 0)
        message_add(messages, "%.*s: by %.*s never entered, but %zu of its %s are marked", SLICE(who),
                    SLICE(printable(entered->function->global, messages->arena)), blocks->yes ? blocks->yes : calls->yes,
                    blocks->yes ? "blocks" : "call sites");
}

void coverage_check(struct probes *probes, struct joined *joined, const struct coverage_function *function, enum coverage_rule rule,
                    struct standing standing, struct slice who, struct messages *messages)
{
    const struct coverage_array *blocks = &function->schemes[CSI_BBC], *calls = &function->schemes[CSI_CC];
    check_entered(function, who, messages);
    if (blocks->yes + blocks->no == 0)
        return;
    struct checking checking = {blocks, calls, joined_lines(probes, joined, CSI_BBC), rule, NULL, who, messages};
    checking.stands = memory_allocate((blocks->count ? blocks->count : 1) * sizeof *checking.stands);
    for (size_t i = 0; i < blocks->count; i++)
        checking.stands[i] = UINT32_MAX;
    check_standing(&checking, standing);
    for (size_t i = 0; i < calls->count; i++)
        check_call(&checking, &calls->probes[i]);
    free(checking.stands);
}

void coverage_check_local(const struct coverage_function *local, const struct coverage_function *global, struct slice who,
                          struct messages *messages)
{
    for (enum csi_scheme scheme = CSI_CC; scheme < CSI_SCHEMES; scheme++) {
        const struct coverage_array *mine = &local->schemes[scheme], *all = &global->schemes[scheme];
        for (size_t i = 0; i < mine->count && i < all->count && all->no > 0; i++)
            if (mine->probes[i].state == COVERAGE_YES && all->probes[i].state == COVERAGE_NO && !messages_full(messages))
                message_add(messages, "%.*s: %.*s is marked in this activation, but not in %.*s, which is for all of them", SLICE(who),
                            SLICE(probe_text(mine->probes[i].probe, scheme, messages->arena)),
                            SLICE(printable(all->function->global, messages->arena)));
    }
}
