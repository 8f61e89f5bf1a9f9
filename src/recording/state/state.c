/* state.c - finds the pieces that tell of a moment, and asks them.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/state/state.h"
#include "recording/state/files.h"
#include "recording/state/log_reader.h"
#include "recording/state/terse.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 4096 /* bytes that are asked about together */ };
#define NO_PIECE STATE_NO_PIECE

/* A machine with a piece in it. */
struct slot {
    uint64_t piece;                     /* NO_PIECE: none */
    uint64_t used;                      /* when, by the count of questions */
    bool ended;                         /* ran to its end; otherwise the moment is `time` */
    bool behind;                        /* just behind the execution before `time` */
    bool between;                       /* behind, but not at an execution's end: state_go_instruction */
    bool begun;                         /* is behind the first LOG_THREAD; before it stand the ranges that were shared already */
    uint64_t time, instruction;         /* of the next execution in your code; of the next instruction of all */
    struct machine *machine;
    struct piece_run *run;
    struct text bytes;
};

struct state {
    const struct store *store;
    struct micro_codes *codes;
    struct files *files;
    ARRAY(uint32_t, first_shown);       /* by segment: of its parts in `shown`; one more at the end */
    struct text shown;                  /* a byte for each part: is it your code? */
    ARRAY(struct piece_counts, counts); /* by segment */
    uint64_t opens, closes;             /* the window: instructions of all code that are recorded */
    /* The first is of the moment; the last runs pieces that list accesses, and keeps them, too. */
    struct slot slots[STATE_PIECES + 1];
    struct touched_index *index;        /* NULL: not needed yet */
    uint64_t questions;
    struct error damage;
    bool damaged;
};

static bool note_damage(struct state *state, const struct error *error)
{
    if (!state->damaged)
        state->damage = *error;
    state->damaged = true;
    return false;
}

bool state_damage(const struct state *state, struct error *error)
{
    if (state->damaged)
        *error = state->damage;
    return state->damaged;
}

const struct micro_codes *state_codes(const struct state *state)
{
    return state->codes;
}

bool state_is_all_recorded(const struct state *state)
{
    return state->opens == 0 && state->closes == UINT64_MAX;
}

/* ---- Opening ---- */

static void count_segment(struct state *state, uint32_t segment)
{
    struct micro_parts parts = micro_parts(state->codes, segment);
    struct piece_counts counts = {0};
    for (size_t i = 0; i < parts.count; i++) {
        counts.instructions += parts.items[i].starts;
        counts.yours += parts.items[i].starts && state->shown.data[state->first_shown[segment] + i];
    }
    while (state->counts_count < segment)
        ARRAY_ADD(state, counts, (struct piece_counts){0});
    ARRAY_ADD(state, counts, counts);
}

/* A definition and, behind it, a byte for each instruction. False: damaged. */
static bool take_definition(struct state *state, struct str definition, struct error *error)
{
    uint64_t id = definition.size < TERSE_HEAD ? 0 : log_number((const uint8_t *)definition.data, 4);
    uint64_t parts = definition.size < TERSE_HEAD ? 0 : log_number((const uint8_t *)definition.data + 4, 4);
    if (id != (state->first_shown_count ? state->first_shown_count : 1) || parts > definition.size - TERSE_HEAD)
        return error_set(error, "a definition of the state stream is damaged");
    while (state->first_shown_count <= id)
        ARRAY_ADD(state, first_shown, (uint32_t)state->shown.size);
    text_append(&state->shown, str_cut(definition, definition.size - parts, parts));
    if (!micro_define_terse(state->codes, str_cut(definition, 0, definition.size - parts), error))
        return false;
    count_segment(state, (uint32_t)id);
    return true;
}

static bool take_definitions(struct state *state, struct error *error)
{
    enum { SIZE = 4 };
    struct text text = {0};
    bool good = store_piece_definitions(state->store, &text, error);
    struct str rest = text_str(&text);
    while (good && rest.size) {
        uint64_t size = rest.size < SIZE ? UINT64_MAX : log_number((const uint8_t *)rest.data, SIZE);
        if (size > rest.size - (rest.size < SIZE ? 0 : SIZE)) {
            good = error_set(error, "the definitions of the state stream are cut short");
            break;
        }
        good = take_definition(state, str_cut(rest, SIZE, size), error);
        rest = str_cut(rest, SIZE + size, SIZE_MAX);
    }
    ARRAY_ADD(state, first_shown, (uint32_t)state->shown.size);
    text_free(&text);
    return good;
}

