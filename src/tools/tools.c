/* tools.c - the table of whole tools, unknown words, and clew's optional parts, present or missing.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/tools.h"
#include "coverage/coverage.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct tool tools[] = {
    {"record", "[OPTIONS] PROGRAM [ARGUMENTS]", "Runs a program and records a trace of it.", tool_record},
    {"index", "[--rebuild|--verify] TRACE...", "Makes or checks the index of large text traces.", tool_index},
    {"convert", "[--format=store|wet|history] IN -o OUT", "Writes a WET trace as a recording, as text, or its end as a history.", tool_convert},
    {"run-coverage", "[OPTIONS] PROGRAM [ARGUMENTS]", "Runs a program for any machine under QEMU and traces which code ran.", tool_run_coverage},
    {"suffix", "[OPTIONS] META [DUMP|-]", "Prints what ran last in every frame of a crashed program.", tool_suffix},
    {"coverage", "[OPTIONS] TRACE...|META [DUMP|-]", "Prints which code ran, from GNATcoverage traces or coverage arrays.", tool_coverage},
    {"sections", "ELF [NAME]", "Lists or prints the metadata sections of a program.", tool_sections},
    {"csi-cc", "[--trace=SCHEMA] CLANG-ARGUMENTS", "Compiles with path tracing and coverage.", tool_csi_cc},
    {"ae-cc", "[--plain] GCC-ARGUMENTS", "Compiles for MIPS; the program then records its significant events.", tool_ae_cc},
    {"aec", "[-o OUT.c] EXE [SCHEMA...]", "Writes a C program that regenerates a program's address streams.", tool_aec},
    {"regenerate", "[--format=text|bin5|din|count] [SCHEMA] EVENTS [EXE]", "Writes the full address stream of a run.", tool_regenerate},
    {"cache", "[OPTIONS] SIZE LINE WAYS [split] [SCHEMA] EVENTS [EXE]", "Simulates a cache with the address stream of a run.", tool_cache},
    {"pp", "[OPTIONS] [SCHEMA] EVENTS [EXE]", "Reports which loops of a run could run in parallel.", tool_pp},
    {"dump-trace", "[--raw | --merged] [--kind] FILE...", "Prints GNATcoverage traces as text.", tool_dump_trace},
    {"tour", "[--print]", "Guides you through a small program with a bug in five minutes.", tool_tour},
    {NULL, NULL, NULL, NULL},
};

const struct tool *tool_find(const char *name)
{
    for (const struct tool *tool = tools; tool->name; tool++)
        if (strcmp(tool->name, name) == 0)
            return tool;
    return NULL;
}

const char *tool_name(size_t i)
{
    return i < sizeof tools / sizeof *tools ? tools[i].name : NULL;
}

int tool_unknown(const char *word)
{
    static const char command[] = "no such file, but a clew command: `clew -c COMMAND FILE` runs it, `clew help COMMAND` explains it";
    struct near near;
    struct arena arena = {0};
    struct error error;
    near_begin(&near, str_of(word));
    for (const struct tool *tool = tools; tool->name; tool++)
        near_offer(&near, str_of(tool->name));
    near_files(&near, word, &arena);
    if (command_is_exact(str_of(word)))
        error_at(&error, word, 0, 0, "%s", command);
    else
        error_at(&error, word, 0, 0, "no such file or tool: %s`clew --help` lists the tools", near_words(&near));
    arena_free(&arena);
    return tool_complain(&error);
}

/* ---- clew's optional parts, present or missing ---- */

