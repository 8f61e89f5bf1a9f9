/* allocate.c - memory that the system refuses ends the program, whoever asked for it.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * libclew ends where it gets no memory (core/memory.h). The libraries it asks do not: to libdwarf a line table is not there then, to capstone an instruction
 * makes no sense, and the answer is another one, without a word. So in the program all of them get their memory here. What no machine has is refused as
 * always: a damaged file asked for it. Sanitizers bring an allocator of their own. */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#if !defined(__SANITIZE_ADDRESS__)

/* glibc's, under the names it exports them by for this. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *data, size_t size);

#define NO_MACHINE_HAS ((size_t)1 << 40)

/* The screen gives the terminal back when the program aborts. */
static _Noreturn void refused(void)
{
    static const char message[] = "clew: out of memory\n";
    struct sigaction action;
    ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
    (void)written;
    if (sigaction(SIGABRT, NULL, &action) == 0 && action.sa_handler != SIG_DFL)
        abort();
    _exit(1);
}

void *malloc(size_t size)
{
    void *data = __libc_malloc(size);
    if (!data && size < NO_MACHINE_HAS)
        refused();
    return data;
}

void *calloc(size_t count, size_t size)
{
    size_t bytes;
    void *data = __libc_calloc(count, size);
    if (!data && !__builtin_mul_overflow(count, size, &bytes) && bytes < NO_MACHINE_HAS)
        refused();
    return data;
}

void *realloc(void *data, size_t size)
{
    void *moved = __libc_realloc(data, size);
    if (!moved && size && size < NO_MACHINE_HAS)
        refused();
    return moved;
}

#endif
