/* gdb.c - starts gdb, talks to it over pipes, reads its answers and ends it.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/gdb.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- Starting gdb, talking to it over pipes, and ending it ---- */

enum {
    WATCH = 100,                /* milliseconds between two checks of progress */
    LOOK = 10,                  /* milliseconds between two checks by the keeper */
    LEAVE = 2000                /* milliseconds that gdb gets to detach */
};

/* gdb must not inherit clew's signal handlers and settings: a gdb that ignores SIGTERM could not be ended properly. */
static void signals_default(void)
{
    static const int signals[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGPIPE, SIGCHLD, SIGALRM, SIGTSTP};
    sigset_t none;
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        signal(signals[i], SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* The connections, with both ends of each: commands, answers, the error number if gdb cannot run, and clew's life pipe. */
enum { COMMANDS, ANSWERS, FAILURE, LIFE, WAYS };

/* Runs in a child, between fork and exec (clew has no other thread that could hold a lock); does not return. */
static _Noreturn void become_gdb(const char *program, int ways[WAYS][2])
{
    const char *arguments[] = {program, "--nx", "--quiet", "--interpreter=mi", NULL};
    struct rlimit none = {0, 0};
    signals_default();
    setpgid(0, 0);
    setrlimit(RLIMIT_CORE, &none);
    setenv("LC_ALL", "C", 1);           /* clew reads its messages */
    setenv("TERM", "dumb", 1);
    unsetenv("DEBUGINFOD_URLS");
    if (dup2(ways[COMMANDS][1], STDIN_FILENO) >= 0 && dup2(ways[ANSWERS][1], STDOUT_FILENO) >= 0 && dup2(ways[ANSWERS][1], STDERR_FILENO) >= 0)
        execvp(program, (char *const *)(uintptr_t)arguments);
    int number = errno;
    _exit(write(ways[FAILURE][1], &number, sizeof number) == sizeof number ? 127 : 126);
}

/* ---- The keeper ---- */

/* Keeps open only its end of the life pipe, so that a reader of clew's output does not wait for the keeper. */
static void close_all_but(int *life)
{
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int i = 0; i <= STDERR_FILENO; i++)
        dup2(nothing, i);
    *life = dup2(*life, STDERR_FILENO + 1);
    close_range(STDERR_FILENO + 2, ~0U, 0);
}

static bool process_stopped(pid_t process)
{
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = file >= 0 ? read(file, text, sizeof text) : 0;
    if (file >= 0)
        close(file);
    size_t name_end = str_find_last_byte((struct str){text, size > 0 ? (size_t)size : 0}, ')');
    return name_end != SIZE_MAX && name_end + 2 < (size_t)size && text[name_end + 2] == 'T';
}

/* Also kills everything left in gdb's group, such as a child of gdb that tries out ptrace. No other process gets gdb's number until the keeper has waited for
 * it. */
static void wait_for_gdb(pid_t gdb, int life, int64_t patience)
{
    int64_t asked = -1;
    siginfo_t end = {0};
    while (waitid(P_PID, (id_t)gdb, &end, WEXITED | WNOWAIT | WNOHANG) == 0 && end.si_pid == 0) {
        struct pollfd file = {life, POLLIN, 0};
        if (poll(&file, asked < 0 ? 1 : 0, LOOK) > 0)
            asked = milliseconds();
        if (asked >= 0 && milliseconds() - asked > patience)
            kill(-gdb, SIGKILL);
    }
    kill(-gdb, SIGKILL);
}

static _Noreturn void keep(const char *program, pid_t traced, int ways[WAYS][2])
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    signal(SIGCHLD, SIG_DFL);           /* clew may ignore it, and then nobody could wait for a child */
    setsid();
    pid_t gdb = fork();
    if (gdb == 0)
        become_gdb(program, ways);
    int number = errno, status = 0, life = ways[LIFE][0];
    if (gdb < 0)
        _exit(write(ways[FAILURE][1], &number, sizeof number) == sizeof number ? 127 : 126);
    setpgid(gdb, gdb);                  /* here too, so that the group exists whichever process runs first */
    close_all_but(&life);
    wait_for_gdb(gdb, life, traced ? LEAVE : LEAVE / 4);
    waitpid(gdb, &status, 0);
    if (traced && (status != 0 || process_stopped(traced)))
        kill(traced, SIGCONT);
    _exit(0);
}

