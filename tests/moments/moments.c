/* moments.c - compares the state stream of a recording with the program itself.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     moments RECORDING RECORDER COUNT SEED PROGRAM [ARGUMENT...]
 *
 * Draws random executions, stops the same program under the recorder just before each, and compares all registers and all bytes of all readable mappings
 * with what state.h tells of the moment. All must be known and equal. Numbers of threads, random numbers and times are new in every run. So the program runs
 * twice, side by side, and words of 8 bytes in which these two runs differ are not compared. Prints counts. */
#include "live.h"

#include "recording/state/flags.h"
#include "recording/state/state.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MAPPINGS = 1024, PAGE = 4096, WORD = 8, HITS = 4000, EXAMPLES = 12 };

struct counts {
    uint64_t moments, registers, wrong_registers;
    uint64_t bytes, equal, wrong;
    uint64_t untouched, lost;           /* unknown: nothing in the log touched them, or something did */
    uint64_t written;                   /* unknown ones that are not as the file or the kernel made them */
    uint64_t fresh;                     /* bytes and registers that are new in every run */
};

struct comparison {
    struct store *store;
    struct state *state;
    struct live *live, *other;
    uint64_t bias;                      /* what to add to the trace's addresses */
    struct counts counts;
    unsigned examples;
    uint64_t now;
};

static void example(struct comparison *c, const char *what, uint64_t address, uint64_t ours, uint64_t theirs)
{
    if (c->examples++ < EXAMPLES)
        printf("# @%" PRIu64 " %s 0x%" PRIx64 ": clew has 0x%" PRIx64 ", the program 0x%" PRIx64 "\n", c->now, what, address, ours, theirs);
}

/* ---- Registers ---- */

static void compare_register(struct comparison *c, const char *name, unsigned number, uint64_t ours, uint64_t theirs, uint64_t others)
{
    c->counts.registers++;
    c->counts.fresh += theirs != others;
    if (ours == theirs || theirs != others)
        return;
    c->counts.wrong_registers++;
    example(c, name, number, ours, theirs);
}

/* Valgrind's gdbserver numbers x87 registers by their place in the processor, and not from the top of their stack. */
static void compare_x87(struct comparison *c, const uint8_t *own, const struct live_registers *live, const struct live_registers *other)
{
    enum { EXPONENT = 8, TOP = 11 };
    unsigned top = registers_status(own) >> TOP & 7;
    for (unsigned i = 0; i < 8; i++) {
        bool empty;
        long double value = (long double)registers_st(own, (i - top) & 7, &empty);
        uint8_t bytes[sizeof value] = {0};
        memcpy(bytes, &value, sizeof value);
        compare_register(c, "x87 mantissa", i, log_number(bytes, 8), log_number(live->st[i], 8), log_number(other->st[i], 8));
        compare_register(c, "x87 exponent", i, log_number(bytes + EXPONENT, 2), log_number(live->st[i] + EXPONENT, 2), log_number(other->st[i] + EXPONENT, 2));
    }
    compare_register(c, "fctrl", 0, registers_control(own), live->control, other->control);
    compare_register(c, "fstat", 0, registers_status(own), live->status, other->status);
    compare_register(c, "ftag", 0, registers_tags(own), live->tags, other->tags);
    compare_register(c, "mxcsr", 0, registers_mxcsr(own), live->mxcsr, other->mxcsr);
}

static void compare_registers(struct comparison *c)
{
    struct live_registers live, other;
    const uint8_t *own = state_registers(c->state);
    if (!live_registers(c->live, &live) || !live_registers(c->other, &other))
        return;
    for (unsigned i = 0; i < 16; i++)
        compare_register(c, "register", i, state_register(c->state, i), live.general[i], other.general[i]);
    compare_register(c, "flags", 0, state_flags(own), live.flags, other.flags);
    for (unsigned i = 0; i < 16; i++)
        for (unsigned k = 0; k < (live.has_high ? 32u : 16u); k += 8)
            compare_register(c, k < 16 ? "vector, low" : "vector, high", i, log_number(own + REGISTERS_VECTOR + 32 * i + k, 8), log_number(live.vector[i] + k, 8),
                             log_number(other.vector[i] + k, 8));
    compare_x87(c, own, &live, &other);
}

