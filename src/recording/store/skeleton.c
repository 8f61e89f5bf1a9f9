/* skeleton.c - a provisional store: finds instructions in a text, and reads entries there on demand.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/skeleton.h"
#include "recording/store/columns.h"
#include "recording/store/lists.h"
#include "recording/store/paged.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- Lines of a list by interpolation ----
 *
 * Interpolation search (Perl, Itai, Avni, "Interpolation search - a log log n search", CACM 1978) over bytes of text: a line begins with its own number, and
 * numbers grow nearly evenly with bytes. Each probe reads LOOK bytes somewhere and counts on from the first whole line in it.
 *
 * The end of the list is not known, and a probe behind it may hit another list with X that fit. But then there are too many bytes in between for so few
 * lines (the rest of one list and the front of another), or the lines there have another length. The search does not believe such a probe
 * before it believes one half-way to it. */

enum { LOOK = 4096, PROBES = 64, INTERPOLATIONS = 12, LOOKS_NEAR = 16 };

/* A piece of text. */
struct look {
    char bytes[LOOK];
    uint64_t offset;
    size_t size, at;                /* at: of the next line */
};

static bool look_at(struct input *input, struct look *look, uint64_t offset)
{
    struct error ignored;
    look->offset = offset;
    look->at = 0;
    return input_read(input, offset, look->bytes, LOOK, &look->size, &ignored);
}

/* The X at the beginning of a line. False: the line is not an entry. */
static bool line_x(const char *at, const char *end, uint64_t *x)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    const char *digits = at;
    uint64_t number = 0;
    for (; at < end && (unsigned char)(*at - '0') <= 9; at++)
        if (__builtin_mul_overflow(number, UINT64_C(10), &number) || __builtin_add_overflow(number, (uint64_t)(*at - '0'), &number))
            return false;
    *x = number;
    if (at == digits)
        return false;
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at < end && *at == ':';
}

enum line { LINE_ENTRY, LINE_OTHER, LINE_CUT };

/* The kind of the line at look->at; *next: where the next line begins. The last line of a file may lack its end. */
static enum line look_line(const struct look *look, size_t *next, uint64_t *x)
{
    const char *start = look->bytes + look->at, *end = look->bytes + look->size, *feed = start < end ? memchr(start, '\n', (size_t)(end - start)) : NULL;
    if (!feed && (look->size == LOOK || start == end))
        return LINE_CUT;
    *next = feed ? (size_t)(feed - look->bytes) + 1 : look->size;
    return line_x(start, feed ? feed : end, x) ? LINE_ENTRY : LINE_OTHER;
}

static bool skip_line(struct look *look)
{
    const char *feed = memchr(look->bytes, '\n', look->size);
    if (feed)
        look->at = (size_t)(feed - look->bytes) + 1;
    return feed != NULL;
}

/* Skips lines whose X continue at entry k, up to entry `until`; returns the entry it reached. */
static uint64_t run(struct look *look, const struct guessed *list, uint64_t k, uint64_t until)
{
    size_t next;
    uint64_t x;
    while (k < until && look_line(look, &next, &x) == LINE_ENTRY && x == list->first_x + k * list->step) {
        look->at = next;
        k++;
    }
    return k;
}

/* ---- The end of a list ---- */

/* A place in the list. */
struct place_in_list {
    uint64_t offset, k;             /* entry k begins here; all lines before belong to the list */
    double length;                  /* average length of the lines before */
};

struct seek {
    struct input *input;
    struct guessed list;
    uint64_t count;
    struct place_in_list low;
    uint64_t high;                  /* a place behind the list; UINT64_MAX: none known yet */
    uint64_t aim;                   /* where to look next */
    struct look look;
};

/* Learns first X and step from the first two lines. */
static bool learn(struct seek *seek)
{
    struct look *look = &seek->look;
    size_t next;
    uint64_t second, span;
    if (!look_at(seek->input, look, seek->low.offset) || look_line(look, &next, &seek->list.first_x) != LINE_ENTRY)
        return false;
    look->at = next;
    if (look_line(look, &next, &second) != LINE_ENTRY || second <= seek->list.first_x)
        return false;
    seek->list.step = second - seek->list.first_x;
    look->at = 0;
    return !__builtin_mul_overflow(seek->count - 1, seek->list.step, &span) && !__builtin_add_overflow(span, seek->list.first_x, &span) && span < UINT64_MAX;
}

