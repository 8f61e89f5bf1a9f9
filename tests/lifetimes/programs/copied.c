/* Unwritten bytes go with memcpy and realloc, and decide a branch behind them. */
#include <stdlib.h>
#include <string.h>

struct record { int known, unknown; char rest[300]; };

static void copy(void *to, const void *from, size_t size)
{
    memcpy(to, from, size);
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
    if (two->unknown == 7)                      /* FAULT unwritten 308 14 #0 */
        sum += 2;
    struct record *moved = realloc(two, 5000);
    if (moved->unknown == 9)                    /* FAULT unwritten 5000 23 #0 */
        sum += 4;
    if (moved->known == 4)
        sum += 8;
    memmove(moved->rest + 100, moved->rest, 100 * (size_t)argc);
    if (moved->rest[150])                       /* FAULT unwritten 5000 23 #0 */
        sum += 16;
    free(moved);
    free(one);
    return sum == 1000;
}
