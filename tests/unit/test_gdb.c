/* test_gdb.c - gdb is asked, and what is asked notices nothing.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "capture/gdb.h"
#include "capture/gdb_process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static const char source[] = "#include <stdlib.h>\n"
                             "volatile int counter, stop;\n"
                             "int called(void) { return counter = 1000; }\n"
                             "int walk(int n) {\n"
                             "    long __PT_counter_arr[4] = {n, n + 1, 7, -1}, __PT_counter_idx = n, __PT_current_path = 40 + n;\n"
                             "    return n ? walk(n - 1) + (int)(__PT_counter_arr[0] + __PT_counter_idx + __PT_current_path) : (abort(), 0);\n"
                             "}\n"
                             "int main(void) { return walk(2); }\n";

static void shell(const char *format, ...) FORMATTED(1, 2);
static void shell(const char *format, ...)
{
    char command[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(command, sizeof command, format, arguments);
    va_end(arguments);
    if (system(command) != 0)
        fail_msg("failed: %s", command);
}

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void nap(int milliseconds)
{
    struct timespec pause = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    nanosleep(&pause, NULL);
}

static bool have_gdb(void)
{
    return system("gdb --version >/dev/null 2>&1") == 0;
}

/* Where /proc/sys/kernel/yama/ptrace_scope is 2 or 3, a process does not get round it by PR_SET_PTRACER. */
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

/* A folder with the program, its core file (core_pattern may lead elsewhere, so gdb writes it), and another program. */
static int setup(void **state)
{
    char folder[] = "/tmp/clew-gdb-test-XXXXXX";
    if (!mkdtemp(folder) || chdir(folder) != 0)
        return -1;
    *state = strdup(folder);
    if (!have_gdb())
        return 0;
    write_file("walk.c", source);
    write_file("other.c", "int main(void) { return 7; }\n");
    shell("gcc -w -g -O0 -o walk walk.c && gcc -w -g -O0 -o other other.c");
    shell("gdb --nx -q -batch -ex run -ex 'generate-core-file core' -ex kill ./walk >/dev/null 2>&1; test -s core");
    return 0;
}

static int teardown(void **state)
{
    shell("cd / && rm -rf %s", (char *)*state);
    free(*state);
    return 0;
}

/* ---- What is said ---- */

static void expect_text(struct slice output, const char *wanted)
{
    if (slice_find(output, slice_of(wanted)) == SIZE_MAX)
        fail_msg("no '%s' in\n%.*s", wanted, SLICE(output));
}

static void expect_no_text(struct slice output, const char *unwanted)
{
    if (slice_find(output, slice_of(unwanted)) != SIZE_MAX)
        fail_msg("'%s' in\n%.*s", unwanted, SLICE(output));
}

static struct slice asked(struct gdb_request request, const char *commands, struct arena *arena)
{
    struct slice output = {0};
    struct error error;
    request.commands = slice_of(commands);
    if (!gdb_ask(&request, arena, &output, &error))
        fail_msg("%s: %s", error.source, error.message);
    return output;
}

static void expect_error(struct gdb_request request, const char *where, const char *message)
{
    struct arena arena = {0};
    struct slice output;
    struct error error;
    assert_false(gdb_ask(&request, &arena, &output, &error));
    assert_string_equal(error.source, where);
    if (!strstr(error.message, message))
        fail_msg("no '%s' in '%s'", message, error.message);
    arena_free(&arena);
}

static void a_core_file_gives_every_frame_with_its_variables(void **state)
{
    (void)state;
    struct arena arena = {0};
    if (!have_gdb())
        skip();
    struct slice output = asked((struct gdb_request){.executable = "walk", .core = "core"}, "\n# a comment\nbt\nframe apply all -s info locals -q ^__PT\n", &arena);
    expect_text(output, "Reading symbols from ./walk...");
    expect_text(output, "Program terminated with signal SIGABRT, Aborted.");
    expect_text(output, "__PT_counter_arr = {0, 1, 7, -1}\\n__PT_counter_idx = 0\\n__PT_current_path = 40\\n");
    expect_text(output, "__PT_counter_arr = {2, 3, 7, -1}\\n__PT_counter_idx = 2\\n__PT_current_path = 42\\n");
    expect_text(output, "in walk (n=...) at walk.c:6");
    expect_no_text(output, "a comment");
    expect_no_text(output, "set pagination");    /* clew's own settings are no answer */
    arena_free(&arena);
}

