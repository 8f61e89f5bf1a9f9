/* fuzz_wet.c - any bytes as a trace: the store answers every question, and the answers agree.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     clang -fsanitize=fuzzer,address,undefined ... fuzz_wet.c; ./fuzz_wet -dict=tests/fuzz/wet.dict tests/fuzz/corpus/wet */
#include "compressed.h"
#include "store_check.h"
#include "recording/store/store.h"
#include "session/formats.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const enum store_numbering numberings[] = {NUMBERING_DETECT, NUMBERING_INSTANCE, NUMBERING_DENSE};
    struct str bytes = {(const char *)data, size};
    format_sniff(bytes);
    for (size_t i = 0; i < 3; i++) {
        struct store_options options = {.numbering = numberings[i]};
        struct store *store;
        struct error error;
        if (!store_open_bytes(bytes, "input", &options, &store, &error)) {
            check(is_compressed(bytes) || wet_kind(bytes) == WET_EMPTY);        /* a compressed trace can be damaged from its first byte on */
            return 0;
        }
        check_store(store);
        store_close(store);
    }
    return 0;
}
