/* build.c - reads a comprehensive trace into a store, with one thread or several.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/building.h"
#include "recording/store/paged.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

bool build_open(struct build *build, struct input *input, const char *index_path, const struct store_options *options, struct error *error)
{
    *build = (struct build){.input = input, .options = options, .to_file = index_path};
    if (!paged_create_after(index_path, input_name(input), STREAMS, &build->writer, error))
        return false;
    static const unsigned tables[] = {STREAM_RECORDS, STREAM_LISTS, STREAM_NAMES, STREAM_FINAL, STREAM_BY_ID, STREAM_BY_ADDRESS,
                                      STREAM_USERS, STREAM_OFFSETS, STREAM_VALUES, STREAM_PROBLEMS};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        paged_compress(build->writer, tables[i]);
    build->uses = uses_open(build->writer);
    build->header.text_compressed = input_is_compressed(input);
    build->header.numbering = (uint32_t)options->numbering;
    return true;
}

void build_note_damage(struct build *build, const struct feeder *feeder)
{
    build->has_damage = feeder->has_damage;
    build->damage = feeder->damage;
}

void build_close(struct build *build)
{
    paged_drop(build->writer);
    uses_close(build->uses);
    numbers_free(&build->numbers);
    free(build->final);
    free(build->records);
    free(build->lists);
    free(build->lines);
    pool_free(&build->names);
    map_free(&build->name_places);
    map_free(&build->by_address);
    free(build->findings.items);
}

static uint64_t part_size(const struct build *build)
{
    return build->options->part_size ? build->options->part_size : PART_SIZE;
}

/* ---- One thread: one reader from front to end ---- */

struct based {                      /* for struct taken: the lines of a part count from `base` */
    const struct build *build;
    uint64_t base;
};

static bool is_taken(const void *context, uint64_t id, uint64_t *line)
{
    const struct based *based = context;
    const struct build *build = based->build;
    uint64_t number;
    if (!map_get(&build->numbers.by_id, id, &number) || build->numbers.items[number].index == NO_RECORD)
        return false;
    *line = build->lines[build->numbers.items[number].index] - based->base;
    return true;
}

static bool check_limit(const struct build *build, struct error *error)
{
    return build->numbers.items_count <= INSTRUCTIONS_MAX || error_set(error, "more than %u instructions", INSTRUCTIONS_MAX);
}

static bool read_serially(struct build *build, struct error *error)
{
    struct part_source source = {build->input, 0, UINT64_MAX, build->options->path, build->options->progress, 0};
    struct part_reader *reader = part_reader_open(&source, part_size(build));
    struct based based = {build, 0};
    struct taken taken = {is_taken, &based};
    struct part part = {0};
    bool more = true, good = true;
    while (good && more) {
        good = part_read(reader, &taken, &part, &more, error) && check_limit(build, error);
        if (good)
            build_commit(build, &part, 0);
        part_free(&part);
    }
    build_note_damage(build, part_reader_feeder(reader));
    part_reader_close(reader);
    return good;
}

/* ---- Several: stretches, read side by side, committed in order ---- */

enum { SLOTS = 8 };                 /* stretches that may be waiting for their turn */

struct stretch {
    struct part part;
    struct part_source source;
    uint64_t lines, blocks;
    bool ready, good;
    struct error error;
};

struct team {
    struct build *build;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    struct stretch slots[SLOTS];
    uint64_t taken, committed;      /* how many stretches; slot = number % SLOTS */
    uint64_t next;                  /* where the next one begins */
    uint64_t base, announced, announced_line, announced_column;
    bool has_announced;
    bool all_taken, failed, committing;
    bool searching;                 /* somebody looks where the next stretch ends, without the mutex */
    struct error error;
};

static void fail(struct team *team, const struct error *error)
{
    if (!team->failed)
        team->error = *error;
    team->failed = true;
    pthread_cond_broadcast(&team->changed);
}

static bool keep_on(void *context, uint64_t done, uint64_t total)
{
    struct team *team = context;
    (void)done, (void)total;
    pthread_mutex_lock(&team->mutex);
    bool failed = team->failed;
    pthread_mutex_unlock(&team->mutex);
    return !failed;
}

