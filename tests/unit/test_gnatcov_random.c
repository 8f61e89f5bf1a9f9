/* test_gnatcov_random.c - compares random GNATcoverage traces with a plain model; damaged traces.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_gnatcov.h"

enum { MOST_ENTRIES = 300, SPACE = 0x400 };

enum event_kind { PLAIN, LOAD_ADDRESS, LOAD, LOAD_WITHOUT_NAME, UNLOAD };

struct event {
    enum event_kind kind;
    uint64_t address, size;             /* of code; of a load, any that fits */
    uint8_t op;
};

struct model {
    unsigned address_size;
    bool has_kernel;
    struct event events[MOST_ENTRIES];
    size_t count;
    struct event loaded[MOST_ENTRIES];  /* every load in order; kind UNLOAD: unloaded */
    uint64_t from[MOST_ENTRIES], to[MOST_ENTRIES];
    size_t load_count;
    uint64_t base, base_entry;          /* of the kernel module; 0: none */
    size_t warnings, errors;
};

/* ---- Making one ---- */

/* Addresses are close together, at the bottom or at the top. */
static uint64_t random_address(struct model *model, uint64_t *state)
{
    uint64_t low = random_below(state, SPACE), top = model->address_size == 4 ? UINT32_MAX : UINT64_MAX;
    return random_below(state, 4) == 0 ? top - low : low;
}

static void model_make(struct model *model, uint64_t *state)
{
    static const enum event_kind kinds[] = {PLAIN, PLAIN, PLAIN, PLAIN, PLAIN, PLAIN, LOAD, LOAD, UNLOAD, UNLOAD, LOAD_WITHOUT_NAME, LOAD_ADDRESS};
    *model = (struct model){.address_size = random_below(state, 2) ? 4 : 8, .has_kernel = random_below(state, 2)};
    uint64_t top = model->address_size == 4 ? UINT32_MAX : UINT64_MAX, share = random_below(state, 3);
    model->count = random_below(state, MOST_ENTRIES);
    for (size_t i = 0; i < model->count; i++) {
        struct event *event = &model->events[i];
        event->kind = share ? kinds[random_below(state, sizeof kinds / sizeof *kinds)] : PLAIN;
        event->address = random_address(model, state);
        event->op = (uint8_t)(random_below(state, 4) | (random_below(state, 2) ? 0x10 : 0x20));
        event->size = random_below(state, 200) + (event->kind != PLAIN);
        if (event->kind == LOAD && event->size - 1 > top - event->address)
            event->size = top - event->address + 1;
        if (event->kind == UNLOAD && random_below(state, 2))            /* often of a loaded object */
            for (size_t k = i; k-- > 0;)
                if (model->events[k].kind == LOAD && random_below(state, 2)) {
                    event->address = model->events[k].address;
                    break;
                }
    }
}

static void model_write(const struct model *model, struct text *out)
{
    unsigned size = model->address_size;
    gnatcov_write_header(out, GNATCOV_INFO, size, X86_64);
    if (model->has_kernel)
        write_string(out, GNATCOV_KERNEL, "kernel");
    write_end(out);
    gnatcov_write_header(out, GNATCOV_FLAT, size, X86_64);
    for (size_t i = 0; i < model->count; i++) {
        const struct event *event = &model->events[i];
        switch (event->kind) {
        case PLAIN: gnatcov_write_entry(out, size, event->address, (uint16_t)event->size, event->op); break;
        case LOAD_ADDRESS: gnatcov_write_entry(out, size, event->address, GNATCOV_LOADED, GNATCOV_SPECIAL); break;
        case UNLOAD: gnatcov_write_entry(out, size, event->address, GNATCOV_OBJECT_UNLOADED, GNATCOV_SPECIAL); break;
        case LOAD: write_load(out, size, event->address, event->size, "lib"); break;
        case LOAD_WITHOUT_NAME:
            gnatcov_write_entry(out, size, event->address, GNATCOV_OBJECT_LOADED, GNATCOV_SPECIAL);
            write_end(out);
            break;
        }
    }
}

/* ---- Its meaning, computed plainly ---- */

static bool holds(const struct event *load, uint64_t address)
{
    return load->kind == LOAD && address >= load->address && address - load->address < load->size;
}

/* 1 + the last loaded object with this address, or with its base there. */
static size_t loaded_at(const struct model *model, uint64_t address, bool base)
{
    for (size_t i = model->load_count; i-- > 0;)
        if (holds(&model->loaded[i], address) && (!base || model->loaded[i].address == address))
            return i + 1;
    return 0;
}

