/* micro.c - machines: registers and memory, and how micro-operations change them.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/state/flags.h"
#include "recording/state/micro_code.h"
#include "recording/state/log_reader.h"
#include "recording/state/micro_format.h"

#include <stdlib.h>
#include <string.h>

struct mapping {
    uint64_t first, last;               /* addresses */
    uint64_t start;                     /* of the whole mapping */
    struct str file;
};

struct machine {
    const struct micro_codes *codes;
    struct image image, origin;
    /* Bytes whose origin no load tells any more, in stretches whose lengths are the binary digits of the count, the largest first: each is sorted by `first`,
     * and its `last` is the largest up to there. */
    ARRAY(struct image_range, changed);
    ARRAY(struct mapping, mapped);      /* they do not overlap */
    struct thread { uint8_t registers[REGISTERS_SIZE]; } **threads;
    size_t thread_count, thread_capacity;
    struct machine_check *check;
    uint64_t watched, watched_last;     /* the first and the last byte; first above last: none */
    bool watches_loads;
    struct str searched;
    struct image *before;               /* what memory held before, for the search */
    bool in_searched[256];              /* bytes that it has */
    ARRAY(struct machine_hit, hits);
    machine_observer *observer;
    void *observing;
    const uint8_t *food, *food_end;
    bool starves;
    uint32_t current;                   /* the thread whose registers are in the frame; NONE: nobody's */
    uint64_t frame[FRAME_WORDS];        /* micro_code.h */
};
#define NONE UINT32_MAX

static inline uint8_t *frame_of(struct machine *machine)
{
    return (uint8_t *)machine->frame;
}

static inline struct value *temp_of(struct machine *machine, uint32_t number)
{
    return (struct value *)&machine->frame[frame_of_temp(number)];
}

/* ---- Machines ---- */

struct machine *machine_open(const struct micro_codes *codes)
{
    struct machine *machine = memory_allocate(sizeof *machine);
    machine->codes = codes;
    machine->watched = 1;
    machine->current = NONE;
    return machine;
}

void machine_close(struct machine *machine)
{
    if (!machine)
        return;
    for (size_t i = 0; i < machine->thread_count; i++)
        free(machine->threads[i]);
    free(machine->threads);
    image_free(&machine->image);
    image_free(&machine->origin);
    free(machine->changed);
    free(machine->mapped);
    free(machine->hits);
    free(machine);
}

const struct micro_codes *machine_codes(const struct machine *machine)
{
    return machine->codes;
}

struct image *machine_image(struct machine *machine)
{
    return &machine->image;
}

struct image *machine_origin(struct machine *machine)
{
    return &machine->origin;
}

void machine_clear(struct machine *machine)
{
    image_free(&machine->image);
    image_free(&machine->origin);
    machine->changed_count = 0;
    machine->mapped_count = 0;
}

/* Sorts the last ranges, and makes each `last` the largest so far. */
static void sort_changed(struct image_range *ranges, size_t count)
{
    qsort(ranges, count, sizeof *ranges, compare_uint64);
    for (size_t i = 1; i < count; i++)
        ranges[i].last = ranges[i].last > ranges[i - 1].last ? ranges[i].last : ranges[i - 1].last;
}

static void cut_mapped(struct machine *machine, uint64_t first, uint64_t last)
{
    for (size_t i = machine->mapped_count; i-- > 0;) {
        struct mapping old = machine->mapped[i];
        if (old.last < first || old.first > last)
            continue;
        machine->mapped[i] = machine->mapped[--machine->mapped_count];
        if (old.first < first)
            ARRAY_ADD(machine, mapped, (struct mapping){old.first, first - 1, old.start, old.file});
        if (old.last > last)
            ARRAY_ADD(machine, mapped, (struct mapping){last + 1, old.last, old.start, old.file});
    }
}

void machine_mapped(struct machine *machine, uint64_t address, uint64_t size, struct str file)
{
    enum { MAPPED_MOST = 1 << 12 };     /* of more, the bytes are unknown */
    uint64_t last = address + (size - 1);
    if (!size)
        return;
    last = last < address ? UINT64_MAX : last;
    cut_mapped(machine, address, last);
    if (machine->mapped_count < MAPPED_MOST)
        ARRAY_ADD(machine, mapped, (struct mapping){address, last, address, file});
}

struct machine_file machine_file(const struct machine *machine, uint64_t address)
{
    struct machine_file found = {.last = UINT64_MAX};
    for (size_t i = 0; i < machine->mapped_count; i++) {
        const struct mapping *mapping = &machine->mapped[i];
        if (address >= mapping->first && address <= mapping->last)
            return (struct machine_file){mapping->file, mapping->start, mapping->last};
        if (mapping->first > address && mapping->first - 1 < found.last)
            found.last = mapping->first - 1;
    }
    return found;
}

