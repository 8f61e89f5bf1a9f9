/* test_recorder_process.c - a recorded program sees itself and the system as without the recorder.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recorded_run.h"

/* What a program can see of itself at its start, except the limit of descriptors, which Valgrind lowers, and the vDSO, which it hides. */
static const char START[] =
    "#define _GNU_SOURCE\n"
    "#include <dirent.h>\n"
    "#include <fcntl.h>\n"
    "#include <signal.h>\n"
    "#include <stdio.h>\n"
    "#include <string.h>\n"
    "#include <sys/auxv.h>\n"
    "#include <sys/resource.h>\n"
    "#include <sys/stat.h>\n"
    "#include <unistd.h>\n"
    "extern char **environ;\n"
    "static void show(const char *path) { FILE *file = fopen(path, \"r\"); int byte; printf(\"%s \", path);\n"
    "while ((byte = getc(file)) != EOF) putchar(byte == 0 ? '|' : byte); fclose(file); puts(\"\"); }\n"
    "int main(int count, char **arguments) {\n"
    " for (int i = 0; i < count; i++) puts(arguments[i]);\n"
    " for (char **e = environ; *e; e++) puts(*e);\n"
    " printf(\"one block %d\\n\", arguments[count - 1] + strlen(arguments[count - 1]) + 1 == environ[0]);\n"
    " show(\"/proc/self/environ\"); show(\"/proc/self/cmdline\"); show(\"/proc/thread-self/cmdline\"); show(\"/proc/self/comm\");\n"
    "\n"
    " printf(\"%s %s random %d secure %lu\\n\", (char *)getauxval(AT_EXECFN), (char *)getauxval(AT_PLATFORM), getauxval(AT_RANDOM) != 0,"
    " getauxval(AT_SECURE));\n"
    " char path[500] = \"\"; readlink(\"/proc/self/exe\", path, 499); puts(path); puts(getcwd(path, 500)); printf(\"%o\\n\", umask(0));\n"
    " for (int i = 0; i < 16; i++) { struct rlimit limit; getrlimit(i, &limit);\n"
    "if (i != RLIMIT_NOFILE) printf(\"limit %d %lx %lx\\n\", i, limit.rlim_cur, limit.rlim_max); }\n"
    " sigset_t mask; sigprocmask(SIG_BLOCK, 0, &mask); for (int i = 1; i < 64; i++) { struct sigaction action;\n"
    "if (sigaction(i, 0, &action) == 0) printf(\"%d%d \", sigismember(&mask, i), action.sa_handler == SIG_IGN); } puts(\"\");\n"
    " DIR *folder = opendir(\"/proc/self/fd\"); struct dirent *entry;\n"
    "while ((entry = readdir(folder))) printf(\"%s \", entry->d_name); closedir(folder); puts(\"\");\n"
    " unsigned long pairs[100]; int file = open(\"/proc/self/auxv\", O_RDONLY); int size = read(file, pairs, sizeof pairs);\n"
    "for (int i = 0; i + 1 < size / 8;\n"
    "i += 2) if (pairs[i] && pairs[i] != 16 && getauxval(pairs[i]) != pairs[i + 1]) printf(\"differs %ld\\n\", pairs[i]);\n"
    " return 0; }\n";

static void the_start_is_the_kernels(void **state)
{
    (void)state;
    compile(START, "-O1");
    struct run run;
    run_recorded(&run, "--one-instruction=no");
    assert_behaves_as_native(&run);
    assert_null(strstr(run.output, "vgpreload"));
    assert_null(strstr(run.output, "LAUNCHER"));
    log_free(&run.log);
}

