/* launch.c - finding the recorder and the program, starting, waiting.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "capture/launch.h"

#include "capture/capture.h"
#include "capture/output.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

char *record_tool(void)
{
    return part_search("CLEW_RECORDER", "clewrec-amd64-linux", X_OK);
}

/* ---- The program ---- */

/* The dynamic linker that the program names must be there, as the kernel says "No such file" of the program itself. */
static bool check_linker(const char *path, const unsigned char *head, struct error *error)
{
    Elf64_Ehdr header;
    Elf64_Phdr part;
    char linker[4096];
    bool good = true;
    memcpy(&header, head, sizeof header);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    for (unsigned i = 0; file >= 0 && i < header.e_phnum && header.e_phoff < INT64_MAX / 2; i++) {
        if (pread(file, &part, sizeof part, (off_t)(header.e_phoff + i * sizeof part)) != sizeof part)
            break;
        if (part.p_type != PT_INTERP || part.p_filesz == 0 || part.p_filesz >= sizeof linker || part.p_offset > INT64_MAX)
            continue;
        linker[part.p_filesz] = 0;
        if (pread(file, linker, part.p_filesz, (off_t)part.p_offset) == (ssize_t)part.p_filesz && access(linker, F_OK) < 0)
            good = error_at(error, path, 0, 0, "needs the dynamic linker %s, which cannot be found: %s", linker, strerror(errno));
    }
    if (file >= 0)
        close(file);
    return good;
}

static bool check_elf(const char *path, const unsigned char *head, ssize_t size, struct error *error)
{
    Elf64_Ehdr header;
    if (size < (ssize_t)sizeof header || memcmp(head, ELFMAG, SELFMAG) != 0)
        return error_at(error, path, 0, 0, "is no program: neither an ELF file nor a script with #!");
    memcpy(&header, head, sizeof header);
    if (head[EI_CLASS] != ELFCLASS64)
        return error_at(error, path, 0, 0, "is a 32-bit program; clew records 64-bit x86-64 programs");
    if (header.e_machine != EM_X86_64)
        return error_at(error, path, 0, 0, "is a program for another machine (ELF machine %u); clew records x86-64 programs", header.e_machine);
    if (header.e_type != ET_EXEC && header.e_type != ET_DYN)
        return error_at(error, path, 0, 0, "is an ELF file, but not a program");
    return check_linker(path, head, error);
}

static bool read_head(const char *path, unsigned char head[256], ssize_t *size, struct error *error)
{
    struct stat stat_buffer;
    if (stat(path, &stat_buffer) < 0)
        return error_at(error, path, 0, 0, "cannot be run: %s", strerror(errno));
    if (S_ISDIR(stat_buffer.st_mode))
        return error_at(error, path, 0, 0, "is a folder, not a program");
    if (access(path, X_OK) < 0)
        return error_at(error, path, 0, 0, "cannot be run: %s", strerror(errno));
    if (stat_buffer.st_mode & (S_ISUID | S_ISGID))
        return error_at(error, path, 0, 0, "runs as another user (set-user-id); such programs cannot be recorded");
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return error_at(error, path, 0, 0, "cannot be read: %s", strerror(errno));
    *size = read(descriptor, head, 256);
    close(descriptor);
    return true;
}

bool launch_check(const char *program, char **executable, struct error *error)
{
    char *path = program_search(program);
    if (!path)
        return error_at(error, program, 0, 0, "no such program in $PATH");
    for (int scripts = 0; scripts < 5; scripts++) {
        unsigned char head[256];
        ssize_t size = 0;
        bool good = read_head(path, head, &size, error);
        bool script = good && size > 2 && head[0] == '#' && head[1] == '!';
        if (!script) {
            good = good && check_elf(path, head, size, error);
            *executable = good ? realpath(path, NULL) : NULL;
            free(path);
            return good && (*executable || error_at(error, program, 0, 0, "cannot be found: %s", strerror(errno)));
        }
        struct slice line = {(const char *)head + 2, (size_t)size - 2}, interpreter;
        line = slice_cut(line, 0, slice_find_byte(line, '\n'));
        if (!slice_field(&line, &interpreter)) {
            error_at(error, path, 1, 3, "the script names no interpreter");
            free(path);
            return false;
        }
        free(path);
        path = strndup(interpreter.data, interpreter.size);
    }
    free(path);
    return error_at(error, program, 0, 0, "is a script of a script of a script: that is as far as the kernel goes");
}

/* ---- Starting ---- */

/* The recorder has Valgrind's core in it and runs without any other part of Valgrind, whatever version is installed now. The core insists on
 * the name of a launcher all the same. */
static const char *valgrind_launcher(void)
{
    return "valgrind";
}

/* In the child, between fork and exec (clew has no other thread that could hold a lock); does not return. */
static _Noreturn void become_recorder(const char *tool, const char *launcher, const struct launch *launch, int stream, char *const *arguments)
{
    size_t count = 0;
    while (arguments[count])
        count++;
    char stream_option[32], messages_option[96];
    snprintf(stream_option, sizeof stream_option, "--stream=%d", stream);
    snprintf(messages_option, sizeof messages_option, "--log-file=%s", launch->messages);
    const char *fixed[] = {tool, "--tool=clewrec", "--command-line-only=yes", "--vgdb=no", "--error-exitcode=0", messages_option, stream_option, "--"};
    enum { FIXED = sizeof fixed / sizeof fixed[0] };
    const char **all = memory_allocate((FIXED + count + 1) * sizeof *all);
    memcpy(all, fixed, sizeof fixed);
    memcpy(all + FIXED, arguments, count * sizeof *all);
    setenv("VALGRIND_LAUNCHER", launcher, 1);
    execv(tool, (char *const *)(uintptr_t)all);
    _exit(127);
}