static void model_load(struct model *model, const struct event *event, uint64_t number)
{
    for (size_t i = 0; i < model->load_count; i++)
        if (holds(&model->loaded[i], event->address) || (model->loaded[i].kind == LOAD && holds(event, model->loaded[i].address))) {
            model->warnings++;
            break;
        }
    model->from[model->load_count] = number;
    model->to[model->load_count] = UINT64_MAX;
    model->loaded[model->load_count++] = *event;
}

static size_t model_unload(struct model *model, uint64_t address, uint64_t number)
{
    size_t at = loaded_at(model, address, true), object = at ? at : loaded_at(model, address, false);
    model->warnings += !at;
    if (object) {
        model->loaded[object - 1].kind = UNLOAD;
        model->to[object - 1] = number;
    }
    return object;
}

/* The first load address is the base; the others are warnings. */
static void find_base(struct model *model)
{
    bool first = true;
    for (size_t i = 0; i < model->count; i++) {
        if (model->events[i].kind != LOAD_ADDRESS)
            continue;
        if (first && model->has_kernel && model->events[i].address) {
            model->base = model->events[i].address;
            model->base_entry = i + 1;
        } else if (first && model->has_kernel)
            model->errors++;
        else
            model->warnings++;
        first = false;
    }
    model->errors += first && model->has_kernel;
}

static void expect_plain(const struct model *model, const struct event *event, const struct gnatcov_entry *entry)
{
    size_t object = loaded_at(model, event->address, false);
    bool before = entry->number < model->base_entry, below = !object && event->address < model->base;
    assert_int_equal(entry->special, GNATCOV_NOT_SPECIAL);
    assert_int_equal(entry->size, event->size);
    assert_int_equal(entry->relocated, !before && !below);
    if (before || below)
        return;
    assert_int_equal(entry->object, object);
    assert_true(entry->relative == event->address - (object ? model->loaded[object - 1].address : model->base));
}

static void expect_entry(struct model *model, const struct event *event, const struct gnatcov_entry *entry)
{
    assert_true(entry->address == event->address);
    switch (event->kind) {
    case PLAIN: expect_plain(model, event, entry); break;
    case LOAD_ADDRESS: assert_int_equal(entry->special, GNATCOV_LOADED); break;
    case LOAD_WITHOUT_NAME:
        model->errors++;
        assert_int_equal(entry->special, GNATCOV_OBJECT_LOADED);
        assert_int_equal(entry->object, 0);
        break;
    case LOAD:
        model_load(model, event, entry->number);
        assert_int_equal(entry->special, GNATCOV_OBJECT_LOADED);
        assert_int_equal(entry->object, model->load_count);
        break;
    case UNLOAD:
        assert_int_equal(entry->special, GNATCOV_OBJECT_UNLOADED);
        assert_int_equal(entry->object, model_unload(model, event->address, entry->number));
        break;
    }
}

static void expect_objects(const struct model *model, const struct gnatcov *trace)
{
    assert_int_equal(trace->object_count, model->load_count);
    for (size_t i = 0; i < model->load_count; i++) {
        assert_true(trace->objects[i].base == model->loaded[i].address && trace->objects[i].size == model->loaded[i].size);
        assert_true(trace->objects[i].from == model->from[i] && trace->objects[i].to == model->to[i]);
        assert_true(str_is(trace->objects[i].name, "lib"));
    }
}

/* Asking for entries by number, in a random order, gives the cursor's entries. */
static void expect_random_access(const struct gnatcov *trace, uint64_t *state)
{
    struct gnatcov_cursor cursor;
    struct gnatcov_entry entry, same;
    gnatcov_begin(trace, &cursor);
    for (uint64_t number = 1; gnatcov_next(&cursor, &entry); number++) {
        assert_true(entry.number == number);
        gnatcov_entry(trace, random_below(state, trace->entry_count) + 1, &same);
        assert_true(gnatcov_entry(trace, number, &same));
        assert_true(same.offset == entry.offset && same.address == entry.address && same.size == entry.size && same.op == entry.op);
        assert_true(same.special == entry.special && same.object == entry.object && same.relocated == entry.relocated);
        assert_true(same.number == number && same.relative == entry.relative);
    }
    assert_false(gnatcov_next(&cursor, &entry));
    assert_true(cursor.number == trace->entry_count);
}

