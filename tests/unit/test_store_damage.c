/* test_store_damage.c - damaged, foreign and lying files: never a wrong answer.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Changes every byte of an index and of recordings, one at a time, and cuts the files at every size. Then clew must refuse the file (and make the
 * index again), or give the intact file's answers until store_damaged() reports damage. Lying files with correct checksums must do no harm: they
 * may cause any answer, but no crash and no lack of memory. */
#include "test_store_folder.h"
#include "forged_store.h"
#include "told_recording.h"

#include "recording/store/paged.h"
#include "recording/store/store.h"

#include <zlib.h>

static const unsigned char masks[] = {0x01, 0x80, 0xff};

/* ---- The damaged file ---- */

struct subject {
    const char *opened, *damaged;   /* the file to open, the file to damage */
    const struct questions *questions;
    struct text wrong;
    unsigned tried, refused, known;     /* the outcomes */
};

static struct store *open_any(const char *path, struct error *error)
{
    struct store *store = NULL;
    *error = (struct error){0};
    return store_open(path, NULL, &store, error) ? store : NULL;
}

static void fail_at(const struct subject *subject, const char *what, uint64_t place)
{
    fail_msg("%s, %s at %" PRIu64, subject->damaged, what, place);
}

/* clew makes a refused index again, and says so. */
static void check_index(struct subject *subject, const struct store *store, const char *what, uint64_t place)
{
    struct error error;
    bool reused = store_files(store).reused;
    if (reused != !store_notice(store))
        fail_at(subject, "a notice, or none", place);
    if (!reused && store_damaged(store, true, &error))
        fail_at(subject, "damage of what was made anew", place);
    subject->refused += !reused;
    (void)what;
}

static void check(struct subject *subject, const char *what, uint64_t place)
{
    struct error error;
    struct store *store = open_any(subject->opened, &error);
    bool is_index = subject->opened != subject->damaged;
    subject->tried++;
    if (!store) {
        subject->refused++;
        if (is_index || !error.message[0])
            fail_at(subject, "not opened, or without a word", place);
        return;
    }
    if (is_index)
        check_index(subject, store, what, place);
    const struct question *lie = answers_lie(store, subject->questions, (size_t)(place % subject->questions->count), place % 8 == 0, &subject->wrong);
    if (lie)
        fail_msg("%s, %s at %" PRIu64 ": question %d of %" PRIu64 "#%" PRIu64 " is answered by %s instead of %s", subject->damaged, what, place, lie->kind,
                 lie->node.index, lie->node.instance, text_string(&subject->wrong), lie->answer);
    bool damaged = store_damaged(store, false, &error);
    subject->known += damaged;
    store_close(store);
}

/* Pretends that the file changed long ago. For a file that changed just now, a store waits until its clock ticks, some milliseconds each time. */
static void make_old(int file)
{
    static const struct timespec times[2] = {{.tv_sec = 1600000000}, {.tv_sec = 1600000000}};
    assert_int_equal(futimens(file, times), 0);
}

static void put(int file, const char *data, size_t size, size_t at)
{
    assert_int_equal(pwrite(file, data, size, (off_t)at), size);
    make_old(file);
}

/* With all masks, or, to save time, with a different one each time; or only one byte in `step`. */
static void flip_bytes(struct subject *subject, bool all, size_t step)
{
    struct text bytes = {0};
    file_take(subject->damaged, &bytes);
    int file = open(subject->damaged, O_RDWR);
    for (size_t i = 0; i < bytes.size; i += step)
        for (size_t m = 0; m < sizeof masks; m++) {
            if (!all && m != i % sizeof masks)
                continue;
            char changed = (char)(bytes.data[i] ^ (char)masks[m]);
            put(file, &changed, 1, i);
            check(subject, "a byte changed", i);
            put(file, &bytes.data[i], 1, i);
        }
    close(file);
    text_free(&bytes);
}

