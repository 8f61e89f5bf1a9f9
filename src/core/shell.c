/* shell.c - programs that the user asked for.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * clew writes into a non-blocking pipe, so that it notices when the program was stopped before it read everything. */
#include "core/memory.h"
#include "core/shell.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LOOK = 100 /* milliseconds between two checks of a program that does not read */ };

struct shell {
    pid_t process;
    int pipe;                           /* -1: not fed, or closed */
    FILE *input;
    bool ended;
    int status;
    bool (*stopped)(void);
    struct sigaction before;            /* of SIGPIPE */
};

/* Checks the program's state. If it is stopped, clew stops too, and the shell has the terminal; both continue together. */
static void look(struct shell *shell, bool wait)
{
    int status = 0;
    while (!shell->ended) {
        pid_t changed = waitpid(shell->process, &status, WUNTRACED | (wait ? 0 : WNOHANG));
        if (changed == shell->process && WIFSTOPPED(status)) {
            raise(SIGSTOP);
            kill(shell->process, SIGCONT);
        } else if (changed == shell->process || (changed < 0 && errno != EINTR)) {
            shell->ended = true;
            shell->status = changed < 0 ? SHELL_NOT_FOUND << 8 : status;
        } else if (changed == 0) {
            return;
        }
    }
}

static ssize_t feed(void *cookie, const char *bytes, size_t size)
{
    struct shell *shell = cookie;
    size_t done = 0;
    while (done < size && !(shell->stopped && shell->stopped())) {
        ssize_t written = write(shell->pipe, bytes + done, size - done);
        if (written >= 0) {
            done += (size_t)written;
        } else if (errno == EAGAIN) {
            struct pollfd file = {.fd = shell->pipe, .events = POLLOUT};
            poll(&file, 1, LOOK);
            look(shell, false);
        } else if (errno != EINTR) {
            break;
        }
    }
    return done == size ? (ssize_t)size : 0;
}

static bool start(struct shell *shell, const char *const arguments[], const int ends[2])
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    shell->process = fork();
    if (!shell->process) {
        if (ends[0] >= 0 && dup2(ends[0], STDIN_FILENO) < 0)
            _exit(SHELL_NOT_FOUND);
        execv(arguments[0], (char *const *)(uintptr_t)arguments);
        _exit(SHELL_NOT_FOUND);
    }
    sigaction(SIGPIPE, &ignore, &shell->before);
    return shell->process > 0;
}

struct shell *shell_start(const char *const arguments[], bool fed, bool (*stopped)(void), struct error *error)
{
    struct shell *shell = memory_allocate(sizeof *shell);
    int ends[2] = {-1, -1};
    *shell = (struct shell){.pipe = -1, .stopped = stopped};
    bool done = !fed || (pipe2(ends, O_CLOEXEC) == 0 && fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0);
    done = done && start(shell, arguments, ends);
    if (!done)
        error_set(error, "%s cannot be started: %s", arguments[0], strerror(errno));
    if (ends[0] >= 0)
        close(ends[0]);
    shell->pipe = ends[1];
    if (done && fed)
        shell->input = fopencookie(shell, "w", (cookie_io_functions_t){.write = feed});
    if (done)
        return shell;
    if (shell->pipe >= 0)
        close(shell->pipe);
    free(shell);
    return NULL;
}

FILE *shell_input(struct shell *shell)
{
    return shell->input;
}

int shell_finish(struct shell *shell)
{
    if (shell->input)
        fclose(shell->input);
    if (shell->pipe >= 0)
        close(shell->pipe);
    look(shell, true);
    int status = shell->status;
    sigaction(SIGPIPE, &shell->before, NULL);
    free(shell);
    return status;
}

void shell_say(int status, struct text *out)
{
    if (WIFSIGNALED(status))
        text_printf(out, "ended by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        text_printf(out, "exit status %d", WEXITSTATUS(status));
}