void machine_changed(struct machine *machine, uint64_t address, uint64_t size)
{
    uint64_t last = address + (size - 1);
    if (!size)
        return;
    last = last < address ? UINT64_MAX : last;
    cut_mapped(machine, address, last);
    ARRAY_ADD(machine, changed, (struct image_range){address, last});
    size_t joined = machine->changed_count & (0 - machine->changed_count);      /* equal stretches become one */
    sort_changed(machine->changed + (machine->changed_count - joined), joined);
}

bool machine_has_changed_in(const struct machine *machine, uint64_t first, uint64_t last)
{
    for (size_t from = 0, left = machine->changed_count, size; left; from += size, left -= size) {
        for (size = left; size & (size - 1);)
            size &= size - 1;           /* its highest bit */
        LOWER_BOUND(size_t, at, from, from + size, machine->changed[at].first <= last);
        if (at > from && machine->changed[at - 1].last >= first)
            return true;
    }
    return false;
}

bool machine_has_changed(const struct machine *machine, uint64_t address)
{
    return machine_has_changed_in(machine, address, address);
}

static struct thread *thread_of(struct machine *machine, uint32_t thread)
{
    while (machine->thread_count <= thread) {
        machine->threads = array_grow(machine->threads, &machine->thread_capacity, machine->thread_count + 1, sizeof(struct thread *));
        machine->threads[machine->thread_count++] = NULL;
    }
    if (!machine->threads[thread])
        machine->threads[thread] = memory_allocate(sizeof(struct thread));
    return machine->threads[thread];
}

uint8_t *machine_registers(struct machine *machine, uint32_t thread)
{
    return thread == machine->current ? frame_of(machine) : thread_of(machine, thread)->registers;
}

/* Puts a thread's registers into the frame. */
static void switch_to(struct machine *machine, uint32_t thread)
{
    if (machine->current != NONE)
        memcpy(thread_of(machine, machine->current)->registers, machine->frame, REGISTERS_SIZE);
    memcpy(machine->frame, thread_of(machine, thread)->registers, REGISTERS_SIZE);
    machine->current = thread;
}

void machine_check(struct machine *machine, struct machine_check *check)
{
    machine->check = check;
}

void machine_feed(struct machine *machine, struct str bytes)
{
    machine->food = (const uint8_t *)bytes.data;
    machine->food_end = machine->food + bytes.size;
    machine->starves = false;
}

size_t machine_food(const struct machine *machine)
{
    return (size_t)(machine->food_end - machine->food);
}

bool machine_starves(const struct machine *machine)
{
    return machine->starves;
}

/* ---- Operations ---- */

static inline uint64_t cut(uint64_t number, unsigned size)
{
    return size >= 8 ? number : number & ((UINT64_C(1) << 8 * size) - 1);
}

static inline int64_t signed_of(uint64_t number, unsigned size)
{
    unsigned spare = 64 - 8 * size;
    return (int64_t)(number << spare) >> spare;
}

/* Bytes of memory or registers as a value; zeros above. */
static inline void take(struct value *value, const uint8_t *bytes, unsigned size)
{
    switch (size) {
    case 1: value->word[0] = *bytes; break;
    case 2: { uint16_t n; memcpy(&n, bytes, 2); value->word[0] = n; break; }
    case 4: { uint32_t n; memcpy(&n, bytes, 4); value->word[0] = n; break; }
    default: memcpy(value->word, bytes, size); break;
    }
}

static inline bool is_zero(const struct value *value)
{
    return value->word[0] == 0;
}

static void multiply(struct value *result, const struct value *a, const struct value *b, unsigned size, bool is_signed)
{
    if (size < 8) {
        uint64_t product = is_signed ? (uint64_t)(signed_of(a->word[0], size) * signed_of(b->word[0], size)) : a->word[0] * b->word[0];
        result->word[0] = cut(product, 2 * size);
        return;
    }
    unsigned __int128 product = is_signed ? (unsigned __int128)((__int128)(int64_t)a->word[0] * (int64_t)b->word[0]) : (unsigned __int128)a->word[0] * b->word[0];
    result->word[0] = (uint64_t)product;
    result->word[1] = (uint64_t)(product >> 64);
}