/* Goes from entry k at look->at to the last whole line of the look, if that is an entry of the list but not its last. Returns the entry it reached. */
static uint64_t stride(struct look *look, const struct guessed *list, uint64_t k, uint64_t count)
{
    const char *start = look->bytes + look->at, *end = memrchr(start, '\n', look->size - look->at), *last = NULL;
    size_t next;
    uint64_t x;
    if (end && end > start)
        last = memrchr(start, '\n', (size_t)(end - start));
    if (!last || last < start || !line_x(last + 1, end, &x) || x <= list->first_x || (x - list->first_x) % list->step)
        return k;
    uint64_t found = (x - list->first_x) / list->step, lines = (uint64_t)(last + 1 - start) / 4;
    if (found <= k || found - k > lines || found + 1 >= count || look_line(look, &next, &x) != LINE_ENTRY)
        return k;
    look->at = (size_t)(last + 1 - look->bytes);
    return found;
}

/* Counts on from the line at look->at, entry k. False: the line is not entry k. */
static bool advance(struct seek *seek, uint64_t k, struct place_in_list *place)
{
    struct look *look = &seek->look;
    size_t start = look->at;
    uint64_t reached = stride(look, &seek->list, k, seek->count);
    if (reached == k)
        reached = run(look, &seek->list, k, seek->count);
    if (reached == k)
        return false;
    *place = (struct place_in_list){look->offset + look->at, reached, (double)(look->at - start) / (double)(reached - k)};
    return true;
}

/* Where the end should be, seen from `low`; half a look earlier, so the look contains the end. */
static uint64_t expect_end(const struct seek *seek)
{
    double away = seek->low.length * (double)(seek->count - seek->low.k) - LOOK / 2;
    double most = seek->high == UINT64_MAX ? 1e18 : (double)(seek->high - seek->low.offset);
    if (away >= most)
        away = most / 2;
    return seek->low.offset + (uint64_t)(away > 0 ? away : 0);
}

/* Estimates the bytes from the start of its list to the line at look->at, which has this X: as if the list began with X 0 and had lines as here. */
static double bytes_before(struct look *look, uint64_t x)
{
    size_t start = look->at, next;
    uint64_t here, lines = 0;
    while (look_line(look, &next, &here) == LINE_ENTRY && here == x + lines) {
        look->at = next;
        lines++;
    }
    return lines ? (double)x * (double)(look->at - start) / (double)lines : 0;
}

/* The line at look->at is not in the list. Its X, if any, says how far back the head of its own list is. */
static void miss(struct seek *seek, bool has_x, uint64_t x, unsigned probe)
{
    uint64_t low = seek->low.offset;
    seek->high = seek->look.offset + seek->look.at;
    double room = (double)(seek->high - low), back = LOOK;
    if (has_x)
        back += bytes_before(&seek->look, x);
    seek->aim = room <= (double)LOOK ? low : low + (uint64_t)(probe < INTERPOLATIONS && back < room ? room - back : room / 2);
}

/* Takes a line that could be entry k, if it is plausible; otherwise aims half-way to it. False: it is not entry k. */
static bool believe(struct seek *seek, uint64_t k)
{
    struct place_in_list place, low = seek->low;
    uint64_t start = seek->look.offset + seek->look.at, bytes = start - low.offset;
    if (k < low.k || k >= seek->count || !advance(seek, k, &place))
        return false;
    double longest = place.length > low.length ? place.length : low.length, shortest = place.length + low.length - longest;
    bool alike = longest <= 2 * shortest || bytes <= LOOKS_NEAR * LOOK;
    if (alike && (double)bytes <= 1.25 * longest * (double)(k - low.k) + 4 * longest) {
        seek->low = place;
        seek->aim = expect_end(seek);
    } else {
        seek->aim = bytes > LOOK ? low.offset + bytes / 2 : low.offset;
    }
    return true;
}

