/* mappings.c - memory that comes, goes, moves and is given up: brk, mmap, mremap, mprotect, madvise.  SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096 };
static unsigned char table[3 * PAGE], patterns[PAGE] = {1, 2, 3};
static unsigned long sum;

static void fill(unsigned char *bytes, unsigned long size, unsigned first)
{
    for (unsigned long i = 0; i < size; i += 97)
        bytes[i] = (unsigned char)(first + i);
}

static void add(const unsigned char *bytes, unsigned long size)
{
    for (unsigned long i = 0; i < size; i += 1013)
        sum = sum * 31 + bytes[i];
}

static unsigned char *fresh(unsigned long size, int rights)
{
    return mmap(NULL, size, rights, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static void anonymous(void)
{
    unsigned char *a = fresh(8 * PAGE, PROT_READ | PROT_WRITE), *hidden = fresh(4 * PAGE, PROT_NONE);
    fill(a + PAGE, 5 * PAGE, 3);
    munmap(a + 2 * PAGE, PAGE);
    mmap(a + 2 * PAGE, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    add(a, 8 * PAGE);
    madvise(a + 4 * PAGE, PAGE, MADV_DONTNEED);
    a[4 * PAGE + 7] = 9;
    mprotect(hidden, 2 * PAGE, PROT_READ | PROT_WRITE);
    fill(hidden, PAGE, 7);
    unsigned char *moved = mremap(a, 8 * PAGE, 40 * PAGE, MREMAP_MAYMOVE);
    fill(moved + 20 * PAGE, PAGE, 1);
    add(moved, 40 * PAGE);
    moved = mremap(moved, 40 * PAGE, 3 * PAGE, 0);
    fill(moved, 2 * PAGE, 5);
    add(moved, 3 * PAGE);
}

static void breaks(void)
{
    unsigned char *start = sbrk(0);
    if (sbrk(5 * PAGE + 100) == (void *)-1)
        return;
    fill(start, 5 * PAGE + 100, 2);
    sbrk(-3 * PAGE);
    add(start, 2 * PAGE + 100);
    sbrk(4 * PAGE);
    fill(start + 2 * PAGE, 2 * PAGE, 11);
    add(start, 6 * PAGE + 100);
}

static void files(const char *path)
{
    int file = open(path, O_RDONLY);
    unsigned char *code = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
    add(code, PAGE);
    code[5] = 77;
    add(code, 2 * PAGE);
    madvise(code, PAGE, MADV_DONTNEED);
    add(code, PAGE);
    if (read(file, table + 100, 5000) == 5000)
        add(table, sizeof table);
    munmap(code, PAGE);
    close(file);
}

/* The stack grows, and shrinks. */
static unsigned long deep(unsigned depth)
{
    unsigned char bytes[3 * PAGE];
    bytes[depth % sizeof bytes] = (unsigned char)depth;
    unsigned long below = depth ? deep(depth - 1) : 1;
    return below * 3 + bytes[depth % sizeof bytes];
}

int main(int count, char **arguments)
{
    (void)count;
    memcpy(table + 7, patterns, 40);
    for (unsigned round = 0; round < 3; round++) {
        anonymous();
        breaks();
        files(arguments[0]);
        sum += deep(20 + 20 * round);
    }
    printf("%lu\n", sum);
    return 0;
}
