/* test_object_coverage.h - a program, the parts that ran, and their coverage.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TEST_OBJECT_COVERAGE_H
#define CLEW_TEST_OBJECT_COVERAGE_H

#include "tests/unit/test_symbols_programs.h"

#include "coverage/coverage.h"

#include <inttypes.h>

static const char options[] = "-nostdlib -static -no-pie -O1 -g -gdwarf-4 -fcf-protection=none -fno-asynchronous-unwind-tables -fno-stack-protector "
                              "-fno-toplevel-reorder -Wl,--build-id=none";

struct subject {
    struct symbols *symbols;
    struct executed *executed;
    struct object_coverage *insn, *branch;
};

static inline struct subject subject_open(const char *name)
{
    struct subject subject = {.symbols = opened(name), .executed = executed_open()};
    subject.insn = object_coverage_open(subject.symbols, subject.executed, OBJECT_INSN);
    subject.branch = object_coverage_open(subject.symbols, subject.executed, OBJECT_BRANCH);
    return subject;
}

static inline void subject_close(struct subject *subject)
{
    object_coverage_close(subject->insn);
    object_coverage_close(subject->branch);
    executed_close(subject->executed);
    symbols_close(subject->symbols);
}

static inline struct object_routine routine_named(struct object_coverage *coverage, const char *name)
{
    struct object_routine routine = {0};
    size_t index;
    if (!object_coverage_routine_named(coverage, str_of(name), &index))
        fail_msg("no routine %s", name);
    object_coverage_routine(coverage, index, &routine);
    return routine;
}

static inline const struct object_file *file_named(struct object_coverage *coverage, const char *name)
{
    const struct object_file *files;
    size_t count;
    assert_true(object_coverage_files(coverage, NULL, &files, &count));
    for (size_t i = 0; i < count; i++)
        if (str_equal(str_basename(files[i].name), str_of(name)))
            return &files[i];
    fail_msg("no file %s", name);
    return NULL;
}

#endif
