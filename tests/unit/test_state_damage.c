/* test_state_damage.c - damaged state streams: refused or reported with a message, and never a wrong answer.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "made_recording.h"

#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* What another recording of the same program has in place of something; at: its number, or NONE. */
enum { NONE = UINT32_MAX };
struct change {
    size_t at;
    struct str bytes;
};

static const struct change nothing = {NONE, {NULL, 0}};

/* Writes the recording once more, with changes. */
static struct store *store_changed(struct recording *recording, struct change definition, struct change piece, struct change lines, const int64_t *later)
{
    const struct made_pieces *pieces = &recording->pieces;
    struct recording copy = {.made = recording->made};
    struct error error;
    assert_true(store_writer_open(NULL, &copy.writer, &error));
    for (uint64_t time = 1; time <= copy.made.times; time++)
        store_writer_run(copy.writer, 1, 1, copy.executions[1]++);
    for (size_t i = 0; i < pieces->definitions_count; i++) {
        struct text text = shown_definition(pieces, i);
        store_writer_definition(copy.writer, i == definition.at ? definition.bytes : text_str(&text));
        text_free(&text);
    }
    for (size_t i = 0; i < pieces->pieces_count; i++) {
        const struct made_piece *kept = &pieces->pieces[i];
        store_writer_piece(copy.writer, i == piece.at ? piece.bytes : text_str(&kept->bytes), i == lines.at ? lines.bytes : text_str(&kept->lines),
                           kept->time + (uint64_t)(later ? later[i] : 0), kept->instructions);
        if (kept->summary.size)
            store_writer_summary(copy.writer, text_str(&kept->summary));
    }
    finish(&copy);
    return copy.store;
}

static void make(struct recording *recording)
{
    begin(recording, 6, 0, UINT64_MAX);
    store_writer_drop(recording->writer);
    assert_true(recording->pieces.pieces_count > 6);
}

static void drop(struct recording *recording)
{
    made_pieces_free(&recording->pieces);
    made_free(&recording->made);
}

/* ---- Definitions ---- */

static bool opens_with(struct recording *recording, size_t at, struct str definition)
{
    struct store *store = store_changed(recording, (struct change){at, definition}, nothing, nothing, NULL);
    struct state *state = NULL;
    struct error error = {0};
    assert_true(store_keeps_state(store));
    bool opened = state_open(store, &state, &error);
    assert_int_equal(error.message[0] != 0, !opened);
    if (opened)
        state_close(state);
    store_close(store);
    return opened;
}

/* A cut may leave whole operations: that one is a definition, too. */
static void definitions_cut_short_do_no_harm(void **unused)
{
    (void)unused;
    struct recording recording;
    unsigned refused = 0, cuts = 0;
    make(&recording);
    for (size_t i = 0; i < 4; i++) {
        struct text text = shown_definition(&recording.pieces, i);
        assert_true(opens_with(&recording, i, text_str(&text)));
        for (size_t size = 0; size < text.size; size++, cuts++)
            refused += !opens_with(&recording, i, str_cut(text_str(&text), 0, size));
        text_free(&text);
    }
    assert_true(refused > cuts / 4 * 3);
    drop(&recording);
}

static bool opens_after(struct recording *recording, size_t at, unsigned byte)
{
    struct text text = shown_definition(&recording->pieces, 2);
    text.data[at] = (char)byte;
    bool opens = opens_with(recording, 2, text_str(&text));
    text_free(&text);
    return opens;
}

