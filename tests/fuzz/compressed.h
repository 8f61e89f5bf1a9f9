/* compressed.h - fuzzers: does clew decompress these bytes?  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_FUZZ_COMPRESSED_H
#define CLEW_FUZZ_COMPRESSED_H

#include "core/input.h"

static inline bool is_compressed(struct str bytes)
{
    struct input *input = input_of_bytes(bytes, "input");
    bool is = input_is_compressed(input);
    input_close(input);
    return is;
}

#endif
