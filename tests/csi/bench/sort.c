/* sort.c - sorts records through a comparison function.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

enum { COUNT = 200000, ROUNDS = 8 };

struct record {
    unsigned key, place;
};

static int compare(const void *left, const void *right)
{
    const struct record *l = left, *r = right;
    if (l->key != r->key)
        return l->key < r->key ? -1 : 1;
    return l->place < r->place ? -1 : l->place > r->place;
}

static void sift(struct record *heap, unsigned at, unsigned count, int (*order)(const void *, const void *))
{
    for (;;) {
        unsigned child = 2 * at + 1;
        if (child >= count)
            return;
        if (child + 1 < count && order(&heap[child], &heap[child + 1]) < 0)
            child++;
        if (order(&heap[at], &heap[child]) >= 0)
            return;
        struct record kept = heap[at];
        heap[at] = heap[child];
        heap[child] = kept;
        at = child;
    }
}

int main(int argc, char **argv)
{
    (void)argv;
    struct record *heap = malloc(COUNT * sizeof *heap);
    unsigned seed = (unsigned)argc, sum = 0;
    for (unsigned round = 0; heap && round < ROUNDS; round++) {
        for (unsigned i = 0; i < COUNT; i++) {
            seed = seed * 1103515245u + 12345u;
            heap[i] = (struct record){seed >> 12, i};
        }
        for (unsigned i = COUNT / 2; i-- > 0;)
            sift(heap, i, COUNT, compare);
        for (unsigned i = COUNT; i-- > 1;) {
            struct record kept = heap[0];
            heap[0] = heap[i];
            heap[i] = kept;
            sift(heap, 0, i, compare);
        }
        sum += heap[COUNT / 2].key;
    }
    free(heap);
    return (int)(sum & 1);
}