/* Evaluates a look that does not begin at `low`. False: it contains no line. */
static bool probe_line(struct seek *seek, unsigned probe)
{
    struct look *look = &seek->look;
    const struct guessed *list = &seek->list;
    size_t next;
    uint64_t x = 0;
    if (!skip_line(look)) {
        miss(seek, false, 0, probe);
        return look->size < LOOK;       /* the end of the file; otherwise a line longer than any entry */
    }
    bool entry = look_line(look, &next, &x) == LINE_ENTRY;
    if (!entry || x < list->first_x || (x - list->first_x) % list->step || !believe(seek, (x - list->first_x) / list->step))
        miss(seek, entry, x, probe);
    return true;
}

/* Behind the last entry: does something other than an entry follow, or the end of the file? */
static bool is_end(struct seek *seek)
{
    size_t next;
    uint64_t x;
    if (!look_at(seek->input, &seek->look, seek->low.offset))
        return false;
    return seek->look.size == 0 || look_line(&seek->look, &next, &x) == LINE_OTHER;
}

/* Finds the end of a list of `count` entries, whose first line stands at `from`, if its X are first_x, first_x + step, ... . False: other X, or not found
 * in a few dozen probes of 4 KB. */
static bool skeleton_jump(struct input *input, uint64_t from, uint64_t count, struct guessed *list)
{
    struct seek seek = {.input = input, .list = {.from = from}, .count = count, .low = {from, 0, 0}, .high = UINT64_MAX};
    if (count < 2 || !learn(&seek) || !advance(&seek, 0, &seek.low))
        return false;
    seek.aim = expect_end(&seek);
    for (unsigned probe = 0; probe < PROBES && seek.low.k < count; probe++) {
        bool near = seek.aim <= seek.low.offset;
        if (!look_at(input, &seek.look, near ? seek.low.offset : seek.aim))
            return false;
        if (near ? !advance(&seek, seek.low.k, &seek.low) : !probe_line(&seek, probe))
            return false;
        if (near)
            seek.aim = expect_end(&seek);
    }
    if (seek.low.k < count || !is_end(&seek))
        return false;
    *list = seek.list;
    list->to = seek.low.offset;
    return true;
}

/* ---- A line of a list ---- */

static bool skeleton_place(struct input *input, const struct guessed *list, uint64_t count, uint64_t k, uint64_t *offset)
{
    uint64_t low = list->from, high = list->to, low_k = 0, high_k = count, x, found;
    struct look look;
    size_t next;
    for (unsigned probe = 0; probe < PROBES && low_k <= k && low < high; probe++) {
        double share = probe < INTERPOLATIONS ? (double)(k - low_k) / (double)(high_k - low_k) : 0.5;
        double away = (double)(high - low) * share - LOOK / 2;
        uint64_t aim = high - low > LOOK && away > 0 ? low + (uint64_t)away : low;
        if (!look_at(input, &look, aim) || (aim > low && !skip_line(&look)) || look_line(&look, &next, &x) != LINE_ENTRY || x < list->first_x)
            return false;
        found = (x - list->first_x) / list->step;
        if (found > k) {
            if (look.offset + look.at >= high)
                return false;
            high = look.offset + look.at;
            high_k = found;
            continue;
        }
        found = run(&look, list, found, k);
        *offset = look.offset + look.at;
        if (found == k && look_line(&look, &next, &x) == LINE_ENTRY && x == list->first_x + k * list->step)
            return true;
        if (found < low_k || *offset <= low)
            return false;
        low = *offset;
        low_k = found;
    }
    return false;
}

/* ---- Entries of a provisional store, read from the text on demand ---- */

/* 256 entries of one list. */
struct chunk {
    const struct list *list;        /* NULL: empty */
    uint64_t b;
    unsigned count;
    uint64_t x[BLOCK], id[BLOCK], instance[BLOCK];  /* for values only X */
};

void skeleton_free(struct skeleton *skeleton)
{
    if (skeleton)
        free(skeleton->chunk);
    free(skeleton);
}

static const struct guessed *guessed_of(const struct store *store, const struct list *list)
{
    return &store->skeleton->lists[list - store->lists];
}

