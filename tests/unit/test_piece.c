/* test_piece.c - a log in pieces: each runs by itself as the log does, stops and goes on anywhere.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "made_pieces.h"
#include "recording/state/touched.h"

#include <string.h>

enum { AROUND = 32, SEEN = MADE_SIZE + 2 * AROUND };
#define FIRST_SEEN (MADE_BASE - AROUND)

/* ---- Comparing machines ---- */

static void expect_same_memory(struct machine *a, struct machine *b)
{
    uint8_t left[SEEN], right[SEEN];
    bool known_left[SEEN], known_right[SEEN];
    image_read_known(machine_image(a), FIRST_SEEN, left, known_left, SEEN);
    image_read_known(machine_image(b), FIRST_SEEN, right, known_right, SEEN);
    assert_memory_equal(known_left, known_right, sizeof known_left);
    assert_memory_equal(left, right, sizeof left);
}

static void expect_same_registers(struct machine *a, struct machine *b)
{
    for (uint32_t thread = 1; thread < MADE_THREADS; thread++)
        assert_memory_equal(machine_registers(a, thread), machine_registers(b, thread), REGISTERS_SIZE);
}

/* What a machine knows is true. */
static void expect_truth(struct machine *machine, const uint8_t memory[MADE_SIZE], bool shared)
{
    uint8_t bytes[MADE_SIZE];
    bool known[MADE_SIZE];
    image_read_known(machine_image(machine), MADE_BASE, bytes, known, MADE_SIZE);
    for (unsigned i = 0; i < MADE_SIZE; i++) {
        assert_true(!known[i] || bytes[i] == memory[i]);
        assert_false(known[i] && shared && i >= MADE_BORDER);
    }
}

static void run_piece(struct piece_run *run, const struct made_piece *piece)
{
    struct error error;
    if (!piece_start(run, text_str(&piece->bytes), &error) || piece_go(run, NULL, &error) != PIECE_ENDED)
        fail_msg("%s", error.message);
}

/* ---- Whole pieces ---- */

/* The log itself gives the registers and the bytes that plain C computed: so the next tests compare with something right. */
static void a_log_gives_what_the_program_did(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct made made = {.closes = UINT64_MAX};
        struct made_follower follower = follower_open();
        made_run(&made, seed, 500);
        follower_go(&follower, &made, 0, made.records_count);
        assert_true(made.times > 100);
        assert_int_equal(follower.instructions, made.instructions);
        for (uint32_t thread = 1; thread < MADE_THREADS; thread++)
            assert_true(!follower.has_registers[thread] || memcmp(machine_registers(follower.machine, thread), made.registers[thread], REGISTERS_SIZE) == 0);
        expect_truth(follower.machine, made.memory, made.shared);
        follower_close(&follower);
        made_free(&made);
    }
}

static void expect_lines(const struct made *made, const struct made_piece *piece)
{
    size_t from = made->records[piece->begin].touches, to = piece->end < made->records_count ? made->records[piece->end].touches : made->touches_count;
    for (uint64_t at = 0; at < MADE_SIZE; at++) {
        bool any = false, changes = false;
        for (size_t i = from; i < to; i++) {
            bool here = made->touches[i].first <= at && made->touches[i].end > at;
            any = any || here;
            changes = changes || (here && made->touches[i].how != MADE_LOADED);
        }
        assert_int_equal(touched_has(text_str(&piece->lines), MADE_BASE + at, MADE_BASE + at, false), any);
        assert_int_equal(touched_has(text_str(&piece->lines), MADE_BASE + at, MADE_BASE + at, true), changes);
    }
    assert_false(touched_has(text_str(&piece->lines), 0, MADE_BASE - 1, false));
}

/* A summary lists the lines of the bytes that its pieces touch, and marks those with changed ones. */
static void expect_summaries(const struct made_pieces *pieces)
{
    enum { LINE = 1 << TOUCHED_LINE_BITS };
    for (size_t i = 0, from = 0; i < pieces->pieces_count; i++) {
        bool last = i + 1 == pieces->pieces_count || i + 1 - from == TOUCHED_TOGETHER;
        assert_int_equal(pieces->pieces[i].summary.size > 0, last);
        for (uint64_t at = 0; last && at < MADE_SIZE; at += LINE) {
            bool any = false, changes = false;
            uint64_t first = MADE_BASE + at;
            for (size_t k = from; k <= i; k++) {
                any = any || touched_has(text_str(&pieces->pieces[k].lines), first, first + LINE - 1, false);
                changes = changes || touched_has(text_str(&pieces->pieces[k].lines), first, first + LINE - 1, true);
            }
            assert_int_equal(touched_has(text_str(&pieces->pieces[i].summary), first / LINE, first / LINE, false), any);
            assert_int_equal(touched_has(text_str(&pieces->pieces[i].summary), first / LINE, first / LINE, true), changes);
        }
        from = last ? i + 1 : from;
    }
}