/* ---- Starting ---- */

static bool start_failed(const char *program, bool named, int number, struct error *error)
{
    if (named)
        return error_at(error, program, 0, 0, "cannot be run as gdb: %s", strerror(number));
    if (number == ENOENT)
        return error_set(error, "gdb is not installed: apt-get install gdb");
    return error_set(error, "gdb cannot be run: %s", strerror(number));
}

/* Opens all descriptors above 2, so that setting up the child's standard files closes none of them. */
static bool open_ways(int ways[WAYS][2])
{
    bool good = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ways[COMMANDS]) == 0;
    for (int way = ANSWERS; way < WAYS; way++)
        good = good && pipe2(ways[way], O_CLOEXEC) == 0;
    for (int i = 0; good && i < 2 * WAYS; i++) {
        int *end = &ways[i / 2][i % 2], above = *end > STDERR_FILENO ? *end : fcntl(*end, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        good = above >= 0;
        if (good && above != *end)
            close(*end);
        if (good)
            *end = above;
    }
    return good;
}

static void close_one(int *descriptor)
{
    if (*descriptor >= 0)
        close(*descriptor);
    *descriptor = -1;
}

/* The error number that kept gdb from running; 0: gdb runs, since exec closes the other end. */
static int read_failure(int way)
{
    int number = 0;
    ssize_t size;
    while ((size = read(way, &number, sizeof number)) < 0 && errno == EINTR)
        continue;
    return size == sizeof number ? number : 0;
}

bool gdb_start(struct gdb *gdb, const char *program, struct error *error)
{
    const char *named = program ? program : getenv("CLEW_GDB");
    int ways[WAYS][2] = {{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}}, number = 0;
    *gdb = (struct gdb){.room = GDB_OUTPUT, .patience = (int64_t)GDB_SECONDS * 1000, .progress = gdb->progress, .traced = gdb->traced};
    if (!open_ways(ways) || (gdb->keeper = fork()) < 0) {
        number = errno;
        gdb->keeper = 0;
    } else if (gdb->keeper == 0) {
        close_one(&ways[COMMANDS][0]);  /* if clew kept this end, gdb would never see the end of its input */
        close_one(&ways[LIFE][1]);
        keep(named ? named : "gdb", gdb->traced, ways);
    }
    close_one(&ways[COMMANDS][1]);
    close_one(&ways[ANSWERS][1]);
    close_one(&ways[FAILURE][1]);
    close_one(&ways[LIFE][0]);
    number = number ? number : read_failure(ways[FAILURE][0]);
    close_one(&ways[FAILURE][0]);
    gdb->commands = ways[COMMANDS][0];
    gdb->answers = ways[ANSWERS][0];
    gdb->life = ways[LIFE][1];
    if (number == 0) {
        fcntl(gdb->commands, F_SETFL, O_NONBLOCK);
        fcntl(gdb->answers, F_SETFL, O_NONBLOCK);
        return true;
    }
    gdb_end(gdb);
    return start_failed(named ? named : "gdb", named != NULL, number, error);
}

/* ---- Talking to gdb ---- */

/* Sends as much as gdb takes; false: gdb is gone. */
static bool send_some(struct gdb *gdb, struct str *rest)
{
    ssize_t size = send(gdb->commands, rest->data, rest->size, MSG_NOSIGNAL);
    if (size < 0)
        return errno == EAGAIN || errno == EINTR;
    *rest = str_cut(*rest, (size_t)size, rest->size);
    return true;
}

/* Receives what gdb has sent; 0: nothing now; negative: the end. */
static ssize_t receive_some(struct gdb *gdb, bool keep)
{
    char bytes[1 << 16];
    ssize_t size = read(gdb->answers, bytes, sizeof bytes);
    if (size < 0)
        return errno == EAGAIN || errno == EINTR ? 0 : -1;
    if (size > 0 && keep)
        text_append(&gdb->text, (struct str){bytes, (size_t)size});
    return size ? size : -1;
}

