/* test_rust.c - values of Rust, good, broken and random; enums that DWARF describes wrongly.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The program is an assembler text (tests/samples/rust), so that the test needs no rustc. */
#include "recorded.h"
#include "samples.h"

#include "session/engine.h"

enum { GOOD, BROKEN, RANDOM, ROUNDS = 20 };

static const struct {
    const char *name, *good, *broken;   /* broken: the end of the text */
} expected[] = {
    {"things.name", "\"milk\"", "<no valid String: its length exceeds its capacity>"},
    {"things.numbers", "Vec of length 3, capacity 4 = {1, 2, 3}", "<no valid Vec: its address is 0>"},
    {"things.slice", "slice of length 2 = {2, 3}", "<no valid slice: its address or its length is impossible>"},
    {"things.word", "\"w\\303\\266rd\"", "<no valid str: its address is impossible>"},
    {"things.some", "Some(5)", "<no valid Option<i32>: no variant has the number 7>"},
    {"things.none", "None", "None"},
    {"things.null", "None", "None"},
    {"things.deep", "Some(None)", "Some(Some(200))"},
    {"things.point", "Point", "<no valid alloc::Shape: no variant has the number 77>"},
    {"things.circle", "Circle(1.5)", "Circle(1.5)"},
    {"things.rect", "Rect {w = 3, h = 4}", "Rect {w = 3, h = 4}"},
    {"things.only", "One(7)", "One(7)"},
    {"things.signed", "Some(Less)", "Some(5)"},
    {"things.colour", "Green", "4"},
    {"things.tuple", "(1, 120 'x', true, 2)", "(1, 4294967295 '\\xffffffff', true, 2)"},
    {"things.unit", "()", "()"},
    {"things.nothing", "alloc::Unit", "alloc::Unit"},
    {"things.array", "{-1, 0, 1}", "{-1, 0, 1}"},
    {"things.units", "Vec of length 2 = {(), ()}", "Vec of length 2 = {(), ()}"},
    {"things.result", "Err(-1)", "<no valid Result<u8, i64>: no variant has the number 9>"},
    {"things.big", "-3", "-3"},
    {"things.rc", "Rc (strong count 2, weak count 2) = {6}", "<no valid Rc: its counts are impossible>"},
    {"things.ring", "VecDeque of length 2, capacity 4 = {4, 1}", "<no valid VecDeque: its end lies beyond its capacity>"},
};
enum { NAMES = sizeof expected / sizeof *expected };

static const struct { const char *words, *good; } asked[] = {
    {"things.numbers[2]", "3"}, {"things.numbers.len()", "3"}, {"things.name.len()", "4"}, {"things.name.is_empty()", "false"}, {"things.slice[0]", "2"},
    {"things.numbers.last()", "3"}, {"things.some.0", "5"}, {"things.some.Some.0 + 1", "6"}, {"things.circle.0", "1.5"}, {"things.rect.h", "4"},
    {"things.rect.Rect.w", "3"}, {"things.link.0.number", "7"}, {"things.link.0.next.0.number", "8"}, {"things.tuple.1", "120 'x'"}, {"things.tuple.3", "2"},
    {"things.some.unwrap()", "5"}, {"*things.rc", "6"}, {"things.ring[0]", "4"}, {"things.ring[1]", "1"}, {"things.ring.len()", "2"},
    {"$_streq(things.name, \"milk\")", "1"}, {"things.some.0 == 5 && things.rect.w == 3", "true"}, {"sizeof(things.rect.w)", "4"},
};

static const struct { const char *words, *message; } refused[] = {
    {"things.none.0", "`things.none` is None, which has no member `0`"},
    {"things.rect.Circle", "`things.rect` is Rect, not Circle"},
    {"things.rect.x", "`things.rect` is Rect, which has no member `x`"},
    {"things.none.unwrap()", "`things.none` is None: there is nothing to unwrap"},
    {"things.numbers[3]", "`things.numbers[3]` is beyond the end: `things.numbers` has 3 elements"},
    {"things.ring[2]", "`things.ring[2]` is beyond the end: `things.ring` has 2 elements"},
    {"things.array.len()", NULL},
    {"things.tuple.4", NULL},
};

