/* fuzz_state.c - lies in a state stream: definitions, pieces, their times and what they touch, with correct checksums.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The first byte chooses one of the made recordings, and the rest are edits of EDIT bytes. Each moment answers or says what is damaged, and each question
 * ends within bounded work. */
#include "../unit/made_recording.h"

#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MADE_BASES = 3, EDIT = 8, EDITS_MAX = 24, SECONDS_MAX = 20 };
enum what { DEFINITION, PIECE, TOUCHED, SUMMARY, TIME, INSTRUCTIONS, WHATS };

static struct recording bases[MADE_BASES];

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    for (unsigned i = 0; i < MADE_BASES; i++) {
        begin(&bases[i], i + 1, 0, UINT64_MAX);
        store_writer_drop(bases[i].writer);
    }
    return 0;
}

/* ---- Lies ---- */

struct lie {
    enum what what;
    unsigned which;                     /* definition or piece */
    unsigned at;                        /* byte */
    unsigned how, given;
};

static struct lie lie_of(const uint8_t *data)
{
    return (struct lie){data[0] % WHATS, data[1], data[2] | (unsigned)data[3] << 8, data[4], data[5] | (unsigned)data[6] << 8 | (unsigned)data[7] << 16};
}

static void change_bytes(struct text *bytes, const struct lie *lie)
{
    size_t at = bytes->size ? lie->at % bytes->size : 0, rest = bytes->size - at, some = lie->given % (rest + 1);
    struct text old = {0};
    text_append(&old, text_str(bytes));
    switch (lie->how % 6) {
    case 0: bytes->size = at; break;
    case 1: text_varint(bytes, UINT64_MAX >> lie->given % 64); break;
    case 2:
        bytes->size = at;
        text_varint(bytes, lie->how & 64 ? lie->given : UINT64_MAX >> lie->given % 64);
        text_append(bytes, str_cut(text_str(&old), at, SIZE_MAX));
        break;
    case 3:
        bytes->size = at;
        text_append(bytes, str_cut(text_str(&old), at + some, SIZE_MAX));
        break;
    case 4: text_append(bytes, str_cut(text_str(&old), at, some)); break;
    default:
        if (rest)
            bytes->data[at] = (char)lie->given;
    }
    text_free(&old);
}

static uint64_t change_number(uint64_t number, const struct lie *lie)
{
    switch (lie->how % 4) {
    case 0: return lie->given;
    case 1: return number + lie->given;
    case 2: return number - lie->given;
    default: return UINT64_MAX >> lie->given % 64;
    }
}

/* The bytes of one definition or piece, with the lies about them. */
static struct text with_lies(struct str bytes, enum what what, size_t which, size_t count, const struct lie *lies, size_t lie_count)
{
    struct text text = {0};
    text_append(&text, bytes);
    for (size_t i = 0; i < lie_count; i++)
        if (lies[i].what == what && lies[i].which % count == which)
            change_bytes(&text, &lies[i]);
    return text;
}

static uint64_t number_with_lies(uint64_t number, enum what what, size_t which, size_t count, const struct lie *lies, size_t lie_count)
{
    for (size_t i = 0; i < lie_count; i++)
        if (lies[i].what == what && lies[i].which % count == which)
            number = change_number(number, &lies[i]);
    return number;
}

/* NULL: the store refuses it. */
static struct store *write_lies(const struct recording *base, const struct lie *lies, size_t count)
{
    struct recording copy = {.made = base->made};
    const struct made_pieces *pieces = &base->pieces;
    struct error error;
    if (!store_writer_open(NULL, &copy.writer, &error))
        abort();
    for (uint64_t time = 1; time <= copy.made.times; time++)
        store_writer_run(copy.writer, 1, 1, copy.executions[1]++);
    for (size_t i = 0; i < pieces->definitions_count; i++) {
        struct text shown = shown_definition(pieces, i);
        struct text text = with_lies(text_str(&shown), DEFINITION, i, pieces->definitions_count, lies, count);
        store_writer_definition(copy.writer, text_str(&text));
        text_free(&shown);
        text_free(&text);
    }
    for (size_t i = 0; i < pieces->pieces_count; i++) {
        const struct made_piece *kept = &pieces->pieces[i];
        struct text bytes = with_lies(text_str(&kept->bytes), PIECE, i, pieces->pieces_count, lies, count);
        struct text touched = with_lies(text_str(&kept->lines), TOUCHED, i, pieces->pieces_count, lies, count);
        store_writer_piece(copy.writer, text_str(&bytes), text_str(&touched), number_with_lies(kept->time, TIME, i, pieces->pieces_count, lies, count),
                           number_with_lies(kept->instructions, INSTRUCTIONS, i, pieces->pieces_count, lies, count));
        if (kept->summary.size) {
            struct text summary = with_lies(text_str(&kept->summary), SUMMARY, i, pieces->pieces_count, lies, count);
            store_writer_summary(copy.writer, text_str(&summary));
            text_free(&summary);
        }
        text_free(&bytes);
        text_free(&touched);
    }
    struct writer_program program = {.count = SITES, .instruction = list_site, .context = &copy};
    struct writer_totals totals;
    return store_writer_finish(copy.writer, &program, &totals, &copy.store, &error) ? copy.store : NULL;
}

