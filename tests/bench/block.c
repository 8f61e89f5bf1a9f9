/* block.c - measures encoding, decoding and searching of blocks, by shape.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     cc -std=c11 -O2 -D_GNU_SOURCE -Isrc -o block tests/bench/block.c build/libclew.a && ./block
 *
 * Takes blocks of one shape at a time, in cache. Prints the median of ROUNDS rounds in nanoseconds per entry, and bytes per entry with the descriptor. */
#include "recording/store/block_code.h"
#include "recording/store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BLOCKS = 64, ROUNDS = 21, REPEATS = 4 };

struct blocks {
    uint32_t definers[BLOCKS][BLOCK];
    uint64_t values[BLOCKS][BLOCK];
    struct block blocks[BLOCKS];
    unsigned char payload[BLOCKS][BLOCK_BUFFER];
    size_t bytes;
};

static uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

static uint64_t value_of(unsigned shape, uint64_t at, uint64_t random)
{
    switch (shape) {
    case 0: return at;
    case 1: return at + (at + 5) / 12;
    case 2: return at + (random & 7);
    case 3: return random & 0x3fffff;
    default: return at + (random & 15);
    }
}

static void shape_fill(struct blocks *b, unsigned shape)
{
    uint64_t seed = 1, ranks[8] = {0};
    for (unsigned k = 0; k < BLOCKS; k++)
        for (unsigned i = 0; i < BLOCK; i++) {
            uint64_t at = (uint64_t)k * BLOCK + i, r = next_random(&seed);
            unsigned code = shape == 4 ? r & 1 : shape == 5 || shape == 6 ? r & 3 : shape == 7 ? r & 127 : 0;
            b->definers[k][i] = 500 + 3 * code;
            b->values[k][i] = shape == 4 || shape == 5 ? ranks[code]++ : value_of(shape, at, r >> 8);
        }
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void encode(struct blocks *b, const struct kernels *kernels)
{
    b->bytes = 0;
    for (unsigned k = 0; k < BLOCKS; k++) {
        size_t size;
        block_encode_with(kernels, RESTS_BITS, b->definers[k], b->values[k], BLOCK, &b->blocks[k], b->payload[k], &size);
        b->bytes += size + sizeof(struct block);
    }
}

static uint64_t decode(const struct blocks *b)
{
    uint64_t sum = 0, values[BLOCK];
    uint32_t definers[BLOCK];
    for (unsigned k = 0; k < BLOCKS; k++) {
        block_decode(b->blocks[k], b->payload[k], BLOCK, definers, values);
        sum += values[k] + definers[k];
    }
    return sum;
}

static uint64_t look_up(const struct blocks *b)
{
    uint64_t sum = 0;
    for (unsigned n = 0; n < BLOCKS * BLOCK; n++) {
        unsigned k = n * 37 % BLOCKS, i = n * 101 % BLOCK;
        struct block_entry entry = block_at(b->blocks[k], b->payload[k], BLOCK, i, true);
        sum += entry.value + entry.definer;
    }
    return sum;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(void)
{
    static const char *names[] = {"one line", "a line with a fraction", "rests of 3 bits", "rests of 22 bits",
                                  "2 definers by rank", "4 definers by rank", "4 definers, rests of 4 bits", "128 definers"};
    struct blocks *b = calloc(1, sizeof *b);
    uint64_t sum = 0;
    printf("%-28s %10s %10s %10s %10s %10s\n", "ns an entry", "encode", "(plain)", "decode", "look up", "bytes");
    for (unsigned shape = 0; b && shape < sizeof names / sizeof *names; shape++) {
        double times[4][ROUNDS];
        shape_fill(b, shape);
        for (unsigned round = 0; round < ROUNDS; round++)
            for (unsigned what = 0; what < 4; what++) {
                double start = now();
                for (unsigned repeat = 0; repeat < REPEATS; repeat++)
                    if (what < 2)
                        encode(b, what ? kernels_plain() : kernels_best());
                    else
                        sum += what == 2 ? decode(b) : look_up(b);
                times[what][round] = (now() - start) / (BLOCKS * BLOCK * REPEATS);
            }
        for (unsigned what = 0; what < 4; what++)
            qsort(times[what], ROUNDS, sizeof(double), compare);
        printf("%-28s %10.2f %10.2f %10.2f %10.2f %10.3f\n", names[shape], times[0][ROUNDS / 2], times[1][ROUNDS / 2], times[2][ROUNDS / 2],
               times[3][ROUNDS / 2], (double)b->bytes / (BLOCKS * BLOCK));
    }
    free(b);
    return sum == 1;
}