/* half: bytes of the divisor. A division that would trap gives zeros. */
static void divide(struct value *result, const struct value *a, const struct value *b, unsigned half, bool is_signed)
{
    unsigned __int128 number = half == 8 ? (unsigned __int128)a->word[1] << 64 | a->word[0] : a->word[0], quotient = 0, rest = 0;
    uint64_t divisor = b->word[0];
    *result = (struct value){{0}};
    if (divisor == 0)
        return;
    if (is_signed) {
        __int128 left = half == 8 ? (__int128)number : signed_of((uint64_t)number, 2 * half), right = signed_of(divisor, half);
        if (right == -1) {
            quotient = 0 - (unsigned __int128)left;
        } else {
            quotient = (unsigned __int128)(left / right);
            rest = (unsigned __int128)(left % right);
        }
    } else {
        quotient = number / divisor;
        rest = number % divisor;
    }
    if (half == 8) {
        result->word[0] = (uint64_t)quotient;
        result->word[1] = (uint64_t)rest;
    } else {
        result->word[0] = cut((uint64_t)quotient, half) | cut((uint64_t)rest, half) << 8 * half;
    }
}

static inline uint64_t lane_of(const struct value *value, unsigned at, unsigned lane)
{
    return cut(value->word[at / 8] >> 8 * (at % 8), lane);
}

static inline void set_lane(struct value *value, unsigned at, unsigned lane, uint64_t number)
{
    unsigned shift = 8 * (at % 8);
    uint64_t mask = cut(UINT64_MAX, lane) << shift;
    value->word[at / 8] = (value->word[at / 8] & ~mask) | (number << shift & mask);
}

static uint64_t one_lane(unsigned kind, uint64_t a, uint64_t b, unsigned lane)
{
    int64_t x = signed_of(a, lane), y = signed_of(b, lane);
    switch (kind) {
    case MICRO_LANES_ADD: return a + b;
    case MICRO_LANES_SUB: return a - b;
    case MICRO_LANES_EQ: return a == b ? UINT64_MAX : 0;
    case MICRO_LANES_GT_S: return x > y ? UINT64_MAX : 0;
    case MICRO_LANES_MIN_U: return a < b ? a : b;
    case MICRO_LANES_MAX_U: return a > b ? a : b;
    case MICRO_LANES_MIN_S: return x < y ? a : b;
    default: return x > y ? a : b;
    }
}

static uint64_t shift(unsigned kind, uint64_t number, uint64_t count, unsigned size)
{
    bool all = count >= 8 * size;
    switch (kind) {
    case MICRO_SHL: case MICRO_LANES_SHL: return all ? 0 : cut(number << count, size);
    case MICRO_SHR: case MICRO_LANES_SHR: return all ? 0 : number >> count;
    default: return cut((uint64_t)(signed_of(number, size) >> (all ? 8 * size - 1 : count)), size);
    }
}

static void lanes(struct value *result, const struct micro *o, const struct value *a, const struct value *b)
{
    struct value made = {{0}};
    unsigned lane = o->detail;
    for (unsigned at = 0; at < o->size; at += lane) {
        uint64_t number;
        if (o->kind == MICRO_LANES_LOW || o->kind == MICRO_LANES_HIGH) {
            unsigned from = at / lane / 2 * lane + (o->kind == MICRO_LANES_HIGH ? o->size / 2 : 0);
            number = lane_of(at / lane % 2 ? a : b, from, lane);
        } else if (o->kind >= MICRO_LANES_SHL) {
            number = shift(o->kind, lane_of(a, at, lane), b->word[0], lane);
        } else {
            number = one_lane(o->kind, lane_of(a, at, lane), lane_of(b, at, lane), lane);
        }
        set_lane(&made, at, lane, number);
    }
    *result = made;
}

static void part_of(struct value *result, const struct value *from, unsigned at, unsigned size)
{
    uint8_t bytes[VALUE];
    memcpy(bytes, from->word, VALUE);
    *result = (struct value){{0}};
    memcpy(result->word, bytes + at, size);     /* little-endian, as everything here */
}

static uint64_t signs(const struct value *value, unsigned size)
{
    uint64_t found = 0;
    for (unsigned i = 0; i < size; i++)
        found |= (value->word[i / 8] >> (8 * (i % 8) + 7) & 1) << i;
    return found;
}

static uint64_t zeros(unsigned kind, uint64_t number, unsigned size)
{
    if (number == 0)
        return 8 * size;
    return (uint64_t)(kind == MICRO_CTZ ? __builtin_ctzll(number) : __builtin_clzll(number) - (64 - 8 * (int)size));
}

