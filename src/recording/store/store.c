/* store.c - opening and closing a store.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/index.h"
#include "recording/store/paged_inside.h"
#include "recording/store/skeleton.h"
#include "recording/store/store.h"
#include "recording/store/times.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void store_close(struct store *store)
{
    if (!store)
        return;
    clock_free(store->clock);
    user_lists_free(store->user_lists);
    orders_free(store->orders);
    window_free(store->window);
    skeleton_free(store->skeleton);
    paged_close(store->paged);
    input_close(store->input);
    input_close(store->recording);
    free(store->damage);
    arena_free(&store->arena);
    free(store);
}

/* Forgets what was loaded, for another try. */
static void store_clear(struct store *store)
{
    struct input *input = store->input;
    const char *path = store->path, *notice = store->notice;
    struct arena arena = store->arena;
    orders_free(store->orders);
    paged_close(store->paged);
    struct window *window = store->window;
    *store = (struct store){.input = input, .path = path, .notice = notice, .arena = arena, .window = window};
}

const char *store_keep_error(struct store *store, const char *start, const struct error *error)
{
    struct text text = {0};
    text_add(&text, start);
    error_text(error, &text);
    const char *kept = arena_string(&store->arena, text_slice(&text));
    text_free(&text);
    return kept;
}

static bool name_source(struct error *error, const char *name)
{
    if (!error->source[0])
        snprintf(error->source, sizeof error->source, "%s", name);
    return false;
}

/* ---- An index that is there ---- */

/* False: there is none, and error is as it was, or it is no good; then the error and the notice say why. Of what is in the way, and is no store, build()
 * speaks. */
static bool reuse(struct store *store, const char *index_path, const struct store_options *options, struct error *error)
{
    struct paged *paged;
    if (!index_path || access(index_path, F_OK))
        return false;
    if (!paged_open(index_path, &paged, error) || !store_load(store, paged, error)) {
        store_clear(store);
        name_source(error, index_path);
        store->notice = store_keep_error(store, "the index is made anew: ", error);
        return false;
    }
    struct text why = {0};
    bool good = index_is_of(&store->header, store->input, options, &why);
    if (good) {
        store->index_path = index_path;
        store->reused = true;
        struct slice damage = store_note(store, NOTE_DAMAGE);
        struct text safe = {0};
        text_safe(&safe, damage);
        store->notice = damage.size ? arena_string(&store->arena, text_slice(&safe)) : NULL;    /* if another one was stale that matters no more */
        text_free(&safe);
    } else {
        store_clear(store);
        error_at(error, index_path, 0, 0, "%s", text_string(&why));
        store->notice = arena_printf(&store->arena, "the index %s is made anew: %s", index_path, text_string(&why)).data;
    }
    text_free(&why);
    return good;
}

static bool find_index(struct store *store, const struct store_options *options, struct error *error)
{
    error_at(error, store->path, 0, 0, input_is_file(store->input) ? "there is no index of it" : "only a file with a name has an index");
    if (options->index == STORE_INDEX_NEVER || options->index == STORE_INDEX_REBUILD || !input_is_file(store->input))
        return false;
    return reuse(store, index_path_beside(store->path, &store->arena), options, error) ||
           reuse(store, index_path_cached(store->path, &store->arena), options, error);
}

/* ---- A text ---- */

static enum wet_kind kind_of(struct input *input, struct error *error)
{
    /* Its first line that is not empty decides; it may come late. */
    enum { LOOK = 1 << 16 };
    char *buffer = memory_allocate(LOOK);
    enum wet_kind kind = WET_EMPTY;
    size_t got = LOOK;
    for (uint64_t offset = 0; kind == WET_EMPTY && got == LOOK; offset += got) {
        bool read = input_read(input, offset, buffer, LOOK, &got, error);
        kind = wet_kind((struct slice){buffer, got});   /* what stands before damage is there all the same */
        if (!read)
            break;
    }
    free(buffer);
    return kind;
}

static bool wants_file(const struct store *store, const struct store_options *options)
{
    if (options->index == STORE_INDEX_NEVER || options->index == STORE_INDEX_USE || !input_is_file(store->input))
        return false;
    return options->index == STORE_INDEX_ALWAYS || options->index == STORE_INDEX_REBUILD || input_size(store->input) >= STORE_INDEX_LEAST;
}

