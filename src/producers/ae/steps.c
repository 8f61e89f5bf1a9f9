/* steps.c - runs gcc's tools, with ae-cc's additions.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *value_behind(const struct words *command, const char *option)
{
    for (size_t i = command->count; i-- > 1;)
        if (strcmp(command->items[i], option) == 0 && i + 1 < command->count)
            return command->items[i + 1];
    return NULL;
}

/* ---- cc1 ---- */

/* Notes the assembly files that the C compiler makes. Other input of as is hand-written. */
static int run_compiler(struct step *step)
{
    const char *output = value_behind(&step->command, "-o");
    int status = run(&step->command, NULL);
    if (status || !output || words_have(&step->command, "-E") || words_have(&step->command, "-fsyntax-only"))
        return status;
    char *notes = print("%s/made", step->folder);
    struct text text = {0};
    (void)!read_whole(notes, &text);        /* the first time the file does not exist */
    text_printf(&text, "%s\n", output);
    status = write_whole(notes, text_str(&text)) ? 0 : 1;
    text_free(&text);
    free(notes);
    return status;
}

/* ---- as ---- */

/* The index of the word that names an assembly file made by cc1; 0: none. */
static size_t find_made(const struct step *step)
{
    char *notes = print("%s/made", step->folder);
    struct text text = {0};
    struct str line;
    size_t found = 0;
    if (read_whole(notes, &text)) {
        struct str rest = text_str(&text);
        while (str_line(&rest, &line))
            for (size_t i = 1; i < step->command.count; i++)
                if (str_is(line, step->command.items[i]) && strcmp(step->command.items[i - 1], "-o") != 0)
                    found = i;
    }
    text_free(&text);
    free(notes);
    return found;
}

/* Keeps the options that a second assembly must repeat: those about the machine, none with a path. */
static void write_head(const struct words *command, struct text *out)
{
    static const char *const kept[] = {"-m", "-E", "-O", "-G", "-no-m", "-call", "-KPIC", "-non_shared", "--no-", "--trap", "--break", "-march", "-W", "--fatal"};
    text_add(out, CARRIED_HEAD);
    for (size_t i = 1; i < command->count; i++) {
        const char *word = command->items[i];
        if (strcmp(word, "-G") == 0 && i + 1 < command->count) {
            text_printf(out, "option -G\noption %s\n", command->items[++i]);
            continue;
        }
        for (size_t k = 0; k < sizeof kept / sizeof *kept; k++)
            if (strncmp(word, kept[k], strlen(kept[k])) == 0 && !strpbrk(word, "\n/")) {
                text_printf(out, "option %s\n", word);
                break;
            }
    }
    text_byte(out, '\n');
}

/* Instruments only for the messages, so that errors appear when the file is compiled. */
static bool check_unit(struct str assembly)
{
    struct program program = {.count = 1, .warn = true};
    struct text out = {0};
    struct error error;
    program.units = memory_allocate(sizeof *program.units);
    bool good = program_add(&program, 0, assembly, false, false, &error) && program_name(&program, &error) && program_instrument(&program, 0, &out, &error);
    struct str rest = text_str(&program.warnings), line;
    while (str_line(&rest, &line))
        complain("warning: %.*s", STR(line));
    if (!good)
        complain("error: %s", error.message);
    text_free(&out);
    program_free(&program);
    return good;
}

static bool write_carried(const struct step *step, struct str assembly, const char *unit, const char *extra)
{
    struct text head = {0}, include = {0};
    write_head(&step->command, &head);
    text_append(&head, assembly);
    text_printf(&include, "\t.section " CARRIED_SECTION ",\"e\",@progbits\n\t.incbin \"%s\"\n", unit);
    bool written = write_whole(unit, text_str(&head)) && write_whole(extra, text_str(&include));
    text_free(&head);
    text_free(&include);
    return written;
}

static int run_assembler(struct step *step)
{
    size_t at = find_made(step);
    struct text assembly = {0};
    if (at == 0)
        return run(&step->command, NULL);
    if (!read_whole(step->command.items[at], &assembly)) {
        complain("cannot read %s", step->command.items[at]);
        return 1;
    }
    char *unit = print("%s/carried", step->folder), *extra = print("%s/carried.s", step->folder);
    int status = 1;
    if ((step->plain || check_unit(text_str(&assembly))) && write_carried(step, text_str(&assembly), unit, extra)) {
        words_add(&step->command, extra);
        status = run(&step->command, NULL);
    }
    text_free(&assembly);
    free(unit);
    free(extra);
    return status;
}

/* ---- Choice of the step ---- */

int step_run(struct step *step)
{
    struct str name = str_basename(str_of(step->command.items[0]));
    if (str_is(name, "cc1"))
        return run_compiler(step);
    if (str_is(name, "as") || str_ends(name, "-as"))
        return run_assembler(step);
    if (str_is(name, "collect2") || str_is(name, "ld") || str_ends(name, "-ld"))
        return link_run(step);
    return run(&step->command, NULL);
}