static void names_with_blanks_and_quotes_are_names(void **state)
{
    (void)state;
    struct arena arena = {0};
    if (!have_gdb())
        skip();
    assert_int_equal(mkdir("a \"b", 0700), 0);
    shell("cp walk 'a \"b/walk $(x) '\\' && cp core '~ core'\\'' \"1'");
    struct slice output = asked((struct gdb_request){.executable = "a \"b/walk $(x) '", .core = "~ core' \"1"}, "bt", &arena);
    expect_text(output, "in walk (n=...) at walk.c:6");
    arena_free(&arena);
}

static void a_failed_command_is_an_answer(void **state)
{
    (void)state;
    struct arena arena = {0};
    if (!have_gdb())
        skip();
    struct slice output = asked((struct gdb_request){.executable = "walk", .core = "core"}, "print nothing_here\nprint counter\nxyzzy", &arena);
    expect_text(output, "^error,msg=\"No symbol \\\"nothing_here\\\" in current context.\"");
    expect_text(output, "$1 = 0");
    expect_text(output, "Undefined command");
    arena_free(&arena);
}

static void a_core_file_of_another_program_is_handed_on_with_the_warning(void **state)
{
    (void)state;
    struct arena arena = {0};
    if (!have_gdb())
        skip();
    struct slice output = asked((struct gdb_request){.executable = "other", .core = "core"}, "bt", &arena);
    expect_text(output, "warning: core file may not match specified executable file.");
    arena_free(&arena);
}

static void what_cannot_be_opened_is_named(void **state)
{
    (void)state;
    if (!have_gdb())
        skip();
    assert_int_equal(mkfifo("fifo", 0600), 0);
    expect_error((struct gdb_request){.executable = "walk", .core = "missing"}, "missing", "cannot be opened: No such file");
    expect_error((struct gdb_request){.executable = "walk", .core = "fifo"}, "fifo", "is no regular file");
    expect_error((struct gdb_request){.executable = "/tmp", .core = "core"}, "/tmp", "is no regular file");
    expect_error((struct gdb_request){.executable = "walk.c", .core = "core"}, "walk.c", "gdb cannot use it as a program: ");
    expect_error((struct gdb_request){.executable = "walk", .core = "walk.c"}, "walk.c", "gdb cannot use it as a core file: ");
    expect_error((struct gdb_request){.executable = "walk", .core = "walk"}, "walk", "is not a core dump");
    expect_error((struct gdb_request){.core = "core"}, "", "name the program too");
    expect_error((struct gdb_request){.executable = "walk"}, "", "needs a core file or a process");
    expect_error((struct gdb_request){.process = 1ULL << 40}, "", "there is no process 1099511627776");
    expect_error((struct gdb_request){.process = (uint64_t)getpid()}, "", "is clew itself");
}

static void damaged_files_end_with_words(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct slice output;
    struct error error;
    if (!have_gdb())
        skip();
    shell("head -c 3000 walk >cut && chmod +x cut && head -c 5000 core >cut-core && head -c 64 walk >head && head -c 100000 /dev/urandom >>head");
    const char *const pairs[][2] = {{"cut", "core"}, {"walk", "cut-core"}, {"head", "core"}, {"cut", "cut-core"}};
    for (size_t i = 0; i < 4; i++) {
        struct gdb_request request = {.executable = pairs[i][0], .core = pairs[i][1], .commands = slice_of("bt\ninfo locals\n")};
        if (gdb_ask(&request, &arena, &output, &error))
            expect_text(output, "^");
        else
            assert_true(error.message[0] != 0);
    }
    arena_free(&arena);
}

