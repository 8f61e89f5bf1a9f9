/* same.c - runs a command whose programs all start with the same "random" bytes and without address randomization.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     same COMMAND [ARGUMENT...]
 *
 * The C library makes its stack guard from these bytes, and mangles pointers with them. Exits with the command's status, or 128 + its signal. */
#include <elf.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

static void set_random(pid_t process)
{
    char path[64];
    uint64_t pair[2];
    snprintf(path, sizeof path, "/proc/%d/auxv", (int)process);
    FILE *file = fopen(path, "r");
    while (file && fread(pair, sizeof pair, 1, file) == 1 && pair[0])
        for (uint64_t i = 0; pair[0] == AT_RANDOM && i < 16; i += 8)
            ptrace(PTRACE_POKEDATA, process, (void *)(uintptr_t)(pair[1] + i), (void *)(uintptr_t)(0x123456789abcde00 + i));
    if (file)
        fclose(file);
}

int main(int count, char **arguments)
{
    int status = 0, result = 127, signal;
    pid_t child = count > 1 ? fork() : -1, who;
    if (child == 0) {
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        personality(ADDR_NO_RANDOMIZE);
        raise(SIGSTOP);
        execvp(arguments[1], arguments + 1);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFSTOPPED(status))
        return 127;
    ptrace(PTRACE_SETOPTIONS, child, NULL, (void *)(PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL));
    ptrace(PTRACE_CONT, child, NULL, NULL);
    while ((who = waitpid(-1, &status, __WALL)) > 0) {
        if (who == child && !WIFSTOPPED(status))
            result = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        if (!WIFSTOPPED(status))
            continue;
        if (status >> 16 == PTRACE_EVENT_EXEC)
            set_random(who);
        signal = status >> 16 || WSTOPSIG(status) == SIGSTOP ? 0 : WSTOPSIG(status);        /* a new process begins with SIGSTOP */
        ptrace(PTRACE_CONT, who, NULL, (void *)(intptr_t)signal);
    }
    return result;
}