static void read_window(struct state *state)
{
    struct str note = store_note(state->store, "state window"), word;
    state->opens = 0;
    state->closes = UINT64_MAX;
    if (str_field(&note, &word) && str_decimal(word, &state->opens) && str_field(&note, &word))
        (void)str_decimal(word, &state->closes);
}

bool state_open(const struct store *store, struct state **made, struct error *error)
{
    struct state *state = memory_allocate(sizeof *state);
    state->store = store;
    state->codes = micro_codes_open();
    state->files = files_open(store);
    for (size_t i = 0; i <= STATE_PIECES; i++)
        state->slots[i].piece = NO_PIECE;
    read_window(state);
    if (!take_definitions(state, error)) {
        state_close(state);
        return false;
    }
    *made = state;
    return true;
}

void state_close(struct state *state)
{
    if (!state)
        return;
    for (size_t i = 0; i <= STATE_PIECES; i++) {
        piece_close(state->slots[i].run);
        machine_close(state->slots[i].machine);
        text_free(&state->slots[i].bytes);
    }
    touched_index_close(state->index);
    micro_codes_close(state->codes);
    files_close(state->files);
    free(state->first_shown);
    free(state->counts);
    text_free(&state->shown);
    free(state);
}

/* ---- Pieces in machines ---- */

static bool load(struct state *state, struct slot *slot, uint64_t piece)
{
    struct error error;
    struct store_piece about = store_piece(state->store, piece);
    if (!slot->machine) {
        slot->machine = machine_open(state->codes);
        slot->run = piece_open(slot->machine);
    }
    slot->piece = NO_PIECE;
    slot->ended = slot->behind = slot->between = slot->begun = false;
    slot->time = about.time;
    slot->instruction = about.before;
    if (!store_piece_bytes(state->store, piece, &slot->bytes, &error) || !piece_start(slot->run, text_str(&slot->bytes), &error))
        return note_damage(state, &error);
    slot->piece = piece;
    return true;
}

/* A search in all memory. */
struct search {
    struct str bytes;
    struct image before;                /* what earlier pieces left, and events of this one */
    state_taker *take;
    void *context;
    bool enough;
};

/* What a run lists. */
struct listing {
    struct search *search;              /* then it takes hits, and there is no list */
    struct image_range range;           /* the bytes that are asked about */
    struct state_accesses *list;
    bool pending;                       /* the last one is an event that has not taken effect: its bytes are not there yet */
};

struct goal {
    struct state *state;
    struct slot *slot;
    uint64_t time;                      /* stop before the execution at this time */
    bool behind;                        /* stop just behind the one before it */
    uint64_t ordinal_end;               /* stop before this instruction of all code */
    /* the run under way, for accesses in it */
    uint32_t segment, from;
    uint64_t began, ordinal;            /* slot's time and instruction before it */
    struct listing *listing;            /* NULL: not wanted */
    struct piece_quiet quiet;
};

/* Has a search found enough? */
static bool is_enough(const struct goal *goal)
{
    return goal->listing && goal->listing->search && goal->listing->search->enough;
}

bool state_is_yours(const struct state *state, uint32_t segment, uint32_t part, uint64_t instruction)
{
    return segment + 1 < state->first_shown_count && state->shown.data[state->first_shown[segment] + part] && instruction >= state->opens &&
           instruction < state->closes;
}

/* Does an access go on with the one before it? Some instructions access memory in parts. */
static bool goes_on(const struct state_accesses *list, const struct state_access *access)
{
    const struct state_access *last = list->items_count ? &list->items[list->items_count - 1] : NULL;
    return last && access->instruction && last->instruction == access->instruction && last->order == access->order && last->how == access->how &&
           last->address + last->size == access->address;
}

static void add_access(struct listing *listing, struct state_access access, const uint8_t *bytes)
{
    enum { BYTES_MOST = 1 << 26 };
    struct state_accesses *list = listing->list;
    if (list->items_count == STATE_ACCESSES_MOST || list->bytes.size > BYTES_MOST) {
        list->cut = true;
        return;
    }
    access.bytes = list->bytes.size;
    if (access.told)
        text_append(&list->bytes, (struct str){(const char *)bytes, access.last - access.first + 1});
    if (goes_on(list, &access)) {
        struct state_access *last = &list->items[list->items_count - 1];
        last->size += access.size;
        last->last = access.last;
        return;
    }
    ARRAY_ADD(list, items, access);
}

