/* test_gdb_process.c - a process that gdb inspects notices nothing, however the inspection ends.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_gdb.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <time.h>

static void nap(int milliseconds)
{
    struct timespec pause = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    nanosleep(&pause, NULL);
}

/* If /proc/sys/kernel/yama/ptrace_scope is 2 or 3, PR_SET_PTRACER does not help a process. */
static bool can_attach(void)
{
    FILE *file = fopen("/proc/sys/kernel/yama/ptrace_scope", "r");
    int scope = 0;
    if (file && fscanf(file, "%d", &scope) != 1)
        scope = 3;
    if (file)
        fclose(file);
    return have_gdb() && (scope < 2 || (scope == 2 && geteuid() == 0));
}

/* ---- A process ---- */

enum { THREADS = 4 };

struct counting {
    pid_t process;
    volatile uint64_t *counters;    /* shared, one per thread */
};

static void *count(void *counter)
{
    for (;;) {
        ++*(volatile uint64_t *)counter;
        nap(1);
    }
    return NULL;
}

static void counting_start(struct counting *counting)
{
    void *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(shared != MAP_FAILED);
    counting->counters = shared;
    counting->process = fork();
    assert_true(counting->process >= 0);
    if (counting->process == 0) {
        pthread_t thread;
        prctl(PR_SET_PDEATHSIG, SIGKILL);   /* a failed test leaves no process */
        prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
        for (size_t i = 1; i < THREADS; i++)
            pthread_create(&thread, NULL, count, (uint64_t *)shared + i);
        count(shared);
    }
    while (counting->counters[THREADS - 1] == 0)
        nap(1);
}

static char process_state(pid_t process)
{
    char path[64], text[512] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    FILE *file = fopen(path, "r");
    size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file)
        fclose(file);
    char *end = size ? strrchr(text, ')') : NULL;
    return end ? end[2] : '?';
}

static uint64_t tracer(pid_t process)
{
    char path[64], line[256];
    unsigned long long number = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)process);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "TracerPid: %llu", &number) == 1)
            break;
    if (file)
        fclose(file);
    return number;
}

/* The process exists, nobody traces it, it is not stopped, and its counters move. Waits at most ten seconds. */
static void expect_counting(const struct counting *counting)
{
    for (size_t thread = 0; thread < THREADS; thread++) {
        uint64_t before = counting->counters[thread];
        for (int i = 0; i < 1000 && (tracer(counting->process) || counting->counters[thread] < before + 5); i++)
            nap(10);
        assert_int_equal(tracer(counting->process), 0);
        char now = process_state(counting->process);
        if (strchr("tTZX?", now))
            fail_msg("the process is in state %c", now);
        assert_true(counting->counters[thread] >= before + 5);
    }
}

static void counting_end(struct counting *counting)
{
    kill(counting->process, SIGKILL);
    waitpid(counting->process, NULL, 0);
    munmap((void *)(uintptr_t)counting->counters, 4096);
}

static void a_process_is_read_and_goes_on(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct counting counting;
    if (!can_attach())
        skip();
    counting_start(&counting);
    struct gdb_request request = {.process = (uint64_t)counting.process};
    struct str output = asked(request, "thread apply all bt", &arena);
    expect_text(output, "*stopped");
    expect_text(output, "count (counter=...)");
    expect_counting(&counting);
    request.executable = "/proc/self/exe";
    char path[4096] = "";
    assert_true(readlink("/proc/self/exe", path, sizeof path - 1) > 0);
    request.executable = path;
    expect_text(asked(request, "thread apply all bt", &arena), "count (counter=...)");
    expect_counting(&counting);
    counting_end(&counting);
    arena_free(&arena);
}

