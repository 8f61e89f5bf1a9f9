/* regenerate.c - the regenerator: opening, batches, jumps, the loop that runs the operators, checkpoints.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "stream/regenerate.h"

#include <stdlib.h>
#include <string.h>

/* ---- Opening, batches, jumps, the state ---- */

enum { BARREN_MOST = 1 << 28 };         /* consecutive calls, returns and loops without an address or an event of the file */

/* ---- Opening ---- */

static bool head_missing(const char *name, struct str events, struct error *error)
{
    if (events.size == 0)
        return error_at(error, name, 0, 0, "no events: the program ended, for example by a signal, before it wrote any");
    return error_at_offset(error, name, 0, "found %zu bytes that do not begin with AE1 and an identity, as the schema's version 1 requires",
                           events.size);
}

static bool identity_differs(const struct abstract *program, const char *name, const unsigned char *found, struct error *error)
{
    struct text text = {0};
    ae_identity_text(found, &text);
    text_add(&text, ", expected ");
    ae_identity_text(program->schema->identity, &text);
    error_at_offset(error, name, 4, "found events of build %s, the build of %s", text_string(&text), program->name);
    text_free(&text);
    return false;
}

static bool check_head(const struct abstract *program, struct str events, const char *name, struct error *error)
{
    unsigned char identity[AE_IDENTITY];
    if (program->paper)
        return true;
    if (events.size < AE_EVENTS_HEAD || !ae_events_identity(events, identity))
        return head_missing(name, events, error);
    return !memcmp(identity, program->schema->identity, AE_IDENTITY) || identity_differs(program, name, identity, error);
}

static bool host_is_big(void)
{
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return !first;
}

bool regenerator_open(const struct abstract *program, struct str events, const char *name, struct regenerator **regenerator, struct error *error)
{
    if (!check_head(program, events, name, error))
        return false;
    struct regenerator *r = memory_allocate(sizeof *r);
    r->program = program;
    r->name = name;
    r->shelf = memory_allocate(sizeof *r->shelf);
    r->shelf->references = 1;
    if (!code_make(r, error)) {
        regenerator_close(r);
        return false;
    }
    r->open = memory_allocate(program->loop_count * sizeof *r->open);
    r->start = (const unsigned char *)(events.data ? events.data : "");
    r->end = r->start + events.size;
    r->swap = program->big_endian != host_is_big();
    r->cursor = (struct cursor){.code = r->code + CODE_AT_REGION, .from = r->start + (program->paper ? 0 : AE_EVENTS_HEAD), .known = 1};
    *regenerator = r;
    return true;
}

static bool operators_run(struct regenerator *r);
static void shelf_release(struct shelf *shelf);

void regenerator_close(struct regenerator *r)
{
    if (!r)
        return;
    while (r->landing_count)
        engine_landing_drop(r);
    shelf_release(r->shelf);
    free(r->frames);
    free(r->loops);
    free(r->outer);
    free(r->open);
    free(r->landings);
    free(r->pending);
    free(r->code);
    free(r->op_of);
    free(r->edges);
    free(r->entries);
    free(r->state_frames);
    free(r);
}

/* ---- Batches ---- */

static void deliver_pending(struct regenerator *r)
{
    size_t waiting = r->pending_count - r->pending_first, room = (size_t)(r->limit - r->cursor.out), count = waiting < room ? waiting : room;
    memcpy(r->cursor.out, r->pending + r->pending_first, count * sizeof *r->pending);
    r->cursor.out += count;
    r->cursor.origin += count;
    r->pending_first += count;
    if (r->pending_first == r->pending_count)
        r->pending_first = r->pending_count = 0;
}

/* Calls without instructions can multiply without a visible end. */
static void notice_barren(struct regenerator *r, uint64_t barren)
{
    r->barren = barren;
    if (r->barren > BARREN_MOST && !r->failed)
        (void)problem_set(r, "found calls and loops that never end and have neither address nor event");
}

