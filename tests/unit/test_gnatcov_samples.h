/* test_gnatcov_samples.h - the samples of coverage traces, for tests that change their folder.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TESTS_TEST_GNATCOV_SAMPLES_H
#define CLEW_TESTS_TEST_GNATCOV_SAMPLES_H

#include "test_symbols_programs.h"
#include "tests/unit/samples.h"

static char sample_folder[PATH_MAX + 16];

/* For a group's setup: finds the samples before the tests change to a folder of their own. */
static inline int find_samples(void **state)
{
    snprintf(sample_folder, sizeof sample_folder, "%s/gnatcov", samples_folder());
    return make_folder(state);
}

#endif
