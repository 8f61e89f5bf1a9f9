/* count.c - consumes every event of a C program that clew aec wrote, and only counts.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

int ae_recreate(const char *file, void (*func)(int type, uint32_t address, uint32_t aux));

static uint64_t counts[8];

static void take(int type, uint32_t address, uint32_t aux)
{
    (void)address, (void)aux;
    counts[type & 7]++;
}

int main(int argc, char **argv)
{
    if (argc != 2 || ae_recreate(argv[1], take))
        return 1;
    printf("addresses %" PRIu64 "\n", counts[0] + counts[1] + counts[2]);
    return 0;
}