/* A piece ends at the first registers behind enough instructions. */
static void expect_end(const struct made *made, const struct made_piece *piece, uint64_t least)
{
    struct made_follower follower = follower_open();
    follower_go(&follower, made, 0, piece->begin + 1);
    follower.instructions = 0;
    for (size_t i = piece->begin + 1; i < piece->end; i++) {
        assert_true(made->records[i].kind != LOG_REGISTERS || follower.instructions < least);
        follower_go(&follower, made, i, i + 1);
    }
    assert_true(follower.instructions >= least || piece->end == made->records_count);
    follower_close(&follower);
}

/* Behind a piece are the registers and the bytes that a machine has that runs the piece's part of the log, and nothing before. */
static void check_piece(const struct made *made, const struct made_piece *piece, struct piece_run *run, struct machine *machine)
{
    struct made_follower part = follower_open(), all = follower_open();
    follower_go(&all, made, 0, piece->begin);
    follower_go(&part, made, 0, piece->begin);
    image_clear(machine_image(part.machine));
    for (uint32_t thread = 1; thread < MADE_THREADS; thread++) {
        memset(machine_registers(part.machine, thread), 0, REGISTERS_SIZE);
        memset(machine_registers(machine, thread), 0, REGISTERS_SIZE);
    }
    memset(part.has_registers, 0, sizeof part.has_registers);
    part.instructions = 0;
    follower_go(&part, made, piece->begin, piece->end);
    follower_go(&all, made, piece->begin, piece->end);
    run_piece(run, piece);
    expect_same_registers(machine, part.machine);
    expect_same_memory(machine, part.machine);
    assert_int_equal(piece_thread(run), all.thread);
    if (part.has_registers[all.thread])
        assert_memory_equal(machine_registers(machine, all.thread), machine_registers(all.machine, all.thread), REGISTERS_SIZE);
    assert_int_equal(piece->time, made->records[piece->begin].time);
    assert_int_equal(piece->instructions, part.instructions);
    expect_lines(made, piece);
    follower_close(&part);
    follower_close(&all);
}

static void each_piece_runs_by_itself(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        struct made made = {.closes = UINT64_MAX};
        struct made_pieces pieces;
        enum { LEAST = 30 };
        made_run(&made, seed, 500);
        made_pieces_write(&pieces, &made, LEAST);
        struct machine *machine = machine_open(pieces.codes);
        struct piece_run *run = piece_open(machine);
        assert_true(pieces.pieces_count > 5);
        for (size_t i = 0; i < pieces.pieces_count; i++) {
            expect_end(&made, &pieces.pieces[i], LEAST);
            check_piece(&made, &pieces.pieces[i], run, machine);
        }
        assert_int_equal(pieces.pieces[pieces.pieces_count - 1].end, made.records_count);
        piece_close(run);
        machine_close(machine);
        made_pieces_free(&pieces);
        made_free(&made);
    }
}

static void summaries_have_the_lines_of_their_pieces(void **state)
{
    (void)state;
    bool many = false;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        struct made made = {.closes = UINT64_MAX};
        struct made_pieces pieces;
        made_run(&made, seed, 2000);
        made_pieces_write(&pieces, &made, 1 + 10 * seed);
        expect_summaries(&pieces);
        many = many || pieces.pieces_count > 2 * TOUCHED_TOGETHER;
        made_pieces_free(&pieces);
        made_free(&made);
    }
    assert_true(many);
}

