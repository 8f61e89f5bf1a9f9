/* fuzz_wet_paths.c - any bytes as a trace: every way to read them gives the same.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The first byte says where pieces and parts are cut; the rest is the trace.
 *
 *     clang -fsanitize=fuzzer,address,undefined ... fuzz_wet_paths.c; ./fuzz_wet_paths -dict=tests/fuzz/wet.dict tests/fuzz/corpus/wet_paths */
#include "../unit/test_wet_paths.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size)
        check_paths((struct str){(const char *)data + 1, size - 1}, data[0]);
    return 0;
}
