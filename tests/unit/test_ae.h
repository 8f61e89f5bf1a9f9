/* test_ae.h - makes executables and abstract programs for tests from the text of a schema.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct test_ae ae = test_ae_open("start_function main 1\nstart_block 0\nreturn x2\nend_function main\n");
 *     ... ae.program, ae.schema, ae.symbols ...
 *     test_ae_close(&ae);
 *
 * test_ae_open ends the test program if the schema is refused; test_ae_try returns false and the error. Both make up what the test does not give:
 *
 *   code       one word per instruction, functions behind each other from TEST_AE_BASE: lw $0,OFFSET(BASE) for load_inst, sw $0 for store_inst, addu
 *              $REG,$0,$0 for compute_defn and unknown_defn, jal for calls, beq, b and jr for terminators, jr $31 for return; nop for uneventful_inst and
 *              for an operator's words after the first. So no word changes a register behind the schema's back. options.patches puts other words anywhere.
 *   symbols    version 1: __aeo_NAME at the code with its size, NAME at test_ae_entry(ordinal), __ae_id with the schema's identity behind the code;
 *              paper's form: NAME at the code. Every other symbol of an operand: test_ae_data(its ordinal in schema.symbols). Symbols named in
 *              options.symbols are not made up; a size of TEST_AE_NO_SYMBOL leaves the symbol out.
 *
 * The executable is a temporary file until test_ae_close. Needs neither cmocka nor a cross compiler. */
#ifndef CLEW_TESTS_TEST_AE_H
#define CLEW_TESTS_TEST_AE_H

#include "stream/stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEST_AE_BASE = 0x400100, TEST_AE_WORDS = 1 << 20 };
#define TEST_AE_NO_SYMBOL UINT32_MAX

struct test_ae_symbol {
    const char *name;
    uint32_t value, size;
};

struct test_ae_patch {
    uint32_t address, word;
};

struct test_ae_options {
    bool little_endian;
    const struct test_ae_symbol *symbols;
    size_t symbol_count;
    const struct test_ae_patch *patches;
    size_t patch_count;
};

struct test_ae {
    char path[256];
    struct arena arena;
    struct ae_schema schema;
    struct symbols *symbols;
    struct abstract *program;
};

static inline uint32_t test_ae_entry(uint32_t function) { return 0x100000 + 32 * function; }
static inline uint32_t test_ae_data(uint32_t symbol) { return 0x10000000 + 0x9000 * symbol; }

/* ---- ELF32, MIPS: one segment, one symbol table ---- */

struct test_ae_file {
    struct text bytes;
    bool big_endian;
};

static inline void test_ae_put(struct test_ae_file *file, uint32_t value, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        text_byte(&file->bytes, (char)(value >> 8 * (file->big_endian ? size - 1 - i : i)));
}

static inline void test_ae_put_words(struct test_ae_file *file, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        test_ae_put(file, words[i], 4);
}

static inline void test_ae_header(struct test_ae_file *file, uint32_t base, uint32_t sections)
{
    const char identification[16] = {0x7f, 'E', 'L', 'F', 1, file->big_endian ? 2 : 1, 1};
    text_append(&file->bytes, (struct str){identification, sizeof identification});
    test_ae_put(file, 2, 2);                                                    /* ET_EXEC */
    test_ae_put(file, 8, 2);                                                    /* EM_MIPS */
    test_ae_put_words(file, (uint32_t[]){1, base, 52, sections, 0x1000}, 5);    /* version, entry, segments, sections, o32 */
    for (size_t i = 0; i < 6; i++)
        test_ae_put(file, (uint32_t[]){52, 32, 1, 40, 5, 4}[i], 2);
}

static inline void test_ae_symbols(const struct test_ae_symbol *symbols, size_t count, struct test_ae_file *table, struct test_ae_file *strings)
{
    test_ae_put_words(table, (uint32_t[4]){0}, 4);
    text_byte(&strings->bytes, 0);
    for (size_t i = 0; i < count; i++) {
        if (symbols[i].size == TEST_AE_NO_SYMBOL)
            continue;
        test_ae_put_words(table, (uint32_t[]){(uint32_t)strings->bytes.size, symbols[i].value, symbols[i].size}, 3);
        test_ae_put(table, str_is(str_of(symbols[i].name), "__ae_id") ? 0x11 : 0x12, 1);  /* global; object, function */
        test_ae_put(table, 0, 1);
        test_ae_put(table, 1, 2);
        text_append(&strings->bytes, str_of(symbols[i].name));
        text_byte(&strings->bytes, 0);
    }
}

