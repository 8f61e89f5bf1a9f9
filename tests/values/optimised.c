/* The same questions of code compiled with -O2: variables in registers, arrays in memory, vectors. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cell {
    int key, value;
    struct cell *next;
};

static struct cell *table[8];
static int buckets_used;
static unsigned char seen[64];

__attribute__((noinline)) static int put(int key, int value)
{
    unsigned slot = (unsigned)key * 2654435761u >> 29;
    for (struct cell *cell = table[slot]; cell; cell = cell->next)
        if (cell->key == key) {
            int old = cell->value;
            cell->value = value;
            return old;
        }
    struct cell *cell = malloc(sizeof *cell);
    buckets_used += !table[slot];
    *cell = (struct cell){key, value, table[slot]};
    table[slot] = cell;
    return -1;
}

__attribute__((noinline)) static long fill(int *numbers, int count, int seed)
{
    long sum = 0;
    for (int i = 0; i < count; i++) {
        seed = seed * 1103515245 + 12345;
        numbers[i] = (seed >> 16) & 1023;
        sum += numbers[i];
    }
    return sum;
}

__attribute__((noinline)) static int compress(const int *numbers, int count, char *out, size_t size)
{
    int used = 0, runs = 0;
    for (int i = 0; i < count && used < (int)size - 8; i++) {
        int wrote = snprintf(out + used, size - (size_t)used, "%d,", numbers[i] / 100);
        used += wrote;
        runs += i > 0 && numbers[i] / 100 == numbers[i - 1] / 100;
        seen[numbers[i] % 64]++;
    }
    return used * 100 + runs;
}

int main(void)
{
    int numbers[24], replaced = 0;
    char text[96];
    long sum = fill(numbers, 24, 42);
    for (int i = 0; i < 24; i++) {
        int old = put(numbers[i] % 11, i);
        replaced += old >= 0;
    }
    int packed = compress(numbers, 24, text, sizeof text);
    size_t length = strlen(text);
    memmove(text + 1, text, length);
    printf("%ld %d %d %d %c\n", sum, replaced, packed, buckets_used, text[1]);
    return 0;
}