bool guessed_offset(const struct store *store, const struct list *list, uint64_t b, uint64_t *offset)
{
    const struct guessed *guessed = guessed_of(store, list);
    if (b > (list->count - 1) / BLOCK || input_changed(store->input) != INPUT_UNCHANGED)
        return false;
    if (guessed->step)
        return skeleton_place(store->input, guessed, list->count, b * BLOCK, offset);
    *offset = store->skeleton->marks[guessed->first_mark + b].offset;
    return true;
}

static void chunk_read(const struct store *store, struct chunk *chunk, bool values, uint64_t offset, unsigned want)
{
    struct part_source source = {.input = store->input, .from = offset, .to = UINT64_MAX, .path = WET_PATH_SCALAR, .piece = 8192};
    struct feeder feeder;
    struct wet_item item;
    struct error ignored;
    bool done = false;
    feeder_open(&feeder, &source, WET_COMPREHENSIVE, values ? WET_FROM_VALUES : WET_FROM_LIST);
    while (!done && chunk->count < want) {
        if (!wet_reader_next(feeder.reader, &item)) {
            if (!feeder_go_on(&feeder, &done, &ignored))
                done = true;
        } else if (item.kind == (values ? WET_ITEM_VALUE : WET_ITEM_ENTRY)) {
            unsigned i = chunk->count++;
            chunk->x[i] = values ? item.value.x : item.entry.x;
            chunk->id[i] = values ? 0 : item.entry.id;
            chunk->instance[i] = values ? 0 : item.entry.instance;
        } else if (item.kind != WET_ITEM_PROBLEM) {
            done = true;
        }
    }
    feeder_close(&feeder);
}

/* The entries from b * BLOCK on; perhaps fewer than there should be. */
static const struct chunk *chunk_of(const struct store *store, const struct list *list, uint64_t b)
{
    struct skeleton *skeleton = store->skeleton;
    if (!skeleton->chunk)
        skeleton->chunk = memory_allocate(sizeof *skeleton->chunk);
    struct chunk *chunk = skeleton->chunk;
    uint64_t offset, left = list->count - b * BLOCK;
    if (chunk->list == list && chunk->b == b)
        return chunk;
    chunk->list = list;
    chunk->b = b;
    chunk->count = 0;
    if (guessed_offset(store, list, b, &offset))
        chunk_read(store, chunk, list->flags & LIST_VALUES, offset, left < BLOCK ? (unsigned)left : BLOCK);
    return chunk;
}

/* ---- X ---- */

static uint64_t below_by_step(const struct guessed *guessed, uint64_t count, uint64_t x)
{
    if (x <= guessed->first_x)
        return 0;
    uint64_t steps = (x - guessed->first_x - 1) / guessed->step + 1;
    return steps < count ? steps : count;
}

uint64_t guessed_below(const struct store *store, const struct list *list, uint64_t x)
{
    const struct guessed *guessed = guessed_of(store, list);
    if (list->count == 0 || guessed->step)
        return list->count ? below_by_step(guessed, list->count, x) : 0;
    const struct mark *marks = store->skeleton->marks + guessed->first_mark;
    LOWER_BOUND(uint64_t, at, 0, (list->count - 1) / BLOCK + 1, marks[at].x < x);
    if (at == 0)
        return 0;
    const struct chunk *chunk = chunk_of(store, list, at - 1);
    uint64_t below = (at - 1) * BLOCK;
    for (unsigned i = 0; i < chunk->count && chunk->x[i] < x; i++)
        below++;
    return below;
}

uint64_t guessed_x(const struct store *store, const struct list *list, uint64_t entry)
{
    const struct guessed *guessed = guessed_of(store, list);
    if (guessed->step)
        return guessed->first_x + entry * guessed->step;
    const struct chunk *chunk = chunk_of(store, list, entry / BLOCK);
    return entry % BLOCK < chunk->count ? chunk->x[entry % BLOCK] : 0;
}

/* ---- Entries ---- */

bool guessed_node(const struct store *store, const struct list *list, uint64_t entry, struct node *node)
{
    const struct chunk *chunk = chunk_of(store, list, entry / BLOCK);
    unsigned i = (unsigned)(entry % BLOCK);
    if (i >= chunk->count || chunk->x[i] != guessed_x(store, list, entry))
        return false;
    node->instance = chunk->instance[i];
    return store_find_id(store, chunk->id[i], &node->index);
}

