/* tools.c - the table of whole tools.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/tools.h"

#include <string.h>

const struct tool tools[] = {
    {"record", "[OPTIONS] PROGRAM [ARGUMENTS]", "Runs a program and records a trace of it.", tool_record},
    {"index", "[--rebuild|--verify] TRACE...", "Makes or checks the index of large text traces.", tool_index},
    {"convert", "[--format=store|wet|history] IN -o OUT", "Writes a WET trace as a recording, as text, or its end as a history.", tool_convert},
    {"run-coverage", "[OPTIONS] PROGRAM [ARGUMENTS]", "Runs a program of any machine under QEMU and traces which code ran.", tool_run_coverage},
    {"suffix", "[OPTIONS] META [DUMP|-]", "Prints what ran last in every frame of a crashed program.", tool_suffix},
    {"coverage", "[OPTIONS] TRACE...|META [DUMP|-]", "Prints what ran at all, by execution traces of GNATcoverage or by coverage arrays.", tool_coverage},
    {"sections", "ELF [NAME]", "Lists or prints the metadata sections of a program.", tool_sections},
    {"csi-cc", "[--trace=SCHEMA] CLANG-ARGUMENTS", "Compiles with path tracing and coverage.", tool_csi_cc},
    {"ae-cc", "[--plain] GCC-ARGUMENTS", "Compiles for MIPS with the recording of significant events.", tool_ae_cc},
    {"aec", "[-o OUT.c] EXE [SCHEMA...]", "Writes a C program that regenerates the address streams of a program.", tool_aec},
    {"regenerate", "[--format=text|bin5|din|count] [SCHEMA] EVENTS [EXE]", "Writes the full address stream of a run.", tool_regenerate},
    {"cache", "[OPTIONS] SIZE LINE WAYS [split] [SCHEMA] EVENTS [EXE]", "Feeds a cache with the address stream of a run.", tool_cache},
    {"pp", "[OPTIONS] [SCHEMA] EVENTS [EXE]", "Tells which loops of a run could be parallel.", tool_pp},
    {"dump-trace", "[--raw | --merged] [--kind] FILE...", "Prints execution traces of GNATcoverage.", tool_dump_trace},
    {"tour", "[--print]", "Walks through a small program with a bug: five minutes, step by step.", tool_tour},
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
