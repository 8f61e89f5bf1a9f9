/* system_calls.h - the system calls and signals of Linux on x86-64, in strace's notation.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     system_call_numbered(0)->name                                           "read"
 *     system_call_text(&told, &memory, &text);                                read(3, "5\n", 4096) = 2
 *     system_call_text(&told, &memory, &text);                                openat(AT_FDCWD, "none", O_RDONLY) = -1 ENOENT (No such file or directory)
 *     signal_text(10, 0x1ffeffe230, &memory, &text);                          --- SIGUSR1 {si_signo=SIGUSR1, si_code=SI_TKILL, si_pid=7, si_uid=0} ---
 *
 *     system_calls.c             numbers, names, arguments
 *     system_call_kinds.c        flags, names of numbers, structures as tables
 *     system_call_values.c       structures that need code: sockaddr, siginfo, stat
 *     system_call_text.c         a call as text
 *
 * Numbers and names: <asm/unistd_64.h> of Linux 6.1. Arguments: the manual pages syscalls(2) and those it lists. Numbers of flags are those of Linux on x86-64,
 * whatever machine clew runs on. */
#ifndef CLEW_CODE_SYSTEM_CALLS_H
#define CLEW_CODE_SYSTEM_CALLS_H

#include "core/core.h"

enum { CALL_ARGUMENTS = 6 };

/* forms: a word for each argument, as in "folder <text open mode". A word names a kind (system_call_kinds.h). Before it may stand:
 *     4:  which argument, counted from 0; otherwise the one behind the word before
 *     <   it is a pointer; the kernel reads the kind there
 *     >   the kernel wrote it there, if the call succeeded
 *     !   the kernel wrote it there, if the call failed
 *     =   both: [128 => 16]            ~   both: [0] => [4096]
 * Behind it, how many: *2 as argument 2 says, *r as the result says, *#2 two. */
struct system_call {
    const char *name;
    const char *forms;          /* NULL: clew knows only its name */
};

const struct system_call *system_call_numbered(uint64_t number);       /* NULL: no such call */
bool system_call_named(struct str name, uint64_t *number);             /* O(calls) */
bool system_call_failed(uint64_t result);

/* SIGTERM, SIGRT_2 as strace has it; 1000 without a name. */
void signal_name(uint64_t number, struct text *out);
bool signal_named(struct str name, uint64_t *number);                  /* SIGUSR1 or USR1 */

/* Calls by what they do, as strace names them: %file (their first words name a file), %desc (a descriptor), %network, %process, %signal, %memory. */
bool system_call_is_of(uint64_t number, struct str kind);

struct system_call_told {
    uint64_t number, arguments[CALL_ARGUMENTS], result;
    bool has_arguments;         /* otherwise ... stands for them */
    bool has_result;            /* otherwise it never returned: = ? */
};

/* How the text learns what memory held when the kernel took over or, if `returned`, when it gave back. */
struct system_call_memory {
    /* bytes[i] is right where known[i] says so */
    void (*read)(void *context, bool returned, uint64_t address, uint8_t *bytes, bool *known, size_t size);
    /* Appends `size` bytes as quoted text; `ends`: up to the first 0 */
    void (*quote)(void *context, bool returned, uint64_t address, uint64_t size, bool ends, struct text *out);
    void *context;
};

/* Does it use a descriptor: as an argument, as the result of a call that returns one, or in memory: those of pipe and socketpair, and those that poll (the
 * first 65,536) and select wait for? Not: those in messages (recvmsg). It asks for memory only of these calls; unknown bytes are no descriptor. */
bool system_call_uses(const struct system_call_told *call, const struct system_call_memory *memory, uint32_t descriptor);

/* Appends the call. Unknown bytes appear as <unknown>, memory that the kernel did not write as its address. It asks for memory at the entry first, of recvmsg
 * once more. At most CALL_ELEMENTS elements of an array appear, then "...". */
enum { CALL_ELEMENTS = 32 };
void system_call_text(const struct system_call_told *call, const struct system_call_memory *memory, struct text *out);

/* Appends --- SIGNAL {siginfo} ---. information: the address of the struct siginfo, read as `returned`; 0: unknown. */
void signal_text(uint64_t number, uint64_t information, const struct system_call_memory *memory, struct text *out);

#endif
