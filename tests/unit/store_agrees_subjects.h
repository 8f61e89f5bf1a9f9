/* store_agrees_subjects.h - ways to turn a text into a store.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A store answers the same, whatever way it went. A recording made from a text keeps everything except the problems of the text and the order of lines in
 * lists whose X fall. Text written again from a store keeps the same, except instructions about whose values the text said nothing, and names with blanks,
 * which text cannot express (tests leave such traces out). */
#ifndef CLEW_TESTS_STORE_AGREES_SUBJECTS_H
#define CLEW_TESTS_STORE_AGREES_SUBJECTS_H

#include "recording/store/store.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <cmocka.h>

enum way {
    WAY_FILE = 1,                   /* through a file; otherwise from memory */
    WAY_INDEX = 2,                  /* with an index, made now */
    WAY_REOPENED = 4,               /* with an index, made before */
    WAY_GZIP = 8, WAY_ZSTD = 16,    /* compressed */
    WAY_RECORDING = 32,             /* converted to a recording */
    WAY_REWRITTEN = 64,             /* converted back to text */
    WAY_PADDED = 128,               /* padded to the size of several parts */
    WAY_VERIFIED = 256              /* store_verify confirms that one thread makes the same */
};

struct subject {
    const char *name;
    unsigned every;                 /* only every n-th trace: files are slow */
    unsigned ways;
    enum wet_path path;
    unsigned threads;
};

/* ---- Folders ---- */

struct place_of_trial {
    char folder[256], trace[300], recording[300];
};

static inline void place_make(struct place_of_trial *place)
{
    const char *temporary = getenv("TMPDIR");
    snprintf(place->folder, sizeof place->folder, "%s/differential-XXXXXX", temporary && strlen(temporary) < 200 ? temporary : "/tmp");
    assert_non_null(mkdtemp(place->folder));
    snprintf(place->trace, sizeof place->trace, "%s/trace.wet", place->folder);
    snprintf(place->recording, sizeof place->recording, "%s/recording.clew", place->folder);
}

static inline void place_remove(const struct place_of_trial *place)
{
    DIR *entries = opendir(place->folder);
    assert_non_null(entries);
    for (struct dirent *entry; (entry = readdir(entries));) {
        char path[600];
        snprintf(path, sizeof path, "%s/%s", place->folder, entry->d_name);
        if (entry->d_name[0] != '.')
            assert_int_equal(unlink(path), 0);
    }
    closedir(entries);
    assert_int_equal(rmdir(place->folder), 0);
}

static inline void file_write(const char *path, struct str bytes)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes.data, 1, bytes.size, file), bytes.size);
    assert_int_equal(fclose(file), 0);
}

/* ---- Texts in other clothes ---- */

/* The caller frees it. */
static inline struct str packed(struct str text, bool zstd)
{
    size_t room = ZSTD_compressBound(text.size) + 1024, size;
    char *bytes = malloc(room);
    if (zstd) {
        size = ZSTD_compress(bytes, room, text.data, text.size, 1);
        assert_false(ZSTD_isError(size));
        return (struct str){bytes, size};
    }
    z_stream stream = {.next_in = (z_const Bytef *)text.data, .avail_in = (uInt)text.size, .next_out = (Bytef *)bytes, .avail_out = (uInt)room};
    assert_int_equal(deflateInit2(&stream, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    size = stream.total_out;
    deflateEnd(&stream);
    return (struct str){bytes, size};
}

/* Adds blanks to the end of every line until the text is larger than several parts (8 MB each). Lines of more than 32 KB are not valid. */
static inline struct str padded(struct str text)
{
    enum { WANTED = 20 << 20, LONGEST = 30000 };
    size_t lines = 1, blanks;
    for (size_t i = 0; i < text.size; i++)
        lines += text.data[i] == '\n';
    blanks = WANTED / lines < LONGEST ? WANTED / lines : LONGEST;
    char *bytes = malloc(text.size + lines * blanks + 1), *end = bytes;
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == '\n') {
            memset(end, ' ', blanks);
            end += blanks;
        }
        *end++ = text.data[i];
    }
    return (struct str){bytes, (size_t)(end - bytes)};
}