/* ---- Walks through a text, and jumps over its long lists ----
 *
 * A wet_reader reads the lines, as for the real store, except those jumped over. If a block then contradicts its own head, a jump went wrong, and the walk
 * reads the block again without jumps. */

/* The walk reads shorter lists line by line: that is as fast as looking for their ends. */
enum { JUMP_LEAST = 600 };

enum { PIECE_LEAST = 4096, PIECE_MOST = 1 << 18 };

/* The walk may take SCREEN_MILLISECONDS for the first SCREEN instructions in any case. */
enum { SCREEN = 200, SCREEN_MILLISECONDS = 100 };

struct walk {
    struct input *input;
    struct wet_reader *reader;
    struct found *found;
    char *buffer;
    uint64_t offset;                /* of the piece fed, in the text */
    uint64_t base;                  /* wet_reader_offset() at that time */
    size_t size, want;              /* of the piece; of the next one */
    bool at_end;                    /* of the text, behind this piece */
    uint64_t line;                  /* where the last line taken began */
    int64_t start, limit;           /* nanoseconds */
    /* the open block */
    bool has_block, dropped, jumped;
    struct record record;
    size_t first_mark;
    uint64_t block_offset, again;   /* again: offset of the block to read without jumps */
    /* the open list */
    bool is_open, in_values, clean, leapt;
    struct list list;
    struct guessed guessed;
    uint64_t announced;
    /* the whole */
    uint64_t count, blocks;
    bool has_count, has_problems;
    struct wet_batch batch;
};

void found_free(struct found *found)
{
    free(found->records);
    free(found->lists);
    free(found->guessed);
    free(found->marks);
    map_free(&found->by_id);
    map_free(&found->name_places);
    pool_free(&found->names);
    text_free(&found->name_bytes);
}

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static bool is_time_over(const struct walk *walk)
{
    int64_t spent = now() - walk->start;
    return spent >= walk->limit && (walk->found->records_count >= SCREEN || spent >= SCREEN_MILLISECONDS * INT64_C(1000000));
}

/* ---- Pieces ---- */

/* Where the next line begins. */
static uint64_t place(const struct walk *walk)
{
    return walk->offset + (wet_reader_offset(walk->reader) - walk->base);
}

/* Feeds the reader whole lines from an offset on, or a part of a too long line. */
static bool piece_feed(struct walk *walk, uint64_t offset, struct error *error)
{
    size_t got;
    for (;;) {
        walk->buffer = memory_resize(walk->buffer, walk->want + WET_SLACK);
        if (!input_read(walk->input, offset, walk->buffer, walk->want, &got, error))
            return false;
        walk->at_end = got < walk->want;
        const char *feed = got ? memrchr(walk->buffer, '\n', got) : NULL;
        walk->size = walk->at_end || !feed ? got : (size_t)(feed - walk->buffer) + 1;
        if (walk->at_end || feed || got > WET_LINE_MAX)
            break;
        walk->want *= 2;
    }
    memset(walk->buffer + got, 0, WET_SLACK);
    walk->offset = offset;
    wet_reader_feed(walk->reader, (struct str){walk->buffer, walk->size}, false);
    walk->base = offset ? wet_reader_offset(walk->reader) : 0; /* the reader has skipped a byte order mark already */
    return true;
}

static bool piece_next(struct walk *walk, struct error *error)
{
    walk->want = walk->want < PIECE_MOST ? walk->want * 2 : PIECE_MOST;
    return piece_feed(walk, walk->offset + walk->size, error);
}

/* ---- Lists ---- */

static void list_end(struct walk *walk)
{
    struct list *list = &walk->list;
    if (!walk->is_open)
        return;
    walk->is_open = false;
    if (walk->dropped)
        return;
    if (walk->clean && list->count == walk->announced && list->top > list->count)
        evidence_raise(&walk->found->evidence, EVIDENCE_GAP);
    if (!walk->leapt)
        walk->guessed.to = walk->line;
    if (walk->in_values)
        walk->record.value_list = walk->found->lists_count;
    else
        walk->record.ports++;
    ARRAY_ADD(walk->found, lists, *list);
    ARRAY_ADD(walk->found, guessed, walk->guessed);
}

