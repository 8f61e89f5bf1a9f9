/* test_piece_damage.c - pieces that are cut short or changed: noticed or harmless, at every byte.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "made_pieces.h"

#include <string.h>

/* Runs a piece at the end of its allocation, so that sanitizers report reads beyond. */
static enum piece_went run_damaged(struct piece_run *run, struct str bytes)
{
    struct error error = {0};
    char *exact = malloc(bytes.size + 1);
    memcpy(exact + 1, bytes.data, bytes.size);
    enum piece_went went = PIECE_DAMAGED;
    if (piece_start(run, (struct str){exact + 1, bytes.size}, &error))
        went = piece_go(run, NULL, &error);
    assert_int_equal(went == PIECE_DAMAGED, error.message[0] != 0);
    free(exact);
    return went;
}

static void damage_does_no_harm(void **state)
{
    (void)state;
    struct made made = {.closes = UINT64_MAX};
    struct made_pieces pieces;
    made_run(&made, 4, 160);
    made_pieces_write(&pieces, &made, 20);
    struct machine *machine = machine_open(pieces.codes);
    struct piece_run *run = piece_open(machine);
    for (size_t i = 0; i < pieces.pieces_count; i++) {
        struct str good = text_str(&pieces.pieces[i].bytes);
        struct text bytes = {0};
        unsigned damaged = 0;
        assert_int_equal(run_damaged(run, good), PIECE_ENDED);
        for (size_t size = 0; size < good.size; size++)
            assert_int_equal(run_damaged(run, str_cut(good, 0, size)), PIECE_DAMAGED);
        text_append(&bytes, good);
        text_byte(&bytes, 0);
        assert_int_equal(run_damaged(run, text_str(&bytes)), PIECE_DAMAGED);
        bytes.size--;
        for (size_t at = 0; at < good.size; at++)
            for (unsigned bit = 0; bit < 9; bit++) {
                bytes.data[at] = (char)(good.data[at] ^ (bit < 8 ? 1 << bit : 0xff));
                damaged += run_damaged(run, text_str(&bytes)) == PIECE_DAMAGED;
                bytes.data[at] = good.data[at];
            }
        assert_true(damaged > 100);
        assert_int_equal(run_damaged(run, good), PIECE_ENDED);
        text_free(&bytes);
    }
    piece_close(run);
    machine_close(machine);
    made_pieces_free(&pieces);
    made_free(&made);
}

/* Paths that no writer writes. */
static void paths_that_make_no_sense_are_damage(void **state)
{
    (void)state;
    static const struct { const char *bytes; size_t size; enum piece_went went; } paths[] = {
        {"\x02\x00\x00", 3, PIECE_ENDED},
        {"\x02\x01\x00", 3, PIECE_DAMAGED},                   /* predicted: nothing ran before */
        {"\x02\x00\x04", 3, PIECE_DAMAGED},                   /* no end */
        {"\x05\x00\x01\x07\x08\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00", 15, PIECE_DAMAGED},       /* an event longer than the path */
        {"\x05\x00\x01\x07\x08\x01", 6, PIECE_DAMAGED},       /* and longer than the piece */
        {"\x0e\x00\x01\x07\x08\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00", 15, PIECE_ENDED},
        {"\x04\x00\x02\x01\x00", 5, PIECE_DAMAGED},         /* a part of a run, then no end */
        {"\x03\x00\x00\x00", 3, PIECE_DAMAGED},              /* a path longer than the piece */
        {"\x80", 1, PIECE_DAMAGED}, {"", 0, PIECE_DAMAGED},
    };
    struct micro_codes *codes = micro_codes_open();
    struct machine *machine = machine_open(codes);
    struct piece_run *run = piece_open(machine);
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        assert_int_equal(run_damaged(run, (struct str){paths[i].bytes, paths[i].size}), paths[i].went);
    piece_close(run);
    machine_close(machine);
    micro_codes_close(codes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damage_does_no_harm),
        cmocka_unit_test(paths_that_make_no_sense_are_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
