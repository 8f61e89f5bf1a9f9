/* test_paged_files.c - paged files that are damaged, cut, of another format, in the way or gone.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_paged.h"
#include "recording/store/paged.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

/* ---- Damaged files ---- */

static struct model read_file(const char *name)
{
    struct model file = {0};
    FILE *stream = fopen(name, "rb");
    assert_non_null(stream);
    unsigned char data[4096];
    for (size_t got; (got = fread(data, 1, sizeof data, stream)) > 0;)
        model_add(&file, data, got);
    fclose(stream);
    return file;
}

static void write_file(const char *name, const void *data, size_t size)
{
    FILE *stream = fopen(name, "wb");
    assert_non_null(stream);
    assert_true(size == 0 || fwrite(data, size, 1, stream) == 1);
    assert_int_equal(fclose(stream), 0);
}

enum { SMALL = 3, PAGES_AT = 68 };

/* A small file with an empty, a compressed and an uncompressed stream. */
static void make_small(struct model models[SMALL])
{
    struct paged_writer *writer = create(path, SMALL);
    paged_compress(writer, 2);
    model_append(&models[0], noise, 200);
    paged_append(writer, 0, noise, 200);
    model_append_items(&models[2], lines, PAGED_SIZE + 900, 1);
    paged_append_items(writer, 2, lines, PAGED_SIZE + 900, 1);
    paged_close(finish(writer, noise, 30));
}

/* Opens the file if possible, and reads everything. True: no fault found. */
static bool read_everything(const char *name, const struct model models[SMALL])
{
    struct paged *paged;
    struct error error = {0};
    if (!paged_open(name, &paged, &error)) {
        assert_string_equal(error.source, name);
        return false;
    }
    size_t size;
    bool good = paged_verify(paged, NULL, &error), header_good = memcmp(paged_header(paged, &size), noise, 30) == 0 && size == 30;
    assert_true(header_good);
    assert_int_equal(paged->stream_count, SMALL);
    unsigned char *data = memory_allocate(2 * PAGED_SIZE);
    for (unsigned i = 0; i < SMALL; i++) {
        assert_int_equal(paged->streams[i].size, models[i].size);
        bool copied = paged_copy(paged, i, 0, data, models[i].size);
        assert_true(!copied || models[i].size == 0 || memcmp(data, models[i].data, models[i].size) == 0);
        assert_true(copied || !good);
        for (uint64_t at = 0; at < models[i].size; at += 100)
            (void)*paged_at(paged, i, at, 1);
    }
    assert_int_equal(paged_damage(paged, &error), !good);
    assert_true(good || error.has_offset);
    free(data);
    paged_close(paged);
    return good;
}

static void every_byte_that_is_changed_is_noticed_or_does_no_harm(void **state)
{
    (void)state;
    struct model models[SMALL] = {0};
    make_small(models);
    struct model file = read_file(path);
    assert_true(read_everything(path, models));
    int descriptor = open(path, O_RDWR);
    int noticed = 0;
    for (size_t at = 0; at < file.size; at++) {
        const unsigned char masks[] = {1, 0x80, 0xff, 0x10, file.data[at]};
        for (size_t i = 0; i < sizeof masks; i++) {
            unsigned char byte = file.data[at] ^ masks[i];
            if (masks[i] == 0)
                continue;
            assert_int_equal(pwrite(descriptor, &byte, 1, (off_t)at), 1);
            assert_false(read_everything(path, models));
            noticed++;
        }
        assert_int_equal(pwrite(descriptor, &file.data[at], 1, (off_t)at), 1);
    }
    assert_true(noticed > 4 * 300);
    assert_true(read_everything(path, models));
    close(descriptor);
    free(file.data);
    free_models(models, SMALL);
}