/* The event that a run has passed has taken effect: what are the bytes now? */
static void note_event(struct goal *goal)
{
    struct listing *listing = goal->listing;
    if (!listing || !listing->pending)
        return;
    listing->pending = false;
    struct state_access *access = &listing->list->items[listing->list->items_count - 1];
    uint64_t size = access->last - access->first + 1;
    struct image *image = machine_image(goal->slot->machine);
    if (!image_knows(image, access->first, size))
        return;
    access->told = true;
    image_read(image, access->first, text_extend(&listing->list->bytes, size), size);
}

/* Lists the accesses of the run that has just ended. */
static void note_hits(struct goal *goal)
{
    const struct state *state = goal->state;
    struct micro_parts parts = micro_parts(state->codes, goal->segment);
    const struct machine_hit *hits;
    if (!goal->listing)
        return;
    note_event(goal);
    uint64_t time = goal->began, ordinal = goal->ordinal;
    size_t count = machine_hits(goal->slot->machine, &hits);
    if (count == MACHINE_HITS && !goal->listing->search)
        goal->listing->list->cut = true;
    uint32_t next = goal->from;
    bool yours = false;
    for (size_t i = 0; i < count; i++) {
        const struct machine_hit *hit = &hits[i];
        for (; next <= hit->part && next < parts.count; next++) {
            yours = state_is_yours(state, goal->segment, next, parts.items[next].starts ? ordinal : ordinal - 1);
            time += parts.items[next].starts && yours;
            ordinal += parts.items[next].starts;
        }
        struct image_range range = goal->listing->range;
        struct search *search = goal->listing->search;
        struct state_access access = {hit->loads ? STATE_LOADED : STATE_STORED, yours, true, time - 1, ordinal - 1, 0, hit->address, hit->size,
                                      hit->address, hit->address + (hit->size - 1), 0};
        access.instruction = hit->part < parts.count ? parts.items[hit->part].address : 0;
        if (search) {
            access.size = search->bytes.size;
            search->enough = search->enough || !search->take(search->context, &access);
            continue;
        }
        access.first = access.first > range.first ? access.first : range.first;
        access.last = access.last < range.last ? access.last : range.last;
        add_access(goal->listing, access, hit->bytes + (access.first - access.address));
    }
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* How far runs only have to be counted: to where the goal may be, the window begins or ends, or the bytes behind an event are wanted. */
static void set_quiet(struct goal *goal)
{
    const struct state *state = goal->state;
    uint64_t now = goal->slot->instruction;
    bool opened = now >= state->opens, closed = now >= state->closes, asks = goal->listing && (goal->listing->pending || is_enough(goal));
    goal->quiet.counts_yours = opened && !closed;
    goal->quiet.count = asks ? 0 : state->counts_count;
    goal->quiet.instructions_most = smaller(goal->ordinal_end, !opened ? state->opens : !closed ? state->closes : UINT64_MAX);
    goal->quiet.yours_most = goal->time ? goal->time - 1 : 0;
}

static void take_hits(void *context, uint32_t segment, bool asked)
{
    struct goal *goal = context;
    if (!asked) {
        goal->segment = segment;
        goal->from = 0;
        goal->began = goal->slot->time;
        goal->ordinal = goal->slot->instruction;
    }
    note_hits(goal);
    set_quiet(goal);
}

static uint32_t count_run(void *context, uint32_t segment, uint32_t from, uint32_t to)
{
    struct goal *goal = context;
    const struct state *state = goal->state;
    struct slot *slot = goal->slot;
    struct micro_parts parts = micro_parts(state->codes, segment);
    note_event(goal);
    goal->segment = segment;
    goal->from = from;
    goal->began = slot->time;
    goal->ordinal = slot->instruction;
    if (is_enough(goal))
        return from;
    for (uint32_t i = from; i < to; i++) {
        if (!parts.items[i].starts)
            continue;
        bool yours = state_is_yours(state, segment, i, slot->instruction);
        if ((slot->time == goal->time && (yours || goal->behind)) || slot->instruction == goal->ordinal_end)
            return i;
        slot->time += yours;
        slot->instruction++;
    }
    set_quiet(goal);
    return MACHINE_WHOLE;
}

/* Lists an event. A system call tells first that it wrote, then what. */
static void list_event(struct goal *goal, const struct log_record *event, struct image_range part)
{
    bool kernel = event->kind == LOG_KERNEL_WROTE || event->kind == LOG_KERNEL_BYTES;
    struct state_access access = {.how = kernel ? STATE_KERNEL : STATE_TAKEN, .time = goal->slot->time - 1, .order = goal->slot->instruction,
                                  .address = part.first, .size = part.last - part.first + 1, .first = part.first, .last = part.last};
    struct state_accesses *list = goal->listing->list;
    struct state_access *last = list->items_count ? &list->items[list->items_count - 1] : NULL;
    if (last && event->kind == LOG_KERNEL_BYTES && last->how == STATE_KERNEL && !last->told && last->order == access.order && last->first == access.first &&
        last->last == access.last)
        list->items_count--;
    size_t count = list->items_count;
    add_access(goal->listing, access, NULL);
    goal->listing->pending = list->items_count > count;
}

/* The search goes through bytes that a system call wrote, or that lay there at the start, and those around them. */
static void search_event(struct goal *goal, const struct log_record *event)
{
    enum { HEAD = 8 };
    struct search *search = goal->listing->search;
    uint64_t wanted = search->bytes.size, around = wanted - 1, address = event->size > HEAD ? log_number(event->data, HEAD) : 0;
    piece_event(&search->before, event);
    bool tells = event->kind == LOG_KERNEL_BYTES || event->kind == LOG_BYTES;
    if (!tells || event->size <= HEAD || address > UINT64_MAX - event->size - around)
        return;
    uint64_t from = address < around ? 0 : address - around, size = address - from + (event->size - HEAD) + around;
    uint8_t *bytes = memory_allocate(2 * size), *newer = bytes + size;
    bool *known = memory_allocate(2 * size * sizeof *known), *knows = known + size;
    image_read_known(&search->before, from, bytes, known, size);
    image_read_known(machine_image(goal->slot->machine), from, newer, knows, size);
    memset(knows + (address - from), false, event->size - HEAD);
    for (uint64_t i = 0; i < size; i++) {
        bytes[i] = knows[i] ? newer[i] : bytes[i];
        known[i] = known[i] || knows[i];
    }
    for (uint64_t i = 0; i + wanted <= size && !search->enough; i++) {
        struct state_access access = {.how = event->kind == LOG_BYTES ? STATE_TAKEN : STATE_KERNEL, .time = goal->slot->time - 1,
                                      .order = goal->slot->instruction, .address = from + i, .size = wanted};
        if (memcmp(bytes + i, search->bytes.data, wanted) == 0 && !memchr(known + i, false, wanted))
            search->enough = !search->take(search->context, &access);
    }
    free(bytes);
    free(known);
}

static bool pass_event(void *context, const struct log_record *event)
{
    struct goal *goal = context;
    struct image_range part;
    if (goal->behind && (goal->slot->time == goal->time || goal->slot->instruction == goal->ordinal_end))
        return false;
    note_event(goal);
    goal->slot->begun = goal->slot->begun || event->kind == LOG_THREAD;
    if (goal->listing && goal->listing->search && goal->slot->begun)
        search_event(goal, event);
    else if (goal->listing && goal->slot->begun && piece_event_changes(event, goal->listing->range, &part))
        list_event(goal, event, part);
    set_quiet(goal);
    return true;
}

/* Runs a slot's piece on, up to a goal or its end. */
static bool run_to(struct goal *goal)
{
    struct error error;
    const struct state *state = goal->state;
    struct slot *slot = goal->slot;
    struct piece_watch watch = {.run = count_run, .event = pass_event, .quiet = &goal->quiet, .hits = take_hits, .context = goal};
    goal->quiet = (struct piece_quiet){.counts = state->counts, .instructions = &slot->instruction, .yours = &slot->time};
    set_quiet(goal);
    if (slot->ended)
        return true;
    enum piece_went went = piece_go(slot->run, &watch, &error);
    note_event(goal);
    slot->ended = went == PIECE_ENDED;
    slot->behind = goal->behind && !slot->ended;
    if (went != PIECE_DAMAGED)
        return true;
    slot->piece = NO_PIECE;
    return note_damage(goal->state, &error);
}

/* Up to a time; UINT64_MAX: to its end, or where the window closes. behind: only just behind the execution before that time. */
static bool advance(struct state *state, uint64_t time, bool behind)
{
    struct goal goal = {.state = state, .slot = &state->slots[0], .time = time, .behind = behind, .ordinal_end = state->closes};
    return run_to(&goal);
}

static struct slot *oldest_slot(struct state *state)
{
    struct slot *oldest = &state->slots[1];
    for (size_t i = 2; i < STATE_PIECES; i++)
        if (state->slots[i].piece == NO_PIECE || state->slots[i].used < oldest->used)
            oldest = &state->slots[i];
    oldest->used = ++state->questions;
    return oldest;
}

/* A slot, other than the moment's, with a piece that ran to its end. NULL: damaged. */
static struct slot *whole(struct state *state, uint64_t piece)
{
    for (size_t i = 0; i <= STATE_PIECES; i++) {
        struct slot *slot = &state->slots[i];
        if (slot->piece == piece && slot->ended) {
            slot->used = ++state->questions;
            return slot;
        }
    }
    struct slot *slot = oldest_slot(state);
    struct goal goal = {.state = state, .slot = slot, .time = UINT64_MAX, .ordinal_end = UINT64_MAX};
    return load(state, slot, piece) && run_to(&goal) ? slot : NULL;
}

/* The last piece that begins at or before a time, and in the window or before it. */
uint64_t state_piece_at(const struct state *state, uint64_t time)
{
    uint64_t low = 0, high = store_piece_count(state->store);
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        struct store_piece piece = store_piece(state->store, middle);
        if (piece.time <= time && piece.before <= state->closes)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? low - 1 : 0;
}

static bool fail(struct state *state, struct error *error)
{
    note_damage(state, &(struct error){.message = "the state stream and the clock of the recording do not belong together"});
    *error = state->damage;
    state->slots[0].piece = NO_PIECE;
    return false;
}

bool state_is_near(const struct state *state, uint64_t time)
{
    const struct slot *slot = &state->slots[0];
    return slot->piece == state_piece_at(state, time) && !slot->ended && slot->time <= time + 1;
}

bool state_go(struct state *state, uint64_t time, struct error *error)
{
    struct slot *slot = &state->slots[0];
    uint64_t piece = state_piece_at(state, time), last = store_summary(state->store).times;
    bool end = time > last, fits = slot->piece == piece && (end || (!slot->ended && slot->time <= time));
    if ((!fits && !load(state, slot, piece)) || !advance(state, end ? UINT64_MAX : time, false) || (!end && slot->time != time))
        return fail(state, error);
    slot->between = false;
    return true;
}

bool state_go_behind(struct state *state, uint64_t time, struct error *error)
{
    struct slot *slot = &state->slots[0];
    uint64_t piece = state_piece_at(state, time);
    bool fits = slot->piece == piece && !slot->ended && (slot->time <= time || (slot->time == time + 1 && slot->behind && !slot->between));
    if ((!fits && !load(state, slot, piece)) || !advance(state, time + 1, true) || slot->time != time + 1)
        return fail(state, error);
    slot->between = false;
    return true;
}

bool state_go_instruction(struct state *state, uint64_t count, bool behind, struct error *error)
{
    struct slot *slot = &state->slots[0];
    /* the last piece that begins before it or, if not behind, at it */
    LOWER_BOUND(uint64_t, low, 0, store_piece_count(state->store), store_piece(state->store, low).before < count + !behind);
    uint64_t piece = low ? low - 1 : 0;
    bool fits = slot->piece == piece && !slot->ended && (slot->instruction < count || (slot->instruction == count && (slot->behind || !behind)));
    struct goal goal = {.state = state, .slot = slot, .time = UINT64_MAX, .behind = behind, .ordinal_end = count};
    if ((!fits && !load(state, slot, piece)) || !run_to(&goal) || slot->instruction != count)
        return fail(state, error);
    slot->between = true;
    return true;
}

/* ---- Questions ---- */

const uint8_t *state_registers(const struct state *state)
{
    const struct slot *slot = &state->slots[0];
    return machine_registers(slot->machine, piece_thread(slot->run));
}

uint64_t state_register(const struct state *state, unsigned number)
{
    return log_number(state_registers(state) + REGISTERS_GENERAL + 8 * number, 8);
}

enum told { TOLD, TOLD_NOTHING, TOLD_LOST };

/* Fills bytes that a piece does not know and that are a file's there. */
static void fill_from_files(struct state *state, const struct slot *slot, uint64_t address, uint8_t *bytes, bool *known, const bool *open, unsigned size)
{
    uint8_t there[LINE];
    for (unsigned i = 0, next; i < size; i = next) {
        next = i + 1;
        if (known[i] || !open[i])
            continue;
        struct piece_file file = piece_file(slot->run, address + i);
        next = file.last - address < size - 1 ? (unsigned)(file.last - address) + 1 : size;
        bool read = file.path.data && files_read(state->files, file.path, file.offset, there, next - i);
        for (unsigned k = i; read && k < next; k++)
            if (!known[k] && open[k]) {
                bytes[k] = there[k - i];
                known[k] = true;
            }
    }
}

/* What an earlier piece tells of a line at its end. */
static void ask_before(struct state *state, struct slot *slot, uint64_t address, uint8_t *bytes, enum told *told, const bool *open, unsigned size)
{
    uint8_t there[LINE];
    bool known[LINE];
    image_read_known(machine_image(slot->machine), address, there, known, size);
    fill_from_files(state, slot, address, there, known, open, size);
    for (unsigned i = 0; i < size; i++) {
        if (!open[i])
            continue;
        told[i] = known[i] ? TOLD : piece_forgot(slot->run, address + i) ? TOLD_LOST : TOLD_NOTHING;
        bytes[i] = known[i] ? there[i] : bytes[i];
    }
}

/* What a later piece tells of it at its beginning. */
static void ask_after(struct slot *slot, uint64_t address, uint8_t *bytes, enum told *told, const bool *open, unsigned size)
{
    uint8_t there[LINE];
    bool known[LINE];
    image_read_known(machine_origin(slot->machine), address, there, known, size);
    for (unsigned i = 0; i < size; i++) {
        if (!open[i])
            continue;
        bool changed = !known[i] && (image_knows(machine_image(slot->machine), address + i, 1) || piece_forgot(slot->run, address + i));
        told[i] = known[i] ? TOLD : changed ? TOLD_LOST : TOLD_NOTHING;
        bytes[i] = known[i] ? there[i] : bytes[i];
    }
}

/* ---- Which pieces ---- */

/* Adds so many pieces, up to piece `last`, by its summary. */
static void add_summary(struct state *state, uint64_t pieces, uint64_t last)
{
    struct text bytes = {0};
    struct error error;
    bool good = store_piece_summary(state->store, last, &bytes, &error) || note_damage(state, &error);
    touched_index_add_summary(state->index, pieces, good ? text_str(&bytes) : str_of(STORE_TOUCHES_ANYTHING));
    text_free(&bytes);
}

/* Adds a piece without a summary by its list. */
static void add_list(struct state *state, uint64_t piece)
{
    struct text bytes = {0};
    struct error error;
    bool good = store_piece_touched(state->store, piece, &bytes, &error) || note_damage(state, &error);
    touched_index_add(state->index, good ? text_str(&bytes) : str_of(STORE_TOUCHES_ANYTHING));
    text_free(&bytes);
}

static const struct touched_index *index_of(struct state *state)
{
    if (state->index)
        return state->index;
    uint64_t count = store_piece_count(state->store), first = 0;        /* without a summary so far */
    state->index = touched_index_open();
    for (uint64_t i = 0; i < count; i++)
        if (store_piece(state->store, i).summary_size) {
            add_summary(state, i + 1 - first, i);
            first = i + 1;
        }
    for (; first < count; first++)
        add_list(state, first);
    return state->index;
}

static bool touches(struct state *state, uint64_t piece, uint64_t first, uint64_t last, bool changes)
{
    struct text bytes = {0};
    struct error error;
    bool good = store_piece_touched(state->store, piece, &bytes, &error);
    bool touches = !good || touched_has(text_str(&bytes), first, last, changes);
    text_free(&bytes);
    if (!good)
        note_damage(state, &error);
    return touches;
}

/* Does a piece touch one of the open bytes? */
static bool touches_open(struct state *state, uint64_t piece, uint64_t address, const bool *open, unsigned size)
{
    for (unsigned i = 0, from; i < size; i++) {
        for (from = i; i < size && open[i];)
            i++;
        if (i > from && touches(state, piece, address + from, address + i - 1, false))
            return true;
    }
    return false;
}

/* The nearest piece that touches (changes) one of the bytes, or STATE_NO_PIECE: this one, or one before it (back) or behind it. open: if not NULL, only bytes
 * where it says so. */
static uint64_t next_piece(struct state *state, uint64_t piece, bool back, uint64_t address, uint64_t size, bool changes, const bool *open)
{
    uint64_t count = store_piece_count(state->store), last = image_last(address, size);
    while (piece < count) {
        struct touched_group group = touched_index_next(index_of(state), piece, back, address, last, changes);
        if (group.first > group.last)
            return STATE_NO_PIECE;
        if (piece < group.first || piece > group.last)
            piece = back ? group.last : group.first;
        for (; piece >= group.first && piece <= group.last; piece += back ? UINT64_MAX : 1)     /* below 0 it is above count */
            if (open ? touches_open(state, piece, address, open, (unsigned)size) : touches(state, piece, address, last, changes))
                return piece;
    }
    return STATE_NO_PIECE;
}

uint64_t state_piece_next(struct state *state, uint64_t piece, bool back, uint64_t address, uint64_t size, bool loads)
{
    return size ? next_piece(state, piece, back, address, size, !loads, NULL) : STATE_NO_PIECE;
}

/* Bytes of one line: asks pieces from `piece` on, in one direction, until none is open. open[i]: nobody has told of byte i. */
static void ask(struct state *state, uint64_t piece, bool back, uint64_t address, uint8_t *bytes, bool *known, bool *open, unsigned size)
{
    unsigned left = 0;
    for (unsigned i = 0; i < size; i++)
        left += open[i];
    for (; left && (piece = next_piece(state, piece, back, address, size, false, open)) != STATE_NO_PIECE; piece += back ? UINT64_MAX : 1) {
        struct slot *slot = whole(state, piece);
        if (!slot) {                    /* damaged: it may have changed them all */
            memset(open, 0, size * sizeof *open);
            return;
        }
        enum told told[LINE];
        if (back)
            ask_before(state, slot, address, bytes, told, open, size);
        else
            ask_after(slot, address, bytes, told, open, size);
        for (unsigned i = 0; i < size; i++) {
            if (!open[i] || told[i] == TOLD_NOTHING)
                continue;
            open[i] = false;
            known[i] = told[i] == TOLD;
            left--;
        }
    }
}

static uint64_t ask_line(struct state *state, uint64_t address, uint8_t *bytes, uint8_t *told, unsigned size)
{
    struct slot *slot = &state->slots[0];
    bool known[LINE], open[LINE], lost[LINE], earlier[LINE];
    uint64_t found = 0, piece = slot->piece;
    bool all = image_read_known(machine_image(slot->machine), address, bytes, known, size);
    memset(open, true, size * sizeof *open);
    if (!all)
        fill_from_files(state, slot, address, bytes, known, open, size);
    for (unsigned i = 0; i < size; i++) {
        lost[i] = !known[i] && piece_forgot(slot->run, address + i);
        open[i] = !known[i] && !lost[i];
    }
    if (!all)
        ask(state, piece - 1, true, address, bytes, known, open, size);
    for (unsigned i = 0; i < size; i++) {
        earlier[i] = !open[i];          /* this piece or an earlier one touched it */
        open[i] = !known[i] && !lost[i];
    }
    if (!all)
        ask(state, piece, false, address, bytes, known, open, size);
    for (unsigned i = 0; i < size; i++) {
        told[i] = known[i] ? STATE_KNOWN : !earlier[i] && !lost[i] && !state->damaged ? STATE_UNTOUCHED : STATE_UNKNOWN;
        found += known[i];
        bytes[i] = known[i] ? bytes[i] : 0;
    }
    return found;
}

uint64_t state_memory(struct state *state, uint64_t address, uint8_t *bytes, uint8_t *told, uint64_t size)
{
    uint64_t found = 0;
    for (uint64_t done = 0, piece; done < size; done += piece) {
        piece = LINE - (address + done) % LINE;
        piece = piece < size - done ? piece : size - done;
        found += ask_line(state, address + done, bytes + done, told + done, (unsigned)piece);
    }
    return found;
}

uint64_t state_memory_before(struct state *state, uint64_t piece, uint64_t address, uint8_t *bytes, uint8_t *told, uint64_t size)
{
    uint64_t found = 0;
    for (uint64_t done = 0, part; done < size; done += part) {
        bool known[LINE] = {false}, open[LINE], earlier[LINE];
        part = LINE - (address + done) % LINE;
        part = part < size - done ? part : size - done;
        memset(bytes + done, 0, part);
        memset(open, true, part);
        ask(state, piece - 1, true, address + done, bytes + done, known, open, (unsigned)part);
        memcpy(earlier, open, part);
        ask(state, piece, false, address + done, bytes + done, known, open, (unsigned)part);
        for (uint64_t i = 0; i < part; i++) {
            told[done + i] = known[i] ? STATE_KNOWN : earlier[i] && !state->damaged ? STATE_UNTOUCHED : STATE_UNKNOWN;
            found += known[i];
        }
    }
    return found;
}

/* ---- What happened to some bytes ---- */

void state_accesses_free(struct state_accesses *list)
{
    free(list->items);
    text_free(&list->bytes);
    *list = (struct state_accesses){0};
}

/* moment: only up to there, in its piece. */
static bool list_accesses(struct state *state, uint64_t piece, uint64_t address, uint64_t size, bool loads, bool moment, struct state_accesses *list)
{
    const struct slot *now = &state->slots[0];
    struct slot *slot = &state->slots[STATE_PIECES];
    struct listing listing = {.range = {address, image_last(address, size)}, .list = list};
    struct goal goal = {.state = state, .slot = slot, .time = UINT64_MAX, .ordinal_end = UINT64_MAX, .listing = &listing};
    goal.ordinal_end = moment && piece == now->piece && !now->ended ? now->instruction : UINT64_MAX;
    goal.behind = moment && now->behind;
    list->items_count = list->bytes.size = 0;
    list->cut = false;
    if (!load(state, slot, piece))
        return false;
    slot->used = ++state->questions;
    machine_watch(slot->machine, address, size, loads);
    bool good = run_to(&goal);
    machine_watch(slot->machine, 0, 0, false);
    return good;
}

bool state_accesses(struct state *state, uint64_t piece, uint64_t address, uint64_t size, bool loads, struct state_accesses *list)
{
    return list_accesses(state, piece, address, size, loads, false, list);
}

enum state_found state_last_change(struct state *state, uint64_t address, uint64_t size, const struct progress *progress, struct state_access *found)
{
    struct state_accesses list = {0};
    enum state_found told = STATE_NONE;
    uint64_t from = state->slots[0].piece, piece = from;
    while (told == STATE_NONE && (piece = state_piece_next(state, piece, true, address, size, false)) != STATE_NO_PIECE) {
        if (!list_accesses(state, piece, address, size, false, true, &list) || list.cut) {
            told = STATE_UNTOLD;
        } else if (list.items_count) {
            *found = list.items[list.items_count - 1];
            told = STATE_FOUND;
        } else if (!progress_report(progress, from - piece, from)) {
            told = STATE_UNTOLD;
        }
        piece--;
    }
    state_accesses_free(&list);
    return told;
}

/* Marks what a piece changed, and narrows first ... last to the bytes that nothing is known to have changed. False: none is left. */
static bool take_changes(const struct state_accesses *list, const struct state_span *span, bool *changed, uint64_t *first, uint64_t *last)
{
    for (size_t i = 0; i < list->items_count; i++) {
        const struct state_access *access = &list->items[i];
        if (access->time >= span->time && access->order >= span->order)
            memset(changed + (access->first - span->address), true, access->last - access->first + 1);
    }
    while (*first <= *last && changed[*first])
        ++*first;
    while (*last > *first && changed[*last])
        --*last;
    return *first <= *last;
}

bool state_changes(struct state *state, const struct state_span *span, const struct progress *progress, bool *changed)
{
    struct state_accesses list = {0};
    uint64_t from = state->slots[0].piece, piece = from, begin = span->time ? state_piece_at(state, span->time) : 0, first = 0, last = span->size - 1;
    bool good = true, open = true;
    memset(changed, 0, span->size * sizeof *changed);
    for (unsigned runs = 0; open && (piece = state_piece_next(state, piece, true, span->address + first, last - first + 1, false)) != STATE_NO_PIECE; piece--) {
        if (piece < begin)
            break;
        good = runs++ < STATE_CHANGES && list_accesses(state, piece, span->address + first, last - first + 1, false, true, &list) && !list.cut &&
               progress_report(progress, from - piece, from);
        open = good && take_changes(&list, span, changed, &first, &last);
    }
    state_accesses_free(&list);
    return good;
}

/* ---- Searching all memory ---- */

static void keep_page(struct image *before, const struct image_page *page)
{
    for (unsigned at = 0, from; at < IMAGE_PAGE; at++) {
        for (from = at; at < IMAGE_PAGE && page->known[at / 64] >> at % 64 & 1;)
            at++;
        if (at > from)
            image_write(before, (page->number << IMAGE_PAGE_BITS) + from, page->bytes + from, at - from);
    }
}

static bool search_piece(struct state *state, uint64_t piece, struct search *search)
{
    struct slot *slot = &state->slots[STATE_PIECES];
    struct listing listing = {.search = search};
    struct goal goal = {.state = state, .slot = slot, .time = UINT64_MAX, .ordinal_end = UINT64_MAX, .listing = &listing};
    if (!load(state, slot, piece))
        return false;
    slot->used = ++state->questions;
    machine_search(slot->machine, search->bytes, &search->before);
    bool good = run_to(&goal);
    machine_watch(slot->machine, 0, 0, false);
    const struct image *image = machine_image(slot->machine);
    for (size_t i = 0; i < image->count; i++)
        keep_page(&search->before, image->pages[i]);
    return good;
}

bool state_search(struct state *state, struct str bytes, const struct progress *progress, state_taker *take, void *context)
{
    struct search search = {.bytes = str_cut(bytes, 0, MACHINE_SEARCHED), .take = take, .context = context};
    uint64_t count = store_piece_count(state->store);
    bool good = true;
    for (uint64_t piece = 0; good && bytes.size && piece < count && !search.enough; piece++)
        good = search_piece(state, piece, &search) && progress_report(progress, piece + 1, count);
    image_free(&search.before);
    return good;
}