/* The next whole line of gdb's output. Looks at each byte once, however the line arrives. */
static bool next_line(struct gdb *gdb, struct str *line)
{
    struct str text = text_str(&gdb->text);
    size_t end = str_find_byte(str_cut(text, gdb->searched, text.size), '\n');
    if (end == SIZE_MAX) {
        gdb->searched = text.size;
        return false;
    }
    *line = str_cut(text, gdb->line, gdb->searched + end - gdb->line);
    gdb->line = gdb->searched = gdb->searched + end + 1;
    return true;
}

/* Waits until gdb sends or takes something; checks whether that took too long. */
static void exchange(struct gdb *gdb, struct str *rest, int64_t *last)
{
    struct pollfd files[2] = {{gdb->answers, POLLIN, 0}, {gdb->commands, (short)(rest->size ? POLLOUT : 0), 0}};
    int ready = poll(files, rest->size ? 2 : 1, WATCH);
    if (ready > 0 && files[1].revents && !send_some(gdb, rest))
        rest->size = 0;                 /* the end of its answers will report it */
    ssize_t size = ready > 0 && files[0].revents ? receive_some(gdb, true) : 0;
    if (size > 0)
        *last = milliseconds();
    if (size < 0)
        gdb->state = GDB_DIED;
    else if (!progress_report(gdb->progress, gdb->done, gdb->total))
        gdb->state = GDB_INTERRUPTED;
    else if (gdb->text.size > gdb->room)
        gdb->state = GDB_FULL;
    else if (milliseconds() - *last > gdb->patience)
        gdb->state = GDB_SILENT;
}

bool gdb_command(struct gdb *gdb, struct str line, const char *end, struct str *record)
{
    struct text sent = {0};
    struct str found;
    int64_t last = milliseconds();
    if (line.data) {
        text_append(&sent, line);
        text_byte(&sent, '\n');
    }
    struct str rest = text_str(&sent);
    bool good = false;
    while (gdb->state == GDB_RUNS && !good) {
        while (!good && next_line(gdb, &found))
            good = str_starts(found, end);
        if (!good)
            exchange(gdb, &rest, &last);
    }
    text_free(&sent);
    if (good && record)
        *record = found;
    return good;
}

/* ---- The end ---- */

/* Discards gdb's remaining output: a gdb that waits for a full pipe never reaches the end of its input. */
void gdb_end(struct gdb *gdb)
{
    close_one(&gdb->commands);
    close_one(&gdb->life);
    while (gdb->keeper > 0) {
        pid_t ended = waitpid(gdb->keeper, NULL, WNOHANG);
        if (ended == gdb->keeper || (ended < 0 && errno != EINTR))
            gdb->keeper = 0;
        struct pollfd file = {gdb->answers, POLLIN, 0};
        if (gdb->keeper && poll(&file, 1, LOOK) > 0 && receive_some(gdb, false) < 0)
            close_one(&gdb->answers);   /* from now on poll only waits */
    }
    close_one(&gdb->answers);
    text_free(&gdb->text);
}

/* ---- Commands for gdb, and the meaning of its answers ----
 *
 * Settings first, then the executable, then the core file or the process, then the commands. gdb answers every command with one MI result record. So clew sends
 * a command only after the answer to the one before, and an error belongs to the command just sent. */

/* Sent one by one before opening any file. A gdb without a setting reports that and continues. Correct answers need none of them, since the commands call
 * nothing and write nothing. */
static const char *const settings[] = {
    "set auto-load off",                        /* no scripts from a program or its libraries */
    "set debuginfod enabled off",
    "set may-call-functions off",
    "set may-write-memory off",
    "set may-write-registers off",
    "set may-insert-breakpoints off",
    "disable pretty-printer",
    "set confirm off",
    "set pagination off",
    "set height 0",
    "set width 0",
    "set style enabled off",
    "set exec-file-mismatch warn",              /* not: load the other file */
    "set source open off",
    "set print elements 0",
    "set print frame-arguments none",           /* in a damaged frame they can take megabytes */
    "set print entry-values no",
    "set max-value-size 134217728",             /* an array of DEBUGGER_ITEMS sums; gdb's own limit is 64 kB */
    "set backtrace limit 1000000",              /* untrusted unwind tables can make endless stacks */
    "maintenance set internal-error quit yes",
    "maintenance set internal-error corefile no",
};