/* Fills a batch that begins at `out`. Begins operators while it is at or below `safe`, but always one. */
static size_t fill(struct regenerator *r, struct ae_event *out, struct ae_event *safe, struct ae_event *limit)
{
    const unsigned char *from = r->cursor.from;
    uint64_t number = r->number;
    r->cursor.out = r->cursor.origin = out;
    r->batch = safe < out ? safe : out;
    r->safe = safe;
    r->limit = limit;
    if (r->pending_count)
        deliver_pending(r);
    if (r->part && r->cursor.code->kind != CODE_MANY)
        r->part = 0; /* the operator's last instruction comes next */
    if (!r->pending_count && !r->failed && (r->cursor.out == out || r->cursor.out <= r->safe))
        (void)operators_run(r);
    size_t count = (size_t)(r->cursor.out - out);
    r->number = engine_number(r);
    r->cursor.origin = r->cursor.out;
    notice_barren(r, r->cursor.from != from || r->number != number ? 0 : r->barren + count);
    return count;
}

size_t regenerator_run(struct regenerator *r, struct ae_event *batch, size_t capacity)
{
    if (r->failed && !r->pending_count)
        return 0;
    return fill(r, batch, batch + capacity - CODE_ROOM, batch + capacity);
}

bool regenerator_problem(const struct regenerator *r, struct error *error)
{
    if (r->failed && !r->pending_count)
        *error = r->problem;
    return r->failed && !r->pending_count;
}

uint64_t regenerator_number(const struct regenerator *r) { return r->number; }
uint64_t regenerator_offset(const struct regenerator *r) { return (uint64_t)(r->cursor.from - r->start); }
size_t regenerator_depth(const struct regenerator *r) { return r->frame_count; }

/* ---- Jumps ---- */

/* Moves back before an operator that was delivered in part. */
static void rewind_part(struct regenerator *r)
{
    if (!r->part)
        return;
    r->cursor.code -= r->cursor.code->kind != CODE_MANY;
    r->number -= r->part;
    r->part = 0;
}

/* Addresses that the next operator issues. */
static uint32_t next_addresses(const struct code *code)
{
    if (code->kind == CODE_MANY)
        return code->value;
    return code->count + (code->kind == CODE_LOAD || code->kind == CODE_STORE);
}

/* Runs some operators, none beyond `left` addresses: in batches, and one by one near the end. */
static void skip_some(struct regenerator *r, uint64_t left)
{
    struct ae_event buffer[REGENERATED_BATCH + 1]; /* at buffer + 1 `safe` is below: one operator only */
    if (left >= 2 * CODE_ROOM) {
        size_t capacity = left < REGENERATED_BATCH ? (size_t)left : REGENERATED_BATCH;
        fill(r, buffer, buffer + capacity - CODE_ROOM, buffer + capacity);
    } else {
        fill(r, buffer + 1, buffer, buffer + REGENERATED_BATCH + 1);
    }
}

/* A long operator that is skipped needs no events. */
static bool skip_many(struct regenerator *r)
{
    if (r->cursor.code->kind != CODE_MANY)
        return false;
    r->number += r->cursor.code->count;
    r->cursor.code++;
    return true;
}

static bool skip_until(struct regenerator *r, uint64_t number)
{
    while (!r->failed && r->cursor.code->kind != CODE_END) {
        uint32_t next = next_addresses(r->cursor.code);
        r->pending_first = r->pending_count = 0;
        if (next && number <= r->number + next)
            return true;
        if (!skip_many(r))
            skip_some(r, number > r->number ? number - r->number - 1 : 0);
    }
    return false;
}

bool regenerator_until(struct regenerator *r, uint64_t number)
{
    rewind_part(r);
    r->skipping = true;
    bool reached = skip_until(r, number);
    r->skipping = false;
    r->pending_first = r->pending_count = 0;
    return reached;
}

/* ---- The state ---- */

static bool in_region(const struct regenerator *r) { return r->cursor.code < r->code + CODE_FIRST; }

static void list_frames(struct regenerator *r)
{
    r->state_frames = array_grow(r->state_frames, &r->state_capacity, r->frame_count, sizeof *r->state_frames);
    for (size_t i = 0; i < r->frame_count; i++) {
        const struct engine_frame *frame = &r->frames[i];
        size_t next_loop = i + 1 < r->frame_count ? r->frames[i + 1].first_loop : r->loop_count;
        bool running = i + 1 == r->frame_count && !in_region(r);
        r->state_frames[i] = (struct regenerated_frame){
            .function = frame->function,
            .began = frame->began,
            .call = !i || frame->from_region ? 0 : r->program->ops[r->state_frames[i - 1].at].address,
            .at = running ? problem_op(r) : r->op_of[frame->code],
            .first_loop = frame->first_loop,
            .loop_count = (uint32_t)next_loop - frame->first_loop,
        };
    }
}