/* Jumps over the open list, if it is long and it finds the list's end. */
static bool list_leap(struct walk *walk, struct error *error)
{
    struct list *list = &walk->list;
    if (walk->announced < JUMP_LEAST || walk->block_offset == walk->again || !skeleton_jump(walk->input, walk->guessed.from, walk->announced, &walk->guessed))
        return true;
    walk->leapt = walk->jumped = true;
    list->count = walk->announced;
    list->top = walk->guessed.first_x + (list->count - 1) * walk->guessed.step + 1;
    walk->want = PIECE_LEAST;
    return piece_feed(walk, walk->guessed.to, error);
}

static bool list_begin(struct walk *walk, bool values, uint64_t announced, struct error *error)
{
    list_end(walk);
    walk->is_open = walk->clean = true;
    walk->in_values = values;
    walk->leapt = false;
    walk->announced = announced;
    walk->list = (struct list){.xs = NOWHERE, .flags = LIST_GUESSED | LIST_SORTED | (values ? LIST_VALUES | LIST_TEXT : 0)};
    walk->guessed = (struct guessed){.from = place(walk), .first_mark = walk->found->marks_count};
    return list_leap(walk, error);
}

/* Takes entries from `offset` on: several from a batch, or one. Behind a jump there should be none. */
static void entries_take(struct walk *walk, const uint64_t *xs, unsigned count, uint64_t offset)
{
    struct list *list = &walk->list;
    if (walk->leapt)
        return;
    if (xs[0] < list->top)
        walk->clean = false;
    if (list->count % BLOCK == 0 && !walk->dropped)
        ARRAY_ADD(walk->found, marks, (struct mark){xs[0], offset});
    list->count += count;
    if (xs[count - 1] >= list->top)
        list->top = xs[count - 1] + 1;
}

/* ---- Blocks ---- */

static uint64_t name_keep(struct found *found, struct str name)
{
    uint64_t at;
    if (!name.data)
        return NOWHERE;
    name = pool_name(&found->names, name);
    if (map_get(&found->name_places, (uint64_t)(uintptr_t)name.data, &at))
        return at;
    uint32_t size = (uint32_t)name.size;
    at = found->name_bytes.size;
    text_append(&found->name_bytes, (struct str){(const char *)&size, sizeof size});
    text_append(&found->name_bytes, name);
    map_put(&found->name_places, (uint64_t)(uintptr_t)name.data, at);
    return at;
}

static void block_end(struct walk *walk)
{
    list_end(walk);
    if (walk->has_block && !walk->dropped) {
        map_put(&walk->found->by_id, walk->record.id, walk->found->records_count);
        ARRAY_ADD(walk->found, records, walk->record);
    }
    walk->blocks += walk->has_block;
    walk->has_block = walk->jumped = false;
}

/* Forgets the open block. */
static void block_drop(struct walk *walk)
{
    struct found *found = walk->found;
    if (walk->has_block && !walk->dropped) {
        found->marks_count = walk->first_mark;
        found->lists_count = found->guessed_count = walk->record.first_list;
    }
    walk->has_block = walk->is_open = walk->jumped = false;
}

static void block_begin(struct walk *walk, const struct wet_block *block)
{
    uint64_t index;
    block_end(walk);
    walk->has_block = true;
    walk->block_offset = walk->found->reached = walk->line;
    walk->dropped = map_get(&walk->found->by_id, block->id, &index) || walk->found->records_count >= INSTRUCTIONS_MAX;
    walk->has_problems |= walk->dropped;
    walk->first_mark = walk->found->marks_count;
    walk->record = (struct record){.id = block->id, .address = block->address, .line = block->line, .first_list = walk->found->lists_count,
                                   .value_list = NOWHERE, .flags = RECORD_BLOCK};
    if (!walk->dropped) {
        walk->record.file = name_keep(walk->found, block->file);
        walk->record.function = name_keep(walk->found, block->function);
    }
}