/* ---- Text ---- */

/* A character of a C string after its backslash: three octal digits, a letter for a blank, or the character itself. */
static char escaped(struct str digits, size_t *size)
{
    unsigned code = 0;
    for (*size = 0; *size < 3 && *size < digits.size && digits.data[*size] >= '0' && digits.data[*size] <= '7'; ++*size)
        code = code * 8 + (unsigned)(digits.data[*size] - '0');
    if (*size == 3)
        return (char)code;
    *size = 1;
    return *digits.data == 'n' || *digits.data == 't' ? ' ' : *digits.data;
}

/* The C string in ^error,msg="...", without its full stop. */
static struct str error_words(struct str record, struct arena *arena)
{
    static const char key[] = "msg=\"";
    size_t start = str_find(record, str_of(key)), size = 0, step;
    char *words = arena_allocate(arena, record.size + 1);
    for (size_t i = start == SIZE_MAX ? record.size : start + sizeof key - 1; i < record.size && record.data[i] != '"'; i += step) {
        step = 1;
        if (record.data[i] == '\\' && i + 1 < record.size)
            words[size++] = escaped(str_cut(record, ++i, record.size), &step);
        else
            words[size++] = record.data[i];
    }
    while (size && (words[size - 1] == '.' || words[size - 1] == ' '))
        size--;
    return size ? (struct str){words, size} : str_of("no reason given");
}

/* The last message of a gdb that is gone: skips its prompt and MI records. */
static struct str last_words(const struct gdb *gdb)
{
    struct str rest = text_str(&gdb->text), line, last = str_of("it said nothing");
    rest = str_cut(rest, rest.size > 4096 ? rest.size - 4096 : 0, rest.size);
    while (str_line(&rest, &line)) {
        line = str_trim(line);
        if (line.size && !str_starts(line, "(gdb)") && !strchr("^=*", line.data[0]))
            last = str_cut(line, 0, 300);
    }
    return last;
}

/* Sets the error to the reason why gdb stopped answering. */
static bool failed(const struct gdb *gdb, struct error *error)
{
    if (gdb->state == GDB_INTERRUPTED)
        return error_set(error, "interrupted");
    if (gdb->state == GDB_SILENT)
        return error_set(error, "gdb did not answer for %d seconds: clew ended it", (int)(gdb->patience / 1000));
    if (gdb->state == GDB_FULL)
        return error_set(error, "gdb printed more than %zu bytes before clew could ask anything", gdb->room);
    struct str words = last_words(gdb);
    return error_set(error, "gdb exited: %.*s", STR(words));
}

/* ---- The files ---- */

/* A name that gdb takes for a file name: with a slash, so that gdb does not search $PATH for it or read it as an option or a home directory. */
static bool file_name(const char *path, struct arena *arena, struct str *name, struct error *error)
{
    struct stat stat_buffer;
    if (stat(path, &stat_buffer) < 0)
        return file_not_opened(path, "cannot be opened", errno, error);
    if (!S_ISREG(stat_buffer.st_mode))
        return error_at(error, path, 0, 0, "not a regular file");
    if (access(path, R_OK) < 0)
        return error_at(error, path, 0, 0, "cannot be opened: %s", strerror(errno));
    if (strpbrk(path, "\r\n"))
        return error_at(error, path, 0, 0, "has a line break in its name, so clew cannot name it to gdb");
    *name = arena_printf(arena, "%s%s", path[0] == '/' || strncmp(path, "./", 2) == 0 ? "" : "./", path);
    return true;
}