/* Writes an executable whose one segment holds the words, then the 8 bytes of tail (NULL: none), at base. False: the file cannot be written. */
static inline bool test_ae_executable(const char *path, bool big_endian, const uint32_t *words, size_t word_count, const unsigned char *tail, uint32_t base,
                                      const struct test_ae_symbol *symbols, size_t symbol_count)
{
    static const char names[] = "\0.text\0.symtab\0.strtab\0.shstrtab";
    struct test_ae_file file = {.big_endian = big_endian}, table = {.big_endian = big_endian}, strings = {{0}, false};
    uint32_t text = 84, size = (uint32_t)(word_count * 4 + (tail ? 8 : 0));
    test_ae_symbols(symbols, symbol_count, &table, &strings);
    uint32_t table_at = text + size, strings_at = table_at + (uint32_t)table.bytes.size, names_at = strings_at + (uint32_t)strings.bytes.size;
    test_ae_header(&file, base, names_at + (uint32_t)sizeof names);
    test_ae_put_words(&file, (uint32_t[]){1, text, base, base, size, size, 5, 4}, 8);
    test_ae_put_words(&file, words, word_count);
    if (tail)
        text_append(&file.bytes, (struct str){(const char *)tail, 8});
    text_append(&file.bytes, text_str(&table.bytes));
    text_append(&file.bytes, text_str(&strings.bytes));
    text_append(&file.bytes, (struct str){names, sizeof names});
    test_ae_put_words(&file, (uint32_t[10]){0}, 10);
    test_ae_put_words(&file, (uint32_t[]){1, 1, 6, base, text, size, 0, 0, 4, 0}, 10);
    test_ae_put_words(&file, (uint32_t[]){7, 2, 0, 0, table_at, (uint32_t)table.bytes.size, 3, 1, 1, 16}, 10);
    test_ae_put_words(&file, (uint32_t[]){15, 3, 0, 0, strings_at, (uint32_t)strings.bytes.size, 0, 0, 1, 0}, 10);
    test_ae_put_words(&file, (uint32_t[]){23, 3, 0, 0, names_at, (uint32_t)sizeof names, 0, 0, 1, 0}, 10);
    FILE *stream = fopen(path, "wb");
    bool written = stream && fwrite(file.bytes.data, 1, file.bytes.size, stream) == file.bytes.size;
    if (stream && fclose(stream) != 0)
        written = false;
    text_free(&file.bytes);
    text_free(&table.bytes);
    text_free(&strings.bytes);
    return written;
}

/* ---- Code from a schema ---- */

static inline uint32_t test_ae_offset(const struct ae_op *op)
{
    return op->first.kind == AE_INTEGER ? op->first.value & 0xffff : 0;
}

/* The first instruction of an operator. */
static inline uint32_t test_ae_word(const struct ae_op *op)
{
    switch (op->operator) {
    case AE_COMPUTE:
    case AE_UNKNOWN: return 0x21u | (uint32_t)op->reg << 11;
    case AE_LOAD: return 0x8c000000u | (uint32_t)op->reg << 21 | test_ae_offset(op);
    case AE_STORE: return 0xac000000u | (uint32_t)op->reg << 21 | test_ae_offset(op);
    case AE_CALL:
    case AE_CALL_EXTERNAL:
    case AE_CALL_SETJMP: return 0x0c000000u | TEST_AE_BASE >> 2;
    case AE_CALL_INDIRECT: return 0x0320f809u;
    case AE_JUMP: return 0x10000001u;
    case AE_CJUMP: return 0x10400001u;
    case AE_SWITCH: return 0x00400008u;
    case AE_RETURN: return 0x03e00008u;
    case AE_UNEVENTFUL:
    case AE_END:
    case AE_OPERATORS: break;
    }
    return 0;
}

/* NULL: more than TEST_AE_WORDS instructions. *at: the first word of every function. */
static inline uint32_t *test_ae_code(const struct ae_schema *schema, struct arena *arena, size_t *count, uint32_t *at)
{
    uint64_t total = 0;
    for (uint32_t i = 0; i < schema->function_count; i++)
        total += schema->functions[i].size / 4;
    if (total > TEST_AE_WORDS)
        return NULL;
    uint32_t *words = arena_allocate(arena, ((size_t)total + 1) * sizeof *words);
    *count = 0;
    for (uint32_t f = 0; f < schema->function_count; f++) {
        const struct ae_function *function = &schema->functions[f];
        const struct ae_block *first = &schema->blocks[function->first_block], *last = first + function->block_count - 1;
        at[f] = TEST_AE_BASE + 4 * (uint32_t)*count;
        for (uint32_t i = first->first; i < last->first + last->count; i++) {
            if (schema->ops[i].count > 0)
                words[*count] = test_ae_word(&schema->ops[i]);
            *count += schema->ops[i].count;
        }
    }
    return words;
}

/* ---- Symbols from a schema ---- */