/* Goes back to the beginning of the open block, to read it again without jumps. */
static bool block_again(struct walk *walk, struct error *error)
{
    block_drop(walk);
    walk->again = walk->block_offset;
    wet_reader_close(walk->reader);
    walk->reader = wet_reader_start(WET_COMPREHENSIVE, WET_FROM_BLOCK);
    walk->want = PIECE_LEAST;
    return piece_feed(walk, walk->block_offset, error);
}

/* ---- The walk ---- */

/* The reader reports the entries jumped over as missing; ignore that. Other contradictions in a block with jumps may be the fault of a jump. */
static bool problem_take(struct walk *walk, const struct wet_finding *problem, struct error *error)
{
    if (problem->kind == WET_SIZE_MISMATCH && walk->is_open && walk->leapt && problem->second == 0)
        return true;
    if (walk->jumped && (problem->kind == WET_SIZE_MISMATCH || problem->kind == WET_BAD_LINE || problem->kind == WET_PORTS_MISMATCH ||
                         problem->kind == WET_MISSING_VALUES))
        return block_again(walk, error);
    walk->has_problems = true;
    return true;
}

static bool item_take(struct walk *walk, const struct wet_item *item, struct error *error)
{
    struct found *found = walk->found;
    switch (item->kind) {
    case WET_ITEM_ENTRY: entries_take(walk, &item->entry.x, 1, walk->line); break;
    case WET_ITEM_VALUE: entries_take(walk, &item->value.x, 1, walk->line); break;
    case WET_ITEM_PORT: return list_begin(walk, false, item->number, error);
    case WET_ITEM_VALUES: return list_begin(walk, true, item->number, error);
    case WET_ITEM_BLOCK: block_begin(walk, &item->block); break;
    case WET_ITEM_NO_VALUES:
        list_end(walk);
        walk->record.flags |= RECORD_NO_VALUES;
        break;
    case WET_ITEM_PROBLEM: return problem_take(walk, &item->problem, error);
    case WET_ITEM_COUNT:
        evidence_raise(&found->evidence, evidence_of_count(item));
        walk->count = item->number;
        walk->has_count = true;
        break;
    case WET_ITEM_ARROW: break;
    }
    return true;
}

/* Takes the problems at the end of the text, and ends the last block. */
static bool end_take(struct walk *walk, bool *again, struct error *error)
{
    struct wet_item item;
    *again = false;
    wet_reader_block_ends(walk->reader);
    walk->line = place(walk);
    while (wet_reader_next(walk->reader, &item)) {
        bool had_block = walk->has_block;
        if (item.kind == WET_ITEM_PROBLEM && !problem_take(walk, &item.problem, error))
            return false;
        *again = had_block && !walk->has_block;     /* problem_take went back */
        if (*again)
            return true;
    }
    block_end(walk);
    walk->found->reached = place(walk);
    walk->found->whole = !walk->has_problems && walk->has_count && walk->count == walk->blocks;
    return true;
}

/* Goes on when the piece is used up. */
static bool go_on(struct walk *walk, bool *done, struct error *error)
{
    bool again;
    if (!walk->at_end)
        return piece_next(walk, error);
    if (!end_take(walk, &again, error))
        return false;
    *done = !again;
    return true;
}

/* Takes the next lines, or the next piece. *done: the end of the text, or of the time. */
static bool step(struct walk *walk, bool *done, struct error *error)
{
    struct wet_item item;
    uint64_t before = place(walk);
    if (wet_reader_batch(walk->reader, &walk->batch, BLOCK - (unsigned)(walk->list.count % BLOCK))) {
        entries_take(walk, walk->batch.x, walk->batch.count, before);
        return true;
    }
    bool given = wet_reader_next(walk->reader, &item);
    if (place(walk) != before)
        walk->line = before;
    if ((!given || item.kind == WET_ITEM_BLOCK || item.kind == WET_ITEM_PORT || item.kind == WET_ITEM_VALUES) && is_time_over(walk)) {
        if (given && item.kind == WET_ITEM_BLOCK) {
            block_end(walk);
            walk->found->reached = walk->line;
        }
        *done = true;
        return true;
    }
    return given ? item_take(walk, &item, error) : go_on(walk, done, error);
}

