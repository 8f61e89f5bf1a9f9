/* reconstruct.c - takes the log's records: definitions, runs, events from the kernel.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/code.h"
#include "recording/state/state.h"
#include "recording/log/memory_check.h"
#include "recording/log/reconstruct.h"
#include "recording/log/run.h"
#include "recording/log/select.h"


#include <inttypes.h>
#include <stdlib.h>

enum { THREADS_MAX = 1 << 16, OPERATIONS_MAX = 4096, SIGNAL_RETURN = 15, EXIT = 60, EXIT_GROUP = 231, EXECVE = 59, EXECVEAT = 322 /* system calls */ };

/* ---- System calls ---- */

/* The thread's system call is over, or never will be. */
static void call_ends(struct reconstruction *r, struct thread *thread)
{
    if (!thread->calls)
        return;
    thread->calls = false;
    thread->call.now = r->shown;
    thread->call.left = r->clock;
    collect_system_call(r->collection, &thread->call);
}

static void call_begins(struct reconstruction *r, const struct log_record *record)
{
    struct thread *thread = r->thread;
    call_ends(r, thread);
    if (r->window != WINDOW_OPEN || !r->keeps_calls)
        return;
    thread->call = (struct store_system_call){.time = thread->time, .entered = r->clock, .thread = thread->number};
    thread->call.number = record->size >= 16 ? log_number(record->data + 8, 8) : 0;
    thread->call.has_arguments = record->size >= 16 + sizeof thread->call.arguments;
    for (unsigned i = 0; i < SYSTEM_CALL_ARGUMENTS && thread->call.has_arguments; i++)
        thread->call.arguments[i] = log_number(record->data + 16 + 8 * i, 8);
    thread->calls = true;
}

static void call_returns(struct reconstruction *r, uint64_t number, uint64_t result)
{
    struct thread *thread = r->thread;
    if (!thread->calls && r->clock == 0 && r->window == WINDOW_OPEN && r->keeps_calls)      /* the fork that made this process */
        thread->call = (struct store_system_call){.time = thread->time, .entered = r->clock, .thread = thread->number, .number = number};
    else if (!thread->calls || thread->call.number != number)
        return;
    thread->calls = true;
    thread->call.has_result = number != EXIT && number != EXIT_GROUP && number != SIGNAL_RETURN;
    thread->call.result = thread->call.has_result ? result : 0;
    call_ends(r, thread);
}

/* ---- Signals: they stand among the calls ---- */

static void signal_is_told(struct reconstruction *r, struct thread *thread)
{
    if (!thread->signalled)
        return;
    thread->signalled = false;
    thread->signal.now = r->shown;
    thread->signal.entered = thread->signal.left = r->clock;
    collect_system_call(r->collection, &thread->signal);
}

static void signal_begins(struct reconstruction *r, uint64_t number)
{
    struct thread *thread = r->thread;
    signal_is_told(r, thread);
    call_ends(r, thread);       /* the interrupted call has returned, or starts again behind the handler as a new call */
    if (r->window != WINDOW_OPEN || !r->keeps_calls)
        return;
    thread->signal = (struct store_system_call){.time = thread->time, .thread = thread->number, .number = SYSTEM_CALL_SIGNALS + number % SYSTEM_CALL_SIGNALS};
    thread->signalled = true;
}

/* The handler is about to begin: its second argument is the address of its struct siginfo. */
static void signal_is_known(struct reconstruction *r, const struct log_record *record)
{
    enum { THREAD = 8, RSI = 6, SECOND_ARGUMENT = REGISTERS_GENERAL + 8 * RSI };
    if (r->thread->signalled && record->size >= THREAD + SECOND_ARGUMENT + 8) {
        r->thread->signal.arguments[0] = log_number(record->data + THREAD + SECOND_ARGUMENT, 8);
        r->thread->signal.has_arguments = 1;
    }
    signal_is_told(r, r->thread);
}

/* ---- Threads ---- */

