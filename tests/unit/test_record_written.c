/* test_record_written.c - output of programs: the note, and who stored the bytes.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recorded.h"

#include "recording/store/notes.h"

#include <inttypes.h>

/* ---- The note ---- */

static void expect_round_trip(const char *note)
{
    struct str rest = str_of(note);
    struct store_written written;
    struct text again = {0};
    while (written_parse(&rest, &written))
        written_text(&written, &again);
    assert_string_equal(text_string(&again), note);
    text_free(&again);
}

static void notes_are_read_as_they_were_written(void **state)
{
    (void)state;
    expect_round_trip("1 5 12#0 0x4a72a0 0x4a72a0+5=17#3 68656c6c6f");
    expect_round_trip("1 7 12#0 0x4a72a0 0x4a72a0+5=17#3,0x4a72a5+2=- 68656c6c6f0a0d 3 4096 - 0x0 - - 2 1 9#18446744073709551615 0x1 0xffffffffffffffff+1=1#0 00");
}

static void what_makes_no_sense_ends_a_note(void **state)
{
    (void)state;
    static const char *const notes[] = {
        "", "-", "1 5", "1 5 - 0x1 -", "x 5 - 0x1 - -", "1 5 0#1 0x1 - -", "1 5 1 0x1 - -", "1 5 1# 0x1 - -", "1 5 - 1 - -", "1 5 - 0x1 - 00", "1 5 - 0x1 0x1+1=- 0",
        "1 5 - 0x1 0x1+1=- zz", "1 5 - 0x1 0x1+2=- 00", "1 5 - 0x1 0x1+1 00", "1 5 - 0x1 0x1=1+1 00", "1 5 - 0x1 0x1+513=- 00", "1 5 - 0x1 0x1+18446744073709551615=-,0x1+2=- 00",
        "1 5 - 0x1 0x1+1=-,,0x1+0=- 00",
    };
    struct store_written written;
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
        struct str rest = str_of(notes[i]);
        if (written_parse(&rest, &written))
            fail_msg("was read: %s", notes[i]);
    }
}

static void a_note_has_so_many_parts(void **state)
{
    (void)state;
    for (size_t parts = WRITTEN_PARTS; parts <= WRITTEN_PARTS + 1; parts++) {
        struct text note = {0};
        struct store_written written;
        text_add(&note, "1 40 - 0x1 ");
        for (size_t i = 0; i < parts; i++)
            text_printf(&note, "%s0x%zx+1=%zu#0", i ? "," : "", i, i + 1);
        text_byte(&note, ' ');
        for (size_t i = 0; i < parts; i++)
            text_add(&note, "41");
        struct str rest = text_str(&note);
        assert_int_equal(written_parse(&rest, &written), parts == WRITTEN_PARTS);
        text_free(&note);
    }
}

/* ---- Programs ---- */

static uint64_t line_of(const struct recorded *run, struct written_by by)
{
    uint64_t index;
    return by.id && store_find_id(run->store, by.id, &index) ? store_instruction(run->store, index).line : 0;
}

/* A program's output to descriptors from 100 on: "LINE: LINE text, LINE text; ...", with the line that led to the call and the line of each part. */
static void expect_written(const char *source, const char *flags, const char *expected)
{
    struct recorded run;
    struct store_written written;
    struct text said = {0};
    recorded_start(&run, "t.c", source, flags);
    recorded_run(&run, NULL, (struct record_options){0});
    struct str rest = store_note(run.store, "written");
    while (written_parse(&rest, &written)) {
        size_t passed = 0;
        if (written.descriptor < 100)
            continue;
        text_printf(&said, "%s%" PRIu64 ":", said.size ? "; " : "", line_of(&run, written.by));
        for (size_t i = 0; i < written.part_count; i++) {
            text_printf(&said, "%s%" PRIu64 " %.*s", i ? ", " : " ", line_of(&run, written.parts[i].by), (int)written.parts[i].size, (const char *)written.text + passed);
            passed += written.parts[i].size;
        }
    }
    assert_string_equal(text_string(&said), expected);
    text_free(&said);
    recorded_end(&run);
}

#define HEAD "#define _GNU_SOURCE\n#include <stdio.h>\n#include <string.h>\n#include <sys/socket.h>\n#include <sys/uio.h>\n#include <unistd.h>\n" /* 6 lines */

#define FILE_100 "    dup2(memfd_create(\"t\", 0), 100);\n    FILE *f = fdopen(100, \"w\");\n"