/* ---- Questions ---- */

static void too_long(int number)
{
    (void)number;
    static const char message[] = "too much work\n";
    if (write(STDERR_FILENO, message, sizeof message - 1) < 0)
        abort();
    abort();
}

static void watch_time(bool on)
{
    struct itimerval limit = {.it_value = {.tv_sec = on ? SECONDS_MAX : 0}};
    signal(SIGVTALRM, too_long);
    setitimer(ITIMER_VIRTUAL, &limit, NULL);
}

static void ask_all(struct state *state, uint64_t times)
{
    uint8_t bytes[MADE_SIZE], told[MADE_SIZE];
    struct error error = {0}, damage;
    struct state_access found;
    for (uint64_t time = 1; time <= times + 1; time += 17) {
        bool behind = time % 2 == 0 && time <= times;
        if (!(behind ? state_go_behind(state, time, &error) : state_go(state, time, &error))) {
            if (!error.message[0] || !state_damage(state, &damage))
                abort();
            continue;
        }
        uint64_t known = state_memory(state, MADE_BASE, bytes, told, MADE_SIZE);
        for (size_t i = 0; i < MADE_SIZE; i++) {
            known -= told[i] == STATE_KNOWN;
            if (told[i] != STATE_KNOWN && bytes[i])
                abort();
        }
        if (known)
            abort();
        (void)state_last_change(state, MADE_BASE, MADE_SIZE, NULL, &found);
        (void)state_memory(state, UINT64_MAX - MADE_SIZE / 2, bytes, told, MADE_SIZE);
    }
}

/* Every second instruction is an allocator, or reads texts. */
static void ask_lifetimes(struct state *state, const struct store *store)
{
    enum { OWN = 4 };
    static const struct allocator own[OWN] = {
        {.size = 0, .count = 1, .block = NO_ARGUMENT, .pool = 2, .result = NO_ARGUMENT}, {.size = NO_ARGUMENT, .count = NO_ARGUMENT, .block = 0, .pool = 1, .result = NO_ARGUMENT},
        {.size = NO_ARGUMENT, .count = NO_ARGUMENT, .block = NO_ARGUMENT, .pool = 0, .result = NO_ARGUMENT},
        {.size = 1, .count = NO_ARGUMENT, .block = 0, .pool = NO_ARGUMENT, .result = 2}};
    struct lifetimes_code code = {0};
    struct error error = {0};
    for (unsigned i = 0; i < OWN; i++)
        ARRAY_ADD(&code, own, own[i]);
    for (uint32_t segment = 1, n = 0; segment <= MADE_SEGMENTS; segment++) {
        struct micro_parts parts = micro_parts(state_codes(state), segment);
        for (size_t i = 0; i < parts.count; i++, n++) {
            bool allocates = n % 4 == 0;
            struct lifetimes_entry entry = {.address = parts.items[i].address, .resolves = n % 8 == 2};
            entry.how = allocates ? (uint8_t)(1 + n % (ALLOCATES_OWN + OWN - 1)) : ALLOCATES_NOT;
            entry.reads = allocates ? READS_NOT : (uint8_t)(1 + n % READS_MEMORY);
            if (n % 2 == 0)
                lifetimes_enter(&code, entry);
        }
    }
    struct lifetimes *lifetimes = lifetimes_run(state, store, &code, NULL, &error);
    if (!lifetimes && !error.message[0])
        abort();
    lifetimes_close(lifetimes);
    lifetimes_code_free(&code);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lie lies[EDITS_MAX];
    size_t count = 0;
    if (size < 1)
        return 0;
    for (size_t at = 1; at + EDIT <= size && count < EDITS_MAX; at += EDIT)
        lies[count++] = lie_of(data + at);
    const struct recording *base = &bases[data[0] % MADE_BASES];
    watch_time(true);
    struct store *store = write_lies(base, lies, count);
    struct state *state;
    struct error error;
    if (store && store_keeps_state(store) && state_open(store, &state, &error)) {
        ask_all(state, base->made.times);
        ask_lifetimes(state, store);
        state_close(state);
    }
    store_close(store);
    watch_time(false);
    return 0;
}