static inline uint64_t of_one(unsigned kind, uint64_t number, unsigned size)
{
    switch (kind) {
    case MICRO_BIT: return number & 1;
    case MICRO_SPREAD: return number ? cut(UINT64_MAX, size) : 0;
    case MICRO_IS_ZERO: return number == 0;
    case MICRO_IS_NOT_ZERO: return number != 0;
    case MICRO_LEFT: return cut(number | (0 - number), size);
    default: return zeros(kind, number, size);
    }
}

static bool compare(unsigned kind, uint64_t a, uint64_t b, unsigned size)
{
    switch (kind) {
    case MICRO_EQ: return a == b;
    case MICRO_NE: return a != b;
    case MICRO_LT_U: return a < b;
    case MICRO_LE_U: return a <= b;
    case MICRO_LT_S: return signed_of(a, size) < signed_of(b, size);
    default: return signed_of(a, size) <= signed_of(b, size);
    }
}

static void wide_bits(struct value *result, unsigned kind, const struct value *a, const struct value *b, unsigned size)
{
    for (unsigned i = 0; i < (size + 7) / 8; i++)
        result->word[i] = kind == MICRO_AND ? a->word[i] & b->word[i] : kind == MICRO_OR ? a->word[i] | b->word[i] : a->word[i] ^ b->word[i];
}

static void join(struct value *result, const struct value *high, const struct value *low, unsigned half)
{
    struct value made = *low;
    if (half < 8)
        made.word[0] = low->word[0] | high->word[0] << 8 * half;
    else
        memcpy((uint8_t *)made.word + half, high->word, half);
    *result = made;
}

static void move(struct value *result, const struct value *from, unsigned size, unsigned has)
{
    struct value made = {{0}};
    memcpy(made.word, from->word, size < has ? size : has);
    *result = made;
}

static uint64_t flags(const struct micro *o, const uint8_t *registers)
{
    if (o->kind == MICRO_CONDITION)
        return state_condition(registers, o->detail);
    return state_flags_six(registers) & (o->kind == MICRO_CARRY ? FLAG_CARRY : FLAGS_SIX);
}

/* ---- Runs ---- */

static void note_wrong(struct machine_check *check, uint64_t *count, uint64_t instruction)
{
    ++*count;
    if (!check->first_wrong)
        check->first_wrong = instruction;
}

static const uint8_t *starve(struct machine *machine)
{
    static const uint8_t nothing[VALUE];
    machine->starves = true;
    return nothing;
}

/* An operand's value. Some operands are offsets instead: then the value is never looked at. */
static inline const struct value *value_of(const struct machine *machine, uint32_t operand)
{
    if (operand < TEMPS)
        return (const struct value *)&machine->frame[frame_of_temp(operand)];
    if (operand >= OPERAND_REGISTER)
        return (const struct value *)&machine->frame[operand - OPERAND_REGISTER];
    return &machine->codes->constants[operand - TEMPS];
}

static inline const uint8_t *eat(struct machine *machine, unsigned size)
{
    if (machine->food_end - machine->food < size)
        return starve(machine);
    machine->food += size;
    return machine->food - size;
}

/* The next bytes that a run takes. data: of a run with logged bytes. */
static inline const uint8_t *next(struct machine *machine, const uint8_t *data, const struct micro *o)
{
    return data ? data + o->at : eat(machine, o->size);
}

#define ADDRESS_BITS UINT64_C(0xffffffffffff)   /* as logs have addresses */

static void check_address(struct machine *machine, uint64_t address, const uint8_t *logged, uint64_t instruction)
{
    machine->check->addresses++;
    if (address != log_address(logged))
        note_wrong(machine->check, &machine->check->wrong_addresses, instruction);
}

static void note_origin(struct machine *machine, uint64_t address, const uint8_t *bytes, unsigned size)
{
    uint8_t ignored[VALUE];
    bool known[VALUE];
    image_read_known(&machine->image, address, ignored, known, size);
    for (unsigned i = 0; i < size; i++)
        if (!known[i] && !machine_has_changed(machine, address + i))
            image_write(&machine->origin, address + i, bytes + i, 1);
}

void machine_found(struct machine *machine, uint64_t address, const uint8_t *bytes, uint64_t size)
{
    for (uint64_t done = 0, piece; done < size; done += piece) {
        piece = size - done < VALUE ? size - done : VALUE;
        note_origin(machine, address + done, bytes + done, (unsigned)piece);
        image_write(&machine->image, address + done, bytes + done, piece);
    }
}

/* ---- Watching ---- */

