/* test_csi.h - reads CSI metadata in tests and prints it.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The files are in data/csi and tests/samples/csi. Run from the project's root. */
#ifndef CLEW_TESTS_TEST_CSI_H
#define CLEW_TESTS_TEST_CSI_H

#include "crash/metadata.h"
#include "tests/unit/samples.h"

#include <glob.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct csi_problems;

#define assert_slice(slice, text) assert_slice_equal((slice), str_of(text), __FILE__, __LINE__)

static inline void assert_slice_equal(struct str slice, struct str expected, const char *file, int line)
{
    if (str_equal(slice, expected))
        return;
    print_error("\"%.*s\"\nis not\n\"%.*s\"\n", STR(slice), STR(expected));
    _fail(file, line);
}

static inline struct str file_text(const char *path, struct arena *arena)
{
    struct str bytes = {0};
    struct error error;
    if (!file_read(path, arena, &bytes, &error))
        fail_msg("%s: %s", error.source, error.message);
    return bytes;
}

/* One line per problem: `before`, then "LINE:COLUMN<tab>ENTRY<tab>KIND<tab>MESSAGE". */
static inline void problems_show(const struct csi_problems *problems, const char *before, struct text *out)
{
    for (size_t i = 0; i < problems->count; i++) {
        const struct csi_problem *problem = &problems->items[i];
        text_add(out, before);
        if (problem->error.line)
            text_printf(out, "%" PRIu64 ":%" PRIu64 "\t", problem->error.line, problem->error.column);
        else
            text_add(out, "-\t");
        if (problem->function == SIZE_MAX)
            text_add(out, "-");
        else
            text_printf(out, "%zu", problem->function);
        text_printf(out, "\t%s\t%s\n", problem->note ? "note" : "problem", problem->error.message);
    }
}

/* The known problems: the rows of data/csi/problems.tsv about files that end in `ending`. */
static inline void table_show(const char *ending, struct text *out)
{
    struct arena arena = {0};
    struct str table = file_text("data/csi/problems.tsv", &arena), line;
    while (str_line(&table, &line)) {
        struct str name = str_cut(line, 0, str_find_byte(line, '\t'));
        if (line.data[0] != '#' && str_ends(name, ending)) {
            text_append(out, line);
            text_byte(out, '\n');
        }
    }
    arena_free(&arena);
}

/* The files of tests/samples/csi; without them, skips the test. */
static inline void other_samples(const char *ending, glob_t *found)
{
    static const char *const folders[] = {"docs", "synthetic", "testsuite/*/*", "debugger/metadata"};
    struct text pattern = {0};
    *found = (glob_t){0};
    for (size_t i = 0; i < 4; i++) {
        text_clear(&pattern);
        text_printf(&pattern, "%s/csi/%s/*%s", samples_folder(), folders[i], ending);
        glob(text_string(&pattern), found->gl_pathc ? GLOB_APPEND : 0, NULL, found);
    }
    text_free(&pattern);
    assert_true(found->gl_pathc > 0);
}

#endif
