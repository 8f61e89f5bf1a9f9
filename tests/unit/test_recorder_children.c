/* test_recorder_children.c - every process that the program starts writes a log of its own.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A small receiver listens at an abstract socket and writes each connection's data to a file, which must be a whole log. */
#include "recorded_run.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

enum { LOGS = 32 };

struct family {
    char output[4096];
    int status;
    struct log logs[LOGS];
    size_t count;
};

static int listener(char name[64])
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(name, 64, "clew-test-%d", (int)getpid());
    memcpy(address.sun_path + 1, name, strlen(name));
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(descriptor, (struct sockaddr *)&address, (socklen_t)(sizeof address.sun_family + 1 + strlen(name))), 0);
    assert_int_equal(listen(descriptor, LOGS), 0);
    return descriptor;
}

static void log_path(char *path, size_t number)
{
    snprintf(path, PATH_MAX, "%s/log.%zu", folder, number);
}

/* Receives data from a connection; false at its end. */
static int keep(int connection, int file)
{
    static char bytes[1 << 20];
    ssize_t got = read(connection, bytes, sizeof bytes);
    assert_true(got >= 0);
    assert_int_equal(write(file, bytes, (size_t)got), got);
    return got > 0;
}

/* Until all connections have ended, and the program's output, which every process holds open. */
static void receive(struct family *family, int listens, int output)
{
    struct pollfd waits[LOGS + 2] = {{listens, POLLIN, 0}, {output, POLLIN, 0}};
    int files[LOGS];
    size_t open_logs = 0, size = 0;
    char path[PATH_MAX];
    while (waits[1].fd >= 0 || open_logs > 0) {
        assert_true(poll(waits, family->count + 2, 60000) > 0);
        if (waits[1].revents) {
            ssize_t got = read(output, family->output + size, sizeof family->output - 1 - size);
            size += got > 0 ? (size_t)got : 0;
            waits[1].fd = got > 0 ? output : -1;
        }
        for (size_t i = 0; i < family->count; i++)
            if (waits[i + 2].revents && !keep(waits[i + 2].fd, files[i])) {
                close(waits[i + 2].fd);
                close(files[i]);
                waits[i + 2].fd = -1;
                open_logs--;
            }
        if (waits[0].revents) {
            assert_true(family->count < LOGS);
            log_path(path, family->count);
            files[family->count] = open(path, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
            waits[family->count++ + 2] = (struct pollfd){accept(listens, NULL, NULL), POLLIN, 0};
            open_logs++;
        }
    }
}

static void run_family(struct family *family)
{
    char name[64], connection[96], messages[PATH_MAX], program[PATH_MAX], path[PATH_MAX];
    int ends[2], listens = listener(name);
    snprintf(connection, sizeof connection, "--connect=%s", name);
    snprintf(messages, sizeof messages, "--log-file=%s/messages", folder);
    snprintf(program, sizeof program, "%s/program", folder);
    const char *arguments[] = {recorder(), "--tool=clewrec", "--command-line-only=yes", "--vgdb=no", messages, connection,
                               "--trace-children=yes", "--", program, NULL};
    memset(family, 0, sizeof *family);
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0)
        start((char *const *)(uintptr_t)arguments, ends[1], 3);
    close(ends[1]);
    receive(family, listens, ends[0]);
    close(ends[0]);
    close(listens);
    assert_int_equal(waitpid(child, &family->status, 0), child);
    for (size_t i = 0; i < family->count; i++) {
        log_path(path, i);
        log_read(&family->logs[i], path);
    }
}

static void free_family(struct family *family)
{
    for (size_t i = 0; i < family->count; i++)
        log_free(&family->logs[i]);
}

/* How many logs have this origin and report this exit status. */
static size_t count_logs(const struct family *family, unsigned origin, uint64_t status)
{
    size_t count = 0;
    for (size_t i = 0; i < family->count; i++) {
        const struct log *log = &family->logs[i];
        count += log->header.origin == origin && log->ended && log->events[log->event_count - 1].numbers[0] == status;
    }
    return count;
}

/* A log that does not end with its process ends with the exec of another program, whose log must exist. */
static void assert_whole(const struct family *family)
{
    for (size_t i = 0; i < family->count; i++) {
        const struct log *log = &family->logs[i];
        const struct event *last = &log->events[log->event_count - 1];
        size_t next = 0;
        assert_int_equal(log->events[0].kind, LOG_PROGRAM);
        assert_int_equal(log->events[1].kind, LOG_THREAD);
        if (log->header.origin == LOG_ORIGIN_FORK)      /* it starts by returning 0 from fork */
            assert_true(log_find(log, 0, LOG_SYSCALL_DONE) && log_find(log, 0, LOG_SYSCALL_DONE)->numbers[2] == 0);
        if (log->ended)
            continue;
        assert_true(last->kind == LOG_SYSCALL && last->numbers[1] == 59);
        for (size_t k = 0; k < family->count; k++)
            next += k != i && family->logs[k].header.process == log->header.process && family->logs[k].header.origin == LOG_ORIGIN_EXEC;
        assert_true(next > 0);
    }
}