void regenerator_state(struct regenerator *r, struct regenerated_state *state)
{
    list_frames(r);
    *state = (struct regenerated_state){
        .number = r->number - r->part,
        .offset = regenerator_offset(r),
        .in_region = in_region(r) && !r->program->paper,
        .known = r->cursor.known | 1,
        .frames = r->state_frames,
        .loops = r->loops,
        .frame_count = r->frame_count,
        .loop_count = r->loop_count,
    };
    memcpy(state->values, r->values, sizeof state->values);
}

/* ---- The loop that runs the operators ----
 *
 * One dispatch for each operator. The cursor is a local copy whose fields stay in machine registers, since nothing takes its address; rare cases go through
 * r->cursor and come back. Every operator may write CODE_ROOM events without checking the room. */

#define INSTRUCTION (4u << 3 | AE_INSTRUCTION)

/* Always writes two: most operators have one or two, and there is room. */
static inline struct ae_event *issue(struct ae_event *out, const struct code *code)
{
    uint32_t address = code->address, count = code->count;
    out[0] = (struct ae_event){address, INSTRUCTION};
    out[1] = (struct ae_event){address + 4, INSTRUCTION};
    for (uint32_t i = 2; __builtin_expect(i < count, 0); i++)
        out[i] = (struct ae_event){address + 4 * i, INSTRUCTION};
    return out + count;
}

static inline struct ae_event *refer(struct ae_event *out, const struct code *code, const uint32_t *values, enum ae_event_kind kind)
{
    out = issue(out, code);
    *out = (struct ae_event){values[code->reg] + values[code->a] + code->value, kind};
    return out + 1;
}

/* A computed value is known if its operands are. */
static inline uint32_t known_after(uint32_t known, const struct code *code)
{
    return (known & code->keep) | ((known >> code->a & known >> code->b & 1) << code->reg);
}

static inline uint32_t first_of(const struct code *code, const uint32_t *values) { return values[code->a] + code->value; }
static inline uint32_t second_of(const struct code *code, const uint32_t *values) { return values[code->b] + code->other; }

static inline uint32_t shift_arithmetic(uint32_t value, uint32_t by)
{
    uint32_t sign = value >> 31 ? UINT32_MAX : 0;
    return by ? value >> by | sign << (32 - by) : value;
}

static inline uint32_t compute(const struct code *code, const uint32_t *values, enum code_kind kind)
{
    uint32_t a = first_of(code, values), b = second_of(code, values);
    switch (kind) {
    case CODE_ADD: return a + b;
    case CODE_SUBTRACT: return a - b;
    case CODE_MULTIPLY: return a * b;
    case CODE_AND: return a & b;
    case CODE_OR: return a | b;
    case CODE_XOR: return a ^ b;
    case CODE_SHIFT_LEFT: return a << (b & 31);
    case CODE_SHIFT_RIGHT: return a >> (b & 31);
    default: return shift_arithmetic(a, b & 31);
    }
}

static inline struct cursor computed(struct cursor c, uint32_t *values, enum code_kind kind)
{
    const struct code *code = c.code++;
    c.out = issue(c.out, code);
    values[code->reg] = compute(code, values, kind);
    c.known = known_after(c.known, code);
    return c;
}

static inline struct cursor referred(struct cursor c, const uint32_t *values, enum ae_event_kind kind)
{
    c.out = refer(c.out, c.code, values, kind);
    c.known &= c.code->keep;
    c.code++;
    return c;
}

static inline struct cursor recorded(struct cursor c, uint32_t *values, bool swap)
{
    c.out = issue(c.out, c.code);
    values[c.code->reg] = events_word_at(c.from, swap);
    c.known = (c.known & c.code->keep) | 1u << c.code->reg;
    c.from += 4;
    c.code++;
    return c;
}

/* The most common edges: without annotation, or with one for the next iteration of the innermost loop. */
static inline bool edge_is_plain(const struct regenerator *r, const struct code_edge *edge)
{
    if (!edge->annotation_count)
        return true;
    const struct abstract_annotation *annotation = r->program->annotations + edge->first_annotation;
    return edge->annotation_count == 1 && annotation->kind == AE_LOOP_IS_REPEATED && r->loop_count > r->frames[r->frame_count - 1].first_loop
           && r->loops[r->loop_count - 1].loop == annotation->loop;
}