static struct str quoted(const char *command, struct str name, struct arena *arena)
{
    struct text text = {0};
    text_printf(&text, "%s \"", command);
    for (size_t i = 0; i < name.size; i++) {
        if (name.data[i] == '"' || name.data[i] == '\\')
            text_byte(&text, '\\');
        text_byte(&text, name.data[i]);
    }
    text_byte(&text, '"');
    struct str line = arena_copy(arena, text_str(&text));
    text_free(&text);
    return line;
}

static bool open_executable(struct gdb *gdb, const char *path, struct arena *arena, struct error *error)
{
    struct str name, record;
    if (!file_name(path, arena, &name, error))
        return false;
    if (!gdb_command(gdb, quoted("file", name, arena), "^", &record))
        return failed(gdb, error);
    if (str_starts(record, "^done"))
        return true;
    struct str words = error_words(record, arena);
    return error_at(error, path, 0, 0, "gdb cannot use it as a program: %.*s", STR(words));
}

/* Older gdbs take the rest of the line unchanged, newer ones remove quotes. */
static bool open_core(struct gdb *gdb, const char *path, struct arena *arena, struct error *error)
{
    struct str name, record = {0}, words = {0};
    if (!file_name(path, arena, &name, error))
        return false;
    size_t before = gdb->text.size;
    for (int quotes = 0; quotes < (strpbrk(path, " \t\"'\\") ? 2 : 1); quotes++) {
        struct str line = quotes ? quoted("core-file", name, arena) : arena_printf(arena, "core-file %.*s", STR(name));
        if (!gdb_command(gdb, line, "^", &record))
            return failed(gdb, error);
        if (str_starts(record, "^done"))
            return true;
        if (!words.data)
            words = error_words(record, arena);
        if (strpbrk(path, " \t\"'\\") && !quotes)
            gdb->text.size = gdb->line = gdb->searched = before;    /* the attempt's messages are no answer */
    }
    return error_at(error, path, 0, 0, "gdb cannot use it as a core file: %.*s", STR(words));
}

/* ---- The process ---- */

/* A field of /proc/PROCESS/status, such as TracerPid; a state as its letter. UINT64_MAX: unknown. */
static uint64_t process_field(uint64_t process, const char *field)
{
    char path[64];
    struct arena arena = {0};
    struct str bytes, line, value;
    struct error unreadable;
    uint64_t number = UINT64_MAX;
    snprintf(path, sizeof path, "/proc/%llu/status", (unsigned long long)process);
    if (file_read(path, &arena, &bytes, &unreadable))
        while (str_line(&bytes, &line))
            if (str_starts(line, field)) {
                line = str_cut(line, strlen(field) + 1, line.size);
                if (str_field(&line, &value) && !str_decimal(value, &number))
                    number = (unsigned char)value.data[0];
                break;
            }
    arena_free(&arena);
    return number;
}

static int ptrace_scope(void)
{
    char digit = '0';
    int file = open("/proc/sys/kernel/yama/ptrace_scope", O_RDONLY | O_CLOEXEC);
    if (file >= 0 && read(file, &digit, 1) != 1)
        digit = '0';
    if (file >= 0)
        close(file);
    return digit - '0';
}

/* Quotes gdb's message and says what to do about it, if the system shows the cause. */
static bool attach_refused(uint64_t process, struct str words, struct error *error)
{
    static const char *const scopes[] = {
        "", ", so a debugger may attach only to its own children: run clew as root, or allow it with sysctl kernel.yama.ptrace_scope=0",
        ", so only root may attach: run clew as root", ", so nobody may attach until the next boot: read a core file instead"};
    uint64_t tracer = process_field(process, "TracerPid"), owner = process_field(process, "Uid");
    int scope = ptrace_scope();
    char source[64];
    snprintf(source, sizeof source, "process %llu", (unsigned long long)process);
    if (str_find(words, str_of("not permitted")) == SIZE_MAX)
        return error_at(error, source, 0, 0, "gdb cannot attach: %.*s", STR(words));
    if (tracer && tracer != UINT64_MAX)
        return error_at(error, source, 0, 0, "gdb cannot attach (%.*s): process %llu already traces it, and only one debugger can", STR(words),
                        (unsigned long long)tracer);
    if (owner != UINT64_MAX && owner != geteuid() && geteuid() != 0)
        return error_at(error, source, 0, 0, "gdb cannot attach (%.*s) to a process of another user: run clew as that user or as root", STR(words));
    if (scope >= 1 && scope <= 3)
        return error_at(error, source, 0, 0, "gdb cannot attach (%.*s). /proc/sys/kernel/yama/ptrace_scope is %d%s", STR(words), scope, scopes[scope]);
    return error_at(error, source, 0, 0, "gdb cannot attach (%.*s): in a container it needs the capability SYS_PTRACE", STR(words));
}

