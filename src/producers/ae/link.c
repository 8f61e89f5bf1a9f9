/* link.c - links: instruments the objects that carry assembly, and adds the runtime.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "link.h"
#include "code/code.h"
#include "core/core.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

extern const char embedded_runtime[], embedded_runtime_end[], embedded_script[], embedded_script_end[];

static const char *in_folder(struct link *link, const char *name)
{
    return arena_printf(&link->arena, "%s/%s", link->step->folder, name).data;
}

/* ---- Tools ---- */

/* Returns the path of a binutils program, as the compiler finds it. */
static const char *find_tool(struct link *link, const char *name)
{
    struct words command = {0};
    struct text said = {0};
    const char *answer = in_folder(link, "tool");
    words_add(&command, compiler_name());
    words_print(&command, "-print-prog-name=%s", name);
    const char *found = run(&command, answer) == 0 && read_whole(answer, &said) ? arena_string(&link->arena, str_trim(text_str(&said))) : name;
    text_free(&said);
    return found;
}

/* Assembles text with the options of the unit `as`. */
static const char *assemble(struct link *link, const struct carrier *as, struct str text, const char *name)
{
    struct words command = {0};
    const char *source = arena_printf(&link->arena, "%s/%s.s", link->step->folder, name).data;
    const char *object = arena_printf(&link->arena, "%s/%s.o", link->step->folder, name).data;
    words_add(&command, link->assembler);
    for (size_t i = 0; i < as->options.count; i++)
        words_add(&command, as->options.items[i]);
    if (as->little_endian)
        words_add(&command, "--defsym"), words_add(&command, "LITTLE=1");
    words_add(&command, "-o");
    words_add(&command, object);
    words_add(&command, source);
    if (!write_whole(source, text))
        return NULL;
    if (run(&command, NULL) == 0)
        return object;
    complain("error: the assembler refused the instrumented code of %s", name);
    return NULL;
}

/* ---- The linker's command ---- */

/* Is it a linker option that would remove something a trace needs, or that does not fit programs at fixed addresses? */
static bool is_dropped(const char *word)
{
    static const char *const dropped[] = {"--gc-sections", "--print-gc-sections", "-s", "--strip-all", "-x", "--discard-all", "-pie", "--pic-executable"};
    for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++)
        if (strcmp(word, dropped[i]) == 0)
            return true;
    return strncmp(word, "--icf", 5) == 0;
}

static void read_command(struct link *link)
{
    const struct words *command = &link->step->command;
    size_t output = SIZE_MAX;
    for (size_t i = 0; i < command->count; i++) {
        if (i > 0 && strcmp(command->items[i - 1], "-o") == 0)
            output = link->command.count;
        if (!is_dropped(command->items[i]))
            words_add(&link->command, command->items[i]);
    }
    link->output = output < link->command.count ? link->command.items[output] : "a.out";
}

/* Does a word of the command name this library or object? -lx and -l:libx.a name the file that the linker found under that name. */
static bool names(const char *word, const char *path)
{
    struct str base = str_basename(str_of(path));
    if (strncmp(word, "-l:", 3) == 0)
        return str_is(base, word + 3);
    if (strncmp(word, "-l", 2) == 0)
        return str_starts(base, "lib") && str_ends(base, ".a") && str_is(str_cut(base, 3, base.size - 5), word + 2);
    return strcmp(word, path) == 0;
}

/* Replaces each word that names `path` by another file. */
static bool replace(struct link *link, const char *path, const char *by)
{
    bool found = false;
    for (size_t i = 1; i < link->command.count; i++)
        if (link->command.items[i] != link->output && names(link->command.items[i], path)) {
            link->command.items[i] = print("%s", by);
            found = true;
        }
    if (!found)
        complain("error: %s has code to trace, but the command line does not name it (does a linker script?)", path);
    return found;
}