static void buffered_text_leads_to_who_gave_it(void **state)
{
    (void)state;
    expect_written(HEAD "#include <sys/mman.h>\nint main(int argc, char **argv) {\n" FILE_100   /* up to line 10 */
                        "    fprintf(f, \"a%d\", argc);\n"                                     /* 11 */
                        "    fputs(\"bc\", f);\n"                                              /* 12 */
                        "    putc('d', f);\n"                                                   /* 13 */
                        "    fflush(f);\n"                                                      /* 14 */
                        "    fputs(\"end\", f);\n"                                             /* 15 */
                        "    return 0; }\n",
                   "-O0", "14: 11 a1, 12 bc, 13 d; 0: 15 end");
}

static void every_call_that_writes_is_noted(void **state)
{
    (void)state;
    expect_written(HEAD "#include <sys/mman.h>\nint main(int argc, char **argv) {\n"
                        "    int s[2]; char t[] = \"xyz\";\n"                                     /* 9 */
                        "    socketpair(AF_UNIX, SOCK_STREAM, 0, s); dup2(s[0], 100); dup2(memfd_create(\"t\", 0), 101);\n"
                        "    struct iovec v[2] = {{t, 1}, {t + 1, 2}};\n"                           /* 11 */
                        "    struct msghdr m = {.msg_iov = v, .msg_iovlen = 2};\n"                 /* 12 */
                        "    write(100, t, 3);\n"
                        "    writev(100, v, 2);\n"
                        "    send(100, t, 2, 0);\n"
                        "    sendmsg(100, &m, 0);\n"
                        "    pwrite(101, t, 3, 5);\n"
                        "    write(99, t, 3);\n"
                        "    return 0; }\n",
                   "-O0", "13: 9 xyz; 14: 9 x, 9 yz; 15: 9 xy; 16: 9 x, 9 yz; 17: 9 xyz");
}

static void of_long_writes_the_end_is_noted(void **state)
{
    (void)state;
    struct recorded run;
    struct store_written written;
    recorded_start(&run, "t.c", HEAD "#include <sys/mman.h>\nint main(void) { static char t[5000]; memset(t, 'x', 5000); t[4999] = 'y';\n"
                                     "dup2(memfd_create(\"t\", 0), 100); write(100, t, 5000); return 0; }\n", "-O0");
    recorded_run(&run, NULL, (struct record_options){0});
    struct str rest = store_note(run.store, "written");
    assert_true(written_parse(&rest, &written));
    assert_int_equal(written.size, 5000);
    assert_int_equal(written.text_size, WRITTEN_TEXT);
    assert_int_equal(written.text[WRITTEN_TEXT - 2], 'x');
    assert_int_equal(written.text[WRITTEN_TEXT - 1], 'y');
    assert_int_equal(written.part_count, 2);
    assert_int_equal(written.parts[0].address, written.argument + 5000 - WRITTEN_TEXT);
    assert_false(written_parse(&rest, &written));
    recorded_end(&run);
}

static void the_last_calls_are_kept(void **state)
{
    (void)state;
    struct recorded run;
    struct store_written written;
    size_t output = 0, other = 0;
    recorded_start(&run, "t.c", HEAD "#include <sys/mman.h>\nint main(void) { dup2(memfd_create(\"t\", 0), 100); dup2(100, 2);\n"
                                     "for (int i = 0; i < 5; i++) write(2, \"o\", 1);\n"
                                     "for (int i = 0; i < 1000; i++) write(100, &i, sizeof i); return 0; }\n", "-O0");
    recorded_run(&run, NULL, (struct record_options){0});
    struct str rest = store_note(run.store, "written");
    while (written_parse(&rest, &written)) {
        output += written.descriptor == 2;
        other += written.descriptor == 100;
    }
    assert_int_equal(output, 5);
    assert_int_equal(other, 128);
    assert_int_equal(written.descriptor, 0);
    recorded_end(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(notes_are_read_as_they_were_written),
        cmocka_unit_test(what_makes_no_sense_ends_a_note),
        cmocka_unit_test(a_note_has_so_many_parts),
        cmocka_unit_test(buffered_text_leads_to_who_gave_it),
        cmocka_unit_test(every_call_that_writes_is_noted),
        cmocka_unit_test(of_long_writes_the_end_is_noted),
        cmocka_unit_test(the_last_calls_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
