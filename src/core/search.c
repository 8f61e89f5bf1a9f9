/* search.c - comparison of numbers.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>

#include "core/search.h"

int compare_uint64(const void *a, const void *b)
{
    return COMPARE(*(const uint64_t *)a, *(const uint64_t *)b);
}

int compare_uint32(const void *a, const void *b)
{
    return COMPARE(*(const uint32_t *)a, *(const uint32_t *)b);
}