/* Bytes that an event took are forgotten, others are not. A piece tells only what it has seen so far. */
static void a_piece_says_what_events_took(void **state)
{
    (void)state;
    struct made made = {.closes = UINT64_MAX};
    struct made_pieces pieces;
    made_run(&made, 3, 500);
    made_pieces_write(&pieces, &made, 30);
    struct machine *machine = machine_open(pieces.codes);
    struct piece_run *run = piece_open(machine);
    struct error error;
    unsigned lost_bytes = 0;
    for (size_t i = 0; i < pieces.pieces_count; i++) {
        const struct made_piece *piece = &pieces.pieces[i];
        size_t from = made.records[piece->begin].touches, to = piece->end < made.records_count ? made.records[piece->end].touches : made.touches_count;
        assert_true(piece_start(run, text_str(&piece->bytes), &error));
        assert_false(piece_forgot(run, MADE_BASE));
        assert_int_equal(piece_go(run, NULL, &error), PIECE_ENDED);
        for (size_t at = 0; at < MADE_BORDER; at++) {
            bool lost = false;
            for (size_t k = from; k < to; k++)
                lost = lost || (made.touches[k].how >= MADE_LOST && made.touches[k].first <= at && at < made.touches[k].end);
            assert_int_equal(piece_forgot(run, MADE_BASE + at), lost);
            lost_bytes += lost;
        }
        assert_false(piece_forgot(run, MADE_BASE - 1));
    }
    assert_true(lost_bytes > 100);
    piece_close(run);
    machine_close(machine);
    made_pieces_free(&pieces);
    made_free(&made);
}

/* ---- Watches ---- */

struct watcher {
    const struct micro_codes *codes;
    uint64_t random, instructions, stops, events;
    const uint8_t *last_event;
    uint32_t stopped_at;                /* part; MACHINE_WHOLE: nowhere */
};

static uint32_t watch_run(void *context, uint32_t segment, uint32_t from, uint32_t to)
{
    struct watcher *watcher = context;
    struct micro_parts parts = micro_parts(watcher->codes, segment);
    assert_true(from <= to && to <= parts.count);
    assert_true(watcher->stopped_at == MACHINE_WHOLE || watcher->stopped_at == from);
    uint32_t stop = next_random(&watcher->random) % 3 ? MACHINE_WHOLE : from + next_random(&watcher->random) % 3, end = stop < to ? stop : to;
    watcher->stopped_at = stop < to ? stop : MACHINE_WHOLE;
    watcher->stops += stop < to;
    for (uint32_t i = from; i < end; i++)
        watcher->instructions += parts.items[i].starts;
    return stop;
}

/* Each event comes again after a stop. */
static bool watch_event(void *context, const struct log_record *event)
{
    struct watcher *watcher = context;
    bool again = watcher->last_event == event->data;
    assert_int_equal(watcher->stopped_at, MACHINE_WHOLE);
    watcher->last_event = event->data;
    watcher->events += !again;
    watcher->stops += !again;
    return again;
}

static void a_piece_stops_and_goes_on(void **state)
{
    (void)state;
    struct made made = {.closes = UINT64_MAX};
    struct made_pieces pieces;
    struct error error;
    made_run(&made, 8, 500);
    made_pieces_write(&pieces, &made, 60);
    struct machine *whole = machine_open(pieces.codes), *machine = machine_open(pieces.codes);
    struct piece_run *straight = piece_open(whole), *run = piece_open(machine);
    for (size_t i = 0; i < pieces.pieces_count; i++) {
        struct watcher watcher = {.codes = pieces.codes, .random = i, .stopped_at = MACHINE_WHOLE};
        struct piece_watch watch = {.run = watch_run, .event = watch_event, .context = &watcher};
        enum piece_went went;
        uint64_t stops = 0;
        run_piece(straight, &pieces.pieces[i]);
        assert_true(piece_start(run, text_str(&pieces.pieces[i].bytes), &error));
        while ((went = piece_go(run, &watch, &error)) == PIECE_STOPPED)
            stops++;
        assert_int_equal(went, PIECE_ENDED);
        assert_int_equal(piece_go(run, &watch, &error), PIECE_ENDED);
        assert_int_equal(watcher.stops, stops);
        assert_true(watcher.events >= 2 && (stops > 10 || i + 1 == pieces.pieces_count));
        assert_int_equal(watcher.instructions, pieces.pieces[i].instructions);
        expect_same_registers(whole, machine);
        expect_same_memory(whole, machine);
        assert_int_equal(piece_thread(run), piece_thread(straight));
    }
    piece_close(straight);
    piece_close(run);
    machine_close(whole);
    machine_close(machine);
    made_pieces_free(&pieces);
    made_free(&made);
}

/* ---- Bytes ---- */

static struct log_record record_of(uint32_t kind, const struct text *bytes)
{
    return (struct log_record){.kind = kind, .data = (const uint8_t *)bytes->data, .size = bytes->size};
}

