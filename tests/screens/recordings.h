/* recordings.h - programs that a screens test compiles and records, in a folder of its own.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Without the recorder, tests that open a recording are skipped. */
#ifndef CLEW_TESTS_RECORDINGS_H
#define CLEW_TESTS_RECORDINGS_H

#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char recordings_folder[] = "/tmp/clew-screens-XXXXXX";
static bool recordings_made;

/* For a group's setup: runs shell commands in the folder, with the project in $ROOT and clew in $CLEW. */
static inline int recordings_make(const char *commands)
{
    const char *recorder = getenv("CLEW_RECORDER"), *program = getenv("CLEW");
    char line[4096];
    if (!recorder || access(recorder, X_OK) != 0)
        return 0;
    if (!mkdtemp(recordings_folder))
        return -1;
    int size = snprintf(line, sizeof line, "ROOT=$PWD CLEW='%s' && cd %s && %s", program ? program : "build/clew", recordings_folder, commands);
    recordings_made = size > 0 && (size_t)size < sizeof line && system(line) == 0;
    return recordings_made ? 0 : -1;
}

/* The group's teardown. */
static inline int recordings_remove(void **state)
{
    (void)state;
    char line[64];
    snprintf(line, sizeof line, "rm -rf %s", recordings_folder);
    return recordings_made ? system(line) : 0;
}

/* Opens a recording, or any file of the folder, at a position. */
static inline struct terminal *recordings_open(const char *name, const char *at, int rows, int columns)
{
    char trace[64];
    if (!recordings_made)
        skip();
    snprintf(trace, sizeof trace, "%s/%s", recordings_folder, name);
    return terminal_start(&(struct terminal_options){.rows = rows, .columns = columns}, "--at", at, trace, NULL);
}

#endif
