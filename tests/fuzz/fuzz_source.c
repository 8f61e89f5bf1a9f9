/* fuzz_source.c - any bytes as a source file of every language: colours do not change the text of lines.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/code.h"
#include "session/source_colour.h"

#include <stdlib.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void show(const struct source *source, enum source_language language)
{
    struct arena arena = {0};
    struct row plain = {0}, coloured = {0};
    struct colour_state *states = source_states(language, source, &arena);
    for (uint64_t i = 1; i <= source_line_count(source); i++) {
        struct str line = source_line(source, i);
        row_clear(&plain);
        row_clear(&coloured);
        source_text(SOURCE_PLAIN, (struct colour_state){0}, line, STYLE_NORMAL, &plain);
        source_text(language, states[i - 1], line, STYLE_NORMAL, &coloured);
        if (!str_equal(text_str(&plain.text), text_str(&coloured.text)) || coloured.span_count + SOURCE_SPANS > ROW_SPANS)
            abort();
    }
    row_free(&plain);
    row_free(&coloured);
    arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[] = "/tmp/clew-fuzz-XXXXXX";
    int descriptor = mkstemp(path);
    struct source *source;
    struct error error;
    if (descriptor < 0 || write(descriptor, data, size) != (ssize_t)size || close(descriptor) != 0)
        abort();
    if (source_open(str_of(path), (struct str){NULL, 0}, NULL, &source, &error)) {
        for (int language = SOURCE_C; language < SOURCE_LANGUAGES; language++)
            show(source, (enum source_language)language);
        source_close(source);
    }
    unlink(path);
    return 0;
}