void machine_watch(struct machine *machine, uint64_t address, uint64_t size, bool loads)
{
    uint64_t last = address + (size - 1);
    machine->watched = size ? address : 1;
    machine->watched_last = !size ? 0 : last < address ? UINT64_MAX : last;
    machine->watches_loads = loads;
    machine->searched = (struct str){NULL, 0};
    machine->hits_count = 0;
}

void machine_observe(struct machine *machine, machine_observer *observer, void *context)
{
    machine->observer = observer;
    machine->observing = context;
}

void machine_search(struct machine *machine, struct str bytes, struct image *before)
{
    machine_watch(machine, 0, bytes.size ? UINT64_MAX : 0, true);
    machine->searched = str_cut(bytes, 0, MACHINE_SEARCHED);
    machine->before = before;
    memset(machine->in_searched, false, sizeof machine->in_searched);
    for (size_t i = 0; i < machine->searched.size; i++)
        machine->in_searched[(unsigned char)machine->searched.data[i]] = true;
}

size_t machine_hits(struct machine *machine, const struct machine_hit **hits)
{
    size_t count = machine->hits_count;
    *hits = machine->hits;
    machine->hits_count = 0;
    return count;
}

static void add_hit(struct machine *machine, struct machine_hit hit)
{
    if (machine->hits_count < MACHINE_HITS)
        ARRAY_ADD(machine, hits, hit);
}

/* Is one of bytes [i, i + wanted) a new one of an access that begins at byte `at`? */
static bool has_new(uint64_t at, unsigned size, const bool *had, size_t i, size_t wanted)
{
    for (unsigned k = 0; k < size; k++)
        if (!had[k] && at + k >= i && at + k < i + wanted)
            return true;
    return false;
}

/* Where the bytes lie that are searched, with at least one byte of an access that is new. */
static void search_around(struct machine *machine, struct machine_hit hit, const bool *had)
{
    enum { MOST = 2 * MACHINE_SEARCHED + VALUE };
    size_t wanted = machine->searched.size, around = wanted - 1;
    uint8_t there[MOST], earlier[MOST];
    bool known[MOST], knew[MOST];
    uint64_t from = hit.address < around ? 0 : hit.address - around, size = hit.address - from + hit.size + around;
    bool all = image_read_known(&machine->image, from, there, known, size);
    if (!all)
        image_read_known(machine->before, from, earlier, knew, size);
    for (size_t i = 0; !all && i < size; i++) {
        there[i] = known[i] ? there[i] : earlier[i];
        known[i] = known[i] || knew[i];
    }
    for (size_t i = 0; i + wanted <= size; i++) {
        size_t k = 0;
        while (k < wanted && known[i + k] && there[i + k] == (uint8_t)machine->searched.data[k])
            k++;
        if (k == wanted && has_new(hit.address - from, hit.size, had, i, wanted)) {
            struct machine_hit found = hit;
            found.address = from + i;
            add_hit(machine, found);
        }
    }
}

/* A load or a store. */
struct access {
    uint64_t address;
    uint16_t part;
    uint8_t size;
};

/* Behind an access to watched bytes: the image has what it stored or loaded. had: a load found these bytes known already. */
static __attribute__((noinline)) void note_access(struct machine *machine, struct access access, const void *bytes, bool loads, const bool *had)
{
    struct machine_hit hit = {.address = access.address, .part = access.part, .size = access.size, .loads = loads};
    memcpy(hit.bytes, bytes, access.size);
    if (!machine->searched.size) {
        add_hit(machine, hit);
        return;
    }
    for (unsigned i = 0; i < access.size; i++)
        if (!had[i] && machine->in_searched[hit.bytes[i]]) {
            search_around(machine, hit, had);
            return;
        }
}

static inline bool is_watched(const struct machine *machine, uint64_t address, unsigned size)
{
    return __builtin_expect(address <= machine->watched_last && address + (size - 1) >= machine->watched, 0);
}

/* ---- Loads and stores ---- */

static inline void observe(const struct machine *machine, struct access access, bool stores)
{
    if (__builtin_expect(machine->observer != NULL, 0))
        machine->observer(machine->observing, access.address, access.size, access.part, stores);
}

static inline void change(struct machine *machine, struct access access, const void *bytes)
{
    static const bool nothing[VALUE];
    observe(machine, access, true);
    if (!image_put_near(&machine->image, access.address, bytes, access.size))
        image_write(&machine->image, access.address, bytes, access.size);
    if (is_watched(machine, access.address, access.size))
        note_access(machine, access, bytes, false, nothing);
}

