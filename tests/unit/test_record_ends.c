/* test_record_ends.c - after kills and on full disks, a trace is whole, or says where it ends, or does not exist.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Recordings run in a process of their own, the front. The tests kill the front, its workers, or its program. The program reports when it runs, and waits for
 * a file. */
#include "recorded.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

static const char waits[] = "#include <stdio.h>\n#include <unistd.h>\n"
                            "int main(int argc, char **argv) {\n"
                            "    for (volatile int i = 0; i < 200000; i++) continue;\n"     /* more than the recorder buffers */
                            "    puts(\"under way\"); fflush(stdout);\n"
                            "    while (access(argv[1], F_OK) != 0) usleep(1000);\n"
                            "    return 7; }\n";

static const char computes[] = "#include <stdlib.h>\nstatic unsigned table[4096];\n"
                               "int main(int argc, char **argv) {\n"
                               "    unsigned long x = 88172645463325252ul; unsigned s = 0;\n"
                               "    for (int i = 0; i < 150000; i++) {\n"
                               "        x ^= x << 13; x ^= x >> 7; x ^= x << 17;\n"
                               "        if (x & 65536) table[x & 4095] += (unsigned)x; else s ^= table[x & 4095]; }\n"
                               "    return s == 1 ? 1 : 5; }\n";

/* The front's report to the test. */
struct outcome {
    bool good, said;
    struct record_result result;
    struct error error, told;
};

struct recording {
    struct recorded run;
    char go[160], folder[160];
    const char *disk;                   /* the folder's tmpfs options; NULL: not a file system of its own */
    struct outcome *outcome;
    pid_t front;
};

static void hear(void *context, const struct error *what)
{
    struct outcome *outcome = context;
    outcome->told = *what;
    outcome->said = true;
}

static void be_front(struct recording *recording, struct record_options options, rlim_t most)
{
    struct outcome *outcome = recording->outcome;
    const char *arguments[] = {recording->run.program, recording->go, NULL};
    int file = open(recording->run.output, O_CREAT | O_TRUNC | O_RDWR, 0600);
    dup2(file, STDOUT_FILENO);
    close(file);
    if (most)
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){most, most});
    options.arguments = (char *const *)(uintptr_t)arguments;
    options.output = recording->run.trace;
    options.watch = (struct record_watch){.says = hear, .context = outcome};
    outcome->good = record_run(&options, &outcome->result, &outcome->error);
    _exit(0);
}

