/* complete.c - what a half-written word may become.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_WORDS = 1000, MOST_LOOKED_AT = 100000 };

struct words {
    char **items;
    size_t count, capacity;
    struct slice prefix;
};

static void offer(struct words *words, struct slice word)
{
    if (words->count == MOST_WORDS || !slice_equal(words->prefix, slice_cut(word, 0, words->prefix.size)))
        return;
    for (size_t i = 0; i < words->count; i++)
        if (slice_is(word, words->items[i]))
            return;
    words->items = array_grow(words->items, &words->capacity, words->count + 1, sizeof *words->items);
    char *copy = memory_allocate(word.size + 1);
    memcpy(copy, word.data, word.size);
    words->items[words->count++] = copy;
}

static void offer_entries(struct words *words, const struct entries *entries)
{
    for (size_t i = 0; i < entries->count; i++)
        offer(words, slice_of(entries->items[i].name));
}

static void offer_commands(const struct session *session, struct words *words)
{
    size_t count;
    const struct command *table = command_table(&count);
    offer_entries(words, &session->own.aliases);
    for (size_t i = 0; i < count; i++)
        offer(words, slice_of(table[i].name));
}

static void offer_list(struct words *words, const char *list)
{
    struct slice rest = slice_of(list), word;
    while (slice_field(&rest, &word))
        offer(words, word);
}

/* Functions and files of the trace, and marks. Names that hold blanks or control characters cannot be typed: of functions of C++ what stands before the
 * parameters is offered then, others are left out. */
static bool can_be_typed(struct slice name)
{
    for (size_t i = 0; i < name.size; i++)
        if ((unsigned char)name.data[i] <= ' ' || name.data[i] == 0x7f)
            return false;
    return name.size > 0;
}

static void offer_positions(struct session *session, struct words *words)
{
    for (char mark = 'a'; mark <= 'z'; mark++) {
        struct place place;
        if (marks_get(&session->trace->marks, mark, &place))
            offer(words, (struct slice){(char[]){'$', mark, 0}, 2});
    }
    struct slice name;
    for (size_t i = 0; session->trace->kind && i < MOST_LOOKED_AT && words->count < MOST_WORDS && session->trace->kind->name(session, i, &name); i++)
        if (can_be_typed(name) || can_be_typed(name = demangled_plain(name)))
            offer(words, name);
    struct text file = {0};
    const struct session_kind *kind = session->trace->kind;
    for (size_t i = 0; kind && kind->file && kind->file(session, i, &name); i++)
        if (can_be_typed(name)) {
            text_clear(&file);
            text_append(&file, name);
            text_byte(&file, ':');
            offer(words, text_slice(&file));
        }
    text_free(&file);
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void offer_files(struct words *words)
{
    size_t slash = slice_find_last_byte(words->prefix, '/');
    struct slice folder = slice_cut(words->prefix, 0, slash == SIZE_MAX ? 0 : slash + 1);
    struct text path = {0};
    text_append(&path, folder.size ? folder : slice_of("."));
    DIR *entries = opendir(text_string(&path));
    for (struct dirent *entry; entries && (entry = readdir(entries));) {
        struct stat stat_buffer;
        if (entry->d_name[0] == '.' && words->prefix.size == folder.size)
            continue;
        text_clear(&path);
        text_append(&path, folder);
        text_add(&path, entry->d_name);
        if (stat(text_string(&path), &stat_buffer) == 0 && S_ISDIR(stat_buffer.st_mode))
            text_byte(&path, '/');
        offer(words, text_slice(&path));
    }
    if (entries)
        closedir(entries);
    if (words->count)
        qsort(words->items, words->count, sizeof *words->items, by_bytes);
    text_free(&path);
}

static void offer_themes(struct words *words)
{
    struct entries themes = {0};
    theme_list(&themes);
    offer_entries(words, &themes);
    entries_free(&themes);
}

static void offer_arguments(struct session *session, const struct command *command, struct words *words)
{
    switch (command->argument) {
    case ARGUMENT_POSITION:
    case ARGUMENT_ID:
        offer_positions(session, words);
        break;
    case ARGUMENT_COMMAND:
        if (command->run == run_alias || command->run == run_unalias)
            offer_entries(words, &session->own.aliases);
        else
            offer_commands(session, words);
        break;
    case ARGUMENT_SETTING:
        offer_list(words, "grain hex source-path substitute-path prune bbc level mouse values resume theme branch insn statement instruction on off entered completed");
        break;
    case ARGUMENT_TOPIC:
        offer_list(words, "trace functions line instances values marks problems source history path coverage frame suffix display locals args registers");
        break;
    case ARGUMENT_FILE:
        if (command->run == run_theme)
            offer_themes(words);
        else
            offer_files(words);
        if (strcmp(command->name, "paste") == 0)
            offer_list(words, "clear edit value");
        break;
    case ARGUMENT_TEXT:
        if (strcmp(command->name, "slice") == 0)
            offer_list(words, "back fwd data control all lines");
        else if (command->run == run_bind || command->run == run_unbind)
            offer_entries(words, &session->own.bindings);
        break;
    case ARGUMENT_NONE:
    case ARGUMENT_MARK:
        break;
    }
}

char **session_complete(struct session *session, const char *line, size_t cursor, size_t *start, size_t *count)
{
    struct slice head = slice_cut(slice_of(line), 0, cursor), arguments;
    struct words words = {0};
    size_t from = head.size;
    while (from > 0 && head.data[from - 1] != ' ' && head.data[from - 1] != '\t')
        from--;
    words.prefix = slice_cut(head, from, SIZE_MAX);
    if (slice_trim(slice_cut(head, 0, from)).size == 0) {
        offer_commands(session, &words);
    } else {
        struct error ignored;
        struct text whole = {0};
        const struct command *command = session_command(session, head, &whole, &arguments, &ignored);
        if (command)
            offer_arguments(session, command, &words);
        text_free(&whole);
    }
    *start = from;
    *count = words.count;
    return words.items;
}