static bool attach(struct gdb *gdb, uint64_t process, struct arena *arena, struct error *error)
{
    struct str line = arena_printf(arena, "-target-attach %llu", (unsigned long long)process), record;
    if (!gdb_command(gdb, line, "^", &record))
        return failed(gdb, error);
    if (!str_starts(record, "^done"))
        return attach_refused(process, error_words(record, arena), error);
    return gdb_command(gdb, (struct str){0}, "*stopped", NULL) || failed(gdb, error);
}

/* ---- Asking ---- */

static bool check_request(const struct gdb_request *request, struct error *error)
{
    if (request->process) {
        if (request->process > INT_MAX || (kill((pid_t)request->process, 0) < 0 && errno == ESRCH))
            return error_set(error, "there is no process %llu", (unsigned long long)request->process);
        return request->process != (uint64_t)getpid() || error_set(error, "process %llu is clew itself", (unsigned long long)request->process);
    }
    if (!request->core)
        return error_set(error, "gdb needs a core file or a process to look at");
    return request->executable || error_set(error, "a core file needs its program: name the program too");
}

static uint64_t count_commands(struct str commands)
{
    struct str line;
    uint64_t count = 0;
    while (str_line(&commands, &line))
        count++;
    return count;
}

/* A failed command is an answer too: for example of a frame without the variable. */
static bool run_commands(struct gdb *gdb, struct str commands, struct error *error)
{
    struct str line;
    for (; str_line(&commands, &line); gdb->done++) {
        line = str_trim(line);
        if (line.size && line.data[0] != '#' && !gdb_command(gdb, line, "^", NULL))
            return gdb->state == GDB_FULL || failed(gdb, error);
    }
    return true;
}

static bool ask(struct gdb *gdb, const struct gdb_request *request, struct arena *arena, size_t *start, struct error *error)
{
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        if (!gdb_command(gdb, str_of(settings[i]), "^", NULL))
            return failed(gdb, error);
    *start = gdb->line;
    if (request->executable && !open_executable(gdb, request->executable, arena, error))
        return false;
    if (request->process ? !attach(gdb, request->process, arena, error) : !open_core(gdb, request->core, arena, error))
        return false;
    return run_commands(gdb, request->commands, error);
}

static struct str answer(struct gdb *gdb, size_t start, struct arena *arena)
{
    char cut[128];
    if (gdb->text.size > gdb->room || gdb->state == GDB_FULL) {
        gdb->text.size = gdb->room;
        snprintf(cut, sizeof cut, "\n&\"clew: gdb printed more than %zu bytes; clew cut off the rest\\n\"\n", gdb->room);
        text_add(&gdb->text, cut);
    }
    return arena_copy(arena, str_cut(text_str(&gdb->text), start, gdb->text.size));
}

bool gdb_ask(const struct gdb_request *request, struct arena *arena, struct str *output, struct error *error)
{
    struct gdb gdb = {.progress = &request->progress};
    size_t start = 0;
    if (!check_request(request, error))
        return false;
    if (request->process && process_field(request->process, "State:") != 'T')   /* a process that was already stopped stays so */
        gdb.traced = (pid_t)request->process;
    if (!gdb_start(&gdb, request->gdb, error))
        return false;
    gdb.total = count_commands(request->commands);
    bool good = ask(&gdb, request, arena, &start, error);
    if (good)
        *output = answer(&gdb, start, arena);
    gdb_end(&gdb);
    return good;
}