/* ---- Opening ---- */

static inline bool open_place(const struct subject *subject, const struct place_of_trial *place, const struct store_options *options, struct store **store,
                              struct error *error)
{
    if (!store_open(place->trace, options, store, error))
        return false;
    bool reused = store_files(*store).reused, indexed = store_files(*store).index != NULL;
    if (subject->ways & WAY_REOPENED && !reused) {
        store_close(*store);
        if (!store_open(place->trace, options, store, error))
            return false;
        reused = store_files(*store).reused;
    }
    if (reused == !!(subject->ways & WAY_REOPENED) && indexed == (options->index == STORE_INDEX_ALWAYS))
        return true;
    error_set(error, "reused %d, indexed %d: %s", reused, indexed, store_notice(*store) ? store_notice(*store) : "no notice");
    store_close(*store);
    return false;
}

/* Replaces the text by the store's own, if text can express it. The numbering must be set: writing may have mended the lines that showed it. */
static inline bool rewrite(struct store **store, const struct store_options *wanted, struct error *error)
{
    struct store_options options = *wanted;
    options.numbering = store_summary(*store).dense ? NUMBERING_DENSE : NUMBERING_INSTANCE;
    char *bytes;
    size_t size;
    struct text_totals totals;
    struct store *again;
    FILE *file = open_memstream(&bytes, &size);
    bool written = store_write_text(*store, false, file, NULL, &totals, error), opened = false;
    fclose(file);
    if (written && totals.renamed) {
        free(bytes);
        return true;
    }
    if (written)
        opened = store_open_bytes((struct str){bytes, size}, "again.wet", &options, &again, error);
    free(bytes);
    store_close(*store);
    *store = opened ? again : NULL;
    return opened;
}

/* Takes the store and returns another one. A history stays as it is. */
static inline bool convert(const struct subject *subject, const struct place_of_trial *place, const struct store_options *options, struct store **store,
                           struct error *error)
{
    struct writer_totals totals;
    struct store_summary summary = store_summary(*store);
    if (summary.kind == STORE_HISTORY)
        return true;
    bool copied = store_copy(*store, place->recording, NULL, &totals, error);
    if (copied && (totals.dependences != summary.dependences || totals.values != summary.values || totals.instructions != summary.instructions))
        copied = error_set(error, "the totals of the copy are others");
    store_close(*store);
    *store = NULL;
    if (!copied || !store_open(place->recording, options, store, error))
        return false;
    return !(subject->ways & WAY_REWRITTEN) || rewrite(store, options, error);
}

static inline bool go(const struct subject *subject, struct str bytes, const struct store_options *options, struct store **store, struct error *error)
{
    struct place_of_trial place;
    bool opened;
    if (!(subject->ways & (WAY_FILE | WAY_INDEX | WAY_REOPENED | WAY_RECORDING)))
        return store_open_bytes(bytes, "test.wet", options, store, error);
    place_make(&place);
    file_write(place.trace, bytes);
    opened = open_place(subject, &place, options, store, error);
    if (opened && subject->ways & WAY_VERIFIED && !store_verify(*store, NULL, error)) {
        store_close(*store);
        opened = false;
    }
    if (opened && subject->ways & WAY_RECORDING)
        opened = convert(subject, &place, options, store, error);
    place_remove(&place);           /* before the first question */
    return opened;
}

/* Makes a store from a text. False: the store reports an error, or something else is wrong. */
static inline bool subject_open(const struct subject *subject, struct str text, const struct store_options *wanted, struct store **store, struct error *error)
{
    struct store_options options = *wanted;
    options.path = subject->path;
    options.threads = subject->threads;
    options.index = subject->ways & (WAY_INDEX | WAY_REOPENED) ? STORE_INDEX_ALWAYS : STORE_INDEX_NEVER;
    if (!(subject->ways & (WAY_GZIP | WAY_ZSTD)))
        return go(subject, text, &options, store, error);
    struct str bytes = packed(text, subject->ways & WAY_ZSTD);
    bool opened = go(subject, bytes, &options, store, error);
    /* The store reads a text in memory only during the call. */
    free((void *)bytes.data);
    return opened;
}

#endif
