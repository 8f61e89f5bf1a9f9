/* store.c - opens, checks and closes a store; the index of a text, notes, damage.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/store.h"
#include "recording/store/lists.h"
#include "recording/store/paged.h"
#include "recording/store/skeleton.h"
#include "recording/store/times.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- Where clew keeps the index of a text, and whether it still fits that text ---- */

/* ---- Places ---- */

static bool is_folder_writable(const char *path, struct arena *arena)
{
    const char *slash = strrchr(path, '/');
    const char *folder = slash == path ? "/" : slash ? arena_string(arena, (struct str){path, (size_t)(slash - path)}) : ".";
    return access(folder, W_OK | X_OK) == 0;
}

/* $XDG_CACHE_HOME/clew or ~/.cache/clew; `make`: creates it if it is missing. NULL: no such place. */
static const char *cache_folder(bool make, struct arena *arena)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    struct str base;
    if (cache && cache[0] == '/')
        base = arena_printf(arena, "%s", cache);
    else if (home && home[0] == '/')
        base = arena_printf(arena, "%s/.cache", home);
    else
        return NULL;
    const char *folder = arena_printf(arena, "%.*s/clew", STR(base)).data;
    if (make && ((mkdir(base.data, 0700) && errno != EEXIST) || (mkdir(folder, 0700) && errno != EEXIST)))
        return NULL;
    return folder;
}

/* The whole path in one file name: '/' becomes '%', '%' "=p" and '=' "=e", so no two paths get the same name. */
static const char *name_in_cache(const char *path, bool make, struct arena *arena)
{
    char *real = realpath(path, NULL);
    const char *folder = real ? cache_folder(make, arena) : NULL;
    struct text name = {0};
    const char *result = NULL;
    for (const char *at = real; folder && *at; at++) {
        if (*at == '%' || *at == '=')
            text_add(&name, *at == '%' ? "=p" : "=e");
        else
            text_byte(&name, *at == '/' ? '%' : *at);
    }
    if (folder && name.size < 240)
        result = arena_printf(arena, "%s/%s.clew", folder, text_string(&name)).data;
    text_free(&name);
    free(real);
    return result;
}

const char *index_path_beside(const char *path, struct arena *arena)
{
    return arena_printf(arena, "%s.clew", path).data;
}

const char *index_path_cached(const char *path, struct arena *arena)
{
    return name_in_cache(path, false, arena);
}

/* Chooses one of the two paths; creates the folder if necessary. NULL: no place for it. */
static const char *index_path_to_write(const char *path, struct arena *arena)
{
    return is_folder_writable(path, arena) ? index_path_beside(path, arena) : name_in_cache(path, true, arena);
}

