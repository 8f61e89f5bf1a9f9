#include <stdio.h>
#include <stdlib.h>

struct item {
    long price;
    int count;
};

static long discount(const struct item *item)
{
    if (item->count < 10)
        return 0;
    return item->price * 100;                   /* it should be a tenth */
}

static long cost(const struct item *item)
{
    long less = discount(item);
    return item->price * item->count - less;
}

int main(int argc, char **argv)
{
    long total = 0;
    for (int i = 1; i < argc; i++) {
        struct item *item = malloc(sizeof *item);
        item->price = 70000;
        item->count = atoi(argv[i]);
        total += cost(item);
        free(item);
    }
    printf("%ld\n", total);
    return 0;
}
