/* An arena in a static variable: blocks side by side, all freed at once. SET allocators get(pool, size) reset(pool) */
#include <stdio.h>
#include <string.h>

struct arena { unsigned long used; char bytes[4096]; };
static struct arena arena, other;

__attribute__((noinline)) void *get(struct arena *from, unsigned long size)
{
    char *block = from->bytes + from->used;
    from->used += (size + 7) / 8 * 8;
    return block;
}

__attribute__((noinline)) void reset(struct arena *all)
{
    all->used = 0;
}

int main(void)
{
    int sum = 0;
    volatile char *a = get(&arena, 20), *b = get(&arena, 24), *kept = get(&other, 8);
    memset((void *)a, 1, 20);
    memset((void *)b, 2, 24);
    memset((void *)kept, 3, 8);
    sum += a[24];                               /* lands in b */
    reset(&arena);
    sum += a[19];                               /* FAULT freed-read 20 23 28 #0 */
    b[0] = 5;                                   /* FAULT freed-write 24 23 28 #0 */
    sum += kept[7];
    volatile char *c = get(&arena, 16);
    if (c[3])                                   /* FAULT unwritten 16 32 #0 */
        puts("found");
    sum += b[23];                               /* FAULT freed-read 24 23 28 #0 */
    return sum == 0;
}