/* piece.h's format, byte by byte: a segment that logs one byte runs five times. */
static void a_piece_has_the_format_of_its_header(void **state)
{
    (void)state;
    static const uint8_t food[16] = {41, 42, 43, 44, 45};
    struct made_pieces pieces = {.codes = micro_codes_open(), .now = 7};
    struct piece_writer *writer = piece_writer_open((struct piece_sink){made_take_piece, made_take_definition, &pieces}, 0);
    struct text definition = {0}, registers = {0}, expected = {0};
    define_begin(&definition, 1);
    define_instruction(&definition, 0x1000);
    define_micro(&definition, MICRO_KNOWN, 1, 0, 1, 0, 0, 0);
    struct log_record record = record_of(LOG_SEGMENT, &definition);
    record.segment = 1;
    piece_writer_record(writer, &record, 0);
    put_number(&registers, 1, 8);
    memset(text_extend(&registers, REGISTERS_SIZE), 0, REGISTERS_SIZE);
    record = record_of(LOG_REGISTERS, &registers);
    piece_writer_record(writer, &record, 77);
    for (unsigned i = 0; i < 5; i++)
        piece_writer_record(writer, &(struct log_record){.segment = 1, .data = food + i, .size = 1}, 0);
    piece_writer_finish(writer);
    piece_writer_close(writer);
    text_append(&expected, (struct str){"\x00\x01\x07\x08\x01\x00\x00\x00\x00\x00\x00\x00", 12});   /* the thread */
    text_append(&expected, (struct str){"\x00\x01\x18\x98\x07", 5});        /* registers: 920 bytes */
    text_append(&expected, text_str(&registers));
    text_append(&expected, (struct str){"\x00\x04\x00\x04\x00\x04\x02\x00", 8});        /* three runs, two predicted ones, the end */
    assert_int_equal(pieces.pieces_count, 1);
    assert_int_equal(pieces.pieces[0].time, 77);
    assert_int_equal(pieces.pieces[0].instructions, 5);
    struct str bytes = text_str(&pieces.pieces[0].bytes);
    assert_int_equal(bytes.size, 2 + expected.size + 5);
    assert_memory_equal(bytes.data, "\xb1\x07", 2);     /* 945 bytes */
    assert_memory_equal(bytes.data + 2, expected.data, expected.size);
    assert_memory_equal(bytes.data + 2 + expected.size, food, 5);
    assert_int_equal(pieces.pieces[0].lines.size, 0);
    text_free(&definition);
    text_free(&registers);
    text_free(&expected);
    made_pieces_free(&pieces);
}

static void records_that_make_no_sense_are_left_out(void **state)
{
    (void)state;
    struct made made = {.closes = UINT64_MAX}, odd = {.closes = UINT64_MAX};
    struct made_pieces plain, pieces;
    made_run(&made, 5, 60);
    made_run(&odd, 5, 60);
    put_number(&odd.bytes, 1, 8);
    size_t at = odd.records_count - 1;
    ARRAY_ADD(&odd, records, (struct made_record_bytes){.segment = 5000, .at = 0, .size = 8});
    ARRAY_ADD(&odd, records, (struct made_record_bytes){.kind = LOG_REGISTERS, .at = 0, .size = 8 + REGISTERS_SIZE - 1});
    ARRAY_ADD(&odd, records, (struct made_record_bytes){.kind = LOG_MAP, .at = 0, .size = 8});
    ARRAY_ADD(&odd, records, (struct made_record_bytes){.kind = LOG_PROGRAM, .at = 0, .size = 8});
    struct made_record_bytes last = odd.records[at];
    memmove(odd.records + at, odd.records + at + 1, (odd.records_count - at - 1) * sizeof last);
    odd.records[odd.records_count - 1] = last;
    made_pieces_write(&plain, &made, 1000);
    made_pieces_write(&pieces, &odd, 1000);
    assert_true(plain.pieces_count == 1 && pieces.pieces_count == 1);
    assert_true(str_equal(text_str(&plain.pieces[0].bytes), text_str(&pieces.pieces[0].bytes)));
    made_pieces_free(&plain);
    made_pieces_free(&pieces);
    made_free(&made);
    made_free(&odd);
}

/* ---- Zeros and files ---- */

static void put_event(struct piece_writer *writer, uint32_t kind, uint64_t first, uint64_t second)
{
    struct text bytes = {0};
    put_number(&bytes, first, 8);
    put_number(&bytes, second, 8);
    if (kind == LOG_FILE) {
        put_number(&bytes, 0x3000, 8);
        text_add(&bytes, "/lib/libx.so");
    }
    struct log_record record = record_of(kind, &bytes);
    piece_writer_record(writer, &record, 0);
    text_free(&bytes);
}

