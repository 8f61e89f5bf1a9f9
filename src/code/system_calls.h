/* system_calls.h - the system calls of Linux on x86-64: names, arguments, results.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     const struct system_call *call = system_call_numbered(0);           read, "dwu"
 *     system_call_word(call->forms[0], 3, &text);                         3
 *     system_call_result(0, (uint64_t)-2, &text);                         -1 ENOENT (No such file or directory)
 *
 * Numbers and names: <asm/unistd_64.h> of Linux 6.1. Forms of arguments: the manual pages syscalls(2) and those it lists. */
#ifndef CLEW_CODE_SYSTEM_CALLS_H
#define CLEW_CODE_SYSTEM_CALLS_H

#include "core/core.h"

/* A letter for each argument. The first seven stand for memory, which the caller has to read. */
enum system_call_form {
    FORM_TEXT = 's',            /* text that the kernel reads, up to its first 0 */
    FORM_READ = 'r',            /* bytes that the kernel reads: as many as the next argument says */
    FORM_WRITTEN = 'w',         /* bytes that the kernel wrote: as many as the result says */
    FORM_WRITTEN_TEXT = 't',    /* text that it wrote, up to its first 0 */
    FORM_VECTOR = 'V',          /* struct iovec whose bytes the kernel reads: as many as the next argument says */
    FORM_VECTOR_WRITTEN = 'v',  /* the same for bytes that it writes */
    FORM_PAIR = '2',            /* two descriptors that the kernel writes */
    FORM_POINTER = 'p',
    FORM_DESCRIPTOR = 'd', FORM_FOLDER = 'A' /* AT_FDCWD or a descriptor */,
    FORM_SIGNED = 'i' /* 32 bits */, FORM_UNSIGNED = 'u', FORM_HEXADECIMAL = 'x', FORM_MODE = 'm' /* octal */,
    FORM_OPEN = 'O', FORM_FLAGS = 'o' /* of O_ without an access mode */, FORM_ACCESS = 'a', FORM_PROTECTION = 'P', FORM_MAP = 'M', FORM_WHENCE = 'W', FORM_SIGNAL = 'S'
};

struct system_call {
    const char *name;
    const char *forms;          /* NULL: clew knows only its name */
};

const struct system_call *system_call_numbered(uint64_t number);       /* NULL: no such call */
bool system_call_named(struct str name, uint64_t *number);             /* O(calls) */

/* Appends an argument: -1, 4096, 0x4a3c0 (0 is NULL), 0644, O_RDONLY|O_CLOEXEC, SIGTERM. Memory appears as its address. */
void system_call_word(char form, uint64_t value, struct text *out);

/* Appends the result: 3, 0x4a3c000 of calls that return addresses, -1 ENOENT (No such file or directory). */
void system_call_result(uint64_t number, uint64_t result, struct text *out);
bool system_call_failed(uint64_t result);

#endif