/* Replaces a library by a copy with the instrumented objects as members. */
static bool replace_library(struct link *link, size_t first, const char *const *objects)
{
    const char *path = link->carriers[first].path;
    struct text bytes = {0}, out = {0};
    struct member *members;
    struct words command = {0};
    size_t count;
    if (!read_whole(path, &bytes) || !archive_read(text_str(&bytes), &members, &count)) {
        complain("error: cannot read %s", path);
        return false;
    }
    struct str *replaced = arena_allocate(&link->arena, (count + 1) * sizeof *replaced);
    for (size_t c = first; c < link->count; c++)
        for (size_t m = 0; m < count && strcmp(link->carriers[c].path, path) == 0; m++) {
            struct text object = {0};
            if (!str_equal(members[m].name, link->carriers[c].member))
                continue;
            if (!read_whole(objects[c], &object))
                return false;
            replaced[m] = arena_copy(&link->arena, text_str(&object));
            text_free(&object);
        }
    archive_write(text_str(&bytes), members, replaced, count, &out);
    const char *copy = arena_printf(&link->arena, "%s/library-%zu.a", link->step->folder, first).data;
    words_add(&command, link->ranlib);
    words_add(&command, copy);
    bool made = write_whole(copy, text_str(&out)) && run(&command, NULL) == 0 && replace(link, path, copy);
    text_free(&bytes);
    text_free(&out);
    free(members);
    return made;
}

static bool replace_all(struct link *link, const char *const *objects)
{
    for (size_t c = 0; c < link->count; c++) {
        bool before = false;
        for (size_t k = 0; k < c; k++)
            before |= strcmp(link->carriers[k].path, link->carriers[c].path) == 0;
        if (!before && !(link->carriers[c].member.data ? replace_library(link, c, objects) : replace(link, link->carriers[c].path, objects[c])))
            return false;
    }
    return true;
}

/* ---- The runtime ---- */

static const char *schema_path(struct link *link)
{
    return arena_printf(&link->arena, "%s.sma", link->output).data;
}

/* Writes the head of the events with the identity, and the schema's file name. The plain build has the first part too, so that both builds have the same
 * addresses. */
static void write_identity(struct link *link, const unsigned char *identity, struct text *out)
{
    text_add(out, "\t.abicalls\n\t.option\tpic0\n\t.section\t.rodata.ae,\"a\"\n\t.align\t3\n\t.globl\t__ae_head\n__ae_head:\n\t.ascii\t\"AE1\\n\"\n"
                  "\t.globl\t__ae_id\n\t.type\t__ae_id,@object\n\t.size\t__ae_id,8\n__ae_id:\n");
    for (size_t i = 0; i < 8; i++)
        text_printf(out, "\t.byte\t%d\n", identity ? identity[i] : 0);
    if (!identity)
        return;
    struct str name = str_basename(str_of(schema_path(link)));
    text_add(out, "\t.section\t.clew.schema,\"\",@progbits\n");
    for (size_t i = 0; i < name.size; i++)
        text_printf(out, "\t.byte\t%d\n", (unsigned char)name.data[i]);
    text_add(out, "\t.byte\t0\n");
}

static bool add_runtime(struct link *link, const unsigned char *identity)
{
    struct text text = {0};
    const char *script = in_folder(link, "ae.ld");
    write_identity(link, identity, &text);
    const char *head = assemble(link, &link->carriers[0], text_str(&text), "identity");
    text_free(&text);
    struct str runtime = {embedded_runtime, (size_t)(embedded_runtime_end - embedded_runtime)};
    const char *object = head ? assemble(link, &link->carriers[0], runtime, "runtime") : NULL;
    if (!object || !write_whole(script, (struct str){embedded_script, (size_t)(embedded_script_end - embedded_script)}))
        return false;
    words_add(&link->command, object);
    words_add(&link->command, head);
    words_add(&link->command, "-T");
    words_add(&link->command, script);
    return true;
}

/* ---- Instrumenting ---- */

/* Is the unchanged program's definition of the name weak? */
static bool is_weak(void *context, struct str name)
{
    struct text *symbols = context, line = {0};
    text_printf(&line, " W %.*s\n", STR(name));
    bool weak = symbols->size == 0 || str_find(text_str(symbols), text_str(&line)) != SIZE_MAX;
    text_free(&line);
    return weak;
}

static bool read_units(struct link *link, struct program *program, struct text *symbols)
{
    struct words command = {0};
    struct error error;
    const char *list = in_folder(link, "symbols");
    program->count = link->count;
    program->units = memory_allocate((link->count + 1) * sizeof *program->units);
    for (size_t i = 0; i < link->count; i++)
        if (!program_add(program, i, link->carriers[i].assembly, link->carriers[i].little_endian, link->carriers[i].old, &error)) {
            complain("error: %s", error.message);
            return false;
        }
    words_add(&command, link->nm);
    words_add(&command, in_folder(link, "plain"));
    if (run(&command, list) != 0 || !read_whole(list, symbols))
        complain("warning: cannot read the program's symbols with %s", link->nm);
    program->is_weak = is_weak;
    program->context = symbols;
    if (program_name(program, &error))
        return true;
    complain("error: %s", error.message);
    return false;
}