static void cut_at_every_size(struct subject *subject)
{
    struct text bytes = {0};
    file_take(subject->damaged, &bytes);
    int file = open(subject->damaged, O_RDWR);
    for (size_t size = bytes.size; size-- > 0;) {
        assert_int_equal(ftruncate(file, (off_t)size), 0);
        make_old(file);
        check(subject, "cut off", size);
    }
    put(file, bytes.data, bytes.size, 0);
    for (size_t more = 1; more < 100000; more *= 7) {
        assert_int_equal(ftruncate(file, (off_t)(bytes.size + more)), 0);
        check(subject, "bytes appended", more);
    }
    assert_int_equal(ftruncate(file, (off_t)bytes.size), 0);
    close(file);
    text_free(&bytes);
}

/* ---- Files to damage ---- */

struct fixture {
    struct folder folder;
    struct text text;
    struct questions questions;
};

static void fixture_make(struct fixture *fixture)
{
    *fixture = (struct fixture){0};
    folder_make(&fixture->folder);
    trace_write(&fixture->text);
    file_write(fixture->folder.trace, text_str(&fixture->text));
    struct store *store = open_as(fixture->folder.trace, STORE_INDEX_ALWAYS);
    fixture->questions = questions_make(store);
    assert_string_equal(store_files(store).index, fixture->folder.index);
    store_close(store);
}

static void fixture_end(struct fixture *fixture)
{
    questions_free(&fixture->questions);
    text_free(&fixture->text);
    folder_remove(&fixture->folder);
}

static struct subject index_of_fixture(const struct fixture *fixture)
{
    return (struct subject){.opened = fixture->folder.trace, .damaged = fixture->folder.index, .questions = &fixture->questions};
}

static void recording_make(const char *path, uint64_t count)
{
    struct error error;
    assert_true(told_recording(path, count, &error));
}

static struct questions questions_of(const char *path)
{
    struct store *store = open_as(path, STORE_INDEX_NEVER);
    struct questions questions = questions_make(store);
    store_close(store);
    return questions;
}

/* ---- Damage ---- */

static void a_byte_of_an_index_that_changed_never_makes_an_answer_wrong(void **state)
{
    (void)state;
    struct fixture fixture;
    fixture_make(&fixture);
    struct subject subject = index_of_fixture(&fixture);
    flip_bytes(&subject, true, 1);
    assert_true(subject.refused > 1000 && subject.known > 1000 && subject.refused + subject.known == subject.tried);
    text_free(&subject.wrong);
    fixture_end(&fixture);
}

static void an_index_that_was_cut_or_grew_is_made_anew(void **state)
{
    (void)state;
    struct fixture fixture;
    fixture_make(&fixture);
    struct subject subject = index_of_fixture(&fixture);
    cut_at_every_size(&subject);
    assert_int_equal(subject.refused, subject.tried);
    text_free(&subject.wrong);
    fixture_end(&fixture);
}

static void damage_recording(const char *path)
{
    struct questions questions = questions_of(path);
    struct subject subject = {.opened = path, .damaged = path, .questions = &questions};
    flip_bytes(&subject, false, 1);
    assert_true(subject.tried > 1000);
    assert_int_equal(subject.refused, subject.tried);       /* all damage is in the table */
    subject.refused = subject.tried = 0;
    cut_at_every_size(&subject);
    assert_int_equal(subject.refused, subject.tried);
    text_free(&subject.wrong);
    questions_free(&questions);
}

static void a_recording_that_was_damaged_is_refused_or_says_so(void **state)
{
    (void)state;
    struct folder folder;
    folder_make(&folder);
    recording_make(folder.recording, 700);
    damage_recording(folder.recording);
    folder_remove(&folder);
}

/* Such a file has pages besides its table: questions about them report damage. */
static void a_page_of_a_recording_that_was_damaged_is_said(void **state)
{
    (void)state;
    struct folder folder;
    folder_make(&folder);
    recording_make(folder.recording, 9000);
    struct questions questions = questions_of(folder.recording);
    struct subject subject = {.opened = folder.recording, .damaged = folder.recording, .questions = &questions};
    flip_bytes(&subject, false, 71);
    assert_true(subject.refused > 50 && subject.known > 300 && subject.refused + subject.known == subject.tried);
    text_free(&subject.wrong);
    questions_free(&questions);
    folder_remove(&folder);
}