static void gdb_that_is_missing_is_asked_for(void **state)
{
    (void)state;
    char *path = strdup(getenv("PATH"));
    setenv("PATH", "/nowhere", 1);
    unsetenv("CLEW_GDB");
    struct gdb_request request = {.process = (uint64_t)getppid()};
    expect_error(request, "", "gdb is not installed: apt-get install gdb");
    setenv("CLEW_GDB", "/nowhere/gdb", 1);
    expect_error(request, "/nowhere/gdb", "cannot be run as gdb: No such file");
    unsetenv("CLEW_GDB");
    setenv("PATH", path, 1);
    request.gdb = "/bin/false";
    expect_error(request, "", "gdb ended by itself: it said nothing");
    write_file("fake", "#!/bin/sh\necho 'gdb: unrecognized option --interpreter' >&2\nexit 1\n");
    chmod("fake", 0700);
    request.gdb = "./fake";
    expect_error(request, "", "gdb ended by itself: gdb: unrecognized option --interpreter");
    free(path);
}

/* ---- A process ---- */

enum { THREADS = 4 };

struct counting {
    pid_t process;
    volatile uint64_t *counters;    /* shared, one a thread */
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
        prctl(PR_SET_PDEATHSIG, SIGKILL);   /* a test that fails leaves nothing behind */
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

/* It is there, nobody traces it, it is not stopped, and its counters move. Waits as long as it takes, ten seconds at most. */
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
    struct slice output = asked(request, "thread apply all bt", &arena);
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
    struct slice output = asked((struct gdb_request){.process = (uint64_t)counting.process},
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
    snprintf(message, sizeof message, "process %d traces it already", (int)getpid());
    expect_error((struct gdb_request){.process = (uint64_t)counting.process}, where, message);
    kill(counting.process, SIGKILL);    /* it dies traced, so that nobody has to stop it first */
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

/* Stopped at every moment: just when it attaches, a little later, and in the middle of a command. */
static void an_interrupted_question_leaves_the_process_running(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct counting counting;
    struct slice output;
    struct error error;
    if (!can_attach())
        skip();
    counting_start(&counting);
    for (int most = 1; most <= 16; most += most < 5 ? 1 : 4) {
        struct watch watch = {.most = most, .process = counting.process};
        struct gdb_request request = {.process = (uint64_t)counting.process, .commands = slice_of(endless()), .progress = {stop_when_traced, &watch}};
        assert_false(gdb_ask(&request, &arena, &output, &error));
        assert_true(watch.traced);
        assert_string_equal(error.message, "interrupted");
        expect_counting(&counting);
    }
    counting_end(&counting);
    arena_free(&arena);
}

/* clew itself dies, by each of these: gdb lets go and ends. */
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
            struct slice output;
            struct error error;
            struct gdb_request request = {.process = (uint64_t)counting.process, .commands = slice_of(commands)};
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
    expect_error((struct gdb_request){.process = (uint64_t)counting.process, .commands = slice_of(endless())}, "", "gdb ended by itself");
    waitpid(killer, NULL, 0);
    expect_counting(&counting);
    counting_end(&counting);
}

/* ---- Bounds ---- */

static void start(struct gdb *gdb, const char *script)
{
    struct error error;
    write_file("fake", script);
    chmod("fake", 0700);
    if (!gdb_start(gdb, "./fake", &error))
        fail_msg("%s", error.message);
}

static void a_silent_gdb_is_given_up(void **state)
{
    (void)state;
    struct gdb gdb = {0};
    start(&gdb, "#!/bin/sh\ntrap '' TERM HUP INT PIPE\necho hello\nwhile :; do sleep 1; done\n");
    gdb.patience = 200;
    assert_false(gdb_command(&gdb, slice_of("bt"), "^", NULL));
    assert_int_equal(gdb.state, GDB_SILENT);
    pid_t keeper = gdb.keeper;
    gdb_end(&gdb);              /* it does not notice the end of its input either */
    assert_int_equal(kill(keeper, 0), -1);
}

static void endless_output_is_bounded(void **state)
{
    (void)state;
    struct gdb gdb = {0};
    start(&gdb, "#!/bin/sh\nread line\nexec yes '~\"$1 = 1\"'\n");
    gdb.room = 1 << 20;
    assert_false(gdb_command(&gdb, slice_of("bt"), "^", NULL));
    assert_int_equal(gdb.state, GDB_FULL);
    assert_true(gdb.text.size > 1 << 20 && gdb.text.size <= (1 << 20) + (1 << 16));
    gdb_end(&gdb);
}

static void output_behind_the_bound_is_cut_and_that_is_said(void **state)
{
    (void)state;
    struct arena arena = {0};
    write_file("fake", "#!/bin/sh\nwhile read line; do\n    [ \"$line\" = bt ] && exec head -c 300000000 /dev/zero\n    echo '^done'; echo '*stopped'\ndone\n");
    chmod("fake", 0700);
    struct slice output = asked((struct gdb_request){.gdb = "./fake", .process = (uint64_t)getppid()}, "bt", &arena);
    assert_true(output.size > GDB_OUTPUT - 4096 && output.size < GDB_OUTPUT + 4096);
    expect_text(slice_cut(output, output.size - 200, 200), "\n&\"clew: gdb printed more than 268435456 bytes; what was behind is cut off\\n\"\n");
    arena_free(&arena);
}

static void an_answer_in_pieces_is_one(void **state)
{
    (void)state;
    struct gdb gdb = {0};
    struct slice record;
    start(&gdb, "#!/bin/sh\nread a; printf '~\"x\\\\n\"\\n^do'; sleep 0.2; printf 'ne,v=\"'; head -c 300000 /dev/zero | tr '\\0' x; sleep 0.1; printf '\"\\n(gdb) \\n'\n"
                "read b; [ ${#b} = 200000 ] && echo '^done,long'; read c\n");
    assert_true(gdb_command(&gdb, slice_of("a"), "^", &record));
    assert_int_equal(record.size, strlen("^done,v=\"\"") + 300000);
    char *line = malloc(200000);
    memset(line, 'b', 200000);
    assert_true(gdb_command(&gdb, (struct slice){line, 200000}, "^", &record));
    assert_true(slice_is(record, "^done,long"));
    free(line);
    gdb_end(&gdb);
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
    struct slice output;
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
        cmocka_unit_test(a_core_file_gives_every_frame_with_its_variables),
        cmocka_unit_test(names_with_blanks_and_quotes_are_names),
        cmocka_unit_test(a_failed_command_is_an_answer),
        cmocka_unit_test(a_core_file_of_another_program_is_handed_on_with_the_warning),
        cmocka_unit_test(what_cannot_be_opened_is_named),
        cmocka_unit_test(damaged_files_end_with_words),
        cmocka_unit_test(gdb_that_is_missing_is_asked_for),
        cmocka_unit_test(a_process_is_read_and_goes_on),
        cmocka_unit_test(a_process_that_was_stopped_stays_so),
        cmocka_unit_test(nothing_of_the_program_runs_or_changes),
        cmocka_unit_test(no_init_file_is_read),
        cmocka_unit_test(a_refused_attach_says_why),
        cmocka_unit_test(an_interrupted_question_leaves_the_process_running),
        cmocka_unit_test(a_killed_clew_leaves_the_process_running),
        cmocka_unit_test(a_gdb_that_is_killed_is_told),
        cmocka_unit_test(a_silent_gdb_is_given_up),
        cmocka_unit_test(endless_output_is_bounded),
        cmocka_unit_test(output_behind_the_bound_is_cut_and_that_is_said),
        cmocka_unit_test(an_answer_in_pieces_is_one),
        cmocka_unit_test(neither_processes_nor_descriptors_are_left),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