static void random_traces_mean_what_the_plain_model_says(void **unused)
{
    (void)unused;
    uint64_t state = 5, objects = 0, problems = 0;
    for (unsigned round = 0; round < 1500; round++) {
        struct model *model = memory_allocate(sizeof *model);
        struct reading reading;
        struct text file = {0};
        struct gnatcov_cursor cursor;
        struct gnatcov_entry entry;
        model_make(model, &state);
        model_write(model, &file);
        reading_open(&reading, text_str(&file));
        assert_int_equal(reading.trace.entry_count, model->count);
        find_base(model);
        gnatcov_begin(&reading.trace, &cursor);
        for (size_t i = 0; i < model->count; i++) {
            assert_true(gnatcov_next(&cursor, &entry));
            expect_entry(model, &model->events[i], &entry);
        }
        expect_objects(model, &reading.trace);
        expect_random_access(&reading.trace, &state);
        assert_int_equal(reading.trace.has_base, model->base != 0);
        assert_int_equal(reading.trace.problems.count, model->errors + model->warnings);
        assert_int_equal(reading.trace.problems.failed, model->errors > 0);
        objects += model->load_count;
        problems += model->warnings;
        reading_close(&reading);
        text_free(&file);
        free(model);
    }
    assert_true(objects > 10000 && problems > 1000);
}

static void objects_beyond_the_limit_are_told_once_and_not_loaded(void **unused)
{
    (void)unused;
    struct reading reading;
    struct text file = {0};
    struct gnatcov_entry entry;
    gnatcov_write_header(&file, GNATCOV_FLAT, 8, X86_64);
    for (uint64_t i = 0; i < GNATCOV_OBJECTS + 2; i++)
        write_load(&file, 8, i * 0x1000, 0x1000, "lib");
    for (uint64_t i = 0; i < GNATCOV_OBJECTS + 2; i++)
        gnatcov_write_entry(&file, 8, i * 0x1000 + 0xfff, 1, 0x10);
    for (uint64_t i = 0; i < GNATCOV_OBJECTS + 2; i++)
        gnatcov_write_entry(&file, 8, i * 0x1000, GNATCOV_OBJECT_UNLOADED, GNATCOV_SPECIAL);
    reading_open(&reading, text_str(&file));
    assert_int_equal(reading.trace.object_count, GNATCOV_OBJECTS);
    assert_int_equal(reading.trace.problems.count, 1);
    assert_true(reading.trace.problems.failed);
    assert_true(gnatcov_entry(&reading.trace, GNATCOV_OBJECTS * 2 + 2, &entry));
    assert_true(entry.object == GNATCOV_OBJECTS && entry.relative == 0xfff);
    assert_true(gnatcov_entry(&reading.trace, GNATCOV_OBJECTS * 2 + 3, &entry));
    assert_true(entry.object == 0 && entry.relative == entry.address);
    reading_close(&reading);
    text_free(&file);
}

/* ---- Damage ---- */

static const char *const whole_files[] = {"good-seed.trace", "good-2008.trace", "good-tags.trace", "good-kernel-objects.trace", "good-objects.trace",
                                          "good-big-64.trace", "good-two-orders.trace"};

/* Changing a byte does not change what ends before it; entries and problems stay consistent. */
static void expect_same_before(const struct gnatcov *whole, const struct gnatcov *damaged, uint64_t byte, uint64_t *state)
{
    struct gnatcov_entry entry, same;
    uint64_t first = whole->second.offset + GNATCOV_HEADER_SIZE, stride = whole->second.address_size * 2;
    for (uint32_t i = 0; i < whole->info_count; i++)
        if (whole->infos[i].offset + 8 + whole->infos[i].data.size <= byte) {
            assert_true(i < damaged->info_count);
            assert_true(damaged->infos[i].tag == whole->infos[i].tag && str_equal(damaged->infos[i].data, whole->infos[i].data));
        }
    for (uint64_t number = 1; byte >= first && gnatcov_entry(whole, number, &entry) && entry.offset + stride <= byte; number++) {
        assert_true(gnatcov_entry(damaged, number, &same));
        assert_true(same.offset == entry.offset && same.address == entry.address && same.size == entry.size && same.op == entry.op);
        assert_int_equal(same.special, entry.special);
    }
    expect_random_access(damaged, state);
    for (uint64_t i = 1; i < damaged->problems.count; i++)
        assert_true(damaged->problems.items[i - 1].error.offset <= damaged->problems.items[i].error.offset);
}

