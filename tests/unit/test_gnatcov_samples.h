/* test_gnatcov_samples.h - where a second folder of coverage traces is.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * $CLEW_SAMPLES/gnatcov, else ../shared/samples/gnatcov. */
#ifndef CLEW_TESTS_TEST_GNATCOV_SAMPLES_H
#define CLEW_TESTS_TEST_GNATCOV_SAMPLES_H

#include "test_symbols_programs.h"

static char sample_folder[512];         /* perhaps there is none of that name */

/* For a group's setup: found before the tests go to a folder of their own. */
static inline int find_samples(void **state)
{
    const char *samples = getenv("CLEW_SAMPLES");
    char relative[400];
    snprintf(relative, sizeof relative, "%s/gnatcov", samples ? samples : "../shared/samples");
    char *absolute = realpath(relative, NULL);
    snprintf(sample_folder, sizeof sample_folder, "%s", absolute ? absolute : relative);
    free(absolute);
    return make_folder(state);
}

#endif
