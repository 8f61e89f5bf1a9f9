/* Unwritten bytes go with memcpy and realloc, and decide a branch behind them. */
#include <stdlib.h>
#include <string.h>

struct record { int known, unknown; char rest[300]; };
struct small { long first, second, known, last; };
struct large { long first, second, third, fourth; char middle[1968]; long last; };     /* 2008 bytes: up to the next block's header */

static void copy(void *to, const void *from, size_t size)
{
    memcpy(to, from, size);
}

/* free writes to the old block before realloc returns. */
static int move_blocks(void)
{
    struct small *small = malloc(sizeof *small);
    struct large *large = malloc(sizeof *large), *behind = malloc(24);
    char *mapped = malloc(300000);
    int sum = 0;
    small->known = 3;
    small = realloc(small, 4000);
    if (small->first == 1)                      /* FAULT unwritten 4000 22 #0 */
        sum += 1;
    if (small->second == 2)                     /* FAULT unwritten 4000 22 #0 */
        sum += 2;
    if (small->known == 3)
        sum += 4;
    if (small->last == 4)                       /* FAULT unwritten 4000 22 #0 */
        sum += 8;
    large->third = 3;
    large = realloc(large, 5000);
    if (large->first == 1)                      /* FAULT unwritten 5000 32 #0 */
        sum += 16;
    if (large->third == 3)
        sum += 32;
    if (large->fourth == 4)                     /* FAULT unwritten 5000 32 #0 */
        sum += 64;
    if (large->last == 5)                       /* FAULT unwritten 5000 32 #0 */
        sum += 128;
    mapped[8] = 1;
    mapped = realloc(mapped, 90000);            /* the kernel unmaps the old one */
    if (mapped[0] == 2)                         /* FAULT unwritten 90000 42 #0 */
        sum += 256;
    if (mapped[8] == 1)
        sum += 512;
    free(small);
    free(large);
    free(behind);
    free(mapped);
    return sum;
}

/* Ranges that overlap. */
static int move_within(size_t times)
{
    struct small *one = malloc(sizeof *one), *two = malloc(sizeof *two);
    int sum = 0;
    one->known = 3;
    memmove(one, &one->second, 24 * times);
    if (one->first == 1)                        /* FAULT unwritten 32 57 #0 */
        sum += 1;
    if (one->second == 3)
        sum += 2;
    if (one->known == 1)                        /* FAULT unwritten 32 57 #0 */
        sum += 4;
    two->first = two->second = 3;
    memmove(&two->second, two, 24 * times);
    if (two->known == 3)
        sum += 8;
    if (two->last == 4)                         /* FAULT unwritten 32 57 #0 */
        sum += 16;
    free(one);
    free(two);
    return sum;
}

int main(int argc, char **argv)
{
    struct record *one = malloc(sizeof *one), *two = malloc(sizeof *two);
    int sum = argc;
    (void)argv;
    one->known = 3;
    copy(two, one, sizeof *two * (size_t)argc);
    if (two->known == 3)
        sum++;
    if (two->unknown == 7)                      /* FAULT unwritten 308 80 #0 */
        sum += 2;
    struct record *moved = realloc(two, 5000);
    if (moved->unknown == 9)                    /* FAULT unwritten 5000 89 #0 */
        sum += 4;
    if (moved->known == 4)
        sum += 8;
    memmove(moved->rest + 100, moved->rest, 100 * (size_t)argc);
    if (moved->rest[150])                       /* FAULT unwritten 5000 89 #0 */
        sum += 16;
    free(moved);
    free(one);
    sum += move_blocks() + move_within((size_t)argc);
    return sum == 1000;
}
