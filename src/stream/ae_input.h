/* ae_input.h - the files of one Abstract Execution: executable, schema, events.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     const char *paths[] = {"prog", "prog.sma", "ae.out"};
 *     struct ae_input input;
 *     if (!ae_input_open(paths, 3, &input, &error)) ...
 *     ... input.program, input.events ...
 *     ae_input_close(&input);
 *
 * In any order: an ELF file is the executable, a text that begins as a schema does is one, the third holds the events. Several schemas are those of the parts
 * of one program, joined in the order given (ae_schema_link). What is missing is looked for: of an executable, the schema that it names (section
 * .clew.schema) beside it, else NAME.sma; of events alone, the schema (*.sma) of the same identity in their folder, and the executable of its name without
 * .sma. Nothing is taken whose identity differs. */
#ifndef CLEW_STREAM_AE_INPUT_H
#define CLEW_STREAM_AE_INPUT_H

#include "stream/schema.h"

struct ae_input {
    struct arena arena;
    const char *executable_name, *events_name;      /* in the arena */
    const char **schema_names;
    size_t schema_count;                /* at least 1 */
    struct ae_schema schema;
    struct symbols *symbols;
    struct abstract *program;
    struct slice events;                /* the whole file */
};

enum { AE_INPUT_SCHEMAS = 4096 };

/* On failure nothing is open. The input must not move while it is open: the program points into it. */
CHECKED bool ae_input_open(const char *const *paths, size_t count, struct ae_input *input, struct error *error);

/* Without events: an executable and all its schemas (one is looked for if none is given), joined in the order given. */
CHECKED bool ae_input_open_program(const char *executable, const char *const *schemas, size_t count, struct ae_input *input, struct error *error);

void ae_input_close(struct ae_input *input);

/* Do these files look like an Abstract Execution: is one of them a schema, or events with a head? */
bool ae_input_sniff(const char *const *paths, size_t count);

/* How many of the first files are of one run: those up to an executable behind another, or a schema that was named before. Where several are events with a
 * head, up to such events behind others, too, or to an identity that is another one. At least 1; the files need not be parts of an Abstract Execution. */
size_t ae_input_group(const char *const *paths, size_t count);

#endif
