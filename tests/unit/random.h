/* random.h - numbers of a seed, the same on every machine.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TESTS_RANDOM_H
#define CLEW_TESTS_RANDOM_H

#include <stdint.h>

/* 31 bits; *state is the seed at first. Knuth's generator of 64 bits (MMIX) by its upper half, since its lower bits have short periods. */
static inline uint32_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

#endif