static inline struct cursor followed(struct cursor c, const struct regenerator *r, const struct code_edge *edge)
{
    c.out = issue(c.out, c.code);
    c.known &= c.code->keep;
    if (edge->annotation_count) {
        struct regenerated_loop *loop = &r->loops[r->loop_count - 1];
        loop->iteration++;
        *c.out++ = (struct ae_event){edge->address, loop->loop << 3 | AE_LOOP_BACK};
        c.origin++;
    }
    c.code = r->code + edge->code;
    return c;
}

/* The edge for a block number of one byte; NULL: a rare case, for engine_choose. */
static inline const struct code_edge *chosen(const struct regenerator *r, struct cursor c)
{
    if (c.code->b != 1 || c.from == r->end)
        return NULL;
    const struct code_edge *edge = r->edges + c.code->other;
    edge += edge->block != *c.from;
    return edge->block == *c.from && edge_is_plain(r, edge) ? edge : NULL;
}

static bool (*const rare[])(struct regenerator *) = {
    [CODE_GO] = engine_go, [CODE_CHOOSE] = engine_choose, [CODE_UNKNOWN] = engine_unknown, [CODE_CHECK] = engine_check,
    [CODE_MANY] = engine_many, [CODE_GO_WATCHED] = engine_go_watched, [CODE_SWITCH] = engine_switch, [CODE_CALL] = engine_call,
    [CODE_RETURN] = engine_return, [CODE_FOREIGN] = region_enter, [CODE_SETJMP] = region_enter, [CODE_INDIRECT] = engine_indirect,
    [CODE_REGION] = region_step,
};

/* The rare cases, including those that look like a common case at first. */
static __attribute__((noinline)) bool do_rare(struct regenerator *r)
{
    enum code_kind kind = r->cursor.code->kind;
    return kind != CODE_END && rare[kind](r);
}

/* Runs until cursor.out is above safe; false: the end or a problem. */
static bool operators_run(struct regenerator *r)
{
    struct cursor c = r->cursor;
    uint32_t *const values = r->values;
    do {
        const struct code *code = c.code;
        const struct code_edge *edge;
        switch ((enum code_kind)code->kind) {
        case CODE_ISSUE:
            c.out = issue(c.out, code);
            c.known &= code->keep;
            c.code++;
            continue;
        case CODE_LOAD: c = referred(c, values, AE_READ); continue;
        case CODE_STORE: c = referred(c, values, AE_WRITE); continue;
        case CODE_ADD: c = computed(c, values, CODE_ADD); continue;
        case CODE_SUBTRACT: c = computed(c, values, CODE_SUBTRACT); continue;
        case CODE_MULTIPLY: c = computed(c, values, CODE_MULTIPLY); continue;
        case CODE_AND: c = computed(c, values, CODE_AND); continue;
        case CODE_OR: c = computed(c, values, CODE_OR); continue;
        case CODE_XOR: c = computed(c, values, CODE_XOR); continue;
        case CODE_SHIFT_LEFT: c = computed(c, values, CODE_SHIFT_LEFT); continue;
        case CODE_SHIFT_RIGHT: c = computed(c, values, CODE_SHIFT_RIGHT); continue;
        case CODE_SHIFT_ARITHMETIC: c = computed(c, values, CODE_SHIFT_ARITHMETIC); continue;
        case CODE_UNKNOWN:
            if (r->end - c.from < 4)
                break;
            c = recorded(c, values, r->swap);
            continue;
        case CODE_CHECK:
            if (code->b != 1 || c.from == r->end || *c.from != code->other)
                break;
            c.from++;
            c.code++;
            continue;
        case CODE_GO:
            edge = r->edges + code->other;
            if (!edge_is_plain(r, edge))
                break;
            c = followed(c, r, edge);
            continue;
        case CODE_CHOOSE:
            edge = chosen(r, c);
            if (!edge)
                break;
            c.from++;
            c = followed(c, r, edge);
            continue;
        default: break;
        }
        r->cursor = c;
        bool goes_on = do_rare(r);
        c = r->cursor;
        if (!goes_on)
            return false;
    } while (c.out <= r->safe);
    r->cursor = c;
    return true;
}