static void a_process_that_was_stopped_stays_so(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct counting counting;
    if (!can_attach())
        skip();
    counting_start(&counting);
    kill(counting.process, SIGSTOP);
    while (process_state(counting.process) != 'T')
        nap(1);
    expect_text(asked((struct gdb_request){.process = (uint64_t)counting.process}, "bt", &arena), "count (counter=...)");
    for (int i = 0; i < 500 && process_state(counting.process) != 'T'; i++)
        nap(10);
    assert_int_equal(process_state(counting.process), 'T');
    kill(counting.process, SIGCONT);
    expect_counting(&counting);
    counting_end(&counting);
    arena_free(&arena);
}

static void nothing_of_the_program_runs_or_changes(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct counting counting;
    if (!can_attach())
        skip();
    counting_start(&counting);
    struct str output = asked((struct gdb_request){.process = (uint64_t)counting.process},
                              "print (int)getpid()\nset var *(char *)$sp = 1\nset var $sp = 0\nshow auto-load\nshow print elements\nshow width", &arena);
    expect_text(output, "may-call-functions is off");
    expect_text(output, "Writing to memory is not allowed");
    expect_text(output, "Writing to registers is not allowed");
    expect_text(output, "python-scripts:  Auto-loading of Python scripts is off.");
    expect_text(output, "gdb-scripts:  Auto-loading of canned sequences of commands scripts is off.");
    expect_text(output, "print is unlimited");
    expect_counting(&counting);
    counting_end(&counting);
    arena_free(&arena);
}

static void no_init_file_is_read(void **state)
{
    (void)state;
    struct arena arena = {0};
    if (!have_gdb())
        skip();
    char *home = strdup(getenv("HOME") ? getenv("HOME") : "/"), here[4096];
    setenv("HOME", getcwd(here, sizeof here), 1);
    write_file(".gdbinit", "shell touch init-was-read\n");
    write_file("walk-gdb.gdb", "shell touch init-was-read\n");
    shell("mkdir -p .config/gdb && echo 'shell touch init-was-read' >.config/gdb/gdbinit && gdb -q -batch </dev/null >/dev/null 2>&1; rm init-was-read");
    (void)asked((struct gdb_request){.executable = "walk", .core = "core"}, "bt", &arena);
    assert_int_equal(access("init-was-read", F_OK), -1);
    unlink(".gdbinit");
    setenv("HOME", home, 1);
    free(home);
    arena_free(&arena);
}

static void a_refused_attach_says_why(void **state)
{
    (void)state;
    struct counting counting;
    char where[64], message[128];
    if (!can_attach())
        skip();
    counting_start(&counting);
    snprintf(where, sizeof where, "process %d", (int)counting.process);
    assert_int_equal(ptrace(PTRACE_SEIZE, counting.process, NULL, NULL), 0);
    snprintf(message, sizeof message, "process %d already traces it", (int)getpid());
    expect_error((struct gdb_request){.process = (uint64_t)counting.process}, where, message);
    kill(counting.process, SIGKILL);    /* it dies while traced, so that the test need not stop it first */
    waitpid(counting.process, NULL, 0);
    munmap((void *)(uintptr_t)counting.counters, 4096);
}

/* ---- Interruption ---- */

struct watch {
    int calls, most;
    pid_t process;
    bool traced;                        /* seen */
};

static bool stop_when_traced(void *context, uint64_t done, uint64_t total)
{
    struct watch *watch = context;
    assert_true(done <= total);
    watch->traced = watch->traced || tracer(watch->process) != 0;
    return !watch->traced || ++watch->calls < watch->most;
}

/* A gdb command that never ends. */
static const char *endless(void)
{
    write_file("endless.gdb", "while 1\nend\n");
    return "bt\nsource endless.gdb\nbt\n";
}