static void a_file_of_any_other_length_is_refused(void **state)
{
    (void)state;
    struct model models[SMALL] = {0};
    make_small(models);
    struct model file = read_file(path);
    for (size_t size = file.size; size-- > 0;) {
        assert_int_equal(truncate(path, (off_t)size), 0);
        assert_false(read_everything(path, models));
    }
    model_zeros(&file, 1);
    write_file(path, file.data, file.size);
    assert_false(read_everything(path, models));
    free(file.data);
    free_models(models, SMALL);
}

static void what_is_no_store_is_refused_and_says_why(void **state)
{
    (void)state;
    struct model models[SMALL] = {0};
    make_small(models);
    struct model file = read_file(path);
    const struct { const char *name, *bytes; size_t at; const char *word; } cases[] = {
        {"/nothing/here", "", 0, "No such file"}, {folder, "", 0, "not a file"}, {path, "C", 0, "neither a clew recording nor an index"}, {path, "\3", 12, "version 3"},
        {path, "\1\2\3\4", 16, "byte order"}, {path, "\4", 20, "head of the file has"}, {path, "\xff\xff", 44, "head of the file has"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct paged *paged;
        struct error error;
        unsigned char *changed = memory_allocate(file.size);
        memcpy(changed, file.data, file.size);
        memcpy(changed + cases[i].at, cases[i].bytes, i == 4 ? 4 : strlen(cases[i].bytes));
        write_file(path, changed, file.size);
        assert_false(paged_open(cases[i].name, &paged, &error));
        assert_string_equal(error.source, cases[i].name);
        assert_non_null(strstr(error.message, cases[i].word));
        free(changed);
    }
    assert_true(paged_is_store((struct str){(const char *)file.data, 12}));
    assert_false(paged_is_store((struct str){(const char *)file.data, 11}));
    assert_false(paged_is_store(str_of("clew stores!")));
    free(file.data);
    free_models(models, SMALL);
}

static void a_reader_keeps_the_file_it_opened_when_another_takes_the_name(void **state)
{
    (void)state;
    struct paged *first = make_numbered(100), *second = make_numbered(3);
    for (uint64_t page = 0; page < 100; page++)
        assert_int_equal(number_at(paged_at(first, 0, page << PAGED_BITS, 4)), page);
    assert_int_equal(second->streams[0].page_count, 3);
    check_no_damage(first);
    unlink(path);
    assert_int_equal(number_at(paged_at(second, 1, 2 << PAGED_BITS, 4)), 2);
    paged_close(first);
    paged_close(second);
}

static void a_file_cut_off_under_its_reader_is_damage_and_what_was_loaded_stays(void **state)
{
    (void)state;
    struct paged *paged = make_numbered(10);
    struct error error;
    assert_int_equal(number_at(paged_at(paged, 0, 3 << PAGED_BITS, 4)), 3);
    assert_int_equal(truncate(path, 5000), 0);
    assert_int_equal(number_at(paged_at(paged, 0, 4 << PAGED_BITS, 4)), 0);
    assert_int_equal(number_at(paged_at(paged, 0, 3 << PAGED_BITS, 4)), 3);
    assert_true(paged_damage(paged, &error));
    assert_string_equal(error.source, path);
    assert_non_null(strstr(error.message, "page 4 of stream 0"));
    assert_false(paged_verify(paged, NULL, &error));
    for (uint64_t page = 4; page < 10; page++)
        assert_int_equal(*paged_at(paged, 1, (page << PAGED_BITS) + 8, 8), 0);
    paged_close(paged);
}

/* ---- Names ---- */

static void try_create(const char *name, const char *word)
{
    struct paged_writer *writer;
    struct error error;
    assert_false(paged_create(name, 1, &writer, &error));
    assert_string_equal(error.source, name);
    assert_non_null(strstr(error.message, word));
}

static void nothing_is_written_over_but_a_store(void **state)
{
    (void)state;
    write_file(path, "a file of somebody\n", 19);
    try_create(path, "neither a clew recording nor an index");
    write_file(path, "", 0);
    try_create(path, "neither a clew recording nor an index");
    try_create(folder, "neither a clew recording nor an index");
    try_create("/dev/null", "neither a clew recording nor an index");
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    try_create(path, "neither a clew recording nor an index");
    unlink(path);
    write_file(other, "a file of somebody\n", 19);
    assert_int_equal(symlink(other, path), 0);
    try_create(path, "neither a clew recording nor an index");
    assert_int_equal(count_files(), 2);
}

static void a_file_that_appears_while_a_store_is_written_stays(void **state)
{
    (void)state;
    struct paged_writer *writer = create(path, 1);
    struct paged *paged;
    struct error error;
    paged_append(writer, 0, noise, 1000);
    write_file(path, "a file of somebody\n", 19);
    assert_false(paged_finish(writer, NULL, 0, &paged, &error));
    assert_string_equal(error.source, path);
    struct model file = read_file(path);
    assert_int_equal(file.size, 19);
    free(file.data);
    assert_int_equal(count_files(), 1);
}

/* Files of an unfinished writer: none, if the file system has files without a name. */
static unsigned unfinished(void)
{
    int descriptor = file_nameless(path, 0600);
    if (descriptor >= 0)
        close(descriptor);
    return descriptor < 0;
}

/* From now on openat refuses files without a name, like some file systems. */
static bool lose_nameless(void)
{
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_TMPFILE & ~O_DIRECTORY, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EOPNOTSUPP),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 && unfinished() == 1;
}