bool skeleton_find(struct input *input, unsigned milliseconds, struct found *found, struct error *error)
{
    struct walk *walk = memory_allocate(sizeof *walk);
    bool done = false;
    *walk = (struct walk){.input = input, .found = found, .want = PIECE_LEAST * 4, .again = UINT64_MAX};
    walk->start = now();
    walk->limit = milliseconds * INT64_C(1000000);
    walk->reader = wet_reader_start(WET_COMPREHENSIVE, WET_FROM_FILE);
    bool good = piece_feed(walk, 0, error);
    while (good && !done)
        good = step(walk, &done, error);
    block_drop(walk);               /* time ran out within a block */
    wet_reader_close(walk->reader);
    free(walk->buffer);
    free(walk);
    return good;
}

/* ---- A provisional store from the result of a walk ---- */

/* ---- Executions (clew-formats(5) 1.4) ---- */

/* Without entries of its own an instruction counts as having run once, at least: the entries of others that name it are not known. */
static void count_executions(struct record *record, const struct list *lists, bool dense)
{
    uint64_t least;
    record->executions = lists_executions(record, lists, &least);
    if (record->executions == 0 || (dense && least < record->executions))
        record->flags |= RECORD_EXECUTIONS_LEAST;
    if (record->executions == 0)
        record->executions = 1;
}

static uint64_t executions_find(struct found *found, bool dense)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < found->records_count; i++) {
        count_executions(&found->records[i], found->lists, dense);
        if (__builtin_add_overflow(sum, found->records[i].executions, &sum))
            sum = UINT64_MAX;
    }
    return sum;
}

/* ---- Tables ---- */

static const void *table_copy(struct store *store, const void *items, size_t count, size_t item)
{
    void *copy = arena_allocate(&store->arena, count * item + PAGED_SLACK);
    if (count)
        memcpy(copy, items, count * item);
    return copy;
}

static const uint32_t *order_make(struct store *store, bool by_address)
{
    uint32_t *order = arena_allocate(&store->arena, (size_t)(store->record_count + 1) * sizeof *order);
    records_order(store->records, (size_t)store->record_count, by_address, order);
    return order;
}

static void tables_make(struct store *store, const struct found *found)
{
    store->record_count = store->summary.instructions = found->records_count;
    store->records = table_copy(store, found->records, found->records_count, sizeof *found->records);
    store->list_count = found->lists_count;
    store->lists = table_copy(store, found->lists, found->lists_count, sizeof *found->lists);
    store->names_size = found->name_bytes.size;
    store->names = table_copy(store, found->name_bytes.data, found->name_bytes.size, 1);
    store->users = arena_allocate(&store->arena, (found->records_count + 1) * sizeof *store->users);
    store->by_id = order_make(store, false);
    store->by_address = order_make(store, true);
    store->by_address_count = store->record_count;
}

/* Makes a paged file with empty streams. */
static bool streams_make(struct store *store, struct error *error)
{
    struct paged_writer *writer;
    return paged_create(NULL, STREAMS, &writer, error) && paged_finish(writer, &store->header, sizeof store->header, &store->paged, error);
}

bool skeleton_load(struct store *store, const struct store_options *options, struct found *found, struct error *error)
{
    struct skeleton *skeleton = memory_allocate(sizeof *skeleton);
    store->skeleton = skeleton;
    store->header = (struct store_header){.kind = STORE_COMPREHENSIVE, .instructions = found->records_count};
    header_number(&store->header, options->numbering, found->evidence);
    store->header.instances = executions_find(found, store->header.dense != 0);
    store->summary = (struct store_summary){.kind = STORE_COMPREHENSIVE, .dense = store->header.dense != 0, .evidence = (enum store_evidence)store->header.evidence};
    store->orders = orders_new();
    tables_make(store, found);
    skeleton->lists = table_copy(store, found->guessed, found->guessed_count, sizeof *found->guessed);
    skeleton->marks = table_copy(store, found->marks, found->marks_count, sizeof *found->marks);
    skeleton->reached = found->reached;
    skeleton->size = input_size(store->input);
    skeleton->whole = found->whole;
    return streams_make(store, error);
}