static void a_trace_that_was_converted_is_refused_or_says_so_too(void **state)
{
    (void)state;
    struct fixture fixture;
    struct writer_totals totals;
    struct error error;
    fixture_make(&fixture);
    struct store *store = open_as(fixture.folder.trace, STORE_INDEX_NEVER);
    assert_true(store_copy(store, fixture.folder.recording, NULL, &totals, &error));
    store_close(store);
    damage_recording(fixture.folder.recording);
    fixture_end(&fixture);
}

/* ---- Lies ---- */

/* A file with uncompressed pages and table, so that the test can change a byte and correct the checksums. */
struct forgery {
    int file;
    struct text bytes;
    struct paged_head head;
};

static void forgery_begin(struct forgery *forgery, const char *path)
{
    struct paged *from, *written;
    struct paged_writer *writer;
    struct error error;
    size_t header_size;
    char plain[300];
    snprintf(plain, sizeof plain, "%s.plain", path);
    assert_true(paged_open(path, &from, &error) && paged_create(plain, from->stream_count, &writer, &error));
    const void *header = paged_header(from, &header_size);
    for (unsigned stream = 0; stream < from->stream_count; stream++) {
        size_t size = (size_t)from->streams[stream].size;
        char *bytes = malloc(size + 1);
        assert_true(paged_copy(from, stream, 0, bytes, size));
        paged_append_items(writer, stream, bytes, size, 1);
        free(bytes);
    }
    assert_true(paged_finish(writer, header, header_size, &written, &error));
    paged_close(from);
    paged_close(written);
    assert_int_equal(rename(plain, path), 0);
    *forgery = (struct forgery){.file = open(path, O_RDWR)};
    file_take(path, &forgery->bytes);
    memcpy(&forgery->head, forgery->bytes.data, sizeof forgery->head);
}

static uint32_t checksum_of(const char *bytes, size_t size)
{
    return (uint32_t)crc32(0, (const Bytef *)bytes, (uInt)size);
}

/* Corrects all checksums of the bytes in memory, and writes them. */
static void forgery_seal(const struct forgery *forgery)
{
    char *bytes = malloc(forgery->bytes.size);
    memcpy(bytes, forgery->bytes.data, forgery->bytes.size);
    size_t at = (size_t)forgery->head.table + forgery->head.header_size;
    for (uint32_t stream = 0; stream < forgery->head.stream_count; stream++) {
        uint64_t size;
        memcpy(&size, bytes + at, sizeof size);
        at += sizeof size;
        for (uint64_t page = 0; page << PAGED_BITS < size; page++, at += sizeof(struct paged_entry)) {
            struct paged_entry entry;
            memcpy(&entry, bytes + at, sizeof entry);
            entry.checksum = checksum_of(bytes + entry.offset, entry.stored);
            memcpy(bytes + at, &entry, sizeof entry);
        }
    }
    struct paged_head head = forgery->head;
    head.table_checksum = checksum_of(bytes + head.table, (size_t)head.table_size);
    memcpy(bytes, &head, sizeof head);
    uint32_t checksum = checksum_of(bytes, sizeof head);
    memcpy(bytes + sizeof head, &checksum, sizeof checksum);
    put(forgery->file, bytes, forgery->bytes.size, 0);
    free(bytes);
}

/* Any answer is fine, as long as there is one. */
static void listen(const char *path, const struct questions *questions, size_t first)
{
    struct error error;
    struct text said = {0};
    struct store *store = open_any(path, &error);
    for (size_t i = 0; store && i < questions->count; i++) {
        const struct question *q = &questions->items[(first + i) % questions->count];
        if (!is_slow(q->kind) || first % 8 == 0)
            answer(store, q, &said);
    }
    store_close(store);
    text_free(&said);
}

/* Changes bytes at an offset, asks all questions, and restores the bytes. */
static void lie(struct forgery *forgery, const char *path, const struct questions *questions, size_t at, const void *with, size_t size)
{
    char before[8];
    memcpy(before, forgery->bytes.data + at, size);
    memcpy(forgery->bytes.data + at, with, size);
    forgery_seal(forgery);
    listen(path, questions, at);
    memcpy(forgery->bytes.data + at, before, size);
}