/* ---- Memory ---- */

/* A mapping's bytes as the kernel made them: of its file, or zeros. */
static void pristine(const struct live_mapping *mapping, uint64_t address, uint8_t *bytes)
{
    memset(bytes, 0, PAGE);
    int file = mapping->path[0] == '/' ? open(mapping->path, O_RDONLY) : -1;
    if (file >= 0 && pread(file, bytes, PAGE, (off_t)(mapping->offset + address - mapping->start)) < 0)
        memset(bytes, 0, PAGE);
    if (file >= 0)
        close(file);
}

static void compare_byte(struct comparison *c, uint64_t address, uint8_t told, uint8_t ours, uint8_t theirs, bool changed)
{
    struct counts *counts = &c->counts;
    counts->bytes++;
    if (told == STATE_KNOWN && ours == theirs) {
        counts->equal++;
    } else if (told == STATE_KNOWN) {
        counts->wrong++;
        example(c, "byte", address, ours, theirs);
    } else {
        counts->untouched += told == STATE_UNTOUCHED;
        counts->lost += told != STATE_UNTOUCHED;
        counts->written += changed;
    }
}

static void compare_page(struct comparison *c, const struct live_mapping *mapping, uint64_t address)
{
    uint8_t ours[PAGE], theirs[PAGE], others[PAGE], told[PAGE], before[PAGE];
    if (!live_read(c->live, address, theirs, PAGE) || !live_read(c->other, address, others, PAGE))
        return;
    uint64_t known = state_memory(c->state, address, ours, told, PAGE);
    if (known == PAGE && memcmp(ours, theirs, PAGE) == 0) {
        c->counts.bytes += PAGE;
        c->counts.equal += PAGE;
        return;
    }
    pristine(mapping, address, before);
    for (unsigned i = 0; i < PAGE; i++) {
        if (i % WORD == 0 && memcmp(theirs + i, others + i, WORD) != 0) {
            c->counts.fresh += WORD;
            i += WORD - 1;
            continue;
        }
        compare_byte(c, address + i, told[i], ours[i], theirs[i], theirs[i] != before[i]);
    }
}

/* The program's break: what the last call of brk before the moment returned; 0: there was none. */
static uint64_t program_break(const struct comparison *c)
{
    struct store_system_call call;
    struct error error;
    for (uint64_t i = store_system_call_at(c->store, c->now); i-- > 0;)
        if (store_system_call(c->store, i, &call, &error) && call.number == SYS_brk && call.has_result)
            return call.result;
    return 0;
}

/* Pages behind the break are gone for the program. The recorder keeps them mapped, as zeros. */
static bool is_given_back(struct comparison *c, uint64_t address)
{
    uint8_t ours[PAGE], theirs[PAGE], told[PAGE];
    static const uint8_t zeros[PAGE];
    return state_memory(c->state, address, ours, told, PAGE) == 0 && live_read(c->live, address, theirs, PAGE) && memcmp(theirs, zeros, PAGE) == 0;
}

static void compare_memory(struct comparison *c)
{
    static struct live_mapping mappings[MAPPINGS];
    size_t count = live_mappings(c->live, mappings, MAPPINGS);
    uint64_t end = program_break(c);
    for (size_t i = 0; i < count; i++) {
        bool has_break = end > mappings[i].start && end < mappings[i].end;
        for (uint64_t address = mappings[i].start; address < mappings[i].end; address += PAGE)
            if (!has_break || address < end || !is_given_back(c, address))
                compare_page(c, &mappings[i], address);
    }
}

/* ---- Moments ---- */

static bool number_of_note(const struct store *store, const char *what, struct str path, uint64_t *number)
{
    struct text name = {0};
    text_printf(&name, "%s %.*s", what, STR(path));
    bool found = str_hex(store_note(store, text_string(&name)), number);
    text_free(&name);
    return found;
}