/* ---- Saved states that share suspended activations ----
 *
 *     checkpoint ---> top ---> suspended ---> ... ---> the first activation        top: the innermost one, the checkpoint's own
 *     checkpoint ---> top ------------^                                            suspended: shared
 *
 * An activation does not change while it is suspended. So a save makes nodes only for activations that ran since the previous save or restore, and links the
 * outermost of them to the existing node. The cost is that of the activations, loops and setjmps changed since. A restore costs the same: it keeps the part of
 * the regenerator's flat arrays that agrees with the checkpoint. */

struct node {
    struct node *parent;                /* the activation that called it */
    size_t references, depth;           /* depth: from 1 */
    struct engine_frame activation;
    uint32_t loop_count, landing_count;
    struct regenerated_loop loops[];    /* followed by pointers to landings */
};

struct checkpoint {
    struct shelf *shelf;
    struct node *top;                   /* NULL: no activation is open */
    uint64_t number;
    size_t offset;
    uint32_t code, known;
    uint32_t values[AE_REGISTERS];
};

static struct landing **node_landings(const struct node *node) { return (struct landing **)(uintptr_t)(node->loops + node->loop_count); }

static size_t node_size(const struct node *node)
{
    return sizeof *node + node->loop_count * sizeof node->loops[0] + node->landing_count * sizeof(struct landing *);
}

static size_t landing_size(const struct landing *landing) { return sizeof *landing + landing->loop_count * sizeof landing->loops[0]; }

static void shelf_release(struct shelf *shelf)
{
    if (!--shelf->references)
        free(shelf);
}

/* ---- Saving ---- */

static struct node *node_make(const struct regenerator *r, size_t frame, struct node *parent, size_t *bytes)
{
    const struct engine_frame *activation = &r->frames[frame], *next = frame + 1 < r->frame_count ? activation + 1 : NULL;
    uint32_t loops = (next ? next->first_loop : (uint32_t)r->loop_count) - activation->first_loop;
    uint32_t landings = (next ? next->first_landing : (uint32_t)r->landing_count) - activation->first_landing;
    struct node *node = memory_allocate(sizeof *node + loops * sizeof node->loops[0] + landings * sizeof(struct landing *));
    node->parent = parent;
    node->references = 1;
    node->depth = frame + 1;
    node->activation = *activation;
    node->loop_count = loops;
    node->landing_count = landings;
    if (loops)
        memcpy(node->loops, r->loops + activation->first_loop, loops * sizeof node->loops[0]);
    for (uint32_t i = 0; i < landings; i++) {
        struct landing *landing = node_landings(node)[i] = r->landings[activation->first_landing + i];
        landing->references++;
        *bytes += landing->kept++ ? 0 : landing_size(landing);
    }
    *bytes += node_size(node);
    return node;
}

/* The open activations as nodes, with a reference for the caller. */
static struct node *nodes_of(const struct regenerator *r, size_t *bytes)
{
    struct node *node = r->shelf->suspended;
    while (node && node->depth > r->low)
        node = node->parent;
    if (node)
        node->references++; /* the parent of the next node, the only one here: a suspended activation is not innermost */
    for (size_t i = node ? node->depth : 0; i < r->frame_count; i++)
        node = node_make(r, i, node, bytes);
    return node;
}

static void shelve(struct regenerator *r, const struct checkpoint *checkpoint)
{
    r->shelf->suspended = checkpoint->top ? checkpoint->top->parent : NULL;
    r->low = r->frame_count ? r->frame_count - 1 : 0;
}

struct checkpoint *checkpoint_save(struct regenerator *r, size_t *bytes)
{
    if (r->failed || r->part || r->pending_count)
        return NULL;
    struct checkpoint *checkpoint = memory_allocate(sizeof *checkpoint);
    *bytes = sizeof *checkpoint;
    checkpoint->shelf = r->shelf;
    r->shelf->references++;
    checkpoint->top = nodes_of(r, bytes);
    checkpoint->number = r->number;
    checkpoint->offset = (size_t)(r->cursor.from - r->start);
    checkpoint->code = (uint32_t)(r->cursor.code - r->code);
    checkpoint->known = r->cursor.known;
    memcpy(checkpoint->values, r->values, sizeof checkpoint->values);
    shelve(r, checkpoint);
    return checkpoint;
}

