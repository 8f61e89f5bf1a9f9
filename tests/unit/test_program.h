/* test_program.h - traces of a small program, and its executables.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TESTS_TEST_PROGRAM_H
#define CLEW_TESTS_TEST_PROGRAM_H

#include "test_symbols_programs.h"

#include "recording/questions/questions.h"

#include <inttypes.h>
#include <limits.h>

/* Line 1 is the function twice, line 2 main. */
static const char source[] = "int twice(int x) { return x + x; }\nint main(int argc, char **argv) { return twice(argc); }\n";
static const char another[] = "int main(void) { return 0; }\n\n\nint pad(int x) { return x * x * x + 1; }\nint twice(int x) { return x - x; }\n";

static struct symbols *fixed, *movable;

static inline int compile_all(void **state)
{
    if (make_folder(state) != 0)
        return -1;
    compile("fixed", source, "-g -O0 -no-pie");
    compile("movable", source, "-g -O0 -fPIE -pie");
    compile("another", another, "-g -O0 -no-pie");
    fixed = opened("fixed");
    movable = opened("movable");
    return 0;
}

static inline int forget_all(void **state)
{
    symbols_close(fixed);
    symbols_close(movable);
    return remove_folder(state);
}

static inline struct store *open_text(struct text *text)
{
    struct store *store = NULL;
    struct error error;
    if (!store_open_bytes(text_str(text), "test", NULL, &store, &error))
        fail_msg("%s", error.message);
    text_free(text);
    return store;
}

static inline struct attach_report attached(struct program *program, struct symbols *symbols, const uint64_t *load_offset)
{
    struct attach_report report;
    program_attach(program, symbols, load_offset, &report);
    return report;
}

#endif