static void go(struct session *session, const struct recorded *run, unsigned instance)
{
    struct answer answer = {0};
    struct error error;
    char command[64];
    size_t index;
    assert_true(symbols_function_named(run->symbols, str_of("mark"), &index));
    snprintf(command, sizeof command, "goto 0x%lx#%u", (unsigned long)symbols_function(run->symbols, index).address, instance);
    if (!session_run(session, command, &answer, &error))
        fail_msg("%s: %s", command, error.message);
    answer_free(&answer);
    if (!session_run(session, "up", &answer, &error))
        fail_msg("up: %s", error.message);
    answer_free(&answer);
}

/* The text of a value, in one row; of a refusal its message. */
static bool shown(struct session *session, const char *name, struct text *text)
{
    struct answer answer = {0};
    struct row row = {0};
    struct error error;
    char command[96];
    snprintf(command, sizeof command, "print %s", name);
    text_clear(text);
    if (!session_run(session, command, &answer, &error) || !rows_get(&answer.rows, 0, &row)) {
        text_add(text, error.message);
        answer_free(&answer);
        return false;
    }
    if (row_find(&row, "text")) {
        text_append(text, row_find(&row, "text")->text);
    } else {
        struct str whole = text_str(&row.text);
        size_t begin = str_find(whole, str_of("= ")) + 2, end = str_find(whole, str_of("  "));
        text_append(text, str_cut(whole, begin, end == SIZE_MAX ? SIZE_MAX : end - begin));
    }
    row_free(&row);
    answer_free(&answer);
    return true;
}

static void check_good(struct session *session, const struct recorded *run, struct text *text)
{
    go(session, run, GOOD);
    for (size_t i = 0; i < NAMES; i++) {
        shown(session, expected[i].name, text);
        if (!str_is(text_str(text), expected[i].good))
            fail_msg("%s: %s", expected[i].name, text_string(text));
    }
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        if (!shown(session, asked[i].words, text) || !str_is(text_str(text), asked[i].good))
            fail_msg("%s: %s", asked[i].words, text_string(text));
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (shown(session, refused[i].words, text) || (refused[i].message && !str_is(text_str(text), refused[i].message)))
            fail_msg("%s: %s", refused[i].words, text_string(text));
}

static void check_broken(struct session *session, const struct recorded *run, struct text *text)
{
    go(session, run, BROKEN);
    for (size_t i = 0; i < NAMES; i++) {
        shown(session, expected[i].name, text);
        if (!str_ends(text_str(text), expected[i].broken))
            fail_msg("%s: %s", expected[i].name, text_string(text));
    }
    assert_false(shown(session, "things.some.0", text));
    assert_string_equal(text_string(text), "`things.some` is no valid enum: no variant has its number");
}

/* Each answer ends, and is short. */
static void check_random(struct session *session, const struct recorded *run, struct text *text)
{
    enum { MOST = 1 << 20 };
    for (unsigned round = 0; round < ROUNDS; round++) {
        go(session, run, RANDOM + round);
        for (size_t i = 0; i < NAMES; i++) {
            assert_true(shown(session, expected[i].name, text));
            assert_true(text->size > 0 && text->size < MOST);
        }
        for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
            shown(session, asked[i].words, text);
            assert_true(text->size > 0 && text->size < MOST);
        }
    }
}

static char *things_text(void)
{
    char path[4200];
    struct text text = {0};
    int c;
    snprintf(path, sizeof path, "%s/rust/things.s", samples_folder());
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while ((c = fgetc(file)) != EOF)
        text_byte(&text, (char)c);
    fclose(file);
    char *copy = memory_string(text_str(&text));
    text_free(&text);
    return copy;
}

/* Records the program; it ends with close_recording. */
static struct session *open_recording(struct recorded *run, const char *source)
{
    struct answer answer = {0};
    struct error error;
    char command[160];
    recorded_start(run, "things.s", source, "-no-pie");
    recorded_run(run, NULL, (struct record_options){.state = true});
    struct session *session = session_open(NULL);
    snprintf(command, sizeof command, "open %s", run->trace);
    if (!session_run(session, command, &answer, &error))
        fail_msg("%s", error.message);
    answer_free(&answer);
    return session;
}