/* Signals, timers, stacks, threads, children, libraries, mappings. */
static const char SYSTEM[] =
    "#define _GNU_SOURCE\n"
    "#include <dlfcn.h>\n"
    "#include <errno.h>\n"
    "#include <fcntl.h>\n"
    "#include <pthread.h>\n"
    "#include <setjmp.h>\n"
    "#include <signal.h>\n"
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "#include <sys/mman.h>\n"
    "#include <sys/resource.h>\n"
    "#include <sys/time.h>\n"
    "#include <sys/wait.h>\n"
    "#include <time.h>\n"
    "#include <unistd.h>\n"
    "static volatile int got, depth; static sigjmp_buf back; static char alternate[65536];\n"
    "static void take(int n) { got += n; }\n"
    "static void overflow(int n) { char here; got = &here > alternate && &here < alternate + sizeof alternate; siglongjmp(back, 1); }\n"
    "static int deep(int n) { volatile char frame[1000]; frame[0] = n; return n == 0 ? 0 : deep(n - 1) + frame[0]; }\n"
    "static int endless(int n) { volatile char frame[1000]; frame[0] = n; depth++; return endless(n + 1) + frame[0]; }\n"
    "static long sum; static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n"
    "static void *add(void *from) { for (int i = 0; i < 100; i++) { pthread_mutex_lock(&lock); sum += (long)from;\n"
    "pthread_mutex_unlock(&lock); } return from; }\n"
    "int main(void) { int status; pid_t child; setvbuf(stdout, 0, _IOLBF, 0);\n"
    " for (int n = 1; n < 32; n++) { if (n == SIGSTOP || n == SIGTSTP || n == SIGTTIN || n == SIGTTOU || n == SIGSTKFLT) continue;\n"
    "fflush(stdout);\n"
    "   struct rlimit none = {0, 0}; setrlimit(RLIMIT_CORE, &none);\n"
    "   if ((child = fork()) == 0) { raise(n); _exit(n); } waitpid(child, &status, 0); printf(\"signal %d: %x\\n\", n, status); }\n"
    " int ends[2]; pipe(ends); close(ends[0]); signal(SIGPIPE, take); got = 0; printf(\"pipe %zd\", write(ends[1], \"x\", 1));\n"
    "printf(\" %s %d\\n\", strerror(errno), got);\n"
    " signal(SIGCHLD, take); got = 0; if ((child = fork()) == 0) _exit(9); while (!got) usleep(1000); waitpid(child, &status, 0);\n"
    "printf(\"child %d %x\\n\", got, status);\n"
    " signal(SIGALRM, take); got = 0; alarm(1); errno = 0; struct timespec t = {20, 0}, left; int r = nanosleep(&t, &left);\n"
    "printf(\"sleep %d %s %d left %d\\n\", r, strerror(errno), got, left.tv_sec > 0);\n"
    " struct itimerval timer = {{0, 10000}, {0, 10000}}; got = 0; setitimer(ITIMER_REAL, &timer, 0); while (got < 5 * SIGALRM) ;\n"
    "timer.it_value.tv_usec = 0; setitimer(ITIMER_REAL, &timer, 0); printf(\"timer\\n\");\n"
    " stack_t stack = {alternate, 0, sizeof alternate}; printf(\"stack %d\", sigaltstack(&stack, 0)); struct sigaction action = {0};\n"
    "action.sa_handler = overflow; action.sa_flags = SA_ONSTACK; sigaction(SIGSEGV, &action, 0);\n"
    " printf(\" deep %d\\n\", deep(7000)); got = -1;\n"
    " if (sigsetjmp(back, 1) == 0) endless(0); printf(\"overflow on alternate stack %d, deep %d\\n\", got, depth > 5000);\n"
    " pthread_t threads[64]; for (long i = 0; i < 64; i++) pthread_create(&threads[i], 0, add, (void *)i); for (int i = 0; i < 64;\n"
    "i++) pthread_join(threads[i], 0); printf(\"sum %ld\\n\", sum);\n"
    " signal(SIGCHLD, SIG_DFL); for (int i = 0; i < 10; i++) if (fork() == 0) _exit(i); int all = 0;\n"
    "while (wait(&status) > 0) all += WEXITSTATUS(status); printf(\"ten %d\\n\", all);\n"
    " if ((child = vfork()) == 0) { execl(\"/bin/echo\", \"echo\", \"vforked\", (char *)0); _exit(1); } waitpid(child, &status, 0);\n"
    "printf(\"vfork %x\\n\", status);\n"
    " void *library = dlopen(\"libm.so.6\", RTLD_NOW); double (*cosine)(double) = library ? dlsym(library, \"cos\") : 0;\n"
    "printf(\"cos %.3f\", cosine ? cosine(1) : 0); printf(\" %d\\n\", library ? dlclose(library) : 0); fflush(stdout);\n"
    " char *page = mmap(0, 8192, 3, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0); page[0] = 5;\n"
    "printf(\"protect %d\", mprotect(page, 4096, PROT_READ)); action.sa_flags = 0; sigaction(SIGSEGV, &action, 0); got = -1;\n"
    "if (sigsetjmp(back, 1) == 0) page[0] = 6; printf(\" %d %d\\n\", page[0], got); munmap(page, 8192);\n"
    " sigset_t set; sigemptyset(&set); sigaddset(&set, SIGUSR1); sigprocmask(SIG_BLOCK, &set, 0); raise(SIGUSR1); sigpending(&set);\n"
    "printf(\"pending %d\\n\", sigismember(&set, SIGUSR1)); siginfo_t info; printf(\"waited %d\\n\", sigwaitinfo(&set, &info));\n"
    " return 7; }\n";

