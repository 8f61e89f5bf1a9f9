/* process.c - words, files, running programs.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

void words_add(struct words *words, const char *word)
{
    words->items = array_grow(words->items, &words->capacity, words->count + 2, sizeof *words->items);
    words->items[words->count++] = print("%s", word);
    words->items[words->count] = NULL;
}

static char *print_list(const char *format, va_list list)
{
    va_list copy;
    va_copy(copy, list);
    int size = vsnprintf(NULL, 0, format, copy);
    va_end(copy);
    char *string = memory_allocate(size < 0 ? 1 : (size_t)size + 1);
    if (size >= 0)
        vsnprintf(string, (size_t)size + 1, format, list);
    return string;
}

char *print(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *string = print_list(format, list);
    va_end(list);
    return string;
}

void words_print(struct words *words, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *string = print_list(format, list);
    va_end(list);
    words_add(words, string);
    free(string);
}

bool words_have(const struct words *words, const char *word)
{
    for (size_t i = 0; i < words->count; i++)
        if (strcmp(words->items[i], word) == 0)
            return true;
    return false;
}

void complain(const char *format, ...)
{
    struct text safe = {0};
    va_list list;
    va_start(list, format);
    char *string = print_list(format, list);
    va_end(list);
    text_safe(&safe, str_of(string));
    fprintf(stderr, "clew ae-cc: %s\n", text_string(&safe));
    text_free(&safe);
    free(string);
}

const char *compiler_name(void)
{
    const char *named = getenv("CLEW_MIPS_CC");
    return named && *named ? named : "mips-linux-gnu-gcc";
}

static _Noreturn void become(const struct words *command, const char *output)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (output) {
        int file = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (file < 0 || dup2(file, STDOUT_FILENO) < 0 || dup2(file, STDERR_FILENO) < 0)
            _exit(126);
    }
    execvp(command->items[0], command->items);
    complain("cannot start %s: %s", command->items[0], strerror(errno));
    _exit(127);
}

int run(const struct words *command, const char *output)
{
    int status;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        become(command, output);
    while (child > 0 && waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            child = -1;
    if (child < 0) {
        complain("cannot run %s: %s", command->items[0], strerror(errno));
        return 1;
    }
    if (WIFSIGNALED(status))
        complain("%s was ended by signal %d", command->items[0], WTERMSIG(status));
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool read_whole(const char *path, struct text *bytes)
{
    char block[65536];
    ssize_t size;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    while ((size = read(file, block, sizeof block)) > 0 || (size < 0 && errno == EINTR))
        if (size > 0)
            text_append(bytes, (struct str){block, (size_t)size});
    close(file);
    return size == 0;
}

bool write_whole(const char *path, struct str bytes)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    while (file >= 0 && bytes.size > 0) {
        ssize_t size = write(file, bytes.data, bytes.size);
        if (size < 0 && errno != EINTR)
            break;
        bytes = str_cut(bytes, size > 0 ? (size_t)size : 0, bytes.size);
    }
    if (file < 0 || bytes.size > 0 || close(file) != 0) {
        complain("cannot write %s: %s", path, strerror(errno));
        return false;
    }
    return true;
}