static int compare_times(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static uint64_t *draw(uint64_t times, uint64_t count, uint64_t seed)
{
    uint64_t *drawn = calloc(count, sizeof *drawn), x = seed * 0x9e3779b97f4a7c15 + 1;
    for (uint64_t i = 0; drawn && i < count; i++) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        drawn[i] = 1 + x % times;
    }
    if (drawn)
        qsort(drawn, count, sizeof *drawn, compare_times);
    return drawn;
}

/* A repeated string instruction: the recording has an execution for each round. */
static bool repeats(struct comparison *c, uint64_t address)
{
    uint8_t code[3] = {0};
    if (!live_read(c->live, address, code, sizeof code) || (code[0] != 0xf2 && code[0] != 0xf3))
        return false;
    uint8_t operation = code[(code[1] & 0xf0) == 0x40 ? 2 : 1];
    return (operation >= 0xa4 && operation <= 0xa7) || (operation >= 0xaa && operation <= 0xaf);
}

/* Goes from one moment to the next. False: the program ended. *skipped: that one costs too much, and nothing was done. */
static bool go(struct comparison *c, uint64_t from, uint64_t to, bool *skipped)
{
    struct node node, first;
    uint64_t when;
    *skipped = true;
    if (!store_at(c->store, to, &node) || !store_next_execution(c->store, node.index, from ? from - 1 : 0, &first, &when))
        return true;
    uint64_t address = store_instruction(c->store, node.index).address + c->bias, hits = node.instance - first.instance + (when != from);
    if (hits == 0 || hits > HITS || repeats(c, address))
        return true;
    *skipped = false;
    return live_go(c->live, address, hits) && live_go(c->other, address, hits);
}

static bool compare(struct comparison *c, const uint64_t *times, uint64_t count)
{
    uint64_t at = 0;
    struct error error;
    for (uint64_t i = 0; i < count; i++) {
        bool skipped;
        if (!go(c, at, times[i], &skipped)) {
            printf("# the program ended before @%" PRIu64 "\n", times[i]);
            return false;
        }
        if (skipped)
            continue;
        c->now = at = times[i];
        if (!state_go(c->state, at, &error)) {
            printf("# @%" PRIu64 ": %s\n", at, error.message);
            return false;
        }
        c->counts.moments++;
        compare_registers(c);
        compare_memory(c);
    }
    return true;
}

static bool report(const struct counts *n)
{
    printf("# %" PRIu64 " moments; %" PRIu64 " registers, %" PRIu64 " wrong; %" PRIu64 " bytes: %" PRIu64 " equal, %" PRIu64 " wrong, %" PRIu64
           " unknown and never touched, %" PRIu64 " lost; of these two the program or the kernel wrote %" PRIu64 "; %" PRIu64 " new in every run\n",
           n->moments, n->registers, n->wrong_registers, n->bytes, n->equal, n->wrong, n->untouched, n->lost, n->written, n->fresh);
    return n->moments && !n->wrong_registers && n->equal == n->bytes;
}

int main(int count, char **arguments)
{
    struct comparison c = {.examples = 0};
    struct error error = {.message = "it keeps no state"};
    if (count < 6)
        return 2;
    if (!store_open(arguments[1], NULL, &c.store, &error) || !store_keeps_state(c.store) || !state_open(c.store, &c.state, &error)) {
        printf("# %s: %s\n", arguments[1], error.message);
        return 2;
    }
    uint64_t bias = 0, loaded = 0, moments = strtoull(arguments[3], NULL, 10);
    struct str program = store_note(c.store, "program");
    if (number_of_note(c.store, "bias", program, &bias) && number_of_note(c.store, "loaded", program, &loaded))
        c.bias = loaded - bias;
    uint64_t *times = draw(store_summary(c.store).times, moments, strtoull(arguments[4], NULL, 10));
    c.live = live_start(arguments[2], arguments + 5);
    c.other = c.live ? live_start(arguments[2], arguments + 5) : NULL;
    if (!c.live || !c.other || !times) {
        printf("# the program cannot be started under the recorder\n");
        return 2;
    }
    bool whole = compare(&c, times, moments), good = report(&c.counts);
    live_end(c.live);
    live_end(c.other);
    free(times);
    state_close(c.state);
    store_close(c.store);
    return whole && good ? 0 : 1;
}
