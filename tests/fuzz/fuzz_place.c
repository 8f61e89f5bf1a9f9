/* fuzz_place.c - positions: the place read from a text survives writing and reading; every name has a text.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/table.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_back(const struct place *place, struct text *text)
{
    struct place back;
    struct error error;
    place_text(place, text);
    if (!place_parse(text_str(text), &back, &error) || !place_equal(place, &back))
        abort();
}

static void from_text(struct str bytes)
{
    struct place place;
    struct error error;
    struct text text = {0};
    if (place_parse(bytes, &place, &error)) {
        if (place.has == 0)
            abort();
        read_back(&place, &text);
    } else if (place.has || error.column == 0 || error.column > bytes.size + 1) {
        abort();
    }
    text_free(&text);
}

/* Uses the bytes as the name in every form that has a name. */
static void from_name(struct str name)
{
    static const unsigned forms[] = {PLACE_FUNCTION, PLACE_FUNCTION | PLACE_INSTANCE, PLACE_FUNCTION | PLACE_BLOCK,
                                     PLACE_FILE,     PLACE_FILE | PLACE_LINE,         PLACE_FILE | PLACE_LINE | PLACE_INSTANCE};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        struct place place = {.has = forms[i], .instance = name.size, .line = 1 + name.size, .block = 1, .step = name.size, .file = name, .function = name};
        struct text text = {0};
        read_back(&place, &text);
        text_free(&text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str bytes = {(const char *)data, size};
    from_text(bytes);
    if (size)
        from_name(bytes);
    return 0;
}
