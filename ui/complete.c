/* complete.c - the session's candidates in the form readline wants.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <readline/readline.h>

#include "session/session.h"
#include "ui/complete.h"

static size_t common(const char *a, const char *b)
{
    size_t size = 0;
    while (a[size] && a[size] == b[size])
        size++;
    return size;
}

/* readline wants the longest common beginning first; of a single candidate only that. Takes the words over. */
static char **as_matches(char **words, size_t count)
{
    char **matches = calloc(count + 2, sizeof *matches);
    size_t shared = strlen(words[0]);
    for (size_t i = 1; i < count; i++) {
        size_t size = common(words[0], words[i]);
        shared = size < shared ? size : shared;
    }
    if (matches) {
        matches[0] = strndup(words[0], shared);
        if (count > 1)
            memcpy(matches + 1, words, count * sizeof *words);
    }
    if (!matches || count == 1)
        for (size_t i = 0; i < count; i++)
            free(words[i]);
    free(words);
    return matches;
}

/* A candidate replaces the line from the session's `start` on, readline replaces it from its own on. */
static char *from_readline_start(char *word, const char *line, size_t start, size_t own)
{
    char *fitted = NULL;
    if (start >= own) {
        if (asprintf(&fitted, "%.*s%s", (int)(start - own), line + own, word) < 0)
            fitted = NULL;
    } else {
        size_t skip = own - start;
        fitted = strdup(strlen(word) > skip ? word + skip : "");
    }
    free(word);
    return fitted ? fitted : strdup("");
}

char **complete_line(struct session *session, int start, int end)
{
    size_t count = 0, word = 0;
    char **words = session_complete(session, rl_line_buffer, (size_t)end, &word, &count);
    if (!count || !words) {
        free(words);
        return NULL;
    }
    for (size_t i = 0; i < count; i++)
        words[i] = from_readline_start(words[i], rl_line_buffer, word, (size_t)start);
    return as_matches(words, count);
}
