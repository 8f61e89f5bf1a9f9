/* launch.c - finds and starts the recorder and the program; asks other programs for their version.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/launch.h"
#include "core/core.h"
#include "recording/log/log.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { VERSION_PATIENCE = 5000 /* milliseconds in all */, VERSION_SIZE = 512 };

/* In the child, between fork and exec; does not return. The recorder is a Valgrind tool: it starts only if its environment names a launcher. Other programs
 * ignore that variable. */
static _Noreturn void become(const char *path, char *const *arguments, int out)
{
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setenv("VALGRIND_LAUNCHER", "valgrind", 1);
    if (nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 && dup2(nothing, STDERR_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0)
        execv(path, arguments);
    _exit(127);
}

/* Reads up to the end of the first line, of the output, of the room or of VERSION_PATIENCE. */
static size_t read_line(int from, char *line, size_t room)
{
    struct pollfd ready = {.fd = from, .events = POLLIN};
    int64_t end = milliseconds() + VERSION_PATIENCE;
    size_t size = 0;
    while (size < room && str_find_byte((struct str){line, size}, '\n') == SIZE_MAX) {
        int64_t left = end - milliseconds();
        int found = poll(&ready, 1, left > 0 ? (int)left : 0);
        if (found < 0 && errno == EINTR)
            continue;
        ssize_t more = found > 0 ? read(from, line + size, room - size) : 0;
        if (more < 0 && errno == EINTR)
            continue;
        if (more <= 0)
            break;
        size += (size_t)more;
    }
    return size;
}

bool program_version(const char *path, char *const *arguments, struct text *version)
{
    int ends[2];
    char line[VERSION_SIZE];
    if (pipe2(ends, O_CLOEXEC) < 0)
        return false;
    pid_t child = fork();
    if (child == 0)
        become(path, arguments, ends[1]);
    close(ends[1]);
    size_t size = child > 0 ? read_line(ends[0], line, sizeof line) : 0;
    close(ends[0]);
    if (child > 0) {
        kill(child, SIGKILL);           /* it has printed its first line, or never will */
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
            continue;
    }
    struct str said = {line, size};
    size_t end = str_find_byte(said, '\n');
    text_safe(version, str_trim(str_cut(said, 0, end == SIZE_MAX ? size : end)));
    return size > 0;
}

/* In the child, between fork and exec; does not return. */
static _Noreturn void work(const char *path, char *const *arguments, const char *folder)
{
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    signal(SIGINT, SIG_DFL);
    if (nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 && dup2(nothing, STDOUT_FILENO) >= 0 && dup2(nothing, STDERR_FILENO) >= 0 && chdir(folder) == 0)
        execv(path, arguments);
    _exit(127);
}

bool program_succeeds(const char *path, char *const *arguments, const char *folder)
{
    int status = 1;
    void (*before)(int) = signal(SIGINT, SIG_IGN);
    pid_t child = fork();
    if (child == 0)
        work(path, arguments, folder);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    signal(SIGINT, before);
    return child > 0 && status == 0;
}

/* ---- The recorder ---- */

char *record_tool(void)
{
    return part_search("CLEW_RECORDER", "clewrec-amd64-linux", X_OK);
}

/* ---- The program ---- */

/* The file must have its program headers: without them Valgrind would give it to the shell. The dynamic linker that it names must exist: otherwise the kernel
 * would report "No such file" for the program itself. */
static bool check_headers(const char *path, const unsigned char *head, struct error *error)
{
    Elf64_Ehdr header;
    Elf64_Phdr part;
    char linker[4096];
    bool good = true;
    memcpy(&header, head, sizeof header);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    for (unsigned i = 0; good && file >= 0 && i < header.e_phnum; i++) {
        if (header.e_phoff > INT64_MAX / 2 || pread(file, &part, sizeof part, (off_t)(header.e_phoff + i * sizeof part)) != sizeof part) {
            good = error_at(error, path, 0, 0, "is cut short: its ELF program headers are missing");
            break;
        }
        if (part.p_type != PT_INTERP || part.p_filesz == 0 || part.p_filesz >= sizeof linker || part.p_offset > INT64_MAX)
            continue;
        linker[part.p_filesz] = 0;
        if (pread(file, linker, part.p_filesz, (off_t)part.p_offset) == (ssize_t)part.p_filesz && access(linker, F_OK) < 0)
            good = error_at(error, path, 0, 0, "needs the dynamic linker %s, which clew cannot find: %s", linker, strerror(errno));
    }
    if (file >= 0)
        close(file);
    return good;
}

static bool check_elf(const char *path, const unsigned char *head, ssize_t size, struct error *error)
{
    Elf64_Ehdr header;
    if (size < (ssize_t)sizeof header || memcmp(head, ELFMAG, SELFMAG) != 0)
        return error_at(error, path, 0, 0, "is not a program: neither an ELF file nor a script with #!");
    memcpy(&header, head, sizeof header);
    if (head[EI_CLASS] != ELFCLASS64)
        return error_at(error, path, 0, 0, "is a 32-bit program; clew records 64-bit x86-64 programs");
    if (header.e_machine != EM_X86_64)
        return error_at(error, path, 0, 0, "is a program for another machine (ELF machine %u); clew records x86-64 programs", header.e_machine);
    if (header.e_type != ET_EXEC && header.e_type != ET_DYN)
        return error_at(error, path, 0, 0, "is an ELF file, but not a program");
    if (header.e_phentsize != sizeof(Elf64_Phdr) || header.e_phnum == 0)
        return error_at(error, path, 0, 0, "is an ELF file, but has no program headers");
    return check_headers(path, head, error);
}

static bool read_head(const char *path, unsigned char head[256], ssize_t *size, struct error *error)
{
    struct stat stat_buffer;
    if (stat(path, &stat_buffer) < 0)
        return file_not_opened(path, "cannot be run", errno, error);
    if (S_ISDIR(stat_buffer.st_mode))
        return error_at(error, path, 0, 0, "is a folder, not a program");
    if (access(path, X_OK) < 0)
        return error_at(error, path, 0, 0, "cannot be run: %s", strerror(errno));
    if (stat_buffer.st_mode & (S_ISUID | S_ISGID))
        return error_at(error, path, 0, 0, "runs as another user or group (set-user-id, set-group-id); clew cannot record such programs");
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return error_at(error, path, 0, 0, "cannot be read: %s", strerror(errno));
    *size = read(descriptor, head, 256);
    close(descriptor);
    return true;
}

static void add_script(struct error *error, const char *program)
{
    size_t used = strlen(error->message);
    snprintf(error->message + used, sizeof error->message - used, " (the interpreter of %s)", program);
}

bool launch_check(const char *program, char **executable, struct error *error)
{
    char *path = program_search(program);
    if (!path)
        return program_not_found(program, error);
    for (int scripts = 0; scripts < 5; scripts++) {
        unsigned char head[256];
        ssize_t size = 0;
        bool good = read_head(path, head, &size, error);
        bool script = good && size > 2 && head[0] == '#' && head[1] == '!';
        if (!script) {
            good = good && check_elf(path, head, size, error);
            if (!good && scripts > 0)
                add_script(error, program);
            *executable = good ? realpath(path, NULL) : NULL;
            free(path);
            return good && (*executable || error_at(error, program, 0, 0, "cannot be found: %s", strerror(errno)));
        }
        struct str line = {(const char *)head + 2, (size_t)size - 2}, interpreter;
        line = str_cut(line, 0, str_find_byte(line, '\n'));
        if (!str_field(&line, &interpreter)) {
            error_at(error, path, 1, 3, "the script names no interpreter");
            free(path);
            return false;
        }
        free(path);
        path = strndup(interpreter.data, interpreter.size);
    }
    free(path);
    return error_at(error, program, 0, 0, "is a script of a script of a script: the kernel goes no further");
}

char *launch_script(const char *program, const char *executable)
{
    char *path = program_search(program), *found = path ? realpath(path, NULL) : NULL;
    free(path);
    if (found && strcmp(found, executable) != 0)
        return found;
    free(found);
    return NULL;
}

/* ---- Starting ---- */

/* The recorder contains Valgrind's core and needs no other part of Valgrind, whatever version is installed. The core still insists on the name
 * of a launcher. */
static const char *valgrind_launcher(void)
{
    return "valgrind";
}

bool launch_prepare(struct launch *launch, struct error *error)
{
    *launch = (struct launch){.tool = record_tool(), .launcher = valgrind_launcher()};
    if (!launch->tool || !launch->launcher) {
        free(launch->tool);
        const char *named = getenv("CLEW_RECORDER");
        if (named && *named)
            return error_at(error, named, 0, 0, "cannot be run: %s (the recorder that CLEW_RECORDER names)", strerror(errno));
        return error_set(error, "recording needs Valgrind: install the Debian package valgrind, then build clew again (make)");
    }
    launch->messages_file = memfd_create("clew-record", MFD_CLOEXEC);
    snprintf(launch->messages, sizeof launch->messages, "/proc/%d/fd/%d", (int)getpid(), launch->messages_file);
    if (launch->messages_file >= 0)
        return true;
    free(launch->tool);
    return error_set(error, "no memory for the recorder's messages: %s", strerror(errno));
}

/* Returns the launcher's name followed by this process's environment. Valgrind removes the first variable of that name; a second one belongs to the program.
 * Never freed. */
static char **make_environment(const struct launch *launch)
{
    static const char name[] = "VALGRIND_LAUNCHER=";
    size_t count = 0, size = sizeof name + strlen(launch->launcher);
    while (environ[count])
        count++;
    char **all = memory_allocate((count + 2) * sizeof *all);
    all[0] = memory_allocate(size);
    snprintf(all[0], size, "%s%s", name, launch->launcher);
    memcpy(all + 1, environ, (count + 1) * sizeof *all);
    return all;
}

enum { NOT_EXECUTED = 127 };

/* In the child, between fork and exec (clew has no other thread that could hold a lock); does not return. */
static _Noreturn void become_recorder(const struct launch *launch, const struct launch_log *log, char *const *arguments, int death_signal)
{
    size_t count = 0;
    while (arguments[count])
        count++;
    char log_option[160], messages_option[96], death_option[40];
    const char *state = launch->state ? "--state=yes" : "--state=no";
    const char *bytes = launch->bytes ? "--bytes=yes" : "--bytes=no", *children = log->name ? "--trace-children=yes" : "--trace-children=no";
    if (log->name)
        snprintf(log_option, sizeof log_option, "--connect=%s", log->name);
    else
        snprintf(log_option, sizeof log_option, "--stream=%d", log->stream);
    snprintf(messages_option, sizeof messages_option, "--log-file=%s", launch->messages);
    snprintf(death_option, sizeof death_option, "--death-signal=%d", death_signal);
    const char *fixed[] = {launch->tool, "--tool=clewrec", "--command-line-only=yes", "--vgdb=no", "--error-exitcode=0", "--max-threads=4096",
                           messages_option, log_option, death_option, children, bytes, state, "--"};
    enum { FIXED = sizeof fixed / sizeof fixed[0] };
    const char **all = memory_allocate((FIXED + count + 1) * sizeof *all);
    memcpy(all, fixed, sizeof fixed);
    memcpy(all + FIXED, arguments, count * sizeof *all);
    execve(launch->tool, (char *const *)(uintptr_t)all, make_environment(launch));
    _exit(NOT_EXECUTED);
}

bool launch_start(struct launch *launch, const struct launch_log *log, char *const *arguments, const struct launch_signals *before, struct error *error)
{
    pid_t parent = getpid();
    int death_signal = 0;               /* the program's own, as it would be without clew */
    prctl(PR_GET_PDEATHSIG, &death_signal);
    launch->process = fork();
    if (launch->process == 0) {
        if (!log->name)
            fcntl(log->stream, F_SETFD, 0);
        sigaction(SIGCHLD, &before->child, NULL);
        sigprocmask(SIG_SETMASK, &before->mask, NULL);
        prctl(PR_SET_PDEATHSIG, SIGTERM);   /* the program does not outlive clew */
        if (getppid() != parent)
            _exit(127);
        become_recorder(launch, log, arguments, death_signal);
    }
    return launch->process > 0 || error_set(error, "cannot start the recorder: %s", strerror(errno));
}

/* Finds the last line of Valgrind's messages with these words, from one process (0: from any), without its "==123== ". */
static void find_message(const struct launch *launch, pid_t process, const char *words, char *out, size_t size)
{
    struct arena arena = {0};
    struct str bytes, line, last = {0};
    struct error unreadable;
    char mark[32];
    snprintf(mark, sizeof mark, "==%d==", (int)process);
    if (file_read(launch->messages, &arena, &bytes, &unreadable))
        while (str_line(&bytes, &line)) {
            size_t end = str_find(line, str_of("== "));
            bool own = process == 0 || str_starts(line, mark);
            line = str_trim(str_cut(line, end == SIZE_MAX ? 0 : end + 3, line.size));
            if (own && line.size && str_find(line, str_of(words)) != SIZE_MAX)
                last = line;
        }
    snprintf(out, size, "%.*s", STR(last));
    arena_free(&arena);
}

/* Finds why Valgrind gave up; "": it did not. */
static void find_failure(const struct launch *launch, char *out, size_t size)
{
    static const char *const words[] = {"clewrec: out of memory", "Max number of threads is too low", "the 'impossible' happened", "INTERNAL ERROR", "Fatal error at startup", "EXEC FAILED",
                                        "runs unrecorded"};
    out[0] = 0;
    for (size_t i = 0; i < sizeof words / sizeof words[0] && !out[0]; i++)
        find_message(launch, 0, words[i], out, size);
}

void launch_wrote_nothing(const struct launch *launch, int status, struct error *error)
{
    char said[256];
    if (WIFSIGNALED(status))
        error_at(error, launch->tool, 0, 0, "the recorder was killed by signal %d before it wrote anything", WTERMSIG(status));
    else if (WEXITSTATUS(status) == NOT_EXECUTED)
        error_at(error, launch->tool, 0, 0, "cannot execute the recorder");
    else
        error_at(error, launch->tool, 0, 0, "the recorder ended with status %d and wrote nothing", WEXITSTATUS(status));
    find_failure(launch, said, sizeof said);
    size_t used = strlen(error->message);
    if (said[0])
        snprintf(error->message + used, sizeof error->message - used, "; it said: %s", said);
}

/* Valgrind says "Access not within mapped region at address 0x10", "Bad permissions for mapped region at address 0x400000" or "Non-existent physical address at
 * address 0x4034000". */
bool launch_accessed(const struct launch *launch, int status, uint64_t *address)
{
    static const char words[] = " at address 0x";
    char message[256];
    if (!WIFSIGNALED(status) || (WTERMSIG(status) != SIGSEGV && WTERMSIG(status) != SIGBUS))
        return false;
    find_message(launch, launch->process, words, message, sizeof message);
    size_t at = str_find(str_of(message), str_of(words));
    return at != SIZE_MAX && str_hex(str_of(message + at + sizeof words - 1), address);
}

/* ---- Limits of Valgrind that the program reached ---- */

static bool is_said(const struct launch *launch, const char *words, char message[256])
{
    find_message(launch, 0, words, message, 256);
    return message[0] != 0;
}

bool launch_restricted(const struct launch *launch)
{
    char message[256];
    return is_said(launch, "clewrec: seccomp", message);
}

void launch_limits(const struct launch *launch, char *limits, size_t size)
{
    static const char refused[] = "clewrec: refused ";
    char message[256];
    struct text text = {0};
    if (is_said(launch, "brk segment overflow", message))
        text_add(&text, "Valgrind limits brk to 8 MB, and the program asked for more: sbrk failed; malloc takes memory from mmap instead\n");
    if (is_said(launch, refused, message))
        text_printf(&text, "Valgrind keeps the memory at %s for itself: the program could not map it\n", message + sizeof refused - 1);
    snprintf(limits, size, "%s", text.size ? text_string(&text) : "");
    text_free(&text);
}

/* ---- Processes that clew does not record ---- */

struct unrecorded {
    struct str process, program;      /* "==123"; the program it executed last */
    size_t alike;                     /* how many processes executed that program last (merge_alike) */
};

struct unrecorded_list {
    struct unrecorded *items;
    size_t count, capacity;
};

/* Takes a line of the messages (child.c of the recorder): "==123== clewrec: forked", "==123== clewrec: executes /bin/sed". */
static void take_unrecorded(struct unrecorded_list *list, struct str line, struct str own)
{
    static const char forked[] = "== clewrec: forked", executes[] = "== clewrec: executes ";
    size_t fork = str_find(line, str_of(forked)), exec = str_find(line, str_of(executes));
    if (fork != SIZE_MAX) {
        list->items = array_grow(list->items, &list->capacity, list->count + 1, sizeof *list->items);
        list->items[list->count++] = (struct unrecorded){.process = str_cut(line, 0, fork), .program = own, .alike = 1};
    }
    enum { LATEST = 4096 };             /* looks among the latest forks only */
    for (size_t i = list->count; exec != SIZE_MAX && i > 0 && list->count - i < LATEST; i--)
        if (str_equal(list->items[i - 1].process, str_cut(line, 0, exec))) {
            list->items[i - 1].program = str_basename(str_cut(line, exec + sizeof executes - 1, line.size));
            return;
        }
}

static int by_program(const void *a, const void *b)
{
    return str_compare(((const struct unrecorded *)a)->program, ((const struct unrecorded *)b)->program);
}

static int most_first(const void *a, const void *b)
{
    const struct unrecorded *x = a, *y = b;
    return x->alike != y->alike ? (x->alike > y->alike ? -1 : 1) : by_program(a, b);
}

/* Keeps one item for each program, with the number of its processes. */
static void merge_alike(struct unrecorded_list *list)
{
    size_t kept = 0;
    qsort(list->items, list->count, sizeof *list->items, by_program);
    for (size_t i = 0; i < list->count; i++)
        if (kept && str_equal(list->items[kept - 1].program, list->items[i].program))
            list->items[kept - 1].alike++;
        else
            list->items[kept++] = list->items[i];
    list->count = kept;
}

/* "2 cc1, sh, 1 other": programs with most processes first, then by name, as parallel processes report in any order. Processes of the programs after the
 * first NAMES count as others. */
static void name_unrecorded(struct unrecorded_list *list, struct text *names)
{
    enum { NAMES = 8 };
    size_t others = 0;
    merge_alike(list);
    qsort(list->items, list->count, sizeof *list->items, most_first);
    for (size_t i = 0; i < list->count; i++)
        if (i < NAMES) {
            text_add(names, i ? ", " : "");
            if (list->items[i].alike > 1)
                text_printf(names, "%zu ", list->items[i].alike);
            text_safe(names, list->items[i].program);
        } else
            others += list->items[i].alike;
    if (others)
        text_printf(names, ", %zu other%s", others, others > 1 ? "s" : "");
}

uint64_t launch_unrecorded(const struct launch *launch, const char *program, char *names, size_t size)
{
    struct arena arena = {0};
    struct unrecorded_list list = {0};
    struct text text = {0};
    struct str bytes, line;
    struct error unreadable;
    if (file_read(launch->messages, &arena, &bytes, &unreadable))
        while (str_line(&bytes, &line))
            take_unrecorded(&list, line, str_basename(str_of(program)));
    uint64_t count = list.count;
    if (count)
        name_unrecorded(&list, &text);
    snprintf(names, size, "%s", count ? text_string(&text) : "");
    text_free(&text);
    free(list.items);
    arena_free(&arena);
    return count;
}

void launch_end(struct launch *launch, char message[256])
{
    find_failure(launch, message, 256);
    close(launch->messages_file);
    free(launch->tool);
    launch->tool = NULL;
}