/* The thread has ended: hands over its open dependences. */
static void thread_finish(struct reconstruction *r, struct thread *thread)
{
    run_forget_frames(r, &thread->control);
    run_forget_stacks(r, thread);
    call_ends(r, thread);
    signal_is_told(r, thread);
    run_end_carry(r, thread);
    if (thread->shown)
        r->dropped += dependences_collect(&thread->pending, r->collection, thread->self);
}

static void thread_free(struct thread *thread)
{
    control_free(&thread->control);
    for (size_t i = 0; i < thread->stacks.count; i++)
        control_free(&thread->stacks.items[i].control);
    free(thread->stacks.items);
    free(thread->pending.items);
    free(thread);
}

/* Returns the thread with that number of Valgrind's; Valgrind reuses the numbers of ended threads. */
static struct thread *thread_of(struct reconstruction *r, uint64_t number)
{
    number &= THREADS_MAX - 1;
    while (r->thread_count <= number) {
        r->threads = array_grow(r->threads, &r->thread_capacity, r->thread_count + 1, sizeof(struct thread *));
        r->threads[r->thread_count++] = NULL;
    }
    if (r->threads[number] && r->threads[number]->ended) {
        thread_finish(r, r->threads[number]);
        thread_free(r->threads[number]);
        r->threads[number] = NULL;
    }
    if (!r->threads[number]) {
        r->threads[number] = memory_allocate(sizeof(struct thread));
        r->creators = array_grow(r->creators, &r->creator_capacity, r->threads_begun + 1, sizeof *r->creators);
        r->creators[r->threads_begun] = r->thread ? r->thread->number : 0;
        r->threads[number]->number = ++r->threads_begun;
        r->threads[number]->stacks.nest = 1;
        control_start(&r->threads[number]->control);
    }
    return r->threads[number];
}

struct reconstruction *reconstruct_open(struct sites *sites, struct collection *collection)
{
    struct reconstruction *r = memory_allocate(sizeof *r);
    r->sites = sites;
    r->collection = collection;
    r->decoder = decoder_open();
    r->steps.items = array_grow(NULL, &r->steps.capacity, 1, sizeof *r->steps.items);      /* so that the address of item 0 exists in an empty list too */
    r->quick.items = array_grow(NULL, &r->quick.capacity, 1, sizeof *r->quick.items);
    r->parts = array_grow(NULL, &r->part_capacity, 1, sizeof *r->parts);
    r->window = selection_begins_open(sites_selection(sites)) ? WINDOW_OPEN : WINDOW_AHEAD;
    r->thread = thread_of(r, 1);
    return r;
}

void reconstruct_close(struct reconstruction *r)
{
    for (size_t i = 0; i < r->thread_count; i++)
        if (r->threads[i])
            thread_free(r->threads[i]);
    free(r->threads);
    free(r->creators);
    free(r->steps.items);
    free(r->quick.items);
    free(r->parts);
    free(r->segments);
    free(r->unsupported.items);
    writes_free(&r->writes);
    shared_free(&r->shared);
    shadow_free(&r->shadow);
    if (r->decoder)
        decoder_close(r->decoder);
    free(r);
}

void reconstruct_check(struct reconstruction *r, struct memory_check *check)
{
    r->check = check;
}

void reconstruct_keep_calls(struct reconstruction *r)
{
    r->keeps_calls = true;
}

/* ---- Definitions ---- */

/* Makes the ports. Their order does not matter here: the trace sorts them. */
static void number_ports(struct reconstruction *r, struct part *part)
{
    if (!site_get(r->sites, part->site)->shown)
        return;
    part->control = collect_port(r->collection, part->site, PORT_CONTROL);
    for (uint32_t i = 0; i < part->step_count; i++) {
        struct step *step = &r->steps.items[part->first_step + i];
        if (step->kind == STEP_USE || step->kind == STEP_USE_INDEXED || step->kind == STEP_LOAD || step->kind == STEP_FLAGS_USE)
            step->number = collect_port(r->collection, part->site, step->port);
    }
}

