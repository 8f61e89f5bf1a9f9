/* indexing.c - provisional stores, and the thread that makes the real store meanwhile.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/indexing.h"
#include "recording/store/lists.h"
#include "recording/store/paged.h"
#include "recording/store/skeleton.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* ---- Is it worth while? ---- */

/* Does the file begin like uncompressed comprehensive text, and not like a damaged recording? */
static bool is_plain_trace(struct input *input)
{
    enum { LOOK = 1 << 16 };
    struct error ignored;
    size_t got;
    if (input_is_compressed(input))
        return false;
    char *head = memory_allocate(LOOK);
    bool plain = input_read(input, 0, head, LOOK, &got, &ignored) && !paged_resembles((struct str){head, got}) &&
                 wet_kind((struct str){head, got}) == WET_COMPREHENSIVE;
    free(head);
    return plain;
}

static bool is_good_index(const char *path, struct input *input, const struct store_options *options)
{
    struct paged *paged;
    struct error ignored;
    struct store_header header;
    struct text why = {0};
    struct file_stat stat;
    size_t size;
    if (!path || !file_stat(path, &stat) || !paged_open(path, &paged, &ignored))
        return false;
    const void *bytes = paged_header(paged, &size);
    bool good = size == sizeof header;
    if (good) {
        memcpy(&header, bytes, sizeof header);
        good = index_is_of(&header, input, options, &why);
    }
    text_free(&why);
    paged_close(paged);
    return good;
}

bool store_wants_indexing(const char *path, const struct store_options *options)
{
    static const struct store_options defaults = {0};
    struct file_stat stat;
    struct input *input;
    struct error ignored;
    struct arena arena = {0};
    options = options ? options : &defaults;
    if (!file_stat(path, &stat) || stat.size < STORE_INDEX_LEAST || !input_open(path, &input, &ignored))
        return false;
    bool wants = input_is_file(input) && is_plain_trace(input);
    if (wants && (options->index == STORE_INDEX_AUTO || options->index == STORE_INDEX_ALWAYS || options->index == STORE_INDEX_USE))
        wants = !is_good_index(index_path_beside(path, &arena), input, options) && !is_good_index(index_path_cached(path, &arena), input, options);
    arena_free(&arena);
    input_close(input);
    return wants;
}

/* ---- The provisional store ---- */

static bool open_provisional(struct store *store, const struct store_options *options, unsigned milliseconds, struct error *error)
{
    struct found found = {0};
    if (!is_plain_trace(store->input))
        return error_at(error, store->path, 0, 0, "clew can show only plain comprehensive text before it has read it");
    bool good = skeleton_find(store->input, milliseconds, &found, error) && skeleton_load(store, options, &found, error);
    found_free(&found);
    return good;
}

bool store_open_provisional(const char *path, const struct store_options *options, unsigned milliseconds, struct store **store, struct error *error)
{
    static const struct store_options defaults = {0};
    struct input *input;
    if (!input_open(path, &input, error))
        return false;
    struct store *made = memory_allocate(sizeof *made);
    made->input = input;
    made->path = arena_string(&made->arena, str_of(path));
    made->window = window_new();
    bool good = open_provisional(made, options ? options : &defaults, milliseconds, error);
    if (good)
        *store = made;
    else
        store_close(made);
    return good;
}

struct store_provision store_provision(const struct store *store)
{
    const struct skeleton *skeleton = store->skeleton;
    uint64_t size = store->input ? input_size(store->input) : 0;
    return skeleton ? (struct store_provision){true, skeleton->whole, skeleton->reached, skeleton->size} : (struct store_provision){false, true, size, size};
}

/* ---- The thread ---- */

struct indexing {
    pthread_t thread;
    char *path;
    struct store_options options;
    struct progress watched;        /* the caller's progress */
    int descriptor;
    atomic_bool stop, done;
    _Atomic uint64_t read, total;
    /* these belong to the thread until it is done */
    struct store *store;
    bool good;
    struct error error;
};

static bool watch(void *context, uint64_t done, uint64_t total)
{
    struct indexing *indexing = context;
    atomic_store(&indexing->read, done);
    atomic_store(&indexing->total, total);
    return progress_report(&indexing->watched, done, total) && !atomic_load(&indexing->stop);
}

static void *work(void *context)
{
    struct indexing *indexing = context;
    const uint64_t one = 1;
    bool going = progress_report(&indexing->watched, 0, atomic_load(&indexing->total)) || error_set(&indexing->error, "interrupted");
    indexing->good = going && store_open(indexing->path, &indexing->options, &indexing->store, &indexing->error);
    atomic_store(&indexing->done, true);
    ssize_t written = write(indexing->descriptor, &one, sizeof one);
    (void)written; /* cannot fail: the eventfd counter is zero */
    return NULL;
}

/* Starts the thread with all signals blocked: other threads handle them. */
static int thread_start(struct indexing *indexing)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed = pthread_create(&indexing->thread, NULL, work, indexing);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return failed;
}

static void indexing_free(struct indexing *indexing)
{
    if (indexing->descriptor >= 0)
        close(indexing->descriptor);
    free(indexing->path);
    free(indexing);
}

bool indexing_start(const char *path, const struct store_options *options, struct indexing **indexing, struct error *error)
{
    struct indexing *made = memory_allocate(sizeof *made);
    size_t size = strlen(path) + 1;
    struct file_stat stat;
    made->path = memory_allocate(size);
    memcpy(made->path, path, size);
    if (options)
        made->options = *options;
    made->watched = made->options.progress;
    made->options.progress = (struct progress){.report = watch, .context = made};
    atomic_init(&made->total, file_stat(path, &stat) ? stat.size : 0);
    made->descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    int failed = made->descriptor < 0 ? errno : thread_start(made);
    if (failed) {
        indexing_free(made);
        return error_at(error, path, 0, 0, "cannot be read beside other work: %s", strerror(failed));
    }
    *indexing = made;
    return true;
}

bool indexing_done(const struct indexing *indexing)
{
    return atomic_load(&indexing->done);
}

void indexing_progress(const struct indexing *indexing, uint64_t *done, uint64_t *total)
{
    *done = atomic_load(&indexing->read);
    *total = atomic_load(&indexing->total);
}

int indexing_descriptor(const struct indexing *indexing)
{
    return indexing->descriptor;
}

bool indexing_take(struct indexing *indexing, struct store **store, struct error *error)
{
    pthread_join(indexing->thread, NULL);
    bool good = indexing->good;
    if (good)
        *store = indexing->store;
    else
        *error = indexing->error;
    indexing_free(indexing);
    return good;
}

void indexing_stop(struct indexing *indexing)
{
    struct store *store;
    struct error ignored;
    if (!indexing)
        return;
    atomic_store(&indexing->stop, true);
    if (indexing_take(indexing, &store, &ignored))
        store_close(store);
}
