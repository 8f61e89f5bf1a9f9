/* tool_sections.c - clew sections: the metadata sections of a program.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/session.h"
#include "tools/tools.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char usage[] =
    "Usage: clew sections [--all] ELF          list the metadata sections\n"
    "       clew sections [--require] ELF NAME print the text of all sections of that name, one behind the other\n\n"
    "  --all      list every section\n"
    "  --require  fail if there is none (without it nothing is printed)\n"
    "  --json     list as JSON, one object a line\n";

static bool is_metadata(struct slice name)
{
    static const char *const names[] = {".debug_PT", ".debug_FC", ".debug_CC", ".debug_BBC"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (slice_is(name, names[i]))
            return true;
    return false;
}

static bool is_any(struct slice name)
{
    (void)name;
    return true;
}

/* ".debug_PT     1,234 bytes  zlib, 5,678 inflated" */
static void list_one(const struct symbols_section *section, bool json)
{
    struct text line = {0};
    if (json) {
        text_add(&line, "{\"section\":");
        text_quoted(&line, section->name);
        text_printf(&line, ",\"size\":%" PRIu64 ",\"compression\":", section->size);
        if (section->compression)
            text_quoted(&line, slice_of(section->compression));
        else
            text_add(&line, "null");
        text_add(&line, ",\"problem\":");
        if (section->problem.size)
            text_quoted(&line, section->problem);
        else
            text_add(&line, "null");
        text_byte(&line, '}');
    } else {
        text_safe(&line, section->name);
        text_pad(&line, 20);
        text_byte(&line, ' ');
        text_count(&line, section->size);
        text_add(&line, " bytes");
        if (section->compression && section->bytes.data) {
            text_printf(&line, ", %s, inflated ", section->compression);
            text_count(&line, section->bytes.size);
        }
        if (section->problem.size) {
            text_add(&line, "  ");
            text_safe(&line, section->problem);
        }
    }
    puts(text_string(&line));
    text_free(&line);
}

static int list_sections(const struct symbols_section *sections, size_t count, bool all, bool json, const char *path)
{
    size_t listed = 0;
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        if (!all && !is_metadata(sections[i].name))
            continue;
        list_one(&sections[i], json);
        good = good && !sections[i].problem.size;
        listed++;
    }
    struct error error;
    if (listed == 0) {
        error_at(&error, path, 0, 0, "no section .debug_PT .debug_FC .debug_CC .debug_BBC: clew csi-cc builds programs that have them");
        return tool_complain(&error);
    }
    return good ? TOOL_DONE : TOOL_FAILED;
}

/* The text goes out as it is: it is meant for a file or a pipe. */
static int print_section(const struct symbols_section *sections, size_t count, const char *path, const char *name, bool require)
{
    struct error error;
    size_t found = 0;
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        if (!slice_is(sections[i].name, name))
            continue;
        found++;
        if (sections[i].problem.size) {
            error_at(&error, path, 0, 0, "%.*s", SLICE(sections[i].problem));
            tool_complain(&error);
            good = false;
            continue;
        }
        fwrite(sections[i].bytes.data ? sections[i].bytes.data : "", 1, sections[i].bytes.size, stdout);
        if (sections[i].bytes.size && sections[i].bytes.data[sections[i].bytes.size - 1] != '\n' && is_metadata(sections[i].name))
            putchar('\n');
    }
    if (found == 0 && require) {
        error_at(&error, path, 0, 0, "no section %s: clew sections --all lists what there is", name);
        return tool_complain(&error);
    }
    return good ? TOOL_DONE : TOOL_FAILED;
}

static void complain_of_file(const char *path, struct error *error)
{
    command_add_kind(path, (const char *const[]){"elf", NULL}, error);
    tool_complain(error);
}

int tool_sections(int argc, char **argv)
{
    static const struct option options[] = {{"all", no_argument, NULL, 'a'}, {"require", no_argument, NULL, 'r'}, {"json", no_argument, NULL, 'j'},
                                            {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    bool all = false, require = false, json = false;
    int option;
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (option == 'h') {
            fputs(usage, stdout);
            return TOOL_DONE;
        }
        if (option == '?')
            return tool_bad_option("sections", argv, "", options);
        all = all || option == 'a';
        require = require || option == 'r';
        json = json || option == 'j';
    }
    if (argc - optind < 1)
        return tool_misused("sections", "which program? clew sections ELF lists its sections", NULL);
    if (argc - optind > 2)
        return tool_misused("sections", "expected ELF [NAME], but there is more", argv[optind + 2]);
    const char *path = argv[optind], *name = optind + 1 < argc ? argv[optind + 1] : NULL;
    struct arena arena = {0};
    struct symbols_section *sections;
    size_t count;
    struct error error;
    int status = TOOL_FAILED;
    if (!symbols_sections(path, name ? is_any : is_metadata, &arena, &sections, &count, &error))
        complain_of_file(path, &error);
    else
        status = name ? print_section(sections, count, path, name, require) : list_sections(sections, count, all, json, path);
    arena_free(&arena);
    return status;
}