/* Where the index is to be written; NULL: nowhere, and if one was wanted the notice says why. */
static const char *choose_index(struct store *store, const struct store_options *options)
{
    struct error error;
    struct paged_writer *probe = NULL;
    if (!wants_file(store, options))
        return NULL;
    const char *path = index_path_to_write(store->path, &store->arena);
    bool good = path || error_set(&error, "the trace's folder cannot be written, nor one in $XDG_CACHE_HOME or ~/.cache");
    if (good && index_path_is_recording(path))
        good = error_at(&error, path, 0, 0, "is a recording: it is not written over");
    good = good && paged_create(path, 1, &probe, &error);
    paged_drop(probe);
    if (!good)
        store->notice = store_keep_error(store, "no index is kept: ", &error);
    return good ? path : NULL;
}

static bool build_at(struct store *store, const char *path, const struct store_options *options, enum wet_kind kind, struct error *error)
{
    return kind == WET_HISTORY ? build_history(store->input, path, options, store, error) : build_trace(store->input, path, options, store, error);
}

/* Is the error about that file? */
static bool is_about(const struct error *error, const char *path)
{
    return strncmp(error->source, path, sizeof error->source - 1) == 0;
}

/* A disk that is full, or fails, costs the index, not the trace: it is kept in memory then. */
static bool build(struct store *store, const struct store_options *options, enum wet_kind kind, struct error *error)
{
    const char *path = choose_index(store, options);
    if (build_at(store, path, options, kind, error)) {
        store->index_path = path;
        return true;
    }
    if (!path || !is_about(error, path))
        return false;
    store_clear(store);
    store->notice = store_keep_error(store, "no index is kept: ", error);
    *error = (struct error){0};
    return build_at(store, NULL, options, kind, error);
}

static bool refuse_first_problem(const struct store *store, struct error *error)
{
    struct problem problem = store_problem(store, 0);
    struct text message = {0};
    problem_text(store, &problem, &message);
    error_at(error, store->path, problem.line, problem.column, "%s", text_string(&message));
    text_free(&message);
    return false;
}

bool header_is_of_trace(const struct store_header *header, const char *path, struct error *error)
{
    bool nothing = header->instructions == 0 && header->dependences == 0 && header->kind_count[WET_MISSING_COUNT] > 0;
    return !nothing || error_at(error, path, 1, 1, "no WET trace: the first line must be the number of instruction blocks, or hold -->");
}

bool store_is_trace(const struct store *store, struct error *error)
{
    return header_is_of_trace(&store->header, store->path, error);
}

struct slice store_head(const struct store *store, size_t size, struct arena *arena)
{
    struct error ignored;
    char *bytes = arena_allocate(arena, size);
    size_t got = 0;
    if (store->input)
        (void)!input_read(store->input, 0, bytes, size, &got, &ignored);
    return (struct slice){bytes, got};
}

static bool open_text(struct store *store, const struct store_options *options, struct error *error)
{
    *error = (struct error){0};
    enum wet_kind kind = kind_of(store->input, error);
    if (kind == WET_EMPTY)
        return error->message[0] ? name_source(error, store->path) : error_at(error, store->path, 0, 0, "empty file");
    struct error why;
    bool found = find_index(store, options, &why);
    if (!found && options->index == STORE_INDEX_EXISTING) {
        *error = why;
        return false;
    }
    if (!found && !build(store, options, kind, error))
        return name_source(error, store->path);
    return !options->strict || !store->summary.problems || refuse_first_problem(store, error);
}

/* ---- Whatever it is ---- */

/* Begins like one, or did before it was cut off or a byte or some changed: then it is a damaged one, and not text that is nothing but problems. */
static bool is_recording(struct input *input)
{
    char head[sizeof PAGED_MAGIC];
    size_t got, same = 0;
    struct error ignored;
    if (!input_read(input, 0, head, sizeof head, &got, &ignored))
        return false;
    for (size_t i = 0; i < got; i++)
        same += head[i] == PAGED_MAGIC[i];
    return got < sizeof head ? got && same == got : same >= sizeof head / 2 + 2;
}

static bool open_recording(struct store *store, struct error *error)
{
    struct paged *paged;
    store->recording = store->input;
    store->input = NULL;
    if (!paged_open(store->path, &paged, error) || !store_load(store, paged, error))
        return name_source(error, store->path);
    return store->header.recording || error_at(error, store->path, 0, 0, "the index of a text trace, not a trace: open the trace it is of");
}