bool launch_start(struct launch *launch, char *const *arguments, struct error *error)
{
    int ends[2];
    char *tool = record_tool();
    const char *launcher = valgrind_launcher();
    if (!tool || !launcher) {
        free(tool);
        return error_set(error, "recording needs Valgrind: install the Debian package valgrind, then build clew again (make)");
    }
    snprintf(launch->messages, sizeof launch->messages, "/tmp/clew-record-XXXXXX");
    int messages = mkostemp(launch->messages, O_CLOEXEC);
    if (messages >= 0)
        close(messages);
    if (messages < 0 || pipe2(ends, O_CLOEXEC) < 0) {
        free(tool);
        return error_set(error, "no temporary file or pipe for the recorder: %s", strerror(errno));
    }
    fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
    sigset_t passed_on;
    sigemptyset(&passed_on);
    sigaddset(&passed_on, SIGTERM);
    sigaddset(&passed_on, SIGHUP);
    sigprocmask(SIG_BLOCK, &passed_on, &launch->mask);
    launch->signals = signalfd(-1, &passed_on, SFD_CLOEXEC | SFD_NONBLOCK);
    launch->process = fork();
    if (launch->process == 0) {
        fcntl(ends[1], F_SETFD, 0);
        sigprocmask(SIG_SETMASK, &launch->mask, NULL);
        prctl(PR_SET_PDEATHSIG, SIGTERM);   /* whoever ends clew does not leave the program behind */
        become_recorder(tool, launcher, launch, ends[1], arguments);
    }
    free(tool);
    close(ends[1]);
    launch->log = ends[0];
    if (launch->process < 0) {
        close(ends[0]);
        close(launch->signals);
        sigprocmask(SIG_SETMASK, &launch->mask, NULL);
        unlink(launch->messages);
        return error_set(error, "the recorder could not be started: %s", strerror(errno));
    }
    launch->old.interrupt = signal(SIGINT, SIG_IGN);
    launch->old.quit = signal(SIGQUIT, SIG_IGN);
    return true;
}

void launch_wait(void *context)
{
    struct launch *launch = context;
    struct pollfd files[2] = {{launch->log, POLLIN, 0}, {launch->signals, POLLIN, 0}};
    struct signalfd_siginfo signal_info;
    for (;;) {
        if (poll(files, launch->signals >= 0 ? 2 : 1, -1) < 0 && errno != EINTR)
            return;
        if (launch->signals >= 0 && read(launch->signals, &signal_info, sizeof signal_info) == sizeof signal_info)
            kill(launch->process, (int)signal_info.ssi_signo);
        if (files[0].revents)
            return;
    }
}

/* The last line of Valgrind's messages that has these words ("": any), without its "==123== ". */
static void find_message(const struct launch *launch, const char *words, char *out, size_t size)
{
    struct arena arena = {0};
    struct slice bytes, line, last = {0};
    struct error unreadable;
    if (file_read(launch->messages, &arena, &bytes, &unreadable))
        while (slice_line(&bytes, &line)) {
            size_t mark = slice_find(line, slice_of("== "));
            line = slice_trim(slice_cut(line, mark == SIZE_MAX ? 0 : mark + 3, line.size));
            if (line.size && slice_find(line, slice_of(words)) != SIZE_MAX)
                last = line;
        }
    snprintf(out, size, "%.*s", SLICE(last));
    arena_free(&arena);
}

/* Why Valgrind gave up; "": it did not. */
static void find_failure(const struct launch *launch, char *out, size_t size)
{
    static const char *const words[] = {"clewrec: out of memory", "the 'impossible' happened", "INTERNAL ERROR", "Fatal error at startup", "EXEC FAILED",
                                        "runs unrecorded"};
    out[0] = 0;
    for (size_t i = 0; i < sizeof words / sizeof words[0] && !out[0]; i++)
        find_message(launch, words[i], out, size);
}

static void add_message(const struct launch *launch, struct error *error)
{
    char said[256];
    find_failure(launch, said, sizeof said);
    size_t used = strlen(error->message);
    if (said[0])
        snprintf(error->message + used, sizeof error->message - used, "; it said: %s", said);
}

/* "Access not within mapped region at address 0x10", "Bad permissions for mapped region at address 0x400000", "Non-existent physical address at address
 * 0x4034000" */
static void find_accessed(struct launch *launch)
{
    static const char words[] = " at address 0x";
    char message[256];
    find_message(launch, words, message, sizeof message);
    size_t at = slice_find(slice_of(message), slice_of(words));
    launch->has_accessed = at != SIZE_MAX && slice_hex(slice_of(message + at + sizeof words - 1), &launch->accessed);
}

bool launch_finish(struct launch *launch, bool log_good, int *status, char message[256], struct error *error)
{
    close(launch->log);
    if (launch->signals >= 0)
        close(launch->signals);
    sigprocmask(SIG_SETMASK, &launch->mask, NULL);
    while (waitpid(launch->process, status, 0) < 0 && errno == EINTR)
        continue;
    signal(SIGINT, launch->old.interrupt);
    signal(SIGQUIT, launch->old.quit);
    find_failure(launch, message, 256);
    launch->has_accessed = false;
    if (WIFSIGNALED(*status) && (WTERMSIG(*status) == SIGSEGV || WTERMSIG(*status) == SIGBUS))
        find_accessed(launch);
    if (!log_good)
        add_message(launch, error);
    unlink(launch->messages);
    return log_good;
}
