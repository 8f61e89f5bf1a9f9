/* fuzz_differential.c - any bytes as a trace: the store answers like the naive reader and slicer of the unit tests.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The first byte chooses the meaning of X. The naive side is slow, so inputs are short. */
#include "../unit/store_agrees_nodes.h"
#include "compressed.h"
#include "recording/store/store.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LONGEST = 3000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0 || size > LONGEST)
        return 0;
    struct store_options options = {.numbering = (enum store_numbering)(data[0] % 3)};
    struct str text = {(const char *)data + 1, size - 1};
    if (is_compressed(text))        /* the naive reader decompresses nothing */
        return 0;
    struct model model = model_read(text, options.numbering);
    struct text why = {0};
    struct tally tally = {0};
    struct store *store = NULL;
    struct error error;
    bool opened = store_open_bytes(text, "input", &options, &store, &error);
    struct comparison c = {store, &model, &why, size, &tally, false, false};
    if (opened == model.empty || (opened && !store_agrees(&c))) {
        fprintf(stderr, "%s\n", text_string(&why));
        abort();
    }
    if (opened)
        store_close(store);
    text_free(&why);
    model_free(&model);
    return 0;
}