static void find_copies(struct reconstruction *r, struct part *part)
{
    bool use = false, define = false, load = false, store = false;
    for (uint32_t i = 0; i < part->step_count; i++) {
        const struct step *step = &r->steps.items[part->first_step + i];
        use |= step->copy && step->kind == STEP_USE;
        define |= step->copy && step->kind == STEP_DEFINE;
        load |= step->copy && step->kind == STEP_LOAD;
        store |= step->copy && step->kind == STEP_STORE;
    }
    part->saves = use && store && !load;
    part->restores = load && define && !store;
}

/* Without a check, the bytes of accesses are there for the state stream only. */
static void skip_bytes(struct step *steps, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (steps[i].kind == STEP_LOADED || steps[i].kind == STEP_STORED || steps[i].kind == STEP_DISTURBED)
            steps[i].kind = STEP_SKIP;
}

static bool add_part(struct reconstruction *r, const struct log_operation *operations, size_t count, struct error *error)
{
    const struct log_operation *first = &operations[0];
    struct part part = {.starts = first->letter == 'I', .first_step = (uint32_t)r->steps.count};
    part.site = part.starts ? sites_make(r->sites, first->address, first->bytes, first->length) : sites_find(r->sites, first->address);
    if (!part.site)
        return error_set(error, part.starts ? "the program has more instructions than clew can record" : "the recorder's log goes on inside an instruction it did not start");
    const struct site *site = site_get(r->sites, part.site);
    struct decoded decoded;
    bool known = r->decoder && decoder_decode(r->decoder, (struct str){(const char *)site->bytes, site->length}, site->address, &decoded);
    part.pops = known && (decoded.operation == OPERATION_POP || decoded.operation == OPERATION_LEAVE);
    part.area = template_append(known ? &decoded : NULL, operations, count, part.starts, &r->steps);
    part.step_count = (uint32_t)(r->steps.count - part.first_step);
    if (!r->check)
        skip_bytes(r->steps.items + part.first_step, part.step_count);
    part.moves = known && template_moves_stack(&decoded, &r->steps, part.first_step);
    find_copies(r, &part);
    number_ports(r, &part);
    template_order(&r->steps, part.first_step);
    part.orderly = part.starts && template_rises(&r->steps, part.first_step);
    part.leaves = template_leaves(&r->steps, part.first_step);
    r->parts = array_grow(r->parts, &r->part_capacity, r->part_count + 1, sizeof *r->parts);
    r->parts[r->part_count++] = part;
    return true;
}

/* Cuts a segment's operations into instructions. Operations before the first instruction must not log anything. */
static bool add_parts(struct reconstruction *r, const struct log_operation *operations, size_t count, struct error *error)
{
    size_t from = 0;
    while (from < count) {
        size_t to = from + 1;
        while (to < count && operations[to].letter != 'I' && operations[to].letter != 'C')
            to++;
        bool headed = operations[from].letter == 'I' || operations[from].letter == 'C';
        for (size_t i = from; !headed && i < to; i++)
            if (log_operation_bytes(&operations[i]))
                return error_set(error, "the recorder's log has a segment without an instruction");
        if (headed && !add_part(r, operations + from, to - from, error))
            return false;
        from = to;
    }
    return true;
}

static bool define_segment(struct reconstruction *r, const struct log_record *record, struct error *error)
{
    static const struct segment none = {0};
    struct log_operation operations[OPERATIONS_MAX];
    size_t count = 0;
    struct str payload = {(const char *)record->data + 4, record->size - 4};
    bool damaged = false;
    while (count < OPERATIONS_MAX && log_operation(&payload, &operations[count], &damaged))
        if (operations[count].letter != 'k' && (operations[count].letter != 'm' || log_operation_bytes(&operations[count])))
            count++;
    if (damaged || count == OPERATIONS_MAX)
        return error_set(error, "the recorder's log defines a segment that makes no sense");
    struct segment segment = {.first_part = (uint32_t)r->part_count, .jump = LOG_JUMP_PLAIN};
    if (count && operations[count - 1].letter == 'n')
        segment.jump = operations[count - 1].elements;
    if (!add_parts(r, operations, count, error))
        return false;
    segment.part_count = (uint32_t)r->part_count - segment.first_part;
    if (segment.part_count)
        r->parts[r->part_count - 1].calls = segment.jump == LOG_JUMP_CALL;
    run_quicken(r, &segment);
    while (r->segment_count <= record->segment) {
        r->segments = array_grow(r->segments, &r->segment_capacity, r->segment_count + 1, sizeof *r->segments);
        r->segments[r->segment_count++] = none;
    }
    r->segments[record->segment] = segment;
    return true;
}