/* Which bytes of a load are known before it? */
static void find_known(struct machine *machine, uint64_t address, unsigned size, bool *had)
{
    uint8_t ignored[VALUE];
    bool before[VALUE] = {false};
    image_read_known(&machine->image, address, ignored, had, size);
    if (machine->searched.size)
        image_read_known(machine->before, address, ignored, before, size);
    for (unsigned i = 0; i < size; i++)
        had[i] = had[i] || before[i];
}

/* A load that tells memory what it found there. */
static void tell_memory(struct machine *machine, struct access access, const uint8_t *bytes)
{
    bool watches = machine->watches_loads && is_watched(machine, access.address, access.size), had[VALUE];
    if (watches)
        find_known(machine, access.address, access.size, had);
    image_write(&machine->image, access.address, bytes, access.size);
    if (watches)
        note_access(machine, access, bytes, true, had);
}

/* Of a fed run. */
static __attribute__((noinline)) void load_fed(struct machine *machine, struct access access, struct value *result)
{
    uint8_t known[VALUE];
    observe(machine, access, false);
    if (image_knows(&machine->image, access.address, access.size)) {
        image_read(&machine->image, access.address, known, access.size);
        take(result, known, access.size);
        if (machine->watches_loads && !machine->searched.size && is_watched(machine, access.address, access.size))
            note_access(machine, access, known, true, NULL);
        return;
    }
    const uint8_t *bytes = eat(machine, access.size);
    note_origin(machine, access.address, bytes, access.size);
    take(result, bytes, access.size);
    tell_memory(machine, access, bytes);
}

static void load(struct machine *machine, const struct micro *o, const uint8_t *data, uint64_t instruction)
{
    enum { ADDRESS_SIZE = 6 };
    struct access access = {value_of(machine, o->first)->word[0] & ADDRESS_BITS, o->part, o->size};
    if (!data) {
        load_fed(machine, access, temp_of(machine, o->result));
        return;
    }
    const uint8_t *bytes = next(machine, data, o);
    observe(machine, access, false);
    if (machine->check) {
        uint8_t had[VALUE];
        bool known[VALUE];
        check_address(machine, access.address, bytes - ADDRESS_SIZE, instruction);
        image_read_known(&machine->image, access.address, had, known, o->size);
        for (unsigned i = 0; i < o->size; i++) {
            machine->check->bytes += known[i];
            if (known[i] && had[i] != bytes[i])
                note_wrong(machine->check, &machine->check->wrong_bytes, instruction);
        }
    }
    take(temp_of(machine, o->result), bytes, o->size);
    tell_memory(machine, access, bytes);
}

static void store(struct machine *machine, const struct micro *o, const uint8_t *data, uint64_t instruction)
{
    struct access access = {value_of(machine, o->first)->word[0] & ADDRESS_BITS, o->part, o->size};
    if (o->third != MICRO_ALWAYS && is_zero(value_of(machine, o->third)))
        return;
    if (machine->check && data && o->at != UINT32_MAX)
        check_address(machine, access.address, data + o->at, instruction);
    change(machine, access, value_of(machine, o->second)->word);
}