static void the_system_answers_as_without(void **state)
{
    (void)state;
    compile(SYSTEM, "-O1 -pthread");
    struct run run;
    run_recorded(&run, "--one-instruction=no");
    assert_behaves_as_native(&run);
    assert_int_equal(WEXITSTATUS(run.status), 7);
    assert_true(run.log.ended);
    log_free(&run.log);
}

/* Descriptors at and above the limit, where Valgrind's are; executing files that are not executable; executing itself. */
static const char REFUSED[] =
    "#define _GNU_SOURCE\n"
    "#include <errno.h>\n"
    "#include <fcntl.h>\n"
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "#include <sys/resource.h>\n"
    "#include <sys/stat.h>\n"
    "#include <sys/wait.h>\n"
    "#include <unistd.h>\n"
    "static void try(const char *path, const char *argument) { char *list[] = {\"name\", (char *)argument, 0}; errno = 0;\n"
    "int result = execv(path, list); printf(\"%d %s\\n\", result, strerror(errno)); }\n"
    "int main(int count, char **arguments) { if (count > 1) return 5;\n"
    " struct rlimit limit; getrlimit(RLIMIT_NOFILE, &limit); int bad = 0; char byte, path[500];\n"
    " for (long i = limit.rlim_cur; i < (long)limit.rlim_cur + 64;\n"
    "i++) bad += write(i, \"x\", 1) >= 0 || read(i, &byte, 1) >= 0 || fcntl(i, F_GETFD) >= 0 || dup(i) >= 0 ||"
    " dup2(1, i) >= 0 || dup3(i, 5, 0) >= 0 || close(i) == 0;\n"
    " for (long i = 3; i < 1200; i++) close(i);\n"
    " printf(\"%d %d\\n\", bad, close_range(3, ~0u, 0)); closefrom(3);\n"
    "printf(\"%d %d\\n\", open(\"/dev/null\", 0), fcntl(1, F_DUPFD, (int)limit.rlim_cur - 1) >= (int)limit.rlim_cur);\n"
    " limit.rlim_cur = 100; printf(\"%d \", setrlimit(RLIMIT_NOFILE, &limit)); printf(\"%d \", dup2(1, 99)); printf(\"%d\\n\", dup2(1, 100));\n"
    " snprintf(path, sizeof path, \"%s.c\", arguments[0]); try(path, 0); chmod(path, 0755); try(path, 0); try(\"/\", 0);\n"
    "snprintf(path, sizeof path, \"%s.lost\", arguments[0]); try(path, 0);\n"
    " char *big = malloc(200000); memset(big, 'x', 199999); big[199999] = 0; try(\"/bin/echo\", big); try(0, 0); fflush(stdout);\n"
    " execl(arguments[0], \"again\", \"again\", (char *)0); return 1; }\n";

static void the_logs_descriptor_is_out_of_reach_and_exec_fails_as_without(void **state)
{
    (void)state;
    compile("int main(void) { return 0; }", "-Wl,--dynamic-linker=/no/such/linker");
    char command[2 * PATH_MAX];
    snprintf(command, sizeof command, "mv %s/program %s/program.lost", folder, folder);
    assert_int_equal(system(command), 0);
    compile(REFUSED, "-O1");
    struct run run;
    run_recorded(&run, "--one-instruction=no");
    snprintf(command, sizeof command, "chmod 644 %s/program.c", folder);
    assert_int_equal(system(command), 0);
    assert_int_equal(strncmp(run.output, "0 0\n3 0\n", 8), 0);
    assert_behaves_as_native(&run);
    assert_int_equal(WEXITSTATUS(run.status), 5);
    assert_false(run.log.ended);    /* its last record is the exec */
    assert_int_equal(run.log.events[run.log.event_count - 1].kind, LOG_SYSCALL);
    assert_int_equal(run.log.events[run.log.event_count - 1].numbers[1], 59);
    log_free(&run.log);
}

static const char DEATH[] = "#include <signal.h>\n#include <stdlib.h>\nint main(void) { raise(NUMBER); return 0; }\n";

static void it_dies_as_without(void **state)
{
    (void)state;
    static const int numbers[] = {SIGHUP, SIGTERM, SIGKILL, SIGABRT, SIGSEGV, SIGPIPE};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        char options[64];
        struct run run;
        snprintf(options, sizeof options, "-O1 -DNUMBER=%d", numbers[i]);
        compile(DEATH, options);
        run_recorded(&run, "--one-instruction=no");
        assert_true(WIFSIGNALED(run.status));
        assert_int_equal(WTERMSIG(run.status), numbers[i]);
        assert_true(run.log.ended);
        log_free(&run.log);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_start_is_the_kernels),
        cmocka_unit_test(the_system_answers_as_without),
        cmocka_unit_test(the_logs_descriptor_is_out_of_reach_and_exec_fails_as_without),
        cmocka_unit_test(it_dies_as_without),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
