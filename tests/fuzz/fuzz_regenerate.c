/* fuzz_regenerate.c - any bytes as events of one of a few programs: a second pass gives the same.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The first byte chooses the program, the second the size of batches and the places of checkpoints. The rest are events; the fuzzer adds the head. */
#include "../unit/test_ae.h"
#include "../unit/test_regenerate.h"

#include "stream/stream.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PROGRAMS = 24, EVENTS_MOST = 40000, KEPT = 8 };

#define HEAD "ae_schema 1\nae_id 0123456789abcdef\n"

static const char *const texts[] = {
    "start_function main 3\nunknown_defn R29\nstart_block 0\nend_block_cjump 0 1 2\nstart_block_target 1\ncall_indirect\ncall_inst main\n"
    "end_block 1\nstart_block_target 2\nend_block 2\nload_inst 0(#R29)\nend_function main\n",
    HEAD "start_function f 4\nstart_block 0\ncall_setjmp 0 x2\nend_block 0 x0 %loop_entry(1 0)\nstart_block 1\ncall_setjmp 1 x2\ncall_ext g x2\n"
    "end_block_cjump 1 2 3 x2 %loop_exit(2 0)\nstart_block_target 2\nreturn x2\nstart_block_target 3\ncall_inst f x2\n"
    "end_block_jump 3 1 x2 %loop_back(1 0)\nend_function f\n",
    HEAD "start_function f 5\nstart_block 0\nend_block_switch 0 1 2 3 x2\nstart_block_target 1\nend_block_jump 1 1 x0\nstart_block_target 2\n"
    "end_block 2 x0 %loop_exit(3 0)\nstart_block_target 3\nend_block 3 x0 %loop_entry(4 0)\nstart_block 4\ncall_inst g x2\nend_block_jump 4 4 x1 "
    "%loop_back(4 0)\nend_function f\nstart_function g 1\nstart_block 0\nuneventful_inst x70000\nreturn x0\nend_function g\n",
};

static void check(bool holds)
{
    if (!holds)
        __builtin_trap();
}

/* Made at first use and kept, because each input needs it. */
static const struct abstract *program_of(uint8_t choice)
{
    static struct test_ae programs[PROGRAMS];
    size_t which = choice % PROGRAMS, fixed = sizeof texts / sizeof texts[0];
    struct test_ae *ae = &programs[which];
    if (ae->program)
        return ae->program;
    struct text text = {0};
    struct error error;
    if (which < fixed)
        text_add(&text, texts[which]);
    else
        random_schema(which, &text);
    check(test_ae_try(text_str(&text), &(struct test_ae_options){.little_endian = which % 2}, ae, &error));
    unlink(ae->path);
    text_free(&text);
    return ae->program;
}

struct run {
    const struct abstract *program;
    struct text bytes;
    struct ae_event *events;
    size_t count;
    struct checkpoint *kept[KEPT];
    size_t kept_at[KEPT], kept_count, bytes_kept;
    size_t capacity;
    uint8_t every;
};

static struct regenerator *run_open(const struct run *run)
{
    struct regenerator *r;
    struct error error;
    check(regenerator_open(run->program, text_str(&run->bytes), "input", &r, &error));
    return r;
}

static void check_state(struct regenerator *r, const struct run *run)
{
    struct regenerated_state state;
    size_t loops = 0;
    regenerator_state(r, &state);
    check(state.number <= regenerator_number(r) && state.offset <= run->bytes.size && state.known & 1 && !state.values[0]);
    for (size_t i = 0; i < state.frame_count; i++) {
        check(state.frames[i].at < run->program->op_count && state.frames[i].first_loop == loops);
        uint32_t block = abstract_block_of(run->program, state.frames[i].at);
        check(run->program->blocks[block].function == state.frames[i].function);
        loops += state.frames[i].loop_count;
    }
    check(loops == state.loop_count);
}

static void save(struct run *run, struct regenerator *r)
{
    size_t bytes = 0;
    struct checkpoint *checkpoint = run->kept_count < KEPT ? checkpoint_save(r, &bytes) : NULL;
    if (!checkpoint)
        return;
    run->kept_at[run->kept_count] = run->count;
    run->kept[run->kept_count++] = checkpoint;
    run->bytes_kept += bytes;
}

static void run_first(struct run *run, struct regenerator *r)
{
    struct error error;
    size_t count, batches = 0;
    while (run->count + REGENERATED_BATCH <= EVENTS_MOST && (count = regenerator_run(r, run->events + run->count, run->capacity)) > 0) {
        check(count <= run->capacity);
        run->count += count;
        if (++batches % (1 + run->every % 8))
            continue;
        check_state(r, run);
        save(run, r);
    }
    if (regenerator_problem(r, &error))
        check(error.has_offset && error.offset <= run->bytes.size && error.message[0]);
}

/* Every checkpoint leads to the same events. */
static void run_again(struct run *run, struct regenerator *r)
{
    struct ae_event batch[REGENERATED_BATCH];
    while (run->kept_count) {
        size_t which = run->every % run->kept_count, at = run->kept_at[which], count;
        checkpoint_restore(r, run->kept[which]);
        check_state(r, run);
        while (at < run->count && (count = regenerator_run(r, batch, 64 + run->capacity / 2)) > 0)
            for (size_t i = 0; i < count && at < run->count; i++, at++)
                check(batch[i].address == run->events[at].address && batch[i].what == run->events[at].what);
        check(at == run->count);
        size_t freed = checkpoint_free(run->kept[which]);
        check(freed <= run->bytes_kept);
        run->bytes_kept -= freed;
        run->kept_count--;
        run->kept[which] = run->kept[run->kept_count];
        run->kept_at[which] = run->kept_at[run->kept_count];
    }
    check(!run->bytes_kept);
}

/* Jumps forward: the next operator is the one that issues the address. */
static void run_jumping(const struct run *run)
{
    struct regenerator *r = run_open(run);
    struct ae_event batch[64];
    uint64_t number = 0, target = 1;
    for (size_t i = 0; i < run->count; i++) {
        number += ae_event_counts(run->events[i]);
        if (number != target || !ae_event_counts(run->events[i]))
            continue;
        check(regenerator_until(r, target) && regenerator_number(r) < target);
        check_state(r, run);
        if (regenerator_number(r) + 1 == target) {
            check(regenerator_run(r, batch, 64) > 0);
            check(batch[0].address == run->events[i].address && batch[0].what == run->events[i].what);
        }
        target = regenerator_number(r) + 1 + run->every;
        target = target > number ? target : number + 1;
    }
    regenerator_close(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    struct run run = {.program = program_of(data[0]), .every = data[1], .capacity = 64 + (size_t)data[1] * 13};
    if (!run.program->paper)
        text_append(&run.bytes, (struct str){"AE1\n\x01\x23\x45\x67\x89\xab\xcd\xef", 12});
    text_append(&run.bytes, (struct str){(const char *)data + 2, size - 2});
    run.events = memory_allocate(EVENTS_MOST * sizeof *run.events);
    struct regenerator *r = run_open(&run);
    run_first(&run, r);
    run_again(&run, r);
    regenerator_close(r);
    run_jumping(&run);
    free(run.events);
    text_free(&run.bytes);
    return 0;
}