static inline __attribute__((always_inline)) void execute(struct machine *machine, uint8_t *registers, const struct micro *o, const uint8_t *data, uint64_t instruction)
{
    struct value *result = temp_of(machine, o->result);
    const struct value *a = value_of(machine, o->first), *b = value_of(machine, o->second);
    uint64_t x = a->word[0], y = b->word[0];
    unsigned size = o->size, from = o->from;
    switch (o->kind) {
    case CONSTANT: *result = machine->codes->constants[o->at]; break;
    case GET_8: memcpy(result->word, registers + o->first, 8); break;
    case PUT_8: memcpy(registers + o->first, b->word, 8); break;
    case MICRO_KNOWN: take(result, next(machine, data, o), size); break;
    case MICRO_SET: memcpy(registers + o->first, next(machine, data, o), size); break;
    case MICRO_FILL: {
        const uint8_t *bytes = next(machine, data, o);
        if (o->third == MICRO_ALWAYS || !is_zero(value_of(machine, o->third)))
            change(machine, (struct access){(x + o->second) & ADDRESS_BITS, o->part, o->size}, bytes);
        break;
    }
    case MICRO_GET: take(result, registers + o->first, size); break;
    case MICRO_GET_ELEMENT: take(result, registers + o->first + size * ((y + o->detail) % ELEMENTS), size); break;
    case MICRO_PUT: memcpy(registers + o->first, b->word, size); break;
    case MICRO_PUT_ELEMENT: memcpy(registers + o->first + size * ((y + o->detail) % ELEMENTS), value_of(machine, o->third)->word, size); break;
    case MICRO_LOAD: load(machine, o, data, instruction); break;
    case MICRO_STORE: store(machine, o, data, instruction); break;
    case MICRO_MOVE:
        if (size <= 8)
            result->word[0] = cut(x, size < from ? size : from);
        else
            move(result, a, size, from);
        break;
    case MICRO_SIGNED: result->word[0] = cut((uint64_t)signed_of(x, from), size); break;
    case MICRO_PART: part_of(result, a, o->detail, size); break;
    case MICRO_NOT:
        for (unsigned i = 0; i < (size + 7) / 8; i++)
            result->word[i] = size < 8 ? cut(~x, size) : ~a->word[i];
        break;
    case MICRO_BIT: case MICRO_SPREAD: case MICRO_IS_ZERO: case MICRO_IS_NOT_ZERO: case MICRO_LEFT: case MICRO_CLZ: case MICRO_CTZ:
        result->word[0] = of_one(o->kind, x, size);
        break;
    case MICRO_SIGNS: result->word[0] = signs(a, from); break;
    case MICRO_ADD: result->word[0] = cut(x + y, size); break;
    case MICRO_SUB: result->word[0] = cut(x - y, size); break;
    case MICRO_MUL: result->word[0] = cut(x * y, size); break;
    case MICRO_AND: case MICRO_OR: case MICRO_XOR: wide_bits(result, o->kind, a, b, size); break;
    case MICRO_EQ: case MICRO_NE: case MICRO_LT_S: case MICRO_LT_U: case MICRO_LE_S: case MICRO_LE_U: result->word[0] = compare(o->kind, x, y, from); break;
    case MICRO_SHL: case MICRO_SHR: case MICRO_SAR: result->word[0] = shift(o->kind, x, y, size); break;
    case MICRO_MULTIPLY_U: case MICRO_MULTIPLY_S: multiply(result, a, b, from, o->kind == MICRO_MULTIPLY_S); break;
    case MICRO_JOIN: join(result, a, b, from); break;
    case MICRO_DIVIDE_U: case MICRO_DIVIDE_S: divide(result, a, b, size / 2, o->kind == MICRO_DIVIDE_S); break;
    case MICRO_INSERT: {
        struct value made = *a;
        memcpy(made.word, b->word, o->detail);
        *result = made;
        break;
    }
    case MICRO_CHOOSE: *result = x ? *b : *value_of(machine, o->third); break;
    case MICRO_FLAGS: case MICRO_CARRY: case MICRO_CONDITION: result->word[0] = flags(o, registers); break;
    default: lanes(result, o, a, b); break;
    }
}

static void run_list(struct machine *machine, const struct micro *micros, uint32_t count, const uint8_t *data, uint64_t instruction)
{
    for (const struct micro *o = micros, *end = micros + count; o < end; o++)
        execute(machine, frame_of(machine), o, data, instruction);
}

/* ---- Steps ---- */

static inline __attribute__((always_inline)) void load_step(struct machine *machine, uint64_t *f, const struct step *s, unsigned size)
{
    struct access access = {(f[s->a] + (uint64_t)s->offset) & ADDRESS_BITS, s->b, (uint8_t)size};
    const uint8_t *bytes = machine->watches_loads || machine->observer ? NULL : image_known_near(&machine->image, access.address, size);
    struct value found = {{0}};
    if (__builtin_expect(bytes != NULL, 1))
        take(&found, bytes, size);
    else
        load_fed(machine, access, &found);
    f[s->to] = found.word[0];
}

static inline __attribute__((always_inline)) void store_step(struct machine *machine, const uint64_t *f, const struct step *s, uint64_t number, unsigned size)
{
    change(machine, (struct access){(f[s->a] + (uint64_t)s->offset) & ADDRESS_BITS, s->to, (uint8_t)size}, &number);
}

