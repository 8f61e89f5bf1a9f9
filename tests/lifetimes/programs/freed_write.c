/* A counter in a freed block. */
#include <stdlib.h>

struct counter {
    long spare[4];
    long count;
};

static void add(struct counter *counter)
{
    counter->count = 5;                         /* FAULT freed-write 40 16 18 #0 */
}

int main(void)
{
    struct counter *counter = calloc(1, sizeof *counter);
    void *other = malloc(100);
    free(counter);
    add(counter);
    free(other);
    return 0;
}