void reconstruct_shown_parts(const struct reconstruction *r, uint32_t id, struct text *shown)
{
    const struct segment *segment = id < r->segment_count ? &r->segments[id] : NULL;
    for (uint32_t i = 0; segment && i < segment->part_count; i++)
        text_byte(shown, site_get(r->sites, r->parts[segment->first_part + i].site)->shown);
}

/* ---- Events from the kernel ---- */

static struct cell kernel(const struct reconstruction *r)
{
    return (struct cell){r->thread->acts, r->clock};
}

/* Uses of bytes or registers that a system call reads. A system call in your code has carried ports, as a call of skipped code has. */
static void kernel_use(struct reconstruction *r, const struct definers *found)
{
    for (unsigned i = 0; i < found->count; i++) {
        struct definers one = {.count = 1};
        one.items[0] = found->items[i];
        if (!r->thread->shown)
            run_use(r, 0, 0, &one);
        else if (one.items[0].who != r->thread->self)
            run_use_carried(r, one.items[0]);
    }
}

/* The program's half of memory; the most bytes that a system call moves (the kernel's MAX_RW_COUNT is a page less). */
#define MEMORY (UINT64_C(1) << 47)
#define MOVED_MOST (UINT64_C(1) << 31)

/* The size is the one that the program passed, which may be absurd: the kernel refuses ranges outside the program's memory, and reads no more than
 * MOVED_MOST. */
static void kernel_read(struct reconstruction *r, uint64_t address, uint64_t size)
{
    enum { PIECE = 64 };     /* a piece has at most DEFINERS_MAX definers */
    if (address >= MEMORY || size > MEMORY - address)
        return;
    uint64_t end = address + (size < MOVED_MOST ? size : MOVED_MOST);
    for (address = shadow_next(&r->shadow, address, end); address < end; address = shadow_next(&r->shadow, address + PIECE, end)) {
        struct definers found = {.count = 0};
        shadow_gather(&r->shadow, address, end - address < PIECE ? end - address : PIECE, &found);
        kernel_use(r, &found);
    }
}

static void kernel_register(struct reconstruction *r, uint64_t offset, uint64_t size, bool writes)
{
    enum { RAX = 16, LAST = 144, FS_BASE = 208, GS_BASE = 904 };
    unsigned byte = offset == FS_BASE ? BYTE_FS : offset == GS_BASE ? BYTE_GS : (unsigned)(offset - RAX);
    bool base = offset == FS_BASE || offset == GS_BASE;
    if (size > 8 || (!base && (offset < RAX || offset >= LAST || size > LAST - offset)))
        return;
    struct definers found = {.count = 0};
    if (writes)
        cells_define(&r->shadow, r->thread->registers, byte, (unsigned)size, kernel(r));
    else
        cells_gather(&r->shadow, r->thread->registers, byte, (unsigned)size, &found);
    kernel_use(r, &found);
}

/* A handler begins: its instructions have their own control context. */
static void signal_delivered(struct reconstruction *r, uint64_t address)
{
    struct thread *thread = r->thread;
    bool in_call = thread->jump == LOG_JUMP_SYSCALL;
    run_leave(r, address);
    if (!in_call)
        thread->acts = 0;       /* the kernel's next writes have no definer */
    run_begin_handler(r, thread, thread->acts);
    thread->jump = LOG_JUMP_OTHER;
}

static void signal_comes(struct reconstruction *r, uint64_t number, uint64_t address)
{
    if (number) {
        signal_delivered(r, address);
        signal_begins(r, number);
    } else {
        fault_arrive(r, address);       /* the program is dead */
    }
}