/* ---- Restoring ---- */

/* How many of the outermost activations the regenerator shares with the checkpoint. */
static size_t frames_in_common(const struct regenerator *r, const struct checkpoint *checkpoint)
{
    const struct node *a = checkpoint->shelf == r->shelf ? r->shelf->suspended : NULL, *b = checkpoint->top;
    while (a && a->depth > r->low)
        a = a->parent;
    while (a && b && a != b) {
        if (a->depth >= b->depth)
            a = a->parent;
        else
            b = b->parent;
    }
    return a && b ? a->depth : 0;
}

/* Drops all activations but the first `count`. */
static void cut(struct regenerator *r, size_t count)
{
    size_t loops = count < r->frame_count ? r->frames[count].first_loop : r->loop_count;
    size_t landings = count < r->frame_count ? r->frames[count].first_landing : r->landing_count;
    while (r->loop_count > loops)
        engine_loop_drop(r);
    while (r->landing_count > landings)
        engine_landing_drop(r);
    r->frame_count = count;
}

static void put_landings(struct regenerator *r, const struct node *node)
{
    for (uint32_t i = 0; i < node->landing_count; i++) {
        struct landing *landing = node_landings(node)[i];
        r->landings = array_grow(r->landings, &r->landing_capacity, r->landing_count + 1, sizeof(struct landing *));
        r->landings[r->landing_count++] = landing;
        r->landing_loops += landing->loop_count;
        landing->references++;
    }
}

/* Outermost first: `open` ends up with the innermost activation of a loop that is open in several. */
static void put_nodes(struct regenerator *r, const struct node *const *nodes, size_t count)
{
    r->frames = array_grow(r->frames, &r->frame_capacity, r->frame_count + count, sizeof *r->frames);
    for (size_t i = 0; i < count; i++) {
        r->frames[r->frame_count++] = nodes[i]->activation;
        for (uint32_t loop = 0; loop < nodes[i]->loop_count; loop++)
            engine_loop_put(r, nodes[i]->loops[loop]);
        put_landings(r, nodes[i]);
    }
}

static void put_frames(struct regenerator *r, const struct checkpoint *checkpoint)
{
    size_t depth = checkpoint->top ? checkpoint->top->depth : 0, count = depth - r->frame_count;
    if (!count)
        return;
    const struct node **nodes = memory_allocate(count * sizeof *nodes), *node = checkpoint->top;
    for (size_t i = count; i-- > 0; node = node->parent)
        nodes[i] = node;
    put_nodes(r, nodes, count);
    free(nodes);
}

void checkpoint_restore(struct regenerator *r, const struct checkpoint *checkpoint)
{
    cut(r, frames_in_common(r, checkpoint));
    put_frames(r, checkpoint);
    r->cursor.code = r->code + checkpoint->code;
    r->cursor.from = r->start + checkpoint->offset;
    r->cursor.known = checkpoint->known;
    r->number = checkpoint->number;
    memcpy(r->values, checkpoint->values, sizeof r->values);
    r->part = 0;
    r->barren = 0;
    r->pending_first = r->pending_count = 0;
    r->failed = false;
    if (checkpoint->shelf == r->shelf) {
        shelve(r, checkpoint);
    } else {
        r->shelf->suspended = NULL;
        r->low = 0;
    }
}

/* ---- Freeing ---- */

static size_t node_free(struct node *node)
{
    size_t bytes = node_size(node);
    for (uint32_t i = 0; i < node->landing_count; i++) {
        struct landing *landing = node_landings(node)[i];
        bytes += --landing->kept ? 0 : landing_size(landing);
        landing_release(landing);
    }
    free(node);
    return bytes;
}

size_t checkpoint_free(struct checkpoint *checkpoint)
{
    if (!checkpoint)
        return 0;
    size_t bytes = sizeof *checkpoint;
    struct node *node = checkpoint->top;
    while (node && !--node->references) {
        struct node *parent = node->parent;
        if (checkpoint->shelf->suspended == node)
            checkpoint->shelf->suspended = parent;
        bytes += node_free(node);
        node = parent;
    }
    shelf_release(checkpoint->shelf);
    free(checkpoint);
    return bytes;
}