/* Makes a store; what opens it says whether it is one. */
static struct store *store_new(const char *name)
{
    struct store *made = memory_allocate(sizeof *made);
    made->path = arena_string(&made->arena, slice_of(name));
    made->window = window_new();
    return made;
}

static bool open_made(struct store *made, const struct store_options *options, struct store **store, struct error *error)
{
    static const struct store_options defaults = {0};
    bool recording = input_is_file(made->input) && is_recording(made->input);
    bool good = recording ? open_recording(made, error) : open_text(made, options ? options : &defaults, error);
    if (good)
        *store = made;
    else
        store_close(made);
    return good;
}

bool store_open(const char *path, const struct store_options *options, struct store **store, struct error *error)
{
    struct input *input;
    if (!input_open(path, &input, error))
        return false;
    if (!input_is_file(input) && is_recording(input)) {
        input_close(input);
        return error_at(error, path, 0, 0, "a recording is read here and there, which a pipe or standard input cannot do: name its file");
    }
    index_settle(path);             /* what is read from now on is what input_changed compares with */
    struct store *made = store_new(path);
    made->input = input;
    return open_made(made, options, store, error);
}

/* Values stay in the text, so the store needs bytes of its own. */
bool store_open_bytes(struct slice bytes, const char *name, const struct store_options *options, struct store **store, struct error *error)
{
    struct store *made = store_new(name);
    char *own = arena_allocate(&made->arena, bytes.size + 1);
    if (bytes.size)
        memcpy(own, bytes.data, bytes.size);
    made->input = input_of_bytes((struct slice){own, bytes.size}, name);
    return open_made(made, options, store, error);
}

/* ---- What it is ---- */

struct store_summary store_summary(const struct store *store)
{
    return store->summary;
}

/* The nodes of a history are counted when somebody wants to know: no other answer needs it. */
uint64_t store_instances(const struct store *store)
{
    struct store *mutable = (struct store *)store; /* counted once */
    if (store_is_history(store) && !store->header.instances)
        mutable->header.instances = history_count_nodes(store);
    return store->header.instances;
}

struct store_files store_files(const struct store *store)
{
    return (struct store_files){
        .trace = store->path,
        .index = store->index_path,
        .trace_size = store->input ? input_size(store->input) : paged_file_size(store->paged),
        .index_size = paged_file_size(store->paged),
        .recording = store->header.recording != 0,
        .reused = store->reused,
    };
}

const char *store_notice(const struct store *store)
{
    return store->notice;
}

struct slice store_notes(const struct store *store)
{
    return store->notes;
}

bool store_next_note(struct slice *rest, struct slice *name, struct slice *value)
{
    if (rest->size == 0)
        return false;
    *name = slice_cut(*rest, 0, slice_find_byte(*rest, '\0'));
    *rest = slice_cut(*rest, name->size + 1, SIZE_MAX);
    *value = slice_cut(*rest, 0, slice_find_byte(*rest, '\0'));
    *rest = slice_cut(*rest, value->size + 1, SIZE_MAX);
    return true;
}

struct slice store_note(const struct store *store, const char *name)
{
    struct slice rest = store->notes, key, value;
    while (store_next_note(&rest, &key, &value))
        if (slice_is(key, name))
            return value;
    return (struct slice){NULL, 0};
}

/* ---- Damage ---- */

void store_note_damage(const struct store *store, const struct error *error)
{
    struct store *mutable = (struct store *)store; /* what a reader meets is noted in what it reads */
    if (mutable->damage)
        return;
    mutable->damage = memory_allocate(sizeof *error);
    *mutable->damage = *error;
    name_source(mutable->damage, store->index_path ? store->index_path : store->path);
}

bool store_damaged(const struct store *store, bool look, struct error *error)
{
    static const char *const changes[] = {"", "became shorter while it was open", "grew while it was open", "was written while it was open"};
    if (paged_damage(store->paged, error))
        return name_source(error, store->index_path ? store->index_path : store->path), true;
    if (store->damage) {
        *error = *store->damage;
        return true;
    }
    const struct input *file = store->input ? store->input : store->recording;
    if (!look || !file || !input_is_file(file))
        return false;
    enum input_change change = input_changed(file);
    if (change != INPUT_UNCHANGED)
        return error_at(error, store->path, 0, 0, "%s", changes[change]), true;
    return input_replaced(file) && (error_at(error, store->path, 0, 0, "was replaced or removed while it was open"), true);
}