static void lie_everywhere(const char *opened, const char *path, const struct questions *questions)
{
    static const uint64_t words[] = {0, UINT64_MAX, UINT64_C(1) << 63, UINT64_C(1) << 40};
    struct forgery forgery;
    forgery_begin(&forgery, path);
    size_t end = (size_t)forgery.head.table + forgery.head.header_size;
    assert_int_equal(forgery.head.table_size, forgery.head.table_unpacked);
    for (size_t at = PAGED_BEGIN; at < end; at++) {
        char changed = (char)(forgery.bytes.data[at] ^ (char)masks[at % sizeof masks]);
        lie(&forgery, opened, questions, at, &changed, 1);
        if (at % 8 == 0 && at + sizeof *words <= end)
            lie(&forgery, opened, questions, at, &words[at / 8 % 4], sizeof *words);
    }
    close(forgery.file);
    text_free(&forgery.bytes);
}

static void a_recording_that_lies_does_no_harm(void **state)
{
    (void)state;
    struct folder folder;
    folder_make(&folder);
    recording_make(folder.recording, 700);
    struct questions questions = questions_of(folder.recording);
    lie_everywhere(folder.recording, folder.recording, &questions);
    questions_free(&questions);
    folder_remove(&folder);
}

static void an_index_that_lies_does_no_harm(void **state)
{
    (void)state;
    struct fixture fixture;
    fixture_make(&fixture);
    lie_everywhere(fixture.folder.trace, fixture.folder.index, &fixture.questions);
    fixture_end(&fixture);
}

/* ---- Counts without data ---- */

static void forge_word(struct forged *forged, unsigned stream, size_t row, size_t at, uint64_t word)
{
    memcpy(forged->streams[stream].bytes + row * forged->streams[stream].item + at, &word, sizeof word);
}

static void executions_of_one(struct forged *forged) { forge_word(forged, STREAM_RECORDS, 1, offsetof(struct record, executions), UINT64_C(1) << 40); }
static void entries_of_a_list(struct forged *forged) { forge_word(forged, STREAM_LISTS, 0, offsetof(struct list, top), UINT64_C(1) << 40); }
static void instances(struct forged *forged) { forged->header.instances = UINT64_C(1) << 40; }
static void dependences(struct forged *forged) { forged->header.dependences = UINT64_C(1) << 40; }
static void values(struct forged *forged) { forged->header.values = UINT64_C(1) << 40; }
static void problems(struct forged *forged) { forged->header.problems = forged->header.kind_count[0] = UINT64_C(1) << 40; }
static void problems_kept(struct forged *forged) { forged->header.problems_kept = 1; }
static void times(struct forged *forged) { forged->header.times = 1; }
static void no_times(struct forged *forged) { forged->header.times = 0; }

/* Executions and times agree with each other, but no window has that many times. */
static void times_of_no_window(struct forged *forged)
{
    uint64_t more = UINT64_C(1) << 40;
    size_t count;
    struct record *records = forged_rows(forged, STREAM_RECORDS, &count);
    records[1].executions += more;
    forged->header.times += more;
    forged->header.instances += more;
}

/* The same, with empty windows. */
static void times_of_empty_windows(struct forged *forged)
{
    enum { WINDOWS = 1000 };
    struct forged_stream *starts = &forged->streams[STREAM_WINDOW_STARTS];
    uint64_t *made = calloc(WINDOWS + 2, sizeof *made), more = (uint64_t)WINDOWS << CLOCK_WINDOW_BITS, end;
    size_t count;
    struct record *records = forged_rows(forged, STREAM_RECORDS, &count);
    assert_int_equal(starts->size, 2 * sizeof end);
    memcpy(&end, starts->bytes + sizeof end, sizeof end);
    for (size_t i = 1; i < WINDOWS + 2; i++)
        made[i] = end;
    free(starts->bytes);
    *starts = (struct forged_stream){starts->form, starts->item, (WINDOWS + 2) * sizeof *made, (unsigned char *)made};
    records[1].executions += more;
    forged->header.times += more;
    forged->header.instances += more;
}

