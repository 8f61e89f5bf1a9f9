/* test_regenerate_samples.c - regenerates the paper's figure 1 and MIPS programs exactly, line by line.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_regenerate_walk.h"
#include "tests/unit/samples.h"

/* ---- Samples ---- */

static void print_event(struct ae_event event, const struct abstract *program, struct text *out)
{
    static const char *const kinds[] = {"I", "R", "W", "L+", "L=", "L-", "C", "E"};
    uint32_t value = ae_event_value(event);
    text_printf(out, "%s ", kinds[ae_event_kind(event)]);
    if (ae_event_kind(event) == AE_INSTRUCTION)
        text_printf(out, "0x%x %u\n", event.address, value);
    else if (ae_event_counts(event))
        text_printf(out, "0x%x\n", event.address);
    else if (ae_event_kind(event) >= AE_ENTER)
        text_printf(out, "%.*s\n", STR(program->functions[value].name));
    else
        text_printf(out, "%u\n", value);
}

static struct str output_of(const char *format, const char *folder, const char *file, struct arena *arena)
{
    char command[2 * PATH_MAX];
    struct text text = {0};
    snprintf(command, sizeof command, format, folder, file);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    for (int c; (c = getc(pipe)) != EOF;)
        text_byte(&text, (char)c);
    assert_int_equal(pclose(pipe), 0);
    struct str copy = arena_copy(arena, text_str(&text));
    text_free(&text);
    return copy;
}

struct sample {
    struct arena arena;
    struct ae_schema schema;
    struct symbols *symbols;
    struct abstract *program;
    char path[64];
};

static void sample_open(struct sample *sample, const char *folder, const char *schema, const char *unpack, const char *executable)
{
    struct error error;
    *sample = (struct sample){.path = "/tmp/clew-sample-XXXXXX"};
    struct str bytes = output_of("cat '%s/%s'", folder, schema, &sample->arena), code = output_of(unpack, folder, executable, &sample->arena);
    int file = mkstemp(sample->path);
    assert_true(file >= 0 && write(file, code.data, code.size) == (ssize_t)code.size);
    close(file);
    if (!ae_schema_read(bytes, schema, &sample->arena, &sample->schema, &error) || !symbols_open(sample->path, &sample->symbols, &error)
        || !abstract_open(&sample->schema, schema, sample->symbols, &sample->program, &error))
        fail_msg("%s: %s", error.source, error.message);
}

static void sample_close(struct sample *sample)
{
    abstract_close(sample->program);
    symbols_close(sample->symbols);
    unlink(sample->path);
    arena_free(&sample->arena);
}

static bool regenerate_text(const struct abstract *program, struct str events, struct text *out)
{
    struct ae_event batch[REGENERATED_BATCH];
    struct error error;
    struct regenerator *r;
    if (!regenerator_open(program, events, "ae.out", &r, &error))
        return false;
    for (size_t count; (count = regenerator_run(r, batch, REGENERATED_BATCH)) > 0;)
        for (size_t i = 0; i < count; i++)
            print_event(batch[i], program, out);
    bool whole = !regenerator_problem(r, &error);
    regenerator_close(r);
    return whole;
}

static void figure_1_is_regenerated_to_the_line(void **state)
{
    (void)state;
    static const char *const orders[] = {"EL", "EB"};
    const char *folder = samples_folder();
    for (int i = 0; i < 2; i++) {
        char executable[64], events[64], golden[PATH_MAX + 16], path[] = "/tmp/clew-text-XXXXXX";
        struct sample sample;
        struct text text = {0};
        snprintf(golden, sizeof golden, "%s/ae/golden", folder);
        snprintf(executable, sizeof executable, "fig1.%s.exe", orders[i]);
        snprintf(events, sizeof events, "ae.out.%s", orders[i]);
        sample_open(&sample, golden, "fig1.sma", "cat '%s/%s'", executable);
        struct str bytes = output_of("cat '%s/%s'", golden, events, &sample.arena);
        assert_int_equal(bytes.size, 11005);
        assert_true(regenerate_text(sample.program, bytes, &text));
        int file = mkstemp(path);
        assert_true(file >= 0 && write(file, text.data, text.size) == (ssize_t)text.size);
        close(file);
        struct str sum = output_of("sha256sum %s%s", "", path, &sample.arena);
        assert_true(str_starts(sum, "b649504c6a75da83c32a7963dceab4419f81387b48b17c8089c88383d8117e1e"));
        unlink(path);
        bytes.size--; /* cut, or with a byte too many */
        assert_false(regenerate_text(sample.program, bytes, &text));
        bytes.size += 2;
        assert_false(regenerate_text(sample.program, bytes, &text));
        text_free(&text);
        sample_close(&sample);
    }
}

/* The changes of damage_refused in expected.json: cut at, byte complemented, byte removed, byte added; another identity. */
static void assert_damage_is_refused(const struct sample *sample, struct str events, const size_t at[3])
{
    struct text out = {0}, bytes = {0};
    assert_false(regenerate_text(sample->program, str_cut(events, 0, at[0]), &out));
    text_append(&bytes, events);
    bytes.data[at[1]] = (char)~bytes.data[at[1]];
    assert_false(regenerate_text(sample->program, text_str(&bytes), &out));
    text_clear(&bytes);
    text_append(&bytes, str_cut(events, 0, at[2]));
    text_append(&bytes, str_cut(events, at[2] + 1, events.size));
    assert_false(regenerate_text(sample->program, text_str(&bytes), &out));
    text_clear(&bytes);
    text_append(&bytes, events);
    text_byte(&bytes, 9);
    assert_false(regenerate_text(sample->program, text_str(&bytes), &out));
    memset(bytes.data + 4, 0, 8);
    assert_false(regenerate_text(sample->program, text_str(&bytes), &out));
    text_free(&bytes);
    text_free(&out);
}

static void sample_programs_are_regenerated_to_the_line(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t damage[3];
    } programs[] = {{"callbacks", {914, 762, 508}}, {"matrix", {3826, 3189, 2140}}, {"words", {8233, 6861, 4574}}};
    const char *folder = samples_folder();
    for (int i = 0; i < 3; i++) {
        char place[PATH_MAX + 64];
        struct sample sample;
        struct text text = {0};
        snprintf(place, sizeof place, "%s/ae/%s", folder, programs[i].name);
        sample_open(&sample, place, "prog.sma", "xz -dc '%s/%s'", "prog.xz");
        struct str events = output_of("cat '%s/%s'", place, "ae.out", &sample.arena);
        struct str expected = output_of("xz -dc '%s/%s'", place, "expected.txt.xz", &sample.arena);
        assert_true(regenerate_text(sample.program, events, &text));
        assert_int_equal(text.size, expected.size);
        assert_memory_equal(text.data, expected.data, text.size);
        assert_damage_is_refused(&sample, events, programs[i].damage);
        text_free(&text);
        sample_close(&sample);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figure_1_is_regenerated_to_the_line),
        cmocka_unit_test(sample_programs_are_regenerated_to_the_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