/* If a handler has begun and nothing has run in it yet: this is the memory that the kernel put on the stack, the handler's frame. */
static void handler_frame(struct reconstruction *r, uint64_t start, uint64_t size)
{
    struct frame *frame = control_frame(&r->thread->control);
    if (frame->handler && !frame->entered && frame->slot == UINT64_MAX && size && size < UINT64_MAX - start) {
        frame->start = start;
        frame->slot = start + size - 1;
    }
}

/* Keeps the lowest stack address of the interrupted code: its stack pointer less the red zone. */
static void handler_interrupts(struct reconstruction *r, uint64_t pointer)
{
    enum { RED_ZONE = 128 };
    struct frame *frame = control_frame(&r->thread->control);
    if (frame->handler && !frame->entered && pointer > RED_ZONE)
        frame->low = pointer - RED_ZONE;
}

/* After a handler each register gets its old definer back. If the program wrote into the register's place in the ucontext, that store defines it instead. */
static void fetch_context(struct reconstruction *r, const struct frame *handler, uint64_t context)
{
    enum { GENERAL = 40, COUNT = 16 };      /* in struct ucontext: r8 ... r15 and then these */
    static const uint8_t order[COUNT] = {8, 9, 10, 11, 12, 13, 14, 15, 7, 6, 5, 3, 2, 0, 1, 4};
    cells_copy(&r->shadow, r->thread->registers, handler->interrupted, REGISTER_BYTES / 4);
    for (unsigned i = 0; i < COUNT * 8; i++) {
        struct definers found = {.count = 0};
        shadow_gather(&r->shadow, context + GENERAL + i, 1, &found);
        if (found.count && found.items[0].when > handler->since)
            cells_define(&r->shadow, r->thread->registers, BYTE_GENERAL + order[i / 8] * 8u + i % 8, 1, found.items[0]);
    }
}

static bool is_handler_of(const struct frame *frame, uint64_t context)
{
    return frame->handler && (!frame->start || (context >= frame->start && context <= frame->slot));
}

static void signal_returned(struct reconstruction *r, uint64_t context)
{
    struct thread *thread = r->thread;
    size_t frame = thread->control.frame_count;
    while (frame > 1 && !is_handler_of(&thread->control.frames[frame - 1], context))
        frame--;
    bool moved = frame > 1 ? thread->control.frames[frame - 1].moved : thread->moved;
    if (frame > 1)
        fetch_context(r, &thread->control.frames[frame - 1], context);
    while (frame > 1 && thread->control.frame_count >= frame)
        run_end_frame(r, thread);
    thread->moved = moved;
    thread->jump = LOG_JUMP_OTHER;
}

static bool mapped(struct reconstruction *r, const struct log_record *record, struct error *error)
{
    if (record->size <= 24)
        return true;
    struct str path = {(const char *)record->data + 24, record->size - 24};
    return sites_map(r->sites, log_number(record->data, 8), log_number(record->data + 8, 8), log_number(record->data + 16, 8), path) ||
           error_set(error, "the recorder's log maps more code than Valgrind can keep: expected at most %d mappings", SITES_MAPPINGS);
}

/* Passes an event to the memory check, before the shadow takes it. */
static void check_event(struct reconstruction *r, const struct log_record *record, const uint64_t number[3])
{
    switch (record->kind) {
    case LOG_UNMAP: memory_check_unmap(r->check, number[0], number[1]); break;
    case LOG_DISCARD: memory_check_forget(r->check, number[0], number[1]); break;
    case LOG_KERNEL_WROTE: memory_check_lose(r->check, number[0], number[1]); break;
    case LOG_KERNEL_BYTES:
        if (record->size > 8)
            memory_check_store(r->check, number[0], record->data + 8, record->size - 8, run_stores_by(r));
        break;
    case LOG_SHARED: memory_check_share(r->check, number[0], number[1]); break;
    default: break;
    }
}

static void unmapped(struct reconstruction *r, uint64_t start, uint64_t size)
{
    run_wrote(r, start, size);
    shared_end(&r->shared, start, size, r->shown);
    shadow_forget(&r->shadow, start, size);
    sites_unmap(r->sites, start, size);
}