/* Runs in a process of its own. */
static int write_named(void)
{
    struct paged_writer *writer;
    struct paged *paged;
    struct error error;
    if (!lose_nameless())
        return 1;
    if (!paged_create(path, 1, &writer, &error) || count_files() != 1 || access(path, F_OK) == 0)
        return 2;
    paged_append_items(writer, 0, noise, sizeof noise, 1);
    if (!paged_finish(writer, NULL, 0, &paged, &error) || count_files() != 1 || access(path, F_OK) != 0)
        return 3;
    paged_close(paged);
    if (!paged_create(path, 1, &writer, &error) || count_files() != 2)
        return 4;
    paged_drop(writer);
    return count_files() == 1 ? 0 : 5;
}

static void without_nameless_files_the_store_has_another_name_until_it_is_finished(void **state)
{
    int status;
    (void)state;
    unlink(path);
    pid_t child = fork();
    if (child == 0)
        _exit(write_named());
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void a_writer_that_is_killed_leaves_nothing(void **state)
{
    (void)state;
    if (unfinished())
        skip();
    unlink(path);
    pid_t child = fork();
    if (child == 0) {
        struct paged_writer *writer = create(path, 1);
        paged_append_items(writer, 0, noise, sizeof noise, 1);
        kill(getpid(), SIGKILL);
    }
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_int_equal(count_files(), 0);
}

static void a_store_has_its_name_only_when_it_is_finished_and_its_mode_is_usual(void **state)
{
    (void)state;
    struct stat stat_buffer;
    mode_t mask = umask(027);
    struct paged_writer *writer = create(path, 1);
    paged_append_items(writer, 0, noise, sizeof noise, 1);
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(count_files(), unfinished());
    paged_close(finish(writer, NULL, 0));
    assert_int_equal(stat(path, &stat_buffer), 0);
    assert_int_equal(stat_buffer.st_mode & 07777, 0640);
    umask(mask);

    writer = create(path, 1);
    paged_append(writer, 0, noise, 10);
    paged_drop(writer);
    assert_int_equal(count_files(), 1);
    struct paged *paged = open_paged(path);
    assert_int_equal(paged->streams[0].size, sizeof noise);
    paged_close(paged);
    paged_drop(NULL);
}

static void a_link_is_replaced_and_what_it_led_to_stays(void **state)
{
    (void)state;
    struct stat stat_buffer;
    struct paged_writer *writer = create(other, 1);
    paged_append(writer, 0, noise, 10);
    paged_close(finish(writer, NULL, 0));
    for (int i = 0; i < 2; i++) {       /* the second time it leads nowhere */
        unlink(path);
        assert_int_equal(symlink(i ? "nowhere" : other, path), 0);
        paged_close(finish(create(path, 1), NULL, 0));
        assert_int_equal(lstat(path, &stat_buffer), 0);
        assert_true(S_ISREG(stat_buffer.st_mode));
    }
    struct paged *paged = open_paged(other);
    assert_int_equal(paged->streams[0].size, 10);
    paged_close(paged);
    assert_int_equal(count_files(), 2);
}

static void a_folder_that_takes_no_files_is_an_error_with_the_name(void **state)
{
    (void)state;
    char name[400], long_name[256];
    try_create("/proc/store", "cannot be written");
    snprintf(name, sizeof name, "%s/nothing/store", folder);
    try_create(name, "cannot be written");
    write_file(other, "", 0);
    snprintf(name, sizeof name, "%s/store", other);
    try_create(name, "cannot be written");
    memset(long_name, 'n', 255);
    long_name[255] = 0;
    snprintf(name, sizeof name, "%s/%s", folder, long_name);
    paged_close(finish(create(name, 1), NULL, 0));
    unlink(name);
    assert_int_equal(chdir(folder), 0);
    paged_close(finish(create("store", 1), NULL, 0));
    assert_int_equal(chdir("/"), 0);
    paged_close(open_paged(path));
}

static void a_full_disk_is_an_error_with_the_name_and_leaves_nothing(void **state)
{
    (void)state;
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    const rlim_t limits[] = {0, 500, PAGES_AT + PAGED_SIZE, PAGES_AT + 2 * PAGED_SIZE, PAGES_AT + 2 * PAGED_SIZE + 20};
    for (int i = 0; i < 5; i++) {
        struct paged_writer *writer = create(path, 2);
        struct paged *paged;
        struct error error;
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &(struct rlimit){limits[i], limit.rlim_max}), 0);
        paged_append_items(writer, 0, noise, 2 * PAGED_SIZE, 1);
        paged_append(writer, 0, noise, 0);
        bool finished = paged_finish(writer, NULL, 0, &paged, &error);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
        assert_false(finished);
        assert_string_equal(error.source, path);
        assert_non_null(strstr(error.message, "cannot be written"));
        assert_int_equal(count_files(), 0);
    }
    signal(SIGXFSZ, handler);
}