static bool instrument(struct link *link, struct program *program, const char **objects)
{
    struct error error;
    for (size_t i = 0; i < link->count; i++) {
        struct text text = {0};
        if (!program_instrument(program, i, &text, &error)) {
            complain("error: %s", error.message);
            return false;
        }
        objects[i] = assemble(link, &link->carriers[i], text_str(&text), arena_printf(&link->arena, "u%zu", i).data);
        text_free(&text);
        if (!objects[i])
            return false;
    }
    program_identify(program);
    return true;
}

/* ---- Checks of the result ---- */

static bool value_of(struct symbols *symbols, const char *prefix, struct str name, uint64_t *address, uint64_t *size)
{
    struct text full = {0};
    text_printf(&full, "%s%.*s", prefix, STR(name));
    bool found = symbols_value(symbols, text_str(&full), address, size);
    text_free(&full);
    return found;
}

static bool is_present(void *context, const struct function *function)
{
    uint64_t address, size;
    return value_of(context, "__aeo_", function->name, &address, &size);
}

/* Checks that the assembler made one instruction from every line, and that the linker chose the definitions that program_name expected. */
static bool check_function(struct symbols *symbols, const struct unit *unit, const struct function *function)
{
    uint64_t address, size, stub, weak;
    if (function->count == 0 || !value_of(symbols, "__aeo_", function->name, &address, &size))
        return true;
    if (size != 4ul * function->count) {
        complain("error: %.*s: in function '%.*s': the assembler made %llu bytes from %u instructions (inline assembly with macro instructions?)",
                 STR(unit->source), STR(function->symbol_name), (unsigned long long)size, function->count);
        return false;
    }
    if (value_of(symbols, "__aes_", function->name, &weak, &size) && value_of(symbols, "", function->name, &stub, &size) && stub != weak && function->named) {
        complain("error: %.*s: function '%.*s' is weak, but the linker chose another definition", STR(unit->source), STR(function->symbol_name));
        return false;
    }
    return true;
}

static bool finish(struct link *link, const struct program *program)
{
    struct symbols *symbols;
    struct error error;
    struct text schema = {0};
    struct stat about;
    bool good = true;
    if (stat(link->output, &about) != 0 || !S_ISREG(about.st_mode))
        return true;                    /* /dev/null */
    if (!symbols_open(link->output, &symbols, &error)) {
        complain("error: %s: %s", link->output, error.message);
        return false;
    }
    for (size_t u = 0; good && u < program->count; u++)
        for (size_t i = 0; good && i < program->units[u].function_count; i++)
            good = check_function(symbols, &program->units[u], &program->units[u].functions[i]);
    if (good) {
        program_schema(program, is_present, symbols, &schema);
        good = write_whole(schema_path(link), text_str(&schema));
    }
    if (!good)
        unlink(link->output);
    text_free(&schema);
    symbols_close(symbols);
    return good;
}

static int link_traced(struct link *link)
{
    struct program program = {0};
    struct text symbols = {0};
    const char **objects = arena_allocate(&link->arena, (link->count + 1) * sizeof *objects);
    int status = 1;
    if (read_units(link, &program, &symbols) && instrument(link, &program, objects) && replace_all(link, objects) && add_runtime(link, program.identity)) {
        status = run(&link->command, NULL);
        if (status == 0 && !finish(link, &program))
            status = 1;
    }
    text_free(&symbols);
    program_free(&program);
    return status;
}

int link_run(struct step *step)
{
    struct link link = {.step = step};
    if (words_have(&step->command, "-r") || words_have(&step->command, "-shared"))
        return run(&step->command, NULL);
    read_command(&link);
    int status = link_discover(&link);
    if (status)
        return status;
    if (link.count == 0) {
        complain("warning: nothing in %s was compiled with ae-cc: there is nothing to trace", link.output);
        return run(&link.command, NULL);
    }
    link.assembler = find_tool(&link, "as");
    link.ranlib = find_tool(&link, "ranlib");
    link.nm = find_tool(&link, "nm");
    if (!step->plain)
        status = link_traced(&link);
    else
        status = add_runtime(&link, NULL) ? run(&link.command, NULL) : 1;
    arena_free(&link.arena);
    return status;
}