static void dump_both(const struct gnatcov *trace)
{
    struct text text = {0};
    dump_show(trace, false, &text);
    dump_show(trace, true, &text);
    text_free(&text);
}

static void damage_of_any_byte_leaves_what_is_before_it(void **unused)
{
    (void)unused;
    static const unsigned char masks[] = {0x01, 0x02, 0x10, 0x80, 0xff};
    uint64_t state = 9;
    for (size_t i = 0; i < sizeof whole_files / sizeof *whole_files; i++) {
        struct arena arena = {0};
        struct reading whole, damaged;
        struct str bytes = file_bytes(whole_files[i], &arena);
        char *copy = arena_string(&arena, bytes);
        reading_open(&whole, bytes);
        for (size_t byte = 0; byte < bytes.size; byte++)
            for (size_t m = 0; m < sizeof masks; m++) {
                copy[byte] = (char)((unsigned char)copy[byte] ^ masks[m]);
                reading_open(&damaged, (struct str){copy, bytes.size});
                expect_same_before(&whole.trace, &damaged.trace, byte, &state);
                dump_both(&damaged.trace);
                reading_close(&damaged);
                copy[byte] = bytes.data[byte];
            }
        reading_close(&whole);
        arena_free(&arena);
    }
}

static void a_cut_file_has_all_that_is_whole_in_it(void **unused)
{
    (void)unused;
    uint64_t state = 11;
    for (size_t i = 0; i < sizeof whole_files / sizeof *whole_files; i++) {
        struct arena arena = {0};
        struct reading whole, cut;
        struct str bytes = file_bytes(whole_files[i], &arena);
        reading_open(&whole, bytes);
        for (size_t size = 0; size < bytes.size; size++) {
            reading_open(&cut, str_cut(bytes, 0, size));
            expect_same_before(&whole.trace, &cut.trace, size, &state);
            dump_both(&cut.trace);
            reading_close(&cut);
        }
        reading_close(&whole);
        arena_free(&arena);
    }
}

/* ---- Written and read again ---- */

static void what_is_written_is_read_again(void **unused)
{
    (void)unused;
    uint64_t state = 3;
    for (unsigned round = 0; round < 200; round++) {
        struct reading reading;
        struct text file = {0};
        struct { uint64_t address; uint16_t size; uint8_t op; } entries[100];
        char data[40];
        unsigned address_size = round % 2 ? 4 : 8, machine = (unsigned)random_below(&state, 65536);
        size_t count = random_below(&state, 100), size = random_below(&state, sizeof data);
        for (size_t i = 0; i < size; i++)
            data[i] = (char)random_next(&state);
        gnatcov_write_header(&file, GNATCOV_INFO, address_size, machine);
        gnatcov_write_info(&file, GNATCOV_CONTEXT, (struct str){data, size});
        write_end(&file);
        gnatcov_write_header(&file, round % 3 ? GNATCOV_FLAT : GNATCOV_HISTORY, address_size, machine);
        for (size_t i = 0; i < count; i++) {
            entries[i].address = address_size == 4 ? (uint32_t)random_next(&state) : random_next(&state);
            entries[i].size = (uint16_t)random_next(&state);
            entries[i].op = random_next(&state) & 0x33;
            gnatcov_write_entry(&file, address_size, entries[i].address, entries[i].size, entries[i].op);
        }
        reading_open(&reading, text_str(&file));
        const struct gnatcov *trace = &reading.trace;
        assert_int_equal(trace->problems.count, 0);
        assert_int_equal(trace->second.kind, round % 3 ? GNATCOV_FLAT : GNATCOV_HISTORY);
        assert_true(trace->second.machine == machine && trace->first.machine == machine && trace->second.address_size == address_size);
        assert_true(trace->info_count == 1 && str_equal(trace->infos[0].data, (struct str){data, size}));
        assert_int_equal(trace->entry_count, count);
        for (size_t i = 0; i < count; i++) {
            struct gnatcov_entry entry;
            assert_true(gnatcov_entry(trace, i + 1, &entry));
            assert_true(entry.address == entries[i].address && entry.size == entries[i].size && entry.op == entries[i].op);
        }
        reading_close(&reading);
        text_free(&file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_traces_mean_what_the_plain_model_says),
        cmocka_unit_test(objects_beyond_the_limit_are_told_once_and_not_loaded),
        cmocka_unit_test(damage_of_any_byte_leaves_what_is_before_it),
        cmocka_unit_test(a_cut_file_has_all_that_is_whole_in_it),
        cmocka_unit_test(what_is_written_is_read_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
