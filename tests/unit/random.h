/* random.h - random numbers from a seed, the same on every machine.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TESTS_RANDOM_H
#define CLEW_TESTS_RANDOM_H

#include <stdint.h>

/* 31 bits. *state starts as the seed. Uses the upper half of Knuth's 64-bit generator (MMIX), because its lower bits have short periods. */
static inline uint32_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

#endif