/* Looks at the head even if its checksum is wrong. */
static bool index_path_is_recording(const char *index_path)
{
    struct paged_head head;
    int descriptor = open(index_path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    bool is = descriptor >= 0 && paged_read_bytes(descriptor, 0, &head, sizeof head) &&
              paged_is_store((struct str){(const char *)&head, sizeof head}) && head.header_begin == 1;
    if (descriptor >= 0)
        close(descriptor);
    return is;
}

/* ---- Is it still good? ---- */

/* Waits until the clock has passed the file's time of change, so any later write changes that time. */
static void index_settle(const char *path)
{
    enum { TICK = 1000 * 1000, TICKS = 10 };
    struct stat stat_buffer;
    struct timespec now, tick = {0, TICK};
    if (stat(path, &stat_buffer) < 0)
        return;
    const struct timespec *changed = &stat_buffer.st_mtim;
    for (int i = 0; i < TICKS && clock_gettime(CLOCK_REALTIME_COARSE, &now) == 0; i++) {
        bool same = now.tv_sec == changed->tv_sec && now.tv_nsec <= changed->tv_nsec;
        if (!same || nanosleep(&tick, NULL) < 0)
            return;
    }
}

static bool differs(struct text *why, const char *what)
{
    text_printf(why, "the trace has another %s now", what);
    return false;
}

bool index_is_of(const struct store_header *header, struct input *input, const struct store_options *options, struct text *why)
{
    struct input_identity now;
    struct error error;
    const struct input_identity *then = &header->text;
    if (header->recording)
        return text_add(why, "it is a recording of its own"), false;
    if (header->kind == STORE_COMPREHENSIVE && header->evidence == EVIDENCE_NONE)
        return text_add(why, "an older clew made it, which believed any mark behind N"), false;
    if (header->numbering != (uint32_t)options->numbering)
        return text_add(why, "it was made with another --x"), false;
    if (!input_identify(input, &now, &error))
        return text_add(why, "the trace cannot be compared with it"), false;
    if (input_identity_equal(&now, then))
        return true;
    if (now.size != then->size)
        return differs(why, "size");
    if (now.inode != then->inode)
        return differs(why, "inode");
    bool touched = now.seconds != then->seconds || now.nanoseconds != then->nanoseconds;
    return differs(why, touched ? "time of change" : "contents");
}

/* ---- Opening and closing a store ---- */

void store_cache(struct store *store, uint64_t bytes)
{
    store->cache = bytes > SIZE_MAX ? SIZE_MAX : (size_t)bytes;
    paged_limit(store->paged, store->cache);
}

void store_close(struct store *store)
{
    if (!store)
        return;
    clock_free(store->clock);
    user_lists_free(store->user_lists);
    orders_free(store->orders);
    window_free(store->window);
    pieces_forget(store->unpacked);
    skeleton_free(store->skeleton);
    paged_close(store->paged);
    input_close(store->input);
    input_close(store->recording);
    free(store->damage);
    arena_free(&store->arena);
    free(store);
}

/* Drops everything loaded, for another try. */
static void store_clear(struct store *store)
{
    struct input *input = store->input;
    const char *path = store->path, *notice = store->notice;
    struct arena arena = store->arena;
    orders_free(store->orders);
    pieces_forget(store->unpacked);
    paged_close(store->paged);
    struct window *window = store->window;
    *store = (struct store){.input = input, .path = path, .notice = notice, .arena = arena, .window = window};
}

/* ---- An existing index ---- */

/* "the index mean.wet.clew is unusable (offset 0: why): clew builds it again from the trace" */
static const char *unusable(struct store *store, const char *index_path, const struct error *error)
{
    struct error why = *error;
    struct text text = {0};
    text_add(&text, "the index ");
    text_safe(&text, str_of(index_path));
    text_add(&text, " is unusable (");
    why.source[0] = '\0';
    error_text(&why, &text);
    text_add(&text, "): clew builds it again from the trace");
    const char *kept = arena_string(&store->arena, text_str(&text));
    text_free(&text);
    return kept;
}

/* Opens the index. False: there is none (leaves the error alone), or it is no good (the error and the notice say why). If the file is no store at all,
 * build() reports it. */
static bool reuse(struct store *store, const char *index_path, const struct store_options *options, struct error *error)
{
    struct paged *paged;
    if (!index_path || access(index_path, F_OK))
        return false;
    if (!paged_open(index_path, &paged, error) || !store_load(store, paged, error)) {
        store_clear(store);
        error_name_source(error, index_path);
        store->notice = unusable(store, index_path, error);
        return false;
    }
    struct text why = {0};
    bool good = index_is_of(&store->header, store->input, options, &why);
    if (good) {
        store->index_path = index_path;
        store->reused = true;
        struct str damage = store_note(store, NOTE_DAMAGE);
        struct text safe = {0};
        text_safe(&safe, damage);
        store->notice = damage.size ? arena_string(&store->arena, text_str(&safe)) : NULL;    /* a notice about another, stale index no longer matters */
        text_free(&safe);
    } else {
        store_clear(store);
        error_at(error, index_path, 0, 0, "%s", text_string(&why));
        store->notice = arena_printf(&store->arena, "the index %s is unusable (%s): clew builds it again from the trace", index_path, text_string(&why)).data;
    }
    text_free(&why);
    return good;
}

static bool find_index(struct store *store, const struct store_options *options, struct error *error)
{
    error_at(error, store->path, 0, 0, input_is_file(store->input) ? "it has no index" : "only a file with a name has an index");
    if (options->index == STORE_INDEX_NEVER || options->index == STORE_INDEX_REBUILD || !input_is_file(store->input))
        return false;
    return reuse(store, index_path_beside(store->path, &store->arena), options, error) ||
           reuse(store, index_path_cached(store->path, &store->arena), options, error);
}

/* ---- A text ---- */

static enum wet_kind kind_of(struct input *input, struct error *error)
{
    /* The first nonempty line decides; it may come late. */
    enum { LOOK = 1 << 16 };
    char *buffer = memory_allocate(LOOK);
    enum wet_kind kind = WET_EMPTY;
    size_t got = LOOK;
    for (uint64_t offset = 0; kind == WET_EMPTY && got == LOOK; offset += got) {
        bool read = input_read(input, offset, buffer, LOOK, &got, error);
        kind = wet_kind((struct str){buffer, got});   /* the bytes before damage are good */
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

/* Where to write the index. NULL: nowhere; if the options want an index, the notice says why. */
static const char *choose_index(struct store *store, const struct store_options *options)
{
    struct error error;
    struct paged_writer *probe = NULL;
    if (!wants_file(store, options))
        return NULL;
    const char *path = index_path_to_write(store->path, &store->arena);
    bool good = path || error_set(&error, "the trace's folder cannot be written, nor one in $XDG_CACHE_HOME or ~/.cache");
    if (good && index_path_is_recording(path))
        good = error_at(&error, path, 0, 0, "is a recording: clew does not overwrite it");
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

/* If the disk is full or fails, clew keeps the index in memory: the trace stays usable. */
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

bool store_is_trace(const struct store *store, struct error *error)
{
    return header_is_of_trace(&store->header, store->path, error);
}

struct str store_head(const struct store *store, size_t size, struct arena *arena)
{
    struct error ignored;
    char *bytes = arena_allocate(arena, size);
    size_t got = 0;
    if (store->input)
        (void)!input_read(store->input, 0, bytes, size, &got, &ignored);
    return (struct str){bytes, got};
}

static bool open_text(struct store *store, const struct store_options *options, struct error *error)
{
    *error = (struct error){0};
    enum wet_kind kind = kind_of(store->input, error);
    if (kind == WET_EMPTY)
        return error->message[0] ? error_name_source(error, store->path) : error_at(error, store->path, 0, 0, "empty file");
    struct error why;
    bool found = find_index(store, options, &why);
    if (!found && options->index == STORE_INDEX_EXISTING) {
        *error = why;
        return false;
    }
    if (!found && !build(store, options, kind, error))
        return error_name_source(error, store->path);
    return !options->strict || !store->summary.problems || refuse_first_problem(store, error);
}

/* ---- Any trace ---- */

/* A damaged recording is no text full of problems. */
static bool is_recording(struct input *input)
{
    char head[sizeof PAGED_MAGIC];
    size_t got;
    struct error ignored;
    return input_read(input, 0, head, sizeof head, &got, &ignored) && paged_resembles((struct str){head, got});
}

static bool open_recording(struct store *store, struct error *error)
{
    struct paged *paged;
    store->recording = store->input;
    store->input = NULL;
    if (!paged_open(store->path, &paged, error) || !store_load(store, paged, error))
        return error_name_source(error, store->path);
    return store->header.recording || error_at(error, store->path, 0, 0, "is the index of a text trace, not a trace: open the text itself");
}

/* Makes an empty store, for opening. */
static struct store *store_new(const char *name)
{
    struct store *made = memory_allocate(sizeof *made);
    made->path = arena_string(&made->arena, str_of(name));
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
        return error_at(error, path, 0, 0, "a recording needs random access, which a pipe or standard input lacks: name its file");
    }
    index_settle(path);             /* from here on input_changed notices every write */
    struct store *made = store_new(path);
    made->input = input;
    return open_made(made, options, store, error);
}

/* Values stay in the text, so the store needs bytes of its own. */
bool store_open_bytes(struct str bytes, const char *name, const struct store_options *options, struct store **store, struct error *error)
{
    struct store *made = store_new(name);
    char *own = arena_allocate(&made->arena, bytes.size + 1);
    if (bytes.size)
        memcpy(own, bytes.data, bytes.size);
    made->input = input_of_bytes((struct str){own, bytes.size}, name);
    return open_made(made, options, store, error);
}

/* ---- What it is ---- */

struct store_summary store_summary(const struct store *store)
{
    return store->summary;
}

/* Counts the nodes of a history on demand: no other answer needs their number. */
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

struct str store_notes(const struct store *store)
{
    return store->notes;
}

bool store_next_note(struct str *rest, struct str *name, struct str *value)
{
    if (rest->size == 0)
        return false;
    *name = str_cut(*rest, 0, str_find_byte(*rest, '\0'));
    *rest = str_cut(*rest, name->size + 1, SIZE_MAX);
    *value = str_cut(*rest, 0, str_find_byte(*rest, '\0'));
    *rest = str_cut(*rest, value->size + 1, SIZE_MAX);
    return true;
}

/* A note as the table of notes has it. */
struct named_note {
    struct str name, value;
};

static int compare_notes(const void *x, const void *y)
{
    const struct named_note *a = x, *b = y;
    int order = str_compare(a->name, b->name);
    return order ? order : COMPARE(a->name.data, b->name.data);         /* of equal names the first in the file comes first */
}

/* Makes the table of notes, in order of their names: questions in a loop ask for the same ones, among thousands. A cache, invisible to callers. */
static void notes_need(struct store *store)
{
    struct str rest = store->notes, name, value;
    size_t count = 0;
    if (store->named_notes)
        return;
    while (store_next_note(&rest, &name, &value))
        count++;
    store->named_notes = arena_allocate(&store->arena, (count + 1) * sizeof *store->named_notes);
    for (rest = store->notes; store_next_note(&rest, &name, &value);)
        store->named_notes[store->named_note_count++] = (struct named_note){name, value};
    if (count)
        qsort(store->named_notes, count, sizeof *store->named_notes, compare_notes);
}

struct str store_note(const struct store *store, const char *name)
{
    struct str wanted = str_of(name);
    notes_need((struct store *)store);
    LOWER_BOUND(size_t, at, 0, store->named_note_count, str_compare(store->named_notes[at].name, wanted) < 0);
    bool found = at < store->named_note_count && str_equal(store->named_notes[at].name, wanted);
    return found ? store->named_notes[at].value : (struct str){NULL, 0};
}

struct str store_note_about(const struct store *store, const char *what, struct str path)
{
    struct text name = {0};
    text_printf(&name, "%s %.*s", what, STR(path));
    struct str note = store_note(store, text_string(&name));
    text_free(&name);
    return note;
}

/* ---- Damage ---- */

bool store_damaged(const struct store *store, bool look, struct error *error)
{
    static const char *const changes[] = {"", "became shorter while it was open", "grew while it was open", "was written while it was open"};
    if (paged_damage(store->paged, error))
        return error_name_source(error, store->index_path ? store->index_path : store->path), true;
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

/* ---- Problems ---- */

struct problem store_problem(const struct store *store, uint64_t i)
{
    struct finding finding;
    memcpy(&finding, paged_at(store->paged, STREAM_PROBLEMS, i * sizeof finding, sizeof finding), sizeof finding);
    enum wet_problem kind = finding.kind < WET_PROBLEMS ? (enum wet_problem)finding.kind : WET_BAD_LINE;
    return (struct problem){kind, finding.line, finding.column, finding.first, finding.second, finding.third};
}

uint64_t store_problem_count(const struct store *store, enum wet_problem kind)
{
    return kind < WET_PROBLEMS ? store->header.kind_count[kind] : 0;
}

void problem_text(const struct store *store, const struct problem *problem, struct text *out)
{
    (void)store; /* another shape of the store may have to look the numbers up */
    wet_problem_text(&(struct wet_finding){problem->kind, problem->first, problem->second, problem->third}, out);
}

/* ---- Checking a whole store ---- */

static bool same_page(struct paged *a, struct paged *b, unsigned stream, uint64_t offset, size_t size)
{
    return memcmp(paged_at(a, stream, offset, size), paged_at(b, stream, offset, size), size) == 0;
}

/* Compares the counts in the heads, not the text's identity: opening an index has compared that. */
static bool same_head(struct paged *a, struct paged *b)
{
    struct store_header heads[2];
    struct paged *files[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        size_t size;
        const void *head = paged_header(files[i], &size);
        if (size != sizeof heads[i])
            return false;
        memcpy(&heads[i], head, size);
        heads[i].text = (struct input_identity){0};
    }
    return memcmp(&heads[0], &heads[1], sizeof heads[0]) == 0;
}

static bool compare(const struct store *store, struct paged *fresh, struct error *error)
{
    const char *name = store->index_path ? store->index_path : store->path;
    if (store->index_path && !same_head(store->paged, fresh))
        return error_at(error, name, 0, 0, "its head differs from that of a new index");
    for (unsigned stream = 0; stream < STREAMS; stream++) {
        uint64_t size = store->paged->streams[stream].size;
        if (size != fresh->streams[stream].size)
            return error_at(error, name, 0, 0, "stream %u has %" PRIu64 " bytes, and %" PRIu64 " in a new index", stream, size,
                            fresh->streams[stream].size);
        for (uint64_t offset = 0; offset < size; offset += PAGED_SIZE) {
            size_t piece = size - offset < PAGED_SIZE ? (size_t)(size - offset) : PAGED_SIZE;
            if (!same_page(store->paged, fresh, stream, offset, piece))
                return error_at(error, name, 0, 0, "stream %u differs from that of a new index, in the page at %" PRIu64, stream, offset);
        }
    }
    return true;
}

/* Reads the text again and compares. */
static bool verify_text(const struct store *store, const struct progress *progress, struct error *error)
{
    struct store_options options = {.numbering = (enum store_numbering)store->header.numbering, .index = STORE_INDEX_NEVER, .path = WET_PATH_SCALAR};
    struct store *fresh;
    if (progress)
        options.progress = *progress;
    if (!store_open(store->path, &options, &fresh, error))
        return false;
    bool same = compare(store, fresh->paged, error);
    store_close(fresh);
    return same && !store_damaged(store, true, error);
}

bool store_verify(const struct store *store, const struct progress *progress, struct error *error)
{
    if (!paged_verify(store->paged, progress, error))
        return false;
    if (store_damaged(store, true, error))
        return false;
    return !store->input || !input_is_file(store->input) || verify_text(store, progress, error);
}