/* The trace is in a folder of its own. */
static void start(struct recording *recording, const char *source, struct record_options options, rlim_t most)
{
    recorded_start(&recording->run, "t.c", source, "-O1");
    snprintf(recording->go, sizeof recording->go, "%s/go", recording->run.folder);
    snprintf(recording->folder, sizeof recording->folder, "%s/traces", recording->run.folder);
    snprintf(recording->run.trace, sizeof recording->run.trace, "%.100s/t", recording->folder);
    shell("mkdir %s", recording->folder);
    if (recording->disk && mount("none", recording->folder, "tmpfs", 0, recording->disk) < 0) {
        print_message("no file system of %s can be mounted here: %s\n", recording->disk, strerror(errno));
        recorded_end(&recording->run);
        skip();
    }
    recording->outcome = mmap(NULL, sizeof *recording->outcome, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(recording->outcome != MAP_FAILED);
    recording->front = fork();
    if (recording->front == 0)
        be_front(recording, options, most);
}

static bool is_under_way(const struct recording *recording)
{
    struct stat output;
    return stat(recording->run.output, &output) == 0 && output.st_size > 0;
}

static bool has_trace(const struct recording *recording)
{
    return access(recording->run.trace, F_OK) == 0;
}

static void wait_until(bool (*holds)(const struct recording *recording), const struct recording *recording)
{
    enum { PATIENCE = 60000 };
    for (int i = 0; !holds(recording); i++) {
        assert_true(i < PATIENCE);
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
}

/* A child of the front: its worker, which is in another process session, or its program. */
static pid_t child_of(const struct recording *recording, bool worker)
{
    DIR *processes = opendir("/proc");
    struct dirent *entry;
    pid_t found = 0;
    while ((entry = readdir(processes))) {
        char path[300], line[512];
        int parent = 0, group = 0, session = 0;
        snprintf(path, sizeof path, "/proc/%s/stat", entry->d_name);
        FILE *file = fopen(path, "r");
        const char *end = file && fgets(line, sizeof line, file) ? strrchr(line, ')') : NULL;
        if (end && sscanf(end, ") %*c %d %d %d", &parent, &group, &session) == 3 && parent == recording->front &&
            (session == atoi(entry->d_name)) == worker)
            found = (pid_t)atoi(entry->d_name);
        if (file)
            fclose(file);
    }
    closedir(processes);
    assert_int_not_equal(found, 0);
    return found;
}

static void go(const struct recording *recording)
{
    shell("touch %s", recording->go);
}

static void finish(const struct recording *recording)
{
    int status;
    assert_int_equal(waitpid(recording->front, &status, 0), recording->front);
    assert_true(WIFEXITED(status));
}

static unsigned files_in(const char *folder)
{
    DIR *files = opendir(folder);
    struct dirent *entry;
    unsigned count = 0;
    while ((entry = readdir(files)))
        count += entry->d_name[0] != '.';
    closedir(files);
    return count;
}

static void expect_note(struct recording *recording, const char *name, const char *words)
{
    struct error error;
    if (!store_open(recording->run.trace, NULL, &recording->run.store, &error))
        fail_msg("opening: %s", error.message);
    struct str note = store_note(recording->run.store, name);
    if (str_find(note, str_of(words)) == SIZE_MAX)
        fail_msg("%s is '%.*s', expected '%s' in it", name, STR(note), words);
    assert_true(store_summary(recording->run.store).times > 0);
    assert_int_equal(files_in(recording->folder), 1);
}

static void end(struct recording *recording)
{
    munmap(recording->outcome, sizeof *recording->outcome);
    recorded_end(&recording->run);
}

static void undisturbed_it_says_how_its_program_ended(void **state)
{
    (void)state;
    struct recorded run;
    recorded_start(&run, "t.c", waits, "-O1");
    recorded_run(&run, run.program, (struct record_options){0});
    assert_true(run.result.whole);
    assert_false(run.result.cut);
    assert_true(str_is(store_note(run.store, "status"), "exit 7"));
    assert_int_equal(store_note(run.store, "ended").size, 0);
    recorded_end(&run);
}

/* ---- Killed ---- */

static void without_its_front_a_trace_is_finished(void **state)
{
    (void)state;
    struct recording recording = {0};
    start(&recording, waits, (struct record_options){0}, 0);
    wait_until(is_under_way, &recording);
    kill(recording.front, SIGKILL);
    waitpid(recording.front, NULL, 0);
    wait_until(has_trace, &recording);
    expect_note(&recording, "ended", "clew was killed, and the program with it");
    assert_int_equal(store_note(recording.run.store, "status").size, 0);
    end(&recording);
}

/* No shown code ran: its history would be an empty file, which is not a trace. */
static void without_its_front_an_empty_history_is_not_there(void **state)
{
    (void)state;
    struct recording recording = {0};
    start(&recording, waits, (struct record_options){.format = RECORD_HISTORY, .from = "nobody_calls_this"}, 0);
    wait_until(is_under_way, &recording);
    pid_t worker = child_of(&recording, true);
    prctl(PR_SET_CHILD_SUBREAPER, 1);   /* this process inherits it when the front is gone */
    kill(recording.front, SIGKILL);
    waitpid(recording.front, NULL, 0);
    assert_int_equal(waitpid(worker, NULL, 0), worker);
    assert_int_equal(files_in(recording.folder), 0);
    end(&recording);
}

static void without_its_recorder_a_trace_ends_there(void **state)
{
    (void)state;
    struct recording recording = {0};
    start(&recording, waits, (struct record_options){0}, 0);
    wait_until(is_under_way, &recording);
    kill(child_of(&recording, false), SIGKILL);
    finish(&recording);
    assert_true(recording.outcome->good);
    assert_false(recording.outcome->result.whole);
    assert_true(WIFSIGNALED(recording.outcome->result.status));
    expect_note(&recording, "status", "signal SIGKILL");
    end(&recording);
}

static void without_its_worker_a_program_goes_on(struct record_options options)
{
    struct recording recording = {0};
    start(&recording, waits, options, 0);
    wait_until(is_under_way, &recording);
    kill(child_of(&recording, true), SIGKILL);
    go(&recording);
    finish(&recording);
    assert_false(recording.outcome->good);
    assert_non_null(strstr(recording.outcome->error.message, "is lost: the process that wrote it was killed by SIGKILL"));
    assert_true(WIFEXITED(recording.outcome->result.status));
    assert_int_equal(WEXITSTATUS(recording.outcome->result.status), 7);
    assert_int_equal(files_in(recording.folder), 0);
    end(&recording);
}

static void a_killed_worker_leaves_nothing(void **state)
{
    (void)state;
    without_its_worker_a_program_goes_on((struct record_options){0});
    without_its_worker_a_program_goes_on((struct record_options){.format = RECORD_WET});
    without_its_worker_a_program_goes_on((struct record_options){.format = RECORD_HISTORY});
}

/* ---- Full ---- */

static void expect_cut(struct recording *recording, const char *why)
{
    finish(recording);
    if (!recording->outcome->good)
        fail_msg("%s", recording->outcome->error.message);
    assert_true(recording->outcome->result.cut);
    assert_true(recording->outcome->said);
    assert_non_null(strstr(recording->outcome->told.message, why));
    assert_int_equal(WEXITSTATUS(recording->outcome->result.status), 5);
    expect_note(recording, "ended", why);
    assert_int_equal(store_note(recording->run.store, "status").size, 0);
}

static void a_limit_of_file_size_ends_the_trace(void **state)
{
    (void)state;
    struct recording recording = {0};
    start(&recording, computes, (struct record_options){0}, 10 << 20);
    expect_cut(&recording, "File too large");
    end(&recording);
}

/* The folder of the traces is a small file system. */
static void a_full_disk_ends_the_trace(void **state)
{
    (void)state;
    struct recording recording = {.disk = "size=10m"};
    start(&recording, computes, (struct record_options){0}, 0);
    expect_cut(&recording, "No space left on device");
    store_close(recording.run.store);
    recording.run.store = NULL;
    assert_int_equal(umount(recording.folder), 0);
    end(&recording);
}

static void a_folder_that_goes_loses_the_trace_in_words(void **state)
{
    (void)state;
    struct recording recording = {0};
    start(&recording, waits, (struct record_options){0}, 0);
    wait_until(is_under_way, &recording);
    shell("rm -r %s", recording.folder);
    go(&recording);
    finish(&recording);
    assert_false(recording.outcome->good);
    assert_string_equal(recording.outcome->error.message, "cannot be written: No such file or directory");
    assert_int_equal(WEXITSTATUS(recording.outcome->result.status), 7);
    end(&recording);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undisturbed_it_says_how_its_program_ended),
        cmocka_unit_test(without_its_front_a_trace_is_finished),
        cmocka_unit_test(without_its_recorder_a_trace_ends_there),
        cmocka_unit_test(without_its_front_an_empty_history_is_not_there),
        cmocka_unit_test(a_killed_worker_leaves_nothing),
        cmocka_unit_test(a_limit_of_file_size_ends_the_trace),
        cmocka_unit_test(a_full_disk_ends_the_trace),
        cmocka_unit_test(a_folder_that_goes_loses_the_trace_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