/* mremap: the old contents of the destination are gone. */
static void moved(struct reconstruction *r, uint64_t from, uint64_t to, uint64_t size)
{
    if (r->check) {
        memory_check_unmap(r->check, to, size);
        memory_check_move(r->check, from, to, size);
    }
    run_wrote(r, to, size);
    shared_move(&r->shared, from, to, size, r->shown);
    shadow_forget(&r->shadow, to, size);
    shadow_move(&r->shadow, from, to, size);
}

/* Notes events about the program's end, also outside the window. */
static void note_end(struct reconstruction *r, const struct log_record *record, const uint64_t number[3])
{
    switch (record->kind) {
    case LOG_UNSUPPORTED: unsupported_add(&r->unsupported, (struct str){(const char *)record->data, record->size}); break;
    case LOG_FLOATING: r->floating = (struct floating){number[0], number[1]}; break;
    case LOG_SIGNAL: unsupported_reach(&r->unsupported, number[2]); break;
    case LOG_SYSCALL: r->executing = number[1] == EXECVE || number[1] == EXECVEAT; break;
    case LOG_SYSCALL_DONE:
        r->executing = false;
        r->forked |= r->clock == 0;
        break;
    default: break;
    }
}

static bool is_apart(uint64_t from, uint64_t to, uint64_t size)
{
    return (from < to ? to - from : from - to) >= size;
}

/* The kernel writes and moves in the program's half of memory only. No system call writes more than 2 GB, and mremap refuses to move memory onto itself. */
static bool is_sane(const struct log_record *record, const uint64_t number[3])
{
    switch (record->kind) {
    case LOG_KERNEL_WROTE: return number[0] < MEMORY && number[1] <= MEMORY - number[0] && number[1] <= MOVED_MOST;
    case LOG_KERNEL_BYTES: case LOG_KERNEL_FOUND: return number[0] < MEMORY && record->size <= MEMORY - number[0];
    case LOG_MOVE:
        return number[0] < MEMORY && number[1] < MEMORY && number[2] <= MEMORY - number[0] && number[2] <= MEMORY - number[1] &&
               is_apart(number[0], number[1], number[2]);
    default: return true;
    }
}

static bool event(struct reconstruction *r, const struct log_record *record, struct error *error)
{
    uint64_t number[3] = {0};
    for (unsigned i = 0; i < 3 && (i + 1) * 8 <= record->size; i++)
        number[i] = log_number(record->data + 8 * i, 8);
    if (!is_sane(record, number))
        return error_set(error, "the recorder's log writes to memory that a program cannot have");
    note_end(r, record, number);
    if (r->window == WINDOW_OVER && record->kind != LOG_MAP && record->kind != LOG_UNMAP && record->kind != LOG_END)
        return true;
    if (r->check)
        check_event(r, record, number);
    switch (record->kind) {
    case LOG_MAP: return mapped(r, record, error);
    case LOG_UNMAP: unmapped(r, number[0], number[1]); break;
    case LOG_DISCARD:
        run_wrote(r, number[0], number[1]);
        shadow_forget(&r->shadow, number[0], number[1]);
        handler_frame(r, number[0], number[1]);
        break;
    case LOG_STACK: handler_interrupts(r, number[0]); break;
    case LOG_WRITTEN: writes_take(&r->writes, &r->shadow, r->thread->acts, (struct str){(const char *)record->data, record->size}); break;
    case LOG_SHARED: shared_add(&r->shared, number[0], number[1], r->shown); break;
    case LOG_MOVE: moved(r, number[0], number[1], number[2]); break;
    case LOG_KERNEL_READ: kernel_read(r, number[0], number[1]); break;
    case LOG_KERNEL_WROTE:
        run_wrote(r, number[0], number[1]);
        shadow_define(&r->shadow, number[0], number[1], run_stores_by(r));
        break;
    case LOG_KERNEL_REGISTER: kernel_register(r, number[0], number[1], true); break;
    case LOG_KERNEL_REGISTER_READ: kernel_register(r, number[0], number[1], false); break;
    case LOG_THREAD: r->thread = thread_of(r, number[0]); break;
    case LOG_SIGNAL: signal_comes(r, number[1], number[2]); break;
    case LOG_REGISTERS: signal_is_known(r, record); break;
    case LOG_SIGNAL_RETURN: signal_returned(r, number[2]); break;
    case LOG_SYSCALL:
        /* the syscall instruction itself defines rcx and r11 */
        r->thread->ended = number[1] == EXIT;
        cells_define(&r->shadow, r->thread->registers, BYTE_GENERAL + 8, 8, kernel(r));
        cells_define(&r->shadow, r->thread->registers, BYTE_GENERAL + 8 * 11, 8, kernel(r));
        call_begins(r, record);
        break;
    case LOG_SYSCALL_DONE:
        call_returns(r, number[1], number[2]);
        if (number[1] == EXIT || number[1] == EXIT_GROUP || number[1] == SIGNAL_RETURN)
            break;      /* never returns, or returns elsewhere */
        cells_define(&r->shadow, r->thread->registers, BYTE_GENERAL, 8, kernel(r));
        if (r->thread->shown)
            collect_value(r->collection, r->thread->self, number[2]);
        break;
    case LOG_END: r->ended = true; break;
    default: break;
    }
    return true;
}