static bool stretch_read(struct team *team, struct stretch *stretch, const struct taken *taken)
{
    struct part_reader *reader = part_reader_open(&stretch->source, part_size(team->build));
    bool more;
    stretch->good = part_read(reader, taken, &stretch->part, &more, &stretch->error);
    const struct wet_reader *text = part_reader_text(reader);
    stretch->lines = wet_reader_lines(text);
    stretch->blocks = wet_reader_blocks(text);
    if (stretch->source.from == 0) {
        pthread_mutex_lock(&team->mutex);
        team->has_announced = wet_reader_announced(text, &team->announced, &team->announced_line, &team->announced_column);
        pthread_mutex_unlock(&team->mutex);
    }
    part_reader_close(reader);
    return stretch->good;
}

/* Commits whatever is next and ready. With the mutex held, which is let go meanwhile. */
static void commit_ready(struct team *team)
{
    struct build *build = team->build;
    if (team->committing)
        return;
    team->committing = true;
    while (!team->failed && team->committed < team->taken && team->slots[team->committed % SLOTS].ready) {
        struct stretch *stretch = &team->slots[team->committed % SLOTS];
        pthread_mutex_unlock(&team->mutex);
        if (stretch->good && build_conflicts(build, &stretch->part)) {
            struct based based = {build, team->base};
            struct taken taken = {is_taken, &based};
            part_free(&stretch->part);
            stretch_read(team, stretch, &taken);
        }
        stretch->good = stretch->good && check_limit(build, &stretch->error);
        if (stretch->good)
            build_commit(build, &stretch->part, team->base);
        build->blocks += stretch->blocks;
        team->base += stretch->lines;
        part_free(&stretch->part);
        pthread_mutex_lock(&team->mutex);
        stretch->ready = false;
        team->committed++;
        if (!stretch->good)
            fail(team, &stretch->error);
        pthread_cond_broadcast(&team->changed);
    }
    team->committing = false;
}

/* Until something changed. Whoever is asked whether to go on, which only the thread that began the work may do, is asked meanwhile. With the mutex held. */
static void wait_for_change(struct team *team, const struct progress *progress)
{
    enum { PATIENCE = 50 * 1000 * 1000 };   /* nanoseconds */
    struct timespec until;
    struct error error;
    if (progress->report == keep_on) {
        pthread_cond_wait(&team->changed, &team->mutex);
        return;
    }
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += (until.tv_nsec + PATIENCE) / 1000000000;
    until.tv_nsec = (until.tv_nsec + PATIENCE) % 1000000000;
    if (pthread_cond_timedwait(&team->changed, &team->mutex, &until) == 0)
        return;
    uint64_t next = team->next;
    pthread_mutex_unlock(&team->mutex);
    bool goes_on = progress_report(progress, next, input_size(team->build->input)) || error_set(&error, "interrupted");
    pthread_mutex_lock(&team->mutex);
    if (!goes_on)
        fail(team, &error);
}

/* Where the next stretch ends: without the mutex, since a long line takes long, and nobody else looks meanwhile. */
static bool find_end(struct team *team, const struct progress *progress, uint64_t *to)
{
    uint64_t size = part_size(team->build), from = (team->next / size + 1) * size;
    struct error error;
    team->searching = true;
    pthread_mutex_unlock(&team->mutex);
    bool found = part_boundary(team->build->input, from, input_size(team->build->input), progress, to, &error);
    pthread_mutex_lock(&team->mutex);
    team->searching = false;
    pthread_cond_broadcast(&team->changed);
    if (!found)
        fail(team, &error);
    return found && !team->failed;
}

