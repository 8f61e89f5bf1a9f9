/* Bytes between members that nothing writes, copied in every way. */
#include <stdlib.h>
#include <string.h>

struct item { char kind; int number; char last; };
struct list { struct item items[20]; };

static struct item make(char kind, int number)
{
    struct item item;
    item.kind = kind;
    item.number = number;
    item.last = kind;
    return item;
}

int main(void)
{
    struct list *list = malloc(sizeof *list), *copy = malloc(sizeof *copy);
    int sum = 0;
    for (int i = 0; i < 20; i++)
        list->items[i] = make((char)i, i * 3);
    memcpy(copy, list, sizeof *copy);
    for (int i = 0; i < 20; i++) {
        struct item item = copy->items[i], moved;
        memmove(&moved, &item, sizeof moved);
        if (moved.kind == moved.last)
            sum += moved.number;
    }
    copy = realloc(copy, 4 * sizeof *copy);
    if (copy->items[7].number == 21)
        sum++;
    free(list);
    free(copy);
    return sum == 0;
}