int main(void)
{
    make_data();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(every_byte_that_is_changed_is_noticed_or_does_no_harm, begin),
        cmocka_unit_test_setup(a_file_of_any_other_length_is_refused, begin),
        cmocka_unit_test_setup(what_is_no_store_is_refused_and_says_why, begin),
        cmocka_unit_test_setup(a_reader_keeps_the_file_it_opened_when_another_takes_the_name, begin),
        cmocka_unit_test_setup(a_file_cut_off_under_its_reader_is_damage_and_what_was_loaded_stays, begin),
        cmocka_unit_test_setup(nothing_is_written_over_but_a_store, begin),
        cmocka_unit_test_setup(a_file_that_appears_while_a_store_is_written_stays, begin),
        cmocka_unit_test_setup(a_store_has_its_name_only_when_it_is_finished_and_its_mode_is_usual, begin),
        cmocka_unit_test_setup(without_nameless_files_the_store_has_another_name_until_it_is_finished, begin),
        cmocka_unit_test_setup(a_writer_that_is_killed_leaves_nothing, begin),
        cmocka_unit_test_setup(a_link_is_replaced_and_what_it_led_to_stays, begin),
        cmocka_unit_test_setup(a_folder_that_takes_no_files_is_an_error_with_the_name, begin),
        cmocka_unit_test_setup(a_full_disk_is_an_error_with_the_name_and_leaves_nothing, begin),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