struct test_ae_names {
    struct test_ae_symbol *items;
    size_t count;
    struct pool pool;                   /* names in use */
};

static inline void test_ae_name(struct test_ae_names *names, const char *name, uint32_t value, uint32_t size)
{
    size_t before = names->pool.count;
    pool_name(&names->pool, str_of(name));
    if (names->pool.count > before)
        names->items[names->count++] = (struct test_ae_symbol){name, value, size};
}

static inline struct test_ae_names test_ae_make_names(const struct ae_schema *schema, const struct test_ae_options *options, struct arena *arena,
                                                      const uint32_t *at, uint32_t end)
{
    struct test_ae_names names = {0};
    names.items = arena_allocate(arena, (options->symbol_count + 2 * (size_t)schema->function_count + schema->symbol_count + 1) * sizeof *names.items);
    for (size_t i = 0; i < options->symbol_count; i++)
        test_ae_name(&names, options->symbols[i].name, options->symbols[i].value, options->symbols[i].size);
    for (uint32_t i = 0; i < schema->function_count; i++) {
        const struct ae_function *function = &schema->functions[i];
        const char *name = arena_string(arena, function->name);
        if (schema->version)
            test_ae_name(&names, arena_printf(arena, "__aeo_%s", name).data, at[i], (uint32_t)function->size);
        test_ae_name(&names, name, schema->version ? test_ae_entry(i) : at[i], schema->version ? 32 : (uint32_t)function->size);
    }
    if (schema->version)
        test_ae_name(&names, "__ae_id", end, 8);
    for (uint32_t i = 0; i < schema->symbol_count; i++)
        test_ae_name(&names, arena_string(arena, schema->symbols[i]), test_ae_data(i), 4);
    return names;
}

static inline bool test_ae_write(struct test_ae *ae, const struct test_ae_options *options)
{
    size_t count = 0;
    uint32_t *at = arena_allocate(&ae->arena, ((size_t)ae->schema.function_count + 1) * sizeof *at);
    uint32_t *words = test_ae_code(&ae->schema, &ae->arena, &count, at);
    if (!words)
        return false;
    for (size_t i = 0; i < options->patch_count; i++)
        if ((options->patches[i].address - TEST_AE_BASE) / 4 < count)
            words[(options->patches[i].address - TEST_AE_BASE) / 4] = options->patches[i].word;
    struct test_ae_names names = test_ae_make_names(&ae->schema, options, &ae->arena, at, TEST_AE_BASE + 4 * (uint32_t)count);
    bool written = test_ae_executable(ae->path, !options->little_endian, words, count, ae->schema.version ? ae->schema.identity : NULL, TEST_AE_BASE,
                                      names.items, names.count);
    pool_free(&names.pool);
    return written;
}

/* ---- Abstract programs ---- */

static inline void test_ae_close(struct test_ae *ae)
{
    abstract_close(ae->program);
    symbols_close(ae->symbols);
    if (ae->path[0])
        unlink(ae->path);
    arena_free(&ae->arena);
    *ae = (struct test_ae){0};
}

/* The caller may free the text at once. False: the schema is refused, or abstract_open refuses schema and executable; then nothing is open. The schema is
 * named "test.sma". */
static inline bool test_ae_try(struct str text, const struct test_ae_options *options, struct test_ae *ae, struct error *error)
{
    const char *folder = getenv("TMPDIR");
    *ae = (struct test_ae){0};
    if (!ae_schema_read(arena_copy(&ae->arena, text), "test.sma", &ae->arena, &ae->schema, error)) {
        arena_free(&ae->arena);
        return false;
    }
    snprintf(ae->path, sizeof ae->path, "%s/clew-ae-XXXXXX", folder ? folder : "/tmp");
    int file = mkstemp(ae->path);
    if (file >= 0)
        close(file);
    bool good = file >= 0 && test_ae_write(ae, options) ? symbols_open(ae->path, &ae->symbols, error) : error_set(error, "no executable could be made");
    struct ae_schema *kept = arena_allocate(&ae->arena, sizeof *kept);     /* it stays here when the struct is copied */
    *kept = ae->schema;
    if (good && abstract_open(kept, "test.sma", ae->symbols, &ae->program, error))
        return true;
    test_ae_close(ae);
    return false;
}

static inline struct test_ae test_ae_open_with(const char *text, const struct test_ae_options *options)
{
    struct test_ae ae;
    struct error error;
    if (!test_ae_try(str_of(text), options, &ae, &error)) {
        struct text shown = {0};
        error_text(&error, &shown);
        fprintf(stderr, "%s\n", text_string(&shown));
        abort();
    }
    return ae;
}

static inline struct test_ae test_ae_open(const char *text)
{
    return test_ae_open_with(text, &(struct test_ae_options){.little_endian = false});
}

#endif