static void close_recording(struct session *session, struct recorded *run)
{
    session_close(session);
    recorded_end(run);
}

static void values_show_as_in_rust_and_broken_ones_their_members(void **state)
{
    struct recorded run = {0};
    struct text text = {0};
    char *source = things_text();
    (void)state;
    struct session *session = open_recording(&run, source);
    check_good(session, &run, &text);
    check_broken(session, &run, &text);
    check_random(session, &run, &text);
    text_free(&text);
    close_recording(session, &run);
    free(source);
}

/* ---- DWARF ---- */

/* The program's text, in which the bytes `from` of the abbreviations became `to`. */
static char *changed(const char *source, const char *from, const char *to)
{
    struct text text = {0};
    const char *begin = strstr(source, ".section\t.debug_abbrev"), *end = begin ? strstr(begin + 1, ".section") : NULL, *at;
    assert_non_null(end);
    text_append(&text, (struct str){source, (size_t)(begin - source)});
    for (; *from && (at = strstr(begin, from)) != NULL && at < end; begin = at + strlen(from)) {
        text_append(&text, (struct str){begin, (size_t)(at - begin)});
        text_add(&text, to);
    }
    text_add(&text, begin);
    char *whole = memory_string(text_str(&text));
    text_free(&text);
    return whole;
}

/* Takes the text. */
static struct symbols *opened(char *source, const char *more, const char *folder)
{
    struct symbols *symbols;
    struct error error;
    char path[128];
    snprintf(path, sizeof path, "%s/things.s", folder);
    FILE *file = fopen(path, "w");
    fputs(source, file);
    fputs(more, file);
    fclose(file);
    free(source);
    shell("cd %s && gcc -no-pie -o program things.s", folder);
    snprintf(path, sizeof path, "%s/program", folder);
    assert_true(symbols_open(path, &symbols, &error));
    return symbols;
}

static type_number type_called(struct symbols *symbols, const char *name)
{
    type_number type;
    struct error error;
    if (!symbols_type_named(symbols, BASE_STRUCT, str_of(name), &type, &error))
        fail_msg("%s", error.message);
    return type;
}

static enum variant_choice choice(struct symbols *symbols, const char *type, uint64_t number)
{
    struct str name = {NULL, 0};
    struct variable_part part;
    return symbols_variant(symbols, type_called(symbols, type), (uint64_t[]){number, 0}, &name, &part);
}

static bool chosen(struct symbols *symbols, const char *type, uint64_t number, const char *expected_name)
{
    struct str name = {NULL, 0};
    struct variable_part part;
    return symbols_variant(symbols, type_called(symbols, type), (uint64_t[]){number, 0}, &name, &part) == CHOICE_KNOWN && str_is(name, expected_name);
}

static void enums_as_dwarf_describes_them(void **state)
{
    char folder[] = "/tmp/clew-test-XXXXXX", *source = things_text();
    struct variable_part part;
    struct str name;
    (void)state;
    assert_non_null(mkdtemp(folder));
    struct symbols *symbols = opened(source, "", folder);
    assert_true(symbols_has_variants(symbols, type_called(symbols, "Shape"), &part) && part.size == 4 && part.offset == 0);
    assert_true(chosen(symbols, "Shape", 0, "Point") && chosen(symbols, "Shape", 2, "Rect"));
    assert_int_equal(choice(symbols, "Shape", 3), CHOICE_NONE);
    assert_int_equal(symbols_variant(symbols, type_called(symbols, "Shape"), NULL, &name, &part), CHOICE_UNKNOWN);
    assert_true(symbols_variant(symbols, type_called(symbols, "Only"), NULL, &name, &part) == CHOICE_KNOWN && str_is(name, "One"));
    assert_true(symbols_variant_named(symbols, type_called(symbols, "Shape"), str_of("Circle")));
    assert_false(symbols_variant_named(symbols, type_called(symbols, "Shape"), str_of("Square")));
    assert_false(symbols_has_variants(symbols, type_called(symbols, "Things"), &part));
    symbols_close(symbols);
    shell("rm -rf %s", folder);
}