static void run_steps(struct machine *machine, const struct step *steps, uint32_t count)
{
    uint64_t *f = machine->frame;
    for (const struct step *s = steps, *end = steps + count; s < end; s++) {
        switch ((enum step_kind)s->kind) {
        case STEP_MICRO: execute(machine, (uint8_t *)f, &machine->codes->micros[s->constant], NULL, 0); break;
        case STEP_COPY: f[s->to] = f[s->a]; break;
        case STEP_CONSTANT: f[s->to] = s->constant; break;
        case STEP_LOW_4: f[s->to] = (uint32_t)f[s->a]; break;
        case STEP_LOW_2: f[s->to] = (uint16_t)f[s->a]; break;
        case STEP_LOW_1: f[s->to] = (uint8_t)f[s->a]; break;
        case STEP_SIGNED_4: f[s->to] = (uint64_t)(int64_t)(int32_t)f[s->a]; break;
        case STEP_BIT: f[s->to] = f[s->a] & 1; break;
        case STEP_ADD_8: f[s->to] = f[s->a] + f[s->b]; break;
        case STEP_ADD_8_BY: f[s->to] = f[s->a] + s->constant; break;
        case STEP_SUB_8: f[s->to] = f[s->a] - f[s->b]; break;
        case STEP_ADD_4: f[s->to] = (uint32_t)(f[s->a] + f[s->b]); break;
        case STEP_ADD_4_BY: f[s->to] = (uint32_t)(f[s->a] + s->constant); break;
        case STEP_SUB_4: f[s->to] = (uint32_t)(f[s->a] - f[s->b]); break;
        case STEP_AND: f[s->to] = f[s->a] & f[s->b]; break;
        case STEP_AND_BY: f[s->to] = f[s->a] & s->constant; break;
        case STEP_OR: f[s->to] = f[s->a] | f[s->b]; break;
        case STEP_OR_BY: f[s->to] = f[s->a] | s->constant; break;
        case STEP_XOR: f[s->to] = f[s->a] ^ f[s->b]; break;
        case STEP_XOR_BY: f[s->to] = f[s->a] ^ s->constant; break;
        case STEP_EQ: f[s->to] = f[s->a] == f[s->b]; break;
        case STEP_EQ_BY: f[s->to] = f[s->a] == s->constant; break;
        case STEP_NE: f[s->to] = f[s->a] != f[s->b]; break;
        case STEP_NE_BY: f[s->to] = f[s->a] != s->constant; break;
        case STEP_LT_U: f[s->to] = f[s->a] < f[s->b]; break;
        case STEP_LT_U_BY: f[s->to] = f[s->a] < s->constant; break;
        case STEP_LE_U: f[s->to] = f[s->a] <= f[s->b]; break;
        case STEP_LE_U_BY: f[s->to] = f[s->a] <= s->constant; break;
        case STEP_SHL_8_BY: f[s->to] = f[s->a] << s->constant; break;
        case STEP_SHR_BY: f[s->to] = f[s->a] >> s->constant; break;
        case STEP_KNOWN: {
            struct value known = {{0}};
            take(&known, eat(machine, s->size), s->size);
            f[s->to] = known.word[0];
            break;
        }
        case STEP_LOAD_8: load_step(machine, f, s, 8); break;
        case STEP_LOAD_4: load_step(machine, f, s, 4); break;
        case STEP_LOAD: load_step(machine, f, s, s->size); break;
        case STEP_STORE_8: store_step(machine, f, s, f[s->b], 8); break;
        case STEP_STORE_4: store_step(machine, f, s, f[s->b], 4); break;
        case STEP_STORE: store_step(machine, f, s, f[s->b], s->size); break;
        case STEP_STORE_BY: store_step(machine, f, s, (uint64_t)s->stored, s->size); break;
        }
    }
}

/* ---- Segments ---- */

static unsigned went(const struct machine *machine)
{
    return (machine->hits_count ? MACHINE_HIT : 0) | (machine->starves ? MACHINE_STARVES : 0);
}

/* Many definitions of a recording never run: a question runs few pieces. */
static void quicken(struct machine *machine, struct code *code)
{
    micro_quicken((struct micro_codes *)machine->codes, code, code->goes_on);     /* codes keep what they make for machines */
    code->is_quick = true;
}

unsigned machine_run(struct machine *machine, uint32_t thread, uint32_t segment, const uint8_t *data, uint32_t from, uint32_t to)
{
    const struct micro_codes *codes = machine->codes;
    if (segment >= codes->segments_count)
        return went(machine);
    struct code *code = &codes->segments[segment];
    const struct micro_part *part = codes->parts + code->first_part;
    const struct micro *micros = codes->micros + code->first;
    if (thread != machine->current)
        switch_to(machine, thread);
    if (to > code->part_count)
        to = code->part_count;
    if (from == 0 && to == code->part_count && !machine->check && !data) {
        if (!code->is_quick)
            quicken(machine, code);
        run_steps(machine, codes->steps + code->quick, code->quick_count);
        return went(machine);
    }
    for (uint32_t p = from; p < to; p++) {
        uint32_t end = p + 1 < code->part_count ? part[p + 1].first : code->count;
        run_list(machine, &micros[part[p].first], end - part[p].first, data, part[p].address);
    }
    return went(machine);
}