static void expect_file(const struct piece_run *run, uint64_t address, const char *path, uint64_t offset, uint64_t last)
{
    struct piece_file file = piece_file(run, address);
    assert_true(path ? str_is(file.path, path) : !file.path.data);
    assert_int_equal(file.offset, offset);
    assert_int_equal(file.last, last);
}

static void expect_zero(struct machine *machine, uint64_t address, bool zero)
{
    uint8_t byte = 1;
    assert_int_equal(image_read(machine_image(machine), address, &byte, 1), zero);
    assert_int_equal(byte, 0);
}

static void zeros_and_files_are_there_until_something_takes_them(void **state)
{
    (void)state;
    struct made_pieces pieces = {.codes = micro_codes_open()};
    struct piece_writer *writer = piece_writer_open((struct piece_sink){made_take_piece, made_take_definition, &pieces}, 0);
    struct text registers = {0};
    put_number(&registers, 1, 8);
    memset(text_extend(&registers, REGISTERS_SIZE), 0, REGISTERS_SIZE);
    struct log_record record = record_of(LOG_REGISTERS, &registers);
    piece_writer_record(writer, &record, 1);
    put_event(writer, LOG_FILE, 0x10000, 0x8000);
    put_event(writer, LOG_KERNEL_WROTE, 0x12000, 0x10);
    put_event(writer, LOG_UNMAP, 0x14000, 0x2000);
    put_event(writer, LOG_ZERO, 0x14000, 0x1000);
    put_event(writer, LOG_ZERO, 0x7000000000, UINT64_C(1) << 37);       /* costs nothing */
    put_event(writer, LOG_DISCARD, 0x7000001000, 0x1000);
    put_event(writer, LOG_FILE, 0x7000001800, 0x10);
    piece_writer_finish(writer);
    piece_writer_close(writer);
    assert_int_equal(pieces.pieces_count, 1);
    assert_true(pieces.pieces[0].bytes.size < 2000);
    assert_true(touched_has(text_str(&pieces.pieces[0].lines), 0x17fff, 0x17fff, false));
    assert_false(touched_has(text_str(&pieces.pieces[0].lines), 0x17fff, 0x17fff, true));      /* it does not change that byte */
    assert_false(touched_has(text_str(&pieces.pieces[0].lines), 0x18000, 0x6fffffffff, false));
    struct machine *machine = machine_open(pieces.codes);
    struct piece_run *run = piece_open(machine);
    run_piece(run, &pieces.pieces[0]);
    expect_file(run, 0x10000, "/lib/libx.so", 0x3000, 0x11fff);
    assert_false(piece_forgot(run, 0x10000));
    expect_file(run, 0x12008, NULL, 0, 0x1200f);        /* the kernel wrote there, and nothing says what */
    expect_file(run, 0x12010, "/lib/libx.so", 0x5010, 0x13fff);
    expect_file(run, 0x15000, NULL, 0, 0x15fff);
    assert_true(piece_forgot(run, 0x15000));
    expect_file(run, 0x16000, "/lib/libx.so", 0x9000, 0x17fff);
    expect_zero(machine, 0x14fff, true);
    expect_zero(machine, 0x15000, false);
    expect_zero(machine, 0x8000000000, true);
    expect_zero(machine, 0x7000001000, false);
    expect_file(run, 0x7000001808, "/lib/libx.so", 0x3008, 0x700000180f);
    assert_true(piece_forgot(run, 0x7000001808));
    struct log_record told = {.kind = LOG_ZERO, .data = (const uint8_t *)registers.data, .size = 16};
    struct image_range part;
    assert_false(piece_event_changes(&told, (struct image_range){0, UINT64_MAX}, &part));      /* another event said that the bytes changed */
    piece_close(run);
    machine_close(machine);
    text_free(&registers);
    made_pieces_free(&pieces);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_log_gives_what_the_program_did),
        cmocka_unit_test(each_piece_runs_by_itself),
        cmocka_unit_test(summaries_have_the_lines_of_their_pieces),
        cmocka_unit_test(a_piece_says_what_events_took),
        cmocka_unit_test(a_piece_stops_and_goes_on),
        cmocka_unit_test(a_piece_has_the_format_of_its_header),
        cmocka_unit_test(zeros_and_files_are_there_until_something_takes_them),
        cmocka_unit_test(records_that_make_no_sense_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
