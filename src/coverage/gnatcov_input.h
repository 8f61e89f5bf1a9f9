/* gnatcov_input.h - GNATcoverage traces together with their executable.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct gnatcov_input input = {0};
 *     input.executables = names, input.executable_count = n;          none: clew looks for it
 *     for (each path) gnatcov_input_add(&input, path, &error);        reads, merges
 *     gnatcov_input_attach(&input);                                   finds and checks the executable
 *     ... input.notices: show them to the user ...
 *     gnatcov_input_close(&input);
 *
 * The executable is the one given by name; else EXEC_FILE_NAME as written (relative to the current folder), then relative to the trace's folder, then its file
 * name beside the trace; of several files, the first of the recorded size. A shared object is one of the given files with its file name, else EXEC_FILE_NAME.
 * clew compares the file with the recorded size, time stamp and CRC-32. Each difference gives a notice with both values and both files, never an error
 * (clew-formats(5), "The right executable"). It rejects a trace of another executable than the first trace's. */
#ifndef CLEW_COVERAGE_GNATCOV_INPUT_H
#define CLEW_COVERAGE_GNATCOV_INPUT_H

#include "coverage/executed.h"
#include "coverage/trace.h"

struct object_line;
struct object_file;

/* A file with code: unit 0 is the executable, the others are shared objects that traces loaded. */
struct gnatcov_unit {
    const struct executed_base *base;
    const char *path;                       /* of the ELF file; NULL: not found */
    struct symbols *symbols;                /* NULL: not found, or not ELF */
    struct object_coverage *insn, *branch;  /* NULL if symbols is NULL */
};

struct gnatcov_input {
    const char *const *executables;         /* each --exec; a name that matches no shared object's file name is the executable's */
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

/* Reads one trace, merges it and frees its bytes. False, without merging: clew could not read the file, or it is a decision map, or it belongs to another
 * executable than the traces before (machine, address size, recorded size or CRC-32). Damage goes to `problems`; the entries before it are merged. */
CHECKED bool gnatcov_input_add(struct gnatcov_input *input, const char *path, struct error *error);

/* The same for a trace that the caller keeps open. */
CHECKED bool gnatcov_input_add_trace(struct gnatcov_input *input, const struct gnatcov *trace, struct error *error);

/* Finds and opens the ELF files of all units. False: the named executable does not exist or is not ELF. If none was named and none is found, it adds a
 * notice. */
CHECKED bool gnatcov_input_attach(struct gnatcov_input *input, struct error *error);
void gnatcov_input_close(struct gnatcov_input *input);

/* ---- Code that runs only as instrumented copies ---- */

/* For programs that `clew ae-cc` compiled: is this a function whose own code never runs, because an instrumented copy without source lines runs instead? *name
 * is the copy's name, except for NO_COPY. O(log n). */
enum gnatcov_copy { GNATCOV_NO_COPY, GNATCOV_COPY_IDLE /* nothing of it ran */, GNATCOV_COPY_RAN };
enum gnatcov_copy gnatcov_copy_of(const struct gnatcov_unit *unit, uint64_t address, struct str *name);

/* Did no code of a line run, while the copy of a function with code on that line did? Then the trace does not tell whether the line ran. */
bool gnatcov_line_of_copy(const struct gnatcov_unit *unit, const struct object_file *file, const struct object_line *line);

size_t gnatcov_lines_of_copies(const struct gnatcov_unit *unit, const struct object_file *file);       /* number of such lines */

/* The number of such functions, and the name of the first copy. O(functions * log n). */
size_t gnatcov_copies(const struct gnatcov_unit *unit, struct str *first);

/* Do the first bytes say that this is a GNATcoverage trace, or a related file that clew names and rejects? */
bool gnatcov_input_sniff(const char *path);

/* For an e_machine: "PowerPC64"; NULL: unknown. */
const char *gnatcov_machine_name(unsigned machine);

#endif