static bool take_record(struct reconstruction *r, const struct log_record *record, struct error *error)
{
    if (record->kind == LOG_SEGMENT)
        return define_segment(r, record, error);
    if (record->kind)
        return event(r, record, error);
    if (record->segment >= r->segment_count || !run_segment(r, &r->segments[record->segment], record))
        return error_set(error, "the run is longer than clew can record");
    return true;
}

bool reconstruct_record(struct reconstruction *r, const struct log_record *record, struct error *error)
{
    if (!take_record(r, record, error))
        return false;
    if (r->shadow.full)
        return error_set(error, "the program wrote to more memory than clew can follow: 16 GB, counted in written pieces of 64 KB");
    return true;
}

void reconstruct_finish(struct reconstruction *r)
{
    for (size_t i = 0; i < r->thread_count; i++)
        if (r->threads[i])
            thread_finish(r, r->threads[i]);
}

void reconstruct_note_threads(const struct reconstruction *r, struct store_writer *writer)
{
    struct text note = {0};
    for (uint64_t i = 0; i < r->threads_begun && r->threads_begun <= THREADS_NOTED; i++)
        text_printf(&note, "%s%" PRIu64 "<%" PRIu64, i ? " " : "", store_writer_thread(writer, i + 1), r->creators[i]);
    if (note.size && r->threads_begun > 1)
        store_writer_note(writer, "threads", text_str(&note));
    text_free(&note);
}

void reconstruct_note_written(const struct reconstruction *r, struct store_writer *writer)
{
    writes_note(&r->writes, r->sites, writer);
}

void reconstruct_note_shared(const struct reconstruction *r, struct store_writer *writer)
{
    struct text note = {0};
    shared_text(&r->shared, &note);
    if (note.size)
        store_writer_note(writer, "shared", text_str(&note));
    text_free(&note);
}

struct reconstruct_totals reconstruct_totals(const struct reconstruction *r)
{
    return (struct reconstruct_totals){.executed = r->clock, .shown = r->shown, .dropped = r->dropped, .ended = r->ended, .executing = r->executing,
                                       .stacks_forgotten = r->stacks_forgotten, .stacks_unknown = r->stacks_unknown,
                                       .opened = r->window != WINDOW_AHEAD, .closed = r->window == WINDOW_OVER,
                                       .opened_at = r->opened_at, .closed_at = r->closed_at};
}

bool reconstruct_floating(const struct reconstruction *r, char *message, size_t size)
{
    return floating_describe(&r->floating, r->sites, message, size);
}

bool reconstruct_unsupported(const struct reconstruction *r, char *message, size_t size)
{
    return unsupported_describe(&r->unsupported, r->sites, message, size);
}