/* Interrupts at every stage: while gdb attaches, a little later, and in the middle of a command. */
static void an_interrupted_question_leaves_the_process_running(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct counting counting;
    struct str output;
    struct error error;
    if (!can_attach())
        skip();
    counting_start(&counting);
    for (int most = 1; most <= 16; most += most < 5 ? 1 : 4) {
        struct watch watch = {.most = most, .process = counting.process};
        struct gdb_request request = {.process = (uint64_t)counting.process, .commands = str_of(endless()), .progress = {.report = stop_when_traced, .context = &watch}};
        assert_false(gdb_ask(&request, &arena, &output, &error));
        assert_true(watch.traced);
        assert_string_equal(error.message, "interrupted");
        expect_counting(&counting);
    }
    counting_end(&counting);
    arena_free(&arena);
}

/* Each of these signals kills clew: gdb detaches and ends. */
static void a_killed_clew_leaves_the_process_running(void **state)
{
    (void)state;
    static const int signals[] = {SIGINT, SIGTERM, SIGKILL};
    struct counting counting;
    if (!can_attach())
        skip();
    counting_start(&counting);
    for (size_t i = 0; i < 3; i++) {
        const char *commands = endless();
        pid_t clew = fork();
        if (clew == 0) {
            struct arena arena = {0};
            struct str output;
            struct error error;
            struct gdb_request request = {.process = (uint64_t)counting.process, .commands = str_of(commands)};
            signal(signals[i], SIG_DFL);
            _exit(gdb_ask(&request, &arena, &output, &error));
        }
        for (int n = 0; n < 10000 && tracer(counting.process) == 0; n++)
            nap(1);
        pid_t gdb = (pid_t)tracer(counting.process);
        assert_true(gdb > 0);
        nap(100 * (int)i);
        kill(clew, signals[i]);
        assert_int_equal(waitpid(clew, NULL, 0), clew);
        expect_counting(&counting);
        for (int n = 0; n < 1000 && kill(gdb, 0) == 0 && process_state(gdb) != 'Z'; n++)
            nap(10);
        assert_true(kill(gdb, 0) < 0 || process_state(gdb) == 'Z');     /* a zombie is init's, not ours */
    }
    counting_end(&counting);
}

static void a_gdb_that_is_killed_is_told(void **state)
{
    (void)state;
    struct counting counting;
    if (!can_attach())
        skip();
    counting_start(&counting);
    pid_t killer = fork();
    while (killer == 0) {
        uint64_t gdb = tracer(counting.process);
        if (gdb && kill((pid_t)gdb, SIGKILL) == 0)
            _exit(0);
    }
    char where[64];
    snprintf(where, sizeof where, "process %d", (int)counting.process);
    expect_error((struct gdb_request){.process = (uint64_t)counting.process, .commands = str_of(endless())}, "", "gdb exited");
    waitpid(killer, NULL, 0);
    expect_counting(&counting);
    counting_end(&counting);
}

static int descriptors(void)
{
    int count = 0;
    DIR *folder = opendir("/proc/self/fd");
    while (folder && readdir(folder))
        count++;
    closedir(folder);
    return count;
}

static void neither_processes_nor_descriptors_are_left(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct str output;
    struct error error;
    int before = descriptors();
    struct gdb_request request = {.gdb = "/bin/false", .process = (uint64_t)getppid()};
    assert_false(gdb_ask(&request, &arena, &output, &error));
    request.gdb = "/nowhere";
    assert_false(gdb_ask(&request, &arena, &output, &error));
    if (have_gdb())
        (void)asked((struct gdb_request){.executable = "walk", .core = "core"}, "bt", &arena);
    assert_int_equal(descriptors(), before);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_process_is_read_and_goes_on),
        cmocka_unit_test(a_process_that_was_stopped_stays_so),
        cmocka_unit_test(nothing_of_the_program_runs_or_changes),
        cmocka_unit_test(no_init_file_is_read),
        cmocka_unit_test(a_refused_attach_says_why),
        cmocka_unit_test(an_interrupted_question_leaves_the_process_running),
        cmocka_unit_test(a_killed_clew_leaves_the_process_running),
        cmocka_unit_test(a_gdb_that_is_killed_is_told),
        cmocka_unit_test(neither_processes_nor_descriptors_are_left),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