/* The next stretch; NULL: there is none. With the mutex held. */
static struct stretch *stretch_take(struct team *team, struct progress progress)
{
    uint64_t size = input_size(team->build->input), to;
    while (!team->failed && !team->all_taken && (team->searching || team->taken - team->committed == SLOTS))
        wait_for_change(team, &progress);
    if (team->failed || team->all_taken || !find_end(team, &progress, &to))
        return NULL;
    struct stretch *stretch = &team->slots[team->taken % SLOTS];
    uint64_t from = team->next;
    team->all_taken = to >= size;
    stretch->source = (struct part_source){team->build->input, from, team->all_taken ? UINT64_MAX : to, team->build->options->path, progress, 0};
    team->next = to;
    team->taken++;
    return stretch;
}

static void work(struct team *team, struct progress progress)
{
    struct stretch *stretch;
    pthread_mutex_lock(&team->mutex);
    while ((stretch = stretch_take(team, progress)) != NULL) {
        pthread_mutex_unlock(&team->mutex);
        stretch_read(team, stretch, NULL);
        pthread_mutex_lock(&team->mutex);
        stretch->ready = true;
        if (!stretch->good)
            fail(team, &stretch->error);
        commit_ready(team);
    }
    pthread_mutex_unlock(&team->mutex);
}

static void *help(void *context)
{
    struct team *team = context;
    work(team, (struct progress){keep_on, team});
    return NULL;
}

static void team_finish(struct team *team, const struct progress *progress)
{
    struct build *build = team->build;
    pthread_mutex_lock(&team->mutex);
    while (!team->failed && team->committed < team->taken) {
        if (!team->committing && team->slots[team->committed % SLOTS].ready)
            commit_ready(team);
        else
            wait_for_change(team, progress);
    }
    pthread_mutex_unlock(&team->mutex);
    if (!team->failed && team->taken > 1 && team->has_announced && team->announced != build->blocks)
        finding_add(&build->findings, team->announced_line, team->announced_column,
                    &(struct wet_finding){WET_COUNT_MISMATCH, team->announced, build->blocks, 0});
}

static bool read_together(struct build *build, unsigned threads, struct error *error)
{
    struct team *team = memory_allocate(sizeof *team);
    pthread_t helpers[8];
    pthread_condattr_t clock;
    unsigned started = 0;
    team->build = build;
    pthread_mutex_init(&team->mutex, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&team->changed, &clock);
    pthread_condattr_destroy(&clock);
    while (started + 1 < threads && pthread_create(&helpers[started], NULL, help, team) == 0)
        started++;
    work(team, build->options->progress);
    team_finish(team, &build->options->progress);
    for (unsigned i = 0; i < started; i++)
        pthread_join(helpers[i], NULL);
    bool good = !team->failed;
    if (!good)
        *error = team->error;
    for (unsigned i = 0; i < SLOTS; i++)
        part_free(&team->slots[i].part);
    pthread_cond_destroy(&team->changed);
    pthread_mutex_destroy(&team->mutex);
    free(team);
    return good;
}

/* Is the text's beginning nothing but blanks? Then a stretch could begin with its first line, which is not like others. */
static bool begins_blank(const struct build *build)
{
    char head[4096];
    struct error ignored;
    size_t want = part_size(build) < sizeof head ? (size_t)part_size(build) : sizeof head, got;
    if (!input_read(build->input, 0, head, want, &got, &ignored))
        return true;
    struct slice rest = slice_starts((struct slice){head, got}, "\xef\xbb\xbf") ? slice_cut((struct slice){head, got}, 3, got) : (struct slice){head, got};
    return slice_trim(rest).size == 0;
}

static unsigned thread_count(const struct build *build)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned wanted = build->options->threads ? build->options->threads : processors > 1 ? 2 : 1;
    if (input_is_compressed(build->input) || input_size(build->input) <= part_size(build) || begins_blank(build))
        return 1;
    return wanted < 8 ? wanted : 8;
}

bool build_trace(struct input *input, const char *index_path, const struct store_options *options, struct store *store, struct error *error)
{
    struct build build;
    if (!build_open(&build, input, index_path, options, error))
        return false;
    unsigned threads = thread_count(&build);
    bool good = (threads > 1 ? read_together(&build, threads, error) : read_serially(&build, error)) && build_resolve(&build, error) && build_finish(&build, store, error);
    build_close(&build);
    return good;
}