static void assert_family_behaves(const struct family *family)
{
    struct run native;
    run_natively(&native);
    assert_string_equal(family->output, native.output);
    assert_int_equal(family->status, native.status);
}

static const char FAMILY[] =
    "#define _GNU_SOURCE\n#include <pthread.h>\n#include <spawn.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <sys/wait.h>\n"
    "#include <unistd.h>\nextern char **environ; static void *nothing(void *from) { return from; }\n"
    "static int finish(void) { int status; wait(&status); return WEXITSTATUS(status); }\n"
    "int main(int count, char **arguments) { pid_t child; pthread_t thread; int ends[2]; char *list[] = {\"spawned\", \"31\", 0};\n"
    "    if (count > 1) { printf(\"%s %s %d\\n\", arguments[0], arguments[1], getenv(\"CLEW_RECORDER_CALLED\") || getenv(\"VALGRIND_LAUNCHER\")\n"
    "        || getenv(\"LD_PRELOAD\")); return atoi(arguments[1]); }\n"
    "    setvbuf(stdout, 0, _IOLBF, 0); pthread_create(&thread, 0, nothing, 0); pthread_join(thread, 0);\n"
    "    if (fork() == 0) { if (fork() == 0) _exit(22); _exit(finish() - 1); } printf(\"%d\\n\", finish());\n"
    "    if (vfork() == 0) { execl(\"/proc/self/exe\", \"called so\", \"30\", (char *)0); _exit(1); } printf(\"%d\\n\", finish());\n"
    "    if (posix_spawn(&child, arguments[0], 0, 0, list, environ) == 0) printf(\"%d\\n\", finish());\n"
    "    printf(\"%d\\n\", system(\"echo a b | (read x y; echo $y $x)\") >> 8);\n"
    "    child = getpid(); if (fork() == 0) { while (getppid() == child) usleep(10000); puts(\"late\"); _exit(33); }\n"
    "    execl(arguments[0], \"again\", \"32\", (char *)0); return 1; }\n";

static void children_write_logs_of_their_own(void **state)
{
    (void)state;
    compile(FAMILY, "-O1 -pthread");
    struct family family;
    run_family(&family);
    assert_family_behaves(&family);
    assert_whole(&family);
    assert_int_equal(count_logs(&family, LOG_ORIGIN_FORK, 21), 1);
    assert_int_equal(count_logs(&family, LOG_ORIGIN_FORK, 22), 1);
    assert_int_equal(count_logs(&family, LOG_ORIGIN_FORK, 33), 1);     /* by then, its parent runs another program */
    for (uint64_t status = 30; status <= 32; status++)
        assert_int_equal(count_logs(&family, LOG_ORIGIN_EXEC, status), 1);
    assert_int_equal(family.logs[0].header.origin, LOG_ORIGIN_START);
    for (size_t i = 1; i < family.count; i++)
        if (family.logs[i].header.origin == LOG_ORIGIN_FORK)
            assert_int_not_equal(family.logs[i].header.parent, family.logs[i].header.process);
    free_family(&family);
}

/* An environment with the variables that the recorder needs itself, and a path that looks like an option and has no slash. */
static const char VARIABLES[] =
    "#include <libgen.h>\n#include <stdio.h>\n#include <sys/auxv.h>\n#include <sys/prctl.h>\n#include <unistd.h>\n"
    "extern char **environ;\n"
    "int main(int count, char **arguments) { char *list[] = {\"-b\", \"-c\", 0}, *script[] = {\"any\", \"./-s\", \"-s\", 0}; FILE *file; int signal;\n"
    " char *variables[] = {\"VALGRIND_LAUNCHER=2\", \"A=3\", \"CLEW_RECORDER_CALLED=x\", \"CLEW_RECORDER_CALLED=0:y\", \"VALGRIND_LAUNCHER=5\", \"VALGRIND_LIB=6\",\n"
    "  \"LD_PRELOAD=\", \"LD_LIBRARY_PATH=/usr/libexec/valgrind:/tmp\", 0};\n"
    " setvbuf(stdout, 0, _IOLBF, 0); prctl(PR_GET_PDEATHSIG, &signal); printf(\"%s %d\", basename((char *)getauxval(AT_EXECFN)), signal);\n"
    " for (int i = 1; i < count; i++) printf(\" %s\", arguments[i]); puts(\"\"); for (char **e = environ; *e; e++) puts(*e);\n"
    " if (count > 2) return 4; if (count == 1) { chdir(dirname(arguments[0])); symlink(\"program\", \"-x\"); prctl(PR_SET_PDEATHSIG, 12);\n"
    "  return execve(\"-x\", list, variables); }\n"
    " file = fopen(\"script\", \"w\"); fputs(\"#!./program -e\\n\", file); fchmod(fileno(file), 0755); fclose(file); prctl(PR_SET_PDEATHSIG, 0);\n"
    " return execve(\"script\", script, environ); }\n";