/* What clew cannot know from such a file. */
static const struct { const char *from, *to; bool sized; } hidden[] = {
    {"\t.byte\t22\n\t.byte\t11\n", "\t.byte\t61\n\t.byte\t11\n", true},         /* DW_AT_discr_value becomes DW_AT_discr_list */
    {"\t.byte\t22\n\t.byte\t11\n", "\t.byte\t11\n\t.byte\t11\n", true},         /* it becomes another attribute: each variant is the default */
    {"\t.byte\t21\n\t.byte\t19\n", "\t.byte\t24\n\t.byte\t19\n", false},        /* DW_AT_discr does: there is no discriminant, its member is in no variant */
    {"\t.byte\t25\n\t.byte\t1\n", "\t.byte\t51\n\t.byte\t1\n", true},           /* each DW_TAG_variant becomes a DW_TAG_variant_part within one */
};

static void enums_that_dwarf_hides_are_unknown(void **state)
{
    char folder[] = "/tmp/clew-test-XXXXXX", *source = things_text();
    (void)state;
    assert_non_null(mkdtemp(folder));
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) {
        struct variable_part part;
        struct recorded run = {0};
        struct text text = {0};
        char *wrong = changed(source, hidden[i].from, hidden[i].to);
        struct symbols *symbols = opened(memory_string(str_of(wrong)), "", folder);
        assert_true(symbols_has_variants(symbols, type_called(symbols, "Shape"), &part) && (part.size != 0) == hidden[i].sized);
        assert_int_equal(choice(symbols, "Shape", 0), CHOICE_UNKNOWN);
        assert_int_equal(choice(symbols, "Shape", 77), CHOICE_UNKNOWN);
        symbols_close(symbols);
        struct session *session = open_recording(&run, wrong);
        go(session, &run, GOOD);
        assert_true(shown(session, "things.rect", &text));
        assert_string_equal(text_string(&text), "<unknown>");
        assert_false(shown(session, "things.rect.w", &text));
        assert_string_equal(text_string(&text), "`things.rect` is an enum whose variant is unknown here");
        text_free(&text);
        close_recording(session, &run);
        free(wrong);
    }
    shell("rm -rf %s", folder);
    free(source);
}

/* As dwz makes them: a partial unit that names no language, beside a unit of Rust or of C. */
static void types_of_partial_units_are_of_rust_beside_units_of_rust(void **state)
{
    static const char unit[] = "\t.section\t.debug_abbrev\n.Lmore:\n\t.byte\t1,17,0,19,5,0,0,0\n\t.section\t.debug_info\n"
            "\t.long\t.Lmore_end-.Lmore_start\n.Lmore_start:\n\t.short\t4\n\t.long\t.Lmore\n\t.byte\t8,1\n\t.short\t%d\n.Lmore_end:\n";
    enum { C = 12, RUST = 28 };
    char folder[] = "/tmp/clew-test-XXXXXX", *source = things_text(), more[400];
    (void)state;
    assert_non_null(mkdtemp(folder));
    for (int language = C; language <= RUST; language += RUST - C) {
        struct type type;
        snprintf(more, sizeof more, unit, language);
        char *partial = changed(source, "\t.byte\t17\n\t.byte\t1\n\t.byte\t37\n\t.byte\t14\n\t.byte\t19\n", "\t.byte\t60\n\t.byte\t1\n\t.byte\t37\n\t.byte\t14\n\t.byte\t54\n");
        struct symbols *symbols = opened(partial, more, folder);
        assert_true(chosen(symbols, "Shape", 0, "Point") && chosen(symbols, "Shape", 2, "Rect"));
        assert_true(symbols_type(symbols, type_called(symbols, "Shape"), &type));
        assert_int_equal(type.rust, language == RUST);
        symbols_close(symbols);
    }
    shell("rm -rf %s", folder);
    free(source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_show_as_in_rust_and_broken_ones_their_members),
        cmocka_unit_test(enums_as_dwarf_describes_them),
        cmocka_unit_test(enums_that_dwarf_hides_are_unknown),
        cmocka_unit_test(types_of_partial_units_are_of_rust_beside_units_of_rust),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