/* A list of two lines that stands for any number of entries, all of one execution. */
static void entries_of_one_instance(struct forged *forged)
{
    struct block line = {BLOCK_LINE, 0};
    size_t count;
    struct list *lists = forged_rows(forged, STREAM_LISTS, &count);
    uint64_t more = 400000;         /* more would be too many users to make */
    unsigned blocks = forged->streams[STREAM_BLOCKS].size ? STREAM_BLOCKS : STREAM_DESCRIPTORS;
    memcpy(forged->streams[blocks].bytes + lists[0].first * sizeof line, &line, sizeof line);
    lists[0] = (struct list){.first = lists[0].first, .count = lists[0].count + more, .xs = lists[0].first, .top = 1, .numbers = lists[0].numbers,
                             .flags = LIST_UNIFORM | LIST_XS_UNIFORM | LIST_SORTED};
    forged->header.dependences += more;
}

static const struct {
    void (*forge)(struct forged *forged);
    const char *message;
} counts[] = {
    {executions_of_one, "it says that it has 9000 executions, and has"}, {entries_of_a_list, "instruction 0 has entries of more executions than it ran"},
    {instances, "it says that it has 1099511627776 executions, and has 9000"}, {dependences, "it says that it has 1099511627776 dependences, and has"},
    {values, "it says that it has 1099511627776 values, and has"}, {problems, "it says that it has 0 problems in its list"},
    {problems_kept, "it says that it has 1 problems in its list, and has 0"}, {times, "it says that it has 1 times, and has 9000"},
    {no_times, "its clock counts nothing"}, {times_of_no_window, "its clock has 1 windows for 1099511636776 times"},
    {times_of_empty_windows, "window 2 of its clock is empty"}, {entries_of_one_instance, "list 0 has more entries than anything that ran"},
};

static void a_count_is_what_the_tables_come_to(void **state)
{
    struct folder folder;
    struct error error;
    (void)state;
    folder_make(&folder);
    recording_make(folder.recording, 9000);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        struct forged forged;
        assert_true(forged_read(folder.recording, &forged, &error));
        counts[i].forge(&forged);
        assert_true(forged_write(&forged, folder.index, &error));
        struct store *store = open_any(folder.index, &error);
        if (store || strncmp(error.message, counts[i].message, strlen(counts[i].message)) != 0)
            fail_msg("%zu: %s instead of %s", i, store ? "opened" : error.message, counts[i].message);
        forged_free(&forged);
    }
    folder_remove(&folder);
}

/* One event with a depth stands for only one frame. */
static void a_frame_begins_as_deep_as_it_is(void **state)
{
    struct folder folder;
    struct forged forged;
    struct error error;
    struct store_frame frame;
    uint64_t level = 0;
    (void)state;
    folder_make(&folder);
    recording_make(folder.recording, 40);
    assert_true(forged_read(folder.recording, &forged, &error));
    struct clock_thread *thread = (struct clock_thread *)(void *)forged.streams[STREAM_FRAMES].bytes;
    thread->events = 1;
    struct forged_stream *events = &forged.streams[STREAM_EVENTS];
    free(events->bytes);
    events->bytes = calloc(1, 1 + VARINT_MAX + 8);
    events->size = (size_t)(varint_write(events->bytes + 1, varint_fold(UINT64_C(1) << 31) << 2) - events->bytes);
    assert_true(forged_write(&forged, folder.recording, &error));
    struct store *store = open_any(folder.recording, &error);
    assert_non_null(store);
    while (level < 1000 && store_frame(store, 10, level, &frame))
        level++;
    assert_int_equal(level, 1);
    assert_true(store_damaged(store, false, &error));
    store_close(store);
    forged_free(&forged);
    folder_remove(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_byte_of_an_index_that_changed_never_makes_an_answer_wrong),
        cmocka_unit_test(an_index_that_was_cut_or_grew_is_made_anew),
        cmocka_unit_test(a_recording_that_was_damaged_is_refused_or_says_so),
        cmocka_unit_test(a_page_of_a_recording_that_was_damaged_is_said),
        cmocka_unit_test(a_trace_that_was_converted_is_refused_or_says_so_too),
        cmocka_unit_test(a_recording_that_lies_does_no_harm),
        cmocka_unit_test(an_index_that_lies_does_no_harm),
        cmocka_unit_test(a_count_is_what_the_tables_come_to),
        cmocka_unit_test(a_frame_begins_as_deep_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