static void an_exec_keeps_variables_and_paths(void **state)
{
    (void)state;
    compile(VARIABLES, "-O1 -D_GNU_SOURCE -include sys/stat.h");
    struct family family;
    run_family(&family);
    assert_family_behaves(&family);
    assert_non_null(strstr(family.output, "-x 12 -c\nVALGRIND_LAUNCHER=2\nA=3\nCLEW_RECORDER_CALLED=x\n"));
    assert_non_null(strstr(family.output, "script 0 -e script ./-s -s\n"));
    assert_int_equal(count_logs(&family, LOG_ORIGIN_EXEC, 4), 1);
    assert_int_equal(family.count, 3);
    free_family(&family);
}

/* A program of 85 bytes of 32-bit code, one that is neither ELF nor script, and no listener. */
static const char STRANGE[] =
    "#include <errno.h>\n#include <fcntl.h>\n#include <stdio.h>\n#include <string.h>\n#include <sys/stat.h>\n#include <sys/wait.h>\n#include <unistd.h>\n"
    "static const char small[] = \"\\177ELF\\1\\1\\1\\0\\0\\0\\0\\0\\0\\0\\0\\0\\2\\0\\3\\0\\1\\0\\0\\0\"\n"
    "    \"\\x54\\x80\\4\\10\\x34\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\"\n"
    "    \"\\x34\\0\\x20\\0\\1\\0\\0\\0\\0\\0\\0\\0\" \"\\1\\0\\0\\0\\0\\0\\0\\0\\0\\x80\\4\\10\\0\\x80\\4\\10\"\n"
    "    \"\\x61\\0\\0\\0\\x61\\0\\0\\0\\5\\0\\0\\0\\0\\x10\\0\\0\"\n"
    "    \"\\xb8\\1\\0\\0\\0\\xbb\\3\\0\\0\\0\\xcd\\x80\";\n"
    "static void run(const char *path, const char *bytes, size_t size) { int status, file = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0755);\n"
    "    write(file, bytes, size); close(file); fflush(stdout); if (fork() == 0) { execl(path, \"name\", (char *)0); _exit(errno == ENOEXEC ? 44 : 45); }\n"
    "    wait(&status); printf(\"%x\\n\", status); unlink(path); }\n"
    "int main(int count, char **arguments) { char path[500]; snprintf(path, sizeof path, \"%s.made\", arguments[0]);\n"
    "    run(path, small, sizeof small - 1); run(path, \"neither\", 7); run(path, \"#!/bin/sh\\nexit 5\\n\", 17); return 6; }\n";

static void programs_that_cannot_be_recorded_run_natively(void **state)
{
    (void)state;
    compile(STRANGE, "-O1");
    struct family family;
    run_family(&family);
    assert_family_behaves(&family);
    assert_whole(&(struct family){.count = 0});
    assert_int_equal(count_logs(&family, LOG_ORIGIN_FORK, 44), 1);
    assert_int_equal(count_logs(&family, LOG_ORIGIN_EXEC, 5), 1);      /* the script's interpreter */
    assert_int_equal(family.count, 5);
    free_family(&family);
}

static void where_nobody_listens_it_runs_and_says_so(void **state)
{
    (void)state;
    compile(FAMILY, "-O1 -pthread");
    struct run run;
    char path[PATH_MAX], messages[8192] = "";
    run_recorded_into(&run, "--connect=clew-test-nobody", open("/dev/null", O_WRONLY));
    assert_behaves_as_native(&run);
    snprintf(path, sizeof path, "%s/messages", folder);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_true(fread(messages, 1, sizeof messages - 1, file) > 0);
    fclose(file);
    assert_non_null(strstr(messages, "runs unrecorded: nobody listens at clew-test-nobody"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(children_write_logs_of_their_own),
        cmocka_unit_test(an_exec_keeps_variables_and_paths),
        cmocka_unit_test(programs_that_cannot_be_recorded_run_natively),
        cmocka_unit_test(where_nobody_listens_it_runs_and_says_so),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