static void definitions_that_make_no_sense_are_refused(void **unused)
{
    (void)unused;
    enum { SEGMENT = 0, COUNT = 4, FIRST = 9, KIND = FIRST + 4, SIZE };     /* the first operation is an instruction, then comes a known result of 8 bytes */
    struct recording recording;
    make(&recording);
    struct text text = shown_definition(&recording.pieces, 2);
    assert_true(text.data[SEGMENT] == 3 && text.data[COUNT] == 2 && text.data[FIRST] == 1 && text.data[KIND] == 4 + MICRO_KNOWN && text.data[SIZE] == 3);
    text_byte(&text, 0);                /* more bytes than instructions */
    assert_false(opens_with(&recording, 2, text_str(&text)));
    text_free(&text);
    assert_true(opens_after(&recording, SEGMENT, 3));
    static const struct { size_t at; unsigned byte; } wrong[] = {
        {SEGMENT, 0}, {SEGMENT, 1}, {SEGMENT, 2}, {SEGMENT, 4}, {COUNT, 1}, {COUNT, 3}, {COUNT + 3, 255},
        {FIRST, 0}, {KIND, 4}, {KIND, 4 + MICRO_KINDS}, {KIND, 4 + MICRO_GET}, {SIZE, 6}, {SIZE, 7}, {SIZE, 2},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(opens_after(&recording, wrong[i].at, wrong[i].byte));
    drop(&recording);
}

/* Tables by number follow the bytes that are there, not a number that the file announces. */
static void a_definition_with_a_huge_number_is_refused(void **unused)
{
    (void)unused;
#ifdef __SANITIZE_ADDRESS__
    skip();                             /* its shadow needs all addresses */
#endif
    struct recording recording;
    int status = 0;
    make(&recording);
    struct text text = shown_definition(&recording.pieces, 6);
    memset(text.data, 0xff, 4);
    pid_t child = fork();
    if (child == 0) {
        struct rlimit limit = {UINT64_C(1) << 30, UINT64_C(1) << 30};
        setrlimit(RLIMIT_AS, &limit);
        _exit(opens_with(&recording, 6, text_str(&text)));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    text_free(&text);
    drop(&recording);
}

/* ---- Pieces ---- */

/* Goes everywhere, and asks for memory: each answer is right, unless something was reported. Returns how many moments clew refused. */
static unsigned look_everywhere(struct recording *recording, struct store *store)
{
    const struct made *made = &recording->made;
    struct state *state;
    struct error error = {0}, damage;
    unsigned refused = 0;
    assert_true(state_open(store, &state, &error));
    for (uint64_t time = 1; time <= made->times + 1; time += 3) {
        const struct made_moment *moment = &made->before[time - 1];
        uint8_t bytes[MADE_SIZE], told[MADE_SIZE];
        error.message[0] = 0;
        if (!state_go(state, time, &error)) {
            assert_true(error.message[0] && state_damage(state, &damage) && damage.message[0]);
            refused++;
            continue;
        }
        state_memory(state, MADE_BASE, bytes, told, MADE_SIZE);
        for (size_t i = 0; i < MADE_SIZE && !state_damage(state, &damage); i++)
            assert_true(told[i] != STATE_KNOWN || bytes[i] == moment->memory[i]);
        if (!state_damage(state, &damage))
            assert_memory_equal(state_registers(state), moment->registers, REGISTERS_SIZE);
    }
    state_close(state);
    return refused;
}

static void pieces_cut_short_are_reported(void **unused)
{
    (void)unused;
    struct recording recording;
    make(&recording);
    struct store *store = store_changed(&recording, nothing, nothing, nothing, NULL);
    assert_int_equal(look_everywhere(&recording, store), 0);
    store_close(store);
    for (size_t i = 0; i < recording.pieces.pieces_count; i++) {
        struct str bytes = text_str(&recording.pieces.pieces[i].bytes);
        store = store_changed(&recording, nothing, (struct change){i, str_cut(bytes, 0, 1)}, nothing, NULL);
        unsigned refused = look_everywhere(&recording, store);
        uint64_t from = recording.pieces.pieces[i].time, to = recording.made.times + 2;
        if (i + 1 < recording.pieces.pieces_count)
            to = recording.pieces.pieces[i + 1].time;
        assert_int_equal(refused, (to + 1) / 3 - (from + 1) / 3);       /* times 1, 4, 7 ... in the piece */
        store_close(store);
    }
    drop(&recording);
}

/* Asks for memory that only a damaged piece tells of. */
static void damage_in_another_piece_makes_memory_unknown(void **unused)
{
    (void)unused;
    struct recording recording;
    uint8_t good[MADE_SIZE], bytes[MADE_SIZE], told[MADE_SIZE];
    struct error error;
    make(&recording);
    struct store *whole = store_changed(&recording, nothing, nothing, nothing, NULL);
    struct store *store = store_changed(&recording, nothing, (struct change){1, {"\x05", 1}}, nothing, NULL);
    struct state *state, *damaged;
    assert_true(state_open(whole, &state, &error) && state_open(store, &damaged, &error));
    uint64_t time = recording.pieces.pieces[3].time + 1, fewer = 0;
    assert_true(state_go(state, time, &error) && state_go(damaged, time, &error));
    assert_false(state_damage(damaged, &error));
    uint64_t known = state_memory(state, MADE_BASE, good, told, MADE_SIZE), got = state_memory(damaged, MADE_BASE, bytes, told, MADE_SIZE);
    assert_true(got < known);
    for (size_t i = 0; i < MADE_SIZE; i++)
        fewer += told[i] != STATE_KNOWN;
    assert_int_equal(fewer, MADE_SIZE - got);
    assert_true(state_damage(damaged, &error));
    assert_non_null(strstr(error.message, "piece"));
    assert_false(state_damage(state, &error));
    state_close(state);
    state_close(damaged);
    store_close(whole);
    store_close(store);
    drop(&recording);
}

static void changed_pieces_do_no_harm(void **unused)
{
    (void)unused;
    struct recording recording;
    uint64_t random = 9;
    make(&recording);
    for (unsigned round = 0; round < 150; round++) {
        size_t i = next_random(&random) % recording.pieces.pieces_count;
        struct text bytes = {0};
        text_append(&bytes, text_str(&recording.pieces.pieces[i].bytes));
        size_t at = next_random(&random) % (round % 2 ? 20 : bytes.size);
        bytes.data[at] ^= (char)(1 + next_random(&random) % 255);
        struct store *store = store_changed(&recording, nothing, (struct change){i, text_str(&bytes)}, nothing, NULL);
        struct state *state;
        struct error error;
        assert_true(state_open(store, &state, &error));
        for (uint64_t time = 1; time <= recording.made.times + 1; time += 11) {
            uint8_t memory[MADE_SIZE], told[MADE_SIZE];
            struct state_access found;
            if (!state_go(state, time, &error))
                continue;
            state_memory(state, MADE_BASE, memory, told, MADE_SIZE);
            state_last_change(state, MADE_BASE, 64, NULL, &found);
        }
        state_close(state);
        store_close(store);
        text_free(&bytes);
    }
    drop(&recording);
}

/* A piece whose lines are unreadable may touch any: clew asks it, and all answers stay right. */
static void damaged_lines_cost_time_only(void **unused)
{
    (void)unused;
    struct recording recording;
    make(&recording);
    for (size_t i = 0; i < 3; i++) {
        struct store *store = store_changed(&recording, nothing, nothing, (struct change){i, {"\xff", 1}}, NULL);
        struct store *whole = store_changed(&recording, nothing, nothing, nothing, NULL);
        struct state *state, *other;
        struct error error;
        assert_true(state_open(store, &state, &error) && state_open(whole, &other, &error));
        for (uint64_t time = 1; time <= recording.made.times; time += 7) {
            uint8_t a[MADE_SIZE], b[MADE_SIZE], told_a[MADE_SIZE], told_b[MADE_SIZE];
            assert_true(state_go(state, time, &error) && state_go(other, time, &error));
            assert_int_equal(state_memory(state, MADE_BASE, a, told_a, MADE_SIZE), state_memory(other, MADE_BASE, b, told_b, MADE_SIZE));
            assert_memory_equal(a, b, MADE_SIZE);
            assert_memory_equal(told_a, told_b, MADE_SIZE);
        }
        assert_false(state_damage(state, &error));
        state_close(state);
        state_close(other);
        store_close(store);
        store_close(whole);
    }
    drop(&recording);
}

static void pieces_with_other_times_are_refused(void **unused)
{
    (void)unused;
    struct recording recording;
    struct error error;
    struct state *state;
    make(&recording);
    int64_t *later = memory_allocate(recording.pieces.pieces_count * sizeof *later);
    size_t some = 1;
    while (recording.pieces.pieces[some].time + 4 > recording.pieces.pieces[some + 1].time)
        some++;
    later[some] = 4;                    /* its first executions would then belong to the piece before, and are not there */
    struct store *store = store_changed(&recording, nothing, nothing, nothing, later);
    assert_true(state_open(store, &state, &error));
    assert_false(state_go(state, recording.pieces.pieces[some].time + 2, &error));
    assert_non_null(strstr(error.message, "do not belong together"));
    assert_true(state_damage(state, &error));
    state_close(state);
    store_close(store);
    free(later);
    drop(&recording);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(definitions_cut_short_do_no_harm),
        cmocka_unit_test(definitions_that_make_no_sense_are_refused),
        cmocka_unit_test(a_definition_with_a_huge_number_is_refused),
        cmocka_unit_test(pieces_cut_short_are_reported),
        cmocka_unit_test(damage_in_another_piece_makes_memory_unknown),
        cmocka_unit_test(changed_pieces_do_no_harm),
        cmocka_unit_test(damaged_lines_cost_time_only),
        cmocka_unit_test(pieces_with_other_times_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
