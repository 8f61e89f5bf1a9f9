/* gnatcov_input.h - GNATcoverage traces together with their executable.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct gnatcov_input input = {0};
 *     input.executables = names, input.executable_count = n;          or none: looked for
 *     for (each path) gnatcov_input_add(&input, path, &error);        reads, merges
 *     gnatcov_input_attach(&input);                                   finds and checks the executable
 *     ... input.notices: what the user has to be told ...
 *     gnatcov_input_close(&input);
 *
 * The executable: the one named; else EXEC_FILE_NAME as it stands (relative to the current folder), then relative to the trace's folder, then its file name
 * beside the trace; of several the first of the recorded size. Of shared objects: one of the named files with their file name, else EXEC_FILE_NAME. It is
 * compared with the infos of size, time stamp and CRC-32: what differs is a notice that names both values and both files, never a refusal (clew-formats(5),
 * "The right executable"). A trace of another executable than the first one's is refused. */
#ifndef CLEW_COVERAGE_GNATCOV_INPUT_H
#define CLEW_COVERAGE_GNATCOV_INPUT_H

#include "coverage/executed.h"
#include "coverage/trace.h"

struct object_line;
struct object_file;

/* One file with code: unit 0 is the executable, the others are shared objects that traces loaded. */
struct gnatcov_unit {
    const struct executed_base *base;
    const char *path;                       /* of the ELF file; NULL: not found */
    struct symbols *symbols;                /* NULL: not found, or no ELF file */
    struct object_coverage *insn, *branch;  /* NULL without symbols */
};

struct gnatcov_input {
    const char *const *executables;         /* --exec, as often as it is said; what matches no shared object by its file name is the executable's */
    size_t executable_count;
    struct progress progress;
    struct arena arena;
    struct executed_set set;
    struct gnatcov_unit *units;
    size_t unit_count;
    struct gnatcov_problems problems;       /* of all traces, in the order they were added */
    struct text notices;                    /* lines, safe to print, without "clew: " */
    const char *first_path;                 /* of the first trace; NULL: none yet */
};

/* Reads one trace and merges it; its bytes are freed again. False: the file could not be read, is a decision map, or is of another executable than the
 * traces before it (machine, address size, or the size or CRC-32 recorded): then it is not merged. What is damaged is in problems, and
 * what came before the damage is merged. */
CHECKED bool gnatcov_input_add(struct gnatcov_input *input, const char *path, struct error *error);

/* The same for a trace that is kept open by the caller. */
CHECKED bool gnatcov_input_add_trace(struct gnatcov_input *input, const struct gnatcov *trace, struct error *error);

/* Finds and opens the ELF files of all units. False: the executable was named and is not there or no ELF file. Without any it is a notice. */
CHECKED bool gnatcov_input_attach(struct gnatcov_input *input, struct error *error);
void gnatcov_input_close(struct gnatcov_input *input);

/* ---- Code of which only instrumented copies run ---- */

/* Of a program that `clew ae-cc` compiled: is the function at an address one whose own code never runs, but an instrumented copy of it, which has no source
 * lines? *name (unless NO_COPY) is that of the copy. O(log n). */
enum gnatcov_copy { GNATCOV_NO_COPY, GNATCOV_COPY_IDLE /* nothing of it ran */, GNATCOV_COPY_RAN };
enum gnatcov_copy gnatcov_copy_of(const struct gnatcov_unit *unit, uint64_t address, struct str *name);

/* Did nothing of a line run, but the copy of a function that some of its code is of? Then the trace tells neither that the line ran nor that it did not. */
bool gnatcov_line_of_copy(const struct gnatcov_unit *unit, const struct object_file *file, const struct object_line *line);

size_t gnatcov_lines_of_copies(const struct gnatcov_unit *unit, const struct object_file *file);       /* how many of them */

/* How many such functions there are, and the name of the first copy. O(functions * log n). */
size_t gnatcov_copies(const struct gnatcov_unit *unit, struct str *first);

/* Is this file a trace of GNATcoverage (or one of its kin that is named and refused), by its first bytes? */
bool gnatcov_input_sniff(const char *path);

/* Of an e_machine: "PowerPC64"; NULL: not known. */
const char *gnatcov_machine_name(unsigned machine);

#endif
