/* samples.h - the folder tests/samples.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TESTS_SAMPLES_H
#define CLEW_TESTS_SAMPLES_H

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

/* Its absolute path. Test programs start in the project's root: a program that changes its folder calls this first. */
static inline const char *samples_folder(void)
{
    static char folder[PATH_MAX];
    if (!*folder && !realpath("tests/samples", folder)) {
        fputs("tests/samples is not here: run the tests from the project's root\n", stderr);
        exit(2);
    }
    return folder;
}

#endif
