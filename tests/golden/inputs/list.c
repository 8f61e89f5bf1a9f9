/* A list whose third node's pointer is overwritten: names are copied without looking at their length. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    char name[8];
    struct node *next;
};

static struct node *add(struct node *list, const char *name)
{
    struct node *node = malloc(sizeof *node);
    node->next = list;
    for (int i = 0; name[i]; i++)
        node->name[i] = name[i];
    return node;
}

static int length(const struct node *list)
{
    int count = 0;
    for (; list; list = list->next)
        count += list->name[0] != 0;
    return count;
}

int main(void)
{
    static const char *const names[] = {"ada", "grace", "margaret h.ham", "barbara"};
    struct node *list = NULL;
    for (int i = 0; i < 4; i++)
        list = add(list, names[i]);
    printf("%d\n", length(list));
    return 0;
}