/* clew looks for other people's programs in $PATH, and for its own parts as part_search does. */
static const struct part {
    const char *name;
    const char *variable;           /* environment variable with another path; NULL: none */
    const char *programs[3];        /* takes the first that exists */
    bool own;
    int mode;                       /* for access() */
    const char *version[3];         /* arguments that print the version; none: it prints no version */
    const char *purpose;            /* and its package */
    bool plugins;                   /* needs QEMU's plugin support */
} parts[] = {
    {"recorder", "CLEW_RECORDER", {"clewrec-amd64-linux"}, true, X_OK, {"--tool=clewrec", "--version"},
     "runs programs and records them: clew record; Debian package valgrind, then make", false},
    {"csi-cc", "CLEW_CSI_CC", {"csi-cc"}, true, X_OK, {0}, "compiles for crashes: clew csi-cc; Debian packages clang-" CLEW_LLVM ", llvm-" CLEW_LLVM "-dev, then make", false},
    {"clang", "CLEW_CLANG", {"clang-" CLEW_LLVM, "clang"}, false, X_OK, {"--version"}, "the compiler that csi-cc runs; Debian package clang-" CLEW_LLVM, false},
    {"ae-cc", "CLEW_AE_CC", {"ae-cc"}, true, X_OK, {0}, "compiles for address streams: clew ae-cc; make builds it", false},
    {"mips gcc", "CLEW_MIPS_CC", {"mips-linux-gnu-gcc"}, false, X_OK, {"--version"},
     "the compiler that ae-cc runs; Debian packages gcc-mips-linux-gnu, libc6-dev-mips-cross", false},
    {"qemu-mips", NULL, {"qemu-mips"}, false, X_OK, {"--version"}, "runs programs from ae-cc here; Debian package qemu-user", false},
    {"qemu", NULL, {"qemu-x86_64"}, false, X_OK, {"--version"}, "runs programs for clew run-coverage, one QEMU per machine; Debian package qemu-user", true},
    {"plugin", "CLEW_COVERAGE_PLUGIN", {"gnatcov-qemu.so"}, true, R_OK, {0}, "tells clew run-coverage what QEMU ran; make builds it", false},
    {"gdb", "CLEW_GDB", {"gdb"}, false, X_OK, {"--version"}, "reads crashes for clew: core, --core=, --pid=; Debian package gdb", false},
};

enum { NAME_WIDTH = 13 };

static void continue_row(struct text *out, const char *words)
{
    text_printf(out, "%*s%s\n", NAME_WIDTH, "", words);
}

void part_row(struct text *out, const struct part_row *row)
{
    text_printf(out, "%-*s%s: ", NAME_WIDTH, row->name, row->found ? "found" : "missing");
    text_safe(out, str_of(row->where));
    text_byte(out, '\n');
    if (row->version && *row->version)
        continue_row(out, row->version);
    continue_row(out, row->purpose);
}

/* The path, malloced; NULL: missing. If the environment names one, only that one counts. */
static char *search(const struct part *part)
{
    const char *named = part->variable ? getenv(part->variable) : NULL;
    if (part->own)
        return part_search(part->variable, part->programs[0], part->mode);
    char *found = NULL;
    if (named && *named) {
        found = program_search(named);
        if (found && access(found, part->mode) == 0)
            return found;
        free(found);
        return NULL;
    }
    for (size_t i = 0; !found && part->programs[i]; i++)
        found = program_search(part->programs[i]);
    return found;
}

static void ask_version(const struct part *part, const char *path, struct text *version)
{
    char *arguments[5] = {(char *)(uintptr_t)path};
    for (size_t i = 0; part->version[i]; i++)
        arguments[i + 1] = (char *)(uintptr_t)part->version[i];
    if (part->version[0] && !program_version(path, arguments, version))
        text_printf(version, "prints no version");
}

void parts_report(struct text *out)
{
    for (const struct part *part = parts; part < parts + sizeof parts / sizeof *parts; part++) {
        struct text version = {0}, absent = {0};
        const char *named = part->variable ? getenv(part->variable) : NULL;
        char *path = search(part);
        if (path)
            ask_version(part, path, &version);
        else if (named && *named)
            text_printf(&absent, "%s names %s", part->variable, named);
        else
            text_printf(&absent, "no %s%s", part->programs[0], part->own ? " beside clew" : " in $PATH");
        const char *purpose = part->purpose;
        if (path && part->plugins && !qemu_takes_plugins(path))
            purpose = "built without plugins, which clew run-coverage needs: put one built with --enable-plugins, like Debian 12's, first in PATH";
        part_row(out, &(struct part_row){part->name, path, path ? path : text_string(&absent), text_string(&version), purpose});
        free(path);
        text_free(&version);
        text_free(&absent);
    }
}
